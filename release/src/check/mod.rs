//! Which fields of a table do not fit a spec. For the operator: it shows lines and values of the private
//! table, and says so on top.

mod column;
mod diagnosis;
mod judged;
mod misfit;
mod report;
mod survey;

pub use diagnosis::{Diagnosis, Remark, Span, TableForm};
pub(crate) use misfit::looks_missing;
pub use misfit::{Consequence, Misfit, Misfits};
pub(crate) use report::shown;
pub use report::{BrokenRule, Report};
pub use survey::check_table;
#[cfg(test)]
pub(crate) use survey::survey;
