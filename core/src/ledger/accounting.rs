//! The two ways of adding up, and which law may be charged to which.

use crate::Error;
use crate::noise::{
    ExponentialMechanism, GaussianNoise, LaplaceNoise, PermuteAndFlip, SmoothedRows,
};
use crate::privacy::{
    Draws, LaplaceScale, Loss, MuSquared, PureEpsilon, Sensitivity, Sigma, SmoothingWeight,
    SquaredSensitivity,
};

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Gaussian {}
    impl Sealed for super::Pure {}
    impl Sealed for crate::noise::GaussianNoise {}
    impl Sealed for crate::noise::LaplaceNoise {}
    impl Sealed for crate::noise::ExponentialMechanism {}
    impl Sealed for crate::noise::PermuteAndFlip {}
    impl Sealed for crate::noise::SmoothedRows {}
}

/// A way of adding up losses. Sealed: another one is an unreviewed claim.
pub trait Accounting: sealed::Sealed {
    /// What is added up.
    type Loss: Loss;

    /// The loss of a law as a record names it, rounded up: what an auditor recomputes. Nothing for
    /// a law that cannot be charged to this accounting, or not as it stands.
    fn recomputed(law: LawRecord) -> Option<Self::Loss>;
}

/// Gaussian DP: losses are μ², the guarantee is (ε, δ).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gaussian {}

impl Accounting for Gaussian {
    type Loss = MuSquared;

    fn recomputed(law: LawRecord) -> Option<MuSquared> {
        match law {
            LawRecord::Gaussian { sensitivity, sigma } => {
                loss_up::<Self>(GaussianNoise { sensitivity, sigma })
            }
            LawRecord::Laplace { .. } | LawRecord::SmoothedRows { .. } => None,
            LawRecord::ExponentialMechanism {
                sensitivity,
                epsilon,
            } => loss_up::<Self>(ExponentialMechanism {
                sensitivity,
                epsilon,
            }),
            LawRecord::PermuteAndFlip {
                sensitivity,
                epsilon,
            } => loss_up::<Self>(PermuteAndFlip {
                sensitivity,
                epsilon,
            }),
        }
    }
}

/// Pure DP: losses are ε, and δ = 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pure {}

impl Accounting for Pure {
    type Loss = PureEpsilon;

    fn recomputed(law: LawRecord) -> Option<PureEpsilon> {
        match law {
            LawRecord::Gaussian { .. } => None,
            LawRecord::Laplace { sensitivity, scale } => {
                loss_up::<Self>(LaplaceNoise { sensitivity, scale })
            }
            LawRecord::ExponentialMechanism {
                sensitivity,
                epsilon,
            } => loss_up::<Self>(ExponentialMechanism {
                sensitivity,
                epsilon,
            }),
            LawRecord::PermuteAndFlip {
                sensitivity,
                epsilon,
            } => loss_up::<Self>(PermuteAndFlip {
                sensitivity,
                epsilon,
            }),
            LawRecord::SmoothedRows { draws, weight } => {
                loss_up::<Self>(SmoothedRows { draws, weight })
            }
        }
    }
}

fn loss_up<A: Accounting>(law: impl Law<A>) -> Option<A::Loss> {
    law.loss_up().ok()
}

/// A randomised answer with its privacy argument under the accounting `A`. Sealed: a foreign law
/// is an unreviewed claim.
pub trait Law<A: Accounting>: sealed::Sealed + Copy {
    /// The loss of one answer, rounded up.
    fn loss_up(&self) -> Result<A::Loss, Error>;
    /// What the record says of it.
    fn record(&self) -> LawRecord;
}

/// A law as it stands in a ledger entry: all that is needed to recompute its loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LawRecord {
    /// round(x + N(0, σ²)); loss Δ²/σ².
    Gaussian {
        /// Δ² of the whole vector of answers.
        sensitivity: SquaredSensitivity,
        /// σ of each answer.
        sigma: Sigma,
    },
    /// Discrete Laplace; loss Δ/b.
    Laplace {
        /// L1 sensitivity of the whole vector of answers.
        sensitivity: Sensitivity,
        /// b of each answer.
        scale: LaplaceScale,
    },
    /// Exponential mechanism; loss ε, or (π/8)·ε² as μ².
    ExponentialMechanism {
        /// Sensitivity of each score.
        sensitivity: Sensitivity,
        /// ε of the selection.
        epsilon: PureEpsilon,
    },
    /// Permute-and-flip; loss ε, or (π/2)·ε² as μ².
    PermuteAndFlip {
        /// Sensitivity of each score.
        sensitivity: Sensitivity,
        /// ε of the selection.
        epsilon: PureEpsilon,
    },
    /// Rows from a smoothed histogram; loss k·ln(1 + (1−λ)K/(nλ)).
    SmoothedRows {
        /// n, K and k.
        draws: Draws,
        /// λ.
        weight: SmoothingWeight,
    },
}
