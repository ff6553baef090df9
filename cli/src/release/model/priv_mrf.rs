//! The model of `PrivMrf`.
//!
//! It holds the spec; how rare values of each attribute were joined; every table as it was measured, in
//! rows, with its σ; and the fitted model as a network with its tables, in units of 2^−20 rows. A column
//! is an attribute with 0 for its own values and 1 for its joined ones. All of it is noisy answers and
//! functions of them.

use privet_core::domain::Domain;
use privet_core::mrf::joined::{self, Grouping};
use privet_spec::Release;
use serde::{Deserialize, Serialize};

use super::network::{Drawing, NodeFile};
use super::{RowPicks, SigmaFile, SizeFile};
use crate::error::CliError;
use crate::plan::{Plan, VariableName};
use crate::progress::Reporter;
use crate::table::Codes;

/// What the file says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "PrivMrf")]
pub struct MrfModel {
    /// Version of the format.
    pub privet_model: u32,
    /// The release spec, word for word.
    pub spec: String,
    /// The seed that the release's own rows were drawn with.
    pub row_seed: String,
    /// The number of rows as it was measured: noisy, or public under `Replace`.
    pub size: SizeFile,
    /// The number of rows that the size and all tables together tell of.
    pub rows: i64,
    /// How values were joined, for each attribute in the order of the spec.
    pub joined: Vec<JoinedFile>,
    /// The noisy scores of pairs of attributes that a graph was made from, where `search: Graph` asks for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<MrfScores>,
    /// Every attribute's own table, then each attribute's first one of a graph, then those of the rounds, in
    /// order.
    pub measured: Vec<MeasuredFile>,
    /// The columns that are drawn together first.
    pub head: Vec<VariableName>,
    /// The others in the order in which they are drawn.
    pub nodes: Vec<NodeFile>,
    /// Head's table, one a node, then each attribute's own values.
    pub tables: Vec<FittedFile>,
}

/// The group of each value of an attribute, in the order of its codes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JoinedFile {
    pub attribute: String,
    pub groups: Vec<u16>,
}

/// Noisy scores of pairs of attributes, in units of 2^−16 rows, with their σ in these units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MrfScores {
    pub sigma: Option<SigmaFile>,
    pub pairs: Vec<(String, String, i64)>,
}

/// A table as it was measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeasuredFile {
    pub columns: Vec<VariableName>,
    pub sigma: SigmaFile,
    pub counts: Vec<i64>,
}

/// A table of the model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FittedFile {
    pub columns: Vec<VariableName>,
    pub fitted: Vec<i64>,
}

impl MrfModel {
    /// Tables of several attributes that were measured.
    pub fn joint_tables(&self) -> usize {
        self.measured.len().saturating_sub(self.joined.len())
    }

    /// Cells of the largest table of the model.
    pub fn largest(&self) -> usize {
        let cells = self.tables.iter().map(|table| table.fitted.len());
        cells.max().unwrap_or(0)
    }

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
        let bad = || {
            let help = "give a model.ron that `privet release` has written, unchanged";
            CliError::refused(name, "its joined values are not those of the schema", help)
        };
        let groupings = self.groupings(release).ok_or_else(bad)?;
        let levels = joined::levels(&groupings).map_err(|_| bad())?;
        let domain = Domain::new(&levels).map_err(|_| bad())?;
        let drawing = Drawing {
            name,
            head: &self.head,
            nodes: &self.nodes,
            sampling: release.output.sampling,
        };
        let tables = self
            .tables
            .iter()
            .map(|table| (&*table.columns, [&*table.fitted; 2]));
        let (columns, rng) = drawing.draw(plan, &domain, tables, rows, seed, reporter)?;
        let columns = columns.into_iter().map(Codes::Wide).collect();
        Ok((columns, RowPicks::new(rng)))
    }

    /// One for each attribute of the schema, over all of its values.
    fn groupings(&self, release: &Release) -> Option<Vec<Grouping>> {
        let named = self
            .joined
            .iter()
            .map(|of| (&*of.attribute, of.groups.len()));
        let learned = release
            .learned()
            .map(|attribute| (attribute.name(), attribute.size() as usize));
        if !named.eq(learned) {
            return None;
        }
        let groupings = self
            .joined
            .iter()
            .map(|of| Grouping::new(of.groups.clone()).ok());
        groupings.collect()
    }
}
