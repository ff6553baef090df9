//! Columns of numbers and dates.

use super::bounds::{Bins, around_dates, around_decimals, around_integers};
use super::profile::{ISO, Numbers, Profile, UNIT};
use super::text::{Inner, Lines, literal};
use super::written::{Written, missing};

pub(super) fn number(profile: &Profile) -> Option<Written> {
    let numbers = profile.numbers.as_ref().filter(|numbers| !numbers.padded)?;
    if !numbers.whole {
        let reasons = vec!["`Real`, since every value is a number".to_owned()];
        return written(profile, "kind: Real(", &real(numbers)?, reasons);
    }
    // Counts begin at 0 or 1.
    let few = profile.labels.as_ref().is_some_and(|labels| {
        labels.len() <= FEW_CODES && !labels.contains_key("0") && !labels.contains_key("1")
    });
    let (low, high) = numbers.range?;
    let codes = few && (high - low) / UNIT >= WIDE_FOR_CODES && profile.values >= MANY_VALUES;
    if codes {
        return None;
    }
    let mut reasons = vec!["`Integer`, since every value is a whole number".to_owned()];
    let bins = around_integers(low / UNIT, high / UNIT, |bound| numbers.mostly_below(bound));
    if let Bins::Edges(_) = bins {
        reasons.push("most of its values are small, so that the bins grow".to_owned());
    }
    written(profile, "kind: Integer(", &integer(&bins), reasons)
}

pub(super) fn date(profile: &Profile) -> Option<Written> {
    let dates = profile.dates.first()?;
    let (low, high) = dates.range?;
    let (min, max, bin) = around_dates(low, high);
    let mut inner = vec![
        Inner::marked(format!("min: \"{min}\"")),
        Inner::marked(format!("max: \"{max}\"")),
        Inner::marked(format!("bin: {bin}")),
    ];
    if dates.format != ISO {
        inner.push(Inner::marked(format!("format: {}", literal(dates.format))));
    }
    let reasons = vec!["`Date`, since every value is a date".to_owned()];
    written(profile, "kind: Date(", &inner, reasons)
}

fn written(
    profile: &Profile,
    opening: &str,
    inner: &[Inner],
    reasons: Vec<String>,
) -> Option<Written> {
    let fields = Lines::default()
        .block(opening, inner, "),")
        .plain("outside: Clamp,");
    let fields = missing(fields, profile.missing.iter());
    Written::new(&profile.name, fields, reasons)
}

fn integer(bins: &Bins) -> Vec<Inner> {
    let bounds = |min: i128, max: i128| {
        vec![
            Inner::marked(format!("min: {}", min.max(-LARGEST))),
            Inner::marked(format!("max: {}", max.min(LARGEST))),
        ]
    };
    match bins {
        Bins::Even { min, max, width: 1 } => bounds(*min, *max),
        Bins::Even { min, max, width } => {
            let mut inner = bounds(*min, *max);
            inner.push(Inner::marked(format!("bin: {width}")));
            inner
        }
        Bins::Edges(edges) => {
            let mut inner = bounds(0, edges.last().copied().unwrap_or(0));
            let edges: Vec<String> = edges.iter().map(i128::to_string).collect();
            inner.push(Inner::marked(format!("edges: [{}]", edges.join(", "))));
            inner
        }
    }
}

fn real(numbers: &Numbers) -> Option<Vec<Inner>> {
    let (low, high) = numbers.range?;
    let mut decimals = numbers.decimals.min(MOST_DECIMALS);
    // A bound has at most 18 digits, decimals included, with room for rounding outward.
    let size = low.unsigned_abs().max(high.unsigned_abs());
    while decimals > 0 && size / (10_u128.pow(MOST_DECIMALS - decimals)) > LARGEST_UNITS {
        decimals -= 1;
    }
    let unit = 10_i128.pow(MOST_DECIMALS - decimals);
    let (min, max, bins) = around_decimals(low.div_euclid(unit), -(-high).div_euclid(unit));
    let (min, max) = (decimal(min, decimals), decimal(max, decimals));
    let inner = [
        format!("min: \"{min}\""),
        format!("max: \"{max}\""),
        format!("bins: {bins}"),
        format!("decimals: {decimals}"),
    ];
    Some(inner.map(Inner::marked).into())
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

/// Few whole numbers, far apart, in many rows, are codes and not counts.
const FEW_CODES: usize = 20;
const WIDE_FOR_CODES: i128 = 100;
const MANY_VALUES: u64 = 200;
pub(super) const MOST_DECIMALS: u32 = 15;
const LARGEST: i128 = 1_000_000_000_000_000_000;
const LARGEST_UNITS: u128 = 100_000_000_000_000_000;
