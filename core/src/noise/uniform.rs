//! Uniform whole numbers, by rejection.
//!
//! Proved: `uniform_candidates_cover_the_range`, for every bound; in part `uniform_bits_are_those_of_the_generator`
//! (bounds that are powers of two, of which no candidate is rejected).
//! Tested: `every_number_has_the_same_weight` (every string of 12 bits).

use core::num::{NonZeroU32, NonZeroU128};

use rand_core::TryCryptoRng;

use super::Failure;
use super::digits::{CryptoDigits, Digits};
use crate::Error;

/// One candidate for a uniform number below `bound`: `bits` if it is below, else nothing.
///
/// `bits` must be uniform below 2^[`width`]`(bound)`; then every number below `bound` has the same
/// chance, and together they are accepted with probability above one half. No loop, so a proof
/// can range over every input.
pub const fn accept_below(bits: u128, bound: NonZeroU128) -> Option<u128> {
    if bits < bound.get() { Some(bits) } else { None }
}

/// Bits of the largest number below `bound`: 2^(width−1) < bound ≤ 2^width, or 0 for bound = 1.
pub const fn width(bound: NonZeroU128) -> u32 {
    u128::BITS - (bound.get() - 1).leading_zeros()
}

/// A uniform number below `bound`.
pub fn draw_below<R: TryCryptoRng>(bound: NonZeroU128, rng: &mut R) -> Result<u128, Error> {
    Ok(below(bound, &mut CryptoDigits::new(rng))?)
}

/// A uniform number below `bound`.
pub(crate) fn below<D: Digits>(bound: NonZeroU128, source: &mut D) -> Result<u128, Failure> {
    let width = width(bound);
    for _ in 0..MOST_REJECTIONS {
        if let Some(number) = accept_below(source.bits(width)?, bound) {
            return Ok(number);
        }
    }
    Err(Failure::DrawFailed)
}

/// A uniform number below `bound`, for a bound of at most 2^16, from pooled bits.
#[inline]
pub(crate) fn below_few<D: Digits>(bound: NonZeroU32, source: &mut D) -> Result<u32, Failure> {
    let width = u32::BITS.saturating_sub(bound.get().wrapping_sub(1).leading_zeros());
    for _ in 0..MOST_REJECTIONS {
        let bits = source.few_bits(width)?;
        if bits < bound.get() {
            return Ok(bits);
        }
    }
    Err(Failure::DrawFailed)
}

/// Each candidate is rejected with probability below one half.
const MOST_REJECTIONS: u32 = 4200;

#[cfg(test)]
mod tests {
    use super::super::digits::tape::enumerate;
    use super::*;

    #[test]
    fn every_number_has_the_same_weight() {
        for bound in 1..=12_u128 {
            let bound = NonZeroU128::new(bound).unwrap();
            let (weights, undecided) = enumerate::<12>(12, |tape| {
                below(bound, tape).map(|number| usize::try_from(number).unwrap())
            });
            let (inside, outside) = weights.split_at(usize::try_from(bound.get()).unwrap());
            assert!(
                inside
                    .iter()
                    .all(|&weight| weight == inside[0] && weight > 0)
            );
            assert!(outside.iter().all(|&weight| weight == 0));
            // Rejected every time: at most 2^−⌊12/width⌋ of the strings, plus what is left over.
            assert!(undecided < 1 << 11, "bound {bound}: {undecided}");
        }
    }

    #[test]
    fn widths_are_tight() {
        for (bound, expected) in [(1, 0), (2, 1), (3, 2), (4, 2), (5, 3), (u128::MAX, 128)] {
            assert_eq!(
                width(NonZeroU128::new(bound).unwrap()),
                expected,
                "bound {bound}"
            );
        }
    }
}
