//! Which variables a model ties together, and the cliques that this costs.
//!
//! Measured tables become complete subgraphs. Eliminating the variables one after the other
//! (`elimination`) gives the cliques of a triangulation; their cells are what inference costs.
//! Finding the best order is hard, so two greedy rules are tried, the fewest cells first and the fewest new
//! edges first, and the cheaper result is taken.

use alloc::vec;
use alloc::vec::Vec;

pub use super::cliques::Cliques;
use super::elimination::{Elimination, Rule};
use super::members::Members;
use crate::domain::{Domain, MOST_LEVELS};
use crate::variables::{Variable, VariableSet};

/// An undirected graph over the variables of a domain.
#[derive(Clone, Debug)]
pub struct Graph {
    nodes: Members,
    neighbours: Vec<Members>,
}

impl Graph {
    /// These variables, none of them tied to another.
    pub fn new(variables: impl IntoIterator<Item = Variable>) -> Self {
        let mut nodes = Members::default();
        variables
            .into_iter()
            .for_each(|variable| nodes.insert(variable));
        Self {
            nodes,
            neighbours: vec![Members::default(); MOST_LEVELS],
        }
    }

    /// Ties all variables of the set to each other.
    pub fn join(&mut self, set: &VariableSet) {
        for &one in set.as_slice() {
            for &other in set.as_slice() {
                if one != other {
                    self.nodes.insert(one);
                    if let Some(neighbours) = self.neighbours.get_mut(usize::from(one.0)) {
                        neighbours.insert(other);
                    }
                }
            }
        }
    }

    /// Whether all variables of the set are tied to each other already.
    pub fn joins(&self, set: &VariableSet) -> bool {
        let all = Members::of(set);
        set.as_slice().iter().all(|&variable| {
            let mut with_itself = self.of(variable);
            with_itself.insert(variable);
            all.is_within(&with_itself)
        })
    }

    /// The cliques of a triangulation, none within another.
    pub fn cliques(&self, domain: &Domain<'_>) -> Cliques {
        let by_cells = self.eliminated(domain, Rule::FewestCells, u64::MAX);
        let by_fill = self.eliminated(domain, Rule::FewestEdges, u64::MAX);
        match (by_cells, by_fill) {
            (Some(by_cells), Some(by_fill)) if by_fill.cells() < by_cells.cells() => by_fill,
            (Some(cliques), _) | (None, Some(cliques)) => cliques,
            (None, None) => Cliques::default(),
        }
    }

    /// Whether a triangulation keeps within so many cells: quicker than to look at the cliques.
    pub fn keeps_within(&self, domain: &Domain<'_>, most_cells: u64) -> bool {
        let rules = [Rule::FewestCells, Rule::FewestEdges];
        rules
            .into_iter()
            .any(|rule| self.eliminated(domain, rule, most_cells).is_some())
    }

    /// None where the cliques pass `most_cells`.
    fn eliminated(&self, domain: &Domain<'_>, rule: Rule, most_cells: u64) -> Option<Cliques> {
        Elimination::new(domain, self.nodes, self.neighbours.clone()).cliques(rule, most_cells)
    }

    fn of(&self, variable: Variable) -> Members {
        self.neighbours
            .get(usize::from(variable.0))
            .copied()
            .unwrap_or_default()
    }
}
