//! What a ledger adds up: μ² of a Gaussian release, ε of a pure one. Integers, so sums are exact.

use core::fmt;
use core::num::{NonZeroU32, NonZeroU128};

use super::Share;
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

/// μ² of Gaussian DP, in units of 2^−112 (so up to 2^16; the certified range ends near 1402).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MuSquared(u128);

impl MuSquared {
    /// Binary digits after the point.
    pub const FRACTION_BITS: u32 = 112;

    /// So many units of 2^−112.
    pub const fn from_units(units: u128) -> Self {
        Self(units)
    }

    /// The number of units of 2^−112.
    pub const fn units(self) -> u128 {
        self.0
    }

    /// The largest μ² not above `value`. Refused: below zero, NaN, 2^16 or more.
    pub fn from_f64_down(value: f64) -> Result<Self, Error> {
        if !(0.0..LARGEST_MU_SQUARED).contains(&value) {
            return Err(Error::LossOutOfRange);
        }
        Ok(Self(fixed_point_down(value, Self::FRACTION_BITS)))
    }

    /// The nearest float, for messages.
    pub fn to_f64(self) -> f64 {
        to_f64(self.0, Self::FRACTION_BITS)
    }

    /// This share of it, rounded down.
    #[must_use]
    pub fn share_down(self, share: Share) -> Self {
        Self(share.of_down(self.0))
    }

    /// One of `parts` equal parts, rounded down: together they never pass the whole.
    #[must_use]
    pub const fn equal_part_down(self, parts: NonZeroU32) -> Self {
        Self(self.0 / parts.get() as u128)
    }

    /// The part of `weight` among `weights` (which should contain it), rounded down.
    pub fn weighted_part_down(self, weight: u32, weights: &[u32]) -> Result<Self, Error> {
        Ok(self.share_down(Share::weight_of(weight, weights)?))
    }
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

/// ε of pure DP, in units of 2^−40 (so from 9·10⁻¹³ to 2^24): coarse enough that γ = ε·gap/(2Δ) is
/// a fraction of machine words, which is what makes exact selection cheap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PureEpsilon(u64);

impl PureEpsilon {
    /// Binary digits after the point.
    pub const FRACTION_BITS: u32 = 40;

    /// So many units of 2^−40.
    pub const fn from_units(units: u64) -> Self {
        Self(units)
    }

    /// The number of units of 2^−40.
    pub const fn units(self) -> u64 {
        self.0
    }

    /// The largest ε not above `value`. Refused: below zero, NaN, 2^24 or more.
    pub fn from_f64_down(value: f64) -> Result<Self, Error> {
        if !(0.0..LARGEST_PURE_EPSILON).contains(&value) {
            return Err(Error::LossOutOfRange);
        }
        u64::try_from(fixed_point_down(value, Self::FRACTION_BITS))
            .map(Self)
            .map_err(|_| Error::LossOutOfRange)
    }

    /// The nearest float, for messages.
    pub fn to_f64(self) -> f64 {
        to_f64(u128::from(self.0), Self::FRACTION_BITS)
    }

    /// This share of it, rounded down.
    #[must_use]
    pub fn share_down(self, share: Share) -> Self {
        // A share is at most one, so the part fits where the whole does.
        Self(u64::try_from(share.of_down(u128::from(self.0))).unwrap_or(self.0))
    }

    /// One of `parts` equal parts, rounded down: together they never pass the whole.
    #[must_use]
    pub const fn equal_part_down(self, parts: NonZeroU32) -> Self {
        Self(self.0 / parts.get() as u64)
    }

    /// The part of `weight` among `weights` (which should contain it), rounded down.
    pub fn weighted_part_down(self, weight: u32, weights: &[u32]) -> Result<Self, Error> {
        Ok(self.share_down(Share::weight_of(weight, weights)?))
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

/// At least ⌈n·π⌉ and above it by at most 2^−62 of it, the constant of a selection's Gaussian
/// charge. `None` where it does not fit.
fn times_pi_up(n: u128) -> Option<u128> {
    wide::mul_div_ceil(n, PI_UP, PI_UNIT)
}

/// ⌊value·2^fraction_bits⌋, exactly: a float is an integer times a power of two.
/// The caller has checked that the result fits.
fn fixed_point_down(value: f64, fraction_bits: u32) -> u128 {
    let bits = value.to_bits();
    let fraction = u128::from(bits & ((1 << 52) - 1));
    let exponent_field = (bits >> 52) & 0x7ff;
    // value = mantissa·2^(exponent − 1075); subnormal numbers have the exponent of field 1.
    let (mantissa, exponent) = if exponent_field == 0 {
        (fraction, 1)
    } else {
        (fraction | (1 << 52), exponent_field)
    };
    let places = u64::from(fraction_bits).wrapping_add(exponent);
    match u32::try_from(places.abs_diff(1075)) {
        Ok(shift) if places >= 1075 => mantissa.checked_shl(shift).unwrap_or(u128::MAX),
        Ok(shift) => mantissa.checked_shr(shift).unwrap_or(0),
        Err(_) => 0, // unreachable: places lies between 0 and 2160
    }
}

#[allow(clippy::cast_precision_loss)] // for messages only
fn to_f64(units: u128, fraction_bits: u32) -> f64 {
    libm::ldexp(units as f64, 0_i32.wrapping_sub_unsigned(fraction_bits))
}

const LARGEST_MU_SQUARED: f64 = 65536.0; // 2^16
const LARGEST_PURE_EPSILON: f64 = 16_777_216.0; // 2^24

/// π·2^62 = 14488038916154245684.93…, rounded up.
const PI_UP: u128 = 14_488_038_916_154_245_685;
const PI_UNIT: NonZeroU128 = NonZeroU128::new(1 << 62).unwrap();

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_become_fixed_point_rounded_down() {
        for (label, value, expected) in [
            ("zero", 0.0, Some(0)),
            ("one", 1.0, Some(1_u128 << 112)),
            ("least unit", libm::ldexp(1.0, -112), Some(1)),
            ("below the least unit", libm::ldexp(1.75, -113), Some(0)),
            ("one and a half units", libm::ldexp(1.5, -112), Some(1)),
            ("subnormal", f64::from_bits(1), Some(0)),
            (
                "largest",
                65536.0_f64.next_down(),
                Some(u128::MAX >> 75 << 75),
            ),
            ("too large", 65536.0, None),
            ("negative", -1.0, None),
            ("NaN", f64::NAN, None),
        ] {
            let actual = MuSquared::from_f64_down(value).ok().map(MuSquared::units);
            assert_eq!(actual, expected, "case `{label}`");
        }
        assert_eq!(
            PureEpsilon::from_f64_down(0.1),
            Ok(PureEpsilon::from_units(109_951_162_777))
        );
        assert_eq!(
            PureEpsilon::from_f64_down(16_777_216.0),
            Err(Error::LossOutOfRange)
        );
    }

    #[test]
    fn pi_is_rounded_up_and_tight() {
        assert_eq!(times_pi_up(1), Some(4));
        // ⌈10^30·π⌉ lies within the 2^−64 relative slack of the constant.
        let upper = times_pi_up(10_u128.pow(30)).unwrap();
        let truth = 3_141_592_653_589_793_238_462_643_383_279_u128;
        assert!(upper > truth && upper - truth < truth >> 62, "{upper}");
    }

    #[test]
    fn parts_never_pass_the_whole() {
        let whole = MuSquared::from_units(1_000_003);
        let parts = NonZeroU32::new(7).unwrap();
        assert_eq!(whole.equal_part_down(parts).units(), 142_857);
        let weights = [1, 2, 4];
        let sum: u128 = weights
            .iter()
            .map(|&weight| whole.weighted_part_down(weight, &weights).unwrap().units())
            .sum();
        assert!(sum <= 1_000_003 && sum > 1_000_003 - 3);

        let whole = PureEpsilon::from_units(1_000_003);
        assert_eq!(whole.equal_part_down(parts).units(), 142_857);
        let sum: u64 = weights
            .iter()
            .map(|&weight| whole.weighted_part_down(weight, &weights).unwrap().units())
            .sum();
        assert!(sum <= 1_000_003 && sum > 1_000_003 - 3);
    }
}
