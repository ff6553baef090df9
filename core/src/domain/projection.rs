//! A walk over the cells of a table: onto a coarser one, or to the values behind a cell.

use super::Domain;
use crate::variables::{MAX_VARIABLES, Variable, VariableSet};

impl Domain<'_> {
    /// Calls `each(cell of from, cell of onto)` for every cell of `from`, in order. `onto` must be
    /// within `from`.
    pub fn project(
        &self,
        from: &VariableSet,
        onto: &VariableSet,
        mut each: impl FnMut(usize, usize),
    ) {
        let mut axes: heapless::Vec<Axis, MAX_VARIABLES> = heapless::Vec::new();
        let mut stride = 1_usize;
        let mut strides = [0_usize; MAX_VARIABLES];
        for (&variable, slot) in onto.as_slice().iter().zip(strides.iter_mut()).rev() {
            *slot = stride;
            stride = stride.saturating_mul(self.size(variable) as usize);
        }
        for &variable in from.as_slice() {
            let target = onto
                .as_slice()
                .iter()
                .zip(strides)
                .find(|(candidate, _)| self.attribute(**candidate) == self.attribute(variable));
            let axis = Axis {
                variable,
                size: self.size(variable),
                value: 0,
                target: target.map(|(&variable, stride)| (variable, stride)),
                offset: 0,
            };
            // `from` holds at most MAX_VARIABLES variables, so there is room.
            let _ = axes.push(axis);
        }
        for axis in &mut axes {
            axis.set(self, 0);
        }
        let Some((inner, outer)) = axes.split_last_mut() else {
            each(0, 0);
            return;
        };
        let mut cell = 0_usize;
        loop {
            let base: usize = outer.iter().map(|axis| axis.offset).sum();
            for value in 0..inner.size {
                inner.set(self, value);
                each(cell, base.saturating_add(inner.offset));
                cell = cell.saturating_add(1);
            }
            // The next value of the last outer axis that has one; those behind it start again.
            let Some(turning) = outer.iter().rposition(|axis| axis.value + 1 < axis.size) else {
                return;
            };
            for (place, axis) in outer.iter_mut().enumerate().skip(turning) {
                let value = if place == turning {
                    axis.value.saturating_add(1)
                } else {
                    0
                };
                axis.set(self, value);
            }
        }
    }

    /// Calls `each` with every variable of the set and its value in a cell, last variable first: the
    /// digits of the cell's number.
    pub fn values_of(&self, set: &VariableSet, cell: usize, mut each: impl FnMut(Variable, u16)) {
        let mut left = cell;
        for &variable in set.as_slice().iter().rev() {
            let size = (self.size(variable) as usize).max(1);
            // Sizes are at most 2^16.
            each(variable, u16::try_from(left % size).unwrap_or(u16::MAX));
            left /= size;
        }
    }
}

/// One variable of the table that is walked, and where its values go.
struct Axis {
    variable: Variable,
    size: u32,
    value: u32,
    target: Option<(Variable, usize)>,
    offset: usize,
}

impl Axis {
    #[inline]
    fn set(&mut self, domain: &Domain<'_>, value: u32) {
        self.value = value;
        if let Some((onto, stride)) = self.target {
            // Values are below 2^16, as sizes are at most that.
            let value = u16::try_from(value).unwrap_or(u16::MAX);
            let coarse = domain.coarsen(self.variable, onto, value);
            self.offset = stride.saturating_mul(usize::from(coarse));
        }
    }
}
