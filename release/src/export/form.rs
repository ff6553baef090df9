//! What stands in the JSON form of a model. `docs/src/schemas/model.schema.json` describes it, field by field.

use serde::Serialize;

use super::measurements::Measurement;
use crate::beside::BesideFile;
use crate::model::{CountedRows, MeasuredColumn};
use crate::model::{Structure, Variable};
use crate::noise::Noise;

/// The spec and its digest.
#[derive(Clone, Debug, Serialize)]
pub(super) struct SpecForm {
    pub(super) sha256: String,
    pub(super) text: String,
    pub(super) files: Vec<BesideFile>,
}

/// What is claimed, in the words of the record.
#[derive(Clone, Debug, Serialize)]
pub(super) struct GuaranteeForm {
    pub(super) epsilon: String,
    pub(super) delta: String,
    pub(super) unit: String,
    pub(super) adjacency: String,
}

/// The number of rows.
#[derive(Clone, Debug, Serialize)]
pub(super) struct RowsForm {
    count: i64,
    measured: i64,
    noise: Option<NoiseForm>,
}

/// The noise of each count.
#[derive(Clone, Debug, Serialize)]
pub(super) struct NoiseForm {
    law: &'static str,
    scale: f64,
}

/// A column of the synthetic table.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ColumnForm {
    pub(super) name: String,
    pub(super) kind: &'static str,
    pub(super) labels: Vec<String>,
    /// The place of the label that stands for a missing value.
    pub(super) missing: Option<u16>,
    pub(super) determined_by: Option<String>,
}

/// What a measurement has as a column.
#[derive(Clone, Debug, Serialize)]
pub(super) struct VariableForm {
    name: String,
    column: String,
    labels: Vec<String>,
}

/// Noisy counts.
#[derive(Clone, Debug, Serialize)]
pub(super) struct MeasurementForm {
    of: &'static str,
    /// Names of variables.
    columns: Vec<String>,
    shape: Vec<usize>,
    noise: NoiseForm,
    #[serde(skip_serializing_if = "Parts::is_all")]
    parts: Parts,
    counts: Vec<i64>,
}

/// What the counts tell of the table.
#[derive(Clone, Debug, Serialize)]
struct Parts {
    units_of_a_row: usize,
    /// For each part that was not asked for the names of its variables.
    left_out: Vec<Vec<String>>,
}

impl Parts {
    fn is_all(&self) -> bool {
        self.left_out.is_empty()
    }
}

/// How columns hang together.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum StructureForm {
    Network {
        first: Vec<String>,
        children: Vec<NodeForm>,
    },
    Field {
        attributes: Vec<String>,
        together: Vec<Vec<String>>,
    },
    None {
        reason: String,
    },
}

/// A child of the network.
#[derive(Clone, Debug, Serialize)]
pub(super) struct NodeForm {
    child: String,
    parents: Vec<String>,
}

impl RowsForm {
    /// What a model tells of, and what was counted.
    pub(super) fn of(rows: i64, counted: CountedRows) -> Self {
        Self {
            count: rows,
            measured: counted.rows,
            noise: counted.noise.map(NoiseForm::of),
        }
    }
}

impl NoiseForm {
    fn of(noise: Noise) -> Self {
        Self {
            law: noise.law(),
            scale: noise.scale(),
        }
    }
}

impl VariableForm {
    /// Every variable that some measurement has, once, in the order in which they come up.
    pub(super) fn all(measurements: &[Measurement]) -> Vec<Self> {
        let mut variables: Vec<Self> = Vec::new();
        let columns = measurements.iter().flat_map(|one| &one.columns);
        for column in columns {
            if !variables.iter().any(|known| known.name == column.written) {
                let MeasuredColumn {
                    attribute,
                    written,
                    labels,
                } = column.clone();
                variables.push(Self {
                    name: written,
                    column: attribute,
                    labels,
                });
            }
        }
        variables
    }
}

impl MeasurementForm {
    pub(super) fn of(measurement: Measurement) -> Self {
        let columns = measurement.columns.iter();
        Self {
            of: measurement.of.word(),
            shape: columns.clone().map(|column| column.labels.len()).collect(),
            columns: columns.map(|column| column.written.clone()).collect(),
            noise: NoiseForm::of(measurement.noise),
            parts: Parts {
                units_of_a_row: measurement.units,
                left_out: measurement.left_out,
            },
            counts: measurement.counts,
        }
    }
}

impl StructureForm {
    pub(super) fn of(structure: Structure) -> Self {
        let all = |variables: Vec<Variable>| {
            let written = variables.into_iter().map(|variable| variable.written);
            written.collect()
        };
        match structure {
            Structure::Network { first, children } => Self::Network {
                first: all(first),
                children: (children.into_iter())
                    .map(|(child, parents)| NodeForm {
                        child: child.written,
                        parents: all(parents),
                    })
                    .collect(),
            },
            Structure::Field {
                attributes,
                together,
            } => Self::Field {
                attributes,
                together,
            },
            Structure::None(reason) => Self::None { reason },
        }
    }
}
