//! What a pass has found in one part of a table.
//!
//! Tested: `a_file_that_changes_between_passes_is_never_answered_from`.

use super::print::Print;

/// The rows of one part, by what became of them.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// Rows that were encoded.
    pub(super) read: u64,
    pub(super) without_id: u64,
    /// Rows that were dropped because they break a rule.
    pub(super) dropped: u64,
    pub(super) print: Print,
}

#[cfg(feature = "parquet")]
impl Tally {
    /// Adds what was found in other rows of the part.
    pub(super) fn join(&mut self, other: &Self) {
        let mut sum = self.to_words();
        for (word, more) in sum.iter_mut().zip(other.to_words()) {
            *word = word.wrapping_add(more);
        }
        *self = Self::from_words(sum);
    }

    /// As numbers that add up.
    pub(super) fn to_words(&self) -> [u64; WORDS] {
        let Print([first, second]) = self.print;
        [self.read, self.without_id, self.dropped, first, second]
    }

    pub(super) fn from_words([read, without_id, dropped, first, second]: [u64; WORDS]) -> Self {
        Self {
            read,
            without_id,
            dropped,
            print: Print([first, second]),
        }
    }
}

/// Numbers that a tally is.
#[cfg(feature = "parquet")]
pub(super) const WORDS: usize = 5;
