//! A few thousand rows as codes, seen and forgotten.

use super::batch::Batch;
use super::codes::{Codes, RowsOfCodes, put_row};
use super::id::IdColumn;

/// Rows that were encoded.
///
/// It holds private data, so there is no `Debug` by which it could get into a message.
pub(crate) struct Block<'e> {
    /// The learned attributes in the order of the schema.
    pub(super) columns: Vec<&'e Codes>,
    /// Which rows keep all rules; nothing where all do.
    pub(super) keeps: Option<&'e [bool]>,
    /// The same rows as text.
    pub(super) batch: &'e Batch,
    /// Where rows name persons.
    pub(super) ids: Option<&'e IdColumn>,
}

impl Block<'_> {
    pub(crate) fn rows(&self) -> usize {
        self.batch.rows()
    }

    /// Whether no rule drops the row.
    pub(crate) fn keeps(&self, row: usize) -> bool {
        let keeps = self.keeps.and_then(|keeps| keeps.get(row));
        keeps.copied().unwrap_or(true)
    }

    /// Replaces `bytes` by the codes of one row: equally many for every row.
    pub(crate) fn codes_of(&self, row: usize, bytes: &mut Vec<u8>) {
        bytes.clear();
        put_row(&self.columns, row, bytes);
    }

    /// The codes of all rows, each as [`Block::codes_of`] has it.
    pub(crate) fn rows_of_codes(&self) -> RowsOfCodes {
        RowsOfCodes::new(&self.columns, self.rows())
    }

    /// The id of each row; nothing where rows are not persons.
    pub(crate) fn ids(&self) -> Option<impl Iterator<Item = &[u8]>> {
        let ids = self.ids?;
        let fields = self.batch.fields(ids.column());
        // Rows that name nobody are none of the block's.
        Some(fields.map(|field| ids.of(field).unwrap_or_default()))
    }
}
