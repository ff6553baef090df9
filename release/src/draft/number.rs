//! Numbers as people write them.

/// A decimal field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    /// In units of 10^−15, rounded down.
    pub(super) floor: i128,
    /// Whether anything was lost by that.
    pub(super) inexact: bool,
    /// Decimals, as the field is written.
    pub(super) decimals: u32,
    /// Written as a whole number: digits and perhaps a sign.
    pub(super) whole: bool,
    /// Written with a zero in front, as codes are and numbers are not.
    pub(super) padded: bool,
}

impl Number {
    /// Reads `12`, `-0.5`, `1e-3`; `None` for anything else, and for numbers beyond 10^18.
    pub(super) fn new(field: &str) -> Option<Self> {
        let (mantissa, exponent) = match field.split_once(['e', 'E']) {
            None => (field, None),
            Some((mantissa, exponent)) => (mantissa, Some(exponent.parse::<i32>().ok()?)),
        };
        let (negative, unsigned) = match mantissa.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, mantissa.strip_prefix('+').unwrap_or(mantissa)),
        };
        let (before, behind) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        let digits = before.bytes().chain(behind.bytes());
        if before.len() + behind.len() == 0 || !digits.clone().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        // Units of 10^−15: the digits, shifted by 15 places and the exponent, less those behind the
        // point.
        let behind_length = i32::try_from(behind.len()).ok()?;
        let exponent_value = exponent.unwrap_or(0);
        let shift = PLACES
            .checked_add(exponent_value)?
            .checked_sub(behind_length)?;
        let mut magnitude: i128 = 0;
        let mut inexact = false;
        let keep = usize::try_from(
            i64::try_from(before.len() + behind.len()).ok()? + i64::from(shift.min(0)),
        )
        .unwrap_or(0);
        for (index, byte) in digits.enumerate() {
            if index < keep {
                let digit = i128::from(byte - b'0');
                magnitude = magnitude.checked_mul(10)?.checked_add(digit)?;
            } else {
                inexact |= byte != b'0';
            }
        }
        for _ in 0..shift.max(0) {
            if magnitude == 0 {
                break;
            }
            magnitude = magnitude.checked_mul(10)?;
        }
        if magnitude > LARGEST {
            return None;
        }
        let floor = match (negative, inexact) {
            (false, _) => magnitude,
            (true, false) => -magnitude,
            (true, true) => -magnitude - 1,
        };
        let decimals = behind_length.saturating_sub(exponent_value).max(0);
        Some(Self {
            floor,
            inexact,
            decimals: decimals.unsigned_abs(),
            whole: !mantissa.contains('.') && exponent.is_none(),
            padded: before.len() > 1 && before.starts_with('0'),
        })
    }

    /// The whole number that it is, however it is written.
    pub(super) fn whole_number(self) -> Option<i64> {
        let whole = !self.inexact && self.floor % UNIT == 0;
        whole.then(|| i64::try_from(self.floor / UNIT).ok())?
    }
}

/// 10^15.
pub(super) const UNIT: i128 = 1_000_000_000_000_000;
const PLACES: i32 = 15;
/// 10^18, the largest bound of the language.
const LARGEST: i128 = 10_i128.pow(18 + 15);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        let unit = 10_i128.pow(15);
        for (field, expected) in [
            ("0", Some((0, false, 0, true))),
            ("42", Some((42 * unit, false, 0, true))),
            ("-42", Some((-42 * unit, false, 0, true))),
            ("+7", Some((7 * unit, false, 0, true))),
            ("1.50", Some((unit * 3 / 2, false, 2, false))),
            (".5", Some((unit / 2, false, 1, false))),
            ("5.", Some((5 * unit, false, 0, false))),
            ("1e3", Some((1000 * unit, false, 0, false))),
            ("2.5e-3", Some((25 * unit / 10_000, false, 4, false))),
            ("1e-16", Some((0, true, 16, false))),
            ("-1e-16", Some((-1, true, 16, false))),
            ("0.0000000000000001", Some((0, true, 16, false))),
            (
                "1000000000000000000",
                Some((1000 * unit * unit, false, 0, true)),
            ),
            ("1000000000000000001", None),
            ("1e400", None),
            ("0e400", Some((0, false, 0, false))),
            ("1e99999999999", None),
            ("", None),
            ("-", None),
            (".", None),
            ("1,5", None),
            ("1 000", None),
            ("0x10", None),
            ("1-2", None),
            ("--1", None),
            ("NaN", None),
            ("e5", None),
        ] {
            let actual = Number::new(field).map(|n| (n.floor, n.inexact, n.decimals, n.whole));
            assert_eq!(actual, expected, "case `{field}`");
        }
        assert!(Number::new("007").is_some_and(|number| number.padded));
        assert!(Number::new("0.5").is_some_and(|number| !number.padded));
    }
}
