//! What became of a network's tables where the spec asks for a Markov random field.

use privet_core::domain::Domain;
use privet_spec::Sampling;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use super::FittedFile;
use super::network::{Drawing, NodeFile};
use crate::error::CliError;
use crate::plan::{Plan, VariableName};
use crate::progress::Reporter;

/// The field, or why there is none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum EstimatedFile {
    /// Rows are drawn from it.
    Field(FieldFile),
    /// It would have so many cells, which the spec does not allow: rows are drawn from the network of the
    /// measured tables.
    TooLarge { cells: u64 },
}

/// The field as a network with its tables.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldFile {
    /// Cells of the field's cliques together.
    pub cells: u64,
    /// The columns that are drawn together first.
    pub head: Vec<VariableName>,
    /// The others in the order in which they are drawn.
    pub nodes: Vec<NodeFile>,
    /// Head's table, one a node, then the leaves of attributes that the field has at a coarser level.
    pub tables: Vec<FittedFile>,
}

impl EstimatedFile {
    /// What a summary says of it.
    pub fn in_words(&self) -> String {
        match self {
            Self::Field(field) => {
                format!("rows from a Markov random field of {} cells", field.cells)
            }
            Self::TooLarge { cells } => format!(
                "rows from the network, since a Markov random field would have {cells} cells, more \
                 than `Pgm` may"
            ),
        }
    }
}

impl FieldFile {
    /// Draws one column for each attribute of the domain, and returns them with the generator.
    pub(super) fn draw(
        &self,
        (name, sampling): (&str, Sampling),
        plan: &Plan,
        domain: &Domain<'_>,
        rows: usize,
        seed: [u8; 32],
        reporter: Reporter,
    ) -> Result<(Vec<Vec<u16>>, Xoshiro256PlusPlus), CliError> {
        let drawing = Drawing {
            name,
            head: &self.head,
            nodes: &self.nodes,
            sampling,
        };
        let tables = self.tables.iter();
        let tables = tables.map(|table| (&*table.columns, [&*table.fitted; 2]));
        drawing.draw(plan, domain, tables, rows, seed, reporter)
    }
}
