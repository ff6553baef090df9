//! One query as the record writes it: what was asked, under which law, and what it cost.

use core::num::NonZeroU32;

use privet_core::ledger::{LawRecord, Purpose};
use privet_core::privacy::{
    Draws, LaplaceScale, PureEpsilon, Sensitivity, Sigma, SmoothingWeight, SquaredSensitivity,
};
use serde::{Deserialize, Serialize};

use super::LossFile;
use crate::plan::{Plan, VariableName};
use crate::release::model::{ScaleFile, SigmaFile};

/// One query.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct QueryFile {
    pub purpose: String,
    pub columns: Vec<VariableName>,
    /// How many tables could be chosen, where one was.
    pub candidates: Option<u32>,
    pub law: String,
    pub noise: NoiseFile,
    pub unit_of_answer: String,
    pub charge: LossFile,
}

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

/// What a query asks for, with the words of the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    Size,
    PairScores,
    Table,
    Farthest,
    Selection,
    Rows,
}

impl Asked {
    const ALL: [Self; 6] = [
        Self::Size,
        Self::PairScores,
        Self::Table,
        Self::Farthest,
        Self::Selection,
        Self::Rows,
    ];

    /// The query's purpose in the record.
    pub fn words(self) -> &'static str {
        match self {
            Self::Size => "number of rows",
            Self::PairScores => "dependence scores of pairs",
            Self::Table => "table of counts",
            Self::Farthest => "choice of the table farthest from the model",
            Self::Selection => "selection",
            Self::Rows => "synthetic rows",
        }
    }

    /// Whether the record names the columns of such a query.
    fn has_columns(self) -> bool {
        matches!(self, Self::Table | Self::Rows)
    }

    fn unit_of_answer(self) -> &'static str {
        match self {
            Self::Size | Self::Table | Self::Farthest => "1 row",
            Self::PairScores => "2^-16 rows",
            Self::Selection => "score",
            Self::Rows => "1 cell",
        }
    }
}

impl QueryFile {
    /// The entry of a ledger.
    pub fn new(plan: &Plan, purpose: &Purpose, law: LawRecord, charge: LossFile) -> Self {
        let (asked, set) = match purpose {
            Purpose::Size => (Asked::Size, None),
            Purpose::PairScores => (Asked::PairScores, None),
            Purpose::Table(set) => (Asked::Table, Some(set)),
            Purpose::Farthest { .. } => (Asked::Farthest, None),
            Purpose::Selection => (Asked::Selection, None),
            Purpose::Rows(set) => (Asked::Rows, Some(set)),
        };
        let columns = set.map_or_else(Vec::new, |set| {
            set.as_slice()
                .iter()
                .map(|&variable| plan.name(variable))
                .collect()
        });
        let candidates = match purpose {
            Purpose::Farthest { candidates } => Some(*candidates),
            _ => None,
        };
        let (law, noise) = written(law);
        Self {
            purpose: asked.words().to_owned(),
            columns,
            candidates,
            law: law.to_owned(),
            noise,
            unit_of_answer: asked.unit_of_answer().to_owned(),
            charge,
        }
    }

    /// What was asked; nothing for unknown words.
    pub fn asked(&self) -> Option<Asked> {
        Asked::ALL
            .into_iter()
            .find(|asked| asked.words() == self.purpose)
    }

    /// The law with its exact numbers; nothing where they are not those of the law it names.
    pub fn law(&self) -> Option<LawRecord> {
        let law = match &self.noise {
            NoiseFile::Gaussian {
                sensitivity_squared,
                sigma,
                ..
            } => LawRecord::Gaussian {
                sensitivity: SquaredSensitivity::new(sensitivity_squared.parse().ok()?).ok()?,
                sigma: Sigma::new(sigma.mantissa, sigma.exponent).ok()?,
            },
            NoiseFile::Laplace {
                sensitivity, scale, ..
            } => LawRecord::Laplace {
                sensitivity: Sensitivity::new(sensitivity.parse().ok()?).ok()?,
                scale: LaplaceScale::new(scale.numerator, scale.denominator).ok()?,
            },
            NoiseFile::Selection {
                sensitivity,
                epsilon_units,
            } => {
                let sensitivity = Sensitivity::new(sensitivity.parse().ok()?).ok()?;
                let epsilon = PureEpsilon::from_units(epsilon_units.parse().ok()?);
                if self.law == EXPONENTIAL {
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
            NoiseFile::Smoothed(smoothing) => LawRecord::SmoothedRows {
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

    /// b of Laplace noise.
    pub fn scale(&self) -> Option<ScaleFile> {
        match self.noise {
            NoiseFile::Laplace { scale, .. } => Some(scale),
            NoiseFile::Gaussian { .. } | NoiseFile::Selection { .. } | NoiseFile::Smoothed(_) => {
                None
            }
        }
    }

    /// σ of Gaussian noise.
    pub fn sigma(&self) -> Option<SigmaFile> {
        match self.noise {
            NoiseFile::Gaussian { sigma, .. } => Some(sigma),
            NoiseFile::Laplace { .. } | NoiseFile::Selection { .. } | NoiseFile::Smoothed(_) => {
                None
            }
        }
    }

    /// Whether what stands here for people is what the exact numbers say.
    pub fn words_agree(&self) -> bool {
        let law = self.law().map(written);
        let unit = self.asked().map(Asked::unit_of_answer);
        let has_columns = self.asked().is_some_and(Asked::has_columns);
        self.columns.is_empty() != has_columns
            && law.is_some_and(|(law, noise)| self.law == law && self.noise == noise)
            && unit == Some(self.unit_of_answer.as_str())
            && self.candidates.is_some() == (self.asked() == Some(Asked::Farthest))
    }
}

/// A law's name and numbers.
fn written(law: LawRecord) -> (&'static str, NoiseFile) {
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

/// What the file says.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    purpose: String,
    columns: Vec<VariableName>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    candidates: Option<u32>,
    law: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sensitivity_squared: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sensitivity: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sigma: Option<SigmaFile>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sigma_value: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    scale: Option<ScaleFile>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    scale_value: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    epsilon_units: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    smoothing: Option<SmoothingFile>,
    unit_of_answer: String,
    charge: LossFile,
}

impl TryFrom<Written> for QueryFile {
    type Error = &'static str;

    fn try_from(written: Written) -> Result<Self, Self::Error> {
        let numbers = (
            (written.sensitivity_squared, written.sensitivity),
            (written.sigma, written.sigma_value),
            (written.scale, written.scale_value),
            written.epsilon_units,
            written.smoothing,
        );
        let noise = match numbers {
            (
                (Some(sensitivity_squared), None),
                (Some(sigma), Some(sigma_value)),
                (None, None),
                None,
                None,
            ) => NoiseFile::Gaussian {
                sensitivity_squared,
                sigma,
                sigma_value,
            },
            (
                (None, Some(sensitivity)),
                (None, None),
                (Some(scale), Some(scale_value)),
                None,
                None,
            ) => NoiseFile::Laplace {
                sensitivity,
                scale,
                scale_value,
            },
            ((None, Some(sensitivity)), (None, None), (None, None), Some(epsilon_units), None) => {
                NoiseFile::Selection {
                    sensitivity,
                    epsilon_units,
                }
            }
            ((None, None), (None, None), (None, None), None, Some(smoothing)) => {
                NoiseFile::Smoothed(smoothing)
            }
            _ => return Err("the numbers of this query belong to no law"),
        };
        Ok(Self {
            purpose: written.purpose,
            columns: written.columns,
            candidates: written.candidates,
            law: written.law,
            noise,
            unit_of_answer: written.unit_of_answer,
            charge: written.charge,
        })
    }
}

impl From<QueryFile> for Written {
    fn from(query: QueryFile) -> Self {
        let mut written = Self {
            purpose: query.purpose,
            columns: query.columns,
            candidates: query.candidates,
            law: query.law,
            sensitivity_squared: None,
            sensitivity: None,
            sigma: None,
            sigma_value: None,
            scale: None,
            scale_value: None,
            epsilon_units: None,
            smoothing: None,
            unit_of_answer: query.unit_of_answer,
            charge: query.charge,
        };
        match query.noise {
            NoiseFile::Gaussian {
                sensitivity_squared,
                sigma,
                sigma_value,
            } => {
                written.sensitivity_squared = Some(sensitivity_squared);
                written.sigma = Some(sigma);
                written.sigma_value = Some(sigma_value);
            }
            NoiseFile::Laplace {
                sensitivity,
                scale,
                scale_value,
            } => {
                written.sensitivity = Some(sensitivity);
                written.scale = Some(scale);
                written.scale_value = Some(scale_value);
            }
            NoiseFile::Selection {
                sensitivity,
                epsilon_units,
            } => {
                written.sensitivity = Some(sensitivity);
                written.epsilon_units = Some(epsilon_units);
            }
            NoiseFile::Smoothed(smoothing) => written.smoothing = Some(smoothing),
        }
        written
    }
}

const GAUSSIAN: &str = "round(x + N(0, sigma^2))";
const LAPLACE: &str = "x + discrete Laplace noise, P(y) ~ e^(-|y|/scale)";
const EXPONENTIAL: &str = "exponential mechanism";
const PERMUTE_AND_FLIP: &str = "permute-and-flip";
const SMOOTHED: &str = "draws from (1 - weight) * histogram + weight * uniform";
