//! The sections `rules` and `broken` of a spec.

use super::applied::apply;
use super::broken::Broken;
use super::pairs::read_pairs;
use super::rule::{Condition, Determines, Order, Rule, RuleKind, Rules};
use crate::columns::{column, refuse_identifier};
use crate::expect::{Variant, list, text, variant};
use crate::fields::{Fields, Group};
use crate::files::Files;
use crate::findings::Findings;
use crate::problem::Place;
use crate::reader::{Body, Node, Value};
use crate::schema::Attribute;
use crate::unit::Adjacency;

/// What rules are read with.
pub(crate) struct RulesContext<'c, 's> {
    /// `None` if it was itself refused.
    pub(crate) adjacency: Option<Adjacency>,
    /// The files beside the spec.
    pub(crate) files: &'c mut Files<'s>,
}

impl Rules {
    /// The rules, and the schema as they make it. Without a schema only the policy is checked.
    pub(crate) fn read(
        fields: &Fields<'_>,
        schema: Option<Vec<Attribute>>,
        context: &mut RulesContext<'_, '_>,
        findings: &mut Findings,
    ) -> Option<(Self, Vec<Attribute>)> {
        let broken = Broken::read(fields, context.adjacency, findings);
        let schema = schema?;
        let node = fields.optional("rules");
        let read = match node {
            Some(node) => read_list(node, &schema, context, findings)?,
            None => Vec::new(),
        };
        let Some(node) = node.filter(|_| !read.is_empty()) else {
            if let Some(node) = fields.optional("broken") {
                let what = "without rules no row breaks one, so `broken` says nothing";
                findings.add(node.place, what, "remove it, or write `rules: […]`");
            }
            return Some((Self::of(Vec::new(), broken?), schema));
        };
        let schema = apply(&read, node, schema, findings)?;
        let list = read.into_iter().map(|(rule, _)| rule).collect();
        Some((Self::of(list, broken?), schema))
    }

    fn of(list: Vec<Rule>, broken: Broken) -> Self {
        let orders = list.iter().filter_map(|rule| match rule.kind {
            RuleKind::Order(order) => Some(order),
            _ => None,
        });
        Self {
            orders: orders.collect(),
            list,
            broken,
        }
    }
}

/// Rules with their places in the text; `None` if one was refused.
fn read_list(
    node: &Node,
    schema: &[Attribute],
    context: &mut RulesContext<'_, '_>,
    findings: &mut Findings,
) -> Option<Vec<(Rule, Place)>> {
    let items = list(node, findings)?;
    if items.len() > MOST_RULES {
        let what = format!(
            "there are {} rules; at most {MOST_RULES} are possible",
            items.len()
        );
        findings.add(
            node.head(),
            what,
            "write one rule with several values for many with one each",
        );
        return None;
    }
    let mut read: Vec<(Rule, Place)> = Vec::new();
    for (place, item) in items.iter().enumerate() {
        let Some((kind, because)) = read_rule(item, schema, context, findings) else {
            continue;
        };
        let columns = kind.conditions().count();
        if columns > MOST_COLUMNS {
            let what =
                format!("this rule ties {columns} columns; at most {MOST_COLUMNS} are possible");
            findings.add(item.head(), what, "write rules of fewer columns each");
            continue;
        }
        if let Some((earlier, _)) = read
            .iter()
            .find(|(earlier, _)| earlier.kind.says_same(&kind))
        {
            let what = format!("this rule says what rule {} says", earlier.place + 1);
            findings.add(item.head(), what, "remove one of them");
            continue;
        }
        let words = kind.in_words(schema);
        let rule = Rule {
            place,
            kind,
            because,
            words,
        };
        read.push((rule, item.head()));
    }
    (read.len() == items.len()).then_some(read)
}

/// A rule, by itself or with the reason for it.
fn read_rule(
    node: &Node,
    schema: &[Attribute],
    context: &mut RulesContext<'_, '_>,
    findings: &mut Findings,
) -> Option<(RuleKind, Option<String>)> {
    if !matches!(node.value, Value::Term { name: None, .. }) {
        return Some((read_kind(node, schema, context, findings)?, None));
    }
    let fields = Fields::of_group(node, RULE, findings)?;
    let kind = fields.required("rule", "AtMost(\"born\", \"died\")", findings);
    let kind = kind.and_then(|node| read_kind(node, schema, context, findings));
    let because = match fields.optional("because") {
        Some(node) => text(node, findings).map(|text| Some(text.to_owned())),
        None => Some(None),
    };
    Some((kind?, because?))
}

fn read_kind(
    node: &Node,
    schema: &[Attribute],
    context: &mut RulesContext<'_, '_>,
    findings: &mut Findings,
) -> Option<RuleKind> {
    let variant = variant(node, "rule", KINDS, findings)?;
    match variant.name {
        "Impossible" => {
            let example = "Impossible({\"sex\": [\"male\"], \"pregnant\": [\"yes\"]})";
            let item = variant.only_item(example, findings)?;
            Condition::read_all(item, schema, findings).map(RuleKind::Impossible)
        }
        "Implies" => {
            let fields = Fields::of_variant(&variant, &["when", "then"], findings)?;
            let when = fields.required("when", "{\"age\": [UpTo(14)]}", findings);
            let when = when.and_then(|node| Condition::read_all(node, schema, findings));
            let then = fields.required("then", "{\"employment\": [\"child\"]}", findings);
            let then = then.and_then(|node| Condition::read_all(node, schema, findings));
            Some(RuleKind::Implies {
                when: when?,
                then: then?,
            })
        }
        "Determines" => read_determines(&variant, schema, context, findings),
        _ => read_order(&variant, schema, findings).map(RuleKind::Order),
    }
}

fn read_order(
    variant: &Variant<'_>,
    schema: &[Attribute],
    findings: &mut Findings,
) -> Option<Order> {
    let two = match variant.body {
        Body::Items(items) => <&[Node; 2]>::try_from(items.as_slice()).ok(),
        Body::Bare | Body::Fields(_) => None,
    };
    let Some(nodes) = two else {
        let what = format!("`{}` takes two columns", variant.name);
        let help = format!("write `{}(\"born\", \"died\")`", variant.name);
        findings.add(variant.place, what, help);
        return None;
    };
    let [first, second] = nodes
        .each_ref()
        .map(|node| ordered_column(node, schema, findings));
    let (first, second) = (first?, second?);
    let [_, second_node] = nodes;
    let (one, other) = (schema.get(first)?, schema.get(second)?);
    if first == second {
        let what = format!("\"{}\" is compared with itself", one.name());
        findings.add(second_node.place, what, "name two columns");
        return None;
    }
    if !one.compares_with(other) {
        let what = format!(
            "\"{}\" and \"{}\" count different things, so they cannot be compared",
            one.name(),
            other.name()
        );
        let help = "write the same kind for both, with the same `decimals` or both with or without seconds";
        findings.add(second_node.place, what, help);
        return None;
    }
    Some(Order {
        first,
        second,
        strict: variant.name == "Below",
    })
}

/// A column whose values can be compared.
fn ordered_column(node: &Node, schema: &[Attribute], findings: &mut Findings) -> Option<usize> {
    let index = column(node, schema, findings)?;
    let attribute = schema.get(index)?;
    refuse_identifier(node, attribute, findings)?;
    if !attribute.kind().is_ordered() {
        let what = format!("\"{}\" has labels, which have no order", attribute.name());
        let help = "name a column of numbers or dates, or write `Impossible({…})`";
        findings.add(node.place, what, help);
        return None;
    }
    Some(index)
}

fn read_determines(
    variant: &Variant<'_>,
    schema: &[Attribute],
    context: &mut RulesContext<'_, '_>,
    findings: &mut Findings,
) -> Option<RuleKind> {
    let three = match variant.body {
        Body::Items(items) => <&[Node; 3]>::try_from(items.as_slice()).ok(),
        Body::Bare | Body::Fields(_) => None,
    };
    let Some([by, column, pairs]) = three else {
        let what = "`Determines` takes two columns, and what follows from each value of the first";
        let help = "write `Determines(\"zip\", \"city\", {\"10115\": \"Berlin\", …})`, or a file instead of the map";
        findings.add(variant.place, what, help);
        return None;
    };
    let column_place = column.place;
    let (by, column) = (
        labelled_column(by, schema, findings),
        labelled_column(column, schema, findings),
    );
    let (by, column) = (by?, column?);
    let attributes = [schema.get(by)?, schema.get(column)?];
    if by == column {
        let what = "a column does not determine itself";
        findings.add(column_place, what, "name two columns");
        return None;
    }
    let (pairs, codes) = read_pairs(pairs, attributes, context.files, findings)?;
    Some(RuleKind::Determines(Determines {
        by,
        column,
        codes,
        pairs,
    }))
}

/// A column of labels.
fn labelled_column(node: &Node, schema: &[Attribute], findings: &mut Findings) -> Option<usize> {
    let index = column(node, schema, findings)?;
    let attribute = schema.get(index)?;
    refuse_identifier(node, attribute, findings)?;
    if attribute.kind().is_ordered() {
        let what = format!(
            "\"{}\" has no labels: many of its values are one code",
            attribute.name()
        );
        let help = "write it as a `Categorical`, or remove the rule";
        findings.add(node.place, what, help);
        return None;
    }
    Some(index)
}

const RULE: Group = Group {
    owner: "rule",
    name: "Rule",
    known: &["rule", "because"],
};
/// A model needs a table of the columns of one rule.
const MOST_COLUMNS: usize = 8;
const KINDS: &[&str] = &["Impossible", "Implies", "AtMost", "Below", "Determines"];
/// More than people write, and few enough that every row can be judged by all of them.
const MOST_RULES: usize = 1_000;
