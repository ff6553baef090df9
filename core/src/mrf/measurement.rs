//! Noisy tables, as an estimation takes them.

use alloc::vec::Vec;

use crate::parts::Parts;
use crate::variables::VariableSet;

/// One noisy table.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// What was counted.
    pub variables: VariableSet,
    /// The noisy counts.
    pub cells: Vec<f64>,
    /// σ² of each cell.
    pub variance: f64,
    /// Which parts of the table it tells, where not all: what the cells say of the others is nothing but noise.
    pub parts: Option<Parts>,
}

impl Measurement {
    /// Whether it tells the part of this number.
    pub(super) fn tells(&self, part: usize) -> bool {
        self.parts.is_none_or(|parts| parts.has(part))
    }

    /// With so many rows where it does not tell their number.
    #[allow(clippy::cast_precision_loss)] // at most 2^12 cells where parts were left out
    pub(super) fn of_rows(mut self, rows: f64) -> Self {
        if !self.tells(0) {
            let cells = self.cells.len().max(1) as f64;
            let missing = (rows - self.cells.iter().sum::<f64>()) / cells;
            for cell in &mut self.cells {
                *cell += missing;
            }
        }
        self
    }
}

/// √(mean of 1/σ²) over all tables: in these units λ need not be chosen anew for every budget.
#[allow(clippy::cast_precision_loss)]
pub fn mean_precision(measurements: &[Measurement]) -> f64 {
    let sum: f64 = measurements.iter().map(|one| 1.0 / one.variance).sum();
    libm::sqrt(sum / measurements.len().max(1) as f64)
}
