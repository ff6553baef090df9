//! A release that was made: its files, what is public of it, and how it is named.

mod facts;
mod files;
mod given;
mod ties;

#[cfg(test)]
mod tests;

pub use facts::{Accounting, Claim, Facts, Inside, Query, Table};
pub use files::Published;
pub use given::{is_synthetic_table, release_folder, synthetic_table};
pub use ties::Ties;
