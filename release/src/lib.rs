//! Differentially private synthetic data: everything between a reviewed spec and the files of a release.

pub mod bounds;
mod check;
mod counts;
mod draft;
mod error;
pub mod example;
mod files;
mod keys;
mod making;
mod mechanisms;
mod model;
mod plan;
mod promise;
mod published;
pub mod record;
mod spec;
pub mod table;
mod text;
mod verify;
mod watch;

pub use check::{Misfit, Misfits, Report, check_table};
pub use draft::draft;
pub use error::{BadSpec, Complaint, Error};
pub use files::{partial_name, read_text, refuse_existing};
pub use keys::KeptSeed;
pub use making::{InMemory, MODEL, NewRelease, RECORD, Released, SYNTHETIC};
pub use mechanisms::Forecast;
pub use model::Model;
pub use plan::{Total, VariableName, calibration_of};
pub use published::{Accounting, Claim, Facts, Published, Query, Structure, Table, Variable};
pub use spec::Spec;
pub use table::{Delimiter, Input};
pub use verify::{Findings, replay, verify};
pub use watch::{Silent, Stage, Watch};

#[cfg(test)]
mod tests;
