//! The verification crate's choices, read from a fuzzer's bytes.

use privet_verification::engines::{Bounds, Choices};

/// Reads as few bytes for a choice as its bound needs; past the end every choice is zero.
#[derive(Debug)]
pub struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    /// Starts at the beginning of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// A number up to `most`.
    pub fn below_or(&mut self, most: u64) -> u64 {
        self.number64(Bounds::all(most.into()))
    }

    /// A number up to `most`, which is small.
    pub fn index(&mut self, most: usize) -> usize {
        self.below_or(most as u64) as usize
    }

    /// Any signed number.
    pub fn any(&mut self) -> i64 {
        self.below_or(u64::MAX).cast_signed()
    }
}

impl Choices for Bytes<'_> {
    fn number(&mut self, bounds: Bounds) -> u128 {
        let bound = bounds.random;
        let width = (u128::BITS - bound.leading_zeros()).div_ceil(8) as usize;
        let (now, later) = self.0.split_at(width.min(self.0.len()));
        self.0 = later;
        let mut number = [0; 16];
        number[..now.len()].copy_from_slice(now);
        let number = u128::from_le_bytes(number);
        match bound.checked_add(1) {
            Some(choices) => number % choices,
            None => number,
        }
    }

    fn cover(&mut self, _condition: bool, _label: &'static str) {}
}
