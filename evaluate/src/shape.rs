//! How numbers and dates lie along their own scale, whatever bins a spec has.
//!
//! With L and H the least 0.5 % and the greatest 99.5 % quantile of the two tables, in whole units of the last decimal, a
//! stretch is w = ⌈(H − L + 1)/48⌉ units wide and the first begins at L: as many as it takes to hold H. A common
//! value ([`crate::spikes`]) is left out if in either table it has five times what a stretch has on average: it would make
//! everything else look flat.
//!
//! Tested: by hand, and `tests/evaluate/check.py` against numpy.

use crate::findings::Shape;
use crate::input::Scale;
use crate::number::{count, signed};
use crate::spikes::common;
use crate::values::Values;

pub(crate) fn shape(scale: &Scale, real: &Values, synthetic: &Values) -> Shape {
    let low = real.quantile(TAIL).min(synthetic.quantile(TAIL));
    let high = real
        .quantile(1.0 - TAIL)
        .max(synthetic.quantile(1.0 - TAIL));
    // Differences of numbers of 64 bits have 65.
    let span = i128::from(high) - i128::from(low) + 1;
    let width = span.div_euclid(MOST) + i128::from(span.rem_euclid(MOST) > 0);
    let edges: Vec<i128> = (0..=MOST)
        .map(|place| i128::from(low) + place * width)
        .take_while(|edge| *edge < i128::from(low) + span + width)
        .collect();
    let stretches = count(edges.len().saturating_sub(1));
    let stands_out = |rows: u64, values: &Values| {
        u128::from(rows) * u128::from(stretches) >= STANDING_OUT * u128::from(values.count())
    };
    let spikes: Vec<i64> = common(&real.sorted, &synthetic.sorted)
        .iter()
        .filter(|one| stands_out(one.real, real) || stands_out(one.synthetic, synthetic))
        .map(|one| one.number)
        .collect();
    let of = |values: &Values| {
        let others: Vec<i64> = values
            .sorted
            .iter()
            .copied()
            .filter(|number| !spikes.contains(number))
            .collect();
        let before =
            |edge: &i128| count(others.partition_point(|number| i128::from(*number) < *edge));
        let behind: Vec<u64> = edges.iter().map(before).collect();
        let inside: Vec<u64> = behind.windows(2).map(|ends| ends[1] - ends[0]).collect();
        let outside = count(others.len()) - inside.iter().sum::<u64>();
        (inside, outside)
    };
    let ((real, real_outside), (synthetic, synthetic_outside)) = (of(real), of(synthetic));
    Shape {
        from: scale.value(low),
        width: signed(width) / scale.unit(),
        left_out: spikes.iter().map(|number| scale.value(*number)).collect(),
        real,
        synthetic,
        real_outside,
        synthetic_outside,
    }
}

/// The share of values at either end that stretches need not hold.
const TAIL: f64 = 0.005;
/// In units of what a stretch has on average.
const STANDING_OUT: u128 = 5;
/// Stretches.
const MOST: i128 = 48;

#[cfg(test)]
mod tests {
    use super::*;

    fn shape_of(real: &[i64], synthetic: &[i64]) -> Shape {
        let values = |sorted: &[i64]| Values {
            sorted: sorted.to_vec(),
            missing: 0,
        };
        let scale = Scale {
            decimals: 1,
            numbers: Vec::new(),
        };
        shape(&scale, &values(real), &values(synthetic))
    }

    /// 0 to 99 against 50 to 149: 150 units are stretches of four, and 38 of them.
    #[test]
    fn stretches_hold_both_tables() {
        let (real, synthetic): (Vec<i64>, Vec<i64>) = ((0..100).collect(), (50..150).collect());
        let found = shape_of(&real, &synthetic);
        assert_eq!((found.from, found.width), (0.0, 0.4));
        assert_eq!((found.real.len(), found.synthetic.len()), (38, 38));
        assert_eq!((found.real[0], found.real[24], found.real[25]), (4, 4, 0));
        assert_eq!((found.synthetic[12], found.synthetic[37]), (2, 2));
        assert_eq!((found.real_outside, found.synthetic_outside), (0, 0));
    }

    /// Every value is in a stretch, outside of them, or left out: one that has five times the mean of the 48 stretches,
    /// and not one that has two per cent.
    #[test]
    fn nothing_is_lost() {
        let mut real: Vec<i64> = (0..1000).map(|number| number * number).collect();
        real.extend([[7; 500].as_slice(), &[900_000; 60]].concat());
        real.sort_unstable();
        let found = shape_of(&real, &[3, i64::MAX]);
        assert_eq!(found.left_out, [0.3, signed(i64::MAX.into()) / 10.0, 0.7]);
        assert_eq!(
            found.synthetic.iter().sum::<u64>() + found.synthetic_outside,
            0
        );
        assert_eq!(found.real.iter().sum::<u64>() + found.real_outside, 1060);
        assert!(found.real.len() <= 48);
        // One stretch of one value is no spike beside others.
        let one = shape_of(&[5; 10], &[5; 10]);
        assert_eq!((one.from, one.width, one.real), (0.5, 0.1, vec![10]));
    }
}
