//! Where a total comes from and how it is divided: always rounded down, so that the parts never pass the
//! whole.
//!
//! Proved: `totals_round_down`, for every float; in part `shares_never_pass_the_whole` (whole below 64, denominators up
//! to 7: a wide division), `equal_parts_never_pass_the_whole` (whole below 2^48, up to 255 parts: a quotient is
//! multiplied back).
//! Tested: `parts_never_pass_the_whole` for weights and for ε, which is divided by the same `Share::of_down`.

use core::num::NonZeroU32;

use super::{MuSquared, PureEpsilon, Share};
use crate::Error;

impl MuSquared {
    /// The largest μ² not above `value`. Refused: below zero, NaN, 2^16 or more.
    pub fn from_f64_down(value: f64) -> Result<Self, Error> {
        if !(0.0..LARGEST_MU_SQUARED).contains(&value) {
            return Err(Error::LossOutOfRange);
        }
        Ok(Self(fixed_point_down(value, Self::FRACTION_BITS)))
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

impl PureEpsilon {
    /// The largest ε not above `value`. Refused: below zero, NaN, 2^24 or more.
    pub fn from_f64_down(value: f64) -> Result<Self, Error> {
        if !(0.0..LARGEST_PURE_EPSILON).contains(&value) {
            return Err(Error::LossOutOfRange);
        }
        u64::try_from(fixed_point_down(value, Self::FRACTION_BITS))
            .map(Self)
            .map_err(|_| Error::LossOutOfRange)
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

const LARGEST_MU_SQUARED: f64 = 65536.0; // 2^16
const LARGEST_PURE_EPSILON: f64 = 16_777_216.0; // 2^24

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
