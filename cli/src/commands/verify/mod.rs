//! `privet verify`: re-check what a record claims.

mod artefacts;
mod chain;
mod composition;
mod estimator;
mod findings;
mod mrf;
mod replay;
mod run;

pub use run::run;
