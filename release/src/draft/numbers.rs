//! The values of a column of numbers in summary, and the sentinels among them.
//!
//! A sentinel is a number that stands for "not known": −1 beside heights, 999 beside ages. It is written in nines,
//! eights or sevens, or is a small negative number; it lies beside the others, not among them; and more rows have it
//! than a tail would. A number that is taken for one wrongly loses nothing: as a missing value it comes out again.

use std::collections::BTreeMap;

use super::number::{Number, UNIT};

/// The values of a column of numbers.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    /// How many.
    pub(super) rows: u64,
    /// The least and the largest that cannot be sentinels, in units of 10^−15, outward.
    range: Option<(i128, i128)>,
    /// Numbers that may be sentinels, with their rows.
    suspects: BTreeMap<i128, u64>,
    /// Every value is a whole number, also if it is written `60.0`.
    pub(super) whole: bool,
    /// Some whole number is written with decimals.
    pub(super) written_as_decimals: bool,
    pub(super) padded: bool,
    /// The most that any value has, as it is written.
    pub(super) decimals: u32,
}

/// What a column's numbers are, once sentinels are told from them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sorted {
    /// The least and the largest, in units of 10^−15, outward.
    pub(super) range: (i128, i128),
    /// In the same units, with their rows.
    pub(super) sentinels: Vec<(i128, u64)>,
}

impl Default for Numbers {
    fn default() -> Self {
        Self {
            rows: 0,
            range: None,
            suspects: BTreeMap::new(),
            whole: true,
            written_as_decimals: false,
            padded: false,
            decimals: 0,
        }
    }
}

impl Numbers {
    /// Bytes that are kept beside the columns of fields, roughly.
    pub(super) fn bytes(&self) -> usize {
        self.suspects.len() * size_of::<(i128, u64)>() * 2
    }

    pub(super) fn look(&mut self, number: Number) {
        self.rows = self.rows.saturating_add(1);
        self.whole &= !number.inexact && number.floor % UNIT == 0;
        self.written_as_decimals |= !number.whole;
        self.padded |= number.padded;
        self.decimals = self.decimals.max(number.decimals);
        if !number.inexact && is_suspect(number.floor) {
            *self.suspects.entry(number.floor).or_default() += 1;
            return;
        }
        let ceiling = number.floor + i128::from(number.inexact);
        let (low, high) = self.range.unwrap_or((number.floor, ceiling));
        self.range = Some((low.min(number.floor), high.max(ceiling)));
    }

    /// Tells sentinels from numbers. `rows_at` says how many rows have a number, where that is known.
    pub(super) fn sorted(&self, rows_at: impl Fn(i128) -> Option<u64>) -> Option<Sorted> {
        let Some(range) = self.range else {
            // Nothing but nines: then they are what the column is about.
            let (low, _) = self.suspects.first_key_value()?;
            let (high, _) = self.suspects.last_key_value()?;
            return Some(Sorted {
                range: (*low, *high),
                sentinels: Vec::new(),
            });
        };
        let mut sorted = Sorted {
            range,
            sentinels: Vec::new(),
        };
        let rows_at = |number: i128| {
            let suspect = self.suspects.get(&number).copied();
            suspect.or_else(|| rows_at(number)).unwrap_or(1)
        };
        for (suspect, rows) in self.suspects.range(range.1..) {
            let (low, high) = sorted.range;
            let beside = Beside {
                gap: suspect - high,
                spread: high - low,
                rows: *rows,
                rows_at_end: rows_at(high),
            };
            sorted.put(*suspect, beside.is_sentinel(self.step(), self.rows), *rows);
        }
        for (suspect, rows) in self.suspects.range(..range.0).rev() {
            let (low, high) = sorted.range;
            let beside = Beside {
                gap: low - suspect,
                spread: high - low,
                rows: *rows,
                rows_at_end: rows_at(low),
            };
            let only_negatives = *suspect < 0 && low >= 0 && high >= 3 * UNIT;
            let sentinel = beside.is_sentinel(self.step(), self.rows)
                || (only_negatives && beside.is_no_tail(self.rows));
            sorted.put(*suspect, sentinel, *rows);
        }
        sorted.sentinels.sort_unstable();
        Some(sorted)
    }

    /// The distance of neighbours.
    fn step(&self) -> i128 {
        if self.whole {
            return UNIT;
        }
        UNIT / 10_i128.pow(self.decimals.min(15))
    }
}

impl Sorted {
    fn put(&mut self, number: i128, sentinel: bool, rows: u64) {
        if sentinel {
            self.sentinels.push((number, rows));
        } else {
            let (low, high) = self.range;
            self.range = (low.min(number), high.max(number));
        }
    }
}

/// A number beside all others.
struct Beside {
    /// To the nearest of them.
    gap: i128,
    /// From the least of the others to their largest.
    spread: i128,
    rows: u64,
    /// Rows of the nearest.
    rows_at_end: u64,
}

impl Beside {
    /// Behind an empty stretch, and no part of a tail: very far away, with more rows than the end of the others, or in a
    /// good share of all rows.
    fn is_sentinel(&self, step: i128, all: u64) -> bool {
        let times = |factor: i128| self.gap.saturating_mul(factor);
        let very_far = self.gap >= self.spread.saturating_mul(3);
        let stands_out = self.rows >= self.rows_at_end.saturating_mul(3);
        let far = times(2) >= self.spread && (very_far || stands_out || self.is_share_of(all, 200));
        let near = times(20) >= self.spread
            && self.rows >= self.rows_at_end.saturating_mul(5)
            && self.is_share_of(all, 100);
        self.is_common(all) && self.gap >= step.saturating_mul(3) && (far || near)
    }

    /// The only negative numbers of a column: more than its beginning, or in one row of a hundred.
    fn is_no_tail(&self, all: u64) -> bool {
        let many = self.rows > self.rows_at_end || self.is_share_of(all, 100);
        self.is_common(all) && many
    }

    fn is_common(&self, all: u64) -> bool {
        self.rows >= FEWEST_ROWS && self.is_share_of(all, 1000)
    }

    /// At least one row of so many.
    fn is_share_of(&self, all: u64, one_of: u64) -> bool {
        self.rows.saturating_mul(one_of) >= all
    }
}

/// −1 to −9, and numbers whose digits are nines, eights or sevens, or nines and then an eight or seven; with a
/// decimal point anywhere.
fn is_suspect(number: i128) -> bool {
    if number % UNIT == 0 && (-9..0).contains(&(number / UNIT)) {
        return true;
    }
    let mut digits = number.unsigned_abs();
    if digits == 0 {
        return false;
    }
    while digits.is_multiple_of(10) {
        digits /= 10;
    }
    let last = digits % 10;
    let mut others = digits / 10;
    let same = |mut others: u128, digit: u128| {
        while others % 10 == digit {
            others /= 10;
        }
        others == 0
    };
    if !matches!(last, 7..=9) {
        return false;
    }
    if same(others, last) {
        return true;
    }
    while others % 10 == 9 {
        others /= 10;
    }
    others == 0
}

const FEWEST_ROWS: u64 = 3;

#[cfg(test)]
mod tests {
    use super::*;

    /// Regular numbers with rows, and then the sentinels that are expected among them.
    type Case = (
        &'static str,
        &'static [(&'static str, u64)],
        &'static [&'static str],
    );

    const CASES: &[Case] = &[
        (
            "-1 beside heights",
            &[("-1", 30), ("150", 20), ("160", 30), ("171", 20)],
            &["-1"],
        ),
        (
            "-1 beside counts",
            &[("-1", 300), ("0", 500), ("1", 100), ("3", 50), ("6", 10)],
            &["-1"],
        ),
        ("votes", &[("-1", 300), ("0", 500), ("1", 100)], &[]),
        (
            "degrees of a mild winter",
            &[("-2", 2), ("-1", 8), ("0", 20), ("5", 400), ("10", 600)],
            &[],
        ),
        (
            "balances",
            &[("-1", 50), ("-312", 1), ("0", 20), ("2000", 400)],
            &[],
        ),
        (
            "999 beside ages",
            &[("0", 3), ("40", 100), ("90", 2), ("999", 9)],
            &["999"],
        ),
        (
            "99 beside ages",
            &[("0", 3), ("40", 100), ("90", 2), ("99", 12)],
            &["99"],
        ),
        (
            "ages up to 99",
            &[
                ("0", 3),
                ("40", 100),
                ("96", 2),
                ("97", 2),
                ("98", 4),
                ("99", 12),
            ],
            &[],
        ),
        (
            "7 and 9 beside answers",
            &[("1", 400), ("2", 500), ("7", 12), ("9", 5)],
            &["7", "9"],
        ),
        (
            "9 beside a scale",
            &[("1", 40), ("2", 50), ("5", 30), ("9", 4)],
            &["9"],
        ),
        (
            "a scale to 9",
            &[("5", 9), ("6", 9), ("7", 9), ("8", 9), ("9", 90)],
            &[],
        ),
        ("one outlier", &[("1", 400), ("50", 20), ("999", 1)], &[]),
        (
            "decimals",
            &[("0.4", 50), ("2.5", 5), ("9.99", 40), ("-9.9", 40)],
            &["-9.9", "9.99"],
        ),
        ("written as decimals", &[("60.0", 50), ("-1.0", 5)], &["-1"]),
        ("nothing but nines", &[("9", 50), ("99", 5)], &[]),
    ];

    #[test]
    fn sentinels() {
        for (label, values, expected) in CASES {
            let mut numbers = Numbers::default();
            for (text, rows) in *values {
                for _ in 0..*rows {
                    numbers.look(Number::new(text).unwrap());
                }
            }
            let rows_at = |number: i128| {
                let same = |text: &str| Number::new(text).unwrap().floor == number;
                values
                    .iter()
                    .find(|(text, _)| same(text))
                    .map(|(_, rows)| *rows)
            };
            let sorted = numbers.sorted(rows_at).unwrap();
            let actual: Vec<i128> = sorted.sentinels.iter().map(|(number, _)| *number).collect();
            let expected: Vec<i128> = expected
                .iter()
                .map(|text| Number::new(text).unwrap().floor)
                .collect();
            assert_eq!(actual, expected, "case `{label}`");
        }
    }

    #[test]
    fn suspects() {
        for (text, expected) in [
            ("9", true),
            ("-1", true),
            ("-9", true),
            ("-10", false),
            ("98", true),
            ("997", true),
            ("88", true),
            ("9.99", true),
            ("990", true),
            ("0", false),
            ("979", false),
            ("1", false),
            ("0.9", true),
        ] {
            let number = Number::new(text).unwrap().floor;
            assert_eq!(is_suspect(number), expected, "case `{text}`");
        }
    }
}
