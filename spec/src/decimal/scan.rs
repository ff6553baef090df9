//! Reading a decimal text into digits and an exponent, without allocation: fields of private tables
//! pass through here by the million.
//!
//! Tested: `finer_decimals_are_binned_exactly` (random), `floors_to_a_grid`.

/// What a text says: `±coefficient · 10^exponent`, and a little more if `inexact`.
pub(crate) struct Scanned {
    pub(crate) negative: bool,
    /// Up to [`MOST_DIGITS`] digits.
    pub(crate) coefficient: u128,
    pub(crate) exponent: i32,
    /// Further digits follow that are not all zero: the true magnitude is larger, by less than one
    /// unit of the coefficient.
    pub(crate) inexact: bool,
}

impl Scanned {
    /// Reads `[+-]digits[.digits][e[+-]digits]`; digits may lack on one side of the point.
    pub(crate) fn new(text: &str) -> Option<Self> {
        Self::with_sign(text, b'.')
    }

    /// The same with another byte for the point.
    pub(crate) fn with_sign(text: &str, point: u8) -> Option<Self> {
        let (negative, unsigned) = split_sign(text.as_bytes());
        let mut scanned = Self {
            negative,
            coefficient: 0,
            exponent: 0,
            inexact: false,
        };
        let mut digits_seen = false;
        let mut behind_point = false;
        let mut bytes = unsigned.iter();
        for byte in bytes.by_ref() {
            match byte {
                b'0'..=b'9' => {
                    digits_seen = true;
                    scanned.push(byte - b'0', behind_point);
                }
                byte if *byte == point && !behind_point => behind_point = true,
                b'e' | b'E' if digits_seen => {
                    scanned.exponent = scanned.exponent.saturating_add(exponent(bytes.as_slice())?);
                    return Some(scanned);
                }
                _ => return None,
            }
        }
        digits_seen.then_some(scanned)
    }

    /// This number in units of 10^−`decimals`, rounded down, and whether something is left over.
    /// Beyond `i64` it saturates, which lies outside of every domain or at its very edge.
    pub(crate) fn floor_to_grid(&self, decimals: u8) -> (i64, bool) {
        let shift = self.exponent.saturating_add(i32::from(decimals));
        let power = power_of_ten(shift.unsigned_abs());
        let (magnitude, left_over) = if self.coefficient == 0 {
            (0, self.inexact)
        } else if shift >= 0 {
            let scaled = power.and_then(|power| self.coefficient.checked_mul(power));
            (scaled.unwrap_or(u128::MAX), self.inexact)
        } else {
            // A power that does not fit is above every coefficient.
            let divided = power.and_then(|power| {
                Some((
                    self.coefficient.checked_div(power)?,
                    self.coefficient.checked_rem(power)?,
                ))
            });
            let (quotient, remainder) = divided.unwrap_or((0, self.coefficient));
            (quotient, remainder != 0 || self.inexact)
        };
        let magnitude = i64::try_from(magnitude).unwrap_or(i64::MAX);
        match (self.negative, left_over) {
            (false, _) => (magnitude, left_over),
            (true, false) => (-magnitude, false),
            (true, true) => ((-magnitude).saturating_sub(1), true),
        }
    }

    /// This number, if it is whole. Beyond `i64` it saturates, whatever is left over: it lies outside of
    /// every domain.
    pub(crate) fn whole(&self) -> Option<i64> {
        let (floor, left_over) = self.floor_to_grid(0);
        (!left_over || matches!(floor, i64::MIN | i64::MAX)).then_some(floor)
    }

    fn push(&mut self, digit: u8, behind_point: bool) {
        if self.coefficient < ROOM_FOR_A_DIGIT {
            self.coefficient = self.coefficient * 10 + u128::from(digit);
            self.exponent = self.exponent.saturating_sub(i32::from(behind_point));
        } else {
            self.inexact |= digit != 0;
            self.exponent = self.exponent.saturating_add(i32::from(!behind_point));
        }
    }
}

/// 10^`exponent`, if it fits.
pub(super) fn power_of_ten(exponent: u32) -> Option<u128> {
    10_u128.checked_pow(exponent)
}

/// Digits of a coefficient: all numbers of 38 digits fit in an `i128`.
pub(super) const MOST_DIGITS: u32 = 38;

const ROOM_FOR_A_DIGIT: u128 = 10_u128.pow(MOST_DIGITS - 1);

fn split_sign(bytes: &[u8]) -> (bool, &[u8]) {
    match bytes.split_first() {
        Some((b'-', rest)) => (true, rest),
        Some((b'+', rest)) => (false, rest),
        _ => (false, bytes),
    }
}

/// A signed whole number; one too long to fit saturates.
fn exponent(bytes: &[u8]) -> Option<i32> {
    let (negative, digits) = split_sign(bytes);
    if digits.is_empty() {
        return None;
    }
    let mut magnitude = 0_i32;
    for byte in digits {
        let digit = byte.is_ascii_digit().then(|| i32::from(byte - b'0'))?;
        magnitude = magnitude.saturating_mul(10).saturating_add(digit);
    }
    Some(if negative { -magnitude } else { magnitude })
}
