//! The model of `PrivBayes` on Gaussian noise.
//!
//! It holds the spec, the network, and for each table the noisy counts as they were measured with
//! their σ (`measured`, in rows) and after consistency and non-negativity (`fitted`, in units of 2^−20
//! rows). All of it is noisy answers and functions of them.

use privet_spec::Release;
use serde::{Deserialize, Serialize};

use super::network::{Drawing, NodeFile};
use super::{EstimatedFile, RowPicks, SigmaFile, SizeFile};
use crate::error::CliError;
use crate::plan::{Plan, VariableName};
use crate::progress::Reporter;
use crate::table::Codes;

/// What the file says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "PrivBayes")]
pub struct BayesModel {
    /// Version of the format.
    pub privet_model: u32,
    /// The release spec, word for word.
    pub spec: String,
    /// The seed that the release's own rows were drawn with.
    pub row_seed: String,
    /// The number of rows: noisy, or public under `Replace`.
    pub size: SizeFile,
    /// τ: the most cells of a table of two attributes or more.
    pub tau: u64,
    /// The noisy pair scores, in units of 2^−16 rows, with their σ in these units.
    pub scores: ScoresFile,
    /// The attributes that are measured and drawn together first.
    pub head: Vec<VariableName>,
    /// The others in the order in which they are drawn.
    pub nodes: Vec<NodeFile>,
    /// Head's table, one a node, then the leaves of attributes that entered at a coarser level.
    pub tables: Vec<TableFile>,
    /// The largest difference between two fitted tables on what they share, in 2^−20 rows.
    pub disagreement: u64,
    /// The Markov random field of these tables, where the spec asks for one; `fitted` is then as it has
    /// them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub estimated: Option<EstimatedFile>,
}

/// The noisy pair scores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoresFile {
    pub sigma: Option<SigmaFile>,
    pub pairs: Vec<(VariableName, VariableName, i64)>,
}

/// One table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableFile {
    pub columns: Vec<VariableName>,
    pub sigma: SigmaFile,
    pub measured: Vec<i64>,
    pub fitted: Vec<i64>,
}

impl BayesModel {
    /// Draws rows: one column of codes for each learned attribute.
    pub fn draw(
        &self,
        name: &str,
        release: &Release,
        plan: &Plan,
        rows: usize,
        seed: [u8; 32],
        reporter: Reporter,
    ) -> Result<(Vec<Codes>, RowPicks), CliError> {
        let drawing = Drawing {
            name,
            head: &self.head,
            nodes: &self.nodes,
            sampling: release.output.sampling,
        };
        let tables = self
            .tables
            .iter()
            .map(|table| (&*table.columns, [&*table.measured, &*table.fitted]));
        let of = (name, release.output.sampling);
        let (columns, rng) = plan.with_domain(|domain| match &self.estimated {
            Some(EstimatedFile::Field(field)) => field.draw(of, plan, domain, rows, seed, reporter),
            _ => drawing.draw(plan, domain, tables, rows, seed, reporter),
        })?;
        let columns = columns.into_iter().map(Codes::Wide).collect();
        Ok((columns, RowPicks::new(rng)))
    }
}
