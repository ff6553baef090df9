//! Dates as day numbers, days since 1970-01-01.
//!
//! Tested: `day_numbers` (those of another implementation), `the_common_format_is_read_as_any_other`,
//! `dates_in_the_format_of_their_attribute`.

use jiff::civil::{Date, date};
use jiff::fmt::strtime::BrokenDownTime;
use jiff::{SignedDuration, Span};

/// The format in which a spec itself writes dates, and the default for fields.
pub(super) const ISO: &str = "%Y-%m-%d";

/// How wide a bin of dates is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Days(u32),
    Months(u32),
    Years(u32),
}

/// The day that a field names, or `None` if it is no date in this format.
pub(super) fn parse_day(format: &str, field: &str) -> Option<i64> {
    // The commonest format, without the general parser.
    let common = || iso_date(field).filter(|_| format == ISO);
    let parsed = common().or_else(|| Date::strptime(format, field).ok());
    parsed.map(day_of)
}

/// The date of ten characters such as `2020-01-31`, if they are one.
fn iso_date(field: &str) -> Option<Date> {
    let (year, rest) = field.as_bytes().split_first_chunk::<4>()?;
    let (month, rest) = rest.strip_prefix(b"-")?.split_first_chunk::<2>()?;
    let day: &[u8; 2] = rest.strip_prefix(b"-")?.try_into().ok()?;
    let number = |digits: &[u8]| {
        digits.iter().try_fold(0_i16, |number, digit| {
            let digit = digit.checked_sub(b'0').filter(|digit| *digit < 10)?;
            Some(10 * number + i16::from(digit))
        })
    };
    let month = number(month)?.try_into().ok()?;
    let day = number(day)?.try_into().ok()?;
    Date::new(number(year)?, month, day).ok()
}

/// Appends a day in a format; `None` if the format cannot write it.
pub(super) fn write_day(format: &str, day: i64, out: &mut String) -> Option<()> {
    let written = date_of(day)?;
    let year = u16::try_from(written.year()).ok();
    match (year, written.month().try_into(), written.day().try_into()) {
        // The commonest format, without the general formatter.
        (Some(year), Ok(month), Ok(day)) if format == ISO => {
            let [century, year] = [year / 100, year % 100];
            write_two_digits(century, out);
            write_two_digits(year, out);
            for part in [month, day] {
                out.push('-');
                write_two_digits(part, out);
            }
            Some(())
        }
        _ => BrokenDownTime::from(written).format(format, out).ok(),
    }
}

/// Appends a number below 100.
fn write_two_digits(number: u16, out: &mut String) {
    let digits = [number / 10 % 10, number % 10];
    out.extend(digits.map(|digit| char::from(b'0' + digit.to_le_bytes()[0])));
}

/// A date exactly as a spec writes it, `2020-01-31`.
pub(super) fn parse_strict(text: &str) -> Option<i64> {
    let day = parse_day(ISO, text)?;
    let mut canonical = String::new();
    write_day(ISO, day, &mut canonical)?;
    (canonical == text).then_some(day)
}

/// The first days of bins from `min` to `max`, at most `limit` of them.
///
/// Months and years begin on their first day: the first bin is the rest of `min`'s month or year.
pub(super) fn starts(min: i64, max: i64, step: Step, limit: usize) -> Vec<i64> {
    let anchored = |anchor: Option<Date>, span_of: fn(i64) -> Option<Span>, n: u32| {
        let start = move |k: i64| {
            let step = k.checked_mul(i64::from(n))?;
            anchor?.checked_add(span_of(step)?).ok().map(day_of)
        };
        core::iter::once(min)
            .chain((1..).map_while(start).take_while(|day| *day <= max))
            .take(limit)
            .collect()
    };
    let first = date_of(min);
    match step {
        Step::Days(n) => {
            let n = usize::try_from(n).unwrap_or(usize::MAX).max(1);
            (min..=max).step_by(n).take(limit).collect()
        }
        Step::Months(n) => anchored(
            first.map(Date::first_of_month),
            |k| Span::new().try_months(k).ok(),
            n,
        ),
        Step::Years(n) => anchored(
            first.map(Date::first_of_year),
            |k| Span::new().try_years(k).ok(),
            n,
        ),
    }
}

fn day_of(date: Date) -> i64 {
    date.duration_since(EPOCH).as_hours() / 24
}

fn date_of(day: i64) -> Option<Date> {
    EPOCH
        .checked_add(SignedDuration::from_hours(day.checked_mul(24)?))
        .ok()
}

const EPOCH: Date = date(1970, 1, 1);

#[cfg(test)]
mod tests {
    use super::*;

    /// Day numbers from `python3 -c "import datetime as d; print((d.date(…)-d.date(1970,1,1)).days)"`.
    #[test]
    fn day_numbers() {
        for (text, expected) in [
            ("1970-01-01", Some(0)),
            ("1969-12-31", Some(-1)),
            ("2000-02-29", Some(11_016)),
            ("0001-01-01", Some(-719_162)),
            ("9999-12-31", Some(2_932_896)),
            ("2023-02-29", None),
            ("2023-2-1", None),
            (" 2023-02-01", None),
        ] {
            assert_eq!(parse_strict(text), expected, "case `{text}`");
        }
    }

    /// What is read without the general parser is what that one reads: every eleventh day of the calendar, days that no month
    /// has, and each with one character changed.
    #[test]
    fn the_common_format_is_read_as_any_other() {
        let general = |field: &str| Date::strptime(ISO, field).ok().map(day_of);
        let mut fields: Vec<String> = (-719_528..=2_932_896)
            .step_by(11)
            .map(|day| date_of(day).unwrap().to_string())
            .collect();
        for day in [
            "2023-02-29",
            "2023-00-10",
            "2023-13-01",
            "2023-04-31",
            "0000-01-00",
        ] {
            fields.push(day.to_owned());
            for place in 0..10 {
                for other in ["", " ", "-", "+", "/", ":", "1", "9", "é"] {
                    let mut field = day.to_owned();
                    field.replace_range(place..=place, other);
                    fields.push(field);
                }
            }
        }
        let read = fields.iter().filter(|field| {
            let day = parse_day(ISO, field);
            assert_eq!(day, general(field), "case `{field}`");
            iso_date(field).is_some()
        });
        assert!(read.count() > 300_000);
    }

    #[test]
    fn the_common_format_is_written_as_any_other() {
        // From a year before the first that it can write to the last day of all.
        for day in (-719_900..=2_932_896).step_by(11) {
            let (mut common, mut general) = (String::new(), String::new());
            let written = BrokenDownTime::from(date_of(day).unwrap());
            written.format(ISO, &mut general).unwrap();
            assert_eq!(write_day(ISO, day, &mut common), Some(()));
            assert_eq!(common, general, "day {day}");
        }
    }

    #[test]
    fn bin_starts() {
        let day = |text: &str| parse_strict(text).unwrap();
        for (label, step, expected) in [
            (
                "months",
                Step::Months(1),
                vec!["2020-01-15", "2020-02-01", "2020-03-01"],
            ),
            (
                "two months",
                Step::Months(2),
                vec!["2020-01-15", "2020-03-01"],
            ),
            ("years", Step::Years(1), vec!["2020-01-15"]),
            ("30 days", Step::Days(30), vec!["2020-01-15", "2020-02-14"]),
        ] {
            let actual = starts(day("2020-01-15"), day("2020-03-01"), step, 100);
            let expected: Vec<_> = expected.into_iter().map(day).collect();
            assert_eq!(actual, expected, "case `{label}`");
        }
    }

    #[test]
    fn the_calendar_ends() {
        let day = |text: &str| parse_strict(text).unwrap();
        let starts = starts(day("9999-11-30"), day("9999-12-31"), Step::Months(1), 100);
        assert_eq!(starts, [day("9999-11-30"), day("9999-12-01")]);
    }
}
