//! Dates and timestamps as text.
//!
//! Tested: `a_cell_depends_on_its_value_alone`, `dates_in_the_format_of_their_attribute`,
//! `a_code_does_not_depend_on_the_type`.

use std::io::Write as _;

use privet_spec::{Attribute, Kind, TimeUnit};

/// A day and a time of it, without a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moment {
    /// Since 1970-01-01.
    day: i64,
    /// Since midnight.
    second: i64,
    /// Since the second.
    nanosecond: i64,
}

impl Moment {
    /// Of days since 1970-01-01.
    pub(super) fn of_day(day: i64) -> Self {
        Self {
            day,
            second: 0,
            nanosecond: 0,
        }
    }

    /// Of units since 1970-01-01 00:00, so many of which are a second.
    pub(super) fn of_units(units: i64, a_second: i64) -> Self {
        let seconds = units.div_euclid(a_second);
        Self {
            day: seconds.div_euclid(DAY),
            second: seconds.rem_euclid(DAY),
            nanosecond: units.rem_euclid(a_second) * (NANOSECONDS / a_second),
        }
    }

    /// Appends it as the attribute writes it, where it does and can; otherwise as ISO 8601, the date alone at midnight
    /// unless it is to be written `always`.
    pub(super) fn put(self, attribute: Option<&Attribute>, always: bool, out: &mut Vec<u8>) {
        if let Some(text) = attribute.and_then(|attribute| self.written_by(attribute)) {
            out.extend_from_slice(text.as_bytes());
            return;
        }
        self.put_date(out);
        if always || !self.is_midnight() {
            self.put_time(out);
        }
    }

    /// As the attribute writes it; nothing where its format cannot say it, or would say it of another time too.
    fn written_by(self, attribute: &Attribute) -> Option<String> {
        let number = match attribute.kind() {
            Kind::Date { .. } if self.is_midnight() => self.day,
            Kind::DateTime { unit, .. } => {
                let seconds = match unit {
                    TimeUnit::Second => 1,
                    TimeUnit::Minute => 60,
                };
                if self.nanosecond != 0 || self.second.rem_euclid(seconds) != 0 {
                    return None;
                }
                let since = self.day.checked_mul(DAY)?.checked_add(self.second)?;
                since.div_euclid(seconds)
            }
            _ => return None,
        };
        let mut text = String::new();
        attribute.write_number(number, &mut text)?;
        // A year of two digits is that of another century.
        (attribute.read_number(text.trim()) == Some((number, false))).then_some(text)
    }

    fn is_midnight(self) -> bool {
        self.second == 0 && self.nanosecond == 0
    }

    fn put_date(self, out: &mut Vec<u8>) {
        let (year, month, day) = civil(self.day);
        // Writing to a vector cannot fail.
        let _ = match year {
            0..=9999 => write!(out, "{year:04}-{month:02}-{day:02}"),
            _ => write!(out, "{year:+05}-{month:02}-{day:02}"),
        };
    }

    /// The fraction of a second without zeros at its end: one text, whatever the unit.
    fn put_time(self, out: &mut Vec<u8>) {
        let (hour, minute, second) = (self.second / 3600, self.second / 60 % 60, self.second % 60);
        // Writing to a vector cannot fail.
        let _ = write!(out, "T{hour:02}:{minute:02}:{second:02}");
        if self.nanosecond != 0 {
            let _ = write!(out, ".{:09}", self.nanosecond);
            while out.last() == Some(&b'0') {
                out.pop();
            }
        }
    }
}

/// Year, month and day of a day since 1970-01-01, in the calendar of today for all times (Hinnant, *chrono-compatible
/// low-level date algorithms*). Days come from 32 bits, or from 64 bits of seconds: nothing overflows.
fn civil(day: i64) -> (i64, i64, i64) {
    let day = day + 719_468;
    let era = day.div_euclid(146_097);
    let of_era = day.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 {
        month_from_march + 3
    } else {
        month_from_march - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day)
}

const DAY: i64 = 86_400;
const NANOSECONDS: i64 = 1_000_000_000;

#[cfg(test)]
mod tests {
    use super::*;

    fn text(moment: Moment) -> String {
        let mut out = Vec::new();
        moment.put(None, false, &mut out);
        String::from_utf8(out).unwrap()
    }

    /// Days by Python's `datetime.date.toordinal() - 719163`; beyond the year 9999 by 400 years of 146 097 days.
    #[test]
    fn days() {
        for (day, expected) in [
            (0, "1970-01-01"),
            (-1, "1969-12-31"),
            (11_016, "2000-02-29"),
            (-719_162, "0001-01-01"),
            (2_932_896, "9999-12-31"),
            (2_932_897, "+10000-01-01"),
            (11_016 + 20 * 146_097, "+10000-02-29"),
            (-719_162 - 366, "0000-01-01"),
            (-719_162 - 367, "-0001-12-31"),
        ] {
            assert_eq!(text(Moment::of_day(day)), expected);
        }
        let _ = text(Moment::of_units(i64::MIN, 1));
        let _ = text(Moment::of_units(i64::MAX, 1));
    }

    #[test]
    fn times() {
        for (units, a_second, expected) in [
            (0, 1, "1970-01-01"),
            (86_400, 1, "1970-01-02"),
            (86_399, 1, "1970-01-01T23:59:59"),
            (-1, 1, "1969-12-31T23:59:59"),
            (1_500, 1_000, "1970-01-01T00:00:01.5"),
            (1_500_000, 1_000_000, "1970-01-01T00:00:01.5"),
            (-1, 1_000_000_000, "1969-12-31T23:59:59.999999999"),
        ] {
            assert_eq!(text(Moment::of_units(units, a_second)), expected);
        }
    }
}
