//! How often the values of a column repeat, in bounded memory.
//!
//! Values are kept by their hashes. When there are too many, only those whose hash ends with one more zero bit are
//! kept, so that what is left is a sample of the *values* with all their rows (Gibbons, "Distinct sampling", 2001):
//! how many rows a value has is exact for each, and shares of values and of rows are estimated without bias. Up to
//! [`MOST_KEPT`] distinct values nothing is left out.
//!
//! The hash has fixed keys, so that a table has one draft.

use core::hash::{BuildHasher as _, BuildHasherDefault};
use std::collections::HashMap;
use std::hash::DefaultHasher;

/// Values of a column, by their hashes.
#[derive(Default)]
pub(super) struct Tally {
    kept: HashMap<u64, Kept, BuildHasherDefault<DefaultHasher>>,
    /// A value is kept if its hash ends with so many zero bits.
    zeros: u32,
    /// Fields, those of values that were not kept among them.
    looked: u64,
    hash: BuildHasherDefault<DefaultHasher>,
}

/// A value.
#[derive(Clone, Copy)]
pub(super) struct Kept {
    pub(super) rows: u64,
    /// The value, if it is a whole number.
    pub(super) whole: Option<i64>,
}

impl Tally {
    pub(super) fn look(&mut self, field: &str, whole: Option<i64>) {
        self.looked = self.looked.saturating_add(1);
        let hash = self.hash.hash_one(field);
        if hash.trailing_zeros() < self.zeros {
            return;
        }
        let kept = self.kept.entry(hash).or_insert(Kept { rows: 0, whole });
        kept.rows = kept.rows.saturating_add(1);
        while self.kept.len() > MOST_KEPT {
            self.zeros += 1;
            let zeros = self.zeros;
            self.kept.retain(|hash, _| hash.trailing_zeros() >= zeros);
        }
    }

    /// Bytes that are kept, roughly.
    pub(super) fn bytes(&self) -> usize {
        self.kept.capacity() * (size_of::<(u64, Kept)>() + 1)
    }

    /// The number of distinct values; an estimate if not all were kept.
    pub(super) fn distinct(&self) -> u64 {
        if self.never_repeats() {
            return self.looked;
        }
        let kept = u64::try_from(self.kept.len()).unwrap_or(u64::MAX);
        let all = kept.checked_shl(self.zeros).unwrap_or(u64::MAX);
        all.min(self.looked)
    }

    /// Whether all values were kept.
    pub(super) fn is_exact(&self) -> bool {
        self.zeros == 0
    }

    /// No value that was kept occurred twice.
    pub(super) fn never_repeats(&self) -> bool {
        self.most() <= 1
    }

    /// The most rows that share a value, of those that were kept.
    pub(super) fn most(&self) -> u64 {
        self.kept.values().map(|kept| kept.rows).max().unwrap_or(0)
    }

    /// Rows to a value, on average.
    pub(super) fn rows_a_value(&self) -> f64 {
        ratio(self.sum(|kept| kept.rows), self.sum(|_| 1))
    }

    /// The share of rows that is left if no value has more than `most` of them.
    pub(super) fn rows_within(&self, most: u64) -> f64 {
        ratio(
            self.sum(|kept| most.min(kept.rows)),
            self.sum(|kept| kept.rows),
        )
    }

    /// What `most` is of the rows that are left so: noise of that size, as a share of them.
    pub(super) fn noise_in_share(&self, most: u64) -> f64 {
        let left = self.sum(|kept| kept.rows.min(most));
        let all = left.checked_shl(self.zeros).unwrap_or(u64::MAX);
        ratio(most, all)
    }

    /// The share of values that have no more than `most` rows.
    pub(super) fn values_within(&self, most: u64) -> f64 {
        ratio(
            self.sum(|kept| u64::from(kept.rows <= most)),
            self.sum(|_| 1),
        )
    }

    /// The whole numbers among the values, in order.
    pub(super) fn whole_numbers(&self) -> Vec<i64> {
        let mut numbers: Vec<i64> = self.kept.values().filter_map(|kept| kept.whole).collect();
        numbers.sort_unstable();
        numbers
    }

    fn sum(&self, of: impl Fn(&Kept) -> u64) -> u64 {
        self.kept.values().map(of).sum()
    }
}

/// A share, for a threshold or a note; 0 of nothing.
#[expect(
    clippy::cast_precision_loss,
    reason = "counts of rows, to be compared with a threshold"
)]
fn ratio(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

const MOST_KEPT: usize = 32_768;

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(values: u64, rows: impl Fn(u64) -> u64) -> Tally {
        let mut tally = Tally::default();
        for value in 0..values {
            for _ in 0..rows(value) {
                tally.look(&value.to_string(), i64::try_from(value).ok());
            }
        }
        tally
    }

    /// By hand: of 4 values with 1, 2, 3 and 4 rows, two rows each leave 7 of 10.
    #[test]
    fn few_values_are_counted() {
        let tally = tally(4, |value| value + 1);
        assert!(tally.is_exact() && !tally.never_repeats());
        assert_eq!((tally.distinct(), tally.most()), (4, 4));
        assert!((tally.rows_a_value() - 2.5).abs() < 1e-12);
        assert!((tally.rows_within(2) - 0.7).abs() < 1e-12);
        assert!((tally.noise_in_share(2) - 2.0 / 7.0).abs() < 1e-12);
        assert!((tally.values_within(2) - 0.5).abs() < 1e-12);
        assert_eq!(tally.whole_numbers(), [0, 1, 2, 3]);
    }

    /// Half of 200,000 values have one row and half have three: r = 1 keeps 1 of 2 rows, for 16,000 values or more give
    /// or take 1 in 100.
    #[test]
    fn many_values_are_sampled_with_all_their_rows() {
        let tally = tally(200_000, |value| if value % 2 == 0 { 1 } else { 3 });
        assert!(!tally.is_exact() && tally.kept.len() <= MOST_KEPT);
        assert!((180_000..220_000).contains(&tally.distinct()));
        assert!((tally.rows_a_value() - 2.0).abs() < 0.05);
        assert!((tally.rows_within(1) - 0.5).abs() < 0.02);
        assert!((tally.values_within(1) - 0.5).abs() < 0.03);
        assert!(tally.kept.values().all(|kept| matches!(kept.rows, 1 | 3)));
    }
}
