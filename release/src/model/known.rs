//! What is known of rows that are to be drawn.

use core::ops::RangeInclusive;

use privet_spec::Release;

/// Weights of values that hold for all rows, and what is known of some of them beside.
pub(crate) struct Known<'r> {
    pub(crate) release: &'r Release,
    /// For each learned attribute a weight of every code; nothing where nothing is known.
    pub(crate) weights: Vec<Vec<f64>>,
    /// Every row belongs to one of them.
    pub(crate) groups: Vec<Group>,
    /// Cells that conditioning may take.
    pub(crate) max_cells: u64,
}

/// Rows of which the same is known. Columns are places in the schema.
pub(crate) struct Group {
    /// Columns with the code that is given.
    pub(crate) codes: Vec<(usize, u16)>,
    /// Columns with the numbers that rules leave them; they may be missing all the same.
    pub(crate) between: Vec<(usize, RangeInclusive<i64>)>,
    /// Which rows these are.
    pub(crate) rows: Vec<u32>,
    /// Where an error is to point to.
    pub(crate) place: String,
}

impl Known<'_> {
    /// Weights of one group.
    pub(crate) fn weights_of(&self, group: &Group) -> Vec<Vec<f64>> {
        let mut weights = self.weights.clone();
        for &(column, code) in &group.codes {
            let attribute = self.release.schema.get(column);
            match attribute.and_then(|attribute| attribute.determined()) {
                // Of the column that it follows from, those that it follows from.
                Some(follows) => self.mask(&mut weights, follows.by, |of| {
                    follows.codes.get(usize::from(of)) == Some(&code)
                }),
                None => self.mask(&mut weights, column, |of| of == code),
            }
        }
        for (column, numbers) in &group.between {
            let attribute = self.release.schema.get(*column);
            self.mask(&mut weights, *column, |of| {
                let bin = attribute.and_then(|attribute| attribute.numbers_of(of));
                bin.is_none_or(|bin| {
                    bin.start().max(numbers.start()) <= bin.end().min(numbers.end())
                })
            });
        }
        weights
    }

    /// The weight of a row with these codes, one for each learned attribute.
    pub(crate) fn weight(&self, codes: impl Iterator<Item = u16>) -> f64 {
        let of = codes.zip(&self.weights).map(|(code, weights)| {
            let known = weights.get(usize::from(code)).copied();
            known.unwrap_or(if weights.is_empty() { 1.0 } else { 0.0 })
        });
        of.product()
    }

    /// Excludes all but some codes of a learned column.
    fn mask(&self, weights: &mut [Vec<f64>], column: usize, is_kept: impl Fn(u16) -> bool) {
        let before = self.release.schema.iter().take(column);
        let learned = before.filter(|before| before.is_learned()).count();
        let attribute = self.release.schema.get(column);
        if let (Some(weights), Some(attribute)) = (weights.get_mut(learned), attribute) {
            if weights.is_empty() {
                *weights = vec![1.0; attribute.size() as usize];
            }
            for (code, weight) in (0..=u16::MAX).zip(weights) {
                if !is_kept(code) {
                    *weight = 0.0;
                }
            }
        }
    }
}
