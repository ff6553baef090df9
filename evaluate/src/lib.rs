//! How close a synthetic table comes to the real one, inside the trusted environment.
//!
//! **Nothing here is differentially private.** All of it reads the real table, and so does every
//! figure that it returns: an [`Evaluation`] is for those who may see the data.
//!
//! [`Comparison`] is two tables of codes under the same attributes, checked; [`evaluate()`] compares them
//! in every way that [`findings`] lists. `README.md` beside this crate has the formula of every figure.
//!
//! Tested: each module by hand on small tables; `tests/evaluate/check.py` computes all figures again
//! with numpy on whole tables and allows 1e-12.

pub mod findings;

mod cells;
mod chance;
mod columns;
mod dependence;
mod dice;
mod distance;
mod endings;
mod evaluate;
mod groups;
mod held_out;
mod indicators;
mod input;
mod learning;
mod logistic;
mod marginals;
mod neighbours;
mod nist;
mod number;
mod numbers;
mod possible;
mod quantiles;
mod question;
mod shape;
mod spikes;
#[cfg(test)]
mod testing;
mod values;
mod verdict;
mod words;
mod worst;

pub use evaluate::{MOST_PAIRS, MOST_WAYS, Options, Watch, evaluate};
pub use findings::Evaluation;
pub use held_out::HeldOutRows;
pub use input::{Attribute, Codes, Column, Comparison, Error, Scale, Side, Table};
pub use learning::Targets;
pub use nist::RegressionColumns;
pub use possible::impossible;
