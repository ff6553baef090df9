//! A share of a budget, exact: a fraction of whole numbers, at most one.
//!
//! Proved: `numbers_out_of_range_are_refused`, for every share; in part `shares_never_pass_the_whole` (whole below 64,
//! denominators up to 7: a wide division).
//! Tested: `parts_never_pass_the_whole` for weights, whose sum is that of a list.

use core::num::NonZeroU64;

use crate::{Error, wide};

/// A fraction between 0 (excluded) and 1. Invariant: `0 < numerator ≤ denominator`.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    numerator: NonZeroU64,
    denominator: NonZeroU64,
}

impl Share {
    /// All of it.
    pub const WHOLE: Self = Self {
        numerator: NonZeroU64::MIN,
        denominator: NonZeroU64::MIN,
    };

    /// `numerator / denominator`. Refused: zero, or above one.
    pub fn new(numerator: u64, denominator: u64) -> Result<Self, Error> {
        match (NonZeroU64::new(numerator), NonZeroU64::new(denominator)) {
            (Some(numerator), Some(denominator)) if numerator <= denominator => Ok(Self {
                numerator,
                denominator,
            }),
            _ => Err(Error::ShareOutOfRange),
        }
    }

    /// The share of `weight` in the sum of `weights`.
    pub fn weight_of(weight: u32, weights: &[u32]) -> Result<Self, Error> {
        let sum = weights
            .iter()
            .try_fold(0_u64, |sum, &each| sum.checked_add(u64::from(each)))
            .ok_or(Error::ShareOutOfRange)?;
        Self::new(u64::from(weight), sum)
    }

    /// ⌊whole·share⌋. Never above `whole`, since a share is at most one.
    pub(crate) fn of_down(self, whole: u128) -> u128 {
        let numerator = u128::from(self.numerator.get());
        wide::mul_div_floor(whole, numerator, self.denominator.into()).unwrap_or(whole)
    }
}
