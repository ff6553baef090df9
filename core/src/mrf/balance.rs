//! The cheapest of all potentials that say the same.
//!
//! Tables that overlap share functions: what depends on the common variables alone may stand in the potentials
//! of either of them. The model is the same however it is divided; the penalty ½λ Σ_M σ_M²‖θ_M‖² is not. In
//! parts ([`super::parts`]) the division that costs least has a closed form. With φ_S = Σ_M θ_(M,S)/s_M, the
//! part of S in all tables together, and s_M² = cells(M∖S),
//! ```text
//! θ_(M,S) = φ_S · w_M·s_M / Σ_N w_N,   w_M = 1/(σ_M²·s_M²).
//! ```
//! The part of no variable is a factor of the whole model, which is normalised anyway: it becomes zero.
//!
//! Without this an estimation that goes table by table moves such a function from one table to another by next to
//! nothing in each sweep, since it is only the penalty that asks for it.
//!
//! Tested: the model stays the same, the penalty does not grow, and a second division changes nothing.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::measurement::Measurement;
use super::overlaps::Overlap;
use super::parts::{Axes, Direction};
use crate::Error;
use crate::domain::Domain;
use crate::variables::Variable;

/// Which parts the tables share.
pub(super) struct Balance {
    tables: Vec<Shares>,
    parts: Vec<Part>,
    overlaps: Vec<Overlap>,
}

/// One table's copies of the parts.
struct Shares {
    axes: Axes,
    range: Range<usize>,
    /// For each support of the axes its part, and 1/s_M for what it gives and w_M·s_M for what it gets.
    copies: Vec<Copied>,
}

#[derive(Clone, Copy)]
struct Copied {
    part: usize,
    gives: f64,
    gets: f64,
}

#[derive(Default)]
struct Part {
    /// φ_S.
    together: Vec<f64>,
    /// Σ_N w_N; nothing for the part of no variable.
    weight: Option<f64>,
}

impl Balance {
    /// For the potentials of these tables, one after the other.
    pub(super) fn new(domain: &Domain<'_>, measurements: &[Measurement]) -> Result<Self, Error> {
        let mut places: BTreeMap<Vec<Variable>, usize> = BTreeMap::new();
        let mut parts: Vec<Part> = Vec::new();
        let mut tables = Vec::new();
        let mut start = 0_usize;
        for measurement in measurements {
            let axes = Axes::new(domain, &measurement.variables);
            let copies = axes.supports().map(|support| {
                let (variables, scale) = axes.describe(support);
                let is_constant = variables.is_empty();
                let part = *places.entry(variables).or_insert(parts.len());
                if part == parts.len() {
                    parts.push(Part::default());
                }
                let weight = 1.0 / (measurement.variance * scale * scale);
                if let Some(part) = parts.get_mut(part).filter(|_| !is_constant) {
                    part.weight = Some(part.weight.unwrap_or(0.0) + weight);
                }
                Copied {
                    part,
                    gives: 1.0 / scale,
                    gets: weight * scale,
                }
            });
            let copies = copies.collect();
            let end = start.saturating_add(measurement.cells.len());
            tables.push(Shares {
                axes,
                range: start..end,
                copies,
            });
            start = end;
        }
        let mut balance = Self {
            tables,
            parts,
            overlaps: Overlap::all(domain, measurements)?,
        };
        balance.make_room();
        Ok(balance)
    }

    /// Divides the potentials anew: among tables at different levels, then among those at the same.
    pub(super) fn divide(&mut self, potentials: &mut [f64]) {
        for overlap in &self.overlaps {
            overlap.divide(potentials);
        }
        for part in &mut self.parts {
            part.together.fill(0.0);
        }
        for table in &self.tables {
            let Some(own) = potentials.get_mut(table.range.clone()) else {
                continue;
            };
            table.axes.transform(own, Direction::ToParts);
            table.for_each(own, &mut self.parts, |value, copied, part, place| {
                if let Some(sum) = part.together.get_mut(place) {
                    *sum += *value * copied.gives;
                }
            });
        }
        for table in &self.tables {
            let Some(own) = potentials.get_mut(table.range.clone()) else {
                continue;
            };
            table.for_each(own, &mut self.parts, |value, copied, part, place| {
                let together = part.together.get(place).copied().unwrap_or(0.0);
                *value = part
                    .weight
                    .map_or(0.0, |weight| together * copied.gets / weight);
            });
            table.axes.transform(own, Direction::ToCells);
        }
    }

    /// Memory for every part: as many values as one of its tables has for it.
    fn make_room(&mut self) {
        for table in &self.tables {
            let mut own = vec![0.0; table.range.len()];
            table.for_each(&mut own, &mut self.parts, |_, _, part, place| {
                if part.together.len() <= place {
                    part.together.push(0.0);
                }
            });
        }
    }
}

impl Shares {
    /// Every value of a transformed table with its part and its place there.
    fn for_each(
        &self,
        own: &mut [f64],
        parts: &mut [Part],
        mut visit: impl FnMut(&mut f64, Copied, &mut Part, usize),
    ) {
        let mut next = vec![0_usize; self.copies.len()];
        for (support, value) in self.axes.walk().zip(own) {
            let (Some(place), Some(&copied)) = (next.get_mut(support), self.copies.get(support))
            else {
                continue;
            };
            if let Some(part) = parts.get_mut(copied.part) {
                visit(value, copied, part, *place);
            }
            *place = place.saturating_add(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Level;
    use crate::mrf::testing::{assert_close, table};
    use crate::variables::VariableSet;

    /// A table of this noise; its cells are its potentials.
    #[allow(clippy::cast_precision_loss)] // small whole numbers
    fn made_up(domain: &Domain<'_>, ids: &[u16], variance: f64) -> Measurement {
        let mut made_up = table(ids, &[], variance);
        let cells = domain.cells(&made_up.variables, 1000).unwrap();
        let potential = |cell| ((cell * 37 + ids.len() * 11) % 29) as f64 - 9.0;
        made_up.cells = (0..cells).map(potential).collect();
        made_up
    }

    /// The sum of all potentials in every cell of the whole domain, less its mean.
    #[allow(clippy::cast_precision_loss)] // small whole numbers
    fn total(domain: &Domain<'_>, tables: &[Measurement]) -> Vec<f64> {
        let everything = VariableSet::new(&domain.variables().collect::<Vec<_>>()).unwrap();
        let mut sums = vec![0.0; domain.cells(&everything, 1000).unwrap()];
        for table in tables {
            domain.project(&everything, &table.variables, |cell, target| {
                sums[cell] += table.cells[target];
            });
        }
        let mean = sums.iter().sum::<f64>() / sums.len() as f64;
        sums.iter().map(|sum| sum - mean).collect()
    }

    fn penalty(tables: &[Measurement]) -> f64 {
        let squares = |table: &Measurement| table.cells.iter().map(|cell| cell * cell).sum::<f64>();
        tables
            .iter()
            .map(|table| table.variance * squares(table))
            .sum()
    }

    fn divided(domain: &Domain<'_>, tables: &[Measurement]) -> Vec<Measurement> {
        let mut potentials: Vec<f64> = tables.iter().flat_map(|t| t.cells.clone()).collect();
        Balance::new(domain, tables)
            .unwrap()
            .divide(&mut potentials);
        let mut rest = &potentials[..];
        let mut divided = tables.to_vec();
        for table in &mut divided {
            let (own, others) = rest.split_at(table.cells.len());
            table.cells.copy_from_slice(own);
            rest = others;
        }
        divided
    }

    #[test]
    fn the_model_stays_and_costs_least() {
        let levels = [
            Level::leaf(0, 2),
            Level::leaf(1, 3),
            Level::leaf(2, 4),
            Level::leaf(3, 1),
        ];
        let domain = Domain::new(&levels).unwrap();
        let tables = [
            made_up(&domain, &[0], 0.3),
            made_up(&domain, &[0, 1, 3], 1.0),
            made_up(&domain, &[1, 2], 2.0),
            made_up(&domain, &[0, 2], 0.5),
            made_up(&domain, &[0, 1, 2], 7.0),
        ];
        let once = divided(&domain, &tables);
        assert_close(&total(&domain, &once), &total(&domain, &tables));
        // By a good deal: these potentials were made without a thought of it.
        assert!(penalty(&once) < 0.9 * penalty(&tables));
        let twice = divided(&domain, &once);
        for (once, twice) in once.iter().zip(&twice) {
            assert_close(&twice.cells, &once.cells);
        }
        // What a pair says of attribute 0 may go to its own table: no such step costs less.
        for step in [-0.01, 0.01] {
            let mut moved = once.clone();
            for (value, change) in [(0, step), (1, -step)] {
                moved[0].cells[value] += change;
                for cell in 0..3 {
                    moved[1].cells[3 * value + cell] -= change;
                }
            }
            assert!(penalty(&moved) > penalty(&once));
        }
    }

    /// One table over {0} of variance 1 and one over {0, 1} of variance 1, where 1 has two values: the pair's cells
    /// count twice, so two thirds of a function of 0 stand in its own table.
    #[test]
    fn shares_in_closed_form() {
        let levels = [Level::leaf(0, 2), Level::leaf(1, 2)];
        let domain = Domain::new(&levels).unwrap();
        let tables = [
            table(&[0], &[0.0, 0.0], 1.0),
            table(&[0, 1], &[3.0, 3.0, -3.0, -3.0], 1.0),
        ];
        let divided = divided(&domain, &tables);
        assert_close(&divided[0].cells, &[2.0, -2.0]);
        assert_close(&divided[1].cells, &[1.0, 1.0, -1.0, -1.0]);
    }
}
