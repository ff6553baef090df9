//! The full report: an evaluation against the real table. Not differentially private.

mod column;
mod columns;
mod dependence;
mod learning;
mod link;
mod marginals;
mod neighbours;
mod nist;
mod numbers;
mod page;
mod rules;
mod summary;
mod verdict;
mod weakest;

pub use page::page;
pub use summary::summary;
