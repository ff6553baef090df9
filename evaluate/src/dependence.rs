//! All pairs of columns: their distance, and how much they tell of each other in either table.
//!
//! ```text
//! dependence(X, Y) = I(X; Y) / min(H(X), H(Y)),    I = Σ p(x,y)·ln(p(x,y) / (p(x)·p(y)))
//! ```
//! on groups of codes ([`crate::groups`]): 0 for independent columns, 1 if one decides the other, and
//! 0 where one is constant. Unlike Cramér's V it does not grow with empty cells of wide tables.
//!
//! Tested: by hand, and `tests/evaluate/check.py` against numpy.

use rayon::prelude::*;

use crate::cells::visit_cells;
use crate::findings::{Dependence, Marginal};
use crate::groups::Groups;
use crate::input::Comparison;
use crate::marginals::new_distance;
use crate::number::{compensated_sum, count, float, mean};

/// What was measured of pairs.
pub(crate) struct Pairs {
    pub(crate) marginals: Vec<Marginal>,
    /// What the distance of each may be in a sample of the real table.
    pub(crate) allowances: Vec<f64>,
    pub(crate) dependence: Dependence,
}

/// One pair.
struct Pair {
    marginal: Marginal,
    allowance: f64,
    columns: [usize; 2],
    real: f64,
    synthetic: f64,
}

/// Every pair, and the two matrices.
pub(crate) fn pairs(
    comparison: &Comparison<'_>,
    sets: &[Vec<usize>],
    step: &(dyn Fn() + Sync),
) -> Pairs {
    let columns = comparison
        .attributes()
        .iter()
        .zip(&comparison.real().columns);
    let groups: Vec<Groups> = columns
        .map(|(attribute, column)| Groups::new(attribute, *column))
        .collect();
    let measured: Vec<Option<Pair>> = sets
        .par_iter()
        .map(|set| {
            let pair = pair(comparison, &groups, set);
            step();
            pair
        })
        .collect();
    let measured: Vec<Pair> = measured.into_iter().flatten().collect();
    let dependence = matrices(comparison, &groups, &measured);
    Pairs {
        allowances: measured.iter().map(|pair| pair.allowance).collect(),
        marginals: measured.into_iter().map(|pair| pair.marginal).collect(),
        dependence,
    }
}

fn pair(comparison: &Comparison<'_>, groups: &[Groups], set: &[usize]) -> Option<Pair> {
    let [first, second] = *set else {
        return None;
    };
    let (left, right) = (groups.get(first)?, groups.get(second)?);
    let size = u128::try_from(comparison.attributes().get(second)?.size()).ok()?;
    let cells = left.count().checked_mul(right.count())?;
    let (mut real, mut synthetic) = (vec![0_u64; cells], vec![0_u64; cells]);
    let mut distance = new_distance(comparison);
    visit_cells(comparison, set, |cell, in_real, in_synthetic| {
        distance.add(in_real, in_synthetic);
        let code = |number: u128| usize::try_from(number).unwrap_or(usize::MAX);
        let (row, column) = (code(cell / size.max(1)), code(cell % size.max(1)));
        let place = left.group(row) * right.count() + right.group(column);
        for (counts, rows) in [(&mut real, in_real), (&mut synthetic, in_synthetic)] {
            if let Some(count) = counts.get_mut(place) {
                *count += rows;
            }
        }
    });
    Some(Pair {
        marginal: Marginal {
            columns: set.to_vec(),
            distance: distance.distance(),
            sampling: distance.sampling(),
        },
        allowance: distance.allowance(),
        columns: [first, second],
        real: dependence(&real, right.count()),
        synthetic: dependence(&synthetic, right.count()),
    })
}

/// Of a table of counts with `width` columns.
fn dependence(counts: &[u64], width: usize) -> f64 {
    let total = float(counts.iter().sum());
    let mut columns = vec![0_u64; width];
    let mut rows = Vec::new();
    for row in counts.chunks(width.max(1)) {
        rows.push(row.iter().sum::<u64>());
        for (sum, count) in columns.iter_mut().zip(row) {
            *sum += count;
        }
    }
    let smaller = entropy(&rows, total).min(entropy(&columns, total));
    if smaller <= 0.0 {
        return 0.0;
    }
    let rows = rows.iter().zip(counts.chunks(width.max(1)));
    let terms = rows.flat_map(|(row, cells)| {
        cells
            .iter()
            .zip(&columns)
            .filter(|(cell, _)| **cell > 0)
            .map(|(cell, column)| {
                let (cell, expected) = (float(*cell), float(*row) * float(*column) / total);
                cell / total * (cell / expected).ln()
            })
    });
    (compensated_sum(terms) / smaller).clamp(0.0, 1.0)
}

/// −Σ p·ln p; exactly 0 for one value.
fn entropy(counts: &[u64], total: f64) -> f64 {
    let present = counts.iter().filter(|count| **count > 0);
    if present.clone().count() < 2 {
        return 0.0;
    }
    compensated_sum(present.map(|count| -(float(*count) / total) * (float(*count) / total).ln()))
}

fn matrices(comparison: &Comparison<'_>, groups: &[Groups], pairs: &[Pair]) -> Dependence {
    let size = groups.len();
    let (mut real, mut synthetic) = (vec![vec![None; size]; size], vec![vec![None; size]; size]);
    for (matrix, table) in [
        (&mut real, comparison.real()),
        (&mut synthetic, comparison.synthetic()),
    ] {
        for (place, (row, column)) in matrix.iter_mut().zip(&table.columns).enumerate() {
            let first = column.codes.at(0);
            let constant = groups.get(place).is_none_or(|groups| {
                let group = groups.group(usize::from(first));
                column
                    .codes
                    .iter()
                    .all(|code| groups.group(usize::from(code)) == group)
            });
            set(row, place, if constant { 0.0 } else { 1.0 });
        }
    }
    for pair in pairs {
        let [first, second] = pair.columns;
        for (matrix, value) in [(&mut real, pair.real), (&mut synthetic, pair.synthetic)] {
            for (row, column) in [(first, second), (second, first)] {
                if let Some(row) = matrix.get_mut(row) {
                    set(row, column, value);
                }
            }
        }
    }
    let groups = groups
        .iter()
        .map(|groups| u32::try_from(groups.count()).unwrap_or(u32::MAX));
    Dependence {
        measure: MEASURE.to_owned(),
        groups: groups.collect(),
        real,
        synthetic,
        mean_difference: mean(pairs.iter().map(|pair| (pair.real - pair.synthetic).abs())),
    }
}

fn set(row: &mut [Option<f64>], column: usize, value: f64) {
    if let Some(cell) = row.get_mut(column) {
        *cell = Some(value);
    }
}

/// How much the others tell of each column in the real table: the mean over the measured pairs.
pub(crate) fn told_by_others(dependence: &Dependence) -> Vec<f64> {
    let rows = dependence.real.iter().enumerate().map(|(place, row)| {
        let others = row.iter().enumerate().filter(|(other, _)| *other != place);
        let known: Vec<f64> = others.filter_map(|(_, value)| *value).collect();
        known.iter().sum::<f64>() / float(count(known.len().max(1)))
    });
    rows.collect()
}

const MEASURE: &str = "mutual information / smaller entropy";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Owned, attributes, comparison};

    #[test]
    fn by_hand() {
        for (label, counts, width, expected) in [
            ("equal", vec![5, 0, 0, 5], 2, 1.0),
            ("independent", vec![2, 4, 1, 2], 2, 0.0),
            ("one decides the other", vec![3, 0, 0, 2, 0, 7], 2, 1.0),
            ("constant", vec![3, 4], 2, 0.0),
            // I = ln 2 − H(¼, ¾) of 3:1 in each row, over ln 2.
            ("in between", vec![3, 1, 1, 3], 2, 0.188_721_875_540_867_2),
        ] {
            let actual = dependence(&counts, width);
            assert!(
                (actual - expected).abs() < 1e-15,
                "case `{label}`: {actual}"
            );
        }
    }

    #[test]
    fn matrices_are_symmetric_with_ones() {
        let attributes = attributes(&[2, 2, 1]);
        let real = Owned::new(vec![vec![0, 1, 0, 1], vec![0, 1, 0, 1], vec![0; 4]]);
        let synthetic = Owned::new(vec![vec![0, 0, 1, 1], vec![0, 1, 0, 1], vec![0; 4]]);
        let comparison = comparison(&attributes, &real, &synthetic);
        let sets = [vec![0, 1], vec![0, 2]];
        let Pairs {
            marginals,
            dependence,
            ..
        } = pairs(&comparison, &sets, &|| ());
        assert_eq!(marginals.len(), 2);
        assert_eq!(dependence.real[0], [Some(1.0), Some(1.0), Some(0.0)]);
        assert_eq!(dependence.real[1], [Some(1.0), Some(1.0), None]);
        assert_eq!(dependence.real[2], [Some(0.0), None, Some(0.0)]);
        assert_eq!(dependence.synthetic[0], [Some(1.0), Some(0.0), Some(0.0)]);
        assert!((dependence.mean_difference - 0.5).abs() < 1e-15);
        assert_eq!(told_by_others(&dependence), [0.5, 1.0, 0.0]);
    }
}
