//! Tables that Python hands over: paths, and whatever speaks Arrow's PyCapsule interface.
//!
//! What such an object says when it fails is dropped, since it may quote a value: an error names the class of the exception,
//! and the column where that can be found out.

use std::path::PathBuf;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::exceptions::{PyKeyboardInterrupt, PyMemoryError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyIterator};
use pyo3_arrow::PyRecordBatchReader;

use crate::error::table_error;

/// A table, and what errors call it if it has no path.
pub(crate) struct Given {
    pub(crate) name: String,
    pub(crate) table: GivenTable,
}

pub(crate) enum GivenTable {
    At(PathBuf),
    Frame(Box<dyn RecordBatchReader + Send>),
}

impl Given {
    /// Refused: what is neither a path nor a data frame.
    pub(crate) fn new(table: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        let table = match table.extract::<PathBuf>() {
            Ok(path) => GivenTable::At(path),
            Err(_) => GivenTable::Frame(frame(table, name)?),
        };
        Ok(Self {
            name: name.to_owned(),
            table,
        })
    }
}

fn frame(table: &Bound<'_, PyAny>, name: &str) -> PyResult<Box<dyn RecordBatchReader + Send>> {
    // A frame of polars that consists of several pieces copies all of itself to hand it over at once.
    let slices = table
        .call_method1("iter_slices", (SLICE,))
        .and_then(|slices| {
            Ok((
                slices.try_iter()?.unbind(),
                table.call_method1("head", (0,))?,
            ))
        });
    match slices {
        Ok((slices, none)) => Ok(Box::new(Slices {
            schema: stream(&none, name)?.schema(),
            left: slices,
            rows: None,
            name: name.to_owned(),
        })),
        Err(_) => stream(table, name),
    }
}

/// A frame, some of its rows at a time.
struct Slices {
    schema: SchemaRef,
    left: Py<PyIterator>,
    /// What is left of the last one.
    rows: Option<Box<dyn RecordBatchReader + Send>>,
    name: String,
}

impl Iterator for Slices {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            // A slice may consist of several pieces as well.
            if let Some(batch) = self.rows.as_mut().and_then(Iterator::next) {
                return Some(batch);
            }
            let slice = Python::attach(|py| {
                let slice = self.left.bind(py).clone().next()?;
                Some(slice.and_then(|slice| stream(&slice, &self.name)))
            });
            match slice? {
                Ok(rows) => self.rows = Some(rows),
                // Nothing of it is shown.
                Err(_) => return Some(Err(ArrowError::ExternalError("a slice has failed".into()))),
            }
        }
    }
}

impl RecordBatchReader for Slices {
    fn schema(&self) -> SchemaRef {
        SchemaRef::clone(&self.schema)
    }
}

fn stream(table: &Bound<'_, PyAny>, name: &str) -> PyResult<Box<dyn RecordBatchReader + Send>> {
    let py = table.py();
    let class = class_of(table);
    if !table.hasattr(STREAM).unwrap_or(false) {
        let what = format!("`{class}` is no table");
        return Err(table_error(py, name, &what, &instead(table, &class)));
    }
    let capsule = table.call_method0(STREAM).map_err(|error| {
        if is_of_the_system(py, &error) {
            return error;
        }
        let failed = class_of(error.value(py).as_any());
        let (column, help) = why(table, &failed);
        let place = column.map_or_else(
            || name.to_owned(),
            |column| format!("{name}: column `{}`", privet_spec::shown(&column)),
        );
        let what = format!("`{class}` cannot hand over its rows ({failed})");
        table_error(py, &place, &what, &help)
    })?;
    let reader = capsule
        .cast::<PyCapsule>()
        .map_err(PyErr::from)
        .and_then(PyRecordBatchReader::from_arrow_pycapsule)
        .and_then(PyRecordBatchReader::into_reader);
    reader.map_err(|error| {
        if is_of_the_system(py, &error) {
            return error;
        }
        let what = format!("what `{class}` hands over is no table of columns");
        let help = "give a data frame: a single column becomes one by `to_frame()`";
        table_error(py, name, &what, help)
    })
}

/// What the package knows of such objects: the column that fails, and what to do.
fn why(table: &Bound<'_, PyAny>, failed: &str) -> (Option<String>, String) {
    let known = table
        .py()
        .import("privet._tables")
        .and_then(|module| module.call_method1("why_not", (table, failed)));
    let known = known.and_then(|known| known.extract());
    known.unwrap_or_else(|_| (None, "give a Parquet or CSV file of the table".to_owned()))
}

/// What to write for an object that is no table.
fn instead(table: &Bound<'_, PyAny>, class: &str) -> String {
    let known = table
        .py()
        .import("privet._tables")
        .and_then(|module| module.call_method1("instead_of", (table, class)));
    let known = known.and_then(|known| known.extract());
    known.unwrap_or_else(|_| "give a path or a data frame".to_owned())
}

/// Not about the table at all.
fn is_of_the_system(py: Python<'_>, error: &PyErr) -> bool {
    error.is_instance_of::<PyKeyboardInterrupt>(py) || error.is_instance_of::<PyMemoryError>(py)
}

fn class_of(object: &Bound<'_, PyAny>) -> String {
    let name = object.get_type().name();
    name.map_or_else(|_| "object".to_owned(), |name| name.to_string())
}

const STREAM: &str = "__arrow_c_stream__";

/// Rows of a slice.
const SLICE: usize = 1 << 16;
