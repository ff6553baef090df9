//! A keyed fingerprint of a table's rows, whatever their order.
//!
//! ```text
//! fingerprint = Σ over rows of HMAC-SHA-256(key, codes of the row),   four sums of 64 bits each, modulo 2^64
//! ```
//! Equal multisets of rows have equal fingerprints. Two others agree with probability at most 2^−128 for a key
//! that is independent of them: their difference gives some row a factor c with 0 < |c| < 2^32, and c times a
//! uniform number modulo 2^64 takes a given value with probability at most 2^−32, in each of four sums
//! (in a table of 2^40 rows 2^−100: at most 2^−25 in each)
//! (Clarke, Devadas, van Dijk, Gassend and Suh 2003, MSet-Add-Hash).

use hmac::{Hmac, Mac as _};
use rayon::prelude::*;
use sha2::Sha256;
use zeroize::Zeroizing;

use super::codes::{EncodedTable, put_row};
use crate::mac::hmac;

/// The key of a fingerprint.
#[derive(Clone)]
pub(crate) struct FingerprintKey(Zeroizing<[u8; 32]>);

/// As secret as the key: it is derived from private rows.
#[derive(Clone)]
pub(crate) struct Fingerprint(Zeroizing<[u64; 4]>);

impl FingerprintKey {
    pub(crate) fn new(key: Zeroizing<[u8; 32]>) -> Self {
        Self(key)
    }

    /// For whoever counts elsewhere.
    #[cfg(feature = "parquet")]
    pub(super) fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// A fingerprint of the rows so far.
pub(super) struct RowSum {
    keyed: Hmac<Sha256>,
    sum: Zeroizing<[u64; 4]>,
}

impl RowSum {
    pub(super) fn new(key: &FingerprintKey) -> Self {
        Self {
            keyed: hmac(&key.0),
            sum: Zeroizing::default(),
        }
    }

    /// One row more, given as its codes.
    pub(super) fn add(&mut self, codes: &[u8]) {
        let mac = self.keyed.clone().chain_update(codes).finalize();
        self.add_words(words(&mac.into_bytes().into()));
    }

    /// All rows of another sum.
    pub(super) fn join(&mut self, other: &Self) {
        self.add_words(*other.sum);
    }

    /// The sum so far.
    #[cfg(feature = "parquet")]
    pub(super) fn words(&self) -> [u64; 4] {
        *self.sum
    }

    pub(super) fn finish(self) -> Fingerprint {
        Fingerprint(self.sum)
    }

    fn add_words(&mut self, words: [u64; 4]) {
        for (sum, more) in self.sum.iter_mut().zip(words) {
            *sum = sum.wrapping_add(more);
        }
    }
}

impl EncodedTable {
    pub(crate) fn fingerprint(&self, key: &FingerprintKey) -> Fingerprint {
        let starts = (0..self.rows).step_by(BLOCK).collect::<Vec<_>>();
        let sums = starts.par_iter().map(|&start| {
            let mut sum = RowSum::new(key);
            let mut codes = Vec::new();
            for row in start..self.rows.min(start.saturating_add(BLOCK)) {
                codes.clear();
                put_row(&self.columns, row, &mut codes);
                sum.add(&codes);
            }
            sum
        });
        let join = |mut one: RowSum, other: RowSum| {
            one.join(&other);
            one
        };
        sums.reduce(|| RowSum::new(key), join).finish()
    }
}

impl Fingerprint {
    /// Of rows that were added up elsewhere.
    #[cfg(feature = "parquet")]
    pub(super) fn new(sum: [u64; 4]) -> Self {
        Self(Zeroizing::new(sum))
    }

    pub(crate) fn to_bytes(&self) -> Zeroizing<[u8; 32]> {
        let mut bytes = Zeroizing::new([0; 32]);
        for (place, word) in bytes.chunks_exact_mut(8).zip(self.0.iter()) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }
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
