//! Which fields of a table do not fit a spec. For the operator: it shows lines and values of the private
//! table, and says so on top.

mod misfit;
mod report;
mod survey;

pub(crate) use misfit::looks_missing;
pub use misfit::{Consequence, Misfit, Misfits};
pub use report::Report;
pub(crate) use report::shown;
pub use survey::check_table;
#[cfg(test)]
pub(crate) use survey::survey;
