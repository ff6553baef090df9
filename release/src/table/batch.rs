//! A few thousand rows of fields, in reused memory.
//!
//! Tested: `odd_spellings_are_read`, `a_row_is_encoded_as_if_it_were_alone` (5,000 rows of 7 kinds, wherever batches
//! end).

use super::memo::Key;
#[cfg(feature = "parquet")]
use super::texts::Texts;

/// Some rows on their way into codes, as their table is stored.
pub(crate) enum Batch {
    Lines(Lines),
    #[cfg(feature = "parquet")]
    Columns(Columns),
}

/// Rows of text, of equally many fields, one after the other.
///
/// Invariant: field k is `bytes[ends[k−1]..ends[k]]`, with 0 before the first; `ends` holds
/// `fields` entries a row.
pub(crate) struct Lines {
    bytes: Vec<u8>,
    ends: Vec<u32>,
    /// The line on which each row begins.
    begins: Vec<u64>,
    fields: usize,
}

/// Rows that are taken of columns.
#[cfg(feature = "parquet")]
pub(crate) struct Columns {
    /// One for each column.
    pub(super) texts: Vec<Texts>,
    /// The number of the columns' first row.
    pub(super) first: u64,
    /// The rows of the columns that are rows of the batch, in their order.
    pub(super) taken: Vec<usize>,
}

/// One field of a row.
pub(crate) struct Cell<'b> {
    /// The line on which its row begins.
    pub(crate) line: u64,
    /// The batch from this field on.
    ahead: &'b [u8],
    length: usize,
}

impl Batch {
    pub(crate) fn clear(&mut self) {
        match self {
            Self::Lines(lines) => lines.clear(),
            #[cfg(feature = "parquet")]
            Self::Columns(columns) => columns.taken.clear(),
        }
    }

    pub(crate) fn rows(&self) -> usize {
        match self {
            Self::Lines(lines) => lines.begins.len(),
            #[cfg(feature = "parquet")]
            Self::Columns(columns) => columns.taken.len(),
        }
    }

    /// One column's fields, row by row.
    #[cfg(feature = "parquet")]
    pub(crate) fn fields(&self, index: usize) -> impl Iterator<Item = &[u8]> {
        let (lines, columns) = match self {
            Self::Lines(lines) => (Some(lines), None),
            Self::Columns(columns) => (None, Some(columns)),
        };
        let of_lines = lines.map(|lines| lines.column(index).map(|cell| cell.bytes()));
        let of_columns = columns.map(|columns| columns.column(index));
        let of_columns = of_columns.into_iter().flatten();
        of_lines.into_iter().flatten().chain(of_columns)
    }

    /// One column's fields, row by row.
    #[cfg(not(feature = "parquet"))]
    pub(crate) fn fields(&self, index: usize) -> impl Iterator<Item = &[u8]> {
        let Self::Lines(lines) = self;
        lines.column(index).map(|cell| cell.bytes())
    }
}

#[cfg(feature = "parquet")]
impl Columns {
    pub(super) fn new(columns: usize) -> Self {
        Self {
            texts: (0..columns).map(|_| Texts::new()).collect(),
            first: 0,
            taken: Vec::new(),
        }
    }

    /// One column's fields, row by row.
    fn column(&self, index: usize) -> impl Iterator<Item = &[u8]> {
        let texts = self.texts.get(index);
        let taken = texts.map(|texts| self.taken.iter().map(|row| texts.text(*row)));
        taken.into_iter().flatten()
    }

    /// The number of a row of the columns.
    pub(super) fn number(&self, row: usize) -> u64 {
        self.first.saturating_add(row as u64)
    }
}

impl Lines {
    pub(super) fn new(fields: usize) -> Self {
        Self {
            bytes: Vec::new(),
            ends: Vec::new(),
            begins: Vec::new(),
            fields,
        }
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
        self.begins.clear();
    }

    /// Adds a row, given as its fields' bytes and the end of each in them.
    pub(super) fn push(&mut self, line: u64, bytes: &[u8], ends: &[usize]) {
        debug_assert_eq!(ends.len(), self.fields, "the reader refuses ragged rows");
        let offset = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        // A batch is closed at `FULL_BYTES` and a row is at most 16 MiB, so that ends fit.
        let end = |end: &usize| u32::try_from(offset.saturating_add(*end)).unwrap_or(u32::MAX);
        self.ends.extend(ends.iter().map(end));
        self.begins.push(line);
    }

    pub(super) fn is_full(&self) -> bool {
        self.begins.len() >= FULL_ROWS
            || self.bytes.len() >= FULL_BYTES
            || self.ends.len() >= FULL_FIELDS
    }

    /// One column's fields, row by row.
    pub(super) fn column(&self, index: usize) -> impl Iterator<Item = Cell<'_>> {
        let fields = self.fields.max(1);
        let mut end_of_previous_row = 0;
        self.ends
            .chunks_exact(fields)
            .zip(&self.begins)
            .map(move |(ends, line)| {
                let start = match index.checked_sub(1) {
                    None => end_of_previous_row,
                    Some(before) => ends.get(before).copied().unwrap_or_default(),
                };
                end_of_previous_row = ends.last().copied().unwrap_or_default();
                let end = ends.get(index).copied().unwrap_or_default();
                Cell {
                    line: *line,
                    ahead: self.bytes.get(offset(start)..).unwrap_or_default(),
                    length: offset(end.saturating_sub(start)),
                }
            })
    }
}

impl<'b> Cell<'b> {
    /// The field without the quotes of CSV.
    pub(crate) fn bytes(&self) -> &'b [u8] {
        self.ahead.get(..self.length).unwrap_or_default()
    }

    /// The field as a number, if it is short.
    pub(super) fn key(&self) -> Option<Key> {
        Key::new(self.ahead, self.length)
    }
}

fn offset(end: u32) -> usize {
    usize::try_from(end).unwrap_or(usize::MAX)
}

/// Enough rows to be worth a task, few enough for a second-level cache.
const FULL_ROWS: usize = 2048;
const FULL_BYTES: usize = 1 << 20;
/// Empty fields have no bytes, and still an end each: a megabyte of these too.
const FULL_FIELDS: usize = 1 << 18;

#[cfg(test)]
mod tests {
    use super::*;

    /// A few kilobytes of gzip can hold rows of nothing but delimiters.
    #[test]
    fn empty_fields_fill_a_batch_too() {
        let fields = 100_000;
        let ends = vec![0; fields];
        let mut lines = Lines::new(fields);
        let mut rows = 0;
        while !lines.is_full() {
            lines.push(1, b"", &ends);
            rows += 1;
        }
        assert_eq!(rows, 3);
        assert_eq!(lines.column(fields - 1).count(), rows);
    }
}
