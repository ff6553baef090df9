//! Which rules a row breaks.
//!
//! Tested: `a_rule_is_decided_by_the_row_alone`: all 1,984 rows of two columns of 30 numbers (missing and outside too)
//! and a label, three times in other orders, over 3 batches; `rows_are_judged_by_their_numbers`.

use super::relation::Places;
use super::rule::{RuleKind, Rules};
use crate::schema::Attribute;

/// Tells of a row whether it keeps each rule: by the codes of the attributes that are learned, and comparisons by exact
/// numbers.
#[derive(Clone, Debug)]
pub struct Judge {
    rules: Vec<Judged>,
    numbers: Vec<usize>,
}

/// What one rule asks of a row; attributes by their places among those that are learned.
#[derive(Clone, Debug)]
enum Judged {
    /// Nothing that a row of the table can break: a column is filled in.
    Kept,
    /// For each part, attributes with the codes that no row has in all of them.
    Forbidden(Vec<Vec<(usize, Vec<bool>)>>),
    Order {
        first: usize,
        second: usize,
        strict: bool,
    },
    /// The code of the second for each of the first.
    Determines {
        by: usize,
        column: usize,
        codes: Vec<u16>,
    },
}

impl Judge {
    pub(crate) fn new(rules: &Rules, schema: &[Attribute]) -> Self {
        let places = Places::new(schema);
        let judged: Vec<Judged> = rules
            .list
            .iter()
            .map(|rule| match &rule.kind {
                RuleKind::Impossible(_) | RuleKind::Implies { .. } => {
                    let parts = rule.forbidden(schema).into_iter().map(|part| {
                        let columns = part.columns.into_iter();
                        columns
                            .filter_map(|(column, meant)| Some((places.place(column)?, meant)))
                            .collect()
                    });
                    Judged::Forbidden(parts.collect())
                }
                RuleKind::Order(order) => {
                    match (places.place(order.first), places.place(order.second)) {
                        (Some(first), Some(second)) => Judged::Order {
                            first,
                            second,
                            strict: order.strict,
                        },
                        _ => Judged::Kept,
                    }
                }
                RuleKind::Determines(determines) => {
                    // A column that is determined is filled in, and not learned.
                    match (places.place(determines.by), places.place(determines.column)) {
                        (Some(by), Some(column)) => Judged::Determines {
                            by,
                            column,
                            codes: determines.codes.clone(),
                        },
                        _ => Judged::Kept,
                    }
                }
            })
            .collect();
        let mut numbers: Vec<usize> = judged
            .iter()
            .flat_map(|judged| match judged {
                Judged::Order { first, second, .. } => vec![*first, *second],
                _ => Vec::new(),
            })
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        Self {
            rules: judged,
            numbers,
        }
    }

    /// Whether no row can break a rule.
    pub fn is_idle(&self) -> bool {
        self.rules.iter().all(|rule| matches!(rule, Judged::Kept))
    }

    /// The attributes whose exact numbers rules compare, by their places among those that are learned.
    pub fn numbers(&self) -> &[usize] {
        &self.numbers
    }

    /// The rules that a row breaks, by their places in the list. `codes` has a code for each attribute that is learned,
    /// and `number` gives the exact number of one of [`Judge::numbers`], `None` where it is missing.
    pub fn broken<'j>(
        &'j self,
        codes: &'j [u16],
        number: impl Fn(usize) -> Option<i64> + 'j,
    ) -> impl Iterator<Item = usize> + 'j {
        let rules = self.rules.iter().enumerate();
        let broken = rules.filter(move |(_, rule)| !rule.holds(codes, &number));
        broken.map(|(place, _)| place)
    }
}

impl Judged {
    fn holds(&self, codes: &[u16], number: impl Fn(usize) -> Option<i64>) -> bool {
        let code = |place: &usize| codes.get(*place).copied().map(usize::from);
        match self {
            Self::Kept => true,
            Self::Forbidden(parts) => !parts.iter().any(|columns| {
                columns.iter().all(|(place, meant)| {
                    let meant = code(place).and_then(|code| meant.get(code));
                    meant.copied().unwrap_or(false)
                })
            }),
            Self::Order {
                first,
                second,
                strict,
            } => match (number(*first), number(*second)) {
                (Some(first), Some(second)) if *strict => first < second,
                (Some(first), Some(second)) => first <= second,
                _ => true,
            },
            Self::Determines { by, column, codes } => {
                let expected = code(by).and_then(|code| codes.get(code));
                expected.map(|code| usize::from(*code)) == code(column)
            }
        }
    }
}
