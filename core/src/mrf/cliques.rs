//! The cliques that an elimination leaves: what the tables of a model are kept in.

use alloc::vec::Vec;

use super::members::Members;
use crate::Error;
use crate::domain::Domain;
use crate::variables::VariableSet;

/// The maximal cliques of a triangulated graph.
#[derive(Clone, Debug, Default)]
pub struct Cliques {
    cliques: Vec<Members>,
    cells: u64,
}

impl Cliques {
    /// Takes in an elimination's next clique. It lies within an earlier one, or within none of them and
    /// holds none of them.
    pub(super) fn take(&mut self, clique: Members, cells: u64) {
        if !self.cliques.iter().any(|earlier| clique.is_within(earlier)) {
            self.cells = self.cells.saturating_add(cells);
            self.cliques.push(clique);
        }
    }

    /// Cells of all cliques together; `u64::MAX` where that overflows.
    pub const fn cells(&self) -> u64 {
        self.cells
    }

    /// Cells of the largest clique; `u64::MAX` where that overflows.
    pub fn largest(&self, domain: &Domain<'_>) -> u64 {
        let cells = self.cliques.iter().map(|clique| clique.cells(domain));
        cells.max().unwrap_or(0)
    }

    /// The cliques as sets. Refused: more variables than a set holds.
    pub fn sets(&self) -> Result<Vec<VariableSet>, Error> {
        self.cliques.iter().map(|clique| clique.to_set()).collect()
    }
}
