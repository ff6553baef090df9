//! One query as the record writes it: what was asked, under which law, and what it cost.

use privet_core::ledger::{LawRecord, Purpose};
use serde::{Deserialize, Serialize};

use super::asked::Asked;
use super::loss::LossFile;
use super::noise::{NoiseFile, SmoothingFile, written};
use super::parts::PartsFile;
use crate::noise::{ScaleFile, SigmaFile};
use crate::plan::{VariableName, Variables};

/// One query.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct QueryFile {
    pub purpose: String,
    pub columns: Vec<VariableName>,
    /// How many tables could be chosen, where one was.
    pub candidates: Option<u32>,
    /// Which parts of a table were asked for, where not all.
    pub parts: Option<PartsFile>,
    pub law: String,
    pub noise: NoiseFile,
    pub unit_of_answer: String,
    pub charge: LossFile,
}

impl QueryFile {
    /// The entry of a ledger.
    pub(crate) fn new(
        variables: &Variables,
        purpose: &Purpose,
        law: LawRecord,
        charge: LossFile,
    ) -> Self {
        let (asked, set) = match purpose {
            Purpose::Size => (Asked::Size, None),
            Purpose::PairScores => (Asked::PairScores, None),
            Purpose::Table(set) => (Asked::Table, Some(set)),
            Purpose::Parts(asked) => (Asked::Parts, Some(asked.variables())),
            Purpose::Farthest { .. } => (Asked::Farthest, None),
            Purpose::Selection => (Asked::Selection, None),
            Purpose::Rows(set) => (Asked::Rows, Some(set)),
        };
        let columns = set.map_or_else(Vec::new, |set| variables.names(set));
        let candidates = match purpose {
            Purpose::Farthest { candidates } => Some(*candidates),
            _ => None,
        };
        let parts = match purpose {
            Purpose::Parts(asked) => Some(PartsFile::of(variables, asked)),
            _ => None,
        };
        let (law, noise) = written(law);
        Self {
            purpose: asked.words().to_owned(),
            columns,
            candidates,
            parts,
            law: law.to_owned(),
            noise,
            unit_of_answer: asked.unit_of_answer().to_owned(),
            charge,
        }
    }

    /// The entry of a ledger that paid for a level of a grid.
    pub(crate) fn of_grid(level: VariableName, law: LawRecord, charge: LossFile) -> Self {
        let (law, noise) = written(law);
        Self {
            purpose: Asked::Grid.words().to_owned(),
            columns: vec![level],
            candidates: None,
            parts: None,
            law: law.to_owned(),
            noise,
            unit_of_answer: Asked::Grid.unit_of_answer().to_owned(),
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
        self.noise.law(&self.law)
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
            && self.parts.is_some() == (self.asked() == Some(Asked::Parts))
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    parts: Option<PartsFile>,
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
            parts: written.parts,
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
            parts: query.parts,
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
