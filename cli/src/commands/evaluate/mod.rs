//! `privet evaluate`: how close a synthetic table comes to the real one.
//!
//! It reads the real table, so that nothing it prints or writes is differentially private, and it says
//! so first. Tables are read by the code that reads them for a release; what is measured is the crate
//! `privet-evaluate`'s.

mod attributes;
mod real;
mod run;
mod summary;

pub use real::RealTable;
pub use run::run;
