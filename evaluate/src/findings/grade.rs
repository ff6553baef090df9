//! Grades.

use serde::{Deserialize, Serialize};

/// How good the synthetic table is: the worse of two grades, one by the mean distance of its marginals (see
/// [`super::Verdict`]), as below, and one by the worst fault of a column ([`super::Fault::grade`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// At most 1.5 times what a sample of the real table would have.
    LikeASample,
    /// At most 0.05.
    Close,
    /// At most 0.15.
    Fair,
    /// More.
    Far,
}
