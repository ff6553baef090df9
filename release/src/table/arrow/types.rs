//! Which types have a text.
//!
//! Tested: `every_type_has_its_text`, `types_without_a_text`.

use arrow_array::Array;
use arrow_schema::extension::EXTENSION_TYPE_NAME_KEY;
use arrow_schema::{DataType, Field};

use super::cells::Meaning;
use super::guarded::guarded;
use crate::table::texts::Texts;

/// Whether values have a time of day.
pub(in crate::table) fn has_times(data_type: &DataType) -> bool {
    match data_type {
        DataType::Date64 | DataType::Timestamp(_, None) => true,
        DataType::Dictionary(_, values) => has_times(values),
        _ => false,
    }
}

/// Whether a value has a time of day that is not midnight. What cannot be written is told of when it is read.
pub(in crate::table) fn has_time_of_day(array: &dyn Array) -> bool {
    let mut texts = Texts::new();
    let filled = guarded(|| texts.fill(array, &Meaning::default()));
    let has_time = |row| texts.text(row).contains(&b'T');
    matches!(filled, Some(Ok(()))) && (0..array.len()).any(has_time)
}

/// What the type of a column is in words, if its values have no text.
pub(in crate::table) fn without_text(field: &Field) -> Option<&'static str> {
    // A type of somebody's own, such as a period of pandas, is stored as another type, whose values mean something else.
    match field.metadata().get(EXTENSION_TYPE_NAME_KEY) {
        Some(name) if name != JSON => Some("values of a type of its own (an extension)"),
        _ => type_without_text(field.data_type()),
    }
}

fn type_without_text(data_type: &DataType) -> Option<&'static str> {
    match data_type {
        DataType::Null
        | DataType::Boolean
        | DataType::Int8
        | DataType::Int16
        | DataType::Int32
        | DataType::Int64
        | DataType::UInt8
        | DataType::UInt16
        | DataType::UInt32
        | DataType::UInt64
        | DataType::Float16
        | DataType::Float32
        | DataType::Float64
        | DataType::Decimal32(..)
        | DataType::Decimal64(..)
        | DataType::Decimal128(..)
        | DataType::Decimal256(..)
        | DataType::Date32
        | DataType::Date64
        | DataType::Timestamp(_, None)
        | DataType::Utf8
        | DataType::LargeUtf8
        | DataType::Utf8View
        | DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView => None,
        DataType::Dictionary(_, values) => type_without_text(values),
        DataType::Timestamp(_, Some(_)) => Some("timestamps with a time zone"),
        DataType::Time32(_) | DataType::Time64(_) => Some("times of day"),
        DataType::Duration(_) => Some("durations"),
        DataType::Interval(_) => Some("intervals"),
        DataType::FixedSizeBinary(_) => Some("bytes of a fixed number"),
        DataType::List(_)
        | DataType::ListView(_)
        | DataType::FixedSizeList(..)
        | DataType::LargeList(_)
        | DataType::LargeListView(_)
        | DataType::Struct(_)
        | DataType::Union(..)
        | DataType::Map(..)
        | DataType::RunEndEncoded(..) => Some("nested values"),
    }
}

/// The one type of somebody's own that is as its text says.
const JSON: &str = "arrow.json";
