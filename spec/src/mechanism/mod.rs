//! How the synthetic table is made, and the parameters of that.
//!
//! One file a mechanism; `choice` holds what they have in common: the name, the accounting, and
//! which parameters are read.

mod choice;
mod estimator;
mod parameters;
mod priv_bayes;
mod priv_bayes_pure;
mod priv_mrf;
mod smoothed_histogram;

pub use choice::{Accounting, Mechanism, MechanismName};
pub(crate) use choice::{Around, Chosen};
pub use estimator::Estimator;
pub use parameters::Post;
pub use priv_bayes::PrivBayes;
pub use priv_bayes_pure::{Encoding, PrivBayesPure, Score, Selection};
pub use priv_mrf::{MrfSearch, MrfWeights, PrivMrf};
pub use smoothed_histogram::SmoothedHistogram;
