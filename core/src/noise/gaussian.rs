//! The rounded Gaussian: round(x + N(0, σ²)) for an integer x, drawn exactly.
//!
//! For an integer x, x + round(Z) = round(x + Z) up to ties, which have probability zero: a
//! post-processing of the textbook Gaussian mechanism. So Bao's Lemma 1.2 applies as it stands,
//! with no discrete-Gaussian correction. A result beyond `i64` is cut off there, which is
//! post-processing too.
//!
//! Proved: in part `tables_are_paid_before_they_are_read`, `sizes_are_paid_before_they_are_read`: what is recorded, for
//! every Δ of one σ, and that without randomness all answers are wiped.
//! Tested: `rounded_gaussian_at_ten_million_draws`, `rounded_gaussian_far_below_and_far_above_one` (chi-square against
//! the exact law), `small_sigmas_are_bracketed_by_every_string_of_bits` (22 bits); `more_noise_costs_less`,
//! `what_the_filter_accepts_is_within_the_true_mu_squared` for the loss. The law of a whole draw is enumerated and
//! tested; its steps are proved in `rounding.rs`.

use rand_core::TryCryptoRng;

use super::Failure;
use super::digits::{CryptoDigits, Digits};
use super::normal::UnitNormal;
use super::rounding::{self, Rounding};
use crate::Error;
use crate::ledger::sealed::Sealed;
use crate::ledger::{Gaussian, Law, LawRecord, Paid};
use crate::privacy::{MuSquared, Sigma, SquaredSensitivity};

/// Gaussian noise of deviation σ on every answer of a vector with squared L2 sensitivity Δ².
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GaussianNoise {
    /// Δ² of the whole vector.
    pub sensitivity: SquaredSensitivity,
    /// σ of each answer.
    pub sigma: Sigma,
}

impl Sealed for GaussianNoise {}

impl Law<Gaussian> for GaussianNoise {
    /// Δ²/σ² (Bao Lemma 2.1).
    fn loss_up(&self) -> Result<MuSquared, Error> {
        self.sigma.loss_up(self.sensitivity)
    }

    fn record(&self) -> LawRecord {
        LawRecord::Gaussian {
            sensitivity: self.sensitivity,
            sigma: self.sigma,
        }
    }
}

impl Paid<GaussianNoise> {
    /// Noises every answer. On an error all of them are set to zero: nothing true is left.
    pub fn perturb<R: TryCryptoRng>(self, answers: &mut [i64], rng: &mut R) -> Result<(), Error> {
        let sigma = self.redeem().sigma;
        let mut normal = UnitNormal::new();
        let mut source = CryptoDigits::new(rng);
        let noised = answers.iter_mut().try_for_each(|answer| {
            *answer = noised(*answer, sigma, &mut normal, &mut source)?;
            Ok::<(), Failure>(())
        });
        if noised.is_err() {
            answers.fill(0);
        }
        Ok(noised?)
    }
}

/// round(answer + Z), cut off at the ends of `i64`.
fn noised<D: Digits>(
    answer: i64,
    sigma: Sigma,
    normal: &mut UnitNormal,
    source: &mut D,
) -> Result<i64, Failure> {
    let magnitude = rounded_magnitude(sigma, normal, source)?;
    // σ·(k + x) < 2^60·2^13, so it fits i128 and so does the sum.
    let magnitude = i128::try_from(magnitude).map_err(|_| Failure::DrawFailed)?;
    let noise = if source.few_bits(1)? == 1 {
        -magnitude
    } else {
        magnitude
    };
    Ok(rounding::cut_off_sum(answer, noise))
}

/// round(σ·|Z|).
fn rounded_magnitude<D: Digits>(
    sigma: Sigma,
    normal: &mut UnitNormal,
    source: &mut D,
) -> Result<u128, Failure> {
    let whole = normal.draw(source)?;
    let mut prefix = 0_u128;
    let mut bits = 0_u32;
    let mut place = 0_usize;
    while bits < rounding::bits_needed(sigma) {
        prefix = (prefix << D::BITS) | u128::from(normal.fraction.digit(place, source)?);
        bits = bits.saturating_add(D::BITS);
        place = place.saturating_add(1);
    }
    let (lower, mut remainder) = match rounding::after_prefix(sigma, whole, prefix, bits) {
        Rounding::Decided(rounded) => return Ok(rounded),
        Rounding::Between { lower, boundary } => (lower, boundary),
    };
    // ξ against the boundary, digit by digit; past the last place the draw has failed.
    loop {
        let (boundary, rest) = rounding::boundary_digit(remainder, sigma.mantissa(), D::BITS);
        let digit = normal.fraction.digit(place, source)?;
        if digit < boundary {
            return Ok(lower);
        }
        if digit > boundary || rest == 0 {
            return Ok(lower.saturating_add(1));
        }
        remainder = rest;
        place = place.saturating_add(1);
    }
}

#[cfg(test)]
mod tests {
    use super::super::digits::tape::{Tape, assert_brackets, depth, enumerate};
    use super::*;

    #[test]
    fn small_sigmas_are_bracketed_by_every_string_of_bits() {
        let length = depth(22);
        for (mantissa, exponent) in [(1, 0), (3, -2), (5, -3), (1, -4)] {
            let sigma = Sigma::new(mantissa, exponent).unwrap();
            let mut normal = UnitNormal::new();
            let (weights, undecided) = enumerate::<3>(length, |tape| {
                let magnitude = rounded_magnitude(sigma, &mut normal, tape)?;
                Ok(usize::try_from(magnitude).unwrap())
            });
            // P(|round| ≥ j) = erfc((j − 1/2)/(σ√2))
            let tail = |half: f64| libm::erfc(half / (sigma.to_f64() * libm::sqrt(2.0)));
            assert_brackets(weights[0], undecided, length, 1.0 - tail(0.5));
            assert_brackets(weights[1], undecided, length, tail(0.5) - tail(1.5));
            assert_brackets(weights[2], undecided, length, tail(1.5));
        }
    }

    #[test]
    fn a_boundary_is_compared_digit_by_digit() {
        // 3/4·x rounds to 1 from x = 2/3 = 0.101010… on.
        let sigma = Sigma::new(3, -2).unwrap();
        for (x, expected) in [
            ("0", 0),
            ("100", 0),
            ("10100", 0),
            ("101011", 1),
            ("1011", 1),
            ("11", 1),
        ] {
            let (first, rest) = x.split_at(1);
            let text = [
                "0",   // N1: no coin succeeds at once,
                "0",   //     u₁ = 0.0…,
                "1",   //     u₂ ≥ u₁: k = 0
                first, // N3: x = 0.first…
                "0",   // N4: the slope's coin fails: a run of none keeps x
                rest,
            ]
            .concat();
            let magnitude = rounded_magnitude(sigma, &mut UnitNormal::new(), &mut Tape::new(&text));
            assert_eq!(magnitude, Ok(expected), "x = 0.{x}");
        }
    }

    #[test]
    fn tails_beyond_seven_sigma_are_not_empty() {
        // The bits that lead to k = 7, whose probability is some 2^−87:
        let text = [
            "11111110",                                   // N1: seven coins succeed at once
            "0",                                          //     the eighth: u₁ = 0.0…
            "1", //     u₂ ≥ u₁: a run of one, the coin fails
            "111111111111111111111111111111111111111111", // N2: 42 coins succeed at once
            "0", //     their end
            "1", // N3: x = 0.1…
            "00000000000000000000000000000000", // N4: eight runs that end at once
        ]
        .concat();
        let mut normal = UnitNormal::new();
        let sigma = Sigma::new(1, 0).unwrap();
        // σ = 1 needs one bit of x, and 7.1… rounds to 8.
        let magnitude = rounded_magnitude(sigma, &mut normal, &mut Tape::new(&text));
        assert_eq!(magnitude, Ok(8));
    }
}
