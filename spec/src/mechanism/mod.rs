//! How the synthetic table is made, and the parameters of that.
//!
//! One file a mechanism: what it takes, and what it says of itself to the rest of a spec (the trait
//! `Parameters`). `list` names them all. A new mechanism is a new file, its line in `list`, and its two
//! lines here; nothing else in this crate asks which mechanism it has.

mod around;
mod common;
mod estimator;
mod independent;
mod list;
mod mrf_choices;
mod parameters;
mod priv_bayes;
mod priv_bayes_pure;
mod priv_mrf;
mod smoothed_histogram;
mod unnamed;
mod word;

pub(crate) use around::Around;
pub use common::Post;
pub use estimator::Estimator;
pub use independent::Independent;
pub(crate) use list::Chosen;
pub use list::{Mechanism, MechanismName};
pub use mrf_choices::{MrfSearch, MrfWeights};
pub use parameters::Accounting;
pub use priv_bayes::{HeadRule, PrivBayes, Repair};
pub use priv_bayes_pure::{Encoding, PrivBayesPure, Score, Selection};
pub use priv_mrf::PrivMrf;
pub use smoothed_histogram::SmoothedHistogram;
