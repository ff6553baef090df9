//! Dates with the time of day, without a zone, as whole seconds or minutes since 1970-01-01 00:00.
//!
//! The unit is the finest that the format of the fields writes, so that every number is a field and
//! every bin is made of whole fields.
//!
//! Tested: `numbers_of_bounds` (against Python's datetime), `fractions_are_left_over` (what is finer than the unit is
//! rounded down); bins begin where the calendar says; every number of an accepted domain that is tried comes back from
//! its text.

use jiff::SignedDuration;
use jiff::civil::{DateTime, date};
use jiff::fmt::strtime::BrokenDownTime;

use super::dates;

/// How fields are written unless the spec says otherwise (ISO 8601).
pub(super) const ISO: &str = "%Y-%m-%dT%H:%M:%S";

/// What a whole number counts since 1970-01-01 00:00.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeUnit {
    Second,
    /// For formats that do not write seconds.
    Minute,
}

/// How wide a bin is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Also hours, from midnight on.
    Minutes(u32),
    Calendar(dates::Step),
}

impl TimeUnit {
    /// The finest unit that survives a format; `None` if not even minutes do.
    pub(super) fn of_format(format: &str) -> Option<Self> {
        [Self::Second, Self::Minute].into_iter().find(|unit| {
            let mut written = String::new();
            let wrote = unit.write(format, 1, &mut written);
            wrote.is_some() && unit.parse(format, written.trim()) == Some((1, false))
        })
    }

    /// The number that a field names, rounded down, and whether a fraction is left over.
    pub(super) fn parse(self, format: &str, field: &str) -> Option<(i64, bool)> {
        let passed = DateTime::strptime(format, field)
            .ok()?
            .duration_since(EPOCH);
        let seconds = i128::from(self.seconds());
        let unit = seconds.checked_mul(NANOSECONDS)?;
        let passed = passed.as_nanos();
        let number = i64::try_from(passed.div_euclid(unit)).ok()?;
        Some((number, passed.rem_euclid(unit) != 0))
    }

    /// Appends a number in a format; `None` if the format cannot write it.
    pub(super) fn write(self, format: &str, number: i64, out: &mut String) -> Option<()> {
        let seconds = number.checked_mul(self.seconds())?;
        let time = EPOCH.checked_add(SignedDuration::from_secs(seconds)).ok()?;
        BrokenDownTime::from(time).format(format, out).ok()
    }

    /// The format in which reports and bounds have such a number.
    pub(super) fn bound_format(self) -> &'static str {
        match self {
            Self::Second => BOUND,
            Self::Minute => SHORT_BOUND,
        }
    }

    /// A bound exactly as a spec writes it, `2020-01-31 08:30:00`, also without seconds or with a `T`;
    /// and whether it is a whole number of this unit.
    pub(super) fn parse_bound(self, text: &str) -> Option<(i64, bool)> {
        let plain = text.replacen('T', " ", 1);
        let second = [BOUND, SHORT_BOUND].into_iter().find_map(|format| {
            let (second, _) = Self::Second.parse(format, &plain)?;
            let mut canonical = String::new();
            Self::Second.write(format, second, &mut canonical)?;
            (canonical == plain).then_some(second)
        })?;
        let unit = self.seconds();
        Some((second.div_euclid(unit), second.rem_euclid(unit) == 0))
    }

    /// The first numbers of bins from `min` to `max`, at most `limit` of them. All begin where a clock or
    /// calendar does: minutes and hours are counted from midnight, so that the first bin may be shorter.
    pub(super) fn starts(self, min: i64, max: i64, step: Step, limit: usize) -> Vec<i64> {
        let day = self.day();
        let whole = match step {
            Step::Minutes(minutes) => {
                let width = i64::from(minutes)
                    .saturating_mul(60)
                    .div_euclid(self.seconds())
                    .max(1);
                let since_midnight = min.rem_euclid(day);
                let first = min.saturating_sub(since_midnight.rem_euclid(width));
                let step = usize::try_from(width).unwrap_or(usize::MAX);
                (first..=max).step_by(step).take(limit).collect()
            }
            Step::Calendar(step) => {
                let mut days = dates::starts(min.div_euclid(day), max.div_euclid(day), step, limit);
                for start in &mut days {
                    *start = start.saturating_mul(day);
                }
                days
            }
        };
        whole.into_iter().map(|start| start.max(min)).collect()
    }

    /// How many of it are a day.
    pub(super) fn day(self) -> i64 {
        match self {
            Self::Second => 86_400,
            Self::Minute => 1440,
        }
    }

    pub(super) fn seconds(self) -> i64 {
        match self {
            Self::Second => 1,
            Self::Minute => 60,
        }
    }
}

const EPOCH: DateTime = date(1970, 1, 1).at(0, 0, 0, 0);
const NANOSECONDS: i128 = 1_000_000_000;
const BOUND: &str = "%Y-%m-%d %H:%M:%S";
const SHORT_BOUND: &str = "%Y-%m-%d %H:%M";

#[cfg(test)]
mod tests {
    use super::*;

    /// From `int((datetime(…) - datetime(1970, 1, 1)).total_seconds())` of Python.
    #[test]
    fn numbers_of_bounds() {
        for (text, second, minute) in [
            ("1970-01-01 00:00:00", Some((0, true)), Some((0, true))),
            ("1969-12-31 23:59:59", Some((-1, true)), Some((-1, false))),
            (
                "2000-02-29T12:34:56",
                Some((951_827_696, true)),
                Some((15_863_794, false)),
            ),
            (
                "2000-02-29 12:34",
                Some((951_827_640, true)),
                Some((15_863_794, true)),
            ),
            ("2023-02-29 00:00:00", None, None),
            ("2023-02-28", None, None),
            ("2023-02-28 24:00:00", None, None),
            ("2023-02-28 7:00:00", None, None),
            ("2023-02-28 07:00:00Z", None, None),
        ] {
            let found = [TimeUnit::Second, TimeUnit::Minute].map(|unit| unit.parse_bound(text));
            assert_eq!(found, [second, minute], "case `{text}`");
        }
    }

    #[test]
    fn units_of_formats() {
        for (format, expected) in [
            (ISO, Some(TimeUnit::Second)),
            ("%d.%m.%Y %H:%M", Some(TimeUnit::Minute)),
            ("%m/%d/%Y %I:%M:%S %p", Some(TimeUnit::Second)),
            ("%Y-%m-%d %H:%M:%S%.f", Some(TimeUnit::Second)),
            ("%Y-%m-%d", None),
            ("%Y-%m-%d %H", None),
            ("%H:%M:%S", None),
            ("%Y-%m-%dT%H:%M:%S%z", None),
        ] {
            assert_eq!(TimeUnit::of_format(format), expected, "case `{format}`");
        }
    }

    #[test]
    fn fractions_are_left_over() {
        let format = "%Y-%m-%d %H:%M:%S%.f";
        for (field, expected) in [
            ("1970-01-01 00:00:01", Some((1, false))),
            ("1970-01-01 00:00:01.000", Some((1, false))),
            ("1970-01-01 00:00:01.25", Some((1, true))),
            ("1969-12-31 23:59:59.75", Some((-1, true))),
            ("1970-01-01", None),
        ] {
            assert_eq!(
                TimeUnit::Second.parse(format, field),
                expected,
                "case `{field}`"
            );
        }
    }

    #[test]
    fn bins_begin_with_the_clock() {
        let unit = TimeUnit::Minute;
        let number = |text: &str| unit.parse_bound(text).unwrap().0;
        let (min, max) = (number("2020-01-31 22:50"), number("2020-02-01 13:00"));
        for (label, step, expected) in [
            (
                "hours",
                Step::Minutes(360),
                vec![
                    "2020-01-31 22:50",
                    "2020-02-01 00:00",
                    "2020-02-01 06:00",
                    "2020-02-01 12:00",
                ],
            ),
            (
                "days",
                Step::Calendar(dates::Step::Days(1)),
                vec!["2020-01-31 22:50", "2020-02-01 00:00"],
            ),
            (
                "months",
                Step::Calendar(dates::Step::Months(1)),
                vec!["2020-01-31 22:50", "2020-02-01 00:00"],
            ),
            (
                "years",
                Step::Calendar(dates::Step::Years(1)),
                vec!["2020-01-31 22:50"],
            ),
        ] {
            let expected: Vec<i64> = expected.into_iter().map(number).collect();
            assert_eq!(unit.starts(min, max, step, 100), expected, "case `{label}`");
        }
        let quarters = TimeUnit::Second.starts(-60, 1801, Step::Minutes(15), 100);
        assert_eq!(quarters, [-60, 0, 900, 1800]);
        assert_eq!(unit.starts(0, 1_000_000, Step::Minutes(1), 7).len(), 7);
    }
}
