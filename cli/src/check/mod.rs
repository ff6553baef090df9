//! `privet check`: what a spec promises, and which fields of a table do not fit it.
//!
//! [`promise`] speaks of the spec alone and may be published. [`check_table`] is for the operator: it
//! shows lines and values of the private table, and says so on top.

mod misfit;
mod promise;
mod report;
mod survey;

pub(crate) use misfit::looks_missing;
pub use misfit::{Misfit, Misfits};
pub use promise::promise;
pub use report::Report;
pub use survey::check_table;
