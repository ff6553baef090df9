//! Sets of variables: what two have in common, and how large their tables are.

use super::Domain;
use crate::radix;
use crate::variables::{Variable, VariableSet};

impl Domain<'_> {
    /// The level of this attribute that the set holds.
    pub fn level_in(&self, set: &VariableSet, attribute: u8) -> Option<Variable> {
        set.as_slice()
            .iter()
            .copied()
            .find(|&v| self.attribute(v) == Some(attribute))
    }

    /// Number of cells of the set's table, or nothing where it passes `most`.
    pub fn cells(&self, set: &VariableSet, most: u64) -> Option<usize> {
        let mut cells = 1_u64;
        for &variable in set.as_slice() {
            cells = radix::grown(cells, self.size(variable), most)?;
        }
        usize::try_from(cells).ok()
    }

    /// What two sets have in common: the attributes of both, each at the coarser of its levels.
    pub fn meet(&self, one: &VariableSet, other: &VariableSet) -> VariableSet {
        let mut meet = VariableSet::EMPTY;
        for &variable in one.as_slice() {
            let Some(attribute) = self.attribute(variable) else {
                continue;
            };
            if let Some(counterpart) = self.level_in(other, attribute) {
                // Levels of an attribute stand finest first, so the later one is coarser. The meet
                // is no larger than `one`, so there is room.
                let _ = meet.insert(variable.max(counterpart));
            }
        }
        meet
    }

    /// Whether every variable of `coarse` is a level at least as coarse as one of `fine`.
    pub fn is_within(&self, coarse: &VariableSet, fine: &VariableSet) -> bool {
        coarse.as_slice().iter().all(|&variable| {
            self.attribute(variable)
                .and_then(|attribute| self.level_in(fine, attribute))
                .is_some_and(|finer| finer <= variable)
        })
    }
}
