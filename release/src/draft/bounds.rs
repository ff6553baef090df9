//! Round bounds around what was seen.
//!
//! A release finds bins by itself, so that wide bounds cost little: they are rounded outward to multiples of a step of
//! 1, 2 or 5·10^k that is at least half of the range, and a bound that would be the table's own extreme is moved one
//! step further. Where every number is a value of its own, a bound that is too wide gives values that nobody has: so
//! small scales keep their ends, and so do those of clocks, calendars and shares.

use jiff::civil::Date;

/// Bounds of whole numbers.
pub(super) fn around_integers(low: i128, high: i128) -> (i128, i128) {
    let natural = (0..=1).contains(&low) && (high <= SMALL || NATURAL_ENDS.contains(&high));
    if natural && low < high {
        return (low, high);
    }
    outward(low, high)
}

/// Bounds of decimals, in units of the last decimal, of which `one` are 1.
pub(super) fn around_decimals(low: i128, high: i128, one: i128) -> (i128, i128) {
    let share = low >= 0 && (high == one || high == one.saturating_mul(100));
    if share { (0, high) } else { outward(low, high) }
}

/// Whole months around two dates that are near each other, whole years around others, five or ten of them where they
/// are many.
pub(super) fn around_dates(low: Date, high: Date) -> Option<(Date, Date)> {
    let months = i32::from(high.year() - low.year()) * 12 + i32::from(high.month() - low.month());
    if months < FEW_MONTHS {
        return Some((low.first_of_month(), high.last_of_month()));
    }
    let step = match high.year() - low.year() {
        0..10 => 1,
        10..40 => 5,
        _ => 10,
    };
    let first = low.year() - low.year().rem_euclid(step);
    let last = high.year() - high.year().rem_euclid(step) + step - 1;
    let first = Date::new(first.max(1), 1, 1).ok()?;
    Some((first, Date::new(last.min(9999), 12, 31).ok()?))
}

fn outward(low: i128, high: i128) -> (i128, i128) {
    let range = high.saturating_sub(low);
    let wanted = range
        .max(high.abs().max(low.abs()) / 25)
        .div_euclid(2)
        .max(1);
    let Some(step) = steps().find(|step| *step >= wanted) else {
        return (low, high);
    };
    let mut min = low - low.rem_euclid(step);
    let mut max = high + (-high).rem_euclid(step);
    // Zero is where numbers begin, and tells nothing.
    if min == low && low != 0 {
        min -= step;
    }
    if max == high && high != 0 {
        max += step;
    }
    (min, max.max(min + 1))
}

/// 1, 2, 5, 10, 20, 50, … up to 5·10^33.
fn steps() -> impl Iterator<Item = i128> {
    (0..34_u32).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_i128.pow(power)))
}

/// Scales and months.
const SMALL: i128 = 12;
/// Hours, days of a month and of a year, weeks, minutes, and percent.
const NATURAL_ENDS: &[i128] = &[23, 24, 31, 52, 53, 59, 60, 100, 365, 366];
const FEW_MONTHS: i32 = 3;

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn integers() {
        for (label, low, high, expected) in [
            ("ages", 17, 90, (0, 100)),
            ("months", 1, 12, (1, 12)),
            ("codes", 0, 7, (0, 7)),
            ("hours", 0, 23, (0, 23)),
            ("days", 1, 31, (1, 31)),
            ("one number", 3, 3, (2, 4)),
            ("one year", 2011, 2011, (2000, 2050)),
            ("years", 1987, 2024, (1950, 2050)),
            ("negative", -7, 3, (-10, 5)),
            ("the extreme is a round number", 10, 500, (0, 1000)),
            ("wide", -8019, 102_127, (-100_000, 200_000)),
            (
                "widest",
                -1_000_000_000_000_000_000,
                1_000_000_000_000_000_000,
                (-2_000_000_000_000_000_000, 2_000_000_000_000_000_000),
            ),
        ] {
            assert_eq!(around_integers(low, high), expected, "case `{label}`");
        }
    }

    #[test]
    fn decimals() {
        for (label, low, high, one, expected) in [
            ("one number", 12, 12, 10, (11, 13)),
            ("tenths of degrees", 341, 423, 10, (300, 450)),
            ("shares", 0, 100, 100, (0, 100)),
            ("percent", 12, 10_000, 100, (0, 10_000)),
            ("negative", -15, -5, 10, (-20, 0)),
        ] {
            assert_eq!(around_decimals(low, high, one), expected, "case `{label}`");
        }
    }

    #[test]
    fn dates() {
        for (label, low, high, expected) in [
            (
                "a month",
                date(2024, 2, 3),
                date(2024, 2, 20),
                (date(2024, 2, 1), date(2024, 2, 29)),
            ),
            (
                "a year",
                date(2024, 1, 3),
                date(2024, 12, 20),
                (date(2024, 1, 1), date(2024, 12, 31)),
            ),
            (
                "a life",
                date(1931, 5, 3),
                date(2024, 2, 20),
                (date(1930, 1, 1), date(2029, 12, 31)),
            ),
        ] {
            assert_eq!(around_dates(low, high), Some(expected), "case `{label}`");
        }
    }
}
