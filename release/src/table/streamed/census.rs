//! What is known of a table after its first whole pass.
//!
//! Tested: `a_stream_counts_the_rows_of_memory_however_it_is_cut`, `persons_and_rules_are_those_of_memory`.

use core::borrow::Borrow;

use super::super::block::Block;
use super::super::codes::{Codes, RawCounts, put_row};
use super::super::failure::Error;
use super::super::fingerprint::{Fingerprint, FingerprintKey, RowSum};
use super::persons::Keeping;
use super::walk::Look;

/// The rows that are kept, and each column by itself. Private.
pub(crate) struct Census {
    pub(crate) rows: u64,
    /// For each learned attribute how many rows have each code.
    pub(super) columns: Vec<RawCounts>,
    pub(super) fingerprint: Fingerprint,
}

/// Takes the census.
pub(super) struct Taking<'a> {
    pub(super) keeping: Keeping<'a>,
    pub(super) key: &'a FingerprintKey,
    /// The number of codes of each attribute.
    pub(super) sizes: &'a [usize],
}

/// A part of it.
pub(super) struct Taken {
    rows: u64,
    columns: Vec<RawCounts>,
    sum: RowSum,
    kept: Vec<usize>,
    codes: Vec<u8>,
}

impl Look for Taking<'_> {
    type Seen = Taken;

    fn begin(&self) -> Taken {
        Taken::new(self.sizes, self.key)
    }

    fn look(&self, seen: &mut Taken, block: &Block<'_>) -> Result<(), Error> {
        let mut kept = core::mem::take(&mut seen.kept);
        self.keeping.kept(block, &mut kept);
        seen.take(&block.columns, &kept);
        seen.kept = kept;
        Ok(())
    }
}

impl Taken {
    pub(super) fn new(sizes: &[usize], key: &FingerprintKey) -> Self {
        Self {
            rows: 0,
            columns: sizes
                .iter()
                .map(|size| RawCounts::new(vec![0; *size]))
                .collect(),
            sum: RowSum::new(key),
            kept: Vec::new(),
            codes: Vec::new(),
        }
    }

    /// Some rows of these columns more.
    pub(super) fn take(&mut self, columns: &[impl Borrow<Codes>], kept: &[usize]) {
        self.rows = self.rows.saturating_add(kept.len() as u64);
        for (counts, column) in self.columns.iter_mut().zip(columns) {
            let count = |code: usize| {
                if let Some(count) = counts.get_mut(code) {
                    *count = count.saturating_add(1);
                }
            };
            match column.borrow() {
                Codes::Narrow(codes) => of_rows(codes, kept).map(usize::from).for_each(count),
                Codes::Wide(codes) => of_rows(codes, kept).map(usize::from).for_each(count),
            }
        }
        for row in kept {
            self.codes.clear();
            put_row(columns, *row, &mut self.codes);
            self.sum.add(&self.codes);
        }
    }

    /// As numbers that add up: rows, columns, and the fingerprint.
    #[cfg(feature = "parquet")]
    pub(super) fn to_words(&self) -> Vec<u64> {
        let columns = self
            .columns
            .iter()
            .flat_map(|column| column.iter().copied());
        let sum = self.sum.words();
        [self.rows].into_iter().chain(columns).chain(sum).collect()
    }
}

impl Census {
    /// All parts together.
    pub(super) fn of(parts: Vec<Taken>) -> Option<Self> {
        let mut parts = parts.into_iter();
        let mut whole = parts.next()?;
        for part in parts {
            whole.rows = whole.rows.saturating_add(part.rows);
            add_columns(&mut whole.columns, &part.columns);
            whole.sum.join(&part.sum);
        }
        Some(Self {
            rows: whole.rows,
            columns: whole.columns,
            fingerprint: whole.sum.finish(),
        })
    }

    /// What [`Taken::to_words`] of all rows add up to.
    #[cfg(feature = "parquet")]
    pub(super) fn from_words(words: &[u64], sizes: &[usize]) -> Option<Self> {
        let (rows, rest) = words.split_first()?;
        let (columns, sum) = rest.split_last_chunk()?;
        Some(Self {
            rows: *rows,
            columns: pieces(columns, sizes)?,
            fingerprint: Fingerprint::new(*sum),
        })
    }
}

/// Cuts numbers into pieces of these lengths; nothing where they are not so many.
#[cfg(feature = "parquet")]
pub(super) fn pieces(words: &[u64], lengths: &[usize]) -> Option<Vec<RawCounts>> {
    let mut rest = words;
    let mut pieces = Vec::with_capacity(lengths.len());
    for length in lengths {
        let (piece, behind) = rest.split_at_checked(*length)?;
        pieces.push(RawCounts::new(piece.to_vec()));
        rest = behind;
    }
    rest.is_empty().then_some(pieces)
}

/// The values of some rows.
pub(super) fn of_rows<'v, T: Copy>(
    values: &'v [T],
    rows: &'v [usize],
) -> impl Iterator<Item = T> + 'v {
    rows.iter().filter_map(|row| values.get(*row).copied())
}

/// Adds counts cell by cell.
pub(super) fn add_columns(sums: &mut [RawCounts], more: &[RawCounts]) {
    for (sums, more) in sums.iter_mut().zip(more) {
        for (sum, count) in sums.iter_mut().zip(more.iter()) {
            *sum = sum.saturating_add(*count);
        }
    }
}
