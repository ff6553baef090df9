//! The cliques that an elimination leaves: what the tables of a model are kept in.

use alloc::vec::Vec;

use super::elimination::Found;
use crate::Error;
use crate::variables::{Variable, VariableSet};

/// The maximal cliques of a triangulated graph.
#[derive(Clone, Debug, Default)]
pub struct Cliques {
    /// Nothing for a clique of more variables than a set holds.
    sets: Vec<Option<VariableSet>>,
    cells: u64,
}

impl Cliques {
    /// What an elimination found, with the variable of each attribute.
    pub(super) fn new(found: &Found, levels: &[Option<Variable>]) -> Self {
        let variable = |attribute: u8| levels.get(usize::from(attribute)).copied().flatten();
        let sets = found.cliques.iter().map(|clique| {
            let variables: Vec<Variable> = clique.iter().filter_map(variable).collect();
            VariableSet::new(&variables).ok()
        });
        Self {
            sets: sets.collect(),
            cells: found.cells,
        }
    }

    /// Cells of all cliques together; `u64::MAX` where that overflows.
    pub const fn cells(&self) -> u64 {
        self.cells
    }

    /// The cliques as sets. Refused: more variables than a set holds.
    pub fn sets(&self) -> Result<Vec<VariableSet>, Error> {
        let sets = self.sets.iter().cloned();
        sets.map(|set| set.ok_or(Error::BadVariableSet)).collect()
    }
}
