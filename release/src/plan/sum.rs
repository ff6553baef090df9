//! The totals of several releases of one table, added up.
//!
//! Releases of one accounting add up as their queries do: Σ μ², or Σ ε. In a mixture an ε-DP release
//! counts as μ² = (π/2)·ε², since any ε-DP answer is √(π/2)·ε-Gaussian DP, and the sum is compared
//! with what the lifetime's (ε, δ) allow. Releases that are all pure may be added up either way, for
//! Σ ε-DP is (Σ ε, δ)-DP too.

use privet_core::privacy::{Loss as _, MuSquared, PureEpsilon};
use privet_spec::Guarantee;

use super::total::{Total, epsilon_in_words};
use crate::error::Error;

/// The totals of several releases, added up. A sum that cannot be held is the largest there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sum {
    /// Σ ε, while all are pure.
    epsilon: Option<PureEpsilon>,
    /// Σ μ², pure ones converted.
    mu_squared: MuSquared,
    any_pure: bool,
}

impl Sum {
    /// Of no release.
    pub(crate) const NOTHING: Self = Self {
        epsilon: Some(PureEpsilon::ZERO),
        mu_squared: MuSquared::ZERO,
        any_pure: false,
    };

    /// Of all of these.
    pub(crate) fn of(totals: impl IntoIterator<Item = Total>) -> Self {
        totals.into_iter().fold(Self::NOTHING, Self::and)
    }

    /// One release more.
    pub(crate) fn and(self, total: Total) -> Self {
        let mu_squared = total
            .mu_squared_up()
            .and_then(|more| self.mu_squared.checked_add(more));
        Self {
            epsilon: match (self.epsilon, total) {
                (Some(sum), Total::Pure(more)) => {
                    let most = PureEpsilon::from_units(u64::MAX);
                    Some(sum.checked_add(more).unwrap_or(most))
                }
                _ => None,
            },
            mu_squared: mu_squared.unwrap_or(MuSquared::from_units(u128::MAX)),
            any_pure: self.any_pure || matches!(total, Total::Pure(_)),
        }
    }

    /// Σ ε, where all are pure.
    pub(crate) fn epsilon(&self) -> Option<PureEpsilon> {
        self.epsilon
    }

    /// Σ μ², pure ones converted.
    pub(crate) fn mu_squared(&self) -> MuSquared {
        self.mu_squared
    }

    /// Whether there are releases of both accountings.
    pub(crate) fn is_mixed(&self) -> bool {
        self.any_pure && self.epsilon.is_none()
    }

    /// Whether the sum stays within a lifetime budget, and the numbers that decide it.
    pub(crate) fn compare(&self, lifetime: Guarantee) -> Result<(bool, String), Error> {
        let allowed = Total::of(Guarantee::Pure {
            epsilon: lifetime.epsilon(),
        })?;
        if let (Some(sum), Total::Pure(allowed)) = (self.epsilon, allowed) {
            let told = format!(
                "epsilon = {} of the lifetime's {}",
                epsilon_in_words(sum.to_f64()),
                lifetime.epsilon()
            );
            if sum <= allowed || lifetime.delta().is_none() {
                return Ok((sum <= allowed, told));
            }
        }
        Ok(match Total::of(lifetime)? {
            Total::Gaussian(allowed) => {
                let told = format!(
                    "mu^2 = {:.9} of the lifetime's {:.9}",
                    self.mu_squared.to_f64(),
                    allowed.to_f64()
                );
                (self.mu_squared <= allowed, told)
            }
            // A lifetime without delta holds no release on Gaussian noise.
            Total::Pure(_) => (
                false,
                format!(
                    "{} of a lifetime of {lifetime}-DP, which has no delta for Gaussian noise",
                    self.in_words()
                ),
            ),
        })
    }

    /// As in "mu^2 = 0.500000000".
    pub(crate) fn in_words(&self) -> String {
        match self.epsilon {
            Some(epsilon) => format!("epsilon = {}", epsilon_in_words(epsilon.to_f64())),
            None => format!("mu^2 = {:.9}", self.mu_squared.to_f64()),
        }
    }
}
