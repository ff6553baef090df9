//! A keyed fingerprint of what a pass has read, by which passes are compared.
//!
//! ```text
//! print = Σ over rows of hash(key, part, row, id, codes),   two sums of 64 bits each, modulo 2^64
//! ```
//! The key is drawn at random for each release; neither it nor the print is published. Unlike the table's own
//! fingerprint (`fingerprint.rs`), from which keys of noise are derived, it serves for a comparison inside of one run, so
//! that SipHash-1-3 with 128 bits, which is tens of times faster, is enough.
//!
//! Tested: `a_file_that_changes_between_passes_is_never_answered_from` (5 changes × 3 stages),
//! `files_that_change_between_passes`.
//! Assumed: SipHash-1-3 with a secret key has no collisions that a file meets by accident.

use std::hash::Hasher as _;

use serde::{Deserialize, Serialize};
use siphasher::sip128::{Hash128, Hasher128 as _, SipHasher13};

use super::super::block::Block;
use super::super::failure::Error;
use crate::complaint::Complaint;

/// The key of all prints of a run.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct PrintKey([u8; 16]);

/// What a pass has read of one part.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Print(pub(super) [u64; 2]);

impl PrintKey {
    /// A key that nobody can guess.
    pub(super) fn from_system() -> Result<Self, Error> {
        let mut key = [0; 16];
        getrandom::fill(&mut key).map_err(Complaint::no_entropy)?;
        Ok(Self(key))
    }

    /// A text as a number, which no other text has but with probability 2^−128.
    pub(super) fn number(&self, text: &[u8]) -> u128 {
        let Hash128 { h1, h2 } = self.hasher().hash(text);
        (u128::from(h1) << 64) | u128::from(h2)
    }

    /// Adds a block's rows, the first of which has this number in its part.
    pub(super) fn add(&self, print: &mut Print, part: usize, first: u64, block: &Block<'_>) {
        let mut ids = block.ids();
        let codes = block.rows_of_codes();
        for (row, number) in (0..block.rows()).zip(first..) {
            let id = ids.as_mut().and_then(Iterator::next).unwrap_or_default();
            self.add_row(print, (part as u64, number), id, codes.row(row));
        }
    }

    /// Adds one row, of this part and with this number in it.
    pub(super) fn add_row(&self, print: &mut Print, place: (u64, u64), id: &[u8], codes: &[u8]) {
        let mut keyed = self.hasher();
        keyed.write(&place.0.to_le_bytes());
        keyed.write(&place.1.to_le_bytes());
        keyed.write(&(id.len() as u64).to_le_bytes());
        keyed.write(id);
        keyed.write(codes);
        let Hash128 { h1, h2 } = keyed.finish128();
        for (sum, hash) in print.0.iter_mut().zip([h1, h2]) {
            *sum = sum.wrapping_add(hash);
        }
    }

    fn hasher(&self) -> SipHasher13 {
        SipHasher13::new_with_key(&self.0)
    }
}
