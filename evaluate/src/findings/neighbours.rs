//! How near synthetic rows come to real ones: a sanity check that proves nothing about privacy.

use serde::{Deserialize, Serialize};

use super::Quantile;

/// Distances are numbers of columns, divided by all, in which two rows have different codes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Neighbours {
    /// What this does not show, in words.
    pub caveat: String,
    pub held_out: HeldOut,
    /// Real rows that distances are taken to: those that are not held out.
    pub reference_rows: u64,
    /// From synthetic rows to the nearest real one.
    pub synthetic: Option<Nearest>,
    /// From held-out real rows to the nearest other real one: what is to be expected.
    pub real: Option<Nearest>,
}

/// Where the rows come from that models are tested on, and distances compared with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HeldOut {
    /// This share of the real table, by the run's seed. The release has seen them.
    Share(f64),
    /// A file of their own.
    File { file: String, rows: u64 },
}

/// Nearest-record distances of some rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Nearest {
    /// Rows that distances were taken from: all, or a seeded sample.
    pub rows: u64,
    pub mean: f64,
    pub quantiles: Vec<Quantile>,
    /// Rows of the whole table that were looked up for exact matches.
    pub looked_up: u64,
    /// The share of these that equal a reference row in every column.
    pub exact_matches: f64,
}
