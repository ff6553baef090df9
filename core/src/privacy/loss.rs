//! Privacy losses: how they add up, and what a pure one costs in Gaussian DP.
//!
//! Proved: `charge_is_atomic`, `spending_never_passes_the_total` (sums, differences and what an error says), for every
//! amount; in part `pure_losses_cost_their_square` (8 bits: a product by a constant of 64 bits, and a division).
//! Tested: `gaussian_charge_of_a_selection` for (π/8)·ε², `pi_is_rounded_up_and_tight`.

use core::fmt;
use core::num::NonZeroU128;

use super::{MuSquared, PureEpsilon};
use crate::{Error, wide};

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::MuSquared {}
    impl Sealed for super::PureEpsilon {}
}

/// A privacy loss that composes by addition. Sealed: a foreign loss is an unreviewed claim.
pub trait Loss: sealed::Sealed + Copy + Ord + fmt::Debug {
    /// Nothing spent.
    const ZERO: Self;
    /// The sum, or `None` where it does not fit.
    fn checked_add(self, other: Self) -> Option<Self>;
    /// The difference, or `None` below zero.
    fn checked_sub(self, other: Self) -> Option<Self>;
    /// The refusal of a charge.
    fn over_budget(asked: Self, left: Self) -> Error;
}

impl Loss for MuSquared {
    const ZERO: Self = Self(0);

    fn checked_add(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }

    fn checked_sub(self, other: Self) -> Option<Self> {
        self.0.checked_sub(other.0).map(Self)
    }

    fn over_budget(asked: Self, left: Self) -> Error {
        Error::OverBudget { asked, left }
    }
}

impl Loss for PureEpsilon {
    const ZERO: Self = Self(0);

    fn checked_add(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }

    fn checked_sub(self, other: Self) -> Option<Self> {
        self.0.checked_sub(other.0).map(Self)
    }

    fn over_budget(asked: Self, left: Self) -> Error {
        Error::OverPureBudget { asked, left }
    }
}

impl PureEpsilon {
    /// What any ε-DP answer costs in Gaussian DP, rounded up: μ² = (π/2)·ε². Its worst law is that
    /// of a coin with odds e^ε, and μ = 2Φ⁻¹(e^ε/(1+e^ε)) ≤ √(π/2)·ε.
    pub fn to_mu_squared_up(self) -> Result<MuSquared, Error> {
        self.squared_times_pi_up(1)
    }

    /// (π/2^shift)·ε² as μ², rounded up: ε² in units of 2^−80 becomes units of 2^−112.
    pub(crate) fn squared_times_pi_up(self, shift: u32) -> Result<MuSquared, Error> {
        let squared = u128::from(self.0).saturating_mul(u128::from(self.0));
        let scale = 1_u128 << (MuSquared::FRACTION_BITS - 2 * Self::FRACTION_BITS - shift);
        squared
            .checked_mul(scale)
            .and_then(times_pi_up)
            .map(MuSquared)
            .ok_or(Error::LossOutOfRange)
    }
}

/// At least ⌈n·π⌉ and above it by at most 2^−62 of it, the constant of a selection's Gaussian
/// charge. `None` where it does not fit.
fn times_pi_up(n: u128) -> Option<u128> {
    wide::mul_div_ceil(n, PI_UP, PI_UNIT)
}

/// π·2^62 = 14488038916154245684.93…, rounded up.
const PI_UP: u128 = 14_488_038_916_154_245_685;
const PI_UNIT: NonZeroU128 = NonZeroU128::new(1 << 62).unwrap();

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pi_is_rounded_up_and_tight() {
        assert_eq!(times_pi_up(1), Some(4));
        // ⌈10^30·π⌉ lies within the 2^−64 relative slack of the constant.
        let upper = times_pi_up(10_u128.pow(30)).unwrap();
        let truth = 3_141_592_653_589_793_238_462_643_383_279_u128;
        assert!(upper > truth && upper - truth < truth >> 62, "{upper}");
    }
}
