//! The network that rows are drawn from, out of a file.

use privet_core::bayes::network::{Network, Node};
use privet_core::bayes::rows::Model;
use privet_core::bayes::tables::Tables;
use privet_core::bayes::tickets::mass;
use privet_core::domain::Domain;
use privet_core::variables::Variable;
use privet_spec::Sampling;

use super::nodes::{FittedFile, NodeFile};
use crate::error::Error;
use crate::plan::{Plan, VariableName, Variables};

/// A network with its tables, as a file has them.
pub(crate) struct DrawnFrom<'a> {
    pub(crate) head: &'a [VariableName],
    pub(crate) nodes: &'a [NodeFile],
    /// For each table its columns, with its cells as measured and as fitted.
    pub(crate) tables: Vec<(&'a [VariableName], [&'a [i64]; 2])>,
    /// Whether rows lean against what their tables lack. It brings a Markov random field's rows nearer to the real
    /// table; a network is too far from that to gain by it, and five times as fast without (`tests/studies`).
    pub(crate) leans: bool,
}

impl<'a> DrawnFrom<'a> {
    /// The tables that a Markov random field has become.
    pub(crate) fn of_field(
        head: &'a [VariableName],
        nodes: &'a [NodeFile],
        tables: &'a [FittedFile],
    ) -> Self {
        let tables = tables.iter();
        let tables = tables.map(|table| (&*table.columns, [&*table.fitted; 2]));
        Self {
            head,
            nodes,
            tables: tables.collect(),
            leans: true,
        }
    }
}

impl DrawnFrom<'_> {
    /// Works with it as core has it; `file` is its name, for errors. Refused: what is no network of the plan's.
    pub(super) fn with_model<T>(
        &self,
        file: &str,
        plan: &Plan,
        domain: &Domain<'_>,
        work: impl FnOnce(&Model<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let bad = |what: String| Error::refused(file, what, UNCHANGED);
        let network = self
            .network(&plan.variables)
            .ok_or_else(|| bad("an unknown column".into()))?;
        check_order(domain, &network).map_err(|what| bad(what.into()))?;
        let layout = Tables::of(domain, &network).map_err(|error| bad(error.to_string()))?;
        let sampling = plan.release.output.sampling;
        let cells = cells(&plan.variables, sampling, &layout, &self.tables)
            .ok_or_else(|| bad("the tables do not belong to the network".into()))?;
        work(&Model {
            domain: *domain,
            network: &network,
            tables: &layout,
            cells: &cells,
        })
    }

    fn network(&self, variables: &Variables) -> Option<Network> {
        let mut nodes = heapless::Vec::new();
        for node in self.nodes {
            let child = variables.variable(&node.child)?;
            let parents = variables.set(&node.parents)?;
            nodes.push(Node { child, parents }).ok()?;
        }
        Some(Network {
            head: variables.set(self.head)?,
            nodes,
        })
    }
}

/// The cells of all tables, as measured or as fitted; nothing where they are not those of the network.
fn cells(
    variables: &Variables,
    sampling: Sampling,
    layout: &Tables,
    tables: &[(&[VariableName], [&[i64]; 2])],
) -> Option<Vec<i64>> {
    if tables.len() != layout.as_slice().len() {
        return None;
    }
    // No memory is made for what the network claims before the file is known to hold it.
    let mut held = Vec::new();
    for ((columns, [measured, fitted]), table) in tables.iter().zip(layout.as_slice()) {
        let values = if sampling == Sampling::Inconsistent {
            *measured
        } else {
            *fitted
        };
        let belongs = variables.set(columns)? == table.variables;
        if !belongs || values.len() != table.len() {
            return None;
        }
        held.push(values);
    }
    // Sums over a table must not overflow while drawing. They are of 64 bits: noisy cells are below 2^40, and a table has
    // at most 2^24.
    let adds_up = |values: &&[i64]| {
        let mut cells = values.iter();
        let sum = cells.try_fold(0_u64, |sum, &cell| sum.checked_add(mass(cell)));
        sum.is_some()
    };
    held.iter().all(adds_up).then(|| held.concat())
}

/// Every attribute enters once, after its parents, and no table holds two levels of one.
fn check_order(domain: &Domain<'_>, network: &Network) -> Result<(), &'static str> {
    let mut placed = vec![false; usize::from(domain.attributes())];
    let mut place = |variable: Variable| {
        let attribute = domain.attribute(variable).map(usize::from);
        let slot = attribute.and_then(|attribute| placed.get_mut(attribute));
        slot.is_some_and(|slot| !core::mem::replace(slot, true))
    };
    for &variable in network.head.as_slice() {
        if !place(variable) {
            return Err("an attribute enters the network twice");
        }
    }
    let mut seen: Vec<Option<u8>> = network
        .head
        .as_slice()
        .iter()
        .map(|&variable| domain.attribute(variable))
        .collect();
    for node in &network.nodes {
        let mut parents = Vec::new();
        for &parent in node.parents.as_slice() {
            let attribute = domain.attribute(parent);
            if !seen.contains(&attribute) {
                return Err("a parent stands behind its child");
            }
            if parents.contains(&attribute) {
                return Err("a node has two levels of one attribute");
            }
            parents.push(attribute);
        }
        if !place(node.child) {
            return Err("an attribute enters the network twice");
        }
        seen.push(domain.attribute(node.child));
    }
    if placed.iter().all(|&placed| placed) {
        Ok(())
    } else {
        Err("an attribute is missing")
    }
}

pub(super) const UNCHANGED: &str = "give a model.ron that `privet release` has written, unchanged";
