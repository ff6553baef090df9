//! The values of a column while it is dealt.

use rand_core::Rng;

use super::debts::ROW;
use crate::Error;
use crate::bayes::tickets::pick;

/// Memory for the values of a column: as many places as the largest variable has values, in each.
#[derive(Debug)]
pub struct Places<'a> {
    /// Chances, or cumulative weights.
    pub chances: &'a mut [u64],
    /// Rows that still get each value.
    pub stock: &'a mut [u32],
    /// The share of each value.
    pub shares: &'a mut [i32],
    /// What is owed of each value.
    pub owed: &'a mut [i32],
}

impl Places<'_> {
    /// The same memory, for a while.
    pub(super) fn reborrow(&mut self) -> Places<'_> {
        Places {
            chances: self.chances,
            stock: self.stock,
            shares: self.shares,
            owed: self.owed,
        }
    }

    /// The first of them.
    pub(super) fn first(&mut self, values: usize) -> Result<Places<'_>, Error> {
        Ok(Places {
            chances: self
                .chances
                .get_mut(..values)
                .ok_or(Error::BufferTooSmall)?,
            stock: self.stock.get_mut(..values).ok_or(Error::BufferTooSmall)?,
            shares: self.shares.get_mut(..values).ok_or(Error::BufferTooSmall)?,
            owed: self.owed.get_mut(..values).ok_or(Error::BufferTooSmall)?,
        })
    }

    /// Shares, stock and remainders (as chances) of values with these weights, for so many rows; returns
    /// the rows that the remainders add up to.
    #[allow(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss
    )]
    pub(super) fn fill(
        &mut self,
        rows: u32,
        weights: impl Iterator<Item = u64>,
        total: u64,
    ) -> u32 {
        let unit = f64::from(ROW) / total as f64;
        let total = u128::from(total);
        let mut left = rows;
        let slots = self.stock.iter_mut().zip(self.shares.iter_mut());
        for (((stock, share), chance), weight) in slots.zip(self.chances.iter_mut()).zip(weights) {
            *share = (weight as f64 * unit) as i32;
            let rows_due = u128::from(weight).saturating_mul(rows.into());
            let (whole, rest) = match rows_due.checked_div(total) {
                // Most values of small groups get no whole row: no division.
                _ if rows_due < total => (0, rows_due),
                Some(whole) => (whole, rows_due.wrapping_rem(total)),
                None => (0, 0),
            };
            *stock = u32::try_from(whole).unwrap_or(left).min(left);
            left = left.saturating_sub(*stock);
            // However small a remainder, it has a chance: others alone might be too few.
            *chance = if rest == 0 {
                0
            } else {
                ((rest as f64 * unit) as u64).max(1)
            };
        }
        left
    }

    /// One more of so many values, each at most once, by their remainders.
    pub(super) fn hand_out<R: Rng>(&mut self, more: u32, rng: &mut R) {
        for _ in 0..more {
            let remainders = self.chances.iter().copied();
            let Some(value) = self.lean(remainders, rng) else {
                return;
            };
            if let (Some(chance), Some(stock)) =
                (self.chances.get_mut(value), self.stock.get_mut(value))
            {
                *chance = 0;
                *stock = stock.saturating_add(1);
            }
        }
    }

    /// A value out of the stock.
    pub(super) fn take<R: Rng>(&mut self, rng: &mut R) -> usize {
        let stock = self.stock.iter().map(|&stock| stock.into());
        let value = self.lean(stock, rng).unwrap_or(0);
        if let Some(stock) = self.stock.get_mut(value) {
            *stock = stock.saturating_sub(1);
        }
        value
    }

    /// A value by the weights times one more than what is owed, in rows; by the weights alone where none is owed.
    fn lean<R: Rng>(
        &self,
        weights: impl Iterator<Item = u64> + Clone,
        rng: &mut R,
    ) -> Option<usize> {
        let leaning = weights
            .clone()
            .zip(self.owed.iter())
            .map(|(weight, &owed)| {
                let factor = owed.saturating_add(ROW).clamp(0, MOST_FACTOR);
                weight.saturating_mul(factor.unsigned_abs().into())
            });
        pick(leaning, rng).or_else(|| pick(weights, rng))
    }
}

/// No debt makes a chance more than 32 times as large: sums of chances stay below 2^61.
const MOST_FACTOR: i32 = 32 * ROW;
