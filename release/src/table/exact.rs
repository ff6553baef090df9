//! Which ids name one person for sure, by the type of their column and by how they are written.
//!
//! A person whose id has two texts is two persons, each with as many rows as a person may have: the guarantee is then not
//! kept. A floating column does that by itself. One missing value turns whole numbers into doubles in many programs, and a
//! double does not tell 2^53 from 2^53 + 1. So a number is an id only where its type tells it from its neighbours, and a
//! text only where it is not what programs write of floating numbers that have lost digits.
//!
//! Tested: a number in any two types that can hold it has one text, or one of the two is refused; both sides of every bound.

#[cfg(feature = "parquet")]
use arrow_schema::DataType;

/// How sure the ids of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    not(feature = "parquet"),
    expect(dead_code, reason = "only columns with types have the others")
)]
pub(super) enum Exactness {
    /// Integers, dates, truth values: each is itself.
    Every,
    /// Texts, of which some are numbers that were floating once.
    Text,
    /// Decimals: each whole number is itself. One with a fraction has other texts elsewhere, such as `2.50` for `2.5`.
    Whole,
    /// Floating numbers: each whole number of less magnitude is itself. From there on neighbours share one.
    Below(u64),
}

impl Exactness {
    /// Of the ids in a typed column.
    #[cfg(feature = "parquet")]
    pub(super) fn of(data_type: &DataType) -> Self {
        match data_type {
            DataType::Float16 => Self::Below(1 << 11),
            DataType::Float32 => Self::Below(1 << 24),
            DataType::Float64 => Self::Below(EXACT_IN_DOUBLE),
            DataType::Decimal32(_, scale)
            | DataType::Decimal64(_, scale)
            | DataType::Decimal128(_, scale)
            | DataType::Decimal256(_, scale) => {
                if *scale < 0 {
                    // Whole numbers are rounded to tens, hundreds and so on.
                    Self::Below(0)
                } else {
                    Self::Whole
                }
            }
            DataType::Utf8
            | DataType::LargeUtf8
            | DataType::Utf8View
            | DataType::Binary
            | DataType::LargeBinary
            | DataType::BinaryView => Self::Text,
            DataType::Dictionary(_, values) => Self::of(values),
            _ => Self::Every,
        }
    }

    /// Whether an id names one person: `id` is the text of what stands in `field`.
    pub(super) fn is_sure(self, field: &[u8], id: &[u8]) -> bool {
        let is_below = |bound| magnitude(id).is_some_and(|magnitude| magnitude < bound);
        match self {
            Self::Every => true,
            // What has lost a fraction of zeros was floating, or decimal, when it was written.
            Self::Text => {
                !has_exponent(field) && (field.len() == id.len() || is_below(EXACT_IN_DOUBLE))
            }
            Self::Whole => digits_of(id).is_some(),
            Self::Below(bound) => is_below(bound),
        }
    }
}

/// The digits of a whole number.
fn digits_of(number: &[u8]) -> Option<&[u8]> {
    let digits = number.strip_prefix(b"-").unwrap_or(number);
    let is_whole = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    is_whole.then_some(digits)
}

/// A whole number without its sign; nothing where it is none, or larger than any bound.
fn magnitude(number: &[u8]) -> Option<u64> {
    core::str::from_utf8(digits_of(number)?).ok()?.parse().ok()
}

/// Whether a text is a number with an exponent, such as `1e+16`, `1E16` or `1.0e16`.
///
/// A code in hexadecimal digits, such as `00012e45`, is none. It has neither a sign nor a point, and programs that write
/// exponents without a sign put one digit before it and at most three behind.
fn has_exponent(text: &[u8]) -> bool {
    let text = text.trim_ascii();
    let Some(place) = text.iter().position(|byte| matches!(byte, b'e' | b'E')) else {
        return false;
    };
    let (mantissa, exponent) = text.split_at(place);
    let exponent = exponent.get(1..).unwrap_or_default();
    let (signed_mantissa, mantissa) = unsigned(mantissa);
    let (signed_exponent, exponent) = unsigned(exponent);
    let digits = |text: &[u8]| text.iter().filter(|byte| byte.is_ascii_digit()).count();
    let (before, behind) = (digits(mantissa), digits(exponent));
    let points = mantissa
        .iter()
        .filter(|byte| matches!(byte, b'.' | b','))
        .count();
    let is_number = before > 0
        && behind > 0
        && points <= 1
        && before + points == mantissa.len()
        && behind == exponent.len();
    let may_be_a_code = !signed_mantissa && !signed_exponent && points == 0;
    is_number && !(may_be_a_code && (before > 1 || behind > 3))
}

/// Whether there is a sign, and what stands behind it.
fn unsigned(text: &[u8]) -> (bool, &[u8]) {
    match text {
        [b'+' | b'-', rest @ ..] => (true, rest),
        rest => (false, rest),
    }
}

/// 2^53: whole numbers of less magnitude are exact in double precision.
const EXACT_IN_DOUBLE: u64 = 1 << 53;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_with_an_exponent() {
        for text in [
            "1e+16", "1E16", "1.0e16", "1e16", "1,5E+16", "-1e+16", "+1.5e-3", "12e+15", "123E+5",
            "1.e5", ".5e7", "1e308", " 1e+16", "1e+16 ", "1e05", "0e0", "-12e15",
        ] {
            assert!(has_exponent(text.as_bytes()), "{text}");
        }
        for text in [
            "",
            "e",
            "e5",
            "1e",
            "1e+",
            "+e+5",
            "1e5e5",
            "1e5.0",
            "1.0.0e5",
            "12e15",
            "00012e45",
            "1e2345",
            "1e-5-7",
            "a1e5",
            "1e5a",
            "E",
            "10000000000000000",
            "x",
            "1 e5",
            ".e5",
            "1d5",
        ] {
            assert!(!has_exponent(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn both_sides_of_every_bound() {
        let many = |scale| DataType::Decimal256(76, scale);
        let listed = |values| DataType::Dictionary(Box::new(DataType::Int8), Box::new(values));
        for (data_type, sure, unsure) in [
            (DataType::Float16, "2047", "2048"),
            (DataType::Float32, "16777215", "16777216"),
            (DataType::Float64, "9007199254740991", "9007199254740992"),
            (DataType::Float64, "-9007199254740991", "-9007199254740992"),
            (DataType::Float64, "0", "99999999999999991611392"),
            (DataType::Float64, "1", "inf"),
            (DataType::Float64, "-1", "-inf"),
            (DataType::Float64, "7", "7.5"),
            (listed(DataType::Float16), "2047", "2048"),
            (DataType::Decimal32(9, 2), "7", "7.5"),
            (DataType::Decimal64(18, 2), "7", "7,5"),
            (DataType::Decimal128(38, 0), "9007199254740993", "0.1"),
            (many(0), "99999999999999999999999999999999", "0.1"),
            (DataType::Utf8, "10000000000000000", "1e+16"),
            (DataType::BinaryView, "9007199254740993", "1e+16"),
            (DataType::LargeUtf8, "7.5", "1E16"),
        ] {
            let exactness = Exactness::of(&data_type);
            let is_sure = |id: &str| exactness.is_sure(id.as_bytes(), id.as_bytes());
            assert!(is_sure(sure), "{data_type}: {sure}");
            assert!(!is_sure(unsure), "{data_type}: {unsure}");
        }
        for data_type in [
            DataType::Decimal32(9, -1),
            DataType::Decimal64(9, -1),
            DataType::Decimal128(9, -2),
            many(-3),
        ] {
            assert!(
                !Exactness::of(&data_type).is_sure(b"0", b"0"),
                "{data_type}"
            );
        }
        for data_type in [DataType::Int64, DataType::UInt64, DataType::Date32] {
            let id = b"18446744073709551615";
            assert!(Exactness::of(&data_type).is_sure(id, id), "{data_type}");
        }
    }

    /// Many programs write doubles so as text.
    #[test]
    fn a_fraction_of_zeros_says_that_a_text_was_floating() {
        for (field, id, expected) in [
            ("7.0", "7", true),
            ("9007199254740991.0", "9007199254740991", true),
            ("9007199254740992.0", "9007199254740992", false),
            ("-9007199254740992.00", "-9007199254740992", false),
            ("9007199254740993", "9007199254740993", true),
        ] {
            let is_sure = Exactness::Text.is_sure(field.as_bytes(), id.as_bytes());
            assert_eq!(is_sure, expected, "{field}");
        }
    }
}
