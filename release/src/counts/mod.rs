//! Sources of counts for the curator: columns in memory, counted on all cores.

mod parallel;

pub(crate) use parallel::{ParallelColumns, column, columns};
