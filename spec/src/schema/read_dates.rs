//! Dates, and dates with the time of day.

use super::cuts::Cuts;
use super::date_times::{self, TimeUnit};
use super::dates;
use super::grid::Measure;
use super::read_ordered::{Bounds, read_edges, refuse_both};
use super::{Kind, MOST_CODES};
use crate::expect::{Variant, count, text, variant};
use crate::fields::Fields;
use crate::findings::Findings;
use crate::problem::Place;
use crate::reader::Node;

pub(super) fn read_date(kind: &Variant<'_>, findings: &mut Findings) -> Option<Kind> {
    let fields = Fields::of_variant(kind, KNOWN, findings)?;
    let mut number = |node: &Node, findings: &mut Findings| {
        let written = text(node, findings)?;
        let day = dates::parse_strict(written);
        if day.is_none() {
            let what = format!("\"{written}\" is not a date");
            let help = "write year, month and day, as in `\"2020-01-31\"`";
            findings.add(node.place, what, help);
        }
        day
    };
    let examples = ["\"2020-01-01\"", "\"2024-12-31\""];
    let bounds = Bounds::read(&fields, examples, &mut number, findings);
    let declared = Declared::read(&fields, read_step, &mut number, findings);
    let format = Format::read(&fields, dates::ISO, kind.place, findings);
    let (bounds, declared, format) = (bounds?, declared?, format?);
    check_days(bounds.max.abs_diff(bounds.min), kind.place, findings)?;
    let written = |day: i64, out: &mut String| dates::write_day(format.text, day, out);
    let read = |field: &str| dates::parse_day(format.text, field);
    let all = bounds.min..=bounds.max;
    if !survive(all, written, read) {
        let help =
            "write a format with year, month and day, as in `\"%Y-%m-%d\"` or `\"%d.%m.%Y\"`";
        return format.refuse("dates", help, findings);
    }
    let bins = match declared {
        Declared::Edges(edges, node) => bounds.with_edges(edges, node, findings)?,
        Declared::Steps(step) => {
            let starts = dates::starts(bounds.min, bounds.max, step, limit()?);
            check_bins(&starts, kind.place, "Months(1)", findings)?;
            bounds.with_starts(starts, Cuts::Steps(date_times::Step::Calendar(step)))?
        }
        Declared::Undeclared => bounds.undivided(Measure::Days)?,
    };
    Some(Kind::Date {
        bins,
        format: format.text.to_owned(),
    })
}

pub(super) fn read_date_time(kind: &Variant<'_>, findings: &mut Findings) -> Option<Kind> {
    let fields = Fields::of_variant(kind, KNOWN, findings)?;
    let format = Format::read(&fields, date_times::ISO, kind.place, findings);
    let unit = format.as_ref().map(|format| {
        let unit = TimeUnit::of_format(format.text);
        if unit.is_none() {
            let _: Option<()> = format.refuse("times", TIME_HELP, findings);
        }
        unit
    });
    // Without a usable format, bounds are still checked for being times.
    let unit = unit.flatten();
    let mut number = |node: &Node, findings: &mut Findings| {
        let written = text(node, findings)?;
        let problem = match unit.unwrap_or(TimeUnit::Second).parse_bound(written) {
            Some((number, true)) => return Some(number),
            Some((_, false)) => (
                format!("\"{written}\" has seconds, and the `format` has none"),
                "write whole minutes, as in `\"2020-01-31 08:30\"`, or `%S` in the format",
            ),
            None => (
                format!("\"{written}\" is not a date with a time"),
                "write both, as in `\"2020-01-31 08:30:00\"`",
            ),
        };
        findings.add(node.place, problem.0, problem.1);
        None
    };
    let examples = ["\"2020-01-01 00:00:00\"", "\"2024-12-31 23:59:59\""];
    let bounds = Bounds::read(&fields, examples, &mut number, findings);
    let declared = Declared::read(&fields, read_time_step, &mut number, findings);
    let (bounds, declared, format, unit) = (bounds?, declared?, format?, unit?);
    let day = unit.day();
    let (first, last) = (bounds.min.div_euclid(day), bounds.max.div_euclid(day));
    check_days(last.abs_diff(first), kind.place, findings)?;
    let written = |number: i64, out: &mut String| unit.write(format.text, number, out);
    let read = |field: &str| unit.parse(format.text, field).map(|(number, _)| number);
    if !survive(tried(bounds, day), written, read) {
        return format.refuse("times", TIME_HELP, findings);
    }
    let bins = match declared {
        Declared::Edges(edges, node) => bounds.with_edges(edges, node, findings)?,
        Declared::Steps(step) => {
            let starts = unit.starts(bounds.min, bounds.max, step, limit()?);
            check_bins(&starts, kind.place, "Hours(6)", findings)?;
            bounds.with_starts(starts, Cuts::Steps(step))?
        }
        Declared::Undeclared => bounds.undivided(match unit {
            TimeUnit::Second => Measure::Seconds,
            TimeUnit::Minute => Measure::Minutes,
        })?,
    };
    Some(Kind::DateTime {
        bins,
        format: format.text.to_owned(),
        unit,
    })
}

/// Where bins begin, as far as the spec says it.
enum Declared<'n, S> {
    Edges(Vec<(i64, Place)>, &'n Node),
    Steps(S),
    Undeclared,
}

impl<'n, S> Declared<'n, S> {
    fn read(
        fields: &Fields<'n>,
        step: impl FnOnce(&Node, &mut Findings) -> Option<S>,
        number: &mut impl FnMut(&Node, &mut Findings) -> Option<i64>,
        findings: &mut Findings,
    ) -> Option<Self> {
        refuse_both(fields, "bin", "edges", findings)?;
        match (fields.optional("edges"), fields.optional("bin")) {
            (Some(node), _) => {
                let edges = read_edges(node, number, findings)?;
                Some(Self::Edges(edges, node))
            }
            (None, Some(node)) => step(node, findings).map(Self::Steps),
            (None, None) => Some(Self::Undeclared),
        }
    }
}

/// Days that are tried at three times each, and times of the first and last day: every hour with every
/// minute, and every second with some of these. Digits that run into each other show in these already.
fn tried(bounds: Bounds, day: i64) -> impl Iterator<Item = i64> {
    let Bounds { min, max } = bounds;
    let midnight = |number: i64| number.saturating_sub(number.rem_euclid(day));
    let step = usize::try_from(day).unwrap_or(usize::MAX);
    let days = (midnight(min)..=max).step_by(step);
    let at_three =
        move |start: i64| [0, day / 24 + 1, day - 1].map(|time| start.saturating_add(time));
    // 61 seconds, or a minute.
    let odd = usize::try_from(day / 1440 + i64::from(day > 1440)).unwrap_or(1);
    let times = [midnight(min), midnight(max)]
        .into_iter()
        .flat_map(move |start| {
            (0..day)
                .step_by(odd)
                .map(move |time| start.saturating_add(time))
        });
    days.flat_map(at_three)
        .chain(times)
        .map(move |number| number.clamp(min, max))
}

/// Whether all of some numbers come back from their texts: `%d/%m` loses the year, `%y` the century.
fn survive(
    mut numbers: impl Iterator<Item = i64>,
    write: impl Fn(i64, &mut String) -> Option<()>,
    read: impl Fn(&str) -> Option<i64>,
) -> bool {
    let mut written = String::new();
    numbers.all(|number| {
        written.clear();
        write(number, &mut written).is_some() && read(written.trim()) == Some(number)
    })
}

/// How fields are written, and where the spec says so.
struct Format<'n> {
    text: &'n str,
    place: Place,
}

impl<'n> Format<'n> {
    fn read(
        fields: &Fields<'n>,
        default: &'static str,
        kind: Place,
        findings: &mut Findings,
    ) -> Option<Self> {
        let Some(node) = fields.optional("format") else {
            let (text, place) = (default, kind);
            return Some(Self { text, place });
        };
        let (text, place) = (text(node, findings)?, node.place);
        Some(Self { text, place })
    }

    /// A format must give back every value of the domain.
    fn refuse<T>(&self, values: &str, help: &str, findings: &mut Findings) -> Option<T> {
        let what = format!(
            "{values} written as \"{}\" cannot all be read back",
            self.text
        );
        findings.add(self.place, what, help);
        None
    }
}

fn check_days(days: u64, place: Place, findings: &mut Findings) -> Option<()> {
    if days > MOST_DAYS {
        let what = format!("from min to max are {days} days; at most {MOST_DAYS} are possible");
        findings.add(place, what, "write a shorter range");
        return None;
    }
    Some(())
}

fn check_bins(starts: &[i64], place: Place, wider: &str, findings: &mut Findings) -> Option<()> {
    if starts.len() >= limit()? {
        let what = format!("these are more than {MOST_CODES} bins");
        findings.add(
            place,
            what,
            format!("write wider bins, as in `bin: {wider}`"),
        );
        return None;
    }
    Some(())
}

/// One bin more than there may be.
fn limit() -> Option<usize> {
    usize::try_from(MOST_CODES).ok()?.checked_add(1)
}

fn read_step(node: &Node, findings: &mut Findings) -> Option<dates::Step> {
    let variant = variant(node, "bin of dates", &["Days", "Months", "Years"], findings)?;
    let n = read_width(&variant, findings)?;
    Some(calendar(variant.name, n))
}

fn read_time_step(node: &Node, findings: &mut Findings) -> Option<date_times::Step> {
    let known = ["Minutes", "Hours", "Days", "Months", "Years"];
    let variant = variant(node, "bin of times", &known, findings)?;
    let n = read_width(&variant, findings)?;
    Some(match variant.name {
        "Minutes" => date_times::Step::Minutes(n),
        "Hours" => date_times::Step::Minutes(n.saturating_mul(60)),
        name => date_times::Step::Calendar(calendar(name, n)),
    })
}

fn read_width(variant: &Variant<'_>, findings: &mut Findings) -> Option<u32> {
    let item = variant.only_item(&format!("{}(1)", variant.name), findings)?;
    count(item, 1..=MOST_CODES, findings)
}

fn calendar(name: &str, n: u32) -> dates::Step {
    match name {
        "Days" => dates::Step::Days(n),
        "Months" => dates::Step::Months(n),
        _ => dates::Step::Years(n),
    }
}

const KNOWN: &[&str] = &["min", "max", "bin", "edges", "format"];
const TIME_HELP: &str = "write a format with year, month, day, hour and minute and without a zone, as in \
                         `\"%Y-%m-%d %H:%M:%S\"` or `\"%d.%m.%Y %H:%M\"`";
/// A thousand years: enough for any register, few enough to try a format on each day.
const MOST_DAYS: u64 = 366_000;
