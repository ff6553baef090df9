//! How the cells of a table fall onto those of a table over some of its variables.
//!
//! Tables are flat and row-major over ascending variables. Neighbouring variables that are all kept,
//! or all summed over, act as one long axis (a *run*). Runs are summed over one after the other from the
//! outermost, which shrinks the table in long, plain loops; repeating goes the other way.

use alloc::vec;
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
    /// Cells of the axes inside of it, none of them summed over yet.
    inner: usize,
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
                _ => runs.push(Run {
                    size,
                    kept,
                    inner: 1,
                }),
            }
        }
        let mut inner = 1_usize;
        for run in runs.iter_mut().rev() {
            run.inner = inner;
            inner = inner.checked_mul(run.size).ok_or(Error::BufferTooSmall)?;
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
        let mut summed = self.summed_over();
        let Some((first, last)) = summed.next().map(|first| (first, summed.next_back())) else {
            onto.iter_mut()
                .zip(from)
                .for_each(|(sum, cell)| *sum = *cell);
            return;
        };
        // The outermost run first: its inner loop is the longest, and what is left is smaller.
        let Some(last) = last else {
            return sum_over(first, from, onto);
        };
        let mut rest = Self::after_summing(first, from);
        for run in summed {
            rest = Self::after_summing(run, &rest);
        }
        sum_over(last, &rest, onto);
    }

    /// from(a) ← from(a) + onto(b) for every a above b.
    pub fn add(&self, onto: &[f64], from: &mut [f64]) {
        self.spread(onto, from, |cell, value| *cell += value);
    }

    /// from(a) ← from(a)·onto(b) for every a above b.
    pub fn multiply(&self, onto: &[f64], from: &mut [f64]) {
        self.spread(onto, from, |cell, value| *cell *= value);
    }

    fn spread(&self, onto: &[f64], from: &mut [f64], change: impl Fn(&mut f64, f64) + Copy) {
        let mut summed = self.summed_over();
        let Some(first) = summed.next() else {
            from.iter_mut()
                .zip(onto)
                .for_each(|(cell, &value)| change(cell, value));
            return;
        };
        // The innermost run first, as long as there is little to repeat.
        let mut grown: Option<Vec<f64>> = None;
        for run in summed.rev() {
            let cells = grown.as_deref().unwrap_or(onto);
            let mut repeated = vec![0.0; cells.len().saturating_mul(run.size)];
            repeat_run(run, cells, &mut repeated, |cell, value| *cell = value);
            grown = Some(repeated);
        }
        let cells = grown.as_deref().unwrap_or(onto);
        repeat_run(first, cells, from, change);
    }

    /// The runs that are summed over, from the outermost.
    fn summed_over(&self) -> impl DoubleEndedIterator<Item = Run> {
        self.runs.iter().copied().filter(|run| !run.kept)
    }

    fn after_summing(run: Run, from: &[f64]) -> Vec<f64> {
        let mut sums = vec![0.0; part(from.len(), run.size)];
        sum_over(run, from, &mut sums);
        sums
    }
}

/// Sums over one axis, given that those outside of it which are summed over are gone.
fn sum_over(run: Run, from: &[f64], onto: &mut [f64]) {
    if run.inner == 1 {
        let lines = from.chunks_exact(run.size.max(1));
        onto.iter_mut()
            .zip(lines)
            .for_each(|(sum, line)| *sum = line.iter().sum());
        return;
    }
    let blocks = from.chunks_exact(run.size.saturating_mul(run.inner).max(1));
    for (sums, block) in onto.chunks_exact_mut(run.inner.max(1)).zip(blocks) {
        let mut lines = block.chunks_exact(run.inner.max(1));
        if let Some(line) = lines.next() {
            sums.copy_from_slice(line);
        }
        for line in lines {
            sums.iter_mut()
                .zip(line)
                .for_each(|(sum, cell)| *sum += cell);
        }
    }
}

/// Repeats along one axis, given that those inside of it are repeated already.
fn repeat_run(run: Run, cells: &[f64], onto: &mut [f64], change: impl Fn(&mut f64, f64) + Copy) {
    let blocks = onto.chunks_exact_mut(run.size.saturating_mul(run.inner).max(1));
    if run.inner == 1 {
        for (line, &value) in blocks.zip(cells) {
            for cell in line {
                change(cell, value);
            }
        }
        return;
    }
    for (block, line) in blocks.zip(cells.chunks_exact(run.inner.max(1))) {
        for repeated in block.chunks_exact_mut(run.inner.max(1)) {
            repeated
                .iter_mut()
                .zip(line)
                .for_each(|(cell, &value)| change(cell, value));
        }
    }
}

/// Cells for one value of an axis.
fn part(cells: usize, size: usize) -> usize {
    cells.checked_div(size).unwrap_or(1).max(1)
}

#[cfg(test)]
mod tests {

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
        for from_bits in (0_u8..32).step_by(if cfg!(miri) { 10 } else { 1 }) {
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
