//! Rows that are taken of columns, from Parquet files or a data frame.
//!
//! Tested: `many_rows`, `every_row_has_its_own_value`, `rows_of_nobody_are_not_looked_at`.

use super::batch_rows::BatchRows;
use crate::table::batch::{Batch, Columns};
use crate::table::error::{Cause, TableError};
use crate::table::exact::Exactness;
use crate::table::stored_rows::StoredRows;

/// Where record batches come from, one after the other.
pub(in crate::table) trait ColumnRows {
    /// The names of all columns.
    fn names(&self) -> &[String];

    /// The batch that is read.
    fn batch(&self) -> &BatchRows;

    fn batch_mut(&mut self) -> &mut BatchRows;

    /// Moves to the next row; `false` if there is none.
    fn advance(&mut self) -> Result<bool, TableError>;

    /// What they are in, and how many rows each part has at most.
    fn parts(&self) -> Vec<(String, u64)>;

    /// What is wrong at a row.
    fn error(&self, number: u64, column: Option<String>, cause: Cause) -> TableError;
}

impl<R: ColumnRows> StoredRows for R {
    fn advance(&mut self) -> Result<bool, TableError> {
        ColumnRows::advance(self)
    }

    fn width(&self) -> usize {
        self.names().len()
    }

    fn line(&self) -> u64 {
        ColumnRows::batch(self).number()
    }

    fn field(&self, index: usize) -> &[u8] {
        ColumnRows::batch(self).field(index)
    }

    fn exactness(&self, index: usize) -> Exactness {
        ColumnRows::batch(self).exactness(index)
    }

    fn parts(&self) -> Vec<(String, u64)> {
        ColumnRows::parts(self)
    }

    fn batch(&self) -> Batch {
        Batch::Columns(Columns::new(self.names().len()))
    }

    fn put(&self, batch: &mut Batch) {
        match batch {
            Batch::Columns(columns) => ColumnRows::batch(self).put(columns),
            Batch::Lines(_) => debug_assert!(false, "a batch is its table's"),
        }
    }

    fn fills(&self, batch: &Batch) -> bool {
        batch.rows() > 0 && ColumnRows::batch(self).is_spent()
    }

    fn close(&mut self, batch: &mut Batch) {
        if let Batch::Columns(columns) = batch {
            self.batch_mut().hand_over(columns);
        }
    }

    fn error(&self, line: u64, column: Option<String>, cause: Cause) -> TableError {
        ColumnRows::error(self, line, column, cause)
    }
}
