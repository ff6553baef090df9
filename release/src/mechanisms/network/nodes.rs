//! A network and its tables as files name them.

use privet_core::Error;
use privet_core::bayes::network::Network;
use privet_core::bayes::tables::Tables;
use serde::{Deserialize, Serialize};

use crate::plan::{VariableName, Variables};

/// An attribute and its parents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NodeFile {
    pub(crate) child: VariableName,
    pub(crate) parents: Vec<VariableName>,
}

/// A table of a model, in units of 2^−20 rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FittedFile {
    pub(crate) columns: Vec<VariableName>,
    pub(crate) fitted: Vec<i64>,
}

impl FittedFile {
    /// All tables, with their cells.
    pub(crate) fn all(
        variables: &Variables,
        tables: &Tables,
        cells: &[i64],
    ) -> Result<Vec<Self>, Error> {
        let tables = tables.as_slice().iter();
        tables
            .map(|table| {
                Ok(Self {
                    columns: variables.names(&table.variables),
                    fitted: table.cells(cells)?.to_vec(),
                })
            })
            .collect()
    }
}

/// A whole network.
pub(crate) struct Nodes {
    /// What is drawn together first.
    pub(crate) head: Vec<VariableName>,
    /// The others in the order in which they are drawn.
    pub(crate) nodes: Vec<NodeFile>,
}

impl Nodes {
    pub(crate) fn of(variables: &Variables, network: &Network) -> Self {
        let nodes = network.nodes.iter().map(|node| NodeFile {
            child: variables.name(node.child),
            parents: variables.names(&node.parents),
        });
        Self {
            head: variables.names(&network.head),
            nodes: nodes.collect(),
        }
    }
}
