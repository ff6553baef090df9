//! The one error of the core. Nothing in it comes from the data.

use core::fmt;

use crate::amount::{MuSquared, PureEpsilon};

/// What the core refuses, with the context a message needs. Never holds a private value.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Error {
    /// ε is not a number above zero.
    EpsilonOutOfRange {
        /// What was asked for.
        value: f64,
    },
    /// δ is not strictly between zero and one.
    DeltaOutOfRange {
        /// What was asked for.
        value: f64,
    },
    /// (ε, δ) is a proper guarantee, but outside the range that the calibration certifies.
    NotCertified {
        /// ε as asked for.
        epsilon: f64,
        /// δ as asked for.
        delta: f64,
    },
    /// A sensitivity of zero, or one too large to be squared and charged.
    SensitivityOutOfRange,
    /// σ is outside [2^−20, 2^60], or has more than 40 significant bits.
    SigmaOutOfRange,
    /// A smoothing weight is zero, above one, or below one where there are no rows.
    WeightOutOfRange,
    /// An answer was asked for that needs a public number of rows.
    RowsArePrivate,
    /// A Laplace scale is zero, or too large to be drawn from.
    ScaleOutOfRange,
    /// A share is above one, or a weight is missing, or all weights are zero.
    ShareOutOfRange,
    /// A μ² or ε that its fixed-point type cannot hold.
    LossOutOfRange,
    /// The charge does not fit a Gaussian ledger; nothing was spent.
    OverBudget {
        /// What the charge would cost.
        asked: MuSquared,
        /// What is left.
        left: MuSquared,
    },
    /// The charge does not fit a pure ledger; nothing was spent.
    OverPureBudget {
        /// What the charge would cost.
        asked: PureEpsilon,
        /// What is left.
        left: PureEpsilon,
    },
    /// The ledger has no room for another entry; nothing was spent.
    LedgerFull,
    /// A set of variables is full, or names a variable twice.
    BadVariableSet,
    /// A domain without attributes, with too many or too large ones, or with levels that do not
    /// nest.
    BadDomain,
    /// Columns that do not fit their domain: another number of them, uneven lengths, or values that
    /// do not exist.
    BadColumns,
    /// More rows than [`crate::counts::MOST_ROWS`].
    TooManyRows,
    /// More rows than the table may have.
    MoreRows {
        /// As many as it may have.
        most: u64,
    },
    /// 2^32 rows or more are to be drawn, or smoothed.
    TooManyToDraw,
    /// A table's counts do not add up to the number of rows: the source of counts is broken.
    CountsDisagree,
    /// The caller's memory does not fit what was asked.
    BufferTooSmall,
    /// Mutual information was asked for where the number of rows is private.
    ScoreNeedsReplace,
    /// The score F was asked for a child of more than two values.
    ScoreNeedsBinary,
    /// A selection was asked for among no candidates, or without the memory to order them.
    NothingToSelect,
    /// An answer is asked for that was not recorded, or was recorded and not asked for.
    NotAsRecorded,
    /// The random source failed.
    RandomnessUnavailable,
    /// A bounded loop of a sampler ran out: probability below 2^−4096 a draw, reserved from δ.
    DrawFailed,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EpsilonOutOfRange { value } => {
                write!(f, "epsilon must be a number above 0, not {value}")
            }
            Self::DeltaOutOfRange { value } => {
                write!(f, "delta must lie strictly between 0 and 1, not {value:e}")
            }
            Self::NotCertified { epsilon, delta } => write!(
                f,
                "the calibration is certified for epsilon from 1e-6 to 700 and delta from 1e-300 \
                 to below 0.5, not for epsilon = {epsilon}, delta = {delta:e}"
            ),
            Self::SensitivityOutOfRange => {
                write!(
                    f,
                    "the sensitivity must be a positive whole number below 2^48"
                )
            }
            Self::SigmaOutOfRange => write!(
                f,
                "sigma must lie between 2^-20 and 2^60 and have at most 40 significant bits"
            ),
            Self::WeightOutOfRange => write!(
                f,
                "a smoothing weight must be above 0 and at most 1, and 1 for a table without rows"
            ),
            Self::RowsArePrivate => write!(
                f,
                "this answer needs a public number of rows, as under `Replace`"
            ),
            Self::ScaleOutOfRange => {
                write!(
                    f,
                    "a Laplace scale must be a positive fraction with parts below 2^64"
                )
            }
            Self::ShareOutOfRange => {
                write!(
                    f,
                    "shares and weights must be positive and add up to at most the whole"
                )
            }
            Self::LossOutOfRange => write!(f, "the privacy loss is too large to be represented"),
            Self::OverBudget { asked, left } => write!(
                f,
                "the charge of mu^2 = {} does not fit the {} that is left",
                asked.to_f64(),
                left.to_f64()
            ),
            Self::OverPureBudget { asked, left } => write!(
                f,
                "the charge of epsilon = {} does not fit the {} that is left",
                asked.to_f64(),
                left.to_f64()
            ),
            Self::LedgerFull => write!(f, "the ledger has no room for another entry"),
            Self::BadVariableSet => {
                write!(
                    f,
                    "a set of variables is too large or names a variable twice"
                )
            }
            Self::BadDomain => write!(
                f,
                "the domain has no attributes, too many or too large ones, or levels that do not \
                 nest"
            ),
            Self::BadColumns => write!(f, "the columns do not fit their domain"),
            Self::TooManyRows => write!(f, "the table has 2^40 rows or more"),
            Self::MoreRows { most } => write!(f, "the table has more than {most} rows"),
            Self::TooManyToDraw => write!(
                f,
                "rows are drawn at most 2^32 - 1 at a time, and a histogram of 2^32 rows or more is not smoothed"
            ),
            Self::CountsDisagree => write!(
                f,
                "a table's counts do not add up to the number of rows: the source of counts is \
                 broken"
            ),
            Self::BufferTooSmall => write!(f, "the memory given does not fit the table"),
            Self::ScoreNeedsReplace => write!(
                f,
                "the score I has no usable sensitivity where the number of rows is private"
            ),
            Self::ScoreNeedsBinary => {
                write!(f, "the score F is for children of two values only")
            }
            Self::NothingToSelect => write!(f, "there is no candidate to select from"),
            Self::NotAsRecorded => write!(
                f,
                "the recorded answers are not those that the mechanism asks for"
            ),
            Self::RandomnessUnavailable => write!(f, "the random source failed"),
            Self::DrawFailed => write!(
                f,
                "a draw did not end within its bound (probability below 2^-4096); nothing was \
                 released"
            ),
        }
    }
}

impl core::error::Error for Error {}
