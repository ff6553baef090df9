//! Columns of numbers and dates. They have bounds and no bins: a release finds these by itself.

use jiff::civil::Date;

use privet_spec::{counted, literal};

use super::bounds::{around_dates, around_decimals, around_integers};
use super::dates::{Dates, Format, Reading};
use super::number::{Number, UNIT};
use super::numbers::{Numbers, Sorted};
use super::text::Lines;
use super::view::View;
use super::written::{Written, missing};

pub(super) fn number(view: &View<'_>) -> Option<Written> {
    let numbers = view.numbers().filter(|numbers| !numbers.padded)?;
    let sorted = sorted(view, numbers)?;
    let (low, high) = sorted.range;
    let decimals = shown_decimals(numbers, &sorted);
    let mut reasons = Vec::new();
    let (opening, inner) = if numbers.whole {
        if are_codes(view, &sorted) {
            return None;
        }
        let how = if numbers.written_as_decimals {
            ", also where it is written with decimals"
        } else {
            ""
        };
        reasons.push(format!(
            "`Integer`, since every value is a whole number{how}"
        ));
        let (min, max) = sorted.beside_sentinels(around_integers(low / UNIT, high / UNIT), 0);
        let bounds = [("min", min.max(-LARGEST)), ("max", max.min(LARGEST))];
        let inner = bounds.map(|(name, bound)| format!("{name}: {bound}"));
        ("kind: Integer(", Vec::from(inner))
    } else {
        reasons.push("`Real`, since every value is a number".to_owned());
        let unit = 10_i128.pow(MOST_DECIMALS - decimals);
        let (low, high) = (low.div_euclid(unit), -(-high).div_euclid(unit));
        let bounds = around_decimals(low, high, UNIT / unit);
        let (min, max) = sorted.beside_sentinels(bounds, decimals);
        let (min, max) = (decimal(min, decimals), decimal(max, decimals));
        let inner = [
            format!("min: \"{min}\""),
            format!("max: \"{max}\""),
            format!("decimals: {decimals}"),
        ];
        ("kind: Real(", inner.into())
    };
    let sentinels = sorted.sentinels.iter();
    let spelled = |number: i128| {
        let commas = usize::from(view.together.comma);
        decimal(number, MOST_DECIMALS).replacen('.', ",", commas)
    };
    let sentinels: Vec<(String, u64)> = sentinels
        .map(|(number, rows)| (spelled(*number), *rows))
        .collect();
    written(view, opening, &inner, &sentinels, reasons)
}

pub(super) fn date(view: &View<'_>) -> Option<Written> {
    let (dates, reading, ambiguous) = view.date()?;
    let formats = dates.formats(reading);
    formats
        .into_iter()
        .find_map(|format| dated(view, dates, reading, &format, ambiguous))
}

fn dated(
    view: &View<'_>,
    dates: &Dates,
    reading: &Reading,
    format: &Format,
    ambiguous: bool,
) -> Option<Written> {
    let sorted = reading.sorted()?;
    let (low, high) = sorted.range;
    let (mut first, mut last) = around_dates(low.date(), high.date())?;
    if reading.is_short_year() {
        // Two digits are years from 1969 to 2068.
        first = first.max(Date::new(1969, 1, 1).ok()?);
        last = last.min(Date::new(2068, 12, 31).ok()?);
    }
    let (opening, default, min, max) = if format.has_time {
        let end = if format.text.contains("%S") {
            "23:59:59"
        } else {
            "23:59"
        };
        let start = if format.text.contains("%S") {
            "00:00:00"
        } else {
            "00:00"
        };
        let (min, max) = (format!("{first} {start}"), format!("{last} {end}"));
        ("kind: DateTime(", ISO_TIME, min, max)
    } else {
        ("kind: Date(", ISO, first.to_string(), last.to_string())
    };
    let mut inner = vec![format!("min: \"{min}\""), format!("max: \"{max}\"")];
    if format.text != default {
        inner.push(format!("format: {}", literal(&format.text)));
    }
    let kind = if format.has_time {
        "`DateTime`, since every value is a date with a time"
    } else {
        "`Date`, since every value is a date"
    };
    let mut reasons = vec![kind.to_owned()];
    if ambiguous {
        let other = if dates
            .best(None)
            .is_some_and(|(usual, _)| usual.same_as(reading))
        {
            "the more usual reading was taken"
        } else {
            "it was read as the other dates of the table are"
        };
        reasons.push(format!(
            "**the day and the month could change places in every value: {other}; check the format**"
        ));
    }
    if reading.is_short_year() {
        reasons.push("years of two digits are read as 1969 to 2068".to_owned());
    }
    written(view, opening, &inner, &sorted.sentinels, reasons)
}

fn written(
    view: &View<'_>,
    opening: &str,
    inner: &[String],
    sentinels: &[(String, u64)],
    mut reasons: Vec<String>,
) -> Option<Written> {
    let profile = view.profile;
    let fields = Lines::default()
        .block(opening, inner, "),")
        .plain("outside: Clamp,");
    let sentinels = sentinels.iter().map(|(text, rows)| {
        let why = "lies beside all others and looks like a sentinel";
        (text, rows, why)
    });
    let words = profile.words.iter();
    let words = words.map(|(text, rows)| (text, rows, "is a word among numbers or dates"));
    for (text, rows, why) in sentinels.clone().chain(words.clone()) {
        let text = crate::check::shown(text.as_bytes());
        reasons.push(format!(
            "{text}, in {}, {why}: declared as missing",
            counted(rows, "row", "rows")
        ));
    }
    let declared = words.chain(sentinels).map(|(text, ..)| text);
    let tokens = profile.missing.keys().chain(declared);
    Written::new(&profile.name, missing(fields, tokens), reasons)
}

/// Numbers and sentinels of a column.
pub(super) fn sorted(view: &View<'_>, numbers: &Numbers) -> Option<Sorted> {
    let rows_at = |number: i128| {
        let labels = view.profile.labels.as_ref()?;
        let same = |label: &str| {
            let label = label
                .trim()
                .replacen(',', ".", usize::from(view.together.comma));
            Number::new(&label).is_some_and(|read| read.floor == number)
        };
        let rows = labels.iter().filter(|(label, _)| same(label));
        Some(rows.map(|(_, rows)| *rows).sum())
    };
    numbers.sorted(rows_at)
}

/// Few whole numbers, far apart, in many rows, are codes and not counts; and so is what is named so.
fn are_codes(view: &View<'_>, sorted: &Sorted) -> bool {
    let Some(labels) = &view.profile.labels else {
        return false;
    };
    // Counts begin at 0 or 1.
    let few = labels.len() <= FEW_CODES && !labels.contains_key("0") && !labels.contains_key("1");
    let (low, high) = sorted.range;
    let far_apart = (high - low) / UNIT >= WIDE_FOR_CODES && view.profile.values >= MANY_VALUES;
    let said = &view.profile.said;
    let named = (said.code || said.id) && !said.measure;
    named || (few && far_apart)
}

/// Decimals as they are written, as many as a bound has room for: it has at most 18 digits, and is rounded outward.
fn shown_decimals(numbers: &Numbers, sorted: &Sorted) -> u32 {
    let (low, high) = sorted.range;
    let size = low.unsigned_abs().max(high.unsigned_abs());
    let mut decimals = numbers.decimals.min(MOST_DECIMALS);
    while decimals > 0 && size / (10_u128.pow(MOST_DECIMALS - decimals)) > LARGEST_UNITS {
        decimals -= 1;
    }
    decimals
}

impl Sorted {
    /// Bounds, in units of the last of so many decimals, that hold no sentinel.
    fn beside_sentinels(&self, (mut min, mut max): (i128, i128), decimals: u32) -> (i128, i128) {
        let unit = UNIT / 10_i128.pow(decimals);
        for (sentinel, _) in &self.sentinels {
            if *sentinel > self.range.1 {
                max = max.min((sentinel - 1).div_euclid(unit));
            } else {
                min = min.max(sentinel.div_euclid(unit) + 1);
            }
        }
        (min, max)
    }
}

/// `number · 10^−decimals`, without zeros at the end.
pub(super) fn decimal(number: i128, decimals: u32) -> String {
    let unit = 10_u128.pow(decimals);
    let magnitude = number.unsigned_abs();
    let sign = if number < 0 { "-" } else { "" };
    let (whole, fraction) = (magnitude / unit, magnitude % unit);
    let width = usize::try_from(decimals).unwrap_or(0);
    let fraction = format!("{fraction:0width$}");
    match fraction.trim_end_matches('0') {
        "" => format!("{sign}{whole}"),
        fraction => format!("{sign}{whole}.{fraction}"),
    }
}

const FEW_CODES: usize = 20;
const WIDE_FOR_CODES: i128 = 100;
const MANY_VALUES: u64 = 200;
pub(super) const MOST_DECIMALS: u32 = 15;
const LARGEST: i128 = 1_000_000_000_000_000_000;
const LARGEST_UNITS: u128 = 100_000_000_000_000_000;
const ISO: &str = "%Y-%m-%d";
const ISO_TIME: &str = "%Y-%m-%dT%H:%M:%S";
