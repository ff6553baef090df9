//! Rules in words, for people.

use super::rule::{Condition, Determines, Item, Order, RuleKind};
use crate::schema::Attribute;

impl RuleKind {
    pub(super) fn in_words(&self, schema: &[Attribute]) -> String {
        let name = |column: usize| schema.get(column).map_or("", Attribute::name);
        let all = |conditions: &[Condition]| {
            let conditions = conditions
                .iter()
                .map(|condition| condition.in_words(schema));
            conditions.collect::<Vec<_>>().join(" and ")
        };
        match self {
            Self::Impossible(conditions) => format!("never {}", all(conditions)),
            Self::Implies { when, then } => format!("where {}, {}", all(when), all(then)),
            Self::Order(Order {
                first,
                second,
                strict,
            }) => {
                let compared = if *strict { "below" } else { "at most" };
                format!("\"{}\" is {compared} \"{}\"", name(*first), name(*second))
            }
            Self::Determines(Determines { by, column, .. }) => {
                format!("\"{}\" determines \"{}\"", name(*by), name(*column))
            }
        }
    }
}

impl Condition {
    fn in_words(&self, schema: &[Attribute]) -> String {
        let Some(attribute) = schema.get(self.column) else {
            return String::new();
        };
        let shown = self.items.iter().take(MOST_VALUES);
        let mut values: Vec<String> = shown.map(|item| item.in_words(attribute)).collect();
        let more = self.items.len().saturating_sub(MOST_VALUES);
        if more > 0 {
            values.push(format!("{more} more"));
        }
        format!("\"{}\" is {}", attribute.name(), values.join(" or "))
    }
}

impl Item {
    fn in_words(&self, attribute: &Attribute) -> String {
        let bound = |number: i64| attribute.bound_text(number);
        match self {
            Self::Named(text) => format!("\"{text}\""),
            Self::Number(number) => bound(*number),
            Self::UpTo(last) => format!("up to {}", bound(*last)),
            Self::From(first) => format!("{} or more", bound(*first)),
            Self::Between(first, last) => format!("from {} to {}", bound(*first), bound(*last)),
            Self::Null => "missing".to_owned(),
        }
    }
}

/// Values of a condition that are named.
const MOST_VALUES: usize = 6;
