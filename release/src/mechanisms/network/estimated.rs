//! What became of a network's tables where the spec asks for a Markov random field.

use privet_core::bayes::rows::RowMemory;
use privet_spec::Estimator;
use serde::{Deserialize, Serialize};

use super::drawn_from::DrawnFrom;
use super::nodes::{FittedFile, NodeFile};
use crate::model::FitFile;
use crate::plan::VariableName;

/// The field, or why there is none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) enum EstimatedFile {
    /// Rows are drawn from it.
    Field(FieldFile),
    /// It would have so many cells, which the spec does not allow: rows are drawn from the network of the
    /// measured tables.
    TooLarge { cells: u64 },
}

/// The field as a network with its tables.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FieldFile {
    /// Cells of the field's cliques together.
    pub(crate) cells: u64,
    /// How well it fits the tables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) fit: Option<FitFile>,
    /// The columns that are drawn together first.
    pub(crate) head: Vec<VariableName>,
    /// The others in the order in which they are drawn.
    pub(crate) nodes: Vec<NodeFile>,
    /// Head's table, one a node, then the leaves of attributes that the field has at a coarser level.
    pub(crate) tables: Vec<FittedFile>,
}

/// The tables of a network, before it is known.
pub(crate) struct MostTables {
    pub(crate) tables: u64,
    /// Cells of a table of two attributes or more.
    pub(crate) cells: u64,
    /// Values of an attribute.
    pub(crate) values: usize,
}

impl MostTables {
    /// Cells of a model with so many tables, and of what an estimator adds to it: its cliques, and the tables of the
    /// network that rows are drawn from.
    pub(crate) fn cells_with(&self, estimator: Estimator) -> u64 {
        let estimated = match estimator {
            Estimator::Network => 0,
            Estimator::Pgm { max_cells } => u64::from(max_cells).saturating_mul(2),
        };
        let largest = self.cells.max(self.values as u64);
        largest
            .saturating_mul(self.tables)
            .saturating_add(estimated)
    }

    /// Bytes that drawing rows takes beside them: those of a field lean.
    pub(crate) const fn drawing_with(estimator: Estimator) -> u64 {
        match estimator {
            Estimator::Network => 0,
            Estimator::Pgm { .. } => RowMemory::LEANING_BYTES,
        }
    }
}

impl EstimatedFile {
    /// What a summary says of it.
    pub(crate) fn in_words(&self) -> String {
        match self {
            Self::Field(field) => {
                let cells = field.cells;
                let fit = with_fit(field.fit);
                format!("rows from a Markov random field of {cells} cells{fit}")
            }
            Self::TooLarge { cells } => format!(
                "rows from the network, since a Markov random field would have {cells} cells, more \
                 than `Pgm` may"
            ),
        }
    }

    /// What the record says of it.
    pub(crate) fn in_record(&self) -> String {
        match self {
            Self::Field(field) => format!("{PGM}{}", with_fit(field.fit)),
            Self::TooLarge { .. } => PGM_TOO_LARGE.to_owned(),
        }
    }
}

/// What follows the name of an estimate.
fn with_fit(fit: Option<FitFile>) -> String {
    fit.map_or_else(String::new, |fit| format!(", {}", fit.in_words()))
}

impl FieldFile {
    /// What rows are drawn from.
    pub(super) fn drawn_from(&self) -> DrawnFrom<'_> {
        DrawnFrom::of_field(&self.head, &self.nodes, &self.tables)
    }
}

const PGM: &str = "Pgm: all tables are measurements of one Markov random field (McKenna, Sheldon and Miklau \
2019) in the place of consistency, and rows are drawn from its junction tree";
const PGM_TOO_LARGE: &str = "Network, though the spec asks for Pgm: a Markov random field of these tables would \
have more cells than the spec allows";
