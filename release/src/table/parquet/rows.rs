//! Rows of text from record batches.

use std::collections::HashSet;
use std::sync::Arc;

use arrow_array::RecordBatch;
use parquet::arrow::arrow_reader::ParquetRecordBatchReader;
use parquet::errors::ParquetError;
use rayon::prelude::*;

use super::cells::{Meaning, Unwritten};
use super::files::{Files, damaged, read};
use super::guarded::guarded;
use super::parts::{Group, ParquetPart};
use super::problem::ParquetProblem;
use crate::table::batch::Columns;
use crate::table::error::{Cause, TableError};
use crate::table::listing::{Listed, Listing};
use crate::table::observer::{Observer, Progress};
use crate::table::options::Options;
use crate::table::rows::LONGEST_ROW;
use crate::table::texts::Texts;
use crate::table::wanted::Wanted;

/// The rows of Parquet files, one at a time. A column that is not read is empty.
pub(in crate::table) struct ParquetRows<'r> {
    files: Arc<Files>,
    /// The one row group that is read; nothing where all are.
    only: Option<Group>,
    observer: Option<Observer<'r>>,
    progress: Option<Progress<'r>>,
    columns: Vec<Column>,
    /// The file that is read.
    place: usize,
    reader: Option<ParquetRecordBatchReader>,
    /// Rows of this file before the batch.
    before: u64,
    /// Bytes of the files before this one.
    bytes_before: u64,
    /// Rows of the batch, and how many of them were handed out.
    size: usize,
    given: usize,
    /// Whether a row of the batch may be longer than any may be.
    may_be_long: bool,
    /// The number of the current row, counted from 1 on through all files.
    number: u64,
}

struct Column {
    name: String,
    /// Nothing if it is not read.
    meaning: Option<Meaning>,
    texts: Texts,
}

impl<'r> ParquetRows<'r> {
    pub(in crate::table) fn new(
        listing: Listing,
        options: Options<'r>,
        wanted: &Wanted,
    ) -> Result<Self, TableError> {
        let files = Files::new(listing, wanted)?;
        Self::of(Arc::new(files), None, options, wanted)
    }

    /// The rows of one row group.
    pub(in crate::table) fn of_part(
        part: ParquetPart,
        options: Options<'r>,
        wanted: &Wanted,
    ) -> Result<Self, TableError> {
        Self::of(part.files, part.group, options, wanted)
    }

    fn of(
        files: Arc<Files>,
        only: Option<Group>,
        options: Options<'r>,
        wanted: &Wanted,
    ) -> Result<Self, TableError> {
        let timed = if wanted.is_all() {
            files.with_times()?
        } else {
            HashSet::new()
        };
        let names = files.names().iter();
        let columns = names.map(|name| Column {
            name: name.clone(),
            meaning: files.read().contains(name).then(|| Meaning {
                dates: wanted.dates_of(name).cloned(),
                decimal: wanted.form().decimal,
                always_times: timed.contains(name),
                leaves_out_binary: wanted.is_all(),
            }),
            texts: Texts::new(),
        });
        Ok(Self {
            columns: columns.collect(),
            files,
            only,
            observer: options.observer,
            progress: options.progress,
            place: only.map_or(0, |group| group.file),
            reader: None,
            before: 0,
            bytes_before: 0,
            size: 0,
            given: 0,
            may_be_long: false,
            number: only.map_or(0, |group| group.before),
        })
    }

    pub(in crate::table) fn names(&self) -> &[String] {
        self.files.names()
    }

    /// Moves to the next row; `false` if there is none.
    pub(in crate::table) fn advance(&mut self) -> Result<bool, TableError> {
        while self.given >= self.size {
            if !self.next_batch()? {
                return Ok(false);
            }
        }
        let row = self.given;
        self.given += 1;
        self.number = self.number.saturating_add(1);
        if self.may_be_long {
            let fields = self.columns.iter().map(|column| column.texts.text(row));
            if fields.map(<[u8]>::len).sum::<usize>() > LONGEST_ROW {
                return Err(self.error(self.number, None, Cause::TooLong));
            }
        }
        Ok(true)
    }

    /// The number of the current row, counted from 1 on through all files.
    pub(in crate::table) fn number(&self) -> u64 {
        self.number
    }

    /// A field of the current row; empty if there is none.
    pub(in crate::table) fn field(&self, index: usize) -> &[u8] {
        let row = self.given.checked_sub(1);
        let field = row.zip(self.columns.get(index));
        field.map_or(&[], |(row, column)| column.texts.text(row))
    }

    /// Adds the current row to those that are taken of its columns.
    pub(in crate::table) fn put(&self, columns: &mut Columns) {
        columns.taken.extend(self.given.checked_sub(1));
    }

    /// Whether the current row is the last of its columns.
    pub(in crate::table) fn ends_columns(&self) -> bool {
        self.given >= self.size
    }

    /// Gives the columns of the current row away, in exchange for their memory.
    pub(in crate::table) fn hand_over(&mut self, columns: &mut Columns) {
        columns.first = self
            .number
            .saturating_sub(count(self.given))
            .saturating_add(1);
        let texts = self.columns.iter_mut().map(|column| &mut column.texts);
        for (own, other) in texts.zip(&mut columns.texts) {
            own.swap(other);
        }
    }

    /// The files' names and numbers of rows.
    pub(in crate::table) fn parts(&self) -> Vec<(String, u64)> {
        self.files.parts().collect()
    }

    /// What is wrong at a row, which is named by its file and its number in it.
    pub(in crate::table) fn error(
        &self,
        mut number: u64,
        column: Option<String>,
        cause: Cause,
    ) -> TableError {
        let mut named = String::new();
        for (name, rows) in self.files.parts() {
            named = name;
            if number <= rows {
                break;
            }
            number -= rows;
        }
        TableError {
            line: Some(number),
            column,
            counts_rows: true,
            ..TableError::new(named, cause)
        }
    }

    /// Takes the texts of the next record batch; `false` at the end of the last file.
    fn next_batch(&mut self) -> Result<bool, TableError> {
        let Some((listed, rows)) = self.files.part(self.place) else {
            return Ok(false);
        };
        let (listed, rows) = (listed.clone(), self.only.map_or(rows, |group| group.rows));
        let reader = match &mut self.reader {
            Some(reader) => reader,
            none => none.insert(Files::batches(
                &listed,
                self.only.map(|group| group.place),
                self.files.read(),
                self.observer.as_mut(),
            )?),
        };
        self.before = self.before.saturating_add(count(self.size));
        (self.size, self.given) = (0, 0);
        // The reader hands its errors over in another type.
        let batch = read(|| reader.next().transpose().map_err(ParquetError::from));
        let failed = |cause| TableError::new(listed.name(), cause);
        let Some(batch) = batch.map_err(failed)? else {
            if self.before != rows {
                return Err(damaged(&listed));
            }
            self.end_file(&listed)?;
            return Ok(true);
        };
        let so_far = self.before.saturating_add(count(batch.num_rows()));
        if so_far > rows {
            return Err(damaged(&listed));
        }
        if let Some(progress) = self.progress {
            let share = u128::from(listed.length) * u128::from(so_far) / u128::from(rows.max(1));
            let bytes = u64::try_from(share).unwrap_or(u64::MAX);
            progress(self.bytes_before.saturating_add(bytes));
        }
        self.take(&batch).map_err(|(why, column)| match why {
            Unwritten::OtherType => damaged(&listed),
            Unwritten::NotText { row } => {
                let next = self.number.saturating_add(1);
                let number = next.saturating_add(count(row));
                self.error(number, column, Cause::Parquet(ParquetProblem::NotText))
            }
        })?;
        Ok(true)
    }

    /// Goes on to the next file, if all are read. What was read has to be there still, all of it behind the last one.
    fn end_file(&mut self, listed: &Listed) -> Result<(), TableError> {
        Files::expect_unchanged(listed)?;
        self.bytes_before = self.bytes_before.saturating_add(listed.length);
        (self.reader, self.before) = (None, 0);
        if self.only.is_some() {
            self.place = usize::MAX;
            return Ok(());
        }
        self.place += 1;
        if self.files.part(self.place).is_none() {
            self.files.expect_same()?;
        }
        Ok(())
    }

    /// Takes the texts of all columns; or what is wrong in the first row, and in it in the first column.
    fn take(&mut self, batch: &RecordBatch) -> Result<(), (Unwritten, Option<String>)> {
        let wrong = |(place, column): (usize, &mut Column)| Some((column.take(batch)?, place));
        let place_of = |(why, place): &(Unwritten, usize)| match why {
            Unwritten::OtherType => (0, *place),
            Unwritten::NotText { row } => (*row, *place),
        };
        // Other cores read other row groups, where there is but one here.
        let first = if self.only.is_some() {
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
        self.size = batch.num_rows();
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
        let filled = guarded(|| self.texts.fill(array.as_ref(), meaning));
        filled.unwrap_or(Err(Unwritten::OtherType)).err()
    }
}

fn count(rows: usize) -> u64 {
    u64::try_from(rows).unwrap_or(u64::MAX)
}
