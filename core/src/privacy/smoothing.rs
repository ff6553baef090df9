//! The weight of the uniform law in a smoothed histogram.
//!
//! Proved: `numbers_out_of_range_are_refused`, for every weight.
//! Tested: `smoothing_weight_fits_its_share`, `the_smallest_weight_fits_and_is_the_smallest`:
//! `SmoothingWeight::loss_up` rests on `ln_up()`.
//! Assumed: nothing. Privacy does not rest on `SmoothingWeight::smallest_up`: the ledger charges what
//! `SmoothingWeight::loss_up` says.

use core::num::{NonZeroU32, NonZeroU128};

use super::logarithm::{self, ln_up};
use super::{Loss as _, PureEpsilon};
use crate::{Error, wide};

/// What a smoothed histogram is drawn for: all public.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draws {
    /// n, the number of rows of the table. Below 2^32, though other answers take tables of 2^40 rows: there the least λ
    /// would be known to four decimal places only.
    pub rows: u32,
    /// K, the number of cells, at most 2^24.
    pub cells: NonZeroU32,
    /// k, the number of rows that are drawn.
    pub draws: u32,
}

/// λ, a multiple of 2^−63. Invariant: `0 < λ ≤ 1`.
///
/// 63 digits: where λ is least, k·K/(n·ε) for few cells and many rows, it is still known to twelve
/// decimal places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SmoothingWeight(u64);

impl SmoothingWeight {
    /// Binary digits after the point.
    pub const FRACTION_BITS: u32 = 63;
    /// λ = 1: the table is not looked at.
    pub const ONE: Self = Self(ONE);

    /// So many units of 2^−63. Refused: zero, or above one.
    pub fn new(units: u64) -> Result<Self, Error> {
        if units == 0 || units > ONE {
            return Err(Error::WeightOutOfRange);
        }
        Ok(Self(units))
    }

    /// The smallest λ whose loss, rounded up, fits `share`.
    ///
    /// λ = 1 costs nothing, so there is one; the search by halves ends on a λ whose loss was computed
    /// and found to fit.
    pub fn smallest_up(draws: Draws, share: PureEpsilon) -> Result<Self, Error> {
        if draws.rows == 0 {
            return Ok(Self::ONE);
        }
        let fits = |units: u64| {
            // A loss that cannot be represented is above every share.
            Self(units).loss_up(draws).is_ok_and(|loss| loss <= share)
        };
        let (mut fails, mut works) = (0, ONE);
        // fails < smallest ≤ works; 63 halvings leave them next to each other.
        for _ in 0..63 {
            let middle = fails + (works - fails) / 2;
            if middle == fails {
                break;
            }
            if fits(middle) {
                works = middle;
            } else {
                fails = middle;
            }
        }
        Self(works).loss_up(draws).map(|_| Self(works))
    }

    /// ε of all draws together: k·ln(1 + (1−λ)K/(nλ)), rounded up; 0 where the table is not looked at.
    ///
    /// Above the truth by less than 2^−40·(1 + 2^−31): the logarithm by 2^−103, k times, and the last
    /// rounding by a unit.
    pub fn loss_up(self, draws: Draws) -> Result<PureEpsilon, Error> {
        if self == Self::ONE {
            return Ok(PureEpsilon::ZERO);
        }
        if draws.cells.get() > MOST_CELLS {
            return Err(Error::LossOutOfRange);
        }
        // 1 + (1−λ)K/(nλ) = (n·a + (2^63 − a)·K)/(n·a) with λ = a/2^63: both below 2^96.
        let smoothed = u128::from(draws.rows) * u128::from(self.0);
        let moved = u128::from(ONE - self.0) * u128::from(draws.cells.get());
        // Without rows only λ = 1 has a meaning.
        let smoothed = NonZeroU128::new(smoothed).ok_or(Error::WeightOutOfRange)?;
        let ratio = smoothed.get() + moved;
        ln_up(ratio, smoothed)
            .and_then(|each| wide::mul_div_ceil(each, u128::from(draws.draws), EPSILON_UNITS))
            .and_then(|units| u64::try_from(units).ok())
            .map(PureEpsilon::from_units)
            .ok_or(Error::LossOutOfRange)
    }

    /// The number of units of 2^−63.
    pub const fn units(self) -> u64 {
        self.0
    }

    /// The nearest float, for messages.
    #[allow(clippy::cast_precision_loss)] // for messages only
    pub fn to_f64(self) -> f64 {
        libm::ldexp(self.0 as f64, -63)
    }
}

const ONE: u64 = 1 << SmoothingWeight::FRACTION_BITS;
/// From units of the logarithm to those of ε.
const EPSILON_UNITS: NonZeroU128 =
    NonZeroU128::new(1 << (logarithm::FRACTION_BITS - PureEpsilon::FRACTION_BITS)).unwrap();
/// The largest table that there is.
const MOST_CELLS: u32 = 1 << 24;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_tell_the_number() {
        let half = SmoothingWeight::new(1 << 62).unwrap();
        assert_eq!(half.to_f64().to_bits(), 0.5_f64.to_bits());
    }

    /// 2^24 cells are the largest table, and one more is none.
    #[test]
    fn a_table_that_cannot_be_costs_nothing_that_could_be_charged() {
        let of = |cells| Draws {
            rows: 1 << 20,
            cells: NonZeroU32::new(cells).unwrap(),
            draws: 1,
        };
        let half = SmoothingWeight::new(1 << 62).unwrap();
        assert!(half.loss_up(of(1 << 24)).is_ok());
        assert_eq!(half.loss_up(of((1 << 24) + 1)), Err(Error::LossOutOfRange));
        assert_eq!(
            SmoothingWeight::ONE.loss_up(of((1 << 24) + 1)),
            Ok(PureEpsilon::ZERO)
        );
    }
}
