//! Rows of text from one record batch after the other.
//!
//! Tested: `many_rows`, `every_row_has_its_own_value`.

use arrow_array::RecordBatch;
use rayon::prelude::*;

use super::cells::{Meaning, Unwritten};
use super::guarded::guarded;
use crate::table::batch::Columns;
use crate::table::exact::Exactness;
use crate::table::rows::LONGEST_ROW;
use crate::table::texts::Texts;

/// The rows of a record batch, one at a time. A column without a meaning is not read, and empty.
pub(in crate::table) struct BatchRows {
    columns: Vec<Column>,
    /// Whether this core works alone.
    alone: bool,
    /// Rows of the batch, and how many of them were handed out.
    size: usize,
    given: usize,
    /// Whether a row of the batch may be longer than any may be.
    may_be_long: bool,
    /// The number of the current row, counted from 1 on through all batches.
    number: u64,
}

struct Column {
    name: String,
    /// Nothing if it is not read.
    meaning: Option<Meaning>,
    texts: Texts,
    /// Of the batch, whose type may be another one than that of the batch before.
    exactness: Exactness,
}

impl BatchRows {
    /// Rows with these columns, the first of which comes behind so many others.
    pub(in crate::table) fn new(
        columns: impl Iterator<Item = (String, Option<Meaning>)>,
        before: u64,
        alone: bool,
    ) -> Self {
        let columns: Vec<(String, Option<Meaning>)> = columns.collect();
        let read = columns.iter().filter(|(_, meaning)| meaning.is_some());
        let are_few = rows_at_once(read.count()) < FEW;
        let columns = columns.into_iter().map(|(name, meaning)| Column {
            name,
            meaning,
            texts: if are_few {
                Texts::of_few_rows()
            } else {
                Texts::new()
            },
            exactness: Exactness::Every,
        });
        Self {
            columns: columns.collect(),
            alone,
            size: 0,
            given: 0,
            may_be_long: false,
            number: before,
        }
    }

    /// How many rows the batch has.
    pub(in crate::table) fn size(&self) -> usize {
        self.size
    }

    /// The number of the current row, counted from 1 on through all batches.
    pub(in crate::table) fn number(&self) -> u64 {
        self.number
    }

    /// Whether the current row is the last of its batch.
    pub(in crate::table) fn is_spent(&self) -> bool {
        self.given >= self.size
    }

    /// Moves to the next row of the batch; `false` if it is longer than any may be.
    pub(in crate::table) fn step(&mut self) -> bool {
        let row = self.given;
        self.given += 1;
        self.number = self.number.saturating_add(1);
        let fields = self.columns.iter().map(|column| column.texts.text(row));
        !self.may_be_long || fields.map(<[u8]>::len).sum::<usize>() <= LONGEST_ROW
    }

    /// A field of the current row; empty if there is none.
    pub(in crate::table) fn field(&self, index: usize) -> &[u8] {
        let row = self.given.checked_sub(1);
        let field = row.zip(self.texts(index));
        field.map_or(&[], |(row, texts)| texts.text(row))
    }

    /// How sure the ids are that stand in a column of the batch.
    pub(in crate::table) fn exactness(&self, index: usize) -> Exactness {
        let column = self.columns.get(index);
        column.map_or(Exactness::Every, |column| column.exactness)
    }

    /// The texts of a column.
    pub(super) fn texts(&self, index: usize) -> Option<&Texts> {
        self.columns.get(index).map(|column| &column.texts)
    }

    /// Adds the current row to those that are taken of its columns.
    pub(in crate::table) fn put(&self, columns: &mut Columns) {
        columns.taken.extend(self.given.checked_sub(1));
    }

    /// Gives the columns of the current row away, in exchange for their memory.
    pub(in crate::table) fn hand_over(&mut self, columns: &mut Columns) {
        columns.first = self
            .number
            .saturating_sub(self.given as u64)
            .saturating_add(1);
        let texts = self.columns.iter_mut().map(|column| &mut column.texts);
        for (own, other) in texts.zip(&mut columns.texts) {
            own.swap(other);
        }
    }

    /// Forgets the batch.
    pub(in crate::table) fn clear(&mut self) {
        (self.size, self.given) = (0, 0);
    }

    /// Takes the texts of all columns; or what is wrong in the first row, and in it in the first column.
    pub(in crate::table) fn take(
        &mut self,
        batch: &RecordBatch,
    ) -> Result<(), (Unwritten, Option<String>)> {
        let wrong = |(place, column): (usize, &mut Column)| Some((column.take(batch)?, place));
        let place_of = |(why, place): &(Unwritten, usize)| match why {
            Unwritten::OtherType => (0, *place),
            Unwritten::NotText { row } => (*row, *place),
        };
        let first = if self.alone {
            let columns = self.columns.iter_mut().enumerate();
            columns.filter_map(wrong).min_by_key(place_of)
        } else {
            let columns = self.columns.par_iter_mut().enumerate();
            columns.filter_map(wrong).min_by_key(place_of)
        };
        if let Some((why, place)) = first {
            let column = self.columns.get(place);
            return Err((why, column.map(|column| column.name.clone())));
        }
        (self.size, self.given) = (batch.num_rows(), 0);
        let longest = self.columns.iter().map(|column| column.texts.longest());
        self.may_be_long = longest.sum::<usize>() > LONGEST_ROW;
        Ok(())
    }
}

impl Column {
    /// Takes the texts of its column of a batch, or says why it cannot.
    fn take(&mut self, batch: &RecordBatch) -> Option<Unwritten> {
        let meaning = self.meaning.as_ref()?;
        let Some(array) = batch.column_by_name(&self.name) else {
            return Some(Unwritten::OtherType);
        };
        self.exactness = Exactness::of(array.data_type());
        let filled = guarded(|| self.texts.fill(array.as_ref(), meaning));
        filled.unwrap_or(Err(Unwritten::OtherType)).err()
    }
}

/// How many rows are read at once: fewer, where there are many columns, so that their fields take some megabytes.
pub(in crate::table) fn rows_at_once(columns: usize) -> usize {
    (FIELDS / columns.max(1)).clamp(1, ROWS)
}

/// Of fewer rows at once it is not remembered which values they have.
const FEW: usize = 512;
const ROWS: usize = 4096;
const FIELDS: usize = 1 << 19;
