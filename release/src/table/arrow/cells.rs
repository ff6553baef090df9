//! One column of a record batch as text.
//!
//! Tested: `a_cell_depends_on_its_value_alone`, `a_row_that_changes_types_moves_no_other_row`,
//! `every_cell_has_the_code_of_its_text`, `a_code_does_not_depend_on_the_type`, `an_id_has_one_text_in_every_type`.

use arrow_array::cast::AsArray as _;
use arrow_array::iterator::ArrayIter;
use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Date64Type, Decimal32Type, Decimal64Type, Decimal128Type,
    Decimal256Type, Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type,
    Int64Type, TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType,
    TimestampSecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{
    Array, ArrayAccessor, GenericBinaryArray, GenericStringArray, OffsetSizeTrait, StringViewArray,
};
use arrow_schema::{DataType, TimeUnit};
use privet_spec::{Attribute, DecimalSign, Fit, Kind};

use super::moment::Moment;
use super::numeral::{put_decimal, put_double, put_integer, put_natural};
use crate::table::memo::Key;
use crate::table::texts::Texts;
use crate::table::wanted::Wanted;

/// How values of a column are written.
#[derive(Clone, Debug, Default)]
pub(in crate::table) struct Meaning {
    /// Says how dates and truth values are written.
    attribute: Option<Attribute>,
    /// What stands before a fraction.
    decimal: DecimalSign,
    /// Whether midnight is written too.
    always_times: bool,
    /// Whether bytes that are no text are as if they were not there.
    leaves_out_binary: bool,
}

impl Meaning {
    /// Of a column, as it is wanted.
    pub(in crate::table) fn of(name: &str, wanted: &Wanted, always_times: bool) -> Self {
        Self {
            attribute: wanted.attribute_of(name).cloned(),
            decimal: wanted.form().decimal,
            always_times,
            leaves_out_binary: wanted.is_all(),
        }
    }

    /// How a truth value is written: as one of the attribute's values, where it has both in a usual spelling.
    fn truth(&self, value: bool) -> String {
        let of = |(no, yes): (&str, &str)| if value { yes } else { no }.to_owned();
        let own = self.attribute.as_ref().and_then(|attribute| {
            if let Kind::Boolean { no, yes } = attribute.kind() {
                return Some(of((no, yes)));
            }
            let is_value = |text| matches!(attribute.classify(text), Fit::Inside(_));
            let mut usual = TRUTHS.iter().copied();
            usual
                .find(|(no, yes)| is_value(no) && is_value(yes))
                .map(of)
        });
        own.unwrap_or_else(|| value.to_string())
    }
}

/// A column that cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::table) enum Unwritten {
    /// Bytes that are not UTF-8, in this row of the batch.
    NotText { row: usize },
    /// Another type than the file said.
    OtherType,
}

impl Texts {
    /// Takes the texts of a column.
    pub(in crate::table) fn fill(
        &mut self,
        array: &dyn Array,
        meaning: &Meaning,
    ) -> Result<(), Unwritten> {
        self.clear();
        let sign = meaning.decimal;
        match array.data_type() {
            DataType::Null => {
                (0..array.len()).for_each(|_| self.push_missing());
                Some(())
            }
            DataType::Boolean => self.put(
                array.as_boolean_opt(),
                |value| Some(value.into()),
                |value, out| out.extend_from_slice(meaning.truth(value).as_bytes()),
            ),
            DataType::Int8 => self.put_integers::<Int8Type>(array),
            DataType::Int16 => self.put_integers::<Int16Type>(array),
            DataType::Int32 => self.put_integers::<Int32Type>(array),
            DataType::Int64 => self.put_integers::<Int64Type>(array),
            DataType::UInt8 => self.put_integers::<UInt8Type>(array),
            DataType::UInt16 => self.put_integers::<UInt16Type>(array),
            DataType::UInt32 => self.put_integers::<UInt32Type>(array),
            DataType::UInt64 => {
                let naturals = array.as_primitive_opt::<UInt64Type>();
                self.put(naturals, Some, put_natural)
            }
            DataType::Float16 => self.put(
                array.as_primitive_opt::<Float16Type>(),
                |value| Some(value.to_bits().into()),
                |value, out| put_double(value.to_f64(), sign, out),
            ),
            DataType::Float32 => self.put(
                array.as_primitive_opt::<Float32Type>(),
                |value| Some(value.to_bits().into()),
                |value, out| put_double(value.into(), sign, out),
            ),
            DataType::Float64 => self.put(
                array.as_primitive_opt::<Float64Type>(),
                |value| Some(value.to_bits()),
                |value, out| put_double(value, sign, out),
            ),
            DataType::Decimal32(_, scale) => {
                let small = |units: i32| Some(units.into());
                self.put_decimals::<Decimal32Type>(array, small, *scale, sign)
            }
            DataType::Decimal64(_, scale) => {
                self.put_decimals::<Decimal64Type>(array, Some, *scale, sign)
            }
            DataType::Decimal128(_, scale) => {
                let small = |units: i128| units.try_into().ok();
                self.put_decimals::<Decimal128Type>(array, small, *scale, sign)
            }
            DataType::Decimal256(_, scale) => {
                self.put_decimals::<Decimal256Type>(array, |_| None, *scale, sign)
            }
            DataType::Date32 => self.put(
                array.as_primitive_opt::<Date32Type>(),
                |value| Some(i64::from(value).cast_unsigned()),
                |value, out| {
                    Moment::of_day(value.into()).put(meaning.attribute.as_ref(), false, out);
                },
            ),
            DataType::Date64 => self.put_moments::<Date64Type>(array, 1_000, meaning),
            DataType::Timestamp(unit, None) => match unit {
                TimeUnit::Second => self.put_moments::<TimestampSecondType>(array, 1, meaning),
                TimeUnit::Millisecond => {
                    self.put_moments::<TimestampMillisecondType>(array, 1_000, meaning)
                }
                TimeUnit::Microsecond => {
                    self.put_moments::<TimestampMicrosecondType>(array, 1_000_000, meaning)
                }
                TimeUnit::Nanosecond => {
                    self.put_moments::<TimestampNanosecondType>(array, 1_000_000_000, meaning)
                }
            },
            // A file may call a column strings beside its own schema, and `parquet` does not look whether they are UTF-8 then.
            DataType::Utf8 => {
                let strings = array.as_string_opt::<i32>().map(bytes_of);
                return self.put_bytes(strings.as_ref(), meaning);
            }
            DataType::LargeUtf8 => {
                let strings = array.as_string_opt::<i64>().map(bytes_of);
                return self.put_bytes(strings.as_ref(), meaning);
            }
            DataType::Utf8View => {
                let strings = array.as_string_view_opt().cloned();
                let strings = strings.map(StringViewArray::to_binary_view);
                return self.put_bytes(strings.as_ref(), meaning);
            }
            DataType::Binary => return self.put_bytes(array.as_binary_opt::<i32>(), meaning),
            DataType::LargeBinary => return self.put_bytes(array.as_binary_opt::<i64>(), meaning),
            DataType::BinaryView => return self.put_bytes(array.as_binary_view_opt(), meaning),
            DataType::Dictionary(..) => return self.fill_dictionary(array, meaning),
            _ => None,
        }
        .ok_or(Unwritten::OtherType)
    }

    /// Each value of a dictionary is written once.
    fn fill_dictionary(&mut self, array: &dyn Array, meaning: &Meaning) -> Result<(), Unwritten> {
        let dictionary = array.as_any_dictionary_opt().ok_or(Unwritten::OtherType)?;
        // Where the dictionary is empty, all rows are null, and there are no keys to ask for.
        let keys = if dictionary.values().is_empty() {
            Vec::new()
        } else {
            dictionary.normalized_keys()
        };
        let filled = self.fill(dictionary.values().as_ref(), meaning);
        filled.map_err(|why| match why {
            Unwritten::NotText { row: value } => Unwritten::NotText {
                row: keys.iter().position(|key| *key == value).unwrap_or(0),
            },
            Unwritten::OtherType => why,
        })?;
        let key = |row: usize| keys.get(row).copied().filter(|_| !array.is_null(row));
        self.choose((0..array.len()).map(key));
        Ok(())
    }

    /// Values, of which two are the same if they have the same bits.
    fn put<A: ArrayAccessor<Item: Copy>>(
        &mut self,
        array: Option<A>,
        bits: impl Fn(A::Item) -> Option<u64>,
        mut put: impl FnMut(A::Item, &mut Vec<u8>),
    ) -> Option<()> {
        for value in ArrayIter::new(array?) {
            match value {
                Some(value) => {
                    let key = bits(value).map(Key::of_number);
                    self.push(key, |out| put(value, out));
                }
                None => self.push_missing(),
            }
        }
        Some(())
    }

    fn put_integers<T: ArrowPrimitiveType<Native: Into<i64>>>(
        &mut self,
        array: &dyn Array,
    ) -> Option<()> {
        self.put(
            array.as_primitive_opt::<T>(),
            |value| Some(value.into().cast_unsigned()),
            |value, out| put_integer(value.into(), out),
        )
    }

    /// Decimals in units of 10^−`scale`; `small` is for those that 64 bits hold.
    fn put_decimals<T: ArrowPrimitiveType<Native: ToString>>(
        &mut self,
        array: &dyn Array,
        small: impl Fn(T::Native) -> Option<i64>,
        scale: i8,
        sign: DecimalSign,
    ) -> Option<()> {
        let mut digits = Vec::new();
        let bits = |value| small(value).map(i64::cast_unsigned);
        self.put(array.as_primitive_opt::<T>(), bits, |value, out| {
            digits.clear();
            match small(value) {
                Some(units) => put_integer(units, &mut digits),
                None => digits.extend_from_slice(value.to_string().as_bytes()),
            }
            put_decimal(&digits, scale, sign, out);
        })
    }

    fn put_moments<T: ArrowPrimitiveType<Native = i64>>(
        &mut self,
        array: &dyn Array,
        a_second: i64,
        meaning: &Meaning,
    ) -> Option<()> {
        self.put(
            array.as_primitive_opt::<T>(),
            |value| Some(value.cast_unsigned()),
            |value, out| {
                let moment = Moment::of_units(value, a_second);
                moment.put(meaning.attribute.as_ref(), meaning.always_times, out);
            },
        )
    }

    /// Strings; older programs do not say that they are text.
    fn put_bytes<'a, A: ArrayAccessor<Item = &'a [u8]>>(
        &mut self,
        array: Option<A>,
        meaning: &Meaning,
    ) -> Result<(), Unwritten> {
        let array = array.ok_or(Unwritten::OtherType)?;
        let mut wrong = None;
        for (row, value) in ArrayIter::new(array).enumerate() {
            let Some(value) = value else {
                self.push_missing();
                continue;
            };
            self.push(Key::new(value, value.len()), |out| {
                if core::str::from_utf8(value).is_ok() {
                    out.extend_from_slice(value);
                } else if !meaning.leaves_out_binary {
                    wrong = Some(row);
                }
            });
            if let Some(row) = wrong {
                return Err(Unwritten::NotText { row });
            }
        }
        Ok(())
    }
}

/// The same memory, which nobody says is UTF-8.
fn bytes_of<O: OffsetSizeTrait>(strings: &GenericStringArray<O>) -> GenericBinaryArray<O> {
    let (ends, bytes, nulls) = strings.clone().into_parts();
    GenericBinaryArray::new(ends, bytes, nulls)
}

/// No and yes as programs write them.
const TRUTHS: &[(&str, &str)] = &[
    ("false", "true"),
    ("False", "True"),
    ("FALSE", "TRUE"),
    ("0", "1"),
];
