//! The rows of files.
//!
//! Tested: `many_rows`, `a_folder_and_a_glob`, `parquet_is_streamed_by_row_groups`.

use std::collections::HashSet;
use std::sync::Arc;

use parquet::arrow::arrow_reader::ParquetRecordBatchReader;
use parquet::errors::ParquetError;

use super::files::{Files, damaged, read};
use super::parts::{Group, ParquetPart};
use crate::table::arrow::{BatchRows, ColumnRows, Meaning, Unwritten, rows_at_once};
use crate::table::error::{Cause, TableError};
use crate::table::listing::{Listed, Listing};
use crate::table::observer::{Observer, Progress};
use crate::table::options::Options;
use crate::table::wanted::Wanted;

/// The rows of Parquet files, one at a time. A column that is not read is empty.
pub(in crate::table) struct ParquetRows<'r> {
    files: Arc<Files>,
    /// The one row group that is read; nothing where all are.
    only: Option<Group>,
    observer: Option<Observer<'r>>,
    progress: Option<Progress<'r>>,
    rows: BatchRows,
    /// The file that is read.
    place: usize,
    reader: Option<ParquetRecordBatchReader>,
    /// Rows of this file before the batch.
    before: u64,
    /// Bytes of the files before this one.
    bytes_before: u64,
}

impl<'r> ParquetRows<'r> {
    pub(in crate::table) fn new(
        listing: Listing,
        options: Options<'r>,
        wanted: &Wanted,
    ) -> Result<Self, TableError> {
        let files = Files::new(listing, wanted, options.memory)?;
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
        let columns = files.names().iter().map(|name| {
            let is_read = files.read().contains(name);
            let meaning = is_read.then(|| Meaning::of(name, wanted, timed.contains(name)));
            (name.clone(), meaning)
        });
        // Other cores read other row groups, where there is but one here.
        let before = only.map_or(0, |group| group.before);
        Ok(Self {
            rows: BatchRows::new(columns, before, only.is_some()),
            files,
            only,
            observer: options.observer,
            progress: options.progress,
            place: only.map_or(0, |group| group.file),
            reader: None,
            before: 0,
            bytes_before: 0,
        })
    }
}

impl ColumnRows for ParquetRows<'_> {
    fn names(&self) -> &[String] {
        self.files.names()
    }

    fn advance(&mut self) -> Result<bool, TableError> {
        while self.rows.is_spent() {
            if !self.next_batch()? {
                return Ok(false);
            }
        }
        if !self.rows.step() {
            return Err(self.error(self.rows.number(), None, Cause::TooLong));
        }
        Ok(true)
    }

    fn batch(&self) -> &BatchRows {
        &self.rows
    }

    fn batch_mut(&mut self) -> &mut BatchRows {
        &mut self.rows
    }

    fn parts(&self) -> Vec<(String, u64)> {
        self.files.parts().collect()
    }

    /// What is wrong at a row, which is named by its file and its number in it.
    fn error(&self, mut number: u64, column: Option<String>, cause: Cause) -> TableError {
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
}

impl ParquetRows<'_> {
    /// How many rows are read at once.
    fn at_once(&self) -> usize {
        let cores = match self.only {
            // Others read the other row groups.
            Some(_) => rayon::current_num_threads(),
            None => 1,
        };
        let rows = rows_at_once(self.files.read().len());
        self.files.fitting().rows_at_once(rows, cores)
    }

    /// Takes the texts of the next record batch; `false` at the end of the last file.
    fn next_batch(&mut self) -> Result<bool, TableError> {
        let Some((listed, rows)) = self.files.part(self.place) else {
            return Ok(false);
        };
        let (listed, rows) = (listed.clone(), self.only.map_or(rows, |group| group.rows));
        let at_once = self.at_once();
        let reader = match &mut self.reader {
            Some(reader) => reader,
            none => none.insert(Files::batches(
                &listed,
                self.only.map(|group| group.place),
                (self.files.read(), at_once),
                self.observer.as_mut(),
            )?),
        };
        self.before = self.before.saturating_add(self.rows.size() as u64);
        self.rows.clear();
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
        let so_far = self.before.saturating_add(batch.num_rows() as u64);
        if so_far > rows {
            return Err(damaged(&listed));
        }
        if let Some(progress) = self.progress {
            let share = u128::from(listed.length) * u128::from(so_far) / u128::from(rows.max(1));
            let bytes = u64::try_from(share).unwrap_or(u64::MAX);
            progress(self.bytes_before.saturating_add(bytes));
        }
        self.rows.take(&batch).map_err(|(why, column)| match why {
            Unwritten::OtherType => damaged(&listed),
            Unwritten::NotText { row } => {
                let next = self.rows.number().saturating_add(1);
                self.error(next.saturating_add(row as u64), column, Cause::NotText)
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
}
