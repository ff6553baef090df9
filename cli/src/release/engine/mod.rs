//! Running a release's mechanism: memory for core, and what comes out of the curator.
//!
//! One module a mechanism, behind one function.

mod priv_bayes;
mod run;

pub use run::{Made, run};
