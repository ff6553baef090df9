//! Rows of text from record batches.

use std::collections::HashSet;
use std::sync::Arc;

use arrow_array::RecordBatch;
use parquet::arrow::arrow_reader::ParquetRecordBatchReader;
use parquet::errors::ParquetError;
use rayon::prelude::*;

use super::cells::{Meaning, Texts, Unwritten};
use super::files::{Files, damaged, read};
use super::guarded::guarded;
use super::parts::{Group, ParquetPart};
use super::problem::ParquetProblem;
use crate::table::error::{Cause, TableError};
use crate::table::listing::{Listed, Listing};
use crate::table::observer::{Observer, Progress};
use crate::table::options::Options;
use crate::table::rows::LONGEST_ROW;
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
    row: Row,
}

/// The current row.
#[derive(Default)]
struct Row {
    /// Counted from 1 on, through all files.
    number: u64,
    bytes: Vec<u8>,
    ends: Vec<usize>,
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
            texts: Texts::default(),
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
            row: Row {
                number: only.map_or(0, |group| group.before),
                ..Row::default()
            },
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
        let Row {
            number,
            bytes,
            ends,
        } = &mut self.row;
        bytes.clear();
        ends.clear();
        for Column { meaning, texts, .. } in &self.columns {
            if meaning.is_some() {
                bytes.extend_from_slice(texts.text(self.given));
            }
            ends.push(bytes.len());
        }
        self.given += 1;
        *number = number.saturating_add(1);
        if self.row.bytes.len() > LONGEST_ROW {
            return Err(self.error(self.row.number, None, Cause::TooLong));
        }
        Ok(true)
    }

    /// The number of the current row, counted from 1 on through all files.
    pub(in crate::table) fn number(&self) -> u64 {
        self.row.number
    }

    /// The current row: the bytes of its fields, and where each ends.
    pub(in crate::table) fn row(&self) -> (&[u8], &[usize]) {
        (&self.row.bytes, &self.row.ends)
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
                let next = self.row.number.saturating_add(1);
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
