//! Sets of attributes as bits, for graphs.

use crate::domain::MOST_ATTRIBUTES;

/// A set of attributes as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Members([u64; MOST_ATTRIBUTES / 64]);

impl Members {
    pub(super) fn insert(&mut self, id: u8) {
        if let Some(word) = self.0.get_mut(usize::from(id >> 6)) {
            *word |= 1 << (id & 63);
        }
    }

    pub(super) fn remove(&mut self, id: u8) {
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

    /// Cells of a table over the members, with the number of values of each attribute; `u64::MAX` where that
    /// overflows.
    pub(super) fn cells(&self, sizes: &[u32]) -> u64 {
        self.iter().fold(1, |cells: u64, attribute| {
            let size = sizes.get(usize::from(attribute)).copied().unwrap_or(0);
            cells.saturating_mul(u64::from(size))
        })
    }
}

impl FromIterator<u8> for Members {
    fn from_iter<I: IntoIterator<Item = u8>>(attributes: I) -> Self {
        let mut members = Self::default();
        attributes
            .into_iter()
            .for_each(|attribute| members.insert(attribute));
        members
    }
}

/// The members of a set in ascending order.
pub(super) struct Iter {
    left: [u64; MOST_ATTRIBUTES / 64],
    word: u8,
}

impl Iterator for Iter {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        loop {
            let left = self.left.get_mut(usize::from(self.word))?;
            if *left == 0 {
                self.word = self.word.saturating_add(1);
                continue;
            }
            // The lowest bit that is left, below 64; there are four words.
            let lowest = u8::try_from(left.trailing_zeros()).unwrap_or(0);
            *left &= left.wrapping_sub(1);
            return Some(self.word << 6 | lowest);
        }
    }
}
