//! One column.

use serde::{Deserialize, Serialize};

use super::fault::Fault;

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
    /// What is off, worst first: at least one, that of the codes.
    pub faults: Vec<Fault>,
    /// For numbers and dates that are not all missing in either table.
    pub numbers: Option<Numbers>,
}

impl Column {
    /// What the column is judged by.
    pub fn worst(&self) -> Option<&Fault> {
        self.faults.first()
    }
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
    /// Of the values cut at the real 99 % quantile.
    pub cut: Cut,
    /// Increasing levels, 0 (the least value) and 1 (the greatest) among them.
    pub quantiles: Vec<QuantilePair>,
    /// Kolmogorov–Smirnov: the largest difference of the two distribution functions.
    pub kolmogorov_smirnov: f64,
    /// The five commonest values of either table, of those with a share of at least 2 %: by the larger
    /// share, largest first.
    pub spikes: Vec<Spike>,
    pub endings: Endings,
    /// How the other values lie.
    pub shape: Shape,
}

/// How values lie: numbers of them in stretches of equal width, from the 0.5 % quantile to the 99.5 % quantile of
/// either table, whichever is farther out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Shape {
    /// Where the first stretch begins.
    pub from: f64,
    /// How wide each is. A stretch holds its beginning, and its end is the next one's beginning.
    pub width: f64,
    /// At most 48 stretches.
    pub real: Vec<u64>,
    pub synthetic: Vec<u64>,
    /// Spikes that are in no stretch, since they have five times what a stretch has on average, in either table.
    pub left_out: Vec<f64>,
    /// Other values before the first stretch and behind the last.
    pub real_outside: u64,
    pub synthetic_outside: u64,
}

/// Mean and spread of values of which none is greater than `at`: the greater ones are taken for it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cut {
    /// The real 99 % quantile.
    pub at: f64,
    pub real: Spread,
    pub synthetic: Spread,
}

/// A mean, and the standard deviation divided by the number of values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    pub mean: f64,
    pub deviation: f64,
}

/// A value that is common, as shares of the values that are not missing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spike {
    pub value: f64,
    pub real: f64,
    pub synthetic: f64,
}

/// What values end in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Endings {
    pub of: Ending,
    /// Values with each ending.
    pub real: Vec<u64>,
    pub synthetic: Vec<u64>,
    /// Their total variation distance.
    pub distance: f64,
    /// The share that ends in 0 or 5, or falls on Saturday or Sunday.
    pub real_marked: f64,
    pub synthetic_marked: f64,
}

/// Which endings there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// 0 to 9, in units of the last decimal.
    LastDigit,
    /// Monday to Sunday.
    Weekday,
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
