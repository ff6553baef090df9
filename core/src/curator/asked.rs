//! Which table is asked for, and which of its cells are answered.
//!
//! A rule is a public fact: some cells can hold no row. All cells are counted, and their total is checked; then the impossible ones are
//! discarded *before* noise is drawn, so that they leave the curator neither raw nor noisy (under `broken: Keep` one may
//! hold a real row). What is left is a part of the table, chosen by public facts: it moves no farther than the whole, by which it is
//! paid.
//!
//! Tested: `impossible_cells_are_never_answered` (three attributes of two values: no noise, nothing left, cells in
//! their places), `what_is_paid_for_is_answered` (memory of another size is refused before the charge),
//! `what_was_not_recorded_is_refused`.

use crate::Error;
use crate::domain::Domain;
use crate::variables::VariableSet;

/// A table that is asked for.
#[derive(Clone, Copy, Debug)]
pub struct AskedTable<'a> {
    /// What is counted.
    pub variables: &'a VariableSet,
    /// For every cell whether a row may be in it: public. Empty where one may be in any.
    pub possible: &'a [bool],
}

impl<'a> From<&'a VariableSet> for AskedTable<'a> {
    fn from(variables: &'a VariableSet) -> Self {
        Self {
            variables,
            possible: &[],
        }
    }
}

impl AskedTable<'_> {
    /// Refused: memory of another size.
    pub(super) fn expect_room(
        &self,
        domain: &Domain<'_>,
        scratch: &[u64],
        noisy: &[i64],
    ) -> Result<(), Error> {
        let cells = domain.cells(self.variables, u64::from(u32::MAX));
        let marked = self.possible.is_empty() || self.possible.len() == noisy.len();
        if cells == Some(scratch.len()) && cells == Some(noisy.len()) && marked {
            Ok(())
        } else {
            Err(Error::BufferTooSmall)
        }
    }

    /// Moves the possible cells to the front, wipes the others, and returns how many are left.
    pub(super) fn discard(&self, cells: &mut [i64]) -> usize {
        if self.possible.is_empty() {
            return cells.len();
        }
        let mut kept = 0_usize;
        for (place, possible) in self.possible.iter().enumerate() {
            let cell = cells.get_mut(place).map_or(0, core::mem::take);
            if *possible && let Some(slot) = cells.get_mut(kept) {
                *slot = cell;
                kept = kept.saturating_add(1);
            }
        }
        kept
    }

    /// Moves the cells at the front back to where they belong; an impossible one is zero.
    pub(super) fn put_back(&self, cells: &mut [i64], kept: usize) {
        let mut left = kept;
        for (place, possible) in self.possible.iter().enumerate().rev() {
            let mut cell = 0;
            if *possible {
                left = left.saturating_sub(1);
                cell = cells.get_mut(left).map_or(0, core::mem::take);
            }
            if let Some(slot) = cells.get_mut(place) {
                *slot = cell;
            }
        }
    }

    /// Whether an answer may be one of the curator's: nothing in impossible cells.
    #[cfg(feature = "alloc")]
    pub(crate) fn is_answered_by(&self, noisy: &[i64]) -> bool {
        let mut cells = self.possible.iter().zip(noisy);
        cells.all(|(possible, cell)| *possible || *cell == 0)
    }
}
