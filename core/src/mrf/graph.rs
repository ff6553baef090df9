//! Which attributes a model ties together, and the cliques that this costs.
//!
//! Measured tables become complete subgraphs, at whatever levels they have their attributes: the model has each attribute
//! at one level. Eliminating the attributes one after the other (`elimination`) gives the cliques of a
//! triangulation; their cells are what inference costs. Finding the best order is hard, so two greedy rules are
//! tried, the fewest cells first and the fewest new edges first, and the cheaper result is taken.

use alloc::vec;
use alloc::vec::Vec;

pub use super::cliques::Cliques;
pub use super::elimination::Bounds;
use super::elimination::{Elimination, Found, Rule};
use super::members::Members;
use crate::domain::Domain;
use crate::variables::{Variable, VariableSet};

/// An undirected graph over the attributes of a domain.
#[derive(Clone, Debug)]
pub struct Graph {
    nodes: Members,
    neighbours: Vec<Members>,
    /// The attribute of each variable of the domain.
    attributes: Vec<u8>,
    /// For each attribute the variable that the model has of it, if it has any.
    levels: Vec<Option<Variable>>,
    /// How many values that has.
    sizes: Vec<u32>,
}

impl Graph {
    /// The attributes of these variables, at these levels, none of them tied to another.
    pub fn new(domain: &Domain<'_>, variables: impl IntoIterator<Item = Variable>) -> Self {
        let attributes = usize::from(domain.attributes());
        let mut graph = Self {
            nodes: Members::default(),
            neighbours: vec![Members::default(); attributes],
            attributes: domain
                .variables()
                .map(|variable| domain.attribute(variable).unwrap_or(0))
                .collect(),
            levels: vec![None; attributes],
            sizes: vec![1; attributes],
        };
        for variable in variables {
            let Some(attribute) = graph.attribute(variable) else {
                continue;
            };
            graph.nodes.insert(attribute);
            let place = usize::from(attribute);
            if let Some(level) = graph.levels.get_mut(place) {
                *level = Some(variable);
            }
            if let Some(size) = graph.sizes.get_mut(place) {
                *size = domain.size(variable);
            }
        }
        graph
    }

    /// Ties the attributes of all variables of the set to each other.
    pub fn join(&mut self, set: &VariableSet) {
        let all = self.members(set);
        for one in all.iter() {
            if let Some(neighbours) = self.neighbours.get_mut(usize::from(one)) {
                neighbours.add_all(&all);
                neighbours.remove(one);
            }
        }
    }

    /// Whether the attributes of all variables of the set are tied to each other already.
    pub fn joins(&self, set: &VariableSet) -> bool {
        let all = self.members(set);
        all.iter().all(|attribute| {
            let neighbours = self.neighbours.get(usize::from(attribute));
            let mut with_itself = neighbours.copied().unwrap_or_default();
            with_itself.insert(attribute);
            all.is_within(&with_itself)
        })
    }

    /// The cliques of a triangulation, none within another.
    pub fn cliques(&self) -> Cliques {
        let by_cells = self.eliminated(Rule::FewestCells, Bounds::NONE);
        let by_fill = self.eliminated(Rule::FewestEdges, Bounds::NONE);
        let found = match (by_cells, by_fill) {
            (Some(by_cells), Some(by_fill)) if by_fill.cells < by_cells.cells => by_fill,
            (Some(cliques), _) | (None, Some(cliques)) => cliques,
            (None, None) => Found::default(),
        };
        Cliques::new(&found, &self.levels)
    }

    /// Cells of all of these cliques together; `u64::MAX` where that overflows.
    pub fn cells(&self) -> u64 {
        let rules = [Rule::FewestCells, Rule::FewestEdges];
        let cells = rules
            .into_iter()
            .filter_map(|rule| Some(self.eliminated(rule, Bounds::NONE)?.cells));
        cells.min().unwrap_or(0)
    }

    /// Cells of the first triangulation whose cliques keep within bounds: quicker than to look at the cliques.
    pub fn cells_within(&self, bounds: Bounds) -> Option<u64> {
        let rules = [Rule::FewestCells, Rule::FewestEdges];
        let mut found = rules
            .into_iter()
            .filter_map(|rule| self.eliminated(rule, bounds));
        found.next().map(|found| found.cells)
    }

    /// Whether the cliques of a triangulation keep within bounds.
    pub fn keeps_within(&self, bounds: Bounds) -> bool {
        self.cells_within(bounds).is_some()
    }

    /// None where the cliques pass the bounds.
    fn eliminated(&self, rule: Rule, bounds: Bounds) -> Option<Found> {
        Elimination::new(&self.sizes, self.nodes, self.neighbours.clone()).cliques(rule, bounds)
    }

    fn members(&self, set: &VariableSet) -> Members {
        let variables = set.as_slice().iter();
        variables.filter_map(|&v| self.attribute(v)).collect()
    }

    fn attribute(&self, variable: Variable) -> Option<u8> {
        self.attributes.get(usize::from(variable.0)).copied()
    }
}
