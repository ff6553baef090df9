//! Columns of dates and times: in which formats every value is one.
//!
//! All formats are tried on the first value, and those that are left on the next ones. What `01/02/2024` means, one
//! value does not say; the column may, another column may, and otherwise one reading is taken and the notes tell so.

use std::collections::BTreeMap;

use jiff::civil::{Date, DateTime, Time, date};

/// A column's values as dates, in each format that fits all of them.
#[derive(Clone, Debug)]
pub(super) struct Dates {
    /// Nothing before the first value that may be a date: all formats together are long.
    readings: Option<Vec<Reading>>,
    written: Spelling,
}

/// The values in one format.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    date: &'static str,
    /// Empty for dates without the time of day.
    time: &'static str,
    pub(super) rows: u64,
    /// The first and the last that is no sentinel.
    pub(super) range: Option<(DateTime, DateTime)>,
    /// Days that often stand for "not known", as they are written, with their rows.
    pub(super) suspects: BTreeMap<DateTime, (String, u64)>,
}

/// How the numbers of dates are written.
#[derive(Clone, Debug, Default)]
struct Spelling {
    /// Days and months.
    days: Digits,
    hours: Digits,
    time: TimeOfDay,
}

/// Numbers below ten have one digit, or two.
#[derive(Clone, Copy, Debug, Default)]
struct Digits {
    short: bool,
    padded: bool,
}

/// The time of day as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum TimeOfDay {
    #[default]
    Unseen,
    Same(String),
    Different,
}

impl Dates {
    pub(super) fn new() -> Self {
        Self {
            readings: None,
            written: Spelling::default(),
        }
    }

    /// Whether the field is a date as those before it; if not, nothing has changed.
    pub(super) fn look(&mut self, field: &str) -> bool {
        let is_over = self.readings.as_ref().is_some_and(Vec::is_empty);
        if is_over || !may_be_date(field) {
            return false;
        }
        let is_first = self.readings.is_none();
        let mut readings = self.readings.take().unwrap_or_else(every_format);
        let read: Vec<Option<DateTime>> =
            readings.iter().map(|reading| reading.read(field)).collect();
        let is_date = read.iter().any(Option::is_some);
        if is_date {
            let mut read = read.into_iter();
            readings.retain_mut(|reading| {
                let moment = read.next().flatten();
                moment.is_some_and(|moment| {
                    reading.take(moment, field);
                    true
                })
            });
            readings.shrink_to_fit();
            self.written.look(field);
        }
        self.readings = (is_date || !is_first).then_some(readings);
        is_date
    }

    /// Some value was no date.
    pub(super) fn give_up(&mut self) {
        self.readings = Some(Vec::new());
    }

    fn readings(&self) -> impl Iterator<Item = &Reading> {
        self.readings.iter().flatten()
    }

    /// Bytes that are kept, roughly.
    pub(super) fn bytes(&self) -> usize {
        let suspects = self.readings().map(|reading| reading.suspects.len());
        let readings = self.readings.as_ref().map_or(0, Vec::capacity);
        readings * size_of::<Reading>() + suspects.sum::<usize>() * A_SUSPECT
    }

    /// Whether the day stands before the month; `None` if that cannot be told, or they are not numbers side by side.
    pub(super) fn day_first(&self) -> Option<bool> {
        let mut firsts = self.readings().map(Reading::day_first);
        let first = firsts.next()??;
        firsts.all(|other| other == Some(first)).then_some(first)
    }

    /// The reading to take, if there is any, and whether the day and the month could change places.
    pub(super) fn best(&self, day_first: Option<bool>) -> Option<(&Reading, bool)> {
        let seen = |reading: &&Reading| reading.rows > 0;
        let first = self.readings().find(seen)?;
        let other = self.readings().filter(seen).find(|other| {
            let places = (first.day_first(), other.day_first());
            other.time == first.time && matches!(places, (Some(one), Some(two)) if one != two)
        });
        let wanted = |reading: &&Reading| reading.day_first() == day_first;
        match other {
            None => Some((first, false)),
            Some(other) if day_first.is_some() && wanted(&other) => Some((other, true)),
            Some(_) => Some((first, true)),
        }
    }

    /// The formats of a reading to offer to the language, the best first: numbers as short as they are written, and
    /// a time of day that is always midnight as a text of the format.
    pub(super) fn formats(&self, reading: &Reading) -> Vec<Format> {
        let day = if self.written.days.are_short() {
            reading.date.replace("%m", "%-m").replace("%d", "%-d")
        } else {
            reading.date.to_owned()
        };
        let time = if self.written.hours.are_short() {
            reading.time.replace("%H", "%-H").replace("%I", "%-I")
        } else {
            reading.time.to_owned()
        };
        let has_time = !reading.time.is_empty();
        let mut formats = Vec::new();
        let midnight = reading.range.is_some_and(|(low, high)| {
            [low, high]
                .iter()
                .all(|moment| moment.time() == Time::midnight())
        });
        if let TimeOfDay::Same(same) = &self.written.time
            && midnight
        {
            let text = format!("{day}{same}");
            formats.push(Format {
                text,
                has_time: false,
            });
        }
        for text in [
            format!("{day}{time}"),
            format!("{}{}", reading.date, reading.time),
        ] {
            formats.push(Format { text, has_time });
        }
        formats
    }
}

/// Every format, of a column without a value yet.
fn every_format() -> Vec<Reading> {
    let readings = DATES.iter().flat_map(|date| {
        TIMES.iter().map(|time| Reading {
            date,
            time,
            rows: 0,
            range: None,
            suspects: BTreeMap::new(),
        })
    });
    readings.collect()
}

/// A format of the language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Format {
    pub(super) text: String,
    /// For `DateTime`, not `Date`.
    pub(super) has_time: bool,
}

impl Reading {
    fn read(&self, field: &str) -> Option<DateTime> {
        let moment = if self.time.is_empty() {
            Date::strptime(self.date, field).ok()?.at(0, 0, 0, 0)
        } else {
            let format = format!("{}{}", self.date, self.time);
            DateTime::strptime(format, field).ok()?
        };
        let year = moment.year();
        let plausible = match self.date {
            COMPACT => (1800..=2200).contains(&year) && field.len() >= 8,
            _ => year >= 1000,
        };
        (plausible || moment.date() == FIRST_DAY).then_some(moment)
    }

    fn take(&mut self, moment: DateTime, field: &str) {
        self.rows = self.rows.saturating_add(1);
        if SUSPECTS.contains(&moment.date()) || is_beyond(moment) {
            let most = self.suspects.len() < MOST_SUSPECTS;
            if most || self.suspects.contains_key(&moment) {
                let suspect = self
                    .suspects
                    .entry(moment)
                    .or_insert_with(|| (field.to_owned(), 0));
                suspect.1 = suspect.1.saturating_add(1);
                return;
            }
        }
        let (low, high) = self.range.unwrap_or((moment, moment));
        self.range = Some((low.min(moment), high.max(moment)));
    }

    /// The first and the last, and what stands for "not known": days beyond any calendar of people, and days that many
    /// have and that lie years away from all others.
    pub(super) fn sorted(&self) -> Option<Sorted> {
        let (mut low, mut high) = self.range?;
        let mut sentinels = Vec::new();
        for (moment, (text, rows)) in &self.suspects {
            let years =
                i32::from(low.year() - moment.year()).max(i32::from(moment.year() - high.year()));
            let common = *rows >= 3 && rows.saturating_mul(1000) >= self.rows;
            if is_beyond(*moment) || (common && years >= FAR_YEARS) {
                sentinels.push((text.clone(), *rows));
            } else {
                low = low.min(*moment);
                high = high.max(*moment);
            }
        }
        Some(Sorted {
            range: (low, high),
            sentinels,
        })
    }

    fn day_first(&self) -> Option<bool> {
        let place = |letter: &str| self.date.find(letter);
        let (day, month) = (place("%d")?, place("%m")?);
        // With the year in front nobody puts the day before the month.
        (!self.date.starts_with("%Y")).then_some(day < month)
    }

    /// The same format.
    pub(super) fn same_as(&self, other: &Self) -> bool {
        (self.date, self.time) == (other.date, other.time)
    }

    /// Years have two digits.
    pub(super) fn is_short_year(&self) -> bool {
        self.date.contains("%y")
    }
}

/// A column's dates, once sentinels are told from them.
pub(super) struct Sorted {
    pub(super) range: (DateTime, DateTime),
    /// As they are written, with their rows.
    pub(super) sentinels: Vec<(String, u64)>,
}

impl Spelling {
    fn look(&mut self, field: &str) {
        let end = field.find([':', 'T']).unwrap_or(field.len());
        let (before, _) = field.split_at(end);
        let (day, hour) = match before.rfind([' ', 'T']) {
            Some(space) if end < field.len() => before.split_at(space),
            _ => (before, ""),
        };
        self.days.look(day);
        self.hours.look(hour);
        let time = field.get(day.len()..).filter(|time| time.contains(':'));
        let same = match (&self.time, time) {
            (TimeOfDay::Unseen, Some(_)) => true,
            (TimeOfDay::Same(same), Some(time)) => same == time,
            _ => false,
        };
        self.time = match time {
            Some(time) if same => TimeOfDay::Same(time.to_owned()),
            _ => TimeOfDay::Different,
        };
    }
}

impl Digits {
    fn look(&mut self, text: &str) {
        for run in text.split(|letter: char| !letter.is_ascii_digit()) {
            self.short |= run.len() == 1;
            self.padded |= run.len() == 2 && run.starts_with('0');
        }
    }

    fn are_short(self) -> bool {
        self.short && !self.padded
    }
}

/// Short, and made of at least six digits or a month and some.
fn may_be_date(field: &str) -> bool {
    let digits = field.bytes().filter(u8::is_ascii_digit).count();
    field.len() <= LONGEST && digits >= 3
}

fn is_beyond(moment: DateTime) -> bool {
    moment.year() >= 2999 || moment.year() < 1600
}

/// Bytes of a day that often stands for "not known".
const A_SUSPECT: usize = 100;
const COMPACT: &str = "%Y%m%d";
/// With a year of four digits first; of two readings that differ in day and month the more usual one first.
const DATES: &[&str] = &[
    "%Y-%m-%d",
    "%Y/%m/%d",
    "%Y.%m.%d",
    COMPACT,
    "%d.%m.%Y",
    "%m/%d/%Y",
    "%d/%m/%Y",
    "%d-%m-%Y",
    "%m-%d-%Y",
    "%d.%m.%y",
    "%m/%d/%y",
    "%d/%m/%y",
    "%d-%m-%y",
    "%m-%d-%y",
    "%d-%b-%Y",
    "%d %b %Y",
    "%d. %b %Y",
    "%d%b%Y",
    "%b %d, %Y",
    "%b %d %Y",
    "%d %B %Y",
    "%B %d, %Y",
    "%d-%b-%y",
];
const TIMES: &[&str] = &[
    "",
    "T%H:%M:%S",
    " %H:%M:%S",
    "T%H:%M",
    " %H:%M",
    "T%H:%M:%SZ",
    " %I:%M:%S %p",
    " %I:%M %p",
    "T%H:%M:%S%.f",
    " %H:%M:%S%.f",
    "T%H:%M:%S%.fZ",
    "T%H:%MZ",
    " %H:%M:%SZ",
];
const FIRST_DAY: Date = date(1, 1, 1);
/// First and last days of programs and forms.
const SUSPECTS: &[Date] = &[
    FIRST_DAY,
    date(1753, 1, 1),
    date(1800, 1, 1),
    date(1899, 12, 30),
    date(1899, 12, 31),
    date(1900, 1, 1),
    date(1901, 1, 1),
    date(1970, 1, 1),
    date(2099, 12, 31),
    date(2100, 1, 1),
    date(2199, 12, 31),
];
const MOST_SUSPECTS: usize = 20;
const FAR_YEARS: i32 = 10;
const LONGEST: usize = 32;
