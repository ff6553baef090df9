//! Releases of one table: each names all earlier ones, and together they stay within one lifetime budget.
//!
//! `release` asks before the data is opened, `verify` afterwards; both ask here.

mod link;
mod misfits;

pub(crate) use link::Link;
pub(crate) use misfits::{misfits, missing};
