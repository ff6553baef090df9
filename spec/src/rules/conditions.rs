//! Conditions: columns with some of their values.

use super::rule::{Condition, Item};
use crate::columns::{column, refuse_identifier};
use crate::expect::{map, mismatch, text, variant};
use crate::findings::Findings;
use crate::reader::{Body, Node, Value};
use crate::schema::Attribute;
use crate::selection::Selection;

impl Condition {
    /// Reads `{"age": [UpTo(14)], "sex": "male"}`; at least one column, each once.
    pub(super) fn read_all(
        node: &Node,
        schema: &[Attribute],
        findings: &mut Findings,
    ) -> Option<Vec<Self>> {
        let pairs = map(node, findings)?;
        if pairs.is_empty() {
            let help =
                "write columns with values, as in `{\"sex\": [\"male\"], \"age\": [UpTo(14)]}`";
            findings.add(node.place, "this condition names no column", help);
            return None;
        }
        let mut conditions: Vec<Self> = Vec::new();
        for (key, value) in pairs {
            let Some(condition) = Self::read(key, value, schema, findings) else {
                continue;
            };
            if conditions
                .iter()
                .any(|known| known.column == condition.column)
            {
                let what = "this column is named twice in one condition";
                findings.add(key.place, what, "write all of its values in one list");
                continue;
            }
            conditions.push(condition);
        }
        (conditions.len() == pairs.len()).then_some(conditions)
    }

    fn read(
        key: &Node,
        value: &Node,
        schema: &[Attribute],
        findings: &mut Findings,
    ) -> Option<Self> {
        let index = column(key, schema, findings)?;
        let attribute = schema.get(index)?;
        refuse_identifier(key, attribute, findings)?;
        let nodes = match &value.value {
            Value::List(items) => items.as_slice(),
            _ => core::slice::from_ref(value),
        };
        if nodes.is_empty() {
            let what = format!("no value of \"{}\" is meant here", attribute.name());
            findings.add(value.place, what, "write some values, or remove the column");
            return None;
        }
        let mut selection = Selection::default();
        let mut items = Vec::new();
        for node in nodes {
            let Some((item, meant)) = Item::read(node, attribute, findings) else {
                continue;
            };
            selection = selection.union(&meant);
            items.push(item);
        }
        if items.len() < nodes.len() {
            return None;
        }
        Some(Self {
            column: index,
            selection,
            items,
        })
    }
}

impl Item {
    /// One value, and what it means.
    fn read(
        node: &Node,
        attribute: &Attribute,
        findings: &mut Findings,
    ) -> Option<(Self, Selection)> {
        match &node.value {
            Value::Text(_) => {
                let text = text(node, findings)?;
                let meant = named(text, node, attribute, findings)?;
                Some((Self::Named(text.to_owned()), meant))
            }
            Value::Number(_) => {
                let number = number(node, attribute, findings)?;
                Some((Self::Number(number), Selection::of_numbers(number..=number)))
            }
            Value::Term { name: Some(_), .. } => Self::read_range(node, attribute, findings),
            _ => mismatch(
                node,
                "a value of the column",
                &how_to_write(attribute),
                findings,
            ),
        }
    }

    fn read_range(
        node: &Node,
        attribute: &Attribute,
        findings: &mut Findings,
    ) -> Option<(Self, Selection)> {
        let variant = variant(
            node,
            "range of values",
            &["UpTo", "From", "Between", "Null"],
            findings,
        )?;
        if variant.name == "Null" {
            variant.alone(findings)?;
            if !attribute.is_nullable() {
                let what = format!("\"{}\" has no missing values", attribute.name());
                findings.add(
                    node.place,
                    what,
                    "write `missing: [\"\"]` in its attribute, or remove `Null`",
                );
                return None;
            }
            return Some((Self::Null, Selection::null()));
        }
        let Some(domain) = attribute.domain() else {
            let what = format!("\"{}\" has labels, which have no order", attribute.name());
            findings.add(node.place, what, how_to_write(attribute));
            return None;
        };
        if variant.name == "Between" {
            let Body::Items(items) = variant.body else {
                return refuse_between(node, attribute, findings);
            };
            let [first, last] = items.as_slice() else {
                return refuse_between(node, attribute, findings);
            };
            let (start, end) = (
                number(first, attribute, findings),
                number(last, attribute, findings),
            );
            let (start, end) = (start?, end?);
            if start > end {
                let what = "the second bound is below the first";
                findings.add(last.place, what, "write the smaller one first");
                return None;
            }
            return Some((
                Self::Between(start, end),
                Selection::of_numbers(start..=end),
            ));
        }
        let example = format!("{}({})", variant.name, attribute.bound_example());
        let bound = number(variant.only_item(&example, findings)?, attribute, findings)?;
        Some(if variant.name == "UpTo" {
            (
                Self::UpTo(bound),
                Selection::of_numbers(*domain.start()..=bound),
            )
        } else {
            (
                Self::From(bound),
                Selection::of_numbers(bound..=*domain.end()),
            )
        })
    }
}

fn refuse_between<T>(node: &Node, attribute: &Attribute, findings: &mut Findings) -> Option<T> {
    let example = attribute.bound_example();
    let help = format!("write both, as in `Between({example}, {example})`");
    findings.add(node.place, "`Between` takes two bounds", help);
    None
}

/// What a string means.
fn named(
    text: &str,
    node: &Node,
    attribute: &Attribute,
    findings: &mut Findings,
) -> Option<Selection> {
    if let Some(meant) = Selection::of_label(attribute, text) {
        let numbers = meant.ranges().iter();
        for bound in numbers.flat_map(|range| [*range.start(), *range.end()]) {
            check_inside(bound, node, attribute, findings)?;
        }
        return Some(meant);
    }
    let labels = attribute.labels();
    let groups = attribute.group_names();
    let help = match findings.nearest(text, labels.into_iter().chain(groups)) {
        Some(near) => format!("write \"{near}\""),
        None => how_to_write(attribute),
    };
    let what = format!("\"{text}\" is no value of \"{}\"", attribute.name());
    findings.add(node.place, what, help);
    None
}

/// A number of an ordered attribute, inside of its domain.
fn number(node: &Node, attribute: &Attribute, findings: &mut Findings) -> Option<i64> {
    let written = match &node.value {
        Value::Text(_) => text(node, findings)?.to_owned(),
        Value::Number(literal) => literal.replace('_', ""),
        _ => {
            return mismatch(
                node,
                "a value of the column",
                &how_to_write(attribute),
                findings,
            );
        }
    };
    let Some(number) = attribute.bound(&written) else {
        let what = format!("`{written}` is no value of \"{}\"", attribute.name());
        findings.add(node.place, what, how_to_write(attribute));
        return None;
    };
    check_inside(number, node, attribute, findings)?;
    Some(number)
}

/// Refuses a number beyond the domain: nothing there could ever be meant.
fn check_inside(
    number: i64,
    node: &Node,
    attribute: &Attribute,
    findings: &mut Findings,
) -> Option<()> {
    let domain = attribute.domain()?;
    if domain.contains(&number) {
        return Some(());
    }
    let [number, min, max] =
        [number, *domain.start(), *domain.end()].map(|bound| attribute.bound_text(bound));
    let what = format!(
        "{number} is outside of \"{}\", {min} to {max}",
        attribute.name()
    );
    findings.add(
        node.place,
        what,
        "write a value of the domain, or widen the domain",
    );
    None
}

/// How values of an attribute are written in a condition.
fn how_to_write(attribute: &Attribute) -> String {
    if attribute.kind().is_ordered() {
        let example = attribute.bound_example();
        return format!(
            "write values as in `[{example}]`, `[UpTo({example})]` or `[From({example})]`"
        );
    }
    match attribute.labels().first() {
        Some(label) => format!("write labels or groups in quotes, as in `[\"{label}\"]`"),
        None => "write labels or groups in quotes".to_owned(),
    }
}
