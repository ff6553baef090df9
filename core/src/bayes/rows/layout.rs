//! Where a variable's values stand in a table.

use crate::bayes::tickets::{mass, sum_up};
use crate::domain::Domain;
use crate::variables::{Variable, VariableSet};

/// Where a child's values stand in a table.
pub(super) struct Layout {
    child_stride: usize,
    pub(super) child_size: usize,
}

impl Layout {
    pub(super) fn new(domain: &Domain<'_>, variables: &VariableSet, child: Variable) -> Self {
        let child_stride = stride(domain, variables, child);
        Self {
            child_stride,
            child_size: domain.size(child) as usize,
        }
    }

    /// The cells of the child's values for parents whose cell with child 0 is `base`.
    pub(super) fn values(&self, base: usize) -> impl Iterator<Item = usize> + Clone + use<> {
        let stride = self.child_stride;
        (0..self.child_size).map(move |value| base.wrapping_add(value * stride))
    }

    /// The child's own masses, whatever its parents.
    pub(super) fn sum_children(&self, masses: &[u64], sums: &mut [u64]) {
        sums.fill(0);
        let stride = self.child_stride.max(1);
        for block in masses.chunks(stride.saturating_mul(self.child_size).max(1)) {
            for (sum, of_value) in sums.iter_mut().zip(block.chunks(stride)) {
                *sum = sum.saturating_add(sum_up(of_value.iter().copied()));
            }
        }
    }

    pub(super) fn child_value(&self, cell: usize) -> usize {
        let place = cell.checked_div(self.child_stride).unwrap_or(0);
        place.checked_rem(self.child_size).unwrap_or(0)
    }
}

/// Cells between two values of a variable: the product of the sizes behind it.
pub(super) fn stride(domain: &Domain<'_>, variables: &VariableSet, variable: Variable) -> usize {
    let behind = variables
        .as_slice()
        .iter()
        .filter(|&&other| other > variable);
    behind.fold(1, |stride: usize, &other| {
        stride.saturating_mul(domain.size(other) as usize)
    })
}

/// The mass of a cell; none outside of the table.
pub(super) fn mass_at(cells: &[i64], cell: usize) -> u64 {
    cells.get(cell).map_or(0, |&cell| mass(cell))
}
