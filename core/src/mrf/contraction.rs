//! The product of two tables, summed over some of their variables, without a table of all of them.

use alloc::vec::Vec;

use crate::domain::Domain;
use crate::variables::VariableSet;

/// One variable, and how far a step along it goes in the sums and in both tables; nowhere in those without it.
#[derive(Clone, Copy)]
struct Axis {
    size: usize,
    strides: [usize; 3],
}

/// Adds to the sums, over the first set, the product of the tables over the other two, in every cell of `all`, which holds
/// all three.
pub(super) fn contract(
    domain: &Domain<'_>,
    all: &VariableSet,
    sets: [&VariableSet; 3],
    [one, other]: [&[f64]; 2],
    sums: &mut [f64],
) {
    let mut axes: Vec<Axis> = Vec::new();
    let mut strides = [1_usize; 3];
    for &variable in all.as_slice().iter().rev() {
        let size = domain.size(variable) as usize;
        let mut axis = Axis {
            size,
            strides: [0; 3],
        };
        for ((set, step), stride) in sets.iter().zip(&mut axis.strides).zip(&mut strides) {
            if set.contains(variable) {
                *step = *stride;
                *stride = stride.saturating_mul(size);
            }
        }
        match axes.last_mut() {
            Some(last) if last.is_followed_by(&axis) => last.size = last.size.saturating_mul(size),
            _ => axes.push(axis),
        }
    }
    // One axis is the inner loop; the others turn around it, the last variable fastest.
    let best = axes.iter().enumerate().max_by_key(|(_, axis)| axis.worth());
    let Some((place, _)) = best else {
        if let (Some(sum), Some(one), Some(other)) = (sums.first_mut(), one.first(), other.first())
        {
            *sum += one * other;
        }
        return;
    };
    let inner = axes.remove(place);
    let mut digits: Vec<usize> = axes.iter().map(|_| 0).collect();
    let rewinds: Vec<[usize; 3]> = axes.iter().map(Axis::rewind).collect();
    let mut at = [0_usize; 3];
    loop {
        inner.add_line(at, [one, other], sums);
        // The next cell of the outer axes; where all have turned over, that was the last.
        let mut turned = true;
        for ((axis, digit), rewind) in axes.iter().zip(&mut digits).zip(&rewinds) {
            *digit = digit.saturating_add(1);
            if *digit < axis.size {
                for (at, stride) in at.iter_mut().zip(axis.strides) {
                    *at = at.saturating_add(stride);
                }
                turned = false;
                break;
            }
            *digit = 0;
            for (at, rewind) in at.iter_mut().zip(rewind) {
                *at = at.saturating_sub(*rewind);
            }
        }
        if turned {
            return;
        }
    }
}

impl Axis {
    /// Whether the next slower axis goes on where this one ends, in all tables: both are one then.
    fn is_followed_by(&self, next: &Self) -> bool {
        let ends = self.strides.map(|stride| stride.saturating_mul(self.size));
        ends == next.strides
    }

    /// How far back the first step is from the last one.
    fn rewind(&self) -> [usize; 3] {
        let steps = self.size.saturating_sub(1);
        self.strides.map(|stride| stride.saturating_mul(steps))
    }

    /// One line along the axis, from these places on.
    fn add_line(
        &self,
        [at, first, second]: [usize; 3],
        [one, other]: [&[f64]; 2],
        sums: &mut [f64],
    ) {
        let [step, one_step, other_step] = self.strides;
        let (Some(sums), Some(one), Some(other)) =
            (sums.get_mut(at..), one.get(first..), other.get(second..))
        else {
            return;
        };
        match (step, one_step, other_step) {
            (0, 0, step) => add_to_first(sums, head(one) * total(other, step, self.size)),
            (0, step, 0) => add_to_first(sums, head(other) * total(one, step, self.size)),
            (0, one_step, other_step) => {
                let lines = one.iter().step_by(one_step);
                let lines = lines.zip(other.iter().step_by(other_step)).take(self.size);
                add_to_first(sums, lines.map(|(one, other)| one * other).sum());
            }
            (1, 0, 1) => add_scaled(sums, head(one), other.iter().take(self.size)),
            (1, 1, 0) => add_scaled(sums, head(other), one.iter().take(self.size)),
            (step, 0, other_step) => {
                let line = other.iter().step_by(other_step).take(self.size);
                add_scaled(sums.iter_mut().step_by(step), head(one), line);
            }
            (step, one_step, 0) => {
                let line = one.iter().step_by(one_step).take(self.size);
                add_scaled(sums.iter_mut().step_by(step), head(other), line);
            }
            (step, one_step, other_step) => {
                let lines = one.iter().step_by(one_step);
                let lines = lines.zip(other.iter().step_by(other_step)).take(self.size);
                let places = sums.iter_mut().step_by(step);
                places
                    .zip(lines)
                    .for_each(|(sum, (one, other))| *sum += one * other);
            }
        }
    }

    /// How well it serves as the inner one: long, and side by side in every table.
    fn worth(&self) -> usize {
        let is_beside = self.strides.iter().all(|&stride| stride <= 1);
        let factor = if is_beside { BESIDE } else { 1 };
        self.size.saturating_mul(factor)
    }
}

fn head(cells: &[f64]) -> f64 {
    cells.first().copied().unwrap_or(0.0)
}

fn total(cells: &[f64], step: usize, size: usize) -> f64 {
    cells.iter().step_by(step.max(1)).take(size).sum()
}

fn add_to_first(sums: &mut [f64], value: f64) {
    if let Some(sum) = sums.first_mut() {
        *sum += value;
    }
}

fn add_scaled<'c>(
    sums: impl IntoIterator<Item = &'c mut f64>,
    factor: f64,
    line: impl Iterator<Item = &'c f64>,
) {
    let sums = sums.into_iter().zip(line);
    sums.for_each(|(sum, value)| *sum += factor * value);
}

/// A line whose cells are side by side takes about a quarter of the time.
const BESIDE: usize = 4;

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;
    use crate::domain::Level;
    use crate::variables::Variable;

    /// Every way in which four variables may stand in two tables and their sums, cell by cell.
    #[test]
    #[allow(clippy::cast_precision_loss)] // small whole numbers
    fn products_are_summed_as_their_definition_says() {
        let levels = [
            Level::leaf(0, 2),
            Level::leaf(1, 3),
            Level::leaf(2, 1),
            Level::leaf(3, 4),
        ];
        let domain = Domain::new(&levels).unwrap();
        let subset = |bits: u16| {
            let members = (0..4).filter(|id| bits >> id & 1 == 1).map(Variable);
            VariableSet::new(&members.collect::<Vec<_>>()).unwrap()
        };
        for bits in 0..1_u16 << 12 {
            let (one, other, kept) = (bits & 15, bits >> 4 & 15, bits >> 8);
            if kept & !(one | other) != 0 {
                continue;
            }
            let sets = [subset(kept), subset(one), subset(other)];
            let all = subset(one | other);
            let [sums, one, other] = [0, 1, 2].map(|place: usize| {
                let cells = domain.cells(&sets[place], 100).unwrap();
                let value = |cell: usize| ((cell * 7 + place * 5) % 11) as f64 - 3.0;
                (0..cells).map(value).collect::<Vec<_>>()
            });
            let mut expected = sums.clone();
            let (mut of_one, mut of_other) = (Vec::new(), Vec::new());
            domain.project(&all, &sets[1], |_, cell| of_one.push(one[cell]));
            domain.project(&all, &sets[2], |_, cell| of_other.push(other[cell]));
            domain.project(&all, &sets[0], |cell, onto| {
                expected[onto] += of_one[cell] * of_other[cell];
            });
            let mut found = sums.clone();
            let [kept, first, second] = &sets;
            contract(
                &domain,
                &all,
                [kept, first, second],
                [&one, &other],
                &mut found,
            );
            assert_eq!(found, expected, "{sets:?}");
        }
        // No variable at all: a product of two numbers.
        let mut sums = vec![1.0];
        let empty = &VariableSet::EMPTY;
        contract(&domain, empty, [empty; 3], [&[2.0], &[3.0]], &mut sums);
        assert_eq!(sums, [7.0]);
    }
}
