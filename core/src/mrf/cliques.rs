//! The cliques that an elimination leaves: what the tables of a model are kept in.

use alloc::vec::Vec;

use super::elimination::Found;
use crate::Error;
use crate::domain::Domain;
use crate::variables::{Variable, VariableSet};

/// The maximal cliques of a triangulated graph.
#[derive(Clone, Debug, Default)]
pub struct Cliques {
    /// Nothing for a clique of more variables than a set holds.
    sets: Vec<Option<VariableSet>>,
    cells: u64,
    largest: u64,
}

impl Cliques {
    /// What an elimination found, with the variable of each attribute.
    pub(super) fn new(domain: &Domain<'_>, found: Found, levels: &[Option<Variable>]) -> Self {
        let variable = |attribute: u8| levels.get(usize::from(attribute)).copied().flatten();
        let mut cliques = Self {
            cells: found.cells,
            ..Self::default()
        };
        for clique in found.cliques {
            let variables: Vec<Variable> = clique.iter().filter_map(variable).collect();
            let cells = variables.iter().fold(1_u64, |cells, &variable| {
                cells.saturating_mul(u64::from(domain.size(variable)))
            });
            cliques.largest = cliques.largest.max(cells);
            cliques.sets.push(VariableSet::new(&variables).ok());
        }
        cliques
    }

    /// Cells of all cliques together; `u64::MAX` where that overflows.
    pub const fn cells(&self) -> u64 {
        self.cells
    }

    /// Cells of the largest clique; `u64::MAX` where that overflows.
    pub const fn largest(&self) -> u64 {
        self.largest
    }

    /// The cliques as sets. Refused: more variables than a set holds.
    pub fn sets(&self) -> Result<Vec<VariableSet>, Error> {
        let sets = self.sets.iter().cloned();
        sets.map(|set| set.ok_or(Error::BadVariableSet)).collect()
    }
}
