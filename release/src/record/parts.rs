//! Which parts of a table a query asks for, as the record writes it.

use privet_core::neighbours::Neighbours;
use privet_core::parts::{AskedParts, MOST_AXES, Parts, sensitivity};
use privet_core::privacy::SquaredSensitivity;
use serde::{Deserialize, Serialize};

use crate::plan::{VariableName, Variables};

/// The parts of a table that are not asked for; with the numbers of values all that its sensitivity follows from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartsFile {
    /// How many values each of the query's columns has.
    pub values: Vec<u32>,
    /// What is left out: for each part the columns that it is about, none for the total.
    pub left_out: Vec<Vec<VariableName>>,
}

impl PartsFile {
    pub(crate) fn of(variables: &Variables, asked: &AskedParts) -> Self {
        let columns = variables.names(asked.variables());
        Self {
            values: asked.sizes().to_vec(),
            left_out: left_out(&columns, asked.parts()),
        }
    }

    /// Units of a row: the table's cells.
    pub(crate) fn units(&self) -> f64 {
        self.values
            .iter()
            .map(|&values| f64::from(values))
            .product()
    }

    /// Δ² of the answer, recomputed; nothing where these are not parts of a table over these columns.
    pub(crate) fn sensitivity(
        &self,
        columns: &[VariableName],
        neighbours: Neighbours,
    ) -> Option<SquaredSensitivity> {
        if columns.len() != self.values.len() || columns.len() > MOST_AXES {
            return None;
        }
        let is_asked = |number: &usize| !self.left_out.contains(&named(columns, *number));
        let parts = Parts::new(numbers(columns).filter(is_asked)).ok()?;
        // Every part that is left out is one of them, in its place.
        let is_as_written = left_out(columns, parts) == self.left_out;
        let moved = sensitivity(&self.values, parts, neighbours).ok();
        moved.filter(|_| is_as_written)
    }
}

/// The parts of a table over these columns that are not among those asked for.
pub(crate) fn left_out(columns: &[VariableName], asked: Parts) -> Vec<Vec<VariableName>> {
    let others = numbers(columns).filter(|&number| !asked.has(number));
    others.map(|number| named(columns, number)).collect()
}

/// The numbers of all parts of a table over these columns.
fn numbers(columns: &[VariableName]) -> impl Iterator<Item = usize> + use<> {
    0..1_usize << columns.len().min(MOST_AXES)
}

/// The columns of the part of this number.
fn named(columns: &[VariableName], number: usize) -> Vec<VariableName> {
    let places = columns.iter().enumerate();
    let within = places.filter(|(place, _)| number >> place & 1 == 1);
    within.map(|(_, name)| name.clone()).collect()
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::*;

    fn name(column: &str) -> VariableName {
        VariableName(column.to_owned(), 1)
    }

    #[test]
    fn a_record_tells_how_far_a_row_moves_its_parts() {
        let columns = [name("sex"), name("age")];
        let one_row = Neighbours::AddRemove {
            rows: NonZeroU32::MIN,
        };
        let moved = |values: &[u32], left_out: &[&[&str]]| {
            let part = |part: &&[&str]| part.iter().map(|column| name(column)).collect();
            let parts = PartsFile {
                values: values.to_vec(),
                left_out: left_out.iter().map(part).collect(),
            };
            let moved = parts.sensitivity(&columns, one_row);
            moved.map(SquaredSensitivity::units)
        };
        let pair = PartsFile {
            values: vec![2, 5],
            left_out: Vec::new(),
        };
        assert!((pair.units() - 10.0).abs() < 1e-9);
        // Two by five cells: ten units to a row, of whose square each number of a part has a tenth.
        assert_eq!(moved(&[2, 5], &[]), Some(100));
        assert_eq!(moved(&[2, 5], &[&[], &["sex"], &["age"]]), Some(10 * 4));
        assert_eq!(moved(&[2, 5], &[&[], &["age"]]), Some(10 * 5));
        let refused: [(&[u32], &[&[&str]]); 8] = [
            // Not the numbers of values of two columns.
            (&[2], &[]),
            (&[2, 5, 1], &[]),
            // A part twice, out of its order, and of a column that is not there.
            (&[2, 5], &[&[], &[]]),
            (&[2, 5], &[&["sex"], &[]]),
            (&[2, 5], &[&["job"]]),
            (&[2, 5], &[&["age", "sex"]]),
            // A table that is too large, and nothing asked for.
            (&[1 << 12, 2], &[&[]]),
            (&[2, 5], &[&[], &["sex"], &["age"], &["sex", "age"]]),
        ];
        for (values, left_out) in refused {
            assert_eq!(moved(values, left_out), None, "{values:?} {left_out:?}");
        }
        // A list of columns that nobody could go through.
        let parts = PartsFile {
            values: vec![1; 60],
            left_out: Vec::new(),
        };
        let many: Vec<VariableName> = (0..60).map(|number| name(&number.to_string())).collect();
        assert_eq!(parts.sensitivity(&many, one_row), None);
    }
}
