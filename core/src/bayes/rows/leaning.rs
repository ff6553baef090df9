//! Values dealt to the rows of one group by chances that lean against debts.
//!
//! Of n rows with the same parents each value gets ⌊n·p⌋ or ⌈n·p⌉. Which values get one more, and which
//! row gets which value, are lotteries: the chance of a value is its remainder n·p − ⌊n·p⌋, or what is left
//! of its stock, times 1 + debt, where the debt is what the row's cells are owed of this value, in rows
//! (`debts`); nothing below a debt of −1. As long as nothing is owed these are the model's chances.

use core::ops::Range;

use rand_core::Rng;

use super::columns::set;
use super::dealer::{Dealer, Replacement};
use super::debts::Debts;
use crate::Error;
use crate::bayes::tickets::sum_up;

impl<R: Rng> Dealer<'_, R> {
    /// Gives every row of the segment a value by its weight; without replacement by what is owed too.
    pub(super) fn deal_column(
        &mut self,
        segment: Range<usize>,
        weights: impl Iterator<Item = u64> + Clone,
        debts: &mut Debts<'_>,
        columns: &mut [&mut [u16]],
    ) -> Result<(), Error> {
        let (domain, child) = (debts.domain, debts.child);
        let total = sum_up(weights.clone());
        if debts.is_empty() || total == 0 || self.replacement == Replacement::With {
            return self.deal(segment, weights, |row, value| {
                set(columns, domain, child, row, value);
            });
        }
        let count = u32::try_from(segment.len()).map_err(|_| Error::TooManyToDraw)?;
        let mut places = self.places.first(domain.size(child) as usize)?;
        let mut left = places.fill(count, weights, total);
        for place in segment {
            debts.turn_to(place, self.order, &*columns, places.owed)?;
            places.hand_out(core::mem::take(&mut left), self.rng);
            let value = places.take(self.rng);
            if let Some(&row) = self.order.get(place) {
                set(columns, domain, child, row as usize, value);
            }
            debts.settle(places.shares, value)?;
        }
        Ok(())
    }
}
