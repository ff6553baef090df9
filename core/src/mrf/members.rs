//! Sets of variables as bits, for graphs.

use crate::Error;
use crate::domain::{Domain, MOST_LEVELS};
use crate::variables::{Variable, VariableSet};

/// A set of variables as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Members([u64; MOST_LEVELS / 64]);

impl Members {
    pub(super) fn of(set: &VariableSet) -> Self {
        let mut members = Self::default();
        set.as_slice()
            .iter()
            .for_each(|&variable| members.insert(variable));
        members
    }

    pub(super) fn insert(&mut self, Variable(id): Variable) {
        if let Some(word) = self.0.get_mut(usize::from(id >> 6)) {
            *word |= 1 << (id & 63);
        }
    }

    pub(super) fn remove(&mut self, Variable(id): Variable) {
        if let Some(word) = self.0.get_mut(usize::from(id >> 6)) {
            *word &= !(1 << (id & 63));
        }
    }

    pub(super) fn add_all(&mut self, other: &Self) {
        self.0
            .iter_mut()
            .zip(other.0)
            .for_each(|(word, more)| *word |= more);
    }

    pub(super) fn remove_all(&mut self, other: &Self) {
        self.0
            .iter_mut()
            .zip(other.0)
            .for_each(|(word, less)| *word &= !less);
    }

    pub(super) fn is_within(&self, other: &Self) -> bool {
        self.0
            .iter()
            .zip(other.0)
            .all(|(word, around)| word & !around == 0)
    }

    pub(super) fn keep(&mut self, others: &Self) {
        self.0
            .iter_mut()
            .zip(others.0)
            .for_each(|(word, kept)| *word &= kept);
    }

    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub(super) fn iter(self) -> Iter {
        Iter {
            left: self.0,
            word: 0,
        }
    }

    /// The members that the other set has too.
    pub(super) fn common(mut self, others: &Self) -> Self {
        self.keep(others);
        self
    }

    /// Cells of a table over the members; `u64::MAX` where that overflows.
    pub(super) fn cells(&self, domain: &Domain<'_>) -> u64 {
        self.iter().fold(1, |cells: u64, variable| {
            cells.saturating_mul(u64::from(domain.size(variable)))
        })
    }

    pub(super) fn to_set(self) -> Result<VariableSet, Error> {
        let mut set = VariableSet::EMPTY;
        self.iter().try_for_each(|variable| set.insert(variable))?;
        Ok(set)
    }
}

/// The members of a set in ascending order.
pub(super) struct Iter {
    left: [u64; MOST_LEVELS / 64],
    word: u8,
}

impl Iterator for Iter {
    type Item = Variable;

    fn next(&mut self) -> Option<Variable> {
        loop {
            let left = self.left.get_mut(usize::from(self.word))?;
            if *left == 0 {
                self.word = self.word.saturating_add(1);
                continue;
            }
            // The lowest bit that is left, below 64; there are four words.
            let lowest = u8::try_from(left.trailing_zeros()).unwrap_or(0);
            *left &= left.wrapping_sub(1);
            return Some(Variable(self.word << 6 | lowest));
        }
    }
}
