//! Columns of numbers and dates.

use super::bounds::{Bins, around_dates, around_decimals, around_integers};
use super::profile::{ISO, Numbers, Profile, UNIT};
use super::text::literal;
use super::written::{Written, missing};

pub(super) fn number(profile: &Profile) -> Option<Written> {
    let numbers = profile.numbers.as_ref().filter(|numbers| !numbers.padded)?;
    let kind = if numbers.whole {
        // Counts begin at 0 or 1.
        let few = profile.labels.as_ref().is_some_and(|labels| {
            labels.len() <= FEW_CODES && !labels.contains_key("0") && !labels.contains_key("1")
        });
        let (low, high) = numbers.range?;
        let codes = few && (high - low) / UNIT >= WIDE_FOR_CODES && profile.values >= MANY_VALUES;
        if codes {
            return None;
        }
        integer(low / UNIT, high / UNIT, numbers)
    } else {
        real(numbers)?
    };
    let rest = missing(profile.missing.keys(), "");
    Written::new(
        &profile.name,
        kind,
        format!(", outside: Clamp{rest}"),
        Vec::new(),
    )
}

pub(super) fn date(profile: &Profile) -> Option<Written> {
    let dates = profile.dates.first()?;
    let (low, high) = dates.range?;
    let (min, max, bin) = around_dates(low, high);
    let format = if dates.format == ISO {
        String::new()
    } else {
        format!(", format: {}", literal(dates.format))
    };
    let kind = format!("Date(min: \"{min}\", max: \"{max}\", bin: {bin}{format})");
    let rest = missing(profile.missing.keys(), "");
    Written::new(
        &profile.name,
        kind,
        format!(", outside: Clamp{rest}"),
        Vec::new(),
    )
}

fn integer(low: i128, high: i128, numbers: &Numbers) -> String {
    match around_integers(low, high, |bound| numbers.mostly_below(bound)) {
        Bins::Even { min, max, width: 1 } => format!("Integer(min: {min}, max: {max})"),
        Bins::Even { min, max, width } => format!(
            "Integer(min: {}, max: {}, bin: {width})",
            min.max(-LARGEST),
            max.min(LARGEST)
        ),
        Bins::Edges(edges) => {
            let max = edges.last().copied().unwrap_or(0);
            let edges: Vec<String> = edges.iter().map(i128::to_string).collect();
            format!("Integer(min: 0, max: {max}, edges: [{}])", edges.join(", "))
        }
    }
}

fn real(numbers: &Numbers) -> Option<String> {
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
    Some(format!(
        "Real(min: \"{min}\", max: \"{max}\", bins: {bins}, decimals: {decimals})"
    ))
}

/// `number · 10^−decimals`, without zeros at the end.
fn decimal(number: i128, decimals: u32) -> String {
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
const MOST_DECIMALS: u32 = 15;
const LARGEST: i128 = 1_000_000_000_000_000_000;
const LARGEST_UNITS: u128 = 100_000_000_000_000_000;
