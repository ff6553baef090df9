//! The list of attributes.

use super::Attribute;
use super::context::SchemaContext;
use super::distinct::Distinct;
use super::read_attribute::{NamedAttribute, read_attribute};
use crate::expect::list;
use crate::findings::Findings;
use crate::reader::Node;

/// Attributes with their levels, as the network sees them; identifiers are not counted.
pub const MOST_VIRTUAL_ATTRIBUTES: usize = 256;

/// Reads all attributes; `None` if any was refused.
pub(crate) fn read_schema(
    node: &Node,
    context: &mut SchemaContext<'_, '_>,
    findings: &mut Findings,
) -> Option<Vec<Attribute>> {
    let items = list(node, findings)?;
    let mut names = Distinct::new("attribute");
    let mut attributes = Vec::new();
    for item in items {
        let NamedAttribute { name, attribute } = read_attribute(item, context, findings);
        let distinct = name.and_then(|(name, place)| names.add(name, place, findings));
        attributes.extend(distinct.and(attribute));
    }
    if attributes.len() < items.len() {
        return None;
    }
    check_number(node, &attributes, findings)?;
    Some(attributes)
}

fn check_number(node: &Node, attributes: &[Attribute], findings: &mut Findings) -> Option<()> {
    let virtual_attributes: usize = attributes.iter().map(Attribute::virtual_attributes).sum();
    if virtual_attributes == 0 {
        let what = "the schema has no attribute to learn from";
        let help = "write `(name: \"age\", kind: Integer(min: 0, max: 99, bin: 5))`";
        findings.add(node.place, what, help);
        return None;
    }
    if virtual_attributes > MOST_VIRTUAL_ATTRIBUTES {
        let real = attributes
            .iter()
            .filter(|attribute| attribute.is_learned())
            .count();
        let what = format!(
            "the schema has {virtual_attributes} attributes with their levels ({real} without); \
             at most {MOST_VIRTUAL_ATTRIBUTES} are possible"
        );
        let help = if real > MOST_VIRTUAL_ATTRIBUTES {
            "remove attributes from the schema".to_owned()
        } else {
            "write `hierarchy: None` in attributes with many values, or wider bins".to_owned()
        };
        findings.add(node.head(), what, help);
        return None;
    }
    Some(())
}
