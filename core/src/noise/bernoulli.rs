//! Exact coins: probability n/d, and e^(−γ) for a rational γ.
//!
//! Canonne, Kamath and Steinke 2020, Algorithm 1. For γ ≤ 1, let K be the first k ≥ 1 at which a
//! coin of probability γ/k fails; the coins before it succeeded with probability γ^(k−1)/(k−1)!, so
//! ```text
//! P(K odd) = Σ_(k odd) γ^(k−1)/(k−1)!·(1 − γ/k) = Σ_j (−γ)^j/j! = e^(−γ).
//! ```
//! For larger γ the coin is ⌊γ⌋ coins of e^(−1) and one of the rest, all successful.
//!
//! Proved: in part `bernoulli_decision_is_its_series`: the first three coins, the k-th asked for by its number; the
//! rest repeat.
//! Tested: `probabilities_are_bracketed_by_every_string_of_bits` (18 bits).

use core::num::NonZeroU128;

use rand_core::TryCryptoRng;

use super::digits::{CryptoDigits, Digits};
use super::{Failure, uniform};
use crate::Error;

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
        Some(Self {
            whole: numerator / denominator,
            numerator: numerator % denominator,
            denominator,
        })
    }

    /// A coin: true with probability e^(−γ).
    pub fn flip<R: TryCryptoRng>(self, rng: &mut R) -> Result<bool, Error> {
        Ok(exp_minus(self, &mut CryptoDigits::new(rng))?)
    }
}

/// The decision of a coin of e^(−γ), γ = numerator/denominator ≤ 1, from uniform numbers:
/// `uniform(k)` is the k-th, uniform below denominator·k. `None` after 600 coins.
///
/// With s_i = 1 where the i-th coin succeeds, the decision is 1 − s₁ + s₁s₂ − s₁s₂s₃ + …, whose
/// expectation is the series of e^(−γ).
pub fn decide<E>(
    numerator: u128,
    mut uniform: impl FnMut(NonZeroU128) -> Result<u128, E>,
) -> Result<Option<bool>, E> {
    let mut odd = true;
    for k in 1..=MOST_COINS {
        if uniform(NonZeroU128::MIN.saturating_add(k - 1))? >= numerator {
            return Ok(Some(odd));
        }
        odd = !odd;
    }
    Ok(None)
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
    // The k-th coin has probability γ/k; denominator·k is below 2^118·2^10.
    decide(numerator, |k| {
        uniform::below(denominator.saturating_mul(k), source)
    })?
    .ok_or(Failure::DrawFailed)
}

/// 600 coins all succeed with probability at most 1/600! < 2^−4600.
const MOST_COINS: u128 = 600;
/// 3000 coins of e^(−1) all succeed with probability e^(−3000) < 2^−4300.
pub(crate) const MOST_SUCCESSES: u32 = 3000;

#[cfg(test)]
mod tests {
    use chacha20::ChaCha20Rng;
    use rand_core::SeedableRng;

    use super::super::digits::tape::{assert_brackets, depth, enumerate};
    use super::*;

    #[test]
    fn probabilities_are_bracketed_by_every_string_of_bits() {
        for (numerator, denominator) in [(0, 1), (1, 1), (1, 2), (2, 3), (7, 5), (5, 2), (1, 100)] {
            let gamma = Exponent::new(numerator, NonZeroU128::new(denominator).unwrap()).unwrap();
            let length = depth(18);
            let (weights, undecided) =
                enumerate::<2>(length, |tape| exp_minus(gamma, tape).map(usize::from));
            #[allow(clippy::cast_precision_loss)]
            let expected = libm::exp(-(numerator as f64) / denominator as f64);
            assert_brackets(weights[1], undecided, length, expected);
            assert_brackets(weights[0], undecided, length, 1.0 - expected);
            assert!(
                cfg!(miri) || undecided < 1 << 14,
                "case {numerator}/{denominator}: {undecided}"
            );
        }
    }

    #[test]
    fn denominators_are_bounded_so_that_coins_do_not_overflow() {
        let of = |bits: u32| Exponent::new(7, NonZeroU128::new(1 << bits).unwrap());
        assert!(of(117).is_some() && of(118).is_none());
    }

    /// A coin that never fails is given up after 600.
    #[test]
    fn coins_end() {
        let mut asked = 0;
        let decided = decide(1, |_| {
            asked += 1;
            Ok::<_, ()>(0)
        });
        assert_eq!((decided, asked), (Ok(None), 600));
    }

    /// e^0 is one; e^(−200) is below 2^−288.
    #[test]
    fn sure_coins_fall_as_they_must() {
        let mut rng = ChaCha20Rng::from_seed([5; 32]);
        for (numerator, expected) in [(0, true), (200, false)] {
            let gamma = Exponent::new(numerator, NonZeroU128::MIN).unwrap();
            assert_eq!(gamma.flip(&mut rng), Ok(expected));
        }
    }
}
