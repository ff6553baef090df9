//! What an evaluation found: the types behind `privet evaluate --json`.
//!
//! Names and meanings are stable within one [`FORMAT`]; a later version may add fields, so that a
//! reader should ignore those it does not know. `README.md` of this crate describes every field with
//! its formula. A *distance* is always a total variation distance, ½ Σ |p − q| over all cells: 0 for
//! the same shares, 1 for nothing in common.

mod column;
mod fault;
mod grade;
mod learning;
mod marginal;
mod neighbours;
mod nist;
mod worst;

pub use column::{
    Bar, Column, ColumnKind, Cut, Ending, Endings, Moments, Numbers, QuantilePair, Shape, Spike,
    Spread,
};
pub use fault::{Fault, FaultKind};
pub use grade::{Grade, Limits};
pub use learning::{Learning, Scores, Target};
pub use marginal::{Choice, Dependence, Marginal, PairTable, Quantile, Ways};
pub use neighbours::{HeldOut, Nearest, Neighbours};
pub use nist::{
    City, Classification, Clustering, Condition, Conjunction, Nist, Picked, Regression,
};
pub use worst::{Thing, Worst};

use serde::{Deserialize, Serialize};

/// The whole result. Field order is the order in the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evaluation {
    /// The version of the format, [`FORMAT`].
    pub privet_evaluation: u32,
    /// Always `false`: every figure was computed from the real table.
    pub differentially_private: bool,
    /// The same in words, [`NOTICE`], for whoever opens the file.
    pub notice: String,
    pub run: Run,
    pub verdict: Verdict,
    /// What is most off, worst first: at most five columns and pairs.
    pub worst: Vec<Worst>,
    /// The learned attributes in the order of the schema. Other parts name them by their place here.
    pub columns: Vec<Column>,
    /// By number of attributes: 1 and 2 always, then those asked for, increasing.
    pub marginals: Vec<Ways>,
    /// The pairs that are most off beyond their columns, worst first: at most twelve.
    pub pairs: Vec<PairTable>,
    pub dependence: Dependence,
    pub nist: Nist,
    pub learning: Learning,
    pub neighbours: Neighbours,
}

/// What was compared, and by what.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The title of the spec.
    pub title: Option<String>,
    /// The guarantee that the spec states, in words, as in `(1, 1e-9)-differential privacy for a row`.
    pub guarantee: String,
    /// The mechanism that the spec names, as in `PrivBayes`.
    pub mechanism: String,
    /// SHA-256 of the spec's bytes.
    pub spec_sha256: String,
    pub real: TableRead,
    pub synthetic: TableRead,
    /// For each rule of the spec the rows that break it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RuleCount>,
    /// The seed of every choice that is made at random.
    pub seed: u64,
    /// The program's version.
    pub privet: String,
    /// The commit that it was built from.
    pub commit: String,
}

/// One of the tables.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TableRead {
    /// The file as the user named it.
    pub file: String,
    /// The rows that took part.
    pub rows: u64,
    /// Rows that were dropped, since their person has enough or is not named, or they break a rule.
    pub dropped: u64,
}

/// Rows that break a rule between columns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RuleCount {
    /// The rule in words.
    pub rule: String,
    /// Rows of the real table, dropped or not.
    pub real: u64,
    /// Rows of the synthetic table.
    pub synthetic: u64,
}

/// The short answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    pub grade: Grade,
    /// One or two sentences for people.
    pub words: String,
    /// The number of attributes of the marginals that the grade is about: the most that were measured.
    pub ways: usize,
    /// Their mean distance.
    pub distance: f64,
    /// Their mean distance, were the synthetic rows drawn from the real table itself.
    pub sampling: f64,
    /// The columns with the worst faults, worst first: at most five places in `columns`.
    pub weakest_columns: Vec<usize>,
    /// The pairs with the largest distance, worst first: at most five.
    pub weakest_pairs: Vec<[usize; 2]>,
}

impl Verdict {
    /// What the mean distance of the marginals is graded by.
    pub fn limits(&self) -> Limits {
        Limits {
            like_a_sample: LIKE_A_SAMPLE * self.sampling,
            close: CLOSE,
            fair: FAIR,
        }
    }
}

impl Evaluation {
    /// All columns, those with the worst faults first, as places in `columns`.
    pub fn weakest_first(&self) -> Vec<usize> {
        weakest_first(&self.columns)
    }
}

pub(crate) fn weakest_first(columns: &[Column]) -> Vec<usize> {
    let mut faults: Vec<(usize, &Fault)> = columns
        .iter()
        .enumerate()
        .filter_map(|(place, column)| Some((place, column.worst()?)))
        .collect();
    faults.sort_by(|(_, left), (_, right)| left.worse_first(right));
    faults.into_iter().map(|(place, _)| place).collect()
}

/// The most of a mean distance for the grade; the first in units of what a sample would have.
const LIKE_A_SAMPLE: f64 = 1.5;
const CLOSE: f64 = 0.05;
const FAIR: f64 = 0.15;

/// The version of the format.
pub const FORMAT: u32 = 1;

/// What stands on top of everything that shows a part of an evaluation.
pub const NOTICE: &str = "NOT differentially private: these figures were computed from the real \
    table. Keep them inside the trusted environment.";
