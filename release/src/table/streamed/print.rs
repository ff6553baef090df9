//! A keyed fingerprint of what a pass has read, by which passes are compared.
//!
//! ```text
//! print = Σ over rows of hash(key, part, row, id, codes),   two sums of 64 bits each, modulo 2^64
//! ```
//! The keys are drawn at random for each release; neither they nor the print are published. Unlike the table's own
//! fingerprint (`fingerprint.rs`), from which keys of noise are derived, it serves for a comparison inside of one run, so
//! that SipHash-1-3, which is tens of times faster, is enough.

use std::hash::Hasher as _;

use serde::{Deserialize, Serialize};
use siphasher::sip::SipHasher13;

use super::super::block::Block;
use crate::error::Error;

/// The keys of all prints of a run.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct PrintKeys([[u8; 16]; 2]);

/// What a pass has read of one part.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Print(pub(super) [u64; 2]);

impl PrintKeys {
    /// Keys that nobody can guess.
    pub(super) fn from_system() -> Result<Self, Error> {
        let mut keys = [[0; 16]; 2];
        for key in &mut keys {
            getrandom::fill(key).map_err(Error::no_entropy)?;
        }
        Ok(Self(keys))
    }

    /// A text as a number, which no other text has but with probability 2^−128.
    pub(super) fn number(&self, text: &[u8]) -> u128 {
        let [high, low] = self.0.map(|key| {
            let mut keyed = SipHasher13::new_with_key(&key);
            keyed.write(text);
            keyed.finish()
        });
        (u128::from(high) << 64) | u128::from(low)
    }

    /// Adds a block's rows, the first of which has this number in its part.
    pub(super) fn add(&self, print: &mut Print, part: usize, first: u64, block: &Block<'_>) {
        let mut ids = block.ids();
        let mut codes = Vec::new();
        for (row, number) in (0..block.rows()).zip(first..) {
            block.codes_of(row, &mut codes);
            let id = ids.as_mut().and_then(Iterator::next).unwrap_or_default();
            self.add_row(print, (part as u64, number), id, &codes);
        }
    }

    /// Adds one row, of this part and with this number in it.
    pub(super) fn add_row(&self, print: &mut Print, place: (u64, u64), id: &[u8], codes: &[u8]) {
        for (sum, key) in print.0.iter_mut().zip(&self.0) {
            let mut keyed = SipHasher13::new_with_key(key);
            keyed.write(&place.0.to_le_bytes());
            keyed.write(&place.1.to_le_bytes());
            keyed.write(&(id.len() as u64).to_le_bytes());
            keyed.write(id);
            keyed.write(codes);
            *sum = sum.wrapping_add(keyed.finish());
        }
    }
}
