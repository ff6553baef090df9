//! A release as it lies in its folder.

use std::path::Path;

use privet_spec::Release;

use super::facts::{Accounting, Claim, Facts, Inside, Query, Table};
use super::given::{folder_of_table, release_folder};
use super::ties::Ties;
use crate::bounds::cell::CellNoise;
use crate::bounds::noise::table_distance;
use crate::error::Error;
use crate::file_kind::{FileKind, Mistaken};
use crate::model::NoisyTable;
use crate::names::synthetic_name;
use crate::plan::VariableName;
use crate::promise::Odds;
use crate::public_model::Model;
use crate::record::{Asked, LossFile, NoiseFile, QueryFile, Record};
use crate::spec::Spec;
use crate::verify::{Rebuilt, rebuilt};
use crate::watch::Watch;

/// `record.json` and `model.ron` of a release, which belong together.
pub struct Published {
    pub name: String,
    pub record: Record,
    pub model: Model,
    pub spec: Spec,
    /// What the spec says, with the bins that the release has found.
    settled: Release,
}

impl Published {
    /// Reads `record.json` and `model.ron` of a folder, or of the folder of one of them. Refused: what `verify` refuses.
    pub fn read(given: &Path, watch: &dyn Watch) -> Result<Self, Error> {
        let folder = release_folder(given);
        if let Some(seems) = FileKind::of(&folder).filter(|kind| *kind != FileKind::Release) {
            return Err(Error::Mistaken(Mistaken {
                path: given.to_owned(),
                seems,
                expected: FileKind::Release,
            }));
        }
        if !folder.is_dir() {
            let help = "give the folder that `privet release --out` made";
            let what = "there is no such folder";
            return Err(Error::refused(folder.display().to_string(), what, help));
        }
        let Rebuilt {
            record,
            model,
            spec,
        } = rebuilt(&folder, watch)?;
        let settled = model.settled(&spec)?.plan.release;
        Ok(Self {
            name: folder.display().to_string(),
            record,
            model,
            spec,
            settled,
        })
    }

    /// Those of the release that a synthetic table belongs to: a table of that name beside a record. Nothing where it is no
    /// release's. Refused: what `verify` refuses, so that nothing is said of a table that nobody has released.
    pub fn of_table(synthetic: &Path, watch: &dyn Watch) -> Result<Option<Self>, Error> {
        let folder = folder_of_table(synthetic);
        folder.map(|folder| Self::read(&folder, watch)).transpose()
    }

    /// SHA-256 of its record and of its synthetic table.
    pub fn digests(&self) -> Result<[String; 2], Error> {
        let record = privet_spec::digest(self.record.to_text()?.as_bytes());
        let mut listed = self.record.artefacts.iter();
        let synthetic = listed.find(|one| one.file == self.synthetic());
        let synthetic = synthetic.map(|one| one.sha256.clone());
        Ok([record, synthetic.unwrap_or_default()])
    }

    /// The file of its synthetic table.
    pub fn synthetic(&self) -> &'static str {
        synthetic_name(self.spec.release())
    }

    /// What a report shows.
    pub fn facts(&self) -> Facts {
        let record = &self.record;
        let rows = self.spec.row_count(self.model.rows());
        Facts {
            name: self.name.clone(),
            title: record.title.clone(),
            claim: Claim {
                epsilon: record.guarantee.epsilon.clone(),
                delta: record.guarantee.delta.clone(),
                unit: record.guarantee.unit.clone(),
                adjacency: record.guarantee.adjacency.clone(),
                composition: record.guarantee.composition.clone(),
                unprotected: record.unprotected.clone(),
            },
            in_words: record.in_words.clone(),
            best_guess: Odds::of(self.spec.release(), self.spec.total()).best_guess(),
            mechanism: self.model.mechanism().to_string(),
            algorithm: record.algorithm.name.clone(),
            paper: record.algorithm.paper.clone(),
            deviations: record.algorithm.deviations.clone(),
            rows: u64::try_from(rows).unwrap_or(u64::MAX),
            accounting: match record.guarantee.total {
                LossFile::Gaussian { .. } => Accounting::MuSquared,
                LossFile::Pure { .. } => Accounting::Epsilon,
            },
            total: record.guarantee.total.value(),
            spent: record.spent.value(),
            queries: record
                .queries
                .iter()
                .map(|query| self.query(query))
                .collect(),
            tables: self.tables(),
            structure: self
                .model
                .structure(&|name| self.spec.mechanism().variable(name)),
            ties: self.ties(),
            rules: record.rules.clone(),
            inside: self.inside(),
            files: record
                .artefacts
                .iter()
                .map(|file| (file.file.clone(), file.sha256.clone()))
                .collect(),
            caveat: record.randomness.caveat.clone(),
            report_a_flaw: record.report_a_flaw.clone(),
            software: format!(
                "{} {} ({}, {})",
                record.software.name,
                record.software.version,
                record.software.commit,
                record.software.target
            ),
        }
    }

    fn query(&self, query: &QueryFile) -> Query {
        let noise = match query.noise {
            NoiseFile::Gaussian { sigma_value, .. } => Some(sigma_value),
            NoiseFile::Laplace { scale_value, .. } => Some(scale_value),
            NoiseFile::Selection { .. } | NoiseFile::Smoothed(_) => None,
        };
        // Parts are answered in units that differ from table to table; a reader compares rows.
        let (units, unit) = match &query.parts {
            Some(parts) => (parts.units(), Asked::Table.unit_of_answer()),
            None => (1.0, query.unit_of_answer.as_str()),
        };
        Query {
            purpose: query.purpose.clone(),
            columns: self.written(&query.columns),
            law: query.law.clone(),
            noise: noise.map(|noise| (noise / units, unit.to_owned())),
            charge: query.charge.value(),
        }
    }

    /// Every table with noise of its own.
    fn tables(&self) -> Vec<Table> {
        let table = |table: &NoisyTable<'_>| {
            let number = f64::from(u32::try_from(table.cells.len()).unwrap_or(u32::MAX));
            let noise = table.of_a_cell;
            Table {
                columns: self.written(table.columns),
                cells: table.cells.len(),
                noise_per_cell: noise.per_cell(),
                expected_error: table_distance(number, noise.per_cell(), self.rows()),
                cell: CellNoise::of(noise, self.rows()),
            }
        };
        self.model.tables().iter().map(table).collect()
    }

    /// What every column was measured together with; nothing where no table was measured.
    fn ties(&self) -> Vec<Ties> {
        let tables = self.model.tables();
        if tables.is_empty() {
            return Vec::new();
        }
        let mut together: Vec<Vec<&str>> = Vec::new();
        for table in &tables {
            together.push(table.columns.iter().map(|name| name.0.as_str()).collect());
        }
        Ties::all(&self.settled, &together)
    }

    /// Every column whose bins hold more than one value.
    fn inside(&self) -> Vec<Inside> {
        let several = self.settled.learned().filter_map(|attribute| {
            let bins = attribute.kind().bins().filter(|bins| bins.hold_several())?;
            Some(Inside {
                column: attribute.name().to_owned(),
                bins: bins.count(),
                parts: bins.pieces(),
            })
        });
        several.collect()
    }

    /// Rows that shares are of: those that the model tells of.
    fn rows(&self) -> u64 {
        u64::try_from(self.model.rows()).unwrap_or(0).max(1)
    }

    fn written(&self, columns: &[VariableName]) -> Vec<String> {
        columns
            .iter()
            .map(|name| self.spec.mechanism().variable(name).written)
            .collect()
    }
}
