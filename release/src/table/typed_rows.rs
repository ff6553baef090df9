//! Synthetic rows read back as Arrow, by the types of their attributes.
//!
//! Types, names and what may be null follow from the spec alone, as in [`super::typed`]; so a table is the same whether its
//! file is CSV or Parquet.
//!
//! Tested: every kind of attribute cell by cell against the same rows as Parquet.

use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use privet_spec::{Attribute, Encoded, Release};
use rayon::prelude::*;

use super::batch::Batch;
use super::error::{Cause, TableError};
use super::failure::Error;
use super::records::{Records, Shape};
use super::typed::schema_of;
use super::typed_column::{Type, Values};
use super::{Input, Wanted};
use crate::watch::Watch;

/// Synthetic rows by their types.
#[derive(Clone, Debug)]
pub struct TypedRows {
    /// Names and types of the columns, in the order of the file.
    pub schema: SchemaRef,
    /// The rows, in order.
    pub batches: Vec<RecordBatch>,
}

impl TypedRows {
    /// Reads a synthetic table that was made by this spec. Refused: one with columns or values that are none of the spec's.
    pub(crate) fn read(
        release: &Release,
        synthetic: Input<'_>,
        watch: &dyn Watch,
    ) -> Result<Self, Error> {
        let release = release.publicly_cut().of_output();
        let (input, what) = (synthetic.synthetic(), "the synthetic table");
        input.read(release.input, what, watch, |opened, options| {
            let records = Records::new(opened, options, &Wanted::by_schema(&release))?;
            read(&release, records)
        })
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }
}

/// A column that is filled.
struct Column<'a> {
    attribute: &'a Attribute,
    /// Its place in the file.
    index: usize,
    of: Type,
    values: Values,
    /// Whether a field was none of its values.
    is_foreign: bool,
}

fn read(release: &Release, mut records: Records<'_>) -> Result<TypedRows, TableError> {
    let written = release.output.columns.iter();
    let written = written.filter_map(|place| release.schema.get(*place));
    let mut columns = Vec::new();
    for attribute in written.clone() {
        let of = Type::of(attribute);
        columns.push(Column {
            attribute,
            index: records.find(&attribute.column())?,
            values: of.values(),
            of,
            is_foreign: false,
        });
    }
    let schema = schema_of(written);
    let mut batches = Vec::new();
    let mut batch = records.batch();
    loop {
        let is_end = fill(&mut records, &mut batch)?;
        columns
            .par_iter_mut()
            .for_each(|column| column.take(&batch));
        if let Some(column) = columns.iter().find(|column| column.is_foreign) {
            let name = column.attribute.name().to_owned();
            return Err(records.error(None, Some(name), Cause::NotSynthetic));
        }
        let rows = columns.first().map_or(0, |column| column.values.len());
        if rows >= ROWS || (is_end && rows > 0) {
            let arrays = columns.iter_mut().map(Column::array);
            let made = arrays.collect::<Option<Vec<_>>>();
            let made = made.and_then(|made| RecordBatch::try_new(Arc::clone(&schema), made).ok());
            let flaw = || records.error(None, None, Cause::NotSynthetic);
            batches.push(made.ok_or_else(flaw)?);
        }
        if is_end {
            return Ok(TypedRows { schema, batches });
        }
    }
}

/// Replaces a batch by the next rows; `true` behind the last ones.
fn fill(records: &mut Records<'_>, batch: &mut Batch) -> Result<bool, TableError> {
    batch.clear();
    let mut is_end = false;
    while !is_end && !records.fills(batch) {
        match records.advance()? {
            Shape::Whole => records.put(batch),
            Shape::End => is_end = true,
            Shape::Ragged { found } => {
                let expected = records.header().names().len();
                let cause = Cause::Ragged { expected, found };
                return Err(records.error(Some(records.line()), None, cause));
            }
        }
    }
    records.close(batch);
    Ok(is_end)
}

impl Column<'_> {
    fn take(&mut self, batch: &Batch) {
        for field in batch.fields(self.index) {
            let taken = core::str::from_utf8(field).ok();
            let taken = taken.and_then(|field| self.put(field));
            self.is_foreign |= taken.is_none();
        }
    }

    /// Takes the value of a field; nothing where it is none.
    fn put(&mut self, field: &str) -> Option<()> {
        let attribute = self.attribute;
        match &mut self.values {
            Values::Texts(texts) => texts.push(field.to_owned()),
            Values::Numbers(numbers) => {
                let Encoded::Code(code) = attribute.encode(field) else {
                    return None;
                };
                let is_null = attribute.null_code() == Some(code);
                let value = match attribute.kind().bins() {
                    Some(_) => attribute
                        .number(field)
                        .and_then(|number| self.of.number(number)),
                    None => Some(code.into()),
                };
                numbers.push(if is_null { None } else { Some(value?) });
            }
        }
        Some(())
    }

    fn array(&mut self) -> Option<arrow_array::ArrayRef> {
        let values = core::mem::replace(&mut self.values, self.of.values());
        self.of.array(values)
    }
}

/// Rows of a batch that is handed over.
const ROWS: usize = 1 << 16;
