//! Values that are common: zeros, maxima, round numbers.

use core::cmp::Reverse;

use crate::number::count;

/// Rows of one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Common {
    pub(crate) number: i64,
    pub(crate) real: u64,
    pub(crate) synthetic: u64,
}

/// The [`MOST`] commonest values of either table, of those with a share of at least 1/[`PART`]: by the larger
/// share, largest first. Both lists are sorted.
pub(crate) fn common(real: &[i64], synthetic: &[i64]) -> Vec<Common> {
    let commonest = |of: &[i64]| {
        let all = count(of.len());
        let mut values: Vec<(u64, i64)> = of
            .chunk_by(|left, right| left == right)
            .filter_map(|same| Some((count(same.len()), *same.first()?)))
            .filter(|(rows, _)| rows.saturating_mul(PART) >= all)
            .collect();
        values.sort_unstable_by_key(|(rows, number)| (Reverse(*rows), *number));
        values.truncate(MOST);
        values
    };
    let mut numbers: Vec<i64> = [commonest(real), commonest(synthetic)]
        .concat()
        .into_iter()
        .map(|(_, number)| number)
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    let rows = |of: &[i64], number: i64| {
        let before = |least: i64| of.partition_point(|other| *other < least);
        let end = number.checked_add(1).map_or(of.len(), before);
        count(end.saturating_sub(before(number)))
    };
    let mut found: Vec<Common> = numbers
        .into_iter()
        .map(|number| Common {
            number,
            real: rows(real, number),
            synthetic: rows(synthetic, number),
        })
        .collect();
    // The share of one table is below 2^64 times the other's length, so that products compare shares.
    let share = |one: &Common| {
        let left = u128::from(one.real) * u128::from(count(synthetic.len()));
        left.max(u128::from(one.synthetic) * u128::from(count(real.len())))
    };
    found.sort_by_key(|one| Reverse(share(one)));
    found
}

/// Values of each table.
const MOST: usize = 5;
/// A value is common if one in so many has it: 2 %.
const PART: u64 = 50;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_in_either_table() {
        // 0 in half of the real values, 7 in two of a hundred, 8 in one; all synthetic values are 9.
        let mut real = [vec![0; 50], vec![7; 2], vec![8], (100..147).collect()].concat();
        real.sort_unstable();
        let found = common(&real, &[9, 9, 9]);
        let found: Vec<_> = found
            .iter()
            .map(|one| (one.number, one.real, one.synthetic))
            .collect();
        assert_eq!(found, [(9, 0, 3), (0, 50, 0), (7, 2, 0)]);
        // Six equals: the first five.
        let six: Vec<i64> = (0..6).collect();
        let numbers: Vec<i64> = common(&six, &six).iter().map(|one| one.number).collect();
        assert_eq!(numbers, [0, 1, 2, 3, 4]);
        assert_eq!(common(&[i64::MAX], &[i64::MAX])[0].synthetic, 1);
    }
}
