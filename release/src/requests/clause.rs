//! One condition as a user types it: `region = north`.

use privet_spec::Release;

use super::columns::{refuse_generated, unknown_column};
use crate::error::Error;

/// A column, an operator, and what stands behind it.
pub(super) struct Clause<'t> {
    /// The column's place in the schema.
    pub(super) attribute: usize,
    pub(super) operator: Operator,
    pub(super) value: &'t str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Is,
    IsNot,
    Below,
    AtMost,
    Above,
    AtLeast,
}

impl<'t> Clause<'t> {
    /// Refused: text without an operator, or before it no column of the release.
    pub(super) fn read(release: &Release, text: &'t str) -> Result<Self, Error> {
        let begun = text.trim_start();
        let mut best: Option<(usize, Self)> = None;
        for (attribute, known) in release.schema.iter().enumerate() {
            let rest = begun.strip_prefix(known.name());
            // Of two names, one of which begins with the other, the longer one is meant.
            let length = known.name().len();
            if best.as_ref().is_some_and(|(longest, _)| *longest > length) {
                continue;
            }
            if let Some((operator, value)) = rest.and_then(operator) {
                let clause = Self {
                    attribute,
                    operator,
                    value,
                };
                best = Some((length, clause));
            }
        }
        let Some((_, clause)) = best else {
            return Err(no_such_column(release, begun));
        };
        let column = release.schema.get(clause.attribute);
        column.map_or(Ok(()), |column| refuse_generated(column, &place(text)))?;
        Ok(clause)
    }
}

/// How errors name a condition.
pub(super) fn place(text: &str) -> String {
    format!("--where '{}'", text.trim())
}

/// The operator that a text begins with, and what follows.
fn operator(text: &str) -> Option<(Operator, &str)> {
    let text = text.trim_start();
    let mut operators = OPERATORS.iter();
    operators.find_map(|(sign, operator)| Some((*operator, text.strip_prefix(sign)?.trim())))
}

fn no_such_column(release: &Release, text: &str) -> Error {
    let starts = OPERATORS.iter().filter_map(|(sign, _)| text.find(sign));
    let Some(name) = starts.min().and_then(|start| text.get(..start)) else {
        return Error::refused(
            place(text),
            "it has no operator",
            "write a column, one of = != < <= > >=, and a value, as in 'age >= 60'",
        );
    };
    unknown_column(release, name.trim(), &place(text))
}

/// The longer ones first.
const OPERATORS: [(&str, Operator); 7] = [
    ("!=", Operator::IsNot),
    ("<=", Operator::AtMost),
    (">=", Operator::AtLeast),
    ("==", Operator::Is),
    ("=", Operator::Is),
    ("<", Operator::Below),
    (">", Operator::Above),
];
