//! Choices read from a tape of numbers, as proptest and the fuzzers supply it.

use super::{Bounds, Choices};

/// Reads its choices from numbers in order; past the end every choice is zero.
#[derive(Debug)]
pub struct Tape(std::vec::IntoIter<u128>);

impl Tape {
    /// Starts at the beginning of `numbers`.
    pub fn new(numbers: Vec<u128>) -> Self {
        Self(numbers.into_iter())
    }
}

impl Choices for Tape {
    fn number(&mut self, bounds: Bounds) -> u128 {
        match self.0.next() {
            None => 0,
            Some(number) if number <= bounds.random => number,
            // Folded into the range from the top, so that huge numbers hit the upper edge.
            Some(number) => bounds.random - (u128::MAX - number) % (bounds.random + 1),
        }
    }

    fn cover(&mut self, _condition: bool, _label: &'static str) {}
}
