//! Rules as a spec writes them.

use super::rule::{Condition, Determines, Item, Order, Pairs, Rule, RuleKind, Rules};
use crate::columns::written_column;
use crate::in_full::Written;
use crate::schema::Attribute;
use crate::text::literal;

impl Rules {
    /// The fields `rules` and `broken`. They are left out where there are no rules: releases from before there could be
    /// any have a record of their spec without them, by which they are verified.
    pub(crate) fn written(&self, schema: &[Attribute]) -> Vec<(&'static str, Written)> {
        // The orders are among the rules.
        let Self {
            list,
            broken,
            orders: _,
        } = self;
        if list.is_empty() {
            return Vec::new();
        }
        let list = list.iter().map(|rule| rule.written(schema)).collect();
        vec![("rules", Written::List(list)), ("broken", broken.written())]
    }
}

impl Rule {
    fn written(&self, schema: &[Attribute]) -> Written {
        // Its place is where it is written, and its words follow from the rest.
        let Self {
            place: _,
            kind,
            because,
            words: _,
        } = self;
        let kind = kind.written(schema);
        match because {
            None => kind,
            Some(because) => Written::Group(
                "",
                vec![("rule", kind), ("because", Written::text(because))],
            ),
        }
    }
}

impl RuleKind {
    pub(super) fn written(&self, schema: &[Attribute]) -> Written {
        match self {
            Self::Impossible(conditions) => Written::Around(
                "Impossible",
                Box::new(written_conditions(conditions, schema)),
            ),
            Self::Implies { when, then } => Written::Group(
                "Implies",
                vec![
                    ("when", written_conditions(when, schema)),
                    ("then", written_conditions(then, schema)),
                ],
            ),
            Self::Order(Order {
                first,
                second,
                strict,
            }) => Written::Items(
                if *strict { "Below" } else { "AtMost" },
                vec![
                    written_column(*first, schema),
                    written_column(*second, schema),
                ],
            ),
            Self::Determines(Determines {
                by,
                column,
                codes: _,
                pairs,
            }) => Written::Items(
                "Determines",
                vec![
                    written_column(*by, schema),
                    written_column(*column, schema),
                    pairs.written(),
                ],
            ),
        }
    }
}

fn written_conditions(conditions: &[Condition], schema: &[Attribute]) -> Written {
    let pairs = conditions.iter().filter_map(|condition| {
        let Condition {
            column,
            selection: _,
            items,
        } = condition;
        let attribute = schema.get(*column)?;
        let items = items.iter().map(|item| item.written(attribute));
        Some((literal(attribute.name()), Written::List(items.collect())))
    });
    Written::Map(pairs.collect())
}

impl Item {
    pub(super) fn written(&self, attribute: &Attribute) -> Written {
        let bound = |number: i64| attribute.kind().written_bound(number);
        match self {
            Self::Named(text) => Written::text(text),
            // In quotes a date or a decimal would be a name.
            Self::Number(number) => Written::bare(attribute.bound_text(*number)),
            Self::UpTo(last) => Written::Around("UpTo", Box::new(bound(*last))),
            Self::From(first) => Written::Around("From", Box::new(bound(*first))),
            Self::Between(first, last) => {
                Written::Items("Between", vec![bound(*first), bound(*last)])
            }
            Self::Null => Written::bare("Null"),
        }
    }
}

impl Pairs {
    fn written(&self) -> Written {
        match self {
            Self::Listed(pairs) => {
                let pairs = pairs.iter();
                Written::Map(
                    pairs
                        .map(|(key, value)| (literal(key), Written::text(value)))
                        .collect(),
                )
            }
            Self::File(file) => Written::Group("", file.fields_written()),
        }
    }
}
