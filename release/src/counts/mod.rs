//! Sources of counts for the curator: columns in memory, counted on all cores, and a memory of pairs.

mod parallel;
mod remembered;

pub(crate) use parallel::{ParallelColumns, column, columns};
pub(crate) use remembered::{Remembered, most_remembered};
