//! What is public of a release, for reports: read from its folder, nothing from the data.

use std::path::Path;

use privet_core::privacy::{LaplaceScale, Sigma};
use privet_report::facts::{
    Accounting, Claim, Query, Release as Facts, Structure, Table, Variable,
};
use privet_spec::{Encoding, MechanismName};

use super::input;
use crate::bounds::noise::{gaussian_per_cell, laplace_per_cell, table_distance};
use crate::error::CliError;
use crate::plan::{MechanismPlan, VariableName};
use crate::release::model::{ModelFile, NodeFile, ScaleFile, SigmaFile};
use crate::release::record::{LossFile, NoiseFile, QueryFile, Record};
use crate::release::{MODEL, RECORD, SYNTHETIC, Spec, row_count};

/// `record.json` and `model.ron` of a release, which belong together.
pub struct ReleaseFiles {
    pub name: String,
    pub record: Record,
    pub model: ModelFile,
    pub spec: Spec,
}

impl ReleaseFiles {
    /// Reads `record.json` and `model.ron` of a folder. Refused: a model that is not the record's, since its claim
    /// would not be about it.
    pub fn read(folder: &Path) -> Result<Self, CliError> {
        if !folder.is_dir() {
            let help = "give the folder that `privet release --out` made";
            let what = "there is no such folder";
            return Err(CliError::refused(folder.display().to_string(), what, help));
        }
        let (record_path, model_path) = (folder.join(RECORD), folder.join(MODEL));
        let record_name = record_path.display().to_string();
        let record = Record::parse(&record_name, &input::text(&record_path)?)?;
        let model_name = model_path.display().to_string();
        let model_text = input::text(&model_path)?;
        let digest = privet_spec::digest(model_text.as_bytes());
        let listed = record.artefacts.iter().find(|one| one.file == MODEL);
        if listed.is_none_or(|listed| listed.sha256 != digest) {
            return Err(CliError::refused(
                model_name,
                "it is not the model that record.json names: its digest is another",
                "give a release as `privet release` made it; `privet verify` says what is wrong with it",
            ));
        }
        let model = ModelFile::parse(&model_name, &model_text)?;
        let spec = input::parse_spec(&format!("{record_name} (spec)"), record.spec.text.clone())?;
        Ok(Self {
            name: folder.display().to_string(),
            record,
            model,
            spec,
        })
    }

    /// Those of the release that a synthetic table belongs to, where they lie beside it and name it.
    pub fn beside(synthetic: &Path) -> Option<Self> {
        let folder = synthetic.parent()?;
        // The folder of a bare name is the one that the program runs in.
        let here = folder.as_os_str().is_empty();
        let files = Self::read(if here { Path::new(".") } else { folder }).ok()?;
        let digest = privet_spec::digest(&std::fs::read(synthetic).ok()?);
        let listed = files.record.artefacts.iter();
        let named = listed.filter(|one| one.file == SYNTHETIC);
        named.map(|one| &one.sha256).eq([&digest]).then_some(files)
    }

    /// What a report shows.
    pub fn facts(&self) -> Facts {
        let record = &self.record;
        let rows = row_count(&self.spec.release, &self.model);
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
            structure: self.structure(),
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
        Query {
            purpose: query.purpose.clone(),
            columns: self.written(&query.columns),
            law: query.law.clone(),
            noise: noise.map(|noise| (noise, query.unit_of_answer.clone())),
            charge: query.charge.value(),
        }
    }

    /// Every table with noise of its own.
    fn tables(&self) -> Vec<Table> {
        let table = |columns: &[VariableName], cells: &[i64], per_cell: f64| {
            let number = f64::from(u32::try_from(cells.len()).unwrap_or(u32::MAX));
            Table {
                columns: self.written(columns),
                cells: cells.len(),
                noise_per_cell: per_cell,
                expected_error: table_distance(number, per_cell, self.rows()),
            }
        };
        match &self.model {
            ModelFile::PrivBayes(model) => model
                .tables
                .iter()
                .map(|of| table(&of.columns, &of.measured, gaussian(of.sigma)))
                .collect(),
            ModelFile::PrivBayesPure(model) => model
                .tables
                .iter()
                .map(|of| table(&of.columns, &of.measured, laplace(of.scale)))
                .collect(),
            ModelFile::PrivMrf(model) => model
                .measured
                .iter()
                .map(|of| table(&of.columns, &of.counts, gaussian(of.sigma)))
                .collect(),
            ModelFile::SmoothedHistogram(_) => Vec::new(),
        }
    }

    /// Rows that shares are of: those that the model tells of.
    fn rows(&self) -> u64 {
        u64::try_from(self.model.rows()).unwrap_or(0).max(1)
    }

    fn structure(&self) -> Structure {
        match &self.model {
            ModelFile::PrivBayes(model) => self.network(&model.head, &model.nodes),
            ModelFile::PrivBayesPure(model) => self.network(&model.head, &model.nodes),
            ModelFile::PrivMrf(model) => {
                let drawn = model
                    .head
                    .iter()
                    .chain(model.nodes.iter().map(|node| &node.child));
                let mut attributes: Vec<String> = Vec::new();
                for VariableName(attribute, _) in drawn {
                    if !attributes.contains(attribute) {
                        attributes.push(attribute.clone());
                    }
                }
                let several = model
                    .measured
                    .iter()
                    .filter(|table| table.columns.len() > 1);
                let names = |columns: &[VariableName]| {
                    columns.iter().map(|column| column.0.clone()).collect()
                };
                Structure::Field {
                    attributes,
                    together: several.map(|table| names(&table.columns)).collect(),
                }
            }
            ModelFile::SmoothedHistogram(model) => {
                Structure::None(format!("Model: {}.", model.in_words()))
            }
        }
    }

    fn network(&self, head: &[VariableName], nodes: &[NodeFile]) -> Structure {
        let all = |names: &[VariableName]| names.iter().map(|name| self.variable(name)).collect();
        Structure::Network {
            first: all(head),
            children: nodes
                .iter()
                .map(|node| (self.variable(&node.child), all(&node.parents)))
                .collect(),
        }
    }

    fn written(&self, columns: &[VariableName]) -> Vec<String> {
        columns
            .iter()
            .map(|name| self.variable(name).written)
            .collect()
    }

    /// A number beside an attribute means a level, a binary digit, or joined values.
    fn variable(&self, name: &VariableName) -> Variable {
        let VariableName(attribute, number) = name;
        match &self.spec.plan.mechanism {
            MechanismPlan::PrivBayesPure(pure) if pure.parameters.encoding == Encoding::Binary => {
                let digit = format!("{attribute}, digit {}", number + 1);
                Variable {
                    attribute: digit.clone(),
                    written: digit,
                }
            }
            mechanism => Variable {
                attribute: attribute.clone(),
                written: if mechanism.name() == MechanismName::PrivMrf {
                    attribute.clone()
                } else {
                    name.to_string()
                },
            },
        }
    }
}

/// Expected |noise| a cell. What a release wrote is in range.
fn gaussian(sigma: SigmaFile) -> f64 {
    Sigma::new(sigma.mantissa, sigma.exponent)
        .map_or(f64::NAN, |sigma| gaussian_per_cell(sigma.to_f64()))
}

fn laplace(scale: ScaleFile) -> f64 {
    LaplaceScale::new(scale.numerator, scale.denominator)
        .map_or(f64::NAN, |scale| laplace_per_cell(scale.to_f64()))
}
