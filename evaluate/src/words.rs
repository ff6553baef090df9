//! Figures in the sentences of faults.

use jiff::{SignedDuration, Span, civil};

use crate::findings::ColumnKind;

/// Two shares, with as many decimals as it takes to tell them apart and from nothing, two at most.
pub(crate) fn percents(left: f64, right: f64) -> [String; 2] {
    // Half of the last digit is the least that is not written as 0.
    let is_seen = |share: f64, half: f64| share <= 0.0 || share >= half;
    let least = match (is_seen(left, 0.005), is_seen(right, 0.005)) {
        (true, true) => 0,
        _ if is_seen(left, 0.0005) && is_seen(right, 0.0005) => 1,
        _ => 2,
    };
    told_apart(least..=2, |decimals| {
        [left, right].map(|share| format!("{:.decimals$} %", 100.0 * share))
    })
}

/// Two values of a column, with as many digits as it takes to tell them apart: two to six.
pub(crate) fn values(kind: ColumnKind, left: f64, right: f64) -> [String; 2] {
    match kind {
        ColumnKind::Date | ColumnKind::Minutes | ColumnKind::Seconds => {
            [left, right].map(|value| kind.written(value))
        }
        ColumnKind::Numeric | ColumnKind::Categorical => told_apart(2..=6, |digits| {
            [left, right].map(|value| rounded(value, digits))
        }),
    }
}

/// A figure from 0 to 1.
pub(crate) fn distance_in_words(distance: f64) -> String {
    rounded(distance, 2)
}

fn told_apart(
    lengths: core::ops::RangeInclusive<usize>,
    written: impl Fn(usize) -> [String; 2],
) -> [String; 2] {
    let longest = *lengths.end();
    let mut all = lengths.map(&written);
    let apart = all.find(|[left, right]| left != right);
    apart.unwrap_or_else(|| written(longest))
}

/// To so many significant digits; whole digits are never left out.
fn rounded(value: f64, digits: usize) -> String {
    let digits = digits.saturating_sub(1);
    let scientific = format!("{value:.digits$e}");
    let power = scientific
        .split_once('e')
        .and_then(|(_, power)| power.parse().ok());
    let decimals = i64::try_from(digits).unwrap_or(0) - power.unwrap_or(0_i64);
    let decimals = usize::try_from(decimals).unwrap_or(0);
    format!("{value:.decimals$}")
}

impl ColumnKind {
    /// A value of such a column as people write it: dates and times are counted from 1970-01-01 on, and one that
    /// the calendar does not have stays a number.
    pub fn written(self, value: f64) -> String {
        let written = match self {
            Self::Date => day(value).map(|day| day.to_string()),
            Self::Minutes => time(60.0 * value),
            Self::Seconds => time(value),
            Self::Numeric | Self::Categorical => None,
        };
        written.unwrap_or_else(|| value.to_string())
    }
}

fn time(seconds: f64) -> Option<String> {
    let seconds = format!("{:.0}", seconds.floor()).parse().ok()?;
    let midnight = civil::date(1970, 1, 1).at(0, 0, 0, 0);
    let time = midnight
        .checked_add(SignedDuration::from_secs(seconds))
        .ok()?;
    Some(time.strftime("%Y-%m-%d %H:%M:%S").to_string())
}

fn day(days: f64) -> Option<civil::Date> {
    let days: i64 = format!("{:.0}", days.floor()).parse().ok()?;
    let span = Span::new().try_days(days).ok()?;
    civil::date(1970, 1, 1).checked_add(span).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From Python's `datetime.datetime`.
    #[test]
    fn seconds_and_minutes_become_times() {
        for (seconds, expected) in [
            (0.0, "1970-01-01 00:00:00"),
            (-1.0, "1969-12-31 23:59:59"),
            (951_827_696.9, "2000-02-29 12:34:56"),
        ] {
            assert_eq!(ColumnKind::Seconds.written(seconds), expected);
        }
        let minutes = ColumnKind::Minutes.written(15_863_794.5);
        assert_eq!(minutes, "2000-02-29 12:34:30");
    }

    #[test]
    fn figures_are_told_apart() {
        for (left, right, expected) in [
            (0.82, 0.19, ["82 %", "19 %"]),
            (0.821, 0.824, ["82.1 %", "82.4 %"]),
            (0.5, 0.5, ["50.00 %", "50.00 %"]),
        ] {
            assert_eq!(percents(left, right), expected);
        }
        for (left, right, expected) in [
            (0.2, 2.2, ["0.20", "2.2"]),
            (898.0, 10_741.3, ["898", "10741"]),
            (1.2341, 1.2349, ["1.234", "1.235"]),
            (0.0, -0.001, ["0.0", "-0.0010"]),
        ] {
            assert_eq!(values(ColumnKind::Numeric, left, right), expected);
        }
        assert_eq!(
            values(ColumnKind::Date, 0.0, 59.9),
            ["1970-01-01", "1970-03-01"]
        );
        assert_eq!(distance_in_words(0.814), "0.81");
    }

    /// From Python's `datetime.date`.
    #[test]
    fn days_become_dates() {
        for (days, expected) in [
            (0.0, "1970-01-01"),
            (-1.0, "1969-12-31"),
            (59.0, "1970-03-01"),
            (11_016.0, "2000-02-29"),
            (20_000.7, "2024-10-04"),
            (-25_567.0, "1900-01-01"),
            (1e12, "1000000000000"),
        ] {
            assert_eq!(ColumnKind::Date.written(days), expected);
        }
        assert_eq!(ColumnKind::Numeric.written(0.5), "0.5");
    }
}
