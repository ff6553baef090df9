//! Rows of codes on their way through an engine.
//!
//! Tested: `an_engine_changes_no_byte`, `an_engine_that_counts_wrongly_releases_nothing`.

use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::types::{UInt8Type, UInt32Type, UInt64Type};
use arrow_array::{
    ArrayRef, BinaryArray, FixedSizeBinaryArray, RecordBatch, UInt8Array, UInt32Array, UInt64Array,
};
use arrow_schema::{DataType, Field, Schema, SchemaRef};

use super::job::Job;
use super::unfit::Unfit;

/// The number of the part.
pub const PART: &str = "part";
/// The number of the row in it; in the place of all rows that name nobody, how many they are.
pub const ROW: &str = "row";
/// What became of it: [`KEPT`], or else.
pub const KIND: &str = "kind";
/// The person, where rows name one.
pub const ID: &str = "id";
/// The codes of all learned attributes, one or two bytes each.
pub const CODES: &str = "codes";

/// A row that takes part, unless its person has too many.
pub const KEPT: u8 = 0;
/// A row that breaks a rule.
pub(super) const DROPPED: u8 = 1;
/// No row: how many rows of the part name nobody.
pub(super) const NOBODY: u8 = 2;
/// No row: why the part cannot be read, in the id's place.
pub(super) const REFUSED: u8 = 3;

impl Job {
    /// The columns of the rows that [`super::Share::read`] gives.
    pub fn schema(&self) -> SchemaRef {
        let width = i32::try_from(self.width()).unwrap_or(i32::MAX);
        Arc::new(Schema::new(vec![
            Field::new(PART, DataType::UInt32, false),
            Field::new(ROW, DataType::UInt64, false),
            Field::new(KIND, DataType::UInt8, false),
            Field::new(ID, DataType::Binary, false),
            Field::new(CODES, DataType::FixedSizeBinary(width), false),
        ]))
    }
}

/// Rows to be handed on.
#[derive(Default)]
pub(super) struct RowsOut {
    part: u32,
    rows: Vec<u64>,
    kinds: Vec<u8>,
    ids: Vec<Vec<u8>>,
    codes: Vec<u8>,
}

impl RowsOut {
    pub(super) fn of_part(part: u32) -> Self {
        Self {
            part,
            ..Self::default()
        }
    }

    pub(super) fn push(&mut self, row: u64, kind: u8, id: &[u8], codes: &[u8]) {
        self.rows.push(row);
        self.kinds.push(kind);
        self.ids.push(id.to_vec());
        self.codes.extend_from_slice(codes);
    }

    /// As a batch of Arrow's.
    pub(super) fn take(&mut self, job: &Job) -> Result<RecordBatch, Unfit> {
        let width = i32::try_from(job.width()).map_err(|_| Unfit)?;
        let rows = core::mem::replace(self, Self::of_part(self.part));
        let parts = UInt32Array::from_value(rows.part, rows.rows.len());
        let codes = FixedSizeBinaryArray::try_new(width, rows.codes.into(), None);
        let columns: Vec<ArrayRef> = vec![
            Arc::new(parts),
            Arc::new(UInt64Array::from(rows.rows)),
            Arc::new(UInt8Array::from(rows.kinds)),
            Arc::new(BinaryArray::from_iter_values(&rows.ids)),
            Arc::new(codes.map_err(|_| Unfit)?),
        ];
        RecordBatch::try_new(job.schema(), columns).map_err(|_| Unfit)
    }
}

/// Rows that came through an engine.
pub(super) struct RowsIn<'a> {
    pub(super) parts: &'a UInt32Array,
    pub(super) rows: &'a UInt64Array,
    pub(super) kinds: &'a UInt8Array,
    pub(super) ids: &'a BinaryArray,
    pub(super) codes: &'a FixedSizeBinaryArray,
    /// The place of each row among its person's, from 1 on.
    pub(super) places: Option<&'a UInt64Array>,
}

impl<'a> RowsIn<'a> {
    /// The columns in the order of the schema, and perhaps places.
    pub(super) fn new(columns: &'a [ArrayRef]) -> Result<Self, Unfit> {
        let (columns, places) = match columns {
            [columns @ .., places] if columns.len() == COLUMNS => {
                let places = places.as_primitive_opt::<UInt64Type>().ok_or(Unfit)?;
                (columns, Some(places))
            }
            columns => (columns, None),
        };
        let [parts, rows, kinds, ids, codes] = columns else {
            return Err(Unfit);
        };
        Ok(Self {
            parts: parts.as_primitive_opt::<UInt32Type>().ok_or(Unfit)?,
            rows: rows.as_primitive_opt::<UInt64Type>().ok_or(Unfit)?,
            kinds: kinds.as_primitive_opt::<UInt8Type>().ok_or(Unfit)?,
            ids: ids.as_binary_opt::<i32>().ok_or(Unfit)?,
            codes: codes.as_fixed_size_binary_opt().ok_or(Unfit)?,
            places,
        })
    }
}

/// Columns of a row without its place.
const COLUMNS: usize = 5;
