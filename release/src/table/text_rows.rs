//! The rows of a text under its header.

use super::batch::{Batch, Lines};
use super::error::{Cause, TableError};
use super::exact::Exactness;
use super::field::field;
use super::rows::Rows;
use super::stored_rows::StoredRows;

/// Rows of text, each with a line.
pub(super) struct TextRows<'r> {
    pub(super) file: String,
    pub(super) rows: Rows<'r>,
    /// How many fields the header has.
    pub(super) fields: usize,
}

impl StoredRows for TextRows<'_> {
    fn advance(&mut self) -> Result<bool, TableError> {
        self.rows.advance().map_err(|cause| {
            let line = line_of(&cause, &self.rows);
            TableError {
                line,
                ..TableError::new(&self.file, cause)
            }
        })
    }

    fn width(&self) -> usize {
        self.rows.row().1.len()
    }

    fn line(&self) -> u64 {
        self.rows.line()
    }

    fn field(&self, index: usize) -> &[u8] {
        let (bytes, ends) = self.rows.row();
        field(bytes, ends, index)
    }

    fn exactness(&self, _: usize) -> Exactness {
        Exactness::Text
    }

    fn parts(&self) -> Vec<(String, u64)> {
        Vec::new()
    }

    fn batch(&self) -> Batch {
        Batch::Lines(Lines::new(self.fields))
    }

    fn put(&self, batch: &mut Batch) {
        match batch {
            Batch::Lines(lines) => {
                let (bytes, ends) = self.rows.row();
                lines.push(self.rows.line(), bytes, ends);
            }
            #[cfg(feature = "parquet")]
            Batch::Columns(_) => debug_assert!(false, "a batch is its table's"),
        }
    }

    fn fills(&self, batch: &Batch) -> bool {
        match batch {
            Batch::Lines(lines) => lines.is_full(),
            #[cfg(feature = "parquet")]
            Batch::Columns(_) => true,
        }
    }

    fn close(&mut self, _: &mut Batch) {}

    fn error(&self, line: u64, column: Option<String>, cause: Cause) -> TableError {
        TableError {
            line: Some(line),
            column,
            ..TableError::new(&self.file, cause)
        }
    }
}

/// A device that fails does so at no line.
pub(super) fn line_of(cause: &Cause, rows: &Rows<'_>) -> Option<u64> {
    match cause {
        Cause::Unreadable(_) | Cause::Damaged => None,
        _ => Some(rows.line()),
    }
}
