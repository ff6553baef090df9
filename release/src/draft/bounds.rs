//! Round bounds around what was seen.

use jiff::civil::Date;

/// Bins of whole numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Bins {
    /// From `min` to `max`, `width` numbers each.
    Even { min: i128, max: i128, width: i128 },
    /// Between edges.
    Edges(Vec<i128>),
}

/// Bins that cover `low` to `high`, at most [`MOST_BINS`].
///
/// `skewed` asks for edges that grow, for numbers most of which are small; it takes effect from 0 up.
pub(super) fn around_integers(low: i128, high: i128, skewed: impl Fn(i128) -> bool) -> Bins {
    for width in steps() {
        let (min, max) = if width == 1 {
            small_bounds(low, high)
        } else {
            let min = floor_to(low, width);
            (min, floor_to(high, width) + width - 1)
        };
        if max - min >= width * MOST_BINS {
            continue;
        }
        if min == 0 && max >= 100 && skewed(width) {
            return Bins::Edges(growing_edges(high));
        }
        return Bins::Even { min, max, width };
    }
    Bins::Even {
        min: low,
        max: high,
        width: (high - low) / MOST_BINS + 1,
    }
}

/// Bounds and a number of bins for decimals, in units of the last decimal.
pub(super) fn around_decimals(low: i128, high: i128) -> (i128, i128, i128) {
    for step in steps() {
        let min = floor_to(low, step);
        let max = floor_to(high + step - 1, step).max(min + step);
        let bins = (max - min) / step;
        if bins <= MOST_BINS {
            return (min, max, bins);
        }
    }
    (low, high.max(low + 1), 1)
}

/// Whole months around two dates, and a bin: its name in the language.
pub(super) fn around_dates(low: Date, high: Date) -> (Date, Date, String) {
    let (first, last) = (low.first_of_month(), high.last_of_month());
    let months = |date: Date| i128::from(date.year()) * 12 + i128::from(date.month());
    if months(last) == months(first) {
        return (first, last, "Days(1)".to_owned());
    }
    if months(last) - months(first) < MOST_BINS {
        return (first, last, "Months(1)".to_owned());
    }
    let (first, last) = (low.first_of_year(), high.last_of_year());
    let years = i128::from(last.year()) - i128::from(first.year()) + 1;
    let step = steps().find(|step| years <= step * MOST_BINS).unwrap_or(1);
    (first, last, format!("Years({step})"))
}

/// Small counts and codes: 0 and 1 are natural beginnings, up to 12 natural ends. Elsewhere they are
/// rounded to fives, as far as the bins suffice.
fn small_bounds(low: i128, high: i128) -> (i128, i128) {
    let min = if (0..=1).contains(&low) {
        low
    } else {
        floor_to(low, 5)
    };
    let max = if (0..=12).contains(&high) {
        high
    } else {
        floor_to(high + 4, 5)
    };
    if max - min < MOST_BINS {
        (min, max)
    } else {
        (low, high)
    }
}

/// 0, 1, 2, 5, 10, 20, 50, … until all is covered; by tens if that is too many.
fn growing_edges(high: i128) -> Vec<i128> {
    let up_to = |steps: &mut dyn Iterator<Item = i128>| {
        let mut edges = vec![0];
        for step in steps {
            edges.push(step);
            if step >= high {
                break;
            }
        }
        edges
    };
    let fine = up_to(&mut steps());
    if i128::try_from(fine.len()).is_ok_and(|edges| edges <= MOST_BINS + 1) {
        return fine;
    }
    up_to(&mut (0..=18).map(|power| 10_i128.pow(power)))
}

/// 1, 2, 5, 10, 20, 50, … up to 5·10^33.
fn steps() -> impl Iterator<Item = i128> {
    (0..34_u32).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_i128.pow(power)))
}

/// The largest multiple of `step` that is not above `number`.
fn floor_to(number: i128, step: i128) -> i128 {
    number - number.rem_euclid(step)
}

pub(super) const MOST_BINS: i128 = 32;

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn integers() {
        let even = |min, max, width| Bins::Even { min, max, width };
        for (label, low, high, expected) in [
            ("ages", 17, 90, even(15, 94, 5)),
            ("months", 1, 12, even(1, 12, 1)),
            ("codes", 0, 7, even(0, 7, 1)),
            ("one number", 3, 3, even(0, 3, 1)),
            ("hours", 0, 23, even(0, 25, 1)),
            ("days", 1, 31, even(1, 31, 1)),
            ("years", 1987, 2024, even(1986, 2025, 2)),
            ("negative", -7, 3, even(-10, 3, 1)),
            ("wide", -8019, 102_127, even(-10_000, 104_999, 5_000)),
            (
                "widest",
                -1_000_000_000_000_000_000,
                1_000_000_000_000_000_000,
                even(
                    -1_000_000_000_000_000_000,
                    1_099_999_999_999_999_999,
                    100_000_000_000_000_000,
                ),
            ),
        ] {
            assert_eq!(
                around_integers(low, high, |_| false),
                expected,
                "case `{label}`"
            );
        }
        let skewed = around_integers(0, 99_999, |_| true);
        let edges = [
            0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000,
            100_000,
        ];
        assert_eq!(skewed, Bins::Edges(edges.to_vec()));
    }

    #[test]
    fn decimals() {
        for (label, low, high, expected) in [
            ("one number", 12, 12, (12, 13, 1)),
            ("tenths of degrees", 341, 423, (340, 425, 17)),
            ("shares", 0, 100, (0, 100, 20)),
            ("negative", -15, -5, (-15, -5, 10)),
        ] {
            assert_eq!(around_decimals(low, high), expected, "case `{label}`");
        }
    }

    #[test]
    fn dates() {
        for (label, low, high, expected) in [
            (
                "a month",
                date(2024, 2, 3),
                date(2024, 2, 20),
                (date(2024, 2, 1), date(2024, 2, 29), "Days(1)"),
            ),
            (
                "a year",
                date(2024, 1, 3),
                date(2024, 12, 20),
                (date(2024, 1, 1), date(2024, 12, 31), "Months(1)"),
            ),
            (
                "a life",
                date(1931, 5, 3),
                date(2024, 2, 20),
                (date(1931, 1, 1), date(2024, 12, 31), "Years(5)"),
            ),
        ] {
            let (first, last, bin) = around_dates(low, high);
            assert_eq!((first, last, bin.as_str()), expected, "case `{label}`");
        }
    }
}
