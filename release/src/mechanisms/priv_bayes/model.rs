//! The model of `PrivBayes`.
//!
//! It holds the spec, the network, and for each table the noisy counts as they were measured with
//! their σ (`measured`, in rows) and after consistency and non-negativity (`fitted`, in units of 2^−20
//! rows). All of it is noisy answers and functions of them.

use core::num::NonZeroU32;

use privet_spec::counted;
use serde::{Deserialize, Serialize};

use crate::beside::BesideFile;
use crate::bins::InsideFile;
use crate::error::Error;
use crate::mechanisms::mechanism::ModelFile;
use crate::mechanisms::network::{EstimatedFile, MeasuredTable, NetworkView, NodeFile};
use crate::model::{CountedRows, Drawn, LawWanted, NoisyTable, RowsWanted, SizeFile};
use crate::model::{Structure, Variable};
use crate::noise::{Noise, SigmaFile};
use crate::plan::{Plan, VariableName};
use crate::watch::Watch;

/// What the file says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "PrivBayes")]
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
    /// The seed that the release's own rows were drawn with.
    pub(super) row_seed: String,
    /// What is known of values inside of bins.
    #[serde(default, skip_serializing_if = "InsideFile::is_empty")]
    pub(super) inside: InsideFile,
    /// The number of rows: noisy, or public under `Replace`.
    pub(super) size: SizeFile,
    /// τ: the most cells of a table of two attributes or more.
    pub(super) tau: u64,
    /// The noisy pair scores, in units of 2^−16 rows, with their σ in these units.
    pub(super) scores: ScoresFile,
    /// The attributes that are measured and drawn together first.
    pub(super) head: Vec<VariableName>,
    /// The others in the order in which they are drawn.
    pub(super) nodes: Vec<NodeFile>,
    /// Head's table, one a node, then the leaves of attributes that entered at a coarser level.
    pub(super) tables: Vec<TableFile>,
    /// The largest difference between two fitted tables on what they share, in 2^−20 rows.
    pub(super) disagreement: u64,
    /// The Markov random field of these tables, where the spec asks for one; `fitted` is then as it has
    /// them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) estimated: Option<EstimatedFile>,
}

/// The noisy pair scores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScoresFile {
    pub(super) sigma: Option<SigmaFile>,
    pub(super) pairs: Vec<(VariableName, VariableName, i64)>,
}

/// One table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TableFile {
    pub(super) columns: Vec<VariableName>,
    pub(super) sigma: SigmaFile,
    pub(super) measured: Vec<i64>,
    pub(super) fitted: Vec<i64>,
}

impl Model {
    /// The network, whatever its noise.
    pub(super) fn network(&self) -> NetworkView<'_> {
        let tables = self.tables.iter();
        NetworkView {
            head: &self.head,
            nodes: &self.nodes,
            tables: tables
                .map(|table| MeasuredTable {
                    columns: &table.columns,
                    measured: &table.measured,
                    fitted: &table.fitted,
                    noise: table.sigma.noise(),
                })
                .collect(),
            estimated: self.estimated.as_ref(),
        }
    }
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
        self.size.rows()
    }

    fn counted_rows(&self) -> CountedRows {
        self.size.counted()
    }

    fn inside(&self) -> &InsideFile {
        &self.inside
    }

    fn in_words(&self) -> String {
        self.network().in_words(format!(
            "{}, {} measured together first, at most {} a table",
            counted(self.tables.len(), "table", "tables"),
            counted(self.head.len(), "attribute", "attributes"),
            counted(self.tau, "cell", "cells")
        ))
    }

    fn estimator(&self) -> Option<String> {
        self.estimated.as_ref().map(EstimatedFile::in_record)
    }

    fn noise_of_scores(&self) -> Option<Noise> {
        self.scores.sigma.map(SigmaFile::noise)
    }

    fn tables(&self) -> Vec<NoisyTable<'_>> {
        self.network().noisy_tables()
    }

    fn structure(&self, shown: &dyn Fn(&VariableName) -> Variable) -> Structure {
        self.network().structure(shown)
    }

    fn draw(&self, plan: &Plan, wanted: RowsWanted<'_>, watch: &dyn Watch) -> Result<Drawn, Error> {
        let (columns, rng) = self.network().draw(plan, wanted, watch)?;
        Ok(Drawn::new(columns, rng))
    }

    fn law(&self, plan: &Plan, wanted: LawWanted<'_>) -> Result<Vec<f64>, Error> {
        self.network().law(plan, wanted)
    }
}
