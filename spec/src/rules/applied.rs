//! What rules make of a schema: columns that follow from others, bins that are cut further, and levels.

use std::collections::{BTreeMap, BTreeSet};

use super::chains::{Unclosed, chains};
use super::checked::check_possible;
use super::rule::{Condition, Determines, Rule, RuleKind};
use crate::findings::Findings;
use crate::problem::Place;
use crate::reader::Node;
use crate::schema::{Attribute, Determined, MOST_CODES, MOST_VIRTUAL_ATTRIBUTES};

/// The schema as the rules make it; `None` if they do not go together.
pub(super) fn apply(
    rules: &[(Rule, Place)],
    node: &Node,
    mut schema: Vec<Attribute>,
    findings: &mut Findings,
) -> Option<Vec<Attribute>> {
    determine(rules, &mut schema, findings)?;
    cut(rules, &mut schema, findings)?;
    let only: Vec<&Rule> = rules.iter().map(|(rule, _)| rule).collect();
    let chains = match chains(&only, &schema) {
        Ok(chains) => chains,
        Err(Unclosed::Cycle(column)) => {
            let name = schema.get(column).map_or("", Attribute::name);
            let what = format!(
                "these comparisons go in a circle: \"{name}\" would be compared with itself"
            );
            let place = place_of(rules, |rule| compares(rule, column)).unwrap_or(node.head());
            findings.add(place, what, "remove one of them");
            return None;
        }
        Err(Unclosed::TooMany) => {
            let what = "these comparisons tie too many columns to each other";
            findings.add(node.head(), what, "remove those that follow from others");
            return None;
        }
    };
    check_possible(rules, &chains, &schema, findings)?;
    add_levels(&mut schema);
    let attributes: usize = schema.iter().map(Attribute::virtual_attributes).sum();
    if attributes > MOST_VIRTUAL_ATTRIBUTES {
        let what = format!(
            "with the bins that these rules cut off, the schema has {attributes} attributes with their levels; at most \
             {MOST_VIRTUAL_ATTRIBUTES} are possible"
        );
        let help = "write `hierarchy: None` in attributes with many values, or wider bins";
        findings.add(node.head(), what, help);
        return None;
    }
    Some(schema)
}

/// Marks the columns that others determine, each by the one that no other determines.
fn determine(
    rules: &[(Rule, Place)],
    schema: &mut [Attribute],
    findings: &mut Findings,
) -> Option<()> {
    let mut of_column: BTreeMap<usize, (&Determines, Place)> = BTreeMap::new();
    for (rule, place) in rules {
        let RuleKind::Determines(determines) = &rule.kind else {
            continue;
        };
        if let Some((earlier, _)) = of_column.get(&determines.column) {
            let name = |column: usize| schema.get(column).map_or("", Attribute::name);
            let what = format!(
                "\"{}\" is determined by \"{}\" already",
                name(determines.column),
                name(earlier.by)
            );
            findings.add(*place, what, "remove one of the two rules");
            return None;
        }
        of_column.insert(determines.column, (determines, *place));
    }
    let mut determined = Vec::new();
    for (column, (determines, place)) in &of_column {
        let (mut by, mut codes) = (determines.by, determines.codes.clone());
        for _ in 0..=of_column.len() {
            let Some((earlier, _)) = of_column.get(&by) else {
                break;
            };
            // For each code of what stands before it, its code here.
            let through = |code: &u16| codes.get(usize::from(*code)).copied();
            codes = earlier.codes.iter().map(through).collect::<Option<_>>()?;
            by = earlier.by;
        }
        if of_column.contains_key(&by) {
            let name = schema.get(*column).map_or("", Attribute::name);
            let what = format!("\"{name}\" would follow from itself in the end");
            findings.add(*place, what, "remove one of the rules of this circle");
            return None;
        }
        determined.push((*column, Determined { by, codes }));
    }
    for (column, determined) in determined {
        schema.get_mut(column)?.set_determined(determined);
    }
    Some(())
}

/// Cuts bins where conditions begin and end.
fn cut(rules: &[(Rule, Place)], schema: &mut [Attribute], findings: &mut Findings) -> Option<()> {
    let mut cuts: BTreeMap<usize, (BTreeSet<i64>, Place)> = BTreeMap::new();
    for (rule, place) in rules {
        for condition in rule.kind.conditions() {
            let known = cuts.entry(condition.column);
            let (known, _) = known.or_insert_with(|| (BTreeSet::new(), *place));
            known.extend(condition.selection.cuts());
        }
    }
    for (column, (cuts, place)) in cuts.into_iter().filter(|(_, (cuts, _))| !cuts.is_empty()) {
        let attribute = schema.get_mut(column)?;
        let Some(narrowed) = attribute
            .cut_at(&cuts)
            .filter(|cut| cut.size() <= MOST_CODES)
        else {
            let name = attribute.name();
            let what =
                format!("with the values that rules tell apart, \"{name}\" has too many bins");
            findings.add(
                place,
                what,
                "write wider bins for the column, or fewer bounds in rules",
            );
            return None;
        };
        *attribute = narrowed;
    }
    Some(())
}

/// A column that another determines is a coarser level of that one, as long as there are not too many.
fn add_levels(schema: &mut [Attribute]) {
    for column in 0..schema.len() {
        let Some(attribute) = schema.get(column).cloned() else {
            continue;
        };
        let Some(determined) = attribute.determined() else {
            continue;
        };
        let Some(mut root) = schema.get(determined.by).cloned() else {
            continue;
        };
        root.gain_level(&attribute, &determined.codes);
        let before: usize = schema.iter().map(Attribute::virtual_attributes).sum();
        let Some(known) = schema.get_mut(determined.by) else {
            continue;
        };
        let after = before + root.virtual_attributes() - known.virtual_attributes();
        if after <= MOST_VIRTUAL_ATTRIBUTES {
            *known = root;
        }
    }
}

impl RuleKind {
    /// Its conditions, whatever side they stand on.
    pub(super) fn conditions(&self) -> impl Iterator<Item = &Condition> {
        let (one, other): (&[Condition], &[Condition]) = match self {
            Self::Impossible(conditions) => (conditions, &[]),
            Self::Implies { when, then } => (when, then),
            Self::Order(_) | Self::Determines(_) => (&[], &[]),
        };
        one.iter().chain(other)
    }

    /// Whether another rule says the same of the same columns, or compares the same two.
    pub(super) fn says_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Impossible(one), Self::Impossible(other)) => same(one, other),
            (
                Self::Implies { when, then },
                Self::Implies {
                    when: other_when,
                    then: other_then,
                },
            ) => same(when, other_when) && same(then, other_then),
            (Self::Order(one), Self::Order(other)) => {
                (one.first, one.second) == (other.first, other.second)
            }
            (Self::Determines(one), Self::Determines(other)) => {
                (one.by, one.column) == (other.by, other.column)
            }
            _ => false,
        }
    }
}

/// Whether two conditions mean the same, in whatever words and order.
fn same(one: &[Condition], other: &[Condition]) -> bool {
    let found = |condition: &Condition| {
        let alike = |known: &Condition| {
            (known.column, &known.selection) == (condition.column, &condition.selection)
        };
        other.iter().any(alike)
    };
    one.len() == other.len() && one.iter().all(found)
}

fn compares(rule: &Rule, column: usize) -> bool {
    matches!(rule.kind, RuleKind::Order(order) if order.first == column || order.second == column)
}

/// The last rule of which something holds.
fn place_of(rules: &[(Rule, Place)], test: impl Fn(&Rule) -> bool) -> Option<Place> {
    let mut found = rules.iter().rev().filter(|(rule, _)| test(rule));
    found.next().map(|(_, place)| *place)
}
