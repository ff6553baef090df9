//! The type of a synthetic column in Parquet and in Arrow, by the kind of its attribute.

use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, BooleanArray, Date32Array, Decimal128Array, DictionaryArray, Int32Array, Int64Array,
    StringArray, TimestampMillisecondArray,
};
use arrow_schema::{DataType, TimeUnit as ArrowUnit};
use privet_spec::{Attribute, Encoded, Kind, TimeUnit};

use super::layout::Cell;

/// A function of the spec alone.
#[derive(Clone, Debug)]
pub(super) enum Type {
    Integer,
    /// With so many decimals.
    Decimal(i8),
    /// Days.
    Date,
    /// Milliseconds, the coarsest that Parquet has, and how many of them are one of the attribute's units.
    Moment(i64),
    Boolean,
    /// Labels in the order of their codes.
    Labels(Arc<StringArray>),
    Text,
}

/// Values of a column, row by row.
pub(super) enum Values {
    /// Numbers, or codes of labels.
    Numbers(Vec<Option<i64>>),
    Texts(Vec<String>),
}

impl Values {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Numbers(numbers) => numbers.len(),
            Self::Texts(texts) => texts.len(),
        }
    }
}

impl Type {
    pub(super) fn of(attribute: &Attribute) -> Self {
        match attribute.kind() {
            Kind::Integer(_) => Self::Integer,
            Kind::Real { decimals, .. } => {
                Self::Decimal(i8::try_from(*decimals).unwrap_or(i8::MAX))
            }
            Kind::Date { .. } => Self::Date,
            Kind::DateTime { unit, .. } => Self::Moment(match unit {
                TimeUnit::Second => 1_000,
                TimeUnit::Minute => 60_000,
            }),
            // Read back, a boolean is one of these two texts.
            Kind::Boolean { .. }
                if attribute.encode("false") == Encoded::Code(0)
                    && attribute.encode("true") == Encoded::Code(1) =>
            {
                Self::Boolean
            }
            Kind::Boolean { no, yes } => Self::labels([no, yes]),
            Kind::Categorical(labels) => Self::labels(labels),
            // An identifier, and whatever kind there will be.
            _ => Self::Text,
        }
    }

    fn labels<'l>(labels: impl IntoIterator<Item = &'l String>) -> Self {
        Self::Labels(Arc::new(StringArray::from_iter_values(labels)))
    }

    pub(super) fn data_type(&self) -> DataType {
        match self {
            Self::Integer => DataType::Int64,
            Self::Decimal(scale) => DataType::Decimal128(DIGITS, *scale),
            Self::Date => DataType::Date32,
            Self::Moment(_) => DataType::Timestamp(ArrowUnit::Millisecond, None),
            Self::Boolean => DataType::Boolean,
            Self::Labels(_) => {
                DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8))
            }
            Self::Text => DataType::Utf8,
        }
    }

    /// No values yet.
    pub(super) fn values(&self) -> Values {
        match self {
            Self::Text => Values::Texts(Vec::new()),
            _ => Values::Numbers(Vec::new()),
        }
    }

    /// Takes the value of a cell; nothing where it is none of this type.
    pub(super) fn put(
        &self,
        attribute: &Attribute,
        cell: &Cell<'_>,
        values: &mut Values,
    ) -> Option<()> {
        match values {
            Values::Texts(texts) => match cell {
                Cell::Generated(row) => texts.push(attribute.identifier(*row)?),
                _ => return None,
            },
            Values::Numbers(numbers) => numbers.push(match cell {
                Cell::Number { number, .. } => Some(self.number(*number)?),
                Cell::Missing => None,
                Cell::Listed(listed) if attribute.null_code() == Some(listed.code) => None,
                Cell::Listed(listed) if matches!(self, Self::Boolean | Self::Labels(_)) => {
                    Some(listed.code.into())
                }
                _ => return None,
            }),
        }
        Some(())
    }

    /// A number of the attribute in units of the type.
    pub(super) fn number(&self, number: i64) -> Option<i64> {
        match self {
            Self::Moment(unit) => number.checked_mul(*unit),
            _ => Some(number),
        }
    }

    /// The values of a block; nothing where one is none of this type.
    pub(super) fn array(&self, values: Values) -> Option<ArrayRef> {
        let numbers = match values {
            Values::Texts(texts) => return Some(Arc::new(StringArray::from(texts))),
            Values::Numbers(numbers) => numbers,
        };
        Some(match self {
            Self::Integer => Arc::new(Int64Array::from(numbers)),
            Self::Decimal(scale) => {
                let numbers = numbers.into_iter().map(|number| number.map(i128::from));
                let array = numbers.collect::<Decimal128Array>();
                Arc::new(array.with_precision_and_scale(DIGITS, *scale).ok()?)
            }
            Self::Date => Arc::new(Date32Array::from(narrow(&numbers)?)),
            Self::Moment(_) => Arc::new(TimestampMillisecondArray::from(numbers)),
            Self::Boolean => {
                let values = numbers.into_iter().map(|code| code.map(|code| code == 1));
                Arc::new(values.collect::<BooleanArray>())
            }
            Self::Labels(labels) => {
                let keys = Int32Array::from(narrow(&numbers)?);
                let labels = Arc::clone(labels);
                Arc::new(DictionaryArray::<Int32Type>::try_new(keys, labels).ok()?)
            }
            Self::Text => return None,
        })
    }
}

fn narrow(numbers: &[Option<i64>]) -> Option<Vec<Option<i32>>> {
    let narrow = |number: &Option<i64>| match number {
        None => Some(None),
        Some(number) => i32::try_from(*number).ok().map(Some),
    };
    numbers.iter().map(narrow).collect()
}

/// The most that a spec can write, decimals included.
const DIGITS: u8 = 18;
