//! Exact coins: probability n/d, and e^(−γ) for a rational γ.
//!
//! Canonne, Kamath and Steinke 2020, Algorithm 1. For γ ≤ 1, let K be the first k ≥ 1 at which a
//! coin of probability γ/k fails; the coins before it succeeded with probability γ^(k−1)/(k−1)!, so
//! ```text
//! P(K odd) = Σ_(k odd) γ^(k−1)/(k−1)!·(1 − γ/k) = Σ_j (−γ)^j/j! = e^(−γ).
//! ```
//! For larger γ the coin is ⌊γ⌋ coins of e^(−1) and one of the rest, all successful.
//!
//! Proved: `bernoulli_series_alternates`. Tested: every string of bits.

use core::num::NonZeroU128;

use super::digits::Digits;
use super::uniform;
use super::Failure;

/// A rational γ ≥ 0 as ⌊γ⌋ and the rest n/d. Invariant: n < d < 2^118.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exponent {
    whole: u128,
    numerator: u128,
    denominator: NonZeroU128,
}

impl Exponent {
    /// γ = numerator/denominator. Refused: a denominator of 2^118 or more.
    pub fn new(numerator: u128, denominator: NonZeroU128) -> Option<Self> {
        if denominator.get() >> 118 != 0 {
            return None;
        }
        Some(Self { whole: numerator / denominator, numerator: numerator % denominator, denominator })
    }
}

/// The first k ≥ 1 at which a coin of probability γ/k fails is odd: what e^(−γ) comes down to.
pub const fn ends_in_success(first_failure: u32) -> bool {
    first_failure % 2 == 1
}

/// True with probability numerator/denominator.
pub(crate) fn fraction<D: Digits>(
    numerator: u128,
    denominator: NonZeroU128,
    source: &mut D,
) -> Result<bool, Failure> {
    Ok(uniform::below(denominator, source)? < numerator)
}

/// True with probability e^(−γ).
pub(crate) fn exp_minus<D: Digits>(gamma: Exponent, source: &mut D) -> Result<bool, Failure> {
    let mut ones = gamma.whole;
    for _ in 0..MOST_SUCCESSES {
        if ones == 0 {
            return exp_minus_fraction(gamma.numerator, gamma.denominator, source);
        }
        if !exp_minus_one(source)? {
            return Ok(false);
        }
        ones = ones.wrapping_sub(1);
    }
    Err(Failure::DrawFailed)
}

/// True with probability e^(−1).
pub(crate) fn exp_minus_one<D: Digits>(source: &mut D) -> Result<bool, Failure> {
    exp_minus_fraction(1, NonZeroU128::MIN, source)
}

/// True with probability e^(−numerator/denominator), for a fraction of at most one.
fn exp_minus_fraction<D: Digits>(
    numerator: u128,
    denominator: NonZeroU128,
    source: &mut D,
) -> Result<bool, Failure> {
    for k in 1..=MOST_COINS {
        // γ/k; the denominator is below 2^118·2^10.
        let denominator = denominator.saturating_mul(NonZeroU128::MIN.saturating_add(k - 1));
        if !fraction(numerator, denominator, source)? {
            return Ok(k % 2 == 1);
        }
    }
    Err(Failure::DrawFailed)
}

/// 600 coins all succeed with probability at most 1/600! < 2^−4600.
const MOST_COINS: u128 = 600;
/// 3000 coins of e^(−1) all succeed with probability e^(−3000) < 2^−4300.
pub(crate) const MOST_SUCCESSES: u32 = 3000;

#[cfg(test)]
mod tests {
    use super::super::digits::tape::{assert_brackets, enumerate};
    use super::*;

    #[test]
    fn probabilities_are_bracketed_by_every_string_of_bits() {
        for (numerator, denominator) in [(0, 1), (1, 1), (1, 2), (2, 3), (7, 5), (5, 2), (1, 100)] {
            let gamma = Exponent::new(numerator, NonZeroU128::new(denominator).unwrap()).unwrap();
            let length = 18;
            let (weights, undecided) =
                enumerate::<2>(length, |tape| exp_minus(gamma, tape).map(usize::from));
            #[allow(clippy::cast_precision_loss)]
            let expected = libm::exp(-(numerator as f64) / denominator as f64);
            assert_brackets(weights[1], undecided, length, expected);
            assert_brackets(weights[0], undecided, length, 1.0 - expected);
            assert!(undecided < 1 << 14, "case {numerator}/{denominator}: {undecided}");
        }
    }
}
