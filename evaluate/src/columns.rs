//! One column at a time: distance, histogram, numbers ([`crate::numbers`]), and what is off.
//!
//! Numbers are the fields themselves, in the spec's decimals and inside of its bounds; dates are days
//! since 1970-01-01. Missing values are left out and counted.
//!
//! Tested: by hand, and `tests/evaluate/check.py` against numpy.

use core::cmp::Reverse;

use rayon::prelude::*;

use crate::distance::Distance;
use crate::findings::{Bar, Column, Fault, FaultKind};
use crate::input::{self, Attribute, Comparison};
use crate::number::count;
use crate::numbers::Pair;
use crate::values::Values;
use crate::words::distance_in_words;

/// All columns, each with what `step` counts as one step.
pub(crate) fn columns(comparison: &Comparison<'_>, step: &(dyn Fn() + Sync)) -> Vec<Column> {
    let attributes = comparison.attributes().par_iter();
    let real = comparison.real().columns.par_iter();
    let both = real.zip(comparison.synthetic().columns.par_iter());
    attributes
        .zip(both)
        .map(|(attribute, (real, synthetic))| {
            let column = column(attribute, *real, *synthetic);
            step();
            column
        })
        .collect()
}

/// Rows of each code.
pub(crate) fn histogram(attribute: &Attribute, column: input::Column<'_>) -> Vec<u64> {
    let mut counts = vec![0_u64; attribute.size()];
    for code in column.codes.iter() {
        if let Some(count) = counts.get_mut(usize::from(code)) {
            *count += 1;
        }
    }
    counts
}

fn column(attribute: &Attribute, real: input::Column<'_>, synthetic: input::Column<'_>) -> Column {
    let (left, right) = (histogram(attribute, real), histogram(attribute, synthetic));
    let mut distance = Distance::new(count(real.codes.len()), count(synthetic.codes.len()));
    for (left, right) in left.iter().zip(&right) {
        distance.add(*left, *right);
    }
    let measured = attribute.scale.as_ref().and_then(|scale| {
        let values = |column| Values::new(attribute, scale, column);
        let pair = Pair {
            kind: attribute.kind,
            scale,
            real: values(real),
            synthetic: values(synthetic),
        };
        pair.measure()
    });
    let (numbers, mut faults) = measured.map_or((None, Vec::new()), |(numbers, faults)| {
        (Some(numbers), faults)
    });
    faults.push(of_codes(attribute, &distance));
    faults.sort_by(Fault::worse_first);
    Column {
        name: attribute.name.clone(),
        kind: attribute.kind,
        size: u32::try_from(attribute.size()).unwrap_or(u32::MAX),
        distance: distance.distance(),
        sampling: distance.sampling(),
        bars: bars(attribute, &left, &right),
        faults,
        numbers,
    }
}

fn of_codes(attribute: &Attribute, distance: &Distance) -> Fault {
    let off = distance_in_words(distance.distance());
    let of = if attribute.is_ordered() {
        "bins"
    } else {
        "labels"
    };
    Fault {
        kind: FaultKind::Codes,
        size: distance.distance(),
        allowance: distance.allowance(),
        words: format!("the shares of its {of} are off by {off} in total"),
    }
}

/// At most [`MOST_BARS`] bars, and one for missing values.
fn bars(attribute: &Attribute, real: &[u64], synthetic: &[u64]) -> Vec<Bar> {
    let codes = attribute.null().unwrap_or(attribute.size());
    let bar = |label: String, codes: &[usize]| {
        let rows = |counts: &[u64]| codes.iter().filter_map(|code| counts.get(*code)).sum();
        Bar {
            label,
            real: rows(real),
            synthetic: rows(synthetic),
        }
    };
    let label = |code: usize| attribute.labels.get(code).cloned().unwrap_or_default();
    let places: Vec<usize> = (0..codes).collect();
    let mut bars: Vec<Bar> = if codes <= MOST_BARS {
        places
            .chunks(1)
            .zip(&places)
            .map(|(one, code)| bar(label(*code), one))
            .collect()
    } else if attribute.is_ordered() {
        let joined = places.chunks(codes.div_ceil(MOST_BARS));
        let joined = joined.map(|part| bar(joined_label(attribute, part), part));
        joined.collect()
    } else {
        let mut by_frequency = places;
        by_frequency.sort_by_key(|code| Reverse(real.get(*code)));
        let (frequent, rest) = by_frequency.split_at(MOST_BARS - 1);
        let mut bars: Vec<Bar> = frequent
            .iter()
            .map(|code| bar(label(*code), &[*code]))
            .collect();
        bars.push(bar(format!("({} others)", rest.len()), rest));
        bars
    };
    if let Some(null) = attribute.null() {
        bars.push(bar(label(null), &[null]));
    }
    bars
}

/// `[20, 25)` to `[45, 50)` is `[20, 50)`; `20` to `24` is `20 … 24`.
pub(crate) fn joined_label(attribute: &Attribute, codes: &[usize]) -> String {
    let label = |code: Option<&usize>| {
        let label = code.and_then(|code| attribute.labels.get(*code));
        label.map_or("", String::as_str)
    };
    let (first, last) = (label(codes.first()), label(codes.last()));
    if first == last {
        return first.to_owned();
    }
    match (first.split_once(", "), last.split_once(", ")) {
        (Some((start, _)), Some((_, end))) => format!("{start}, {end}"),
        _ => format!("{first} … {last}"),
    }
}

/// Bars of a histogram, that for missing values not counted.
const MOST_BARS: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Owned, categorical, comparison, nullable_numbers};

    #[test]
    fn numbers_by_hand() {
        let attributes = [nullable_numbers("age", 10)];
        let (real, synthetic) = (
            Owned::new(vec![vec![1, 2, 3, 4, 10]]),
            Owned::new(vec![vec![4, 4, 9, 9]]),
        );
        let column = columns(&comparison(&attributes, &real, &synthetic), &|| ()).remove(0);
        let numbers = column.numbers.unwrap();
        assert_eq!((numbers.real.values, numbers.real.missing), (4, 1));
        assert!((numbers.real.mean - 2.5).abs() < 1e-15);
        assert!((numbers.real.deviation - 1.25_f64.sqrt()).abs() < 1e-15);
        assert!((numbers.synthetic.deviation - 2.5).abs() < 1e-15);
        // Behind 3: F = 3/4, G = 0.
        assert!((numbers.kolmogorov_smirnov - 0.75).abs() < 1e-15);
        let quantiles: Vec<_> = numbers
            .quantiles
            .iter()
            .map(|q| (q.real, q.synthetic))
            .collect();
        assert_eq!(quantiles.first(), Some(&(1.0, 4.0)));
        assert_eq!(quantiles.get(4), Some(&(2.0, 4.0)));
        assert_eq!(quantiles.last(), Some(&(4.0, 9.0)));
        assert_eq!(column.bars.len(), 11);
        assert_eq!(column.bars.last().unwrap().label, "(missing)");
        assert_eq!(column.bars.last().unwrap().real, 1);
    }

    #[test]
    fn wide_columns_are_joined() {
        let (real, synthetic) = (
            Owned::new(vec![vec![0, 99, 99, 70], vec![0, 99, 99, 70]]),
            Owned::new(vec![vec![1], vec![1]]),
        );
        let attributes = [nullable_numbers("number", 100), categorical("label", 100)];
        let columns = columns(&comparison(&attributes, &real, &synthetic), &|| ());
        let [number, label] = columns.as_slice() else {
            panic!("two columns");
        };
        assert_eq!(number.bars.len(), 51);
        assert_eq!(number.bars[0].label, "0 … 1");
        assert_eq!((number.bars[0].real, number.bars[0].synthetic), (1, 1));
        assert_eq!(label.bars.len(), 64);
        assert_eq!(
            (label.bars[0].label.as_str(), label.bars[0].real),
            ("99", 2)
        );
        assert_eq!(label.bars[63].label, "(37 others)");
        let total: u64 = label.bars.iter().map(|bar| bar.synthetic).sum();
        assert_eq!(total, 1);
    }
}
