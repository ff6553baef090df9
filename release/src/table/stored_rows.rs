//! What rows of a table can do, however they are stored.

use super::batch::Batch;
use super::error::{Cause, TableError};
use super::exact::Exactness;

/// The rows of an open table, one at a time.
pub(super) trait StoredRows {
    /// Moves to the next row; `false` if there is none.
    fn advance(&mut self) -> Result<bool, TableError>;

    /// How many fields the current row has.
    fn width(&self) -> usize;

    /// The line on which the current row begins; or its number through all files, where there are no lines.
    fn line(&self) -> u64;

    /// One field of the current row without quotes; empty if there is none.
    fn field(&self, index: usize) -> &[u8];

    /// How sure the ids are that stand in a column of the current row.
    fn exactness(&self, index: usize) -> Exactness;

    /// The Parquet files or the data frame, and how many rows each has at most; nothing for a text, which has lines.
    fn parts(&self) -> Vec<(String, u64)>;

    /// A batch for these rows.
    fn batch(&self) -> Batch;

    /// Adds the current row to a batch of this table.
    fn put(&self, batch: &mut Batch);

    /// Whether a batch has to be closed before the next row is read.
    fn fills(&self, batch: &Batch) -> bool;

    /// Hands over what the rows of a batch consist of.
    fn close(&mut self, batch: &mut Batch);

    /// What is wrong at a line, or at a row by its number.
    fn error(&self, line: u64, column: Option<String>, cause: Cause) -> TableError;
}
