//! How far one unit of privacy can move an answer, in the answer's own integer units.
//!
//! Proved: `numbers_out_of_range_are_refused`, `sensitivities_are_declared_as_stated` (r rows are r), for every number;
//! in part `squares_never_saturate` (3 bits at either end of the range: two circuits of a product are compared),
//! `products_are_declared_as_stated` (16 bits, widely 25).

use core::num::{NonZeroU32, NonZeroU64, NonZeroU128};

use crate::Error;

/// Δ of one integer answer, or the L1 sensitivity of several. Invariant: `0 < Δ < 2^48`.
///
/// Zero would claim that an answer does not depend on the data; such an answer needs no noise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sensitivity(NonZeroU64);

impl Sensitivity {
    /// One unit.
    pub const ONE: Self = Self(NonZeroU64::MIN);
    /// Two cells, each by one.
    pub const TWO: Self = Self(NonZeroU64::MIN.saturating_add(1));

    /// So many units. Refused: zero, or 2^48 and more.
    pub fn new(units: u64) -> Result<Self, Error> {
        match NonZeroU64::new(units) {
            Some(units) if units.get() < LARGEST => Ok(Self(units)),
            _ => Err(Error::SensitivityOutOfRange),
        }
    }

    /// As many units as there are rows.
    pub const fn of_rows(rows: NonZeroU32) -> Self {
        // A widening cast, which `From` cannot do in a constant.
        match NonZeroU64::new(rows.get() as u64) {
            Some(units) => Self(units),
            None => Self::ONE, // cannot happen: rows are not zero
        }
    }

    /// The number of units.
    pub const fn units(self) -> u64 {
        self.0.get()
    }

    /// The number of units, known not to be zero.
    pub const fn non_zero(self) -> NonZeroU64 {
        self.0
    }
}

/// Δ² in the L2 norm of a whole vector of answers. Invariant: `0 < Δ² < 2^128`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SquaredSensitivity(NonZeroU128);

impl SquaredSensitivity {
    /// Two cells, each by one.
    pub const TWO: Self = Self(NonZeroU128::MIN.saturating_add(1));

    /// Of a vector whose squared L2 distance between neighbours is at most `units` (a marginal
    /// table under `Replace` has 2: two cells, each by one). Refused: zero, or 2^96 and more.
    pub fn new(units: u128) -> Result<Self, Error> {
        match NonZeroU128::new(units) {
            Some(squared) if units >> 96 == 0 => Ok(Self(squared)),
            _ => Err(Error::SensitivityOutOfRange),
        }
    }

    /// Of `answers` numbers that each move by at most `each`: answers·each².
    pub fn of_each(answers: NonZeroU32, each: Sensitivity) -> Self {
        // each < 2^48 and answers < 2^32, so the product is below 2^128.
        let each = each.0;
        let squared = NonZeroU128::from(each).saturating_mul(each.into());
        Self(squared.saturating_mul(answers.into()))
    }

    /// Δ² in squared units.
    pub const fn units(self) -> u128 {
        self.0.get()
    }
}

const LARGEST: u64 = 1 << 48;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sensitivities_are_positive_and_squares_fit() {
        assert_eq!(Sensitivity::new(0), Err(Error::SensitivityOutOfRange));
        assert_eq!(Sensitivity::new(1 << 48), Err(Error::SensitivityOutOfRange));
        assert_eq!(
            SquaredSensitivity::new(0),
            Err(Error::SensitivityOutOfRange)
        );
        assert_eq!(
            SquaredSensitivity::new(1 << 96),
            Err(Error::SensitivityOutOfRange)
        );

        let largest = Sensitivity::new((1 << 48) - 1).unwrap();
        let expected = (u128::from(u32::MAX)) * ((1_u128 << 48) - 1).pow(2);
        assert_eq!(
            SquaredSensitivity::of_each(NonZeroU32::MAX, largest).units(),
            expected
        );
    }
}
