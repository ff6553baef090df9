//! Private selection over fixed-point scores, exactly.
//!
//! With scores q of sensitivity Δ and q* the largest, both mechanisms flip coins of
//! e^(−ε(q*−q_i)/(2Δ)), a rational exponent:
//! - *exponential mechanism*: propose i uniformly, keep it if its coin succeeds; so i is chosen with
//!   probability ∝ e^(ε·q_i/(2Δ));
//! - *permute-and-flip* (McKenna and Sheldon 2020): go through a random permutation, choose the
//!   first whose coin succeeds. Never worse than the exponential mechanism.
//!
//! Both are ε-DP. In a Gaussian release they are charged as μ-GDP: the exponential mechanism's loss
//! has range ε, and the worst law of two points gives μ = 2Φ⁻¹(1/(1+e^(−ε/2))) ≤ √(π/8)·ε; any ε-DP
//! answer has μ ≤ √(π/2)·ε.
//!
//! Proved: `charges_are_booked_or_refused`, `records_cost_what_was_charged` (both cost ε, and are recorded so), for
//! every ε; in part `pure_losses_cost_their_square` ((π/2)·ε², 8 bits), `farthest_tables_are_paid_before_they_are_read`
//! (what a Gaussian release records: r up to 7, every weight).
//! Tested: `gaussian_charge_of_a_selection` ((π/8)·ε²), `exponential_mechanism_is_bracketed_by_every_string_of_bits`,
//! `permute_and_flip_is_bracketed_by_every_string_of_bits` (20 bits), `exponential_mechanism_and_permute_and_flip`
//! (chi-square against the exact law), `selection_among_nothing_is_refused`, `a_selection_uses_its_share_and_no_more`.
//! Assumed: the cited bounds on μ. Privacy does not rest on `ExponentialMechanism::within`: the ledger charges the ε
//! that came out.

use core::num::{NonZeroU64, NonZeroU128};

use rand_core::TryCryptoRng;

use super::bernoulli::{self, Exponent};
use super::digits::{CryptoDigits, Digits};
use super::{Failure, uniform};
use crate::Error;
use crate::ledger::sealed::Sealed;
use crate::ledger::{Gaussian, Law, LawRecord, Paid, Pure};
use crate::privacy::{MuSquared, PureEpsilon, Sensitivity};

/// Chooses i with probability ∝ e^(ε·q_i/(2Δ)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExponentialMechanism {
    /// Δ of each score.
    pub sensitivity: Sensitivity,
    /// ε of the selection.
    pub epsilon: PureEpsilon,
}

impl ExponentialMechanism {
    /// The one with the largest ε that costs at most `share` in a Gaussian release. Refused: a share
    /// too small for any.
    pub fn within(sensitivity: Sensitivity, share: MuSquared) -> Result<Self, Error> {
        // The loss grows with ε: the largest ε that fits, by bisection. An overflow does not fit.
        let fits = |units| {
            let loss = PureEpsilon::from_units(units).squared_times_pi_up(EXPONENTIAL_SHIFT);
            loss.is_ok_and(|loss| loss <= share)
        };
        let mut units = 0_u64;
        for bit in (0..u64::BITS).rev() {
            let more = units | 1 << bit;
            if fits(more) {
                units = more;
            }
        }
        if units == 0 {
            return Err(Error::ShareOutOfRange);
        }
        Ok(Self {
            sensitivity,
            epsilon: PureEpsilon::from_units(units),
        })
    }
}

/// Chooses the first success in a random order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PermuteAndFlip {
    /// Δ of each score.
    pub sensitivity: Sensitivity,
    /// ε of the selection.
    pub epsilon: PureEpsilon,
}

impl Sealed for ExponentialMechanism {}

impl Law<Pure> for ExponentialMechanism {
    /// ε.
    fn loss_up(&self) -> Result<PureEpsilon, Error> {
        Ok(self.epsilon)
    }

    fn record(&self) -> LawRecord {
        LawRecord::ExponentialMechanism {
            sensitivity: self.sensitivity,
            epsilon: self.epsilon,
        }
    }
}

impl Law<Gaussian> for ExponentialMechanism {
    /// (π/8)·ε².
    fn loss_up(&self) -> Result<MuSquared, Error> {
        self.epsilon.squared_times_pi_up(EXPONENTIAL_SHIFT)
    }

    fn record(&self) -> LawRecord {
        Law::<Pure>::record(self)
    }
}

impl Sealed for PermuteAndFlip {}

impl Law<Pure> for PermuteAndFlip {
    /// ε.
    fn loss_up(&self) -> Result<PureEpsilon, Error> {
        Ok(self.epsilon)
    }

    fn record(&self) -> LawRecord {
        LawRecord::PermuteAndFlip {
            sensitivity: self.sensitivity,
            epsilon: self.epsilon,
        }
    }
}

impl Law<Gaussian> for PermuteAndFlip {
    /// (π/2)·ε².
    fn loss_up(&self) -> Result<MuSquared, Error> {
        self.epsilon.to_mu_squared_up()
    }

    fn record(&self) -> LawRecord {
        Law::<Pure>::record(self)
    }
}

impl Paid<ExponentialMechanism> {
    /// The place of the chosen score. Refused: no scores.
    pub fn select<R: TryCryptoRng>(self, scores: &[i64], rng: &mut R) -> Result<usize, Error> {
        let ExponentialMechanism {
            sensitivity,
            epsilon,
        } = self.redeem();
        exponential(
            scores,
            Coins {
                sensitivity,
                epsilon,
            },
            &mut CryptoDigits::new(rng),
        )
    }
}

impl Paid<PermuteAndFlip> {
    /// The place of the chosen score; `order` is scratch, one place a score.
    /// Refused: no scores, too little scratch.
    pub fn select<R: TryCryptoRng>(
        self,
        scores: &[i64],
        order: &mut [usize],
        rng: &mut R,
    ) -> Result<usize, Error> {
        let PermuteAndFlip {
            sensitivity,
            epsilon,
        } = self.redeem();
        permute_and_flip(
            scores,
            order,
            Coins {
                sensitivity,
                epsilon,
            },
            &mut CryptoDigits::new(rng),
        )
    }
}

/// The coins of e^(−ε·gap/(2Δ)) that both mechanisms flip.
#[derive(Clone, Copy)]
struct Coins {
    sensitivity: Sensitivity,
    epsilon: PureEpsilon,
}

impl Coins {
    fn flip<D: Digits>(self, best: i64, score: i64, source: &mut D) -> Result<bool, Failure> {
        let gap = best.abs_diff(score);
        // γ = ε·gap/(2Δ) with ε in units of 2^−40: the denominator is below 2^(1+40+48).
        let numerator = u128::from(self.epsilon.units()).saturating_mul(u128::from(gap));
        let denominator = TWO_EPSILON_UNITS.saturating_mul(self.sensitivity.non_zero().into());
        let gamma = Exponent::new(numerator, denominator).ok_or(Failure::DrawFailed)?;
        bernoulli::exp_minus(gamma, source)
    }
}

fn exponential<D: Digits>(scores: &[i64], coins: Coins, source: &mut D) -> Result<usize, Error> {
    let best = *scores.iter().max().ok_or(Error::NothingToSelect)?;
    let candidates = candidates(scores)?;
    // A proposal is kept with probability at least 1/candidates.
    let proposals = candidates.get().saturating_mul(PROPOSALS_A_CANDIDATE);
    for _ in 0..proposals {
        let place = uniform_place(candidates, source)?;
        let score = *scores.get(place).ok_or(Error::NothingToSelect)?;
        if coins.flip(best, score, source)? {
            return Ok(place);
        }
    }
    Err(Error::DrawFailed)
}

fn permute_and_flip<D: Digits>(
    scores: &[i64],
    order: &mut [usize],
    coins: Coins,
    source: &mut D,
) -> Result<usize, Error> {
    let best = *scores.iter().max().ok_or(Error::NothingToSelect)?;
    let order = order
        .get_mut(..scores.len())
        .ok_or(Error::NothingToSelect)?;
    for (place, slot) in order.iter_mut().enumerate() {
        *slot = place;
    }
    // Fisher–Yates from the end: each round takes a uniform one of those left. The best score's
    // coin always succeeds, so a round returns before none is left.
    let mut left = order;
    loop {
        let chosen = uniform_place(candidates(left)?, source)?;
        let (last, _) = left.split_last().ok_or(Error::NothingToSelect)?;
        let last = *last;
        let slot = left.get_mut(chosen).ok_or(Error::NothingToSelect)?;
        let place = core::mem::replace(slot, last);
        let score = *scores.get(place).ok_or(Error::NothingToSelect)?;
        if coins.flip(best, score, source)? {
            return Ok(place);
        }
        let (_, rest) = left.split_last_mut().ok_or(Error::NothingToSelect)?;
        left = rest;
    }
}

fn candidates<T>(slice: &[T]) -> Result<NonZeroU64, Error> {
    u64::try_from(slice.len())
        .ok()
        .and_then(NonZeroU64::new)
        .ok_or(Error::NothingToSelect)
}

fn uniform_place<D: Digits>(candidates: NonZeroU64, source: &mut D) -> Result<usize, Error> {
    let place = uniform::below(candidates.into(), source)?;
    usize::try_from(place).map_err(|_| Error::NothingToSelect)
}

/// (1 − 1/m)^(3000·m) < e^(−3000) < 2^−4300.
const PROPOSALS_A_CANDIDATE: u64 = 3000;
/// (π/8)·ε² = (π/2^3)·ε².
const EXPONENTIAL_SHIFT: u32 = 3;
/// 2·2^40, the denominator of ε/2.
const TWO_EPSILON_UNITS: NonZeroU128 = NonZeroU128::new(2 << PureEpsilon::FRACTION_BITS).unwrap();

#[cfg(test)]
mod tests {
    use core::f64::consts::{FRAC_PI_2, FRAC_PI_8};

    use super::super::digits::tape::{assert_brackets, depth, enumerate};
    use super::*;

    fn coins() -> Coins {
        // ε/(2Δ) = 1 a unit of score.
        Coins {
            sensitivity: Sensitivity::ONE,
            epsilon: PureEpsilon::from_units(2 << 40),
        }
    }

    fn undecided_is_failure(chosen: Result<usize, Error>) -> Result<usize, Failure> {
        chosen.map_err(|error| match error {
            Error::RandomnessUnavailable => Failure::RandomnessUnavailable,
            other => panic!("{other}"),
        })
    }

    #[test]
    fn exponential_mechanism_is_bracketed_by_every_string_of_bits() {
        let length = depth(20);
        let scores = [3, 2, 3, 1];
        let (weights, undecided) = enumerate::<4>(length, |tape| {
            undecided_is_failure(exponential(&scores, coins(), tape))
        });
        let (one, two) = (libm::exp(-1.0), libm::exp(-2.0));
        let sum = 2.0 + one + two;
        for (weight, expected) in weights.into_iter().zip([1.0, one, 1.0, two]) {
            assert_brackets(weight, undecided, length, expected / sum);
        }
    }

    #[test]
    fn permute_and_flip_is_bracketed_by_every_string_of_bits() {
        // Two candidates, gap 1: the best is first (1/2) and chosen, or second (1/2) and chosen
        // if the other's coin fails.
        let length = depth(20);
        let mut order = [0; 2];
        let (weights, undecided) = enumerate::<2>(length, |tape| {
            undecided_is_failure(permute_and_flip(&[1, 2], &mut order, coins(), tape))
        });
        let other = 0.5 * libm::exp(-1.0);
        assert_brackets(weights[0], undecided, length, other);
        assert_brackets(weights[1], undecided, length, 1.0 - other);
    }

    #[test]
    fn selection_among_nothing_is_refused() {
        let (_, undecided) = enumerate::<1>(0, |tape| {
            assert_eq!(exponential(&[], coins(), tape), Err(Error::NothingToSelect));
            let scratch = &mut [];
            assert_eq!(
                permute_and_flip(&[1], scratch, coins(), tape),
                Err(Error::NothingToSelect)
            );
            Ok(0)
        });
        assert_eq!(undecided, 0);
    }

    #[test]
    fn a_selection_uses_its_share_and_no_more() {
        for share in [1e-9, 0.001, 0.3, 7.0, 100.0] {
            let share = MuSquared::from_f64_down(share).unwrap();
            let law = ExponentialMechanism::within(Sensitivity::ONE, share).unwrap();
            let next = ExponentialMechanism {
                epsilon: PureEpsilon::from_units(law.epsilon.units() + 1),
                ..law
            };
            assert!(Law::<Gaussian>::loss_up(&law).unwrap() <= share);
            assert!(Law::<Gaussian>::loss_up(&next).unwrap() > share);
        }
        let nothing = MuSquared::from_units(0);
        assert_eq!(
            ExponentialMechanism::within(Sensitivity::ONE, nothing),
            Err(Error::ShareOutOfRange)
        );
    }

    #[test]
    fn gaussian_charge_of_a_selection() {
        // π/8 and π/2 at ε = 1: not below the float next to them, and at most two units above.
        let one = PureEpsilon::from_units(1 << 40);
        let exponential = one.squared_times_pi_up(3).unwrap().to_f64();
        assert!((FRAC_PI_8..FRAC_PI_8 + 1e-16).contains(&exponential));
        let general = one.to_mu_squared_up().unwrap().to_f64();
        assert!((FRAC_PI_2..FRAC_PI_2 + 4e-16).contains(&general));
        let huge = PureEpsilon::from_units(u64::MAX);
        assert_eq!(huge.squared_times_pi_up(3), Err(Error::LossOutOfRange));
    }
}
