//! A keyed fingerprint of a table's rows, whatever their order.
//!
//! ```text
//! fingerprint = Σ over rows of HMAC-SHA-256(key, codes of the row),   four sums of 64 bits each, modulo 2^64
//! ```
//! Equal multisets of rows have equal fingerprints. Two others agree with probability at most 2^−128 for a key
//! that is independent of them: their difference gives some row a factor c with 0 < |c| < 2^32, and c times a
//! uniform number modulo 2^64 takes a given value with probability at most 2^−32, in each of four sums
//! (Clarke, Devadas, van Dijk, Gassend and Suh 2003, MSet-Add-Hash).

use hmac::Mac as _;
use rayon::prelude::*;
use zeroize::Zeroizing;

use super::codes::{EncodedTable, put_row};
use crate::mac::hmac;

/// The key of a fingerprint.
pub(crate) struct FingerprintKey(Zeroizing<[u8; 32]>);

/// As secret as the key: it is derived from private rows.
pub(crate) struct Fingerprint(Zeroizing<[u64; 4]>);

impl FingerprintKey {
    pub(crate) fn new(key: Zeroizing<[u8; 32]>) -> Self {
        Self(key)
    }
}

impl EncodedTable {
    pub(crate) fn fingerprint(&self, key: &FingerprintKey) -> Fingerprint {
        let keyed = hmac(&key.0);
        let starts = (0..self.rows).step_by(BLOCK).collect::<Vec<_>>();
        let sums = starts.par_iter().map(|&start| {
            let mut sum = [0; 4];
            let mut codes = Vec::new();
            for row in start..self.rows.min(start.saturating_add(BLOCK)) {
                codes.clear();
                put_row(&self.columns, row, &mut codes);
                let mac = keyed.clone().chain_update(&codes).finalize();
                sum = add(sum, words(&mac.into_bytes().into()));
            }
            sum
        });
        Fingerprint(Zeroizing::new(sums.reduce(|| [0; 4], add)))
    }
}

impl Fingerprint {
    pub(crate) fn to_bytes(&self) -> Zeroizing<[u8; 32]> {
        let mut bytes = Zeroizing::new([0; 32]);
        for (place, word) in bytes.chunks_exact_mut(8).zip(self.0.iter()) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }
}

fn add(mut one: [u64; 4], other: [u64; 4]) -> [u64; 4] {
    for (sum, more) in one.iter_mut().zip(other) {
        *sum = sum.wrapping_add(more);
    }
    one
}

fn words(bytes: &[u8; 32]) -> [u64; 4] {
    let mut words = [0; 4];
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks::<8>().0) {
        *word = u64::from_le_bytes(*bytes);
    }
    words
}

/// Rows a task.
const BLOCK: usize = 4096;
