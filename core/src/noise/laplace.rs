//! The discrete Laplace law with a rational scale, drawn exactly.
//!
//! Canonne, Kamath and Steinke 2020, Algorithm 2, for scale b = t/s: P(y) ∝ e^(−|y|·s/t). U uniform
//! below t, kept with probability e^(−U/t), and V successes of e^(−1) give X = U + t·V geometric with
//! ratio e^(−1/t); ⌊X/s⌋ is geometric with ratio e^(−s/t); a sign, with one of the two zeros refused.
//! The loss of an integer answer of L1 sensitivity Δ is Δ/b exactly.
//!
//! Proved: in part `laplace_losses_round_up` (numbers up to 8); `pure_tables_are_paid_before_they_are_read`,
//! `pure_sizes_are_paid_before_they_are_read`: what is recorded, for every Δ of one scale, and that without randomness
//! all answers are wiped.
//! Tested: `small_scales_are_bracketed_by_every_string_of_bits`, `discrete_laplace` (chi-square against the exact law),
//! `randomness_that_fails_leaves_no_true_answer`, `records_cost_what_was_charged`.

use core::num::NonZeroU128;

use rand_core::TryCryptoRng;

use super::bernoulli::{self, Exponent};
use super::digits::{CryptoDigits, Digits};
use super::rounding::cut_off_sum;
use super::{Failure, uniform};
use crate::Error;
use crate::ledger::sealed::Sealed;
use crate::ledger::{Law, LawRecord, Paid, Pure};
use crate::privacy::{LaplaceScale, PureEpsilon, Sensitivity};

/// Discrete Laplace noise of scale b on every answer of a vector with L1 sensitivity Δ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaplaceNoise {
    /// Δ of the whole vector, in the L1 norm.
    pub sensitivity: Sensitivity,
    /// b of each answer.
    pub scale: LaplaceScale,
}

impl Sealed for LaplaceNoise {}

impl Law<Pure> for LaplaceNoise {
    /// Δ/b.
    fn loss_up(&self) -> Result<PureEpsilon, Error> {
        self.scale.loss_up(self.sensitivity)
    }

    fn record(&self) -> LawRecord {
        LawRecord::Laplace {
            sensitivity: self.sensitivity,
            scale: self.scale,
        }
    }
}

impl Paid<LaplaceNoise> {
    /// Noises every answer. On an error all of them are set to zero: nothing true is left.
    pub fn perturb<R: TryCryptoRng>(self, answers: &mut [i64], rng: &mut R) -> Result<(), Error> {
        let scale = self.redeem().scale;
        let mut source = CryptoDigits::new(rng);
        let noised = answers.iter_mut().try_for_each(|answer| {
            *answer = cut_off_sum(*answer, draw(scale, &mut source)?);
            Ok::<(), Failure>(())
        });
        if noised.is_err() {
            answers.fill(0);
        }
        Ok(noised?)
    }
}

/// One discrete Laplace number.
fn draw<D: Digits>(scale: LaplaceScale, source: &mut D) -> Result<i128, Failure> {
    let t = NonZeroU128::from(scale.numerator());
    let s = NonZeroU128::from(scale.denominator());
    for _ in 0..MOST_REJECTIONS {
        let low = uniform::below(t, source)?;
        // t < 2^64, so the exponent exists.
        let gamma = Exponent::new(low, t).ok_or(Failure::DrawFailed)?;
        if !bernoulli::exp_minus(gamma, source)? {
            continue;
        }
        // U + t·V < 2^64 + 2^64·3000
        let x = low.saturating_add(t.get().saturating_mul(successes(source)?));
        let magnitude = i128::try_from(x / s).map_err(|_| Failure::DrawFailed)?;
        let negative = source.few_bits(1)? == 1;
        if !(negative && magnitude == 0) {
            return Ok(if negative { -magnitude } else { magnitude });
        }
    }
    Err(Failure::DrawFailed)
}

/// The number of successes of e^(−1) before the first failure.
fn successes<D: Digits>(source: &mut D) -> Result<u128, Failure> {
    for successes in 0..bernoulli::MOST_SUCCESSES {
        if !bernoulli::exp_minus_one(source)? {
            return Ok(u128::from(successes));
        }
    }
    Err(Failure::DrawFailed)
}

/// An attempt succeeds with probability above (1 − 1/e)/2 = 0.31: 8000 fail with 2^−4300.
const MOST_REJECTIONS: u32 = 8000;

#[cfg(test)]
mod tests {
    use super::super::digits::tape::{assert_brackets, depth, enumerate};
    use super::*;

    #[test]
    fn small_scales_are_bracketed_by_every_string_of_bits() {
        let length = depth(22);
        for (t, s) in [(1, 1), (1, 2), (3, 2)] {
            let scale = LaplaceScale::new(t, s).unwrap();
            // Outcomes 0, 1, 2 for −1, 0, 1, and 3 for the rest.
            let (weights, undecided) = enumerate::<4>(length, |tape| {
                Ok(usize::try_from(draw(scale, tape)? + 1).unwrap_or(3))
            });
            #[allow(clippy::cast_precision_loss)]
            let ratio = libm::exp(-(s as f64) / t as f64);
            // P(y) = (1 − r)/(1 + r)·r^|y|
            let zero = (1.0 - ratio) / (1.0 + ratio);
            assert_brackets(weights[1], undecided, length, zero);
            assert_brackets(weights[0], undecided, length, zero * ratio);
            assert_brackets(weights[2], undecided, length, zero * ratio);
            assert!(
                cfg!(miri) || undecided < 1 << 21,
                "case {t}/{s}: {undecided}"
            );
        }
    }
}
