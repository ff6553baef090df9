//! The law of some attributes together, also of those that no table and no clique has together.

use alloc::vec;
use alloc::vec::Vec;

use super::given::Given;
use crate::Error;
use crate::domain::Domain;
use crate::mrf::marginal::marginal;
use crate::variables::{Variable, VariableSet};

impl Given<'_> {
    /// The law of some attributes, given what is known: a probability for every combination of those of their values that are
    /// left. Attributes stand in the order of the domain, the last one fastest. Nothing comes of it where what is known has
    /// probability zero. Refused: an attribute twice or unknown, and what passes `most_cells` on the way.
    pub fn marginal(self, attributes: &[u8], most_cells: u64) -> Result<Option<Vec<f64>>, Error> {
        let levels = self.left()?;
        let domain = Domain::new(&levels)?;
        let held = attributes.iter().map(|&attribute| self.level(attribute));
        let held = held.collect::<Result<Vec<Variable>, Error>>()?;
        let leaves: Vec<Variable> = held.iter().map(|&level| domain.leaf(level)).collect();
        let (set, leaves) = (VariableSet::new(&held)?, VariableSet::new(&leaves)?);
        let cells = domain.cells(&leaves, most_cells);
        let cells = cells.ok_or(Error::BufferTooSmall)?;
        let Some(inferred) = self.infer(&domain)? else {
            return Ok(None);
        };
        let coarse = marginal(&domain, &inferred.tree, &inferred.beliefs, &set, most_cells)?;
        let mut law = vec![0.0; cells];
        domain.project(&leaves, &set, |cell, group| {
            if let (Some(cell), Some(mass)) = (law.get_mut(cell), coarse.get(group)) {
                *cell = *mass;
            }
        });
        // Given the level at which the tree has it, an attribute's value depends on nothing else.
        for &leaf in leaves.as_slice() {
            let attribute = domain.attribute(leaf).ok_or(Error::BadDomain)?;
            if self.level(attribute)? == leaf {
                continue;
            }
            let shares = self.shares(&domain, &inferred, attribute)?;
            let alone = VariableSet::new(&[leaf])?;
            domain.project(&leaves, &alone, |cell, value| {
                if let (Some(cell), Some(share)) = (law.get_mut(cell), shares.get(value)) {
                    *cell *= share;
                }
            });
        }
        Ok(Some(law))
    }
}
