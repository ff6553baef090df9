//! Markov random fields: models of overlapping tables that need not form a Bayesian network.
pub mod estimate;
mod exponential;
pub mod graph;
pub mod inference;
pub mod marginal;
mod projection;
pub mod reconcile;
pub mod tree;
