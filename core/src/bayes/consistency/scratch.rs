//! The memory that a step works in.

use crate::Error;

/// Memory for one step: as many cells as the largest common set's table.
pub struct StepScratch<'a> {
    /// Weighted sums, then targets.
    pub targets: &'a mut [i128],
    /// One table's sums over a common set.
    pub sums: &'a mut [i64],
    /// One table's cells for each cell of a common set.
    pub shares: &'a mut [u32],
}

impl StepScratch<'_> {
    /// The part of it that a table of so many cells needs.
    pub(super) fn take(&mut self, cells: usize) -> Result<StepScratch<'_>, Error> {
        Ok(StepScratch {
            targets: self.targets.get_mut(..cells).ok_or(Error::BufferTooSmall)?,
            sums: self.sums.get_mut(..cells).ok_or(Error::BufferTooSmall)?,
            shares: self.shares.get_mut(..cells).ok_or(Error::BufferTooSmall)?,
        })
    }
}
