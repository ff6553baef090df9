//! Sources of counts for the curator: columns in memory, counted on all cores; files, read once for each batch of questions;
//! and a memory of pairs.

mod agreement;
mod by_passes;
mod meaning;
mod parallel;
mod private_table;
mod remembered;

pub(crate) use private_table::{PrivateTable, StreamedTable, TableCounts};
pub(crate) use remembered::{Remembered, most_remembered};
