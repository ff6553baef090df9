//! Columns that name somebody or something, and how many rows each has.
//!
//! A name says it together with how often values repeat: `admission_type_id` with eight values is a category, and
//! `patient_nbr` with 70,000 is not. Without a telling name, codes most of which occur a few times are ids, and so are
//! whole numbers that fill their range evenly, down to the last digit, as measurements do not. Decimals and dates are never ids.

use super::profile::{MOST_LABELS, Profile};
use super::tally::Tally;
use super::view::View;

/// What a column names. Those that may be the unit of privacy come first, the likelier before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Named {
    /// The name says a person.
    Person,
    /// The name says an id.
    Somebody,
    /// The values look like ids.
    Unsaid,
    /// The name says an order, a stay, an article.
    Thing,
}

impl Named {
    /// Whether the draft may make it the unit by itself.
    pub(super) fn may_be_person(self) -> bool {
        self != Self::Thing
    }

    /// Why the column is taken for an id.
    pub(super) fn why(self) -> &'static str {
        match self {
            Self::Person => "its name says that it names a person, and it has many values",
            Self::Somebody => "its name says that it is an id, and it has many values",
            Self::Unsaid => {
                "its values look like ids: many, most of them in few rows, and not measured"
            }
            Self::Thing => {
                "its name says that it numbers something, and most values are in few rows"
            }
        }
    }
}

/// What a column names, if it does.
pub(super) fn named(view: &View<'_>) -> Option<Named> {
    let Profile {
        said,
        tally,
        texts,
        values,
        ..
    } = view.profile;
    let numbers = view.numbers();
    let whole = numbers.is_some_and(|numbers| numbers.whole || numbers.padded);
    if *values == 0 || view.date().is_some() || (numbers.is_some() && !whole) {
        return None;
    }
    let (distinct, rows) = (tally.distinct(), tally.rows_a_value());
    let once = tally.never_repeats();
    let many = |most_rows: f64| {
        once || (rows <= most_rows && (distinct > FEW_IDS || rows <= FEW_ROWS_OF_FEW))
    };
    let counts = said.measure && numbers.is_some();
    if (said.id || said.number) && !counts && !texts.are_sentences() {
        return if said.person {
            many(MOST_ROWS_OF_A_PERSON).then_some(Named::Person)
        } else if said.thing || said.code {
            many(MOST_ROWS_OF_A_THING).then_some(Named::Thing)
        } else {
            many(MOST_ROWS).then_some(Named::Somebody)
        };
    }
    let codes = texts.are_codes() && numbers.is_none_or(|numbers| numbers.padded) && !said.code;
    let above_labels = distinct > MOST_LABELS as u64;
    if said.person && above_labels && !counts && (codes || whole) && rows <= MOST_ROWS {
        return Some(Named::Person);
    }
    if codes && above_labels && rows <= MOST_ROWS_UNSAID {
        return Some(if said.thing {
            Named::Thing
        } else {
            Named::Unsaid
        });
    }
    let even =
        whole && !said.measure && !said.code && rows <= MOST_ROWS_UNSAID && fill_evenly(tally);
    even.then_some(if said.thing {
        Named::Thing
    } else {
        Named::Unsaid
    })
}

/// Numbers that are given, not measured: each tenth of their range has its share, and so has each last digit.
fn fill_evenly(tally: &Tally) -> bool {
    let numbers = tally.whole_numbers();
    let (Some(low), Some(high)) = (numbers.first(), numbers.last()) else {
        return false;
    };
    let (low, range) = (i128::from(*low), i128::from(*high) - i128::from(*low) + 1);
    let is_clock = CLOCKS
        .iter()
        .any(|clock| clock.contains(&low) && clock.contains(&(low + range)));
    if numbers.len() < FEWEST_EVEN || low < 0 || is_clock {
        return false;
    }
    let mut tenths = [0_usize; 10];
    let mut digits = [0_usize; 10];
    for number in &numbers {
        let tenth = (i128::from(*number) - low) * 10 / range;
        for (counts, place) in [(&mut tenths, tenth), (&mut digits, i128::from(number % 10))] {
            let place = usize::try_from(place).unwrap_or(0);
            if let Some(count) = counts.get_mut(place) {
                *count += 1;
            }
        }
    }
    let least = numbers.len() / 20;
    tenths.iter().chain(&digits).all(|count| *count >= least)
}

/// How many rows a person may have, of the numbers that are usual: that with the least error, by a rule of thumb, and of
/// those that are as good the smallest.
///
/// Rows that are dropped are of persons with many, who are not like others: a fifth of them is taken to be in the wrong
/// place, which is assumed and not measured. Noise grows with r: it is taken to move the shares of a column by 500·r in the
/// rows that are kept. One release each of the two tables of `tests/studies/raw_tables.py` at ε = 1, with 20,000 rows
/// and r from 1 to 20, had 320 to 1,310, less for larger r. Other tables may have other factors.
pub(super) fn rows_to_keep(tally: &Tally) -> u64 {
    let error = |most: u64| {
        let kept = tally.rows_within(most);
        let noise = NOISE * tally.noise_in_share(most);
        UNLIKE * (1.0 - kept) + noise.min(1.0)
    };
    let least = ROWS.map(error).into_iter().fold(f64::INFINITY, f64::min);
    let good = |most: &u64| error(*most) <= least + AS_GOOD;
    ROWS.into_iter().find(good).unwrap_or(1)
}

/// The share of dropped rows that kept rows do not stand for.
const UNLIKE: f64 = 0.2;
const NOISE: f64 = 500.0;
const AS_GOOD: f64 = 0.01;
/// Usual numbers of rows.
pub(super) const ROWS: [u64; 6] = [1, 2, 5, 10, 20, 50];
/// So many ids are a list, unless each has few rows.
const FEW_IDS: u64 = 20;
const FEW_ROWS_OF_FEW: f64 = 10.0;
const MOST_ROWS_OF_A_PERSON: f64 = 1000.0;
const MOST_ROWS: f64 = 100.0;
const MOST_ROWS_OF_A_THING: f64 = 5.0;
const MOST_ROWS_UNSAID: f64 = 5.0;
const FEWEST_EVEN: usize = 1000;
/// Seconds and milliseconds since 1970, of the years 1998 to 2039.
const CLOCKS: [core::ops::Range<i128>; 2] = [
    900_000_000..2_200_000_000,
    900_000_000_000..2_200_000_000_000,
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Groups of so many persons with so many rows each, and the r.
    type Case = (&'static str, &'static [(u64, u64)], u64);

    /// Groups of persons, and what they get; the errors were computed in Python.
    #[test]
    fn rows_that_a_person_may_have() {
        let cases: [Case; 9] = [
            ("one each", &[(100, 1)], 1),
            ("one more for few", &[(100, 1), (4, 2)], 1),
            ("two each", &[(100, 2)], 2),
            ("three each", &[(100, 3)], 5),
            ("few with many", &[(100, 1), (10, 10)], 10),
            ("a small hospital", &[(8_000, 1), (3_000, 2), (1_500, 4)], 2),
            (
                "a large hospital",
                &[(50_000, 1), (12_000, 2), (4_000, 4), (500, 12)],
                2,
            ),
            ("customers", &[(3_000, 6)], 5),
            ("a long tail of few", &[(30_000, 4), (200, 60)], 5),
        ];
        for (label, groups, expected) in cases {
            let mut tally = Tally::default();
            for (group, (persons, rows)) in groups.iter().enumerate() {
                for person in 0..*persons {
                    for _ in 0..*rows {
                        tally.look(&format!("{group} {person}"), None);
                    }
                }
            }
            assert_eq!(rows_to_keep(&tally), expected, "case `{label}`");
        }
    }
}
