//! Values dealt to rows, group by group.

use core::ops::Range;

use rand_core::Rng;

use super::places::Places;
use crate::Error;
use crate::bayes::tickets::{below, place_in_sums, rows_due, shuffle, sum_up};

/// Whether a histogram is drawn down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replacement {
    /// Every row draws for itself.
    With,
    /// Rows draw down one histogram.
    Without,
}

/// Rows in groups, and the hand that deals values to them.
pub(super) struct Dealer<'a, R> {
    pub(super) replacement: Replacement,
    /// Row numbers, group after group.
    pub(super) order: &'a mut [u32],
    /// Where each group starts.
    pub(super) starts: &'a mut [u32],
    pub(super) places: Places<'a>,
    pub(super) rng: &'a mut R,
}

impl<R: Rng> Dealer<'_, R> {
    /// Rows grouped by their key, which is below `keys`: a counting sort.
    pub(super) fn group(&mut self, key_of_row: &[u32], keys: usize) -> Result<(), Error> {
        let starts = self.starts.get_mut(..=keys).ok_or(Error::BufferTooSmall)?;
        starts.fill(0);
        for &key in key_of_row {
            let next = starts
                .get_mut(key as usize + 1)
                .ok_or(Error::BufferTooSmall)?;
            *next = next.wrapping_add(1);
        }
        let mut sum = 0_u32;
        for start in starts.iter_mut() {
            sum = sum.wrapping_add(*start);
            *start = sum;
        }
        for (row, &key) in (0_u32..).zip(key_of_row) {
            let next = starts.get_mut(key as usize).ok_or(Error::BufferTooSmall)?;
            *self
                .order
                .get_mut(*next as usize)
                .ok_or(Error::BufferTooSmall)? = row;
            *next = next.wrapping_add(1);
        }
        // Every start has moved to its group's end, the start of the next: move them back.
        starts.copy_within(..keys, 1);
        if let Some(first) = starts.first_mut() {
            *first = 0;
        }
        Ok(())
    }

    /// The places of a group in the order.
    pub(super) fn segment(&self, key: usize) -> Range<usize> {
        match (self.starts.get(key), self.starts.get(key + 1)) {
            (Some(&start), Some(&end)) => start as usize..end as usize,
            _ => 0..0,
        }
    }

    /// Gives every row of the segment a place, by the places' weights; all weights zero count as
    /// all equal.
    pub(super) fn deal(
        &mut self,
        segment: Range<usize>,
        weights: impl Iterator<Item = u64> + Clone,
        give: impl FnMut(usize, usize),
    ) -> Result<(), Error> {
        let total = sum_up(weights.clone());
        if total == 0 {
            let equal = weights.map(|_| 1);
            let count = sum_up(equal.clone());
            return self.deal_weighted(segment, equal, count, give);
        }
        self.deal_weighted(segment, weights, total, give)
    }

    fn deal_weighted(
        &mut self,
        segment: Range<usize>,
        weights: impl Iterator<Item = u64>,
        total: u64,
        mut give: impl FnMut(usize, usize),
    ) -> Result<(), Error> {
        let rows = self.order.get_mut(segment).ok_or(Error::BufferTooSmall)?;
        match self.replacement {
            Replacement::Without => {
                shuffle(rows, self.rng);
                let start = below(total, self.rng);
                let count = rows.len() as u128;
                let mut rows = rows.iter();
                let mut cumulative = 0_u128;
                let mut given = 0_u128;
                for (place, weight) in weights.enumerate() {
                    cumulative = cumulative.saturating_add(u128::from(weight));
                    let due = rows_due(cumulative, count, start, total);
                    let more = usize::try_from(due.saturating_sub(given)).unwrap_or(0);
                    for &row in rows.by_ref().take(more) {
                        give(row as usize, place);
                    }
                    given = due;
                }
            }
            Replacement::With => {
                let mut used = 0_usize;
                let mut sum = 0_u64;
                for (weight, slot) in weights.zip(self.places.chances.iter_mut()) {
                    sum = sum.saturating_add(weight);
                    *slot = sum;
                    used = used.saturating_add(1);
                }
                let sums = self
                    .places
                    .chances
                    .get(..used)
                    .ok_or(Error::BufferTooSmall)?;
                for &row in rows.iter() {
                    let ticket = below(total, self.rng);
                    give(row as usize, place_in_sums(sums, ticket));
                }
            }
        }
        Ok(())
    }
}
