//! Names of the schema where they stand elsewhere in a spec.

use crate::expect::name;
use crate::findings::Findings;
use crate::in_full::Written;
use crate::reader::Node;
use crate::schema::Attribute;

/// The index of a named attribute.
pub(crate) fn column(node: &Node, schema: &[Attribute], findings: &mut Findings) -> Option<usize> {
    let column = name(node, "column name", findings)?;
    let index = schema
        .iter()
        .position(|attribute| attribute.name() == column);
    if index.is_none() {
        let help = match findings.nearest(column, schema.iter().map(Attribute::name)) {
            Some(near) => format!("write \"{near}\""),
            None => "write names of the schema".to_owned(),
        };
        findings.add(node.place, format!("the schema has no \"{column}\""), help);
    }
    index
}

/// The indices of named attributes, each at most once. `None` if one of them was refused.
pub(crate) fn distinct_columns(
    nodes: &[Node],
    schema: &[Attribute],
    findings: &mut Findings,
) -> Option<Vec<usize>> {
    let mut columns: Vec<usize> = Vec::new();
    let mut complete = true;
    for node in nodes {
        match (column(node, schema, findings), schema) {
            (Some(index), schema) if columns.contains(&index) => {
                let name = schema.get(index).map_or("", Attribute::name);
                let what = format!("\"{name}\" is listed twice");
                findings.add(node.place, what, "remove one of them");
                complete = false;
            }
            (Some(index), _) => columns.push(index),
            (None, _) => complete = false,
        }
    }
    complete.then_some(columns)
}

/// The name of an attribute by its index.
pub(crate) fn written_column(index: usize, schema: &[Attribute]) -> Written {
    Written::text(schema.get(index).map_or("", Attribute::name))
}

/// The names of attributes by their indices.
pub(crate) fn written_columns(indices: &[usize], schema: &[Attribute]) -> Written {
    let indices = indices.iter();
    Written::List(
        indices
            .map(|index| written_column(*index, schema))
            .collect(),
    )
}

/// Refuses a column that is generated, where one that is learned is meant.
pub(crate) fn refuse_identifier(
    node: &Node,
    attribute: &Attribute,
    findings: &mut Findings,
) -> Option<()> {
    if attribute.is_identifier() {
        let what = format!("\"{}\" is generated and never read", attribute.name());
        findings.add(node.place, what, "name a column that is learned");
        return None;
    }
    Some(())
}

/// Refuses a column that is not learned: one that is generated, or that another determines.
pub(crate) fn refuse_unlearned(
    node: &Node,
    attribute: &Attribute,
    findings: &mut Findings,
) -> Option<()> {
    refuse_identifier(node, attribute, findings)?;
    if attribute.determined().is_some() {
        let what = format!(
            "\"{}\" follows from another column and is never learned",
            attribute.name()
        );
        findings.add(node.place, what, "name the column that determines it");
        return None;
    }
    Some(())
}
