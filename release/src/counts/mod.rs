//! Sources of counts for the curator: columns in memory, counted on all cores; files, read once for each batch of questions;
//! and a memory of pairs.
//!
//! None of them leaves this module. Whoever holds a [`PrivateTable`] asks a curator that is made in here, and has nothing that
//! counts, nor the number of rows ([`RowsRead`]).

mod agreement;
mod by_passes;
mod meaning;
mod parallel;
mod private_table;
mod remembered;

pub(crate) use private_table::{AskedColumns, PrivateTable, RowsRead, TableCurator, Terms};
pub(crate) use remembered::most_remembered;
