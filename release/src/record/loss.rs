//! A privacy loss as the record writes it.

use privet_core::privacy::{MuSquared, PureEpsilon};
use serde::{Deserialize, Serialize};

use crate::plan::{Total, epsilon_in_words};

/// μ² or ε: exact in units (as text, since μ² has up to 39 digits), and as a number for people.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub enum LossFile {
    /// μ² in units of 2^−112.
    Gaussian {
        mu_squared_units: String,
        mu_squared: f64,
    },
    /// ε in units of 2^−40.
    Pure { epsilon_units: String, epsilon: f64 },
}

impl LossFile {
    /// For people, as in "mu^2 = 0.500000000".
    pub fn in_words(&self) -> String {
        let symbol = match self {
            Self::Gaussian { .. } => "mu^2",
            Self::Pure { .. } => "epsilon",
        };
        format!("{symbol} = {}", self.number_in_words())
    }

    /// Its number for people, as in "0.500000000".
    pub fn number_in_words(&self) -> String {
        match self {
            Self::Gaussian { mu_squared, .. } => format!("{mu_squared:.9}"),
            Self::Pure { epsilon, .. } => epsilon_in_words(*epsilon),
        }
    }

    /// The number for people.
    pub fn value(&self) -> f64 {
        match self {
            Self::Gaussian { mu_squared, .. } => *mu_squared,
            Self::Pure { epsilon, .. } => *epsilon,
        }
    }

    /// The number for people, where it is μ².
    pub fn mu_squared(&self) -> Option<f64> {
        matches!(self, Self::Gaussian { .. }).then_some(self.value())
    }

    /// The number for people, where it is ε.
    pub fn epsilon(&self) -> Option<f64> {
        matches!(self, Self::Pure { .. }).then_some(self.value())
    }
}

impl LossFile {
    /// The exact amount; nothing where the units are none, or the number for people is of other ones.
    pub(crate) fn total(&self) -> Option<Total> {
        let total = match self {
            Self::Gaussian {
                mu_squared_units, ..
            } => MuSquared::from_units(mu_squared_units.parse().ok()?).into(),
            Self::Pure { epsilon_units, .. } => {
                PureEpsilon::from_units(epsilon_units.parse().ok()?).into()
            }
        };
        (Self::from(total) == *self).then_some(total)
    }
}

impl From<MuSquared> for LossFile {
    fn from(loss: MuSquared) -> Self {
        Self::Gaussian {
            mu_squared_units: loss.units().to_string(),
            mu_squared: loss.to_f64(),
        }
    }
}

impl From<PureEpsilon> for LossFile {
    fn from(loss: PureEpsilon) -> Self {
        Self::Pure {
            epsilon_units: loss.units().to_string(),
            epsilon: loss.to_f64(),
        }
    }
}

impl From<Total> for LossFile {
    fn from(total: Total) -> Self {
        match total {
            Total::Gaussian(loss) => loss.into(),
            Total::Pure(loss) => loss.into(),
        }
    }
}

/// What the file says.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Written {
    #[serde(skip_serializing_if = "Option::is_none")]
    mu_squared_units: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mu_squared: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    epsilon_units: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    epsilon: Option<f64>,
}

impl TryFrom<Written> for LossFile {
    type Error = &'static str;

    fn try_from(written: Written) -> Result<Self, Self::Error> {
        match written {
            Written {
                mu_squared_units: Some(mu_squared_units),
                mu_squared: Some(mu_squared),
                epsilon_units: None,
                epsilon: None,
            } => Ok(Self::Gaussian {
                mu_squared_units,
                mu_squared,
            }),
            Written {
                mu_squared_units: None,
                mu_squared: None,
                epsilon_units: Some(epsilon_units),
                epsilon: Some(epsilon),
            } => Ok(Self::Pure {
                epsilon_units,
                epsilon,
            }),
            _ => Err(
                "a loss has `mu_squared_units` and `mu_squared`, or `epsilon_units` and `epsilon`",
            ),
        }
    }
}

impl From<LossFile> for Written {
    fn from(loss: LossFile) -> Self {
        match loss {
            LossFile::Gaussian {
                mu_squared_units,
                mu_squared,
            } => Self {
                mu_squared_units: Some(mu_squared_units),
                mu_squared: Some(mu_squared),
                ..Self::default()
            },
            LossFile::Pure {
                epsilon_units,
                epsilon,
            } => Self {
                epsilon_units: Some(epsilon_units),
                epsilon: Some(epsilon),
                ..Self::default()
            },
        }
    }
}
