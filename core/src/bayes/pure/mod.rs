//! PrivBayes under pure ε (Zhang, Cormode, Procopiuc, Srivastava and Xiao 2014).
//!
//! 1. [`measure_size`]: the number of rows, and from it the largest useful table ([`Settings`]).
//! 2. [`measure_structure`]: GreedyBayes. Starting from a random attribute, the curator chooses the
//!    next one with its parents by private selection, among the candidates of [`Growth`].
//! 3. [`measure_tables`]: one Laplace table a node; those of the first attributes, each of which has all
//!    before it as parents, are derived from one, the head's (Zhang Alg. 1).
//!
//! What follows, fitting and drawing rows, is that of [`crate::bayes`].
//!
//! **Budget.** The structure's share is divided evenly over one selection for each attribute but the
//! first. A step with one candidate, or whose candidates have no parents to tell apart, needs no
//! selection and pays none; what is left of the share goes to the tables. So at k = 0 all of it does.
//! How much that is depends on earlier noisy answers at most, and the total was fixed in advance: a
//! pure ledger is a filter for such adaptive spending too (Rogers, Roth, Ullman and Vadhan 2016).
//!
//! Deviations from Zhang: counts, not frequencies, since n may be private; permute-and-flip as an
//! alternative to the exponential mechanism; the score R; tables are made consistent; a bounded number of
//! candidates a selection ([`Settings::most_candidates`]). The record of a release lists them all.
//!
//! Tested: `greedy_network_is_well_formed`, `greedy_spending_stays_within_its_shares`.

mod candidates;
mod dice;
pub mod digits;
mod measure;
mod settings;

pub use candidates::{Growth, MOST_CANDIDATES, most_candidates};
pub use dice::Dice;
pub use measure::{Structure, StructureScratch, measure_size, measure_structure, measure_tables};
pub use settings::Settings;
