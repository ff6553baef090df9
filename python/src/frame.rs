//! Tables that go back to Python: Arrow, by the types of the spec.

use std::sync::Arc;

use arrow_array::{Array as _, ArrayRef, RecordBatch, StructArray};
use arrow_cast::display::{ArrayFormatter, FormatOptions};
use arrow_schema::{DataType, Field, SchemaRef};
use privet_release::TypedRows;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use pyo3_arrow::ffi::{ArrayIterator, to_stream_pycapsule};

use crate::error::flaw;

/// Rows of Arrow. Other libraries read them through `__arrow_c_stream__`, without a copy.
#[pyclass(frozen, module = "privet._privet")]
pub(crate) struct Table {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

impl Table {
    pub(crate) fn of(rows: TypedRows) -> Self {
        Self {
            schema: rows.schema,
            batches: rows.batches,
        }
    }

    /// One batch of columns.
    pub(crate) fn of_batch(batch: RecordBatch) -> Self {
        Self {
            schema: batch.schema(),
            batches: vec![batch],
        }
    }
}

#[pymethods]
impl Table {
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let fields = self.schema.fields().clone();
        let field = Arc::new(Field::new_struct("", fields, false));
        let batches = self.batches.clone().into_iter().map(|batch| {
            let array: ArrayRef = Arc::new(StructArray::from(batch));
            Ok(array)
        });
        let reader = Box::new(ArrayIterator::new(batches, field));
        to_stream_pycapsule(py, reader, requested_schema).map_err(|_| flaw(py, "frame.rs"))
    }

    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// Names and types of the columns.
    fn columns(&self) -> Vec<(String, String)> {
        let name_of = |data_type: &DataType| match data_type {
            DataType::Dictionary(..) => "category".to_owned(),
            other => other.to_string(),
        };
        let fields = self.schema.fields().iter();
        fields
            .map(|field| (field.name().clone(), name_of(field.data_type())))
            .collect()
    }

    /// The first rows as text; nothing for a null.
    fn head(&self, rows: usize) -> Vec<Vec<Option<String>>> {
        let mut head = Vec::new();
        for batch in &self.batches {
            let options = FormatOptions::default();
            let columns = batch.columns().iter();
            let written = columns.map(|column| ArrayFormatter::try_new(column, &options).ok());
            let written: Vec<_> = written.zip(batch.columns()).collect();
            for row in 0..batch.num_rows() {
                if head.len() >= rows {
                    return head;
                }
                let cell = |(formatter, column): &(Option<ArrayFormatter<'_>>, &ArrayRef)| {
                    let formatter = formatter.as_ref()?;
                    (!column.is_null(row)).then(|| formatter.value(row).to_string())
                };
                head.push(written.iter().map(cell).collect());
            }
        }
        head
    }
}
