//! One column at a time: distance, histogram, and for numbers mean, deviation, quantiles and
//! Kolmogorov–Smirnov.
//!
//! Numbers are the fields themselves, in the spec's decimals and inside of its bounds; dates are days
//! since 1970-01-01. Missing values are left out and counted.
//!
//! Tested: by hand, and `tests/evaluate/check.py` against numpy.

use core::cmp::Reverse;

use rayon::prelude::*;

use crate::distance::Distance;
use crate::findings::{Bar, Column, Moments, Numbers, QuantilePair};
use crate::input::{self, Attribute, Comparison, Scale};
use crate::number::{compensated_sum, count, float, ratio};
use crate::quantiles::{LEVELS, place};

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
    let numbers = attribute.scale.as_ref().and_then(|scale| {
        let left = Values::new(attribute, scale, real);
        numbers(scale, &left, &Values::new(attribute, scale, synthetic))
    });
    Column {
        name: attribute.name.clone(),
        kind: attribute.kind,
        size: u32::try_from(attribute.size()).unwrap_or(u32::MAX),
        distance: distance.distance(),
        sampling: distance.sampling(),
        bars: bars(attribute, &left, &right),
        numbers,
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
fn joined_label(attribute: &Attribute, codes: &[usize]) -> String {
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

/// The numbers of one column, in increasing order and in units of the scale.
struct Values {
    sorted: Vec<i64>,
    missing: u64,
}

impl Values {
    fn new(attribute: &Attribute, scale: &Scale, column: input::Column<'_>) -> Self {
        let null = attribute.null();
        let present = |code: u16| (Some(usize::from(code)) != null).then_some(usize::from(code));
        let codes = column.codes.iter();
        let mut sorted: Vec<i64> = match column.numbers {
            Some(numbers) => codes
                .zip(numbers)
                .filter_map(|(code, number)| present(code).map(|_| *number))
                .collect(),
            None => codes
                .filter_map(|code| scale.numbers.get(present(code)?).copied())
                .collect(),
        };
        sorted.sort_unstable();
        let missing = count(column.codes.len().saturating_sub(sorted.len()));
        Self { sorted, missing }
    }

    fn moments(&self, scale: &Scale) -> Moments {
        let values = count(self.sorted.len());
        let sum: i128 = self.sorted.iter().map(|number| i128::from(*number)).sum();
        let mean = signed(sum) / float(values);
        let squares = self.sorted.iter().map(|number| {
            let off = signed(i128::from(*number)) - mean;
            off * off
        });
        Moments {
            values,
            missing: self.missing,
            mean: mean / scale.unit(),
            deviation: (compensated_sum(squares) / float(values)).sqrt() / scale.unit(),
        }
    }

    fn quantile(&self, level: f64, scale: &Scale) -> f64 {
        let number = self.sorted.get(place(level, self.sorted.len()));
        number.map_or(0.0, |number| signed(i128::from(*number)) / scale.unit())
    }
}

fn numbers(scale: &Scale, real: &Values, synthetic: &Values) -> Option<Numbers> {
    if real.sorted.is_empty() || synthetic.sorted.is_empty() {
        return None;
    }
    let quantiles = LEVELS.iter().map(|level| QuantilePair {
        level: *level,
        real: real.quantile(*level, scale),
        synthetic: synthetic.quantile(*level, scale),
    });
    Some(Numbers {
        real: real.moments(scale),
        synthetic: synthetic.moments(scale),
        quantiles: quantiles.collect(),
        kolmogorov_smirnov: kolmogorov_smirnov(&real.sorted, &synthetic.sorted),
    })
}

/// sup |F − G|, in whole numbers: the largest |i·m − j·n| / (n·m) behind a value.
fn kolmogorov_smirnov(left: &[i64], right: &[i64]) -> f64 {
    let whole = |length: usize| u128::from(count(length));
    let (n, m) = (whole(left.len()), whole(right.len()));
    let (mut i, mut j) = (0_usize, 0_usize);
    let mut largest = 0_u128;
    while let Some(value) = [left.get(i), right.get(j)].into_iter().flatten().min() {
        while left.get(i) == Some(value) {
            i += 1;
        }
        while right.get(j) == Some(value) {
            j += 1;
        }
        largest = largest.max((whole(i) * m).abs_diff(whole(j) * n));
    }
    ratio(largest, n * m)
}

impl Scale {
    /// Ten to the number of decimals.
    pub(crate) fn unit(&self) -> f64 {
        10_f64.powi(i32::from(self.decimals))
    }
}

#[allow(clippy::cast_precision_loss)] // rounds once
pub(crate) fn signed(number: i128) -> f64 {
    number as f64
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
