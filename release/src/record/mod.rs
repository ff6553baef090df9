//! `record.json`: the audit record. Everything that is needed to re-check the claim, and nothing that
//! depends on the data except through noise.
//!
//! The file is the same for every mechanism; which numbers stand in a query and in a loss depends on
//! the accounting, and a mixture is refused when it is read.

mod asked;
mod book;
mod built;
mod file;
mod loss;
mod noise;
mod parts;
mod query;
mod software;
mod words;

pub use crate::beside::BesideFile;
pub use crate::promise::RulesFile;
pub use asked::Asked;
pub(crate) use book::Book;
pub(crate) use file::Facts;
pub use file::{AlgorithmFile, ArtefactFile, GuaranteeFile, RandomnessFile, Record, SpecFile};
pub use loss::LossFile;
pub use noise::{NoiseFile, SmoothingFile};
pub use parts::PartsFile;
pub(crate) use parts::left_out;
pub use query::QueryFile;
pub use software::SoftwareFile;
pub(crate) use words::{
    ChargeRule, GAUSSIAN_COMPOSITION, GAUSSIAN_NOISE, PURE_COMPOSITION, PURE_NOISE, Words,
    deviations,
};
