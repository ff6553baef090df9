//! Running a release's mechanism: memory for core, and what comes out of the curator.
//!
//! One module a mechanism, behind one function.

mod fit;
mod priv_bayes;
mod priv_bayes_pure;
mod run;
mod smoothed_histogram;

pub use run::{Made, Rows, run};
