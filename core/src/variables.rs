//! Sets of variables: which columns a query is about.
//!
//! A *variable* is one level of one attribute (a column, or a coarser version of it), named by
//! its place in the plan. A table holds at most [`MAX_VARIABLES`] of them. A [`Node`] is a variable with a set of others.

use crate::Error;

/// The number of a variable. A device without a heap has at most 256 of them and little memory for their sets; random
/// fields, which need a heap, have up to 1024.
#[cfg(feature = "alloc")]
pub type Number = u16;
/// The number of a variable. A device without a heap has at most 256 of them and little memory for their sets; random
/// fields, which need a heap, have up to 1024.
#[cfg(not(feature = "alloc"))]
pub type Number = u8;

/// A variable's place in the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variable(pub Number);

/// A set of variables in ascending order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VariableSet(heapless::Vec<Variable, MAX_VARIABLES, u8>);

impl VariableSet {
    /// The set of no variable: its table is the total.
    pub const EMPTY: Self = Self(heapless::Vec::new());

    /// The set of these variables, in any order. Refused: one twice, or too many.
    pub fn new(variables: &[Variable]) -> Result<Self, Error> {
        let mut set = Self::EMPTY;
        for &variable in variables {
            set.insert(variable)?;
        }
        Ok(set)
    }

    /// Adds one variable, keeping the order. Refused, and nothing changed: one twice, or too many.
    pub fn insert(&mut self, variable: Variable) -> Result<(), Error> {
        match self.0.binary_search(&variable) {
            Ok(_) => Err(Error::BadVariableSet),
            Err(place) => self
                .0
                .insert(place, variable)
                .map_err(|_| Error::BadVariableSet),
        }
    }

    /// Whether the variable is in the set.
    pub fn contains(&self, variable: Variable) -> bool {
        self.0.binary_search(&variable).is_ok()
    }

    /// The variables in ascending order.
    pub fn as_slice(&self) -> &[Variable] {
        &self.0
    }
}

/// An attribute with the parents it is drawn from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The attribute, at the level at which it is measured with its parents.
    pub child: Variable,
    /// Earlier attributes, at any level.
    pub parents: VariableSet,
}

impl Node {
    /// Parents and child together: the table to measure.
    pub fn table(&self) -> Result<VariableSet, Error> {
        let mut table = self.parents.clone();
        table.insert(self.child)?;
        Ok(table)
    }
}

/// Most variables in one set. A table of 2^24 cells has at most 24 variables of two values or
/// more; the rest leaves room for variables of one value.
pub const MAX_VARIABLES: usize = 32;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_sorted_and_refuses_repeats_and_overflow() {
        let set = VariableSet::new(&[Variable(9), Variable(2), Variable(5)]).unwrap();
        assert_eq!(set.as_slice(), &[Variable(2), Variable(5), Variable(9)]);
        assert!(set.contains(Variable(5)) && !set.contains(Variable(6)));
        assert_eq!(
            VariableSet::new(&[Variable(1), Variable(1)]),
            Err(Error::BadVariableSet)
        );

        let mut full = VariableSet::EMPTY;
        for id in 0..32 {
            full.insert(Variable(id)).unwrap();
        }
        let before = full.clone();
        assert_eq!(full.insert(Variable(200)), Err(Error::BadVariableSet));
        assert_eq!(full, before);
    }
}
