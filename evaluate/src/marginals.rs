//! Marginals of several columns: all, or a seeded choice.
//!
//! Tested: distances by hand, choices distinct and in range; `tests/evaluate/check.py` computes every
//! marginal again with numpy.

use std::collections::HashSet;

use rayon::prelude::*;

use crate::cells::visit_cells;
use crate::dice::Dice;
use crate::distance::Distance;
use crate::findings::{Choice, Column, Marginal, Ways};
use crate::input::Comparison;
use crate::number::{count, mean};
use crate::quantiles::quantiles;

/// Which sets of columns to measure.
pub(crate) struct Chosen {
    pub(crate) ways: usize,
    pub(crate) choice: Choice,
    pub(crate) possible: Option<u64>,
    /// Columns increasing in each, sets in lexical order.
    pub(crate) sets: Vec<Vec<usize>>,
}

impl Chosen {
    /// All sets of `ways` of `columns` columns if they are at most `most`, otherwise that many at
    /// random.
    pub(crate) fn new(ways: usize, columns: usize, most: usize, dice: &mut Dice) -> Self {
        let possible = binomial(columns, ways);
        let all = possible.is_some_and(|possible| possible <= count(most));
        let mut sets = if all {
            every_set(columns, ways)
        } else {
            random_sets(columns, ways, most, dice)
        };
        sets.sort_unstable();
        let choice = if all { Choice::All } else { Choice::Sampled };
        Self {
            ways,
            choice,
            possible,
            sets,
        }
    }

    /// The summary of what was measured, in the order of the sets.
    pub(crate) fn summary(self, marginals: Vec<Marginal>) -> Ways {
        let mut worst: Vec<usize> = (0..marginals.len()).collect();
        let distance = |place: &usize| marginals.get(*place).map_or(0.0, |m| m.distance);
        worst.sort_by(|left, right| distance(right).total_cmp(&distance(left)));
        worst.truncate(WORST);
        Ways {
            ways: self.ways,
            choice: self.choice,
            possible: self.possible,
            mean: mean(marginals.iter().map(|marginal| marginal.distance)),
            sampling: mean(marginals.iter().map(|marginal| marginal.sampling)),
            quantiles: quantiles(marginals.iter().map(|marginal| marginal.distance)),
            worst,
            marginals,
        }
    }
}

/// Measures every set.
pub(crate) fn measure(
    comparison: &Comparison<'_>,
    sets: &[Vec<usize>],
    step: &(dyn Fn() + Sync),
) -> Vec<Marginal> {
    let measured = sets.par_iter().map(|columns| {
        let marginal = marginal(comparison, columns);
        step();
        marginal
    });
    measured.collect()
}

/// What the columns themselves have shown already.
pub(crate) fn one_way(columns: &[Column]) -> Ways {
    let chosen = Chosen {
        ways: 1,
        choice: Choice::All,
        possible: Some(count(columns.len())),
        sets: Vec::new(),
    };
    let marginals = columns.iter().enumerate().map(|(place, column)| Marginal {
        columns: vec![place],
        distance: column.distance,
        sampling: column.sampling,
    });
    chosen.summary(marginals.collect())
}

pub(crate) fn new_distance(comparison: &Comparison<'_>) -> Distance {
    let (real, synthetic) = (comparison.real().rows, comparison.synthetic().rows);
    Distance::new(count(real), count(synthetic))
}

fn marginal(comparison: &Comparison<'_>, columns: &[usize]) -> Marginal {
    let mut distance = new_distance(comparison);
    visit_cells(comparison, columns, |_, real, synthetic| {
        distance.add(real, synthetic);
    });
    Marginal {
        columns: columns.to_vec(),
        distance: distance.distance(),
        sampling: distance.sampling(),
    }
}

/// `None` beyond 2^64.
fn binomial(n: usize, k: usize) -> Option<u64> {
    if k > n {
        return Some(0);
    }
    let mut result = 1_u128;
    for step in 0..k {
        // Each product of successive numbers is divisible.
        let factor = n.checked_sub(step)?;
        result = result.checked_mul(u128::try_from(factor).ok()?)?;
        result /= u128::try_from(step + 1).ok()?;
    }
    u64::try_from(result).ok()
}

fn every_set(columns: usize, ways: usize) -> Vec<Vec<usize>> {
    let mut sets = vec![Vec::new()];
    for _ in 0..ways {
        let longer = sets.iter().flat_map(|set: &Vec<usize>| {
            let next = set.last().map_or(0, |last| last + 1);
            (next..columns).map(|column| set.iter().copied().chain([column]).collect())
        });
        sets = longer.collect();
    }
    sets
}

/// Distinct sets. There are more than `most` of them; as many draws as needed, up to a limit that is
/// only reached where they are hardly more.
fn random_sets(columns: usize, ways: usize, most: usize, dice: &mut Dice) -> Vec<Vec<usize>> {
    let mut sets = HashSet::new();
    let mut draws = most.saturating_mul(DRAWS);
    while sets.len() < most && draws > 0 {
        let mut set = dice.distinct(ways, columns);
        set.sort_unstable();
        sets.insert(set);
        draws -= 1;
    }
    sets.into_iter().collect()
}

/// Marginals named as the worst.
const WORST: usize = 10;
/// Draws a set: of more than `most` sets, each draw finds a new one with probability above 1/`most`.
const DRAWS: usize = 1000;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Owned, attributes, comparison};

    #[test]
    fn choices() {
        for (label, ways, columns, most, choice, sets) in [
            ("all", 2, 5, 10, Choice::All, 10),
            ("one short of all", 2, 5, 9, Choice::Sampled, 9),
            ("few of many", 3, 98, 300, Choice::Sampled, 300),
            ("more columns than there are", 3, 2, 300, Choice::All, 0),
            ("many more", 8, 2, 300, Choice::All, 0),
            ("beyond 2^64", 40, 256, 5, Choice::Sampled, 5),
        ] {
            let chosen = Chosen::new(ways, columns, most, &mut Dice::new(1, 0));
            assert_eq!(
                (chosen.choice, chosen.sets.len()),
                (choice, sets),
                "case `{label}`"
            );
            assert!(
                chosen.sets.iter().all(|set| set.len() == ways
                    && set.is_sorted_by(|a, b| a < b)
                    && set.iter().all(|column| *column < columns)),
                "case `{label}`"
            );
        }
        assert_eq!(binomial(98, 3), Some(152_096));
        assert_eq!(binomial(256, 40), None);
        assert_eq!(binomial(2, 3), Some(0));
        assert_eq!(binomial(2, 5), Some(0));
    }

    /// Equal columns against independent ones: ½·(2·¼ + 2·¼).
    #[test]
    fn a_pair_by_hand() {
        let attributes = attributes(&[2, 2]);
        let real = Owned::new(vec![vec![0, 1, 0, 1], vec![0, 1, 0, 1]]);
        let synthetic = Owned::new(vec![vec![0, 0, 1, 1], vec![0, 1, 0, 1]]);
        let comparison = comparison(&attributes, &real, &synthetic);
        let chosen = Chosen::new(2, 2, 10, &mut Dice::new(1, 0));
        let marginals = measure(&comparison, &chosen.sets, &|| ());
        let ways = chosen.summary(marginals);
        assert!((ways.mean - 0.5).abs() < 1e-15);
        assert_eq!((ways.worst.as_slice(), ways.possible), (&[0][..], Some(1)));
    }
}
