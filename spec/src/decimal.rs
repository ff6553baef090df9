//! Exact decimal numbers, as people write budgets and bounds.
//!
//! "0.1" has no exact `f64`. What a spec says is kept as it is written, compared and added exactly,
//! and leaves this type only as a fraction or rounded *down*: a budget never grows by rounding.
//!
//! Tested: conversions against values computed with Python's module decimal and `math.nextafter`;
//! comparison and addition against integers.
//! Assumed: `str::parse::<f64>` rounds correctly and `{:.N e}` prints exactly, both as the standard
//! library documents.

use core::cmp::Ordering;
use core::fmt;
use core::str::FromStr;

use scan::{MOST_DIGITS, Scanned, power_of_ten};

pub(crate) mod scan;

/// An exact decimal: `coefficient · 10^exponent`.
///
/// Invariant: the coefficient has at most 38 digits and is no multiple of ten; zero is `0 · 10^0`.
/// So equal numbers have equal parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decimal {
    coefficient: i128,
    exponent: i32,
}

/// Why a text is no [`Decimal`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecimalError {
    /// Not digits with an optional sign, point and exponent.
    NotADecimal,
    /// More than 38 significant digits.
    TooManyDigits,
    /// Beyond 10^±1000.
    OutOfReach,
}

impl Decimal {
    pub const ZERO: Self = Self {
        coefficient: 0,
        exponent: 0,
    };
    pub const ONE: Self = Self {
        coefficient: 1,
        exponent: 0,
    };

    /// `coefficient · 10^exponent`, for constants of a few digits.
    pub(crate) const fn new(coefficient: i128, exponent: i32) -> Self {
        normalised(coefficient, exponent)
    }

    pub fn is_positive(self) -> bool {
        self.coefficient > 0
    }

    pub fn is_zero(self) -> bool {
        self.coefficient == 0
    }

    /// The exact sum, or `None` if it needs more than 38 digits.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        let exponent = self.exponent.min(other.exponent);
        let sum = self
            .units_of(exponent)?
            .checked_add(other.units_of(exponent)?)?;
        (sum.unsigned_abs() < LARGEST_COEFFICIENT).then(|| normalised(sum, exponent))
    }

    /// The exact difference, or `None` if it needs more than 38 digits.
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.checked_add(Self {
            coefficient: other.coefficient.checked_neg()?,
            ..other
        })
    }

    /// The largest `f64` that is not above this number.
    pub fn to_f64_down(self) -> f64 {
        let text = format!("{}e{}", self.coefficient, self.exponent);
        // A coefficient with an exponent always parses; beyond the range it gives an infinity.
        let nearest = text.parse::<f64>().unwrap_or(f64::NEG_INFINITY);
        if self.is_below(nearest) {
            nearest.next_down()
        } else {
            nearest
        }
    }

    /// This number as a reduced fraction (numerator, denominator), if it is not negative and both
    /// parts fit.
    pub fn to_fraction(self) -> Option<(u64, u64)> {
        let magnitude = u128::try_from(self.coefficient).ok()?;
        let power = power_of_ten(self.exponent.unsigned_abs())?;
        let (numerator, denominator) = if self.exponent < 0 {
            let divisor = greatest_common_divisor(magnitude, power);
            (magnitude.checked_div(divisor)?, power.checked_div(divisor)?)
        } else {
            (magnitude.checked_mul(power)?, 1)
        };
        Some((
            u64::try_from(numerator).ok()?,
            u64::try_from(denominator).ok()?,
        ))
    }

    /// This number in units of 10^−`decimals`, if it is a whole number of them and fits.
    pub(crate) fn to_grid(self, decimals: u8) -> Option<i64> {
        i64::try_from(self.units_of(-i32::from(decimals))?).ok()
    }

    /// How many digits stand behind the point.
    pub(crate) fn decimals(self) -> u32 {
        self.exponent.min(0).unsigned_abs()
    }

    /// This number in units of 10^`exponent`, if it is a whole number of them and fits.
    fn units_of(self, exponent: i32) -> Option<i128> {
        if self.is_zero() {
            return Some(0);
        }
        let shift = u32::try_from(self.exponent.checked_sub(exponent)?).ok()?;
        self.coefficient
            .checked_mul(i128::try_from(power_of_ten(shift)?).ok()?)
    }

    /// Whether this number is below a double, decided on the double's exact decimal expansion.
    fn is_below(self, double: f64) -> bool {
        if double.is_infinite() {
            return double > 0.0;
        }
        let sign = if double == 0.0 {
            0
        } else if double < 0.0 {
            -1
        } else {
            1
        };
        if sign != self.coefficient.signum() {
            return self.coefficient.signum() < sign;
        }
        let expansion = format!("{:.*e}", LONGEST_EXPANSION, double.abs());
        let (digits, exponent) = expansion.split_once('e').unwrap_or((&expansion, "0"));
        let theirs = digits.bytes().filter(u8::is_ascii_digit);
        let ours = self.coefficient.unsigned_abs().to_string();
        let ours_padded = ours.bytes().chain(core::iter::repeat(b'0'));
        let magnitude = self
            .leading_exponent()
            .cmp(&exponent.parse().unwrap_or(0))
            .then_with(|| ours_padded.take(LONGEST_EXPANSION + 1).cmp(theirs));
        if sign < 0 {
            magnitude.is_gt()
        } else {
            sign > 0 && magnitude.is_lt()
        }
    }

    /// The power of ten of the first digit.
    fn leading_exponent(self) -> i32 {
        let digits = self
            .coefficient
            .unsigned_abs()
            .checked_ilog10()
            .unwrap_or(0);
        self.exponent.saturating_add_unsigned(digits)
    }
}

impl FromStr for Decimal {
    type Err = DecimalError;

    /// Reads `1`, `-0.8`, `1e-9`. No spaces, no underscores, no `inf`.
    fn from_str(text: &str) -> Result<Self, DecimalError> {
        Self::of(&Scanned::new(text).ok_or(DecimalError::NotADecimal)?)
    }
}

impl Decimal {
    /// Exactly the number that was read.
    pub(crate) fn of(scanned: &Scanned) -> Result<Self, DecimalError> {
        let Scanned {
            negative,
            coefficient,
            exponent,
            inexact,
        } = *scanned;
        if inexact {
            return Err(DecimalError::TooManyDigits);
        }
        let magnitude = i128::try_from(coefficient).map_err(|_| DecimalError::TooManyDigits)?;
        let number = normalised(if negative { -magnitude } else { magnitude }, exponent);
        if number.leading_exponent().abs() > LARGEST_EXPONENT {
            return Err(DecimalError::OutOfReach);
        }
        Ok(number)
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let signs = self.coefficient.signum().cmp(&other.coefficient.signum());
        let magnitudes = || {
            // With equal leading exponents, the coarser number in units of the finer one has as
            // many digits as the finer one: at most 38, so it fits.
            let exponent = self.exponent.min(other.exponent);
            let magnitude = |number: &Self| number.units_of(exponent).map(i128::unsigned_abs);
            self.leading_exponent()
                .cmp(&other.leading_exponent())
                .then_with(|| magnitude(self).cmp(&magnitude(other)))
        };
        signs.then_with(|| match self.coefficient.signum() {
            0 => Ordering::Equal,
            1 => magnitudes(),
            _ => magnitudes().reverse(),
        })
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Decimal {
    /// Plain digits (`0.8`, `500000`), or with an exponent (`1e-9`) where there would be many zeros.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.coefficient < 0 { "-" } else { "" };
        let digits = self.coefficient.unsigned_abs().to_string();
        let leading = self.leading_exponent();
        let shift = usize::try_from(self.exponent.unsigned_abs()).unwrap_or(usize::MAX);
        if !PLAIN_EXPONENTS.contains(&leading) {
            let (first, rest) = digits.split_at_checked(1).unwrap_or((&digits, ""));
            let point = if rest.is_empty() { "" } else { "." };
            write!(f, "{sign}{first}{point}{rest}e{leading}")
        } else if self.exponent >= 0 {
            write!(f, "{sign}{digits}{}", "0".repeat(shift))
        } else {
            let padded = format!("{digits:0>width$}", width = shift + 1);
            let (whole, fraction) = padded
                .split_at_checked(padded.len() - shift)
                .unwrap_or_default();
            write!(f, "{sign}{whole}.{fraction}")
        }
    }
}

const fn normalised(mut coefficient: i128, mut exponent: i32) -> Decimal {
    if coefficient == 0 {
        return Decimal::ZERO;
    }
    while coefficient % 10 == 0 {
        coefficient /= 10;
        exponent = exponent.saturating_add(1);
    }
    Decimal {
        coefficient,
        exponent,
    }
}

fn greatest_common_divisor(mut a: u128, mut b: u128) -> u128 {
    while let Some(remainder) = a.checked_rem(b) {
        (a, b) = (b, remainder);
    }
    a
}

const LARGEST_COEFFICIENT: u128 = 10_u128.pow(MOST_DIGITS);
const LARGEST_EXPONENT: i32 = 1000;
/// A double has at most 767 significant digits.
const LONGEST_EXPANSION: usize = 800;
const PLAIN_EXPONENTS: core::ops::Range<i32> = -6..21;

#[cfg(test)]
mod tests;
