//! The noise of a count: its law for reading, and the exact scale as files write it.

use privet_core::Error;
use privet_core::privacy::{LaplaceScale, NoiseScale, Sigma};
use serde::{Deserialize, Serialize};

/// The law of the noise on each count of a table. Its scale is the exact one of the file, rounded to a number of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Noise {
    /// Each count is round(x + N(0, σ²)).
    Gaussian { sigma: f64 },
    /// Each count has discrete Laplace noise, P(y) ~ e^(−|y|/b).
    Laplace { scale: f64 },
}

impl Noise {
    /// The law's name.
    pub fn law(self) -> &'static str {
        match self {
            Self::Gaussian { .. } => "Gaussian",
            Self::Laplace { .. } => "Laplace",
        }
    }

    /// σ of Gaussian noise or b of Laplace noise, in rows.
    pub fn scale(self) -> f64 {
        match self {
            Self::Gaussian { sigma: scale } | Self::Laplace { scale } => scale,
        }
    }
}

/// σ = mantissa·2^exponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SigmaFile {
    pub mantissa: u64,
    pub exponent: i32,
}

impl SigmaFile {
    /// Refused: noise of another law.
    pub(crate) fn of(noise: Option<NoiseScale>) -> Result<Self, Error> {
        let sigma = noise.and_then(NoiseScale::sigma);
        sigma.map(Self::from).ok_or(Error::SigmaOutOfRange)
    }

    /// For reading. What a release wrote is in range; what is not is no number.
    pub(crate) fn noise(self) -> Noise {
        let sigma = Sigma::new(self.mantissa, self.exponent);
        Noise::Gaussian {
            sigma: sigma.map_or(f64::NAN, Sigma::to_f64),
        }
    }
}

impl From<Sigma> for SigmaFile {
    fn from(sigma: Sigma) -> Self {
        Self {
            mantissa: sigma.mantissa(),
            exponent: sigma.exponent(),
        }
    }
}

/// b = numerator/denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScaleFile {
    pub numerator: u64,
    pub denominator: u64,
}

impl ScaleFile {
    /// Refused: noise of another law.
    pub(crate) fn of(noise: Option<NoiseScale>) -> Result<Self, Error> {
        let scale = noise.and_then(NoiseScale::laplace);
        scale.map(Self::from).ok_or(Error::ScaleOutOfRange)
    }

    /// For reading. What a release wrote is in range; what is not is no number.
    pub(crate) fn noise(self) -> Noise {
        let scale = LaplaceScale::new(self.numerator, self.denominator);
        Noise::Laplace {
            scale: scale.map_or(f64::NAN, LaplaceScale::to_f64),
        }
    }
}

impl From<LaplaceScale> for ScaleFile {
    fn from(scale: LaplaceScale) -> Self {
        Self {
            numerator: scale.numerator().get(),
            denominator: scale.denominator().get(),
        }
    }
}
