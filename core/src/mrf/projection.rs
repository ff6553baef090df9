//! How the cells of a table fall onto those of a table over some of its variables.
//!
//! Tables are flat and row-major over ascending variables. Neighbouring variables that are all kept,
//! or all summed over, act as one long axis (a *run*). Runs are summed over one after the other from the
//! outermost, which shrinks the table in long, plain loops; repeating goes the other way. Where the
//! smaller table has coarser levels of some variables, its cells are sums over groups of cells of the
//! table at the finer ones.

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
    /// For every cell at the finer levels its cell of the smaller table; nothing where levels are the same.
    groups: Option<Vec<usize>>,
}

#[derive(Clone, Copy, Debug)]
struct Run {
    size: usize,
    kept: bool,
    /// Cells of the axes inside of it, none of them summed over yet.
    inner: usize,
}

impl Projection {
    /// Refused: a set that is not part of the other, at levels at least as coarse, or more cells than
    /// memory.
    pub fn new(domain: &Domain<'_>, from: &VariableSet, onto: &VariableSet) -> Result<Self, Error> {
        if !domain.is_within(onto, from) {
            return Err(Error::BadVariableSet);
        }
        let finer = at_levels_of(domain, onto, from)?;
        let mut runs: Vec<Run> = Vec::new();
        for &variable in from.as_slice() {
            let kept = finer.contains(variable);
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
        let cells = |set| {
            let cells = domain.cells(set, u64::from(u32::MAX));
            cells.ok_or(Error::BufferTooSmall)
        };
        let groups = if finer == *onto {
            None
        } else {
            let mut groups = Vec::with_capacity(cells(&finer)?);
            domain.project(&finer, onto, |_, group| groups.push(group));
            Some(groups)
        };
        Ok(Self {
            runs,
            onto_cells: cells(onto)?,
            groups,
        })
    }

    /// Number of cells of the smaller table.
    pub const fn onto_cells(&self) -> usize {
        self.onto_cells
    }

    /// onto(b) = Σ_(a above b) from(a).
    pub fn sum(&self, from: &[f64], onto: &mut [f64]) {
        let Some(groups) = &self.groups else {
            return self.sum_runs(from, onto);
        };
        let mut finer = vec![0.0; groups.len()];
        self.sum_runs(from, &mut finer);
        onto.fill(0.0);
        for (cell, &group) in finer.iter().zip(groups) {
            if let Some(sum) = onto.get_mut(group) {
                *sum += cell;
            }
        }
    }

    /// For every cell of the smaller table whether anything above it has mass.
    pub fn has_mass(&self, from: Option<&Vec<f64>>) -> Result<Vec<bool>, Error> {
        let mut sums = vec![0.0; self.onto_cells];
        self.sum(from.ok_or(Error::BadDomain)?, &mut sums);
        Ok(sums.iter().map(|sum| *sum > 0.0).collect())
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
        let Some(groups) = &self.groups else {
            return self.spread_runs(onto, from, change);
        };
        let value_of = |&group: &usize| onto.get(group).copied().unwrap_or_default();
        let finer: Vec<f64> = groups.iter().map(value_of).collect();
        self.spread_runs(&finer, from, change);
    }

    fn sum_runs(&self, from: &[f64], onto: &mut [f64]) {
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

    fn spread_runs(&self, onto: &[f64], from: &mut [f64], change: impl Fn(&mut f64, f64) + Copy) {
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

/// The set's attributes at the levels that `from` has them at.
fn at_levels_of(
    domain: &Domain<'_>,
    set: &VariableSet,
    from: &VariableSet,
) -> Result<VariableSet, Error> {
    let mut levels = VariableSet::EMPTY;
    for &variable in set.as_slice() {
        let attribute = domain.attribute(variable);
        let level = attribute.and_then(|attribute| domain.level_in(from, attribute));
        levels.insert(level.ok_or(Error::BadVariableSet)?)?;
    }
    Ok(levels)
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
        let groups = |attribute, groups, representatives: &'static [u16]| Level {
            attribute,
            size: u32::try_from(representatives.len()).unwrap(),
            groups,
            representatives,
        };
        let levels = [
            Level::leaf(0, 2),
            Level::leaf(1, 3),
            groups(1, &[0, 1, 0], &[0, 1]),
            Level::leaf(2, 2),
            Level::leaf(3, 4),
            groups(3, &[0, 0, 1, 2], &[0, 2, 3]),
            groups(3, &[0, 0, 1, 1], &[0, 2]),
            Level::leaf(4, 1),
        ];
        let domain = Domain::new(&levels).unwrap();
        let sets: Vec<VariableSet> = (0_u8..=255)
            .filter_map(|bits| one_level(bits, &domain))
            .collect();
        // Every set of at most one level an attribute, onto every set within it.
        for from in sets.iter().step_by(if cfg!(miri) { 40 } else { 1 }) {
            let cells = domain.cells(from, 1000).unwrap();
            let values: Vec<f64> = (0..cells).map(|cell| (cell * cell + 1) as f64).collect();
            for onto in sets.iter().filter(|onto| domain.is_within(onto, from)) {
                let projection = Projection::new(&domain, from, onto).unwrap();
                let mut expected = vec![0.0; domain.cells(onto, 1000).unwrap()];
                domain.project(from, onto, |cell, target| {
                    expected[target] += values[cell];
                });
                let mut actual = vec![7.0; projection.onto_cells()];
                projection.sum(&values, &mut actual);
                assert_eq!(actual, expected, "{from:?} onto {onto:?}");
                let mut spread = values.clone();
                projection.add(&expected, &mut spread);
                projection.multiply(&expected, &mut spread);
                domain.project(from, onto, |cell, target| {
                    let sum = expected[target];
                    assert_eq!(spread[cell], (values[cell] + sum) * sum);
                });
            }
        }
        // Another attribute; a finer level.
        for (from, onto) in [([0], [1]), ([2], [1])] {
            let outside = Projection::new(&domain, &set_of(&from), &set_of(&onto));
            assert!(matches!(outside, Err(Error::BadVariableSet)));
        }
    }

    /// The variables whose bits are set; nothing where they are two levels of one attribute.
    fn one_level(bits: u8, domain: &Domain<'_>) -> Option<VariableSet> {
        let members: Vec<u16> = (0..8).filter(|v| bits >> v & 1 == 1).collect();
        let levels = members
            .windows(2)
            .all(|pair| domain.attribute(Variable(pair[0])) != domain.attribute(Variable(pair[1])));
        levels.then(|| set_of(&members))
    }

    fn set_of(ids: &[u16]) -> VariableSet {
        VariableSet::new(&ids.iter().copied().map(Variable).collect::<Vec<_>>()).unwrap()
    }
}
