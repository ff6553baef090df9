//! The two ways of adding up, and what a law must say to be charged. Which laws there are, and what each
//! costs, stands in [`crate::noise`].
//!
//! Assumed: nothing: these are declarations; what a law costs stands with the law.

use crate::Error;
use crate::privacy::{
    Draws, LaplaceScale, Loss, NoiseScale, PureEpsilon, Sensitivity, Sigma, SmoothingWeight,
    SquaredSensitivity,
};

/// Out of reach for other crates. Within this one only the laws of [`crate::noise`] implement it besides.
pub(crate) mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Gaussian {}
    impl Sealed for super::Pure {}
}

/// A way of adding up losses. Sealed: another one is an unreviewed claim. It recomputes the losses of the
/// laws, so it is implemented beside them (`noise/recomputed.rs`).
pub trait Accounting: sealed::Sealed {
    /// What is added up.
    type Loss: Loss;

    /// How wide the noise of its answers is.
    type Scale: Copy + Into<NoiseScale>;

    /// The loss of a law as a record names it, rounded up: what an auditor recomputes. Nothing for
    /// a law that cannot be charged to this accounting, or not as it stands.
    fn recomputed(law: LawRecord) -> Option<Self::Loss>;
}

/// Gaussian DP: losses are μ², the guarantee is (ε, δ).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gaussian {}

/// Pure DP: losses are ε, and δ = 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pure {}

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
