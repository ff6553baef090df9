//! The model of `PrivMrf`.
//!
//! It holds the spec; how rare values of each attribute were joined; every table as it was measured, in
//! rows, with its σ; and the fitted model as a network with its tables, in units of 2^−20 rows. A column
//! is an attribute with 0 for its own values, 1 for its joined ones, and 2 and more for the coarser levels. All of it is
//! noisy answers and functions of them.

use core::num::NonZeroU32;

use privet_core::domain::Domain;
use privet_core::mrf::joined::Grouping;
use privet_core::mrf::levels::{self, Levels};
use privet_spec::{Release, counted};
use serde::{Deserialize, Serialize};

use super::cells::Answers;
use super::measured::{JoinedFile, MeasuredFile};
use crate::beside::BesideFile;
use crate::bins::InsideFile;
use crate::error::Error;
use crate::mechanisms::mechanism::ModelFile;
use crate::mechanisms::network::{DrawnFrom, FittedFile, NodeFile};
use crate::model::{
    CountedRows, Drawn, FitFile, LawWanted, MeasuredColumn, NoisyTable, RowsWanted, SizeFile,
};
use crate::model::{Structure, Variable};
use crate::noise::{Noise, SigmaFile};
use crate::plan::{Plan, VariableName};
use crate::watch::Watch;

/// What the file says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "PrivMrf")]
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
    /// The number of rows as it was measured: noisy, or public under `Replace`.
    pub(super) size: SizeFile,
    /// The number of rows that the size and all tables together tell of.
    pub(super) rows: i64,
    /// How values were joined, for each attribute in the order of the spec.
    pub(super) joined: Vec<JoinedFile>,
    /// The noisy scores of pairs of attributes that a graph was made from, where `search: Graph` asks for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) scores: Option<ScoresFile>,
    /// Every attribute's own table, then each attribute's first one of a graph, then those of the rounds, in
    /// order.
    pub(super) measured: Vec<MeasuredFile>,
    /// What the rounds chose, in order. The last choice of a batch may be one that the model had no room for: it was not
    /// measured.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) choices: Vec<Vec<VariableName>>,
    /// How well the model fits them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) fit: Option<FitFile>,
    /// The columns that are drawn together first.
    pub(super) head: Vec<VariableName>,
    /// The others in the order in which they are drawn.
    pub(super) nodes: Vec<NodeFile>,
    /// Head's table, one a node, then each attribute's own values.
    pub(super) tables: Vec<FittedFile>,
}

/// Noisy scores of pairs of attributes, in units of 2^−16 rows, with their σ in these units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
// The file writes the names of its structures; this one differs from that of `PrivBayes`.
#[serde(deny_unknown_fields, rename = "MrfScores")]
pub(super) struct ScoresFile {
    pub(super) sigma: Option<SigmaFile>,
    pub(super) pairs: Vec<(String, String, i64)>,
}

impl Model {
    /// Tables of several attributes that were measured.
    fn joint_tables(&self) -> usize {
        self.measured.len().saturating_sub(self.joined.len())
    }

    /// Cells of the largest table of the model.
    fn largest(&self) -> usize {
        let cells = self.tables.iter().map(|table| table.fitted.len());
        cells.max().unwrap_or(0)
    }

    /// One for each attribute of the schema, over all of its values.
    fn levels(&self, release: &Release) -> Option<Vec<Levels>> {
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
        let joined = self
            .joined
            .iter()
            .map(|of| Grouping::new(of.groups.clone()).ok().map(Levels::only));
        joined.collect()
    }

    /// Calls `use_it` with the domain of the joined values; `file` is the model's name, for errors.
    fn with_domain<T>(
        &self,
        plan: &Plan,
        file: &str,
        use_it: impl FnOnce(&Domain<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let bad = || {
            let help = "give a model.ron that `privet release` has written, unchanged";
            let what = "its joined values are not those of the schema";
            Error::refused(file, what, help)
        };
        let levels = self.levels(&plan.release).ok_or_else(bad)?;
        let levels = levels::levels(&levels).map_err(|_| bad())?;
        use_it(&Domain::new(&levels).map_err(|_| bad())?)
    }

    fn drawn_from(&self) -> DrawnFrom<'_> {
        DrawnFrom::of_field(&self.head, &self.nodes, &self.tables)
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
        self.rows
    }

    fn counted_rows(&self) -> CountedRows {
        self.size.counted()
    }

    fn inside(&self) -> &InsideFile {
        &self.inside
    }

    fn in_words(&self) -> String {
        let fit = self.fit.map(FitFile::in_words);
        format!(
            "{} of several attributes after {} of one, {} in the largest{}",
            counted(self.joint_tables(), "table", "tables"),
            self.joined.len(),
            counted(self.largest(), "cell", "cells"),
            fit.map_or_else(String::new, |fit| format!("; {fit}"))
        )
    }

    fn estimator(&self) -> Option<String> {
        let fit = self.fit.map(FitFile::in_words);
        fit.map(|fit| format!("a Markov random field, {fit}"))
    }

    fn noise_of_scores(&self) -> Option<Noise> {
        let scores = self.scores.as_ref()?;
        scores.sigma.map(SigmaFile::noise)
    }

    fn tables(&self) -> Vec<NoisyTable<'_>> {
        let answers = Answers {
            size: self.size,
            joined: &self.joined,
            measured: &self.measured,
        };
        let measured = self.measured.iter();
        measured
            .map(|table| NoisyTable {
                of_a_cell: answers.of_a_cell(table),
                columns: &table.columns,
                left_out: &table.left_out,
                cells: &table.counts,
                noise: table.sigma.noise(),
            })
            .collect()
    }

    fn measured_column(&self, plan: &Plan, name: &VariableName) -> Option<MeasuredColumn> {
        let VariableName(attribute, level) = name;
        let mut joined = self.joined.iter();
        let joined = joined.find(|of| of.attribute == *attribute)?;
        let attribute = plan.learned(attribute)?;
        let groups = match level {
            0 => return MeasuredColumn::of_level(attribute, name),
            1 => &joined.groups,
            coarser => joined.coarser.get(usize::from(coarser - 2))?,
        };
        MeasuredColumn::of_groups(attribute, name, groups)
    }

    fn structure(&self, shown: &dyn Fn(&VariableName) -> Variable) -> Structure {
        let nodes = self.nodes.iter().map(|node| &node.child);
        let mut attributes: Vec<String> = Vec::new();
        for drawn in self.head.iter().chain(nodes) {
            let Variable { attribute, .. } = shown(drawn);
            if !attributes.contains(&attribute) {
                attributes.push(attribute);
            }
        }
        let several = self.measured.iter().filter(|table| table.columns.len() > 1);
        let names =
            |columns: &[VariableName]| columns.iter().map(|name| shown(name).attribute).collect();
        Structure::Field {
            attributes,
            together: several.map(|table| names(&table.columns)).collect(),
        }
    }

    fn draw(&self, plan: &Plan, wanted: RowsWanted<'_>, watch: &dyn Watch) -> Result<Drawn, Error> {
        let (columns, rng) = self.with_domain(plan, wanted.file, |domain| {
            self.drawn_from().draw(plan, domain, wanted, watch)
        })?;
        Ok(Drawn::new(columns, rng))
    }

    fn law(&self, plan: &Plan, wanted: LawWanted<'_>) -> Result<Vec<f64>, Error> {
        self.with_domain(plan, wanted.file, |domain| {
            self.drawn_from().law(plan, domain, wanted)
        })
    }
}
