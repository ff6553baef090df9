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
    /// of it, and the others keep what they have. A part of fewer variables stands in so many more tables, and counts for more.
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
        let parts = axes.supports().map(|number| {
            let (own, scale) = axes.describe(number);
            let fewer = variables.as_slice().len().saturating_sub(own.len());
            Part {
                number,
                coefficients: axes.coefficients(number),
                weight: (0..fewer).fold(1.0, |weight, _| weight * FEWER),
                precision: self.0.get(&own).copied().unwrap_or(0.0) * scale * scale,
            }
        });
        parts.collect()
    }
}

/// What a part counts for beside one of one variable more.
const FEWER: f64 = 6.0;
