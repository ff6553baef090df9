//! How well each part of a table is known, and which parts are worth asking for.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::Error;
use crate::domain::Domain;
use crate::mrf::measurement::Measurement;
use crate::mrf::parts::Axes;
use crate::neighbours::Neighbours;
use crate::parts::{AskedParts, Parts};
use crate::privacy::{MuSquared, Sigma};
use crate::variables::{Variable, VariableSet};

/// 1/σ² of a coefficient of each part in its own orthonormal basis, by its variables, from all that was measured. Public.
#[derive(Default)]
pub(super) struct Known(BTreeMap<Vec<Variable>, f64>);

/// A part of a table, in the table's basis.
struct Part {
    number: usize,
    coefficients: f64,
    /// What each coefficient counts for.
    weight: f64,
    /// 1/σ² so far.
    precision: f64,
}

impl Part {
    /// What is left of the part's noise if it is measured with so much precision besides.
    fn left(&self, precision: f64) -> f64 {
        self.weight * self.coefficients / (self.precision + precision)
    }
}

impl Known {
    /// The number of rows, with its variance.
    pub(super) fn of_size((_, variance): (f64, f64)) -> Self {
        Self(BTreeMap::from([(Vec::new(), 1.0 / variance)]))
    }

    /// What a table tells.
    pub(super) fn add(&mut self, domain: &Domain<'_>, measurement: &Measurement) {
        let axes = Axes::new(domain, &measurement.variables);
        for number in axes.supports() {
            if measurement.tells(number) {
                let (variables, scale) = axes.describe(number);
                let precision = 1.0 / (measurement.variance * scale * scale);
                *self.0.entry(variables).or_insert(0.0) += precision;
            }
        }
    }

    /// The parts of a table that are worth a share of the budget; none where that is the whole table.
    ///
    /// What is known best is left out, as long as that leaves less noise in all of the table: the parts that are asked for have less
    /// of it, and the others keep what they have. A part of one variable fewer stands in some half as many more tables of three
    /// columns as there are attributes, and counts for that much more.
    pub(super) fn worth(
        &self,
        domain: &Domain<'_>,
        variables: &VariableSet,
        neighbours: Neighbours,
        share: MuSquared,
    ) -> Result<Option<AskedParts>, Error> {
        let whole = Sigma::smallest_up(neighbours.table(), share)?.to_f64();
        let mut parts = self.parts(domain, variables);
        let left = |parts: &[Part], measured: usize, variance: f64| -> f64 {
            let precision = |place| {
                if place < measured {
                    1.0 / variance
                } else {
                    0.0
                }
            };
            let parts = parts.iter().enumerate();
            parts.map(|(place, part)| part.left(precision(place))).sum()
        };
        // The best known last.
        parts.sort_by(|one, other| one.precision.total_cmp(&other.precision));
        let mut best = None;
        let mut least = left(&parts, parts.len(), whole * whole);
        for measured in (1..parts.len()).rev() {
            let (asked, others) = parts.split_at(measured);
            if others.iter().any(|part| part.precision <= 0.0) {
                break;
            }
            let Ok(numbers) = Parts::new(asked.iter().map(|part| part.number)) else {
                break;
            };
            // Refused where the table is too large.
            let Ok(asked) = AskedParts::new(domain, variables, numbers) else {
                break;
            };
            let sensitivity = asked.sensitivity(neighbours);
            let sigma = sensitivity.and_then(|moved| Sigma::smallest_up(moved, share));
            let Ok(sigma) = sigma else { break };
            let sigma = sigma.to_f64() / f64::from(asked.units());
            let noise = left(&parts, measured, sigma * sigma);
            if noise < least {
                (best, least) = (Some(asked), noise);
            }
        }
        Ok(best)
    }

    fn parts(&self, domain: &Domain<'_>, variables: &VariableSet) -> Vec<Part> {
        let axes = Axes::new(domain, variables);
        let each = (f64::from(domain.attributes()) / 2.0).max(1.0);
        let parts = axes.supports().map(|number| {
            let (own, scale) = axes.describe(number);
            let fewer = variables.as_slice().len().saturating_sub(own.len());
            Part {
                number,
                coefficients: axes.coefficients(number),
                weight: (0..fewer).fold(1.0, |weight, _| weight * each),
                precision: self.0.get(&own).copied().unwrap_or(0.0) * scale * scale,
            }
        });
        parts.collect()
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use core::num::NonZeroU32;

    use super::*;
    use crate::domain::Level;
    use crate::mrf::testing::table;

    const ONE_ROW: Neighbours = Neighbours::AddRemove {
        rows: NonZeroU32::MIN,
    };

    fn numbers(asked: Option<AskedParts>) -> Option<Vec<usize>> {
        let parts = asked?.parts();
        Some((0..32).filter(|&number| parts.has(number)).collect())
    }

    #[test]
    fn what_is_known_well_is_not_asked_again() {
        let levels = [Level::leaf(0, 2), Level::leaf(1, 2)];
        let domain = Domain::new(&levels).unwrap();
        let both: Vec<Variable> = domain.variables().collect();
        let both = VariableSet::new(&both).unwrap();
        // σ is ten rows.
        let share = MuSquared::from_f64_down(0.01).unwrap();
        let worth = |known: &Known, neighbours| {
            let worth = known.worth(&domain, &both, neighbours, share);
            numbers(worth.unwrap())
        };
        let nothing = Known::default();
        assert_eq!(worth(&nothing, ONE_ROW), None);
        // The number of rows is exact: with the total left out, three quarters of a row's move are left.
        let mut known = Known::of_size((1000.0, 1e-6));
        assert_eq!(worth(&known, ONE_ROW), Some(vec![1, 2, 3]));
        // One column is known to a row; of the other nothing was measured.
        known.add(&domain, &table(&[0], &[0.0; 2], 1.0));
        assert_eq!(worth(&known, ONE_ROW), Some(vec![2, 3]));
        known.add(&domain, &table(&[1], &[0.0; 2], 1.0));
        assert_eq!(worth(&known, ONE_ROW), Some(vec![3]));
        // As precise as the table would be itself: twice as much would be known of each column.
        let mut known = Known::of_size((1000.0, 1e-6));
        for column in 0..2 {
            known.add(&domain, &table(&[column], &[0.0; 2], 200.0));
        }
        assert_eq!(worth(&known, ONE_ROW), Some(vec![1, 2, 3]));
        // What a table does not tell is not known by it.
        let mut part = table(&[0, 1], &[0.0; 4], 1.0);
        part.parts = Some(Parts::new([3]).unwrap());
        let mut known = Known::of_size((1000.0, 1e-6));
        known.add(&domain, &part);
        assert_eq!(worth(&known, ONE_ROW), Some(vec![1, 2]));
    }

    /// A row that changes moves two cells of a column by one each: its total is not moved, and to leave it out saves nothing.
    #[test]
    fn a_column_is_asked_for_whole_where_its_total_costs_nothing() {
        let levels = [Level::leaf(0, 4)];
        let domain = Domain::new(&levels).unwrap();
        let own = VariableSet::new(&domain.variables().collect::<Vec<_>>()).unwrap();
        let share = MuSquared::from_f64_down(0.01).unwrap();
        let known = Known::of_size((1000.0, 1e-6));
        let worth = |neighbours| numbers(known.worth(&domain, &own, neighbours, share).unwrap());
        assert_eq!(worth(Neighbours::Replace), None);
        assert_eq!(worth(ONE_ROW), Some(vec![1]));
    }

    #[test]
    fn the_number_of_rows_is_added_where_it_was_left_out() {
        let mut own = table(&[0], &[3.0, -1.0, 4.0], 1.0);
        assert_eq!(own.clone().of_rows(60.0).cells, [3.0, -1.0, 4.0]);
        own.parts = Some(Parts::new([1]).unwrap());
        assert_eq!(own.of_rows(60.0).cells, [21.0, 17.0, 22.0]);
    }
}
