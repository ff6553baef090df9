//! What values end in: the last digit of a number, the weekday of a date.
//!
//! People round, and offices close: digits heap at 0 and 5, dates on workdays. Bins see neither.

use crate::distance::Distance;
use crate::findings::{ColumnKind, Ending, Endings, Fault, FaultKind};
use crate::number::{count, ratio};
use crate::words::{distance_in_words, percents};

/// The endings of both tables, and what is off.
pub(crate) fn endings(kind: ColumnKind, real: &[i64], synthetic: &[i64]) -> (Endings, Fault) {
    let of = Ending::new(kind);
    let whole = |numbers: &[i64]| {
        let days = numbers
            .iter()
            .map(|number| number.div_euclid(in_a_day(kind)));
        of.counts(days)
    };
    let (left, right) = (whole(real), whole(synthetic));
    let mut distance = Distance::new(count(real.len()), count(synthetic.len()));
    for (left, right) in left.iter().zip(&right) {
        distance.add(*left, *right);
    }
    let marked = |counts: &[u64]| {
        let both = of.marked().into_iter();
        let rows: u64 = both.filter_map(|place| counts.get(place)).sum();
        ratio(rows.into(), counts.iter().sum::<u64>().into())
    };
    let endings = Endings {
        of,
        real_marked: marked(&left),
        synthetic_marked: marked(&right),
        distance: distance.distance(),
        real: left,
        synthetic: right,
    };
    let fault = Fault {
        kind: FaultKind::Endings,
        size: endings.distance,
        allowance: distance.allowance(),
        words: endings.words(),
    };
    (endings, fault)
}

/// Numbers of a day, of which the weekday is; one where each number counts.
fn in_a_day(kind: ColumnKind) -> i64 {
    match kind {
        ColumnKind::Minutes => 1_440,
        ColumnKind::Seconds => 86_400,
        ColumnKind::Date | ColumnKind::Numeric | ColumnKind::Categorical => 1,
    }
}

impl Ending {
    fn new(kind: ColumnKind) -> Self {
        match kind {
            ColumnKind::Date | ColumnKind::Minutes | ColumnKind::Seconds => Self::Weekday,
            ColumnKind::Numeric | ColumnKind::Categorical => Self::LastDigit,
        }
    }

    fn counts(self, numbers: impl Iterator<Item = i64>) -> Vec<u64> {
        let size = match self {
            Self::LastDigit => 10,
            Self::Weekday => 7,
        };
        let mut counts = vec![0_u64; size];
        for number in numbers {
            if let Some(count) = counts.get_mut(self.of(number)) {
                *count += 1;
            }
        }
        counts
    }

    fn of(self, number: i64) -> usize {
        let ending = match self {
            // Of −15 it is 5.
            Self::LastDigit => number.unsigned_abs() % 10,
            // 1970-01-01 was a Thursday.
            Self::Weekday => number.rem_euclid(7).unsigned_abs().saturating_add(3) % 7,
        };
        usize::try_from(ending).unwrap_or(0)
    }

    /// 0 and 5, Saturday and Sunday.
    fn marked(self) -> [usize; 2] {
        match self {
            Self::LastDigit => [0, 5],
            Self::Weekday => [5, 6],
        }
    }
}

impl Endings {
    /// By the marked ones, where they make most of the distance.
    fn words(&self) -> String {
        let apart = (self.real_marked - self.synthetic_marked).abs();
        let off = distance_in_words(self.distance);
        let [real, synthetic] = percents(self.real_marked, self.synthetic_marked);
        match (self.of, 2.0 * apart > self.distance) {
            (Ending::LastDigit, true) => {
                format!("{real} of real values end in 0 or 5, {synthetic} of synthetic ones")
            }
            (Ending::Weekday, true) => {
                format!(
                    "{real} of real dates are Saturdays or Sundays, {synthetic} of synthetic ones"
                )
            }
            (Ending::LastDigit, false) => format!("last digits are off by {off}"),
            (Ending::Weekday, false) => format!("weekdays are off by {off}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Weekdays from Python's `datetime.date.weekday`.
    #[test]
    fn endings_by_hand() {
        for (of, number, expected) in [
            (Ending::LastDigit, 120, 0),
            (Ending::LastDigit, -15, 5),
            (Ending::LastDigit, i64::MIN, 8),
            (Ending::Weekday, 0, 3),
            (Ending::Weekday, -1, 2),
            (Ending::Weekday, 20_000, 4),
            (Ending::Weekday, -25_567, 0),
        ] {
            assert_eq!(of.of(number), expected, "{of:?} of {number}");
        }
    }

    #[test]
    fn words_name_what_is_most_off() {
        let fives: Vec<i64> = (0..100).map(|number| 5 * number).collect();
        let all: Vec<i64> = (0..100).collect();
        let (found, fault) = endings(ColumnKind::Numeric, &fives, &all);
        assert!((found.distance - 0.8).abs() < 1e-15);
        assert_eq!(
            fault.words,
            "100 % of real values end in 0 or 5, 20 % of synthetic ones"
        );
        let (_, fault) = endings(ColumnKind::Numeric, &[3, 3], &[4, 4]);
        assert_eq!(fault.words, "last digits are off by 1.0");
        // Thursday and Friday; Saturday.
        let (found, fault) = endings(ColumnKind::Date, &[0, 1], &[2, 2]);
        assert!((found.synthetic_marked - 1.0).abs() < 1e-15);
        assert_eq!(
            fault.words,
            "0 % of real dates are Saturdays or Sundays, 100 % of synthetic ones"
        );
    }
}
