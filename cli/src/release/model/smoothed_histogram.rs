//! The model of a smoothed histogram: what is public of it. There is no table to draw more rows from;
//! each row that was drawn has been paid for.

use privet_core::privacy::SmoothingWeight;
use serde::{Deserialize, Serialize};

use crate::error::CliError;

/// What the file says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "SmoothedHistogram")]
pub struct HistogramModel {
    /// Version of the format.
    pub privet_model: u32,
    /// The release spec, word for word.
    pub spec: String,
    /// The seed that values inside of bins were chosen with.
    pub row_seed: String,
    /// The number of rows of the table, which is public.
    pub rows: u32,
    /// The cells of the histogram.
    pub cells: u32,
    /// The number of rows that were drawn.
    pub drawn: u32,
    /// λ, the weight of the uniform law, in units of 2^−63.
    pub weight_units: u64,
}

impl HistogramModel {
    /// What was drawn, in a few words.
    pub fn in_words(&self) -> String {
        // A weight that a release wrote is in range.
        let weight = SmoothingWeight::new(self.weight_units).map_or(1.0, SmoothingWeight::to_f64);
        format!(
            "none: {} rows were drawn from {} cells, each uniform with probability {weight:.6}",
            self.drawn, self.cells
        )
    }

    /// There is nothing to draw from.
    pub fn refuse_to_draw<T>(name: &str) -> Result<T, CliError> {
        Err(CliError::refused(
            name,
            "a smoothed histogram leaves no model: its rows are the release, and each was paid for",
            "use the rows of synthetic.csv; more of them need a new release, with `rows: Exactly(k)`",
        ))
    }
}
