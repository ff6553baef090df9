//! Synthetic rows as Parquet.
//!
//! Types, names and what may be null follow from the spec alone, so do row groups and the properties of the file. Everything
//! else in it, the pages, their dictionaries and statistics, follows from the rows. Nothing tells of the machine, and the
//! bytes are the same whatever the number of cores: batches are written one after the other.
//!
//! Tested: every kind of attribute cell by cell against the same rows as CSV; the same schema whatever the rows; the same
//! bytes with one core and with several.

use core::mem;
use core::ops::Range;
use std::io::Write;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{Field, Schema, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::{WriterProperties, WriterVersion};
use privet_spec::Attribute;

use super::layout::{Layout, Passing};
use super::row_group::ROWS_A_GROUP;
use super::typed_column::{Type, Values};
use super::write_error::WriteError;

/// Writes a file of rows.
pub(super) fn write_typed(
    layout: &Layout<'_>,
    passing: Passing<'_>,
    out: &mut dyn Write,
) -> Result<(), WriteError> {
    let types: Vec<Type> = layout
        .columns
        .iter()
        .map(|column| Type::of(column.attribute))
        .collect();
    let schema = schema_of(layout.columns.iter().map(|column| column.attribute));
    // What is written goes through memory, so that an error of the library is one of types.
    let mut writer = ArrowWriter::try_new(Vec::new(), Arc::clone(&schema), Some(properties()))
        .map_err(|_| WriteError::Type)?;
    layout.pass(
        passing,
        |rows, picks| {
            let columns = values_of(layout, &types, rows, picks)?;
            let arrays = types.iter().zip(columns);
            let arrays = arrays.map(|(of, values)| of.array(values));
            let arrays = arrays.collect::<Option<Vec<_>>>().ok_or(WriteError::Type)?;
            RecordBatch::try_new(Arc::clone(&schema), arrays).map_err(|_| WriteError::Type)
        },
        |batch| {
            writer.write(&batch).map_err(|_| WriteError::Type)?;
            let done = mem::take(writer.inner_mut());
            out.write_all(&done).map_err(WriteError::Io)
        },
    )?;
    let rest = writer.into_inner().map_err(|_| WriteError::Type)?;
    out.write_all(&rest).map_err(WriteError::Io)?;
    out.flush().map_err(WriteError::Io)
}

/// Names, types and what may be null: a function of the spec alone.
pub(super) fn schema_of<'a>(attributes: impl Iterator<Item = &'a Attribute>) -> SchemaRef {
    let fields = attributes.map(|attribute| {
        let of = Type::of(attribute);
        Field::new(attribute.name(), of.data_type(), attribute.is_nullable())
    });
    Arc::new(Schema::new(fields.collect::<Vec<_>>()))
}

/// The values of a block, column by column.
fn values_of(
    layout: &Layout<'_>,
    types: &[Type],
    rows: Range<usize>,
    picks: &[u64],
) -> Result<Vec<Values>, WriteError> {
    let mut columns: Vec<Values> = types.iter().map(Type::values).collect();
    layout.each_row(rows, picks, &mut |cells| {
        let parts = layout
            .columns
            .iter()
            .zip(cells)
            .zip(types.iter().zip(&mut columns));
        for ((column, cell), (of, values)) in parts {
            let put = of.put(column.attribute, cell, values);
            put.ok_or(WriteError::Type)?;
        }
        Ok(())
    })?;
    Ok(columns)
}

/// The same for all files: no default of the library that it could change.
fn properties() -> WriterProperties {
    WriterProperties::builder()
        .set_created_by("privet".to_owned())
        .set_writer_version(WriterVersion::PARQUET_1_0)
        .set_compression(Compression::SNAPPY)
        .set_max_row_group_row_count(Some(ROWS_A_GROUP))
        .build()
}
