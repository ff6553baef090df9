//! Marginals of several columns, and how they depend on each other.

use serde::{Deserialize, Serialize};

use super::fault::Fault;

/// All marginals of one number of columns that were measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ways {
    /// The number of columns, α.
    pub ways: usize,
    pub choice: Choice,
    /// How many such marginals there are; `null` beyond 2^64.
    pub possible: Option<u64>,
    /// Mean distance.
    pub mean: f64,
    /// Mean of what the distances would be, were the synthetic rows drawn from the real table.
    pub sampling: f64,
    /// Of the distances.
    pub quantiles: Vec<Quantile>,
    /// The worst, worst first: at most ten places in `marginals`.
    pub worst: Vec<usize>,
    /// Every marginal that was measured, columns increasing.
    pub marginals: Vec<Marginal>,
}

/// Which marginals were measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// All there are.
    All,
    /// Distinct ones at random, by the run's seed.
    Sampled,
}

/// One marginal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Marginal {
    /// Places in the evaluation's `columns`.
    pub columns: Vec<usize>,
    pub distance: f64,
    /// What the distance would be on average, were the synthetic rows drawn from the real table.
    pub sampling: f64,
}

/// Both tables of a pair, wide columns in at most ten groups and one of missing values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairTable {
    /// Places in the evaluation's `columns`.
    pub columns: [usize; 2],
    pub fault: Fault,
    /// What the groups of either column are called.
    pub labels: [Vec<String>; 2],
    /// Rows: one list a group of the first column, one number a group of the second.
    pub real: Vec<Vec<u64>>,
    pub synthetic: Vec<Vec<u64>>,
}

/// A quantile: the smallest distance that at least this share of the marginals reach.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Quantile {
    pub level: f64,
    pub distance: f64,
}

/// How much pairs of columns tell of each other: I(X; Y) / min(H(X), H(Y)), 0 if they are independent
/// (or one is constant), 1 if one decides the other. Wide columns are taken in at most 32 groups.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dependence {
    /// The name of the measure, `mutual information / smaller entropy`.
    pub measure: String,
    /// The groups of each column, in the order of `columns`: its size if that is at most 32.
    pub groups: Vec<u32>,
    /// A symmetric matrix, in the order of `columns`; the diagonal is 1, or 0 for a constant column.
    /// `null` where the pair was not measured (more pairs than the limit).
    pub real: Vec<Vec<Option<f64>>>,
    pub synthetic: Vec<Vec<Option<f64>>>,
    /// Mean of |real − synthetic| over the measured pairs of different columns.
    pub mean_difference: f64,
}
