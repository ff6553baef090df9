//! Data frames, and any stream of record batches: read once, from the first row to the last.
//!
//! Nothing of a frame but its names, types and values is used: no metadata, no statistics, and of a dictionary only the
//! values that rows have. What its owner says when it fails is not shown, since it may quote a value.
//!
//! Tested: `a_cell_depends_on_its_value_alone`, `a_row_that_changes_types_moves_no_other_row`,
//! `an_error_names_the_row`, `what_is_refused`.

use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;

use arrow_array::{RecordBatch, RecordBatchIterator, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};

use super::batch_rows::{BatchRows, rows_at_once};
use super::canonical::Canonical;
use super::cells::{Meaning, Unwritten};
use super::column_rows::ColumnRows;
use super::guarded::guarded;
use super::types::{has_time_of_day, has_times, without_text};
use crate::table::error::{Cause, TableError};
use crate::table::observer::Progress;
use crate::table::options::Options;
use crate::table::wanted::Wanted;

/// A stream of record batches.
pub(in crate::table) type Frame<'r> = Box<dyn RecordBatchReader + 'r>;

/// The rows of a frame, one at a time. A column that is not read is empty.
pub(in crate::table) struct FrameRows<'r> {
    file: String,
    names: Vec<String>,
    frame: Frame<'r>,
    /// What the frame has handed over last, and how many of its rows were taken.
    batch: Option<(RecordBatch, usize)>,
    rows: BatchRows,
    at_once: usize,
    canonical: Option<Canonical<'r>>,
    progress: Option<Progress<'r>>,
}

impl<'r> FrameRows<'r> {
    /// Refused: names that stand twice, and wanted columns whose values have no text.
    pub(in crate::table) fn new(
        file: &str,
        frame: Frame<'r>,
        options: Options<'r>,
        wanted: &Wanted,
    ) -> Result<Self, TableError> {
        let schema = frame.schema();
        let mut seen: HashSet<&str> = HashSet::new();
        let mut read: HashSet<&str> = HashSet::new();
        for field in schema.fields() {
            let name = field.name();
            let refused = |cause| TableError {
                column: Some(name.clone()),
                ..TableError::new(file, cause)
            };
            if !seen.insert(name) {
                return Err(refused(Cause::DuplicateColumn));
            }
            match without_text(field) {
                None if wanted.has(name) => drop(read.insert(name)),
                Some(words) if wanted.has(name) && !wanted.is_all() => {
                    return Err(refused(Cause::Type(words)));
                }
                _ => {}
            }
        }
        let (timed, frame) = if wanted.is_all() {
            with_times(frame).map_err(|cause| TableError::new(file, cause))?
        } else {
            (HashSet::new(), frame)
        };
        let names: Vec<String> = schema
            .fields()
            .iter()
            .map(|one| one.name().clone())
            .collect();
        let columns = names.iter().map(|name| {
            let is_read = read.contains(name.as_str());
            let meaning = is_read.then(|| Meaning::of(name, wanted, timed.contains(name)));
            (name.clone(), meaning)
        });
        let canonical = options.observer;
        Ok(Self {
            file: file.to_owned(),
            rows: BatchRows::new(columns, 0, false),
            at_once: rows_at_once(read.len()),
            canonical: canonical.map(|observer| Canonical::begin(observer, &names, wanted)),
            names,
            frame,
            batch: None,
            progress: options.progress,
        })
    }
}

impl ColumnRows for FrameRows<'_> {
    fn names(&self) -> &[String] {
        &self.names
    }

    fn batch(&self) -> &BatchRows {
        &self.rows
    }

    fn batch_mut(&mut self) -> &mut BatchRows {
        &mut self.rows
    }

    fn advance(&mut self) -> Result<bool, TableError> {
        while self.rows.is_spent() {
            if !self.take_rows()? {
                return Ok(false);
            }
        }
        if !self.rows.step() {
            return Err(self.error(self.rows.number(), None, Cause::TooLong));
        }
        Ok(true)
    }

    fn error(&self, number: u64, column: Option<String>, cause: Cause) -> TableError {
        TableError {
            line: Some(number),
            column,
            counts_rows: true,
            ..TableError::new(&self.file, cause)
        }
    }

    /// How many rows it has is known at its end.
    fn parts(&self) -> Vec<(String, u64)> {
        vec![(self.file.clone(), u64::MAX)]
    }
}

impl FrameRows<'_> {
    /// Takes the texts of the next few rows; `false` at the end.
    fn take_rows(&mut self) -> Result<bool, TableError> {
        self.rows.clear();
        let (batch, taken) = match self.batch.take() {
            Some(left) => left,
            None => match next(&mut self.frame) {
                Ok(None) => return Ok(false),
                Ok(Some(batch)) => (batch, 0),
                Err(cause) => return Err(TableError::new(&self.file, cause)),
            },
        };
        let size = self.at_once.min(batch.num_rows().saturating_sub(taken));
        let before = self.rows.number();
        let few = batch.slice(taken, size);
        self.rows.take(&few).map_err(|(why, column)| match why {
            Unwritten::OtherType => TableError {
                column,
                ..TableError::new(&self.file, Cause::Stream)
            },
            Unwritten::NotText { row } => {
                let number = before.saturating_add(1).saturating_add(row as u64);
                self.error(number, column, Cause::NotText)
            }
        })?;
        if let Some(canonical) = &mut self.canonical {
            canonical.see(&self.rows);
        }
        if let Some(progress) = self.progress {
            progress(before.saturating_add(size as u64));
        }
        let taken = taken.saturating_add(size);
        self.batch = (taken < batch.num_rows()).then_some((batch, taken));
        Ok(true)
    }
}

/// What a frame has handed over, for whoever reads it once more.
#[derive(Clone, Default)]
pub(in crate::table) struct FrameCopy(Rc<RefCell<Vec<RecordBatch>>>);

impl FrameCopy {
    /// The same frame, of which everything is kept.
    pub(in crate::table) fn copying<'r>(&self, frame: Frame<'r>) -> Frame<'r> {
        let schema = frame.schema();
        let copy = self.clone();
        let kept = frame.inspect(move |batch| {
            if let Ok(batch) = batch {
                copy.0.borrow_mut().push(batch.clone());
            }
        });
        Box::new(RecordBatchIterator::new(kept, schema))
    }

    /// All of it again.
    pub(in crate::table) fn frame(self) -> Option<Frame<'static>> {
        let batches = self.0.take();
        let schema = batches.first()?.schema();
        Some(held(batches, schema))
    }
}

/// The names of columns with a time that is not midnight, and the frame, all of which is held for that.
fn with_times(mut frame: Frame<'_>) -> Result<(HashSet<String>, Frame<'_>), Cause> {
    let schema = frame.schema();
    let mut batches = Vec::new();
    while let Some(batch) = next(&mut frame)? {
        batches.push(batch);
    }
    let fields = schema.fields().iter();
    let timed = fields.filter(|field| has_times(field.data_type()));
    let found = timed.filter(|field| {
        let columns = batches.iter();
        let mut columns = columns.filter_map(|batch| batch.column_by_name(field.name()));
        columns.any(|column| has_time_of_day(column.as_ref()))
    });
    let found = found.map(|field| field.name().clone()).collect();
    Ok((found, held(batches, schema)))
}

fn held(batches: Vec<RecordBatch>, schema: SchemaRef) -> Frame<'static> {
    let batches = batches.into_iter().map(Ok::<_, ArrowError>);
    Box::new(RecordBatchIterator::new(batches, schema))
}

/// The next batch. Nothing of an error is kept, and what panics has failed.
fn next(frame: &mut Frame<'_>) -> Result<Option<RecordBatch>, Cause> {
    let next = guarded(|| frame.next().transpose());
    next.and_then(Result::ok).ok_or(Cause::Stream)
}
