//! How the cells of a table fall onto those of a table over some of its variables.
//!
//! Tables are flat and row-major over ascending variables. Neighbouring variables that are all kept,
//! or all summed over, act as one long axis (a *run*), so that the inner loops are long and plain.

use alloc::vec::Vec;

use crate::Error;
use crate::domain::Domain;
use crate::variables::VariableSet;

/// The way from a table to a smaller one, and back.
#[derive(Clone, Debug)]
pub struct Projection {
    runs: Vec<Run>,
    onto_cells: usize,
}

#[derive(Clone, Copy, Debug)]
struct Run {
    size: usize,
    kept: bool,
}

impl Projection {
    /// Refused: a set that is not part of the other, or more cells than memory.
    pub fn new(domain: &Domain<'_>, from: &VariableSet, onto: &VariableSet) -> Result<Self, Error> {
        if onto
            .as_slice()
            .iter()
            .any(|&variable| !from.contains(variable))
        {
            return Err(Error::BadVariableSet);
        }
        let mut runs: Vec<Run> = Vec::new();
        for &variable in from.as_slice() {
            let kept = onto.contains(variable);
            let size = domain.size(variable) as usize;
            match runs.last_mut() {
                Some(run) if run.kept == kept => {
                    run.size = run.size.checked_mul(size).ok_or(Error::BufferTooSmall)?;
                }
                _ => runs.push(Run { size, kept }),
            }
        }
        let onto_cells = domain
            .cells(onto, u64::from(u32::MAX))
            .ok_or(Error::BufferTooSmall)?;
        Ok(Self { runs, onto_cells })
    }

    /// Number of cells of the smaller table.
    pub const fn onto_cells(&self) -> usize {
        self.onto_cells
    }

    /// onto(b) = Σ_(a above b) from(a).
    pub fn sum(&self, from: &[f64], onto: &mut [f64]) {
        onto.fill(0.0);
        sum_runs(&self.runs, from, onto);
    }

    /// from(a) ← from(a) + onto(b) for every a above b.
    pub fn add(&self, onto: &[f64], from: &mut [f64]) {
        spread_runs(&self.runs, onto, from, |cell, value| *cell += value);
    }

    /// from(a) ← from(a)·onto(b) for every a above b.
    pub fn multiply(&self, onto: &[f64], from: &mut [f64]) {
        spread_runs(&self.runs, onto, from, |cell, value| *cell *= value);
    }
}

fn sum_runs(runs: &[Run], from: &[f64], onto: &mut [f64]) {
    match runs {
        [] => onto
            .iter_mut()
            .zip(from)
            .for_each(|(sum, &cell)| *sum += cell),
        [Run { kept: true, .. }] => {
            onto.iter_mut()
                .zip(from)
                .for_each(|(sum, &cell)| *sum += cell);
        }
        [Run { kept: false, .. }] => {
            let total: f64 = from.iter().sum();
            for sum in onto {
                *sum += total;
            }
        }
        [Run { kept: true, .. }, Run { kept: false, size }] => {
            let chunks = from.chunks_exact((*size).max(1));
            onto.iter_mut()
                .zip(chunks)
                .for_each(|(sum, cells)| *sum += cells.iter().sum::<f64>());
        }
        [Run { kept: false, .. }, Run { kept: true, size }] => {
            for cells in from.chunks_exact((*size).max(1)) {
                onto.iter_mut()
                    .zip(cells)
                    .for_each(|(sum, &cell)| *sum += cell);
            }
        }
        [Run { size, kept }, rest @ ..] => {
            let chunks = from.chunks_exact(part(from.len(), *size));
            if *kept {
                let parts = onto.chunks_exact_mut(part(onto.len(), *size));
                chunks
                    .zip(parts)
                    .for_each(|(from, onto)| sum_runs(rest, from, onto));
            } else {
                chunks.for_each(|from| sum_runs(rest, from, onto));
            }
        }
    }
}

fn spread_runs(
    runs: &[Run],
    onto: &[f64],
    from: &mut [f64],
    change: impl Fn(&mut f64, f64) + Copy,
) {
    match runs {
        [] | [Run { kept: true, .. }] => {
            from.iter_mut()
                .zip(onto)
                .for_each(|(cell, &value)| change(cell, value));
        }
        [Run { kept: false, .. }] => {
            for &value in onto {
                for cell in from.iter_mut() {
                    change(cell, value);
                }
            }
        }
        [Run { kept: true, .. }, Run { kept: false, size }] => {
            for (cells, &value) in from.chunks_exact_mut((*size).max(1)).zip(onto) {
                for cell in cells.iter_mut() {
                    change(cell, value);
                }
            }
        }
        [Run { kept: false, .. }, Run { kept: true, size }] => {
            for cells in from.chunks_exact_mut((*size).max(1)) {
                cells
                    .iter_mut()
                    .zip(onto)
                    .for_each(|(cell, &value)| change(cell, value));
            }
        }
        [Run { size, kept }, rest @ ..] => {
            let chunks = from.chunks_exact_mut(part(from.len(), *size));
            if *kept {
                let parts = onto.chunks_exact(part(onto.len(), *size));
                chunks
                    .zip(parts)
                    .for_each(|(from, onto)| spread_runs(rest, onto, from, change));
            } else {
                chunks.for_each(|from| spread_runs(rest, onto, from, change));
            }
        }
    }
}

/// Cells for one value of the first run.
fn part(cells: usize, size: usize) -> usize {
    cells.checked_div(size).unwrap_or(1).max(1)
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;
    use crate::domain::Level;
    use crate::variables::Variable;

    #[test]
    #[allow(clippy::float_cmp, clippy::cast_precision_loss)] // small whole numbers
    fn sums_and_spreads_as_the_domain_projects() {
        let leaf = |attribute, size| Level {
            attribute,
            size,
            groups: &[],
            representatives: &[],
        };
        let levels = [leaf(0, 2), leaf(1, 3), leaf(2, 2), leaf(3, 4), leaf(4, 1)];
        let domain = Domain::new(&levels).unwrap();
        // Every subset of every subset of the five variables.
        for from_bits in 0_u8..32 {
            let set = |bits: u8| {
                let members = (0..5).filter(|v| bits >> v & 1 == 1).map(Variable);
                VariableSet::new(&members.collect::<Vec<_>>()).unwrap()
            };
            let from = set(from_bits);
            let cells = domain.cells(&from, 1000).unwrap();
            let values: Vec<f64> = (0..cells).map(|cell| (cell * cell + 1) as f64).collect();
            for onto_bits in (0..32).filter(|bits| bits & !from_bits == 0) {
                let onto = set(onto_bits);
                let projection = Projection::new(&domain, &from, &onto).unwrap();
                let mut expected = vec![0.0; domain.cells(&onto, 1000).unwrap()];
                domain.project(&from, &onto, |cell, target| {
                    expected[target] += values[cell];
                });
                let mut actual = vec![7.0; projection.onto_cells()];
                projection.sum(&values, &mut actual);
                assert_eq!(actual, expected, "{from:?} onto {onto:?}");
                let mut spread = values.clone();
                projection.add(&expected, &mut spread);
                projection.multiply(&expected, &mut spread);
                domain.project(&from, &onto, |cell, target| {
                    let sum = expected[target];
                    assert_eq!(spread[cell], (values[cell] + sum) * sum);
                });
            }
        }
        let outside = Projection::new(&domain, &set_of(&[0]), &set_of(&[1]));
        assert!(matches!(outside, Err(Error::BadVariableSet)));
    }

    fn set_of(ids: &[u8]) -> VariableSet {
        VariableSet::new(&ids.iter().copied().map(Variable).collect::<Vec<_>>()).unwrap()
    }
}
