//! Numbers as text: one text for a number, whatever type it is stored in.
//!
//! Tested: `a_cell_depends_on_its_value_alone`, `precision_moves_no_fraction`,
//! `a_number_is_one_id_in_every_type_or_refused`.

use core::fmt::Display;
use std::io::Write as _;

use privet_spec::DecimalSign;

/// Appends a whole number.
pub(super) fn put_integer(number: i64, out: &mut Vec<u8>) {
    if number < 0 {
        out.push(b'-');
    }
    put_natural(number.unsigned_abs(), out);
}

/// Appends a whole number without a sign.
pub(super) fn put_natural(mut number: u64, out: &mut Vec<u8>) {
    let mut digits = [0; 20];
    let mut used = 0;
    for place in digits.iter_mut().rev() {
        // Below 10.
        *place = b'0' + u8::try_from(number % 10).unwrap_or(0);
        number /= 10;
        used += 1;
        if number == 0 {
            break;
        }
    }
    let start = digits.len() - used;
    out.extend_from_slice(digits.get(start..).unwrap_or_default());
}

/// Appends a number of double precision: a whole one as an integer has it, any other by the fewest digits that read back
/// as it, without an exponent. NaN is no number: nothing is appended. Numbers of less precision are written so as well: the
/// fewest digits of their own would be other ones, and one row of double precision makes its whole column double.
pub(super) fn put_double(number: f64, sign: DecimalSign, out: &mut Vec<u8>) {
    if !put_unless_fraction(number, out) {
        put_fraction(number, sign, out);
    }
}

/// Appends a number of units of 10^−`scale`, without zeros at the end of its fraction.
pub(super) fn put_decimal(units: &[u8], scale: i8, sign: DecimalSign, out: &mut Vec<u8>) {
    let digits = units.strip_prefix(b"-").unwrap_or(units);
    if digits.iter().all(|digit| *digit == b'0') {
        out.push(b'0');
        return;
    }
    if units.len() > digits.len() {
        out.push(b'-');
    }
    let Ok(behind) = usize::try_from(scale) else {
        out.extend_from_slice(digits);
        out.extend((0..scale.unsigned_abs()).map(|_| b'0'));
        return;
    };
    let (whole, fraction) = match digits.len().checked_sub(behind) {
        Some(point) => digits.split_at(point),
        None => (&b""[..], digits),
    };
    out.extend_from_slice(if whole.is_empty() { b"0" } else { whole });
    let zeros = behind.saturating_sub(fraction.len());
    let last = fraction.iter().rposition(|digit| *digit != b'0');
    if let Some(fraction) = last.and_then(|last| fraction.get(..=last)) {
        out.push(sign.byte());
        out.extend((0..zeros).map(|_| b'0'));
        out.extend_from_slice(fraction);
    }
}

/// Appends what is no fraction: a whole number, with all of its digits, or none at all.
fn put_unless_fraction(number: f64, out: &mut Vec<u8>) -> bool {
    if number.is_nan() {
        return true;
    }
    if number.is_infinite() {
        out.extend_from_slice(if number > 0.0 { b"inf" } else { b"-inf" });
        return true;
    }
    if number.to_bits() != libm::trunc(number).to_bits() {
        return false;
    }
    if number.abs() < EXACT {
        // Without a fraction and below 2^53; −0.0 becomes 0.
        #[expect(clippy::cast_possible_truncation, reason = "a whole number below 2^53")]
        put_integer(number as i64, out);
    } else {
        // Writing to a vector cannot fail.
        let _ = write!(out, "{number:.0}");
    }
    true
}

fn put_fraction(number: impl Display, sign: DecimalSign, out: &mut Vec<u8>) {
    let start = out.len();
    // Writing to a vector cannot fail.
    let _ = write!(out, "{number}");
    let mut written = out.iter_mut().skip(start);
    if let Some(point) = written.find(|byte| **byte == b'.') {
        *point = sign.byte();
    }
}

/// 2^53: whole numbers below it are exact in double precision.
const EXACT: f64 = 9_007_199_254_740_992.0;

#[cfg(test)]
mod tests {
    use super::*;

    fn text(put: impl FnOnce(&mut Vec<u8>)) -> String {
        let mut out = Vec::new();
        put(&mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn integers() {
        for (number, expected) in [
            (0, "0"),
            (7, "7"),
            (-10, "-10"),
            (i64::MAX, "9223372036854775807"),
            (i64::MIN, "-9223372036854775808"),
        ] {
            assert_eq!(text(|out| put_integer(number, out)), expected);
        }
        assert_eq!(
            text(|out| put_natural(u64::MAX, out)),
            "18446744073709551615"
        );
    }

    /// Whole doubles have the digits of the integer that they are, by Python's `int(x)`.
    #[test]
    fn doubles() {
        for (number, expected) in [
            (0.0, "0"),
            (-0.0, "0"),
            (12.0, "12"),
            (-3.0, "-3"),
            (0.1, "0.1"),
            (-2.5, "-2.5"),
            (1e-7, "0.0000001"),
            (0.1 + 0.2, "0.30000000000000004"),
            (9_007_199_254_740_992.0, "9007199254740992"),
            (1_152_921_504_606_846_976.0, "1152921504606846976"),
            (1e23, "99999999999999991611392"),
            (f64::INFINITY, "inf"),
            (f64::NEG_INFINITY, "-inf"),
            (f64::NAN, ""),
        ] {
            let point = text(|out| put_double(number, DecimalSign::Point, out));
            assert_eq!(point, expected);
            let comma = text(|out| put_double(number, DecimalSign::Comma, out));
            assert_eq!(comma, expected.replace('.', ","));
        }
    }

    #[test]
    fn decimals() {
        for (units, scale, expected) in [
            ("150", 2, "1.5"),
            ("-150", 2, "-1.5"),
            ("100", 2, "1"),
            ("5", 2, "0.05"),
            ("-5", 3, "-0.005"),
            ("0", 2, "0"),
            ("120", 0, "120"),
            ("12", -2, "1200"),
            ("0", -2, "0"),
            (
                "123456789012345678901234567890",
                28,
                "12.345678901234567890123456789",
            ),
        ] {
            let actual = text(|out| put_decimal(units.as_bytes(), scale, DecimalSign::Point, out));
            assert_eq!(actual, expected, "{units} by {scale}");
        }
        assert_eq!(
            text(|out| put_decimal(b"150", 2, DecimalSign::Comma, out)),
            "1,5"
        );
    }
}
