//! A release that was made: its files, and what is public of it.

mod facts;
mod files;

pub use facts::{Accounting, Claim, Facts, Inside, Query, Structure, Table, Variable};
pub use files::Published;
