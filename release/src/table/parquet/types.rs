//! Which types have a text.

use arrow_schema::DataType;

/// Whether values have a time of day.
pub(super) fn has_times(data_type: &DataType) -> bool {
    match data_type {
        DataType::Date64 | DataType::Timestamp(_, None) => true,
        DataType::Dictionary(_, values) => has_times(values),
        _ => false,
    }
}

/// What a type is in words, if its values have no text.
pub(super) fn without_text(data_type: &DataType) -> Option<&'static str> {
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
        DataType::Dictionary(_, values) => without_text(values),
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
