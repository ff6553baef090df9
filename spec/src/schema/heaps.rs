//! Round numbers: which part of the numbers of a stretch was rounded to multiples of 5, 10, 50, 100 and so on.
//!
//! People round, each in their own way, over the whole width of a column: incomes to hundreds, weights to fives. No
//! single number has many rows then, but all multiples of a hundred together have.

use core::ops::RangeInclusive;

use super::pick::mixed;

/// A part of the numbers that are rounded to multiples of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heap {
    /// Of which number.
    pub multiple: u64,
    /// Which part of all numbers, in units of 2^−32.
    pub share: u32,
}

/// How numbers are rounded: those of no heap are not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heaps(pub Vec<Heap>);

impl Heaps {
    /// The number, or what it is rounded to inside of the range: to the nearest multiple that lies in it.
    pub(super) fn rounded(&self, number: i64, range: &RangeInclusive<i64>, pick: u64) -> i64 {
        let mut left = mixed(pick, AFTER_THE_NUMBER) >> 32;
        for heap in &self.0 {
            let share = u64::from(heap.share);
            if left < share {
                return nearest(number, heap.multiple, range).unwrap_or(number);
            }
            left -= share;
        }
        number
    }
}

/// The nearest multiple of `of` in the range; of two that are as near, the one above.
pub(super) fn nearest(number: i64, of: u64, range: &RangeInclusive<i64>) -> Option<i64> {
    let of = i64::try_from(of).ok()?;
    let below = number.checked_sub(number.checked_rem_euclid(of)?);
    let above = below.and_then(|below| below.checked_add(of));
    let inside = |one: &i64| range.contains(one);
    match (below.filter(inside), above.filter(inside)) {
        (Some(below), Some(above)) if number.abs_diff(below) < number.abs_diff(above) => {
            Some(below)
        }
        (Some(below), None) => Some(below),
        (_, above) => above,
    }
}

/// The draws before it choose the number.
const AFTER_THE_NUMBER: u64 = 3;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_multiple_inside() {
        for (number, of, range, expected) in [
            (149, 100, 0..=999, Some(100)),
            (150, 100, 0..=999, Some(200)),
            (150, 100, 0..=199, Some(100)),
            (120, 100, 101..=999, Some(200)),
            (120, 100, 101..=199, None),
            (100, 100, 100..=100, Some(100)),
            (-120, 100, -999..=-1, Some(-100)),
            (-20, 100, -999..=999, Some(0)),
            (i64::MAX, 100, 0..=i64::MAX, Some(i64::MAX - 7)),
        ] {
            assert_eq!(
                nearest(number, of, &range),
                expected,
                "{number}, {of}, {range:?}"
            );
        }
    }

    /// Half are rounded to hundreds, a quarter to fives.
    #[test]
    fn numbers_are_as_round_as_they_should_be() {
        let heaps = Heaps(vec![
            Heap {
                multiple: 100,
                share: 1 << 31,
            },
            Heap {
                multiple: 5,
                share: 1 << 30,
            },
        ]);
        let numbers: Vec<i64> = (0..20_000_u32)
            .map(|k| {
                let pick = u64::from(k).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                // Neither a multiple of 5 nor near one.
                heaps.rounded(i64::from(k % 1_000) * 10 + 2, &(0..=9_999), pick)
            })
            .collect();
        for (of, expected) in [(5, 0.75), (100, 0.5 + 0.25 / 20.0)] {
            let count = numbers.iter().filter(|number| *number % of == 0).count();
            let share = f64::from(u32::try_from(count).unwrap()) / 20_000.0;
            // Five deviations of twenty thousand draws.
            assert!((share - expected).abs() < 0.018, "{of}: {share}");
        }
    }
}
