//! The three scores of the 2018 NIST challenge, as Bao section 4 describes them.

use serde::{Deserialize, Serialize};

use super::Marginal;

/// Each from 0 to 10^6, more is better.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Nist {
    /// `null` for fewer than three columns.
    #[serde(deserialize_with = "super::written")]
    pub clustering: Option<Clustering>,
    pub classification: Classification,
    /// `null` unless the spec names the columns that it needs.
    #[serde(deserialize_with = "super::written")]
    pub regression: Option<Regression>,
}

/// 10^6 · (1 − mean distance of 100 random 3-way marginals).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Clustering {
    pub score: f64,
    /// Drawn independently, so that one may stand here twice.
    pub marginals: Vec<Marginal>,
}

/// 10^6 · max(0, 1 − RMS / ln 1000), with the root mean square over 300 random conjunctions of
/// ln(real share) − ln(synthetic share), shares below 10^−6 taken for 10^−6.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Classification {
    pub score: f64,
    pub root_mean_square: f64,
    pub conjunctions: Vec<Conjunction>,
}

/// Rows that fulfil every condition, in both tables.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Conjunction {
    pub real: u64,
    pub synthetic: u64,
    /// One third of the columns, at least one.
    pub conditions: Vec<Condition>,
}

/// What one column must be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Condition {
    pub column: usize,
    pub picked: Picked,
}

/// Codes of a column, as in the spec.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Picked {
    /// Codes of a categorical column.
    Codes(Vec<u16>),
    /// First and last code of a column with an order.
    Range([u16; 2]),
}

/// 10^6 · the mean of two components, each from 0 to 1, over the cities where anybody has an income in
/// the real table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Regression {
    pub score: f64,
    /// √mean((1 − difference of Gini coefficients)²).
    pub gini_component: f64,
    /// √mean((1 − difference of ranks by pay gap / (cities − 1))²).
    pub rank_component: f64,
    /// In the order of the spec.
    pub cities: Vec<City>,
}

/// One city in both tables; `null` where nobody has an income in the synthetic one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct City {
    pub label: String,
    /// Gini coefficient of the incomes.
    pub real_gini: f64,
    pub synthetic_gini: Option<f64>,
    /// Mean income of the first sex minus that of the second.
    pub real_gap: f64,
    pub synthetic_gap: Option<f64>,
    /// By gap, largest first, from 0.
    pub real_rank: f64,
    pub synthetic_rank: Option<f64>,
}
