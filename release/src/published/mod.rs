//! A release that was made: its files, and what is public of it.

mod facts;
mod files;
mod ties;

#[cfg(test)]
mod tests;

pub use facts::{Accounting, Claim, Facts, Inside, Query, Structure, Table, Variable};
pub use files::Published;
pub use ties::Ties;
