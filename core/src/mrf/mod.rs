//! Markov random fields: models of overlapping tables that need not form a Bayesian network.
//!
//! Two mechanisms end in one: PrivMRF ([`learn`]: what it asks of the curator, and in which order), and
//! PrivBayes with the estimator `Pgm` ([`field`]: the tables of a network as measurements).
//!
//! 1. [`candidates`] and [`useful`]: which tables may be measured; [`batch`]: which of them together; [`joined`]: rare
//!    values are joined.
//! 2. [`graph`] and [`tree`]: the cliques that the measured tables make, as a junction tree.
//! 3. [`reconcile`] and [`estimate`]: the model that fits the noisy tables best, by way of [`inference`]; `parts` is
//!    the basis that makes tables comparable, `balance` divides what several of them say.
//! 4. [`marginal`]: what the model expects of any table; [`network`]: the network that rows are drawn from
//!    ([`crate::bayes::rows`]).
//! 5. [`conditional`]: the law of such rows, given what is known of them.
//!
//! Everything but the questions that [`learn`] asks is post-processing of noisy answers.

mod balance;
pub mod batch;
pub mod candidates;
mod cliques;
pub mod coarser;
pub mod conditional;
mod contraction;
mod elimination;
pub mod estimate;
mod exponential;
pub mod field;
pub mod graph;
pub mod inference;
pub mod joined;
mod leaps;
pub mod learn;
pub mod levels;
pub mod marginal;
pub mod measurement;
mod members;
pub mod network;
mod overlaps;
mod parts;
mod projection;
pub mod reconcile;
mod shape;
#[cfg(test)]
mod testing;
pub mod tree;
mod tried;
pub mod useful;
pub mod workload;
