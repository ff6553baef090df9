//! One column.

use serde::{Deserialize, Serialize};

/// One attribute in both tables.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Column {
    pub name: String,
    pub kind: ColumnKind,
    /// The number of codes in the spec, a missing value included.
    pub size: u32,
    /// Total variation distance over all codes.
    pub distance: f64,
    /// What that distance would be on average, were the synthetic rows drawn from the real table.
    pub sampling: f64,
    /// The histogram, at most 65 bars: numbers and dates in order, neighbours joined where there are
    /// more codes; labels by their real frequency, the rest in the last bar but for missing values.
    pub bars: Vec<Bar>,
    /// For numbers and dates that are not all missing in either table.
    pub numbers: Option<Numbers>,
}

/// What a column's values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ColumnKind {
    /// Labels without an order.
    Categorical,
    /// Numbers.
    Numeric,
    /// Dates, as days since 1970-01-01.
    Date,
    /// Dates with the time of day, as minutes since 1970-01-01 00:00.
    Minutes,
    /// Dates with the time of day, as seconds since 1970-01-01 00:00.
    Seconds,
}

/// Some codes of a column, as one bar.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bar {
    /// A label, `17`, `[20, 25)`, `(missing)`, or `(12 others)`.
    pub label: String,
    /// Rows of the real table.
    pub real: u64,
    /// Rows of the synthetic table.
    pub synthetic: u64,
}

/// A column of numbers or dates, missing values left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Numbers {
    pub real: Moments,
    pub synthetic: Moments,
    /// Increasing levels, 0 (the least value) and 1 (the greatest) among them.
    pub quantiles: Vec<QuantilePair>,
    /// Kolmogorov–Smirnov: the largest difference of the two distribution functions.
    pub kolmogorov_smirnov: f64,
}

/// Mean and spread.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moments {
    /// Values that are not missing.
    pub values: u64,
    pub missing: u64,
    pub mean: f64,
    /// The standard deviation, divided by the number of values (not one less).
    pub deviation: f64,
}

/// A quantile in both tables: the smallest value that at least this share of the values reach.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct QuantilePair {
    pub level: f64,
    pub real: f64,
    pub synthetic: f64,
}
