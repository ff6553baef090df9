//! The mechanisms, one folder each, all with the same files for the same concerns:
//!
//! | file | what it answers |
//! |---|---|
//! | `plan.rs` | what does the spec fix for it? |
//! | `run.rs` | what does it ask of the curator, and what becomes of the answers? |
//! | `model.rs` | what stands in `model.ron`, and how are rows drawn from it? |
//! | `verify.rs` | which answers does its model hold, and what does `verify` hold its choices to? |
//! | `words.rs` | what does the record say of it? |
//! | `forecast.rs` | what is known before any data is read? |
//! | `memory.rs`, where it lends core much | how much memory does it need, and in which pieces? |
//!
//! The algorithms on noisy answers are in `privet-core`, where firmware can use them. [`mechanism`] says what
//! every mechanism must answer, [`list`] names them all, [`learning`] is their way from answers to a model, and [`network`] is what those with a Bayesian
//! network share. `independent` is the shortest: read it first.

mod independent;
mod learning;
pub(crate) mod list;
pub(crate) mod mechanism;
mod network;
mod priv_bayes;
mod priv_bayes_pure;
mod priv_mrf;
mod smoothed_histogram;

#[cfg(test)]
mod tests;

pub use mechanism::Forecast;
