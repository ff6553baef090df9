//! Conditions as codes that no row has together.

use super::rule::{Condition, Rule, RuleKind};
use crate::schema::Attribute;

/// For some columns that are learned, by their indices in the schema, whether each code is meant. No row has a code that
/// is meant in all of them.
pub(super) struct Forbidden {
    /// In the order of the schema.
    pub(super) columns: Vec<(usize, Vec<bool>)>,
}

impl Rule {
    /// What an `Impossible` or `Implies` forbids; nothing for other rules.
    pub(super) fn forbidden(&self, schema: &[Attribute]) -> Vec<Forbidden> {
        match &self.kind {
            RuleKind::Impossible(conditions) => {
                let columns = conditions.iter().filter_map(|one| one.codes(schema, false));
                vec![Forbidden::of(columns)]
            }
            // Whoever meets `when` must not miss one of `then`.
            RuleKind::Implies { when, then } => then
                .iter()
                .map(|condition| {
                    let when = when.iter().filter_map(|one| one.codes(schema, false));
                    Forbidden::of(when.chain(condition.codes(schema, true)))
                })
                .collect(),
            RuleKind::Order(_) | RuleKind::Determines(_) => Vec::new(),
        }
    }
}

impl Forbidden {
    /// A column that is there twice must be meant twice.
    fn of(parts: impl Iterator<Item = (usize, Vec<bool>)>) -> Self {
        let mut columns: Vec<(usize, Vec<bool>)> = Vec::new();
        for (column, meant) in parts {
            match columns.iter_mut().find(|(known, _)| *known == column) {
                Some((_, known)) => {
                    for (one, other) in known.iter_mut().zip(meant) {
                        *one &= other;
                    }
                }
                None => columns.push((column, meant)),
            }
        }
        columns.sort_by_key(|(column, _)| *column);
        Self { columns }
    }
}

impl Condition {
    /// Which codes are meant, or all others where `negated`; of the column that determines this one, where one does.
    fn codes(&self, schema: &[Attribute], negated: bool) -> Option<(usize, Vec<bool>)> {
        let attribute = schema.get(self.column)?;
        let meant = if negated {
            self.selection.complement(attribute).codes(attribute)
        } else {
            self.selection.codes(attribute)
        };
        let Some(determined) = attribute.determined() else {
            return Some((self.column, meant));
        };
        let of_code = |code: &u16| meant.get(usize::from(*code)).copied();
        let meant = determined
            .codes
            .iter()
            .map(of_code)
            .collect::<Option<_>>()?;
        Some((determined.by, meant))
    }
}
