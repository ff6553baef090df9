//! The numbers of a noise law as the record writes them.

use core::num::NonZeroU32;

use privet_core::ledger::LawRecord;
use privet_core::privacy::{
    Draws, LaplaceScale, PureEpsilon, Sensitivity, Sigma, SmoothingWeight, SquaredSensitivity,
};
use serde::{Deserialize, Serialize};

use crate::noise::{ScaleFile, SigmaFile};

/// The exact numbers of a law, and for people what they are as a decimal.
#[derive(Clone, Debug, PartialEq)]
pub enum NoiseFile {
    Gaussian {
        /// Δ² of the whole answer, in squared units of the answer.
        sensitivity_squared: String,
        sigma: SigmaFile,
        sigma_value: f64,
    },
    Laplace {
        /// Δ of the whole answer in the L1 norm, in units of the answer.
        sensitivity: String,
        scale: ScaleFile,
        scale_value: f64,
    },
    Selection {
        /// Δ of each score, in its units.
        sensitivity: String,
        /// ε in units of 2^−40.
        epsilon_units: String,
    },
    Smoothed(SmoothingFile),
}

/// How rows were drawn from a smoothed histogram.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SmoothingFile {
    /// n, the table's public number of rows.
    pub rows: u32,
    /// K.
    pub cells: u32,
    /// k, the number of rows drawn.
    pub draws: u32,
    /// λ in units of 2^−63, as text: it has up to 19 digits.
    pub weight_units: String,
    pub weight_value: f64,
}

impl NoiseFile {
    /// The law of this name with its exact numbers; nothing where they are not those of a law.
    pub(super) fn law(&self, name: &str) -> Option<LawRecord> {
        let law = match self {
            Self::Gaussian {
                sensitivity_squared,
                sigma,
                ..
            } => LawRecord::Gaussian {
                sensitivity: SquaredSensitivity::new(sensitivity_squared.parse().ok()?).ok()?,
                sigma: Sigma::new(sigma.mantissa, sigma.exponent).ok()?,
            },
            Self::Laplace {
                sensitivity, scale, ..
            } => LawRecord::Laplace {
                sensitivity: Sensitivity::new(sensitivity.parse().ok()?).ok()?,
                scale: LaplaceScale::new(scale.numerator, scale.denominator).ok()?,
            },
            Self::Selection {
                sensitivity,
                epsilon_units,
            } => {
                let sensitivity = Sensitivity::new(sensitivity.parse().ok()?).ok()?;
                let epsilon = PureEpsilon::from_units(epsilon_units.parse().ok()?);
                if name == EXPONENTIAL {
                    LawRecord::ExponentialMechanism {
                        sensitivity,
                        epsilon,
                    }
                } else {
                    LawRecord::PermuteAndFlip {
                        sensitivity,
                        epsilon,
                    }
                }
            }
            Self::Smoothed(smoothing) => LawRecord::SmoothedRows {
                draws: Draws {
                    rows: smoothing.rows,
                    cells: NonZeroU32::new(smoothing.cells)?,
                    draws: smoothing.draws,
                },
                weight: SmoothingWeight::new(smoothing.weight_units.parse().ok()?).ok()?,
            },
        };
        Some(law)
    }
}

/// A law's name and numbers.
pub(super) fn written(law: LawRecord) -> (&'static str, NoiseFile) {
    match law {
        LawRecord::Gaussian { sensitivity, sigma } => (
            GAUSSIAN,
            NoiseFile::Gaussian {
                sensitivity_squared: sensitivity.units().to_string(),
                sigma: sigma.into(),
                sigma_value: sigma.to_f64(),
            },
        ),
        LawRecord::Laplace { sensitivity, scale } => (
            LAPLACE,
            NoiseFile::Laplace {
                sensitivity: sensitivity.units().to_string(),
                scale: scale.into(),
                scale_value: scale.to_f64(),
            },
        ),
        LawRecord::ExponentialMechanism {
            sensitivity,
            epsilon,
        } => (EXPONENTIAL, selection(sensitivity, epsilon)),
        LawRecord::PermuteAndFlip {
            sensitivity,
            epsilon,
        } => (PERMUTE_AND_FLIP, selection(sensitivity, epsilon)),
        LawRecord::SmoothedRows { draws, weight } => (
            SMOOTHED,
            NoiseFile::Smoothed(SmoothingFile {
                rows: draws.rows,
                cells: draws.cells.get(),
                draws: draws.draws,
                weight_units: weight.units().to_string(),
                weight_value: weight.to_f64(),
            }),
        ),
    }
}

fn selection(sensitivity: Sensitivity, epsilon: PureEpsilon) -> NoiseFile {
    NoiseFile::Selection {
        sensitivity: sensitivity.units().to_string(),
        epsilon_units: epsilon.units().to_string(),
    }
}

const GAUSSIAN: &str = "round(x + N(0, sigma^2))";
const LAPLACE: &str = "x + discrete Laplace noise, P(y) ~ e^(-|y|/scale)";
const EXPONENTIAL: &str = "exponential mechanism";
const PERMUTE_AND_FLIP: &str = "permute-and-flip";
const SMOOTHED: &str = "draws from (1 - weight) * histogram + weight * uniform";
