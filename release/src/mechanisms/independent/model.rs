//! The model of `Independent`.
//!
//! It holds the spec, and for each column its noisy counts as they were measured with their σ (`measured`, in
//! rows) and without negative ones (`fitted`, in units of 2^−20 rows). All of it is noisy answers and functions of
//! them.

use core::num::NonZeroU32;

use privet_spec::counted;
use serde::{Deserialize, Serialize};

use crate::beside::BesideFile;
use crate::bins::InsideFile;
use crate::error::Error;
use crate::mechanisms::mechanism::ModelFile;
use crate::mechanisms::network::{DrawnFrom, NodeFile};
use crate::model::{CountedRows, Drawn, LawWanted, NoisyTable, RowsWanted, SizeFile};
use crate::model::{Structure, Variable};
use crate::noise::SigmaFile;
use crate::plan::{Plan, VariableName};
use crate::watch::Watch;

/// What the file says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Independent")]
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
    /// One for each column, in the order of the spec.
    pub(super) tables: Vec<TableFile>,
}

/// One column's table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TableFile {
    pub(super) columns: Vec<VariableName>,
    pub(super) sigma: SigmaFile,
    pub(super) measured: Vec<i64>,
    pub(super) fitted: Vec<i64>,
}

impl Model {
    /// The columns as a network in which nobody has a parent: what is drawn first, and the others.
    fn network(&self) -> (Vec<VariableName>, Vec<NodeFile>) {
        let mut columns = self.tables.iter().flat_map(|table| table.columns.clone());
        let first = columns.next().into_iter().collect();
        let others = columns.map(|child| NodeFile {
            child,
            parents: Vec::new(),
        });
        (first, others.collect())
    }

    fn drawn_from<'a>(&'a self, network: &'a (Vec<VariableName>, Vec<NodeFile>)) -> DrawnFrom<'a> {
        let (head, nodes) = network;
        let tables = self.tables.iter();
        let tables = tables.map(|table| (&*table.columns, [&*table.measured, &*table.fitted]));
        DrawnFrom {
            head,
            nodes,
            tables: tables.collect(),
            leans: false,
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
        let tables = counted(self.tables.len(), "table", "tables");
        format!("{tables}, one a column")
    }

    fn estimator(&self) -> Option<String> {
        None
    }

    fn tables(&self) -> Vec<NoisyTable<'_>> {
        let tables = self.tables.iter();
        tables
            .map(|table| NoisyTable {
                columns: &table.columns,
                left_out: &[],
                of_a_cell: table.sigma.noise(),
                cells: &table.measured,
                noise: table.sigma.noise(),
            })
            .collect()
    }

    fn structure(&self, shown: &dyn Fn(&VariableName) -> Variable) -> Structure {
        let (first, others) = self.network();
        let others = others.iter();
        Structure::Network {
            first: first.iter().map(shown).collect(),
            children: others
                .map(|node| (shown(&node.child), Vec::new()))
                .collect(),
        }
    }

    fn draw(&self, plan: &Plan, wanted: RowsWanted<'_>, watch: &dyn Watch) -> Result<Drawn, Error> {
        let network = self.network();
        let from = self.drawn_from(&network);
        let (columns, rng) = plan.with_domain(|domain| from.draw(plan, domain, wanted, watch))?;
        Ok(Drawn::new(columns, rng))
    }

    fn law(&self, plan: &Plan, wanted: LawWanted<'_>) -> Result<Vec<f64>, Error> {
        let network = self.network();
        let from = self.drawn_from(&network);
        plan.with_domain(|domain| from.law(plan, domain, wanted))
    }
}
