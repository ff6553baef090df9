//! The model of a smoothed histogram: what is public of it. There is no table to draw more rows from;
//! each row that was drawn has been paid for.

use core::num::NonZeroU32;

use privet_core::privacy::SmoothingWeight;
use privet_spec::counted;
use serde::{Deserialize, Serialize};

use crate::beside::BesideFile;
use crate::bins::InsideFile;
use crate::error::Error;
use crate::mechanisms::mechanism::ModelFile;
use crate::model::{CountedRows, Drawn, LawWanted, NoisyTable, RowsWanted};
use crate::model::{Structure, Variable};
use crate::plan::{Plan, VariableName};
use crate::watch::Watch;

/// What the file says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "SmoothedHistogram")]
pub(crate) struct Model {
    /// Version of the format.
    #[serde(rename = "privet_model")]
    pub(super) version: u32,
    /// The number of the algorithm that made it.
    pub(super) algorithm: NonZeroU32,
    /// The release spec, word for word.
    pub(super) spec: String,
    /// The files that it names, word for word.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) files: Vec<BesideFile>,
    /// The seed that values inside of bins were chosen with.
    pub(super) row_seed: String,
    /// What is known of values inside of bins.
    #[serde(default, skip_serializing_if = "InsideFile::is_empty")]
    pub(super) inside: InsideFile,
    /// The number of rows of the table, which is public.
    pub(super) rows: u32,
    /// The cells of the histogram.
    pub(super) cells: u32,
    /// The number of rows that were drawn.
    pub(super) drawn: u32,
    /// λ, the weight of the uniform law, in units of 2^−63.
    pub(super) weight_units: u64,
}

impl ModelFile for Model {
    fn version(&self) -> u32 {
        self.version
    }

    fn algorithm(&self) -> NonZeroU32 {
        self.algorithm
    }

    fn spec(&self) -> &str {
        &self.spec
    }

    fn files(&self) -> &[BesideFile] {
        &self.files
    }

    fn row_seed(&self) -> &str {
        &self.row_seed
    }

    fn rows(&self) -> i64 {
        i64::from(self.rows)
    }

    fn counted_rows(&self) -> CountedRows {
        CountedRows {
            rows: self.rows(),
            noise: None,
        }
    }

    fn inside(&self) -> &InsideFile {
        &self.inside
    }

    fn in_words(&self) -> String {
        // A weight that a release wrote is in range.
        let weight = SmoothingWeight::new(self.weight_units).map_or(1.0, SmoothingWeight::to_f64);
        format!(
            "none: {} drawn from {}, each uniform with probability {weight:.6}",
            counted(self.drawn, "row", "rows"),
            counted(self.cells, "cell", "cells")
        )
    }

    fn estimator(&self) -> Option<String> {
        None
    }

    fn tables(&self) -> Vec<NoisyTable<'_>> {
        Vec::new()
    }

    fn structure(&self, _shown: &dyn Fn(&VariableName) -> Variable) -> Structure {
        Structure::None(format!(
            "Model: {}. The rows are the mechanism's own answers: their number, their values and their form were checked; \
             that they are the ones that were drawn only a replay can tell.",
            self.in_words()
        ))
    }

    /// There is nothing to draw from.
    fn draw(
        &self,
        _plan: &Plan,
        wanted: RowsWanted<'_>,
        _watch: &dyn Watch,
    ) -> Result<Drawn, Error> {
        Err(Error::refused(
            wanted.file,
            "a smoothed histogram leaves no model: its rows are the release, and each was paid for",
            "use the rows of the synthetic table; more of them need a new release, with `rows: Exactly(k)`",
        ))
    }

    /// There is none.
    fn law(&self, _plan: &Plan, wanted: LawWanted<'_>) -> Result<Vec<f64>, Error> {
        Err(Error::refused(
            wanted.file,
            "a smoothed histogram leaves no model: its rows are the release, and each was paid for",
            "count the rows of the synthetic table",
        ))
    }
}
