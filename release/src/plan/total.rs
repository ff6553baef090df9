//! What a guarantee allows to be spent, in the accounting of its mechanism.

use privet_core::calibration::{Calibration, calibrate};
use privet_core::privacy::{Delta, Epsilon, Loss as _, MuSquared, PureEpsilon};
use privet_spec::{Decimal, Guarantee};

use crate::error::Error;

/// A total, rounded down: μ² of Gaussian answers, or ε of pure ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Total {
    Gaussian(MuSquared),
    Pure(PureEpsilon),
}

impl From<MuSquared> for Total {
    fn from(total: MuSquared) -> Self {
        Self::Gaussian(total)
    }
}

impl From<PureEpsilon> for Total {
    fn from(total: PureEpsilon) -> Self {
        Self::Pure(total)
    }
}

impl Total {
    /// Both together; nothing where they do not fit or are of different accountings.
    pub(crate) fn checked_add(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Gaussian(one), Self::Gaussian(other)) => {
                one.checked_add(other).map(Self::Gaussian)
            }
            (Self::Pure(one), Self::Pure(other)) => one.checked_add(other).map(Self::Pure),
            (Self::Gaussian(_), Self::Pure(_)) | (Self::Pure(_), Self::Gaussian(_)) => None,
        }
    }

    /// What the guarantee allows.
    pub fn of(guarantee: Guarantee) -> Result<Self, Error> {
        Ok(match guarantee {
            Guarantee::Pure { epsilon } => Self::Pure(pure_of(epsilon)?),
            Guarantee::Approximate { epsilon, delta } => {
                Self::Gaussian(calibration_of(epsilon, delta)?.mu_squared)
            }
        })
    }

    /// It as Gaussian DP, rounded up: (π/2)·ε² for a pure release. Nothing where that is more than
    /// any budget.
    pub fn mu_squared_up(self) -> Option<MuSquared> {
        match self {
            Self::Gaussian(total) => Some(total),
            Self::Pure(total) => total.to_mu_squared_up().ok(),
        }
    }
}

/// ε with as many digits as it needs, at most nine behind the point, rounded up: what is declared as 0.8 is held as a
/// little less, and sums of such are no more than the sums of what was declared.
pub(crate) fn epsilon_in_words(epsilon: f64) -> String {
    let up = libm::ceil(epsilon * 1e9) / 1e9;
    let digits = format!("{up:.9}");
    digits
        .trim_end_matches('0')
        .trim_end_matches('.')
        .to_owned()
}

/// What (ε, δ) as exact decimals allow.
pub(super) fn calibration_of(epsilon: Decimal, delta: Decimal) -> Result<Calibration, Error> {
    Epsilon::new(epsilon.to_f64_down())
        .and_then(|epsilon| calibrate(epsilon, Delta::new(delta.to_f64_down())?))
        .map_err(|error| Error::refused("budget", error.to_string(), "change epsilon or delta"))
}

/// What ε as an exact decimal allows.
pub(crate) fn pure_of(epsilon: Decimal) -> Result<PureEpsilon, Error> {
    PureEpsilon::from_f64_down(epsilon.to_f64_down())
        .map_err(|error| Error::refused("budget", error.to_string(), "change epsilon"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was declared comes back, of one release and of several, and never less than there is.
    #[test]
    fn epsilon_is_written_as_it_was_declared() {
        for (parts, expected) in [
            (vec!["0.8"], "0.8"),
            (vec!["0.1"; 3], "0.3"),
            (vec!["1"; 4], "4"),
            (vec!["0.000001", "0.0000025"], "0.0000035"),
            (vec!["700"], "700"),
            (vec![], "0"),
        ] {
            let parts = parts.iter().map(|part| pure_of(part.parse().unwrap()));
            let sum = parts.fold(0.0, |sum, part| sum + part.unwrap().to_f64());
            let written = epsilon_in_words(sum);
            assert!(written.parse::<f64>().unwrap() >= sum, "{written}");
            assert_eq!(written, expected, "{sum}");
        }
    }
}
