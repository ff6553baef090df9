//! `record.json`: the audit record. Everything that is needed to re-check the claim, and nothing that
//! depends on the data except through noise.
//!
//! The file is the same for every mechanism; which numbers stand in a query and in a loss depends on
//! the accounting, and a mixture is refused when it is read.

mod book;
mod file;
mod loss;
mod query;
mod words;

pub use book::Book;
pub use file::{AlgorithmFile, ArtefactFile, GuaranteeFile, RandomnessFile, Record, SoftwareFile};
pub use loss::LossFile;
pub use query::{Asked, NoiseFile, QueryFile};
pub use words::{
    adjacency_in_words, algorithm_name, delta_in_words, estimator, report_a_flaw, unprotected,
};
