//! What overlapping noisy tables say together: the best linear unbiased estimate of each.
//!
//! A table falls into parts (`parts`) whose noise is independent, and the part of a set is the same
//! in every table M that holds the set S, with variance σ_M²·cells(M∖S). So each part is the mean of its copies,
//! weighted by precision, and putting the parts together again gives tables that agree wherever they overlap:
//! the generalised least-squares estimate, exactly. A quadratic misfit to the original tables and to the
//! reconciled ones differ by a constant.
//!
//! Where a table was asked for some of its parts only ([`crate::parts`]), it has a say in those alone, and takes the others from
//! the other tables.
//!
//! Deviation from Bao Alg. 5, which reaches agreement set by set in fixed point: this one is optimal and
//! joint, in floats. Where tables have an attribute at different levels, the closed form for those of the same levels
//! and the one for each pair of tables at different ones (`overlaps`) take turns: each is a projection in the same norm,
//! so that the turns come to the projection onto all of them.
//!
//! Tested: agreement on every common set, also across levels; two tables in closed form; unbiased weights.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::measurement::Measurement;
use super::overlaps::Overlap;
use super::parts::{Axes, Direction};
use crate::Error;
use crate::curator::Size;
use crate::domain::Domain;
use crate::variables::Variable;

/// Makes the tables agree in place, and returns the one total that they agree on. `size` is a further noisy
/// total with its variance, if there is one.
pub fn reconcile(
    domain: &Domain<'_>,
    measurements: &mut [Measurement],
    size: Option<(f64, f64)>,
) -> Result<f64, Error> {
    let overlaps = Overlap::all(domain, measurements)?;
    let mut total = at_same_levels(domain, measurements, size);
    for _ in 0..MOST_TURNS {
        let changes = overlaps
            .iter()
            .map(|overlap| overlap.reconcile(measurements));
        let largest = changes.fold(0.0, f64::max);
        if largest < AGREED {
            break;
        }
        total = at_same_levels(
            domain,
            measurements,
            size.map(|(_, variance)| (total, variance)),
        );
    }
    Ok(total)
}

/// The same for tables that have every attribute at the same level; others count as tables of other attributes.
fn at_same_levels(
    domain: &Domain<'_>,
    measurements: &mut [Measurement],
    size: Option<(f64, f64)>,
) -> f64 {
    let mut parts: BTreeMap<Vec<Variable>, Part> = BTreeMap::new();
    if let Some((rows, variance)) = size {
        parts
            .entry(Vec::new())
            .or_default()
            .add(&[rows], 1.0 / variance);
    }
    for measurement in measurements.iter_mut() {
        let axes = Axes::new(domain, &measurement.variables);
        axes.transform(&mut measurement.cells, Direction::ToParts);
        let told = axes.split(&measurement.cells);
        let told = told
            .into_iter()
            .filter(|(support, _)| measurement.tells(*support));
        for (support, values) in told {
            let (variables, scale) = axes.describe(support);
            let values: Vec<f64> = values.iter().map(|value| value * scale).collect();
            let precision = 1.0 / (measurement.variance * scale * scale);
            parts.entry(variables).or_default().add(&values, precision);
        }
    }
    for measurement in measurements.iter_mut() {
        let axes = Axes::new(domain, &measurement.variables);
        let together = axes.supports().map(|support| {
            let (variables, scale) = axes.describe(support);
            let part = parts.get(&variables);
            part.map_or_else(Vec::new, |part| part.mean(1.0 / scale))
        });
        axes.join(together.collect(), &mut measurement.cells);
        axes.transform(&mut measurement.cells, Direction::ToCells);
    }
    let total = parts.get(&Vec::new()).map(|part| part.mean(1.0));
    total
        .and_then(|total| total.first().copied())
        .unwrap_or(0.0)
}

/// The noisy size with its variance; a public one is all but exact.
#[allow(clippy::cast_precision_loss)]
pub fn known_size(size: Size) -> (f64, f64) {
    match size {
        Size::Noisy { rows, noise } => (rows as f64, noise.variance()),
        Size::Public(rows) => (rows as f64, EXACT),
    }
}

/// The sum of weighted copies of one part.
#[derive(Default)]
struct Part {
    sums: Vec<f64>,
    precision: f64,
}

impl Part {
    fn add(&mut self, values: &[f64], precision: f64) {
        self.sums.resize(values.len(), 0.0);
        for (sum, value) in self.sums.iter_mut().zip(values) {
            *sum += precision * value;
        }
        self.precision += precision;
    }

    fn mean(&self, factor: f64) -> Vec<f64> {
        self.sums
            .iter()
            .map(|sum| factor * sum / self.precision)
            .collect()
    }
}

/// Turns between the closed forms, at most, and the change of a cell in deviations that ends them.
const MOST_TURNS: u32 = 50;
const AGREED: f64 = 1e-3;
/// The variance of a public size: small enough to decide every total, large enough to divide by.
const EXACT: f64 = 1e-6;

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;
    use crate::domain::Level;
    use crate::mrf::testing::{assert_close, table};
    use crate::parts::Parts;

    #[test]
    fn repeated_tables_are_averaged_by_precision() {
        let levels = [Level::leaf(0, 3)];
        let domain = Domain::new(&levels).unwrap();
        let mut tables = [
            table(&[0], &[1.0, 2.0, 3.0], 1.0),
            table(&[0], &[5.0, 6.0, 1.0], 3.0),
        ];
        // Weights 3/4 and 1/4; totals 6 and 12, variances 3 and 9.
        let total = reconcile(&domain, &mut tables, None).unwrap();
        for table in &tables {
            assert_close(&table.cells, &[2.0, 3.0, 2.5]);
        }
        assert_close(&[total], &[7.5]);
    }

    #[test]
    fn a_coarser_table_moves_a_finer_one_evenly() {
        let levels = [Level::leaf(0, 2), Level::leaf(1, 2)];
        let domain = Domain::new(&levels).unwrap();
        // Over {0, 1} with variance 1 a row sum has variance 2; over {0} it has variance 2 too: halfway.
        let mut tables = [
            table(&[0, 1], &[1.0, 2.0, 3.0, 4.0], 1.0),
            table(&[0], &[7.0, 9.0], 2.0),
        ];
        let total = reconcile(&domain, &mut tables, None).unwrap();
        assert_close(&tables[1].cells, &[5.0, 8.0]);
        assert_close(&tables[0].cells, &[2.0, 3.0, 3.5, 4.5]);
        assert_close(&[total], &[13.0]);
        // A precise size decides the total; the difference spreads evenly.
        let total = reconcile(&domain, &mut tables, Some((17.0, 1e-12))).unwrap();
        assert_close(&[total], &[17.0]);
        assert_close(&tables[0].cells, &[3.0, 4.0, 4.5, 5.5]);
    }

    /// The own table of three values, a pair at its level of two values, and the other's own table: the turns end where
    /// all agree, which is no further from the tables than any other such point.
    #[test]
    fn tables_at_different_levels_agree() {
        let coarse = Level {
            attribute: 0,
            size: 2,
            groups: &[0, 1, 1],
            representatives: &[0, 1],
        };
        let levels = [Level::leaf(0, 3), coarse, Level::leaf(1, 2)];
        let domain = Domain::new(&levels).unwrap();
        let noisy = [
            table(&[0], &[10.0, 20.0, 33.0], 1.0),
            table(&[1, 2], &[9.0, 4.0, 30.0, 17.0], 2.0),
            table(&[2], &[44.0, 25.0], 3.0),
        ];
        let mut tables = noisy.clone();
        let total = reconcile(&domain, &mut tables, Some((70.0, 4.0))).unwrap();
        let [own, pair, other] = [0, 1, 2].map(|table: usize| tables[table].cells.clone());
        let differences = [
            own[0] - pair[0] - pair[1],
            own[1] + own[2] - pair[2] - pair[3],
            other[0] - pair[0] - pair[2],
            other[1] - pair[1] - pair[3],
            total - other[0] - other[1],
        ];
        assert!(
            differences.iter().all(|apart| apart.abs() < 1e-2),
            "{differences:?}"
        );
        // Along any direction that keeps agreement, the squares of what was changed are at their least. Here: a row more
        // in the coarse cell (0, 0), and one in (1, 1) shared by two values.
        let change = |table: usize, cell: usize| {
            (tables[table].cells[cell] - noisy[table].cells[cell]) / noisy[table].variance
        };
        let size = (total - 70.0) / 4.0;
        let first = change(0, 0) + change(1, 0) + change(2, 0) + size;
        let second = f64::midpoint(change(0, 1), change(0, 2)) + change(1, 3) + change(2, 1) + size;
        assert!(
            first.abs() < 1e-2 && second.abs() < 1e-2,
            "{first} {second}"
        );
    }

    /// A pair that tells its interaction alone takes its margins from the columns' own tables, whatever its cells say of them,
    /// and leaves these as they are.
    #[test]
    fn what_a_table_does_not_tell_it_takes_from_others() {
        let levels = [Level::leaf(0, 2), Level::leaf(1, 2)];
        let domain = Domain::new(&levels).unwrap();
        let mut pair = table(&[0, 1], &[502.0, 0.0, -7.0, 1.0], 1.0);
        pair.parts = Some(Parts::new([3]).unwrap());
        let mut tables = [
            table(&[0], &[30.0, 10.0], 4.0),
            table(&[1], &[24.0, 16.0], 4.0),
            pair,
        ];
        // 502 − 0 + 7 + 1 = 510 in four parts; the margins are those of 18, 12, 6 and 4.
        let total = reconcile(&domain, &mut tables, Some((40.0, 1.0))).unwrap();
        assert_close(&[total], &[40.0]);
        assert_close(&tables[0].cells, &[30.0, 10.0]);
        assert_close(&tables[1].cells, &[24.0, 16.0]);
        let apart = 127.5;
        let cells = [17.0 + apart, 13.0 - apart, 7.0 - apart, 3.0 + apart];
        assert_close(&tables[2].cells, &cells);
    }

    #[test]
    #[allow(clippy::cast_precision_loss)] // small whole numbers
    fn tables_agree_wherever_they_overlap() {
        let levels = [
            Level::leaf(0, 2),
            Level::leaf(1, 3),
            Level::leaf(2, 4),
            Level::leaf(3, 1),
        ];
        let domain = Domain::new(&levels).unwrap();
        let noisy = |cells: usize, seed: usize| -> Vec<f64> {
            (0..cells)
                .map(|cell| ((cell * 37 + seed * 11) % 29) as f64)
                .collect()
        };
        let mut tables = [
            table(&[0, 1, 3], &noisy(6, 1), 1.0),
            table(&[1, 2], &noisy(12, 2), 2.0),
            table(&[0, 2], &noisy(8, 3), 0.5),
            table(&[0, 1, 2], &noisy(24, 4), 7.0),
        ];
        reconcile(&domain, &mut tables, Some((100.0, 4.0))).unwrap();
        for one in &tables {
            for other in &tables {
                let common = domain.meet(&one.variables, &other.variables);
                let onto = |table: &Measurement| {
                    let mut sums = vec![0.0; domain.cells(&common, 100).unwrap()];
                    domain.project(&table.variables, &common, |cell, target| {
                        sums[target] += table.cells[cell];
                    });
                    sums
                };
                assert_close(&onto(one), &onto(other));
            }
        }
        // Agreement is final.
        let before = tables.clone();
        reconcile(&domain, &mut tables, None).unwrap();
        for (table, before) in tables.iter().zip(&before) {
            assert_close(&table.cells, &before.cells);
        }
    }
}
