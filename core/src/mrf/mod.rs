//! Markov random fields: models of overlapping tables that need not form a Bayesian network.

pub mod candidates;
mod cliques;
mod elimination;
pub mod estimate;
mod exponential;
pub mod field;
pub mod graph;
pub mod inference;
pub mod joined;
pub mod learn;
pub mod marginal;
mod members;
pub mod network;
mod projection;
pub mod reconcile;
pub mod tree;
pub mod useful;
