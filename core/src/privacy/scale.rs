//! Noise scales that a sampler can use exactly: dyadic σ, rational Laplace scale.
//!
//! Proved: `sigma_is_its_number_or_refused`, `laplace_scales_are_their_fractions`, `numbers_out_of_range_are_refused`,
//! for every number; in part `laplace_losses_round_up` (Δ, t and s up to 8: a quotient of 128 bits in 40 steps).
//! Tested: `more_noise_costs_less`, `what_the_filter_accepts_is_within_the_true_mu_squared` (`Sigma::loss_up`: a
//! 256-bit division by an 80-bit square), `the_smallest_sigma_fits_and_the_next_smaller_does_not`,
//! `a_laplace_loss_that_does_not_fit_is_refused`.
//! Assumed: nothing. Privacy does not rest on `Sigma::smallest_up`: the ledger charges what `Sigma::loss_up` says of
//! the σ that came out. Floats and variances are for weights and messages.

use core::num::{NonZeroU64, NonZeroU128};

use super::{MuSquared, PureEpsilon, Sensitivity, SquaredSensitivity};
use crate::{Error, wide};

/// σ of a Gaussian, a dyadic rational `mantissa·2^exponent` from 2^−20 to 2^60.
///
/// Invariant: 2^39 ≤ mantissa < 2^40, so every σ has one representation; 40 bits lose less than
/// 2^−39 of a calibrated scale. A ledger's total is below 2^16, so that σ below Δ·2^−8 can be drawn,
/// but never paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sigma {
    mantissa: u64,
    exponent: i8,
}

impl Sigma {
    /// `mantissa·2^exponent`, exactly. Refused: out of range, or more than 40 significant bits.
    pub fn new(mantissa: u64, exponent: i32) -> Result<Self, Error> {
        let excess = i64::from(MANTISSA_BITS) - i64::from(u64::BITS - mantissa.leading_zeros());
        let exponent = i64::from(exponent)
            .checked_sub(excess)
            .ok_or(Error::SigmaOutOfRange)?;
        let normalised = match u32::try_from(excess.unsigned_abs()) {
            // excess ≥ 0: the shifted mantissa has 40 bits.
            Ok(shift) if excess >= 0 => mantissa.checked_shl(shift),
            Ok(shift) if mantissa.trailing_zeros() >= shift => mantissa.checked_shr(shift),
            _ => None,
        };
        let mantissa = normalised.ok_or(Error::SigmaOutOfRange)?;
        let in_range = mantissa != 0
            && exponent >= i64::from(LEAST_EXPONENT)
            && (exponent < i64::from(LARGEST_EXPONENT)
                || (exponent == i64::from(LARGEST_EXPONENT) && mantissa == LEAST_MANTISSA));
        match i8::try_from(exponent) {
            Ok(exponent) if in_range => Ok(Self { mantissa, exponent }),
            _ => Err(Error::SigmaOutOfRange),
        }
    }

    /// The smallest σ whose charge Δ²/σ², rounded up, fits `share`: σ ≥ Δ/√share.
    ///
    /// Refused where that is above 2^60 (or the share is zero). It is never below 2^−20: Δ ≥ 1, and a share is below 2^16.
    pub fn smallest_up(sensitivity: SquaredSensitivity, share: MuSquared) -> Result<Self, Error> {
        let share = NonZeroU128::new(share.units()).ok_or(Error::SigmaOutOfRange)?;
        for exponent in least_exponent(sensitivity, share)..=LARGEST_EXPONENT {
            // mantissa² ≥ Δ²·2^(112 − 2·exponent) / share
            let squared = wide::shl_div_ceil(sensitivity.units(), shift_of(exponent), share);
            let Some(mantissa) = squared.map(wide::isqrt_ceil) else {
                continue;
            };
            // Rounding up may have carried into a 41st bit: the next exponent takes it.
            let Ok(mantissa) = u64::try_from(mantissa) else {
                continue;
            };
            if mantissa >> MANTISSA_BITS == 0 {
                return Self::new(mantissa, i32::from(exponent));
            }
        }
        Err(Error::SigmaOutOfRange)
    }

    /// μ² of one answer: Δ²/σ², rounded up.
    pub fn loss_up(self, sensitivity: SquaredSensitivity) -> Result<MuSquared, Error> {
        // Δ²·2^112/σ² = Δ²·2^(112 − 2·exponent) / mantissa²; mantissa < 2^40 and not zero.
        let squared = u128::from(self.mantissa).pow(2);
        let squared = NonZeroU128::new(squared).ok_or(Error::SigmaOutOfRange)?;
        wide::shl_div_ceil(sensitivity.units(), shift_of(self.exponent), squared)
            .map(MuSquared::from_units)
            .ok_or(Error::LossOutOfRange)
    }

    /// The 40-bit mantissa.
    pub const fn mantissa(self) -> u64 {
        self.mantissa
    }

    /// The power of two that the mantissa is multiplied by, from −59 to 21.
    pub const fn exponent(self) -> i32 {
        self.exponent as i32
    }

    /// The number itself: 40 bits fit a float exactly.
    #[allow(clippy::cast_precision_loss)]
    pub fn to_f64(self) -> f64 {
        libm::ldexp(self.mantissa as f64, self.exponent())
    }
}

/// The scale b of a discrete Laplace law, P(x) ∝ e^(−|x|/b): a fraction of whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaplaceScale {
    numerator: NonZeroU64,
    denominator: NonZeroU64,
}

impl LaplaceScale {
    /// `numerator / denominator`. Refused: zero.
    pub fn new(numerator: u64, denominator: u64) -> Result<Self, Error> {
        match (NonZeroU64::new(numerator), NonZeroU64::new(denominator)) {
            (Some(numerator), Some(denominator)) => Ok(Self {
                numerator,
                denominator,
            }),
            _ => Err(Error::ScaleOutOfRange),
        }
    }

    /// The scale Δ/ε that costs exactly `share`. Refused where Δ·2^40 does not fit.
    pub fn for_share(sensitivity: Sensitivity, share: PureEpsilon) -> Result<Self, Error> {
        let numerator = sensitivity
            .units()
            .checked_mul(1 << PureEpsilon::FRACTION_BITS)
            .ok_or(Error::ScaleOutOfRange)?;
        Self::new(numerator, share.units())
    }

    /// ε of one answer: Δ/b, rounded up.
    pub fn loss_up(self, sensitivity: Sensitivity) -> Result<PureEpsilon, Error> {
        let numerator = u128::from(sensitivity.units()) * u128::from(self.denominator.get());
        wide::shl_div_ceil(numerator, PureEpsilon::FRACTION_BITS, self.numerator.into())
            .and_then(|units| u64::try_from(units).ok())
            .map(PureEpsilon::from_units)
            .ok_or(Error::LossOutOfRange)
    }

    /// The nearest float, nearly; for messages.
    #[allow(clippy::cast_precision_loss)] // for messages only
    pub fn to_f64(self) -> f64 {
        self.numerator.get() as f64 / self.denominator.get() as f64
    }

    /// The upper part of the fraction.
    pub const fn numerator(self) -> NonZeroU64 {
        self.numerator
    }

    /// The lower part of the fraction.
    pub const fn denominator(self) -> NonZeroU64 {
        self.denominator
    }
}

/// The scale of the noise on an answer, of either law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoiseScale {
    /// σ of Gaussian noise.
    Gaussian(Sigma),
    /// b of Laplace noise.
    Laplace(LaplaceScale),
}

impl From<Sigma> for NoiseScale {
    fn from(sigma: Sigma) -> Self {
        Self::Gaussian(sigma)
    }
}

impl From<LaplaceScale> for NoiseScale {
    fn from(scale: LaplaceScale) -> Self {
        Self::Laplace(scale)
    }
}

impl NoiseScale {
    /// The noise's variance, nearly: σ², or 2b². For weights between answers.
    pub fn variance(self) -> f64 {
        match self {
            Self::Gaussian(sigma) => sigma.to_f64() * sigma.to_f64(),
            Self::Laplace(scale) => 2.0 * scale.to_f64() * scale.to_f64(),
        }
    }

    /// σ of Gaussian noise.
    pub const fn sigma(self) -> Option<Sigma> {
        match self {
            Self::Gaussian(sigma) => Some(sigma),
            Self::Laplace(_) => None,
        }
    }

    /// b of Laplace noise.
    pub const fn laplace(self) -> Option<LaplaceScale> {
        match self {
            Self::Gaussian(_) => None,
            Self::Laplace(scale) => Some(scale),
        }
    }
}

/// An exponent at most as large as that of Δ/√share, and at most two smaller, from lengths alone:
/// σ² > 2^(length of Δ² − 1)·2^112/2^(length of the share), and σ < 2^40·2^exponent.
fn least_exponent(sensitivity: SquaredSensitivity, share: NonZeroU128) -> i8 {
    let length = |number: u128| i64::from(u128::BITS - number.leading_zeros());
    let bits = length(sensitivity.units()) - length(share.get()) + 111;
    let exponent = bits.div_euclid(2) - i64::from(MANTISSA_BITS);
    // Lengths are from 1 to 128, so it lies between −48 and 79.
    i8::try_from(exponent).unwrap_or(LARGEST_EXPONENT)
}

/// 112 − 2·exponent: between 70 and 230, since the exponent lies between −59 and 21.
const fn shift_of(exponent: i8) -> u32 {
    MuSquared::FRACTION_BITS.wrapping_add_signed(-2 * exponent as i32)
}

const MANTISSA_BITS: u32 = 40;
const LEAST_MANTISSA: u64 = 1 << (MANTISSA_BITS - 1);
const LEAST_EXPONENT: i8 = -59; // 2^39·2^−59 = 2^−20
const LARGEST_EXPONENT: i8 = 21; // 2^39·2^21 = 2^60

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sigma_is_normalised_and_kept_in_range() {
        for (label, mantissa, exponent, expected) in [
            ("one", 1, 0, Some((1 << 39, -39))),
            ("three halves", 3, -1, Some((3 << 38, -39))),
            ("least", 1, -20, Some((1 << 39, -59))),
            ("largest", 1, 60, Some((1 << 39, 21))),
            ("largest, written wide", 1 << 63, -3, Some((1 << 39, 21))),
            ("below the least", 1, -21, None),
            ("above the largest", 3, 59, None),
            ("forty bits", (1 << 40) - 1, 0, Some(((1 << 40) - 1, 0))),
            ("forty-one bits", (1 << 40) + 1, 0, None),
            ("zero", 0, 0, None),
            ("wild exponent", 1, i32::MAX, None),
            ("wilder exponent", u64::MAX, i32::MIN, None),
        ] {
            let actual = Sigma::new(mantissa, exponent).ok();
            let parts = actual.map(|sigma| (sigma.mantissa(), sigma.exponent()));
            assert_eq!(parts, expected, "case `{label}`");
        }
    }

    #[test]
    fn the_smallest_sigma_fits_and_the_next_smaller_does_not() {
        let sensitivity = SquaredSensitivity::new(4).unwrap();
        for share in [1_u128, 12_345, 1 << 60, (1 << 112) / 3, 1 << 112, u128::MAX] {
            let share = MuSquared::from_units(share);
            let Ok(sigma) = Sigma::smallest_up(sensitivity, share) else {
                assert!(share.units() < 1 << 10, "only a hopeless share is refused");
                continue;
            };
            assert!(sigma.loss_up(sensitivity).unwrap() <= share);
            let smaller = Sigma::new(sigma.mantissa() - 1, sigma.exponent())
                .or_else(|_| Sigma::new(2 * sigma.mantissa() - 1, sigma.exponent() - 1));
            if let Ok(smaller) = smaller {
                // A loss that cannot be represented is above every share.
                assert!(
                    smaller
                        .loss_up(sensitivity)
                        .map_or(true, |loss| loss > share)
                );
            }
        }
    }

    /// 2^64 units of 2^−40 and more are no ε that can be charged: never one that was cut off.
    #[test]
    fn a_laplace_loss_that_does_not_fit_is_refused() {
        let one = |sensitivity, numerator, denominator| {
            let scale = LaplaceScale::new(numerator, denominator).unwrap();
            scale.loss_up(Sensitivity::new(sensitivity).unwrap())
        };
        // Δ/b = 2^24 − 2^−40, and 2^24.
        let most = PureEpsilon::from_units(u64::MAX);
        assert_eq!(one(1, 1 << 40, u64::MAX), Ok(most));
        assert_eq!(one(1 << 24, 1, 1), Err(Error::LossOutOfRange));
        // A little more than 2^24, of which three units would be left if it were cut off.
        assert_eq!(
            one(1 << 24, (1 << 63) - 1, 1 << 63),
            Err(Error::LossOutOfRange)
        );
    }

    #[test]
    fn a_laplace_scale_costs_the_share_it_was_made_for() {
        let sensitivity = Sensitivity::new(2).unwrap();
        let share = PureEpsilon::from_f64_down(0.3).unwrap();
        let scale = LaplaceScale::for_share(sensitivity, share).unwrap();
        assert_eq!(scale.loss_up(sensitivity), Ok(share));
        // 2/(20/3) = 0.3 is not a multiple of 2^−40: rounded up.
        let scale = LaplaceScale::new(20, 3).unwrap();
        assert_eq!(
            scale.loss_up(sensitivity).unwrap().units(),
            share.units() + 1
        );
    }

    #[test]
    fn scales_tell_their_number_and_variance() {
        let sigma = Sigma::new(3, -1).unwrap();
        let scale = LaplaceScale::new(5, 2).unwrap();
        assert_eq!(sigma.to_f64().to_bits(), 1.5_f64.to_bits());
        assert_eq!(scale.to_f64().to_bits(), 2.5_f64.to_bits());
        let (gaussian, laplace) = (NoiseScale::from(sigma), NoiseScale::from(scale));
        assert_eq!(gaussian.variance().to_bits(), 2.25_f64.to_bits());
        assert_eq!(laplace.variance().to_bits(), 12.5_f64.to_bits());
        assert_eq!((gaussian.sigma(), gaussian.laplace()), (Some(sigma), None));
        assert_eq!((laplace.sigma(), laplace.laplace()), (None, Some(scale)));
    }
}
