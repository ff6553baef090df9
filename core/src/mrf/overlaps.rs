//! Tables that have attributes in common at different levels.
//!
//! Tables at the same levels share whole parts (`parts`), and what they say together has a closed form. A table at a coarser
//! level shares the functions of its groups with a finer one; groups differ in size, so there is no common basis. But
//! *two* tables have a closed form in every cell of what they have in common, and going from pair to pair comes to the
//! same end: agreement is a projection onto each pair's subspace in turn (von Neumann), and cheapness a minimum over
//! each pair's common functions in turn.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::measurement::Measurement;
use super::projection::Projection;
use crate::Error;
use crate::domain::Domain;
use crate::variables::Variable;

/// Two tables and what they have in common.
pub(super) struct Overlap {
    one: Side,
    other: Side,
}

struct Side {
    table: usize,
    /// Its place among the cells of all tables.
    range: Range<usize>,
    /// Onto the common cells.
    projection: Projection,
    /// How many of its cells each of them has.
    above: Vec<f64>,
    variance: f64,
}

impl Overlap {
    /// All overlaps at different levels. Where two tables have one attribute in common, the first table at each of the
    /// two levels stands for all at that level: those agree among themselves.
    pub(super) fn all(
        domain: &Domain<'_>,
        measurements: &[Measurement],
    ) -> Result<Vec<Self>, Error> {
        let mut starts = Vec::with_capacity(measurements.len());
        let mut end = 0_usize;
        for measurement in measurements {
            starts.push(end);
            end = end.saturating_add(measurement.cells.len());
        }
        let mut seen: Vec<(Variable, Variable)> = Vec::new();
        let mut overlaps = Vec::new();
        for (place, (one, &start)) in measurements.iter().zip(&starts).enumerate() {
            for (earlier, (other, &other_start)) in
                measurements.iter().zip(&starts).enumerate().take(place)
            {
                let common = domain.meet(&one.variables, &other.variables);
                let is_at = |of: &Measurement| {
                    let levels = common.as_slice().iter();
                    levels.copied().all(|level| of.variables.contains(level))
                };
                if common.as_slice().is_empty() || (is_at(one) && is_at(other)) {
                    continue;
                }
                if let &[level] = common.as_slice() {
                    let attribute = domain.attribute(level).ok_or(Error::BadDomain)?;
                    let level_in = |of: &Measurement| domain.level_in(&of.variables, attribute);
                    let pair = level_in(one).zip(level_in(other));
                    let (first, second) = pair.ok_or(Error::BadDomain)?;
                    let levels = (first.min(second), first.max(second));
                    if seen.contains(&levels) {
                        continue;
                    }
                    seen.push(levels);
                }
                let side = |table: usize, start: usize, of: &Measurement| {
                    let projection = Projection::new(domain, &of.variables, &common)?;
                    let mut above = vec![0.0; projection.onto_cells()];
                    projection.sum(&vec![1.0; of.cells.len()], &mut above);
                    Ok::<_, Error>(Side {
                        table,
                        range: start..start.saturating_add(of.cells.len()),
                        projection,
                        above,
                        variance: of.variance,
                    })
                };
                overlaps.push(Self {
                    one: side(place, start, one)?,
                    other: side(earlier, other_start, other)?,
                });
            }
        }
        Ok(overlaps)
    }

    /// Makes the two tables agree, with the least change in units of their noise: of a difference d between the sums of
    /// a common cell, each cell above it of variance v takes d·v/(m₁v₁ + m₂v₂). Returns the largest change in deviations.
    pub(super) fn reconcile(&self, measurements: &mut [Measurement]) -> f64 {
        let mut sums = [Vec::new(), Vec::new()];
        for (side, sums) in [&self.one, &self.other].into_iter().zip(&mut sums) {
            *sums = vec![0.0; side.above.len()];
            if let Some(measurement) = measurements.get(side.table) {
                side.projection.sum(&measurement.cells, sums);
            }
        }
        let [one, other] = sums;
        let apart: Vec<f64> = one
            .iter()
            .zip(&other)
            .zip(self.prices())
            .map(|((one, other), price)| (one - other) / price)
            .collect();
        let mut largest = 0.0_f64;
        for (side, sign) in [(&self.one, -1.0), (&self.other, 1.0)] {
            let factor = sign * side.variance;
            let changes: Vec<f64> = apart.iter().map(|apart| factor * apart).collect();
            let deviation = libm::sqrt(side.variance);
            let most = changes
                .iter()
                .map(|change| libm::fabs(*change))
                .fold(0.0, f64::max);
            largest = largest.max(most / deviation);
            if let Some(measurement) = measurements.get_mut(side.table) {
                side.projection.add(&changes, &mut measurement.cells);
            }
        }
        largest
    }

    /// Moves the function g of the common cells from one table's potentials to the other's that makes
    /// v₁‖θ₁ − g‖² + v₂‖θ₂ + g‖² least: g = (v₁Σθ₁ − v₂Σθ₂)/(m₁v₁ + m₂v₂).
    pub(super) fn divide(&self, potentials: &mut [f64]) {
        let mut moved = vec![0.0; self.one.above.len()];
        for (side, sign) in [(&self.one, 1.0), (&self.other, -1.0)] {
            let mut sums = vec![0.0; side.above.len()];
            if let Some(own) = potentials.get(side.range.clone()) {
                side.projection.sum(own, &mut sums);
            }
            for (moved, sum) in moved.iter_mut().zip(sums) {
                *moved += sign * side.variance * sum;
            }
        }
        for (moved, price) in moved.iter_mut().zip(self.prices()) {
            *moved /= price;
        }
        for (side, sign) in [(&self.one, -1.0), (&self.other, 1.0)] {
            let signed: Vec<f64> = moved.iter().map(|moved| sign * moved).collect();
            if let Some(own) = potentials.get_mut(side.range.clone()) {
                side.projection.add(&signed, own);
            }
        }
    }

    /// m₁v₁ + m₂v₂ of each common cell.
    fn prices(&self) -> impl Iterator<Item = f64> {
        let above = self.one.above.iter().zip(&self.other.above);
        above.map(|(one, other)| one * self.one.variance + other * self.other.variance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Level;
    use crate::mrf::testing::{assert_close, table};

    /// One attribute of four values, and its level of one and three of them; another of two values.
    fn with_domain(check: impl FnOnce(&Domain<'_>)) {
        let coarse = Level {
            attribute: 0,
            size: 2,
            groups: &[0, 1, 1, 1],
            representatives: &[0, 1],
        };
        let levels = [Level::leaf(0, 4), coarse, Level::leaf(1, 2)];
        check(&Domain::new(&levels).unwrap());
    }

    #[test]
    fn two_levels_agree_by_precision() {
        with_domain(|domain| {
            let mut tables = [
                table(&[0], &[1.0, 2.0, 3.0, 4.0], 1.0),
                table(&[1], &[2.0, 6.0], 1.0),
            ];
            let overlaps = Overlap::all(domain, &tables).unwrap();
            assert_eq!(overlaps.len(), 1);
            // 1 and 2 of variance 1 each; 9 of variance 3 and 6 of variance 1, so 6.75.
            assert!(overlaps[0].reconcile(&mut tables) > 0.5);
            assert_close(&tables[0].cells, &[1.5, 1.25, 2.25, 3.25]);
            assert_close(&tables[1].cells, &[1.5, 6.75]);
            assert!(overlaps[0].reconcile(&mut tables) < 1e-9);
        });
    }

    #[test]
    fn a_common_function_stands_where_it_costs_least() {
        with_domain(|domain| {
            let tables = [table(&[0], &[0.0; 4], 1.0), table(&[1, 2], &[0.0; 4], 0.5)];
            let overlaps = Overlap::all(domain, &tables).unwrap();
            // Of the coarse value 0 the first has one cell and the second two, at half the price: halves. Of 1, three
            // and two: a quarter and three quarters.
            let mut potentials = [4.0, 8.0, 8.0, 8.0, 0.0, 0.0, 0.0, 0.0];
            overlaps[0].divide(&mut potentials);
            assert_close(&potentials, &[2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 6.0, 6.0]);
        });
    }

    /// Pairs of tables at the same levels have none, and one pair of levels stands for all tables that share one attribute.
    #[test]
    fn only_what_levels_divide_is_an_overlap() {
        with_domain(|domain| {
            let tables = [
                table(&[0], &[0.0; 4], 1.0),
                table(&[2], &[0.0; 2], 1.0),
                table(&[0, 2], &[0.0; 8], 1.0),
                table(&[1], &[0.0; 2], 1.0),
                table(&[1, 2], &[0.0; 4], 1.0),
            ];
            let overlaps = Overlap::all(domain, &tables).unwrap();
            let pairs = overlaps
                .iter()
                .map(|overlap| (overlap.one.table, overlap.other.table));
            assert_eq!(pairs.collect::<Vec<_>>(), [(3, 0), (4, 2)]);
        });
    }
}
