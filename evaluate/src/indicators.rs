//! Columns as indicators: for each group of each column a feature, 1 in rows of that group.

use crate::groups::Groups;
use crate::held_out::Rows;
use crate::input::{Attribute, Comparison};
use crate::question::Question;

/// The groups of every column.
pub(crate) struct Indicators {
    groups: Vec<Groups>,
}

impl Indicators {
    pub(crate) fn new(comparison: &Comparison<'_>) -> Self {
        let columns = comparison
            .attributes()
            .iter()
            .zip(&comparison.real().columns);
        let groups =
            columns.map(|(attribute, column): (&Attribute, _)| Groups::new(attribute, *column));
        Self {
            groups: groups.collect(),
        }
    }

    /// The number of features for one target.
    pub(crate) fn features(&self, target: usize) -> usize {
        let others = self
            .groups
            .iter()
            .enumerate()
            .filter(|(place, _)| *place != target);
        others.map(|(_, groups)| groups.count()).sum()
    }
}

/// Rows as the features that are 1, and answers.
pub(crate) struct Examples {
    /// One number a column but the target's, row after row.
    active: Vec<u32>,
    width: usize,
    features: usize,
    answers: Vec<bool>,
}

impl Examples {
    pub(crate) fn new(
        indicators: &Indicators,
        target: usize,
        question: &Question,
        rows: &Rows<'_, '_>,
    ) -> Self {
        let columns = indicators.groups.iter().zip(&rows.table.columns);
        let others = columns.enumerate().filter(|(place, _)| *place != target);
        let width = indicators.groups.len().saturating_sub(1);
        let mut active = vec![0; rows.places.len().saturating_mul(width)];
        let mut offset = 0;
        // Column after column, so that each is read from its first row to its last.
        for (column, (_, (groups, codes))) in others.enumerate() {
            let cells = active.iter_mut().skip(column).step_by(width.max(1));
            for (cell, row) in cells.zip(&rows.places) {
                let feature = offset + groups.group(usize::from(codes.codes.at(*row)));
                // At most 33 features a column.
                *cell = u32::try_from(feature).unwrap_or(u32::MAX);
            }
            offset += groups.count();
        }
        let codes = rows.table.columns.get(target).map(|column| column.codes);
        let answer =
            |row: &usize| codes.is_some_and(|codes| question.answer(usize::from(codes.at(*row))));
        let answers = rows.places.iter().map(answer).collect();
        Self::of_rows(active, width, offset, answers)
    }

    /// `width` numbers of features a row, row after row, and one answer each.
    pub(crate) fn of_rows(
        active: Vec<u32>,
        width: usize,
        features: usize,
        answers: Vec<bool>,
    ) -> Self {
        Self {
            active,
            width,
            features,
            answers,
        }
    }

    /// For each row the features that are 1.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[u32]> {
        self.active.chunks_exact(self.width.max(1))
    }

    /// The number of features.
    pub(crate) fn features(&self) -> usize {
        self.features
    }

    pub(crate) fn answers(&self) -> &[bool] {
        &self.answers
    }
}
