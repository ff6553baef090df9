//! The full report: an evaluation against the real table. Not differentially private.

mod card;
mod column;
mod columns;
mod learning;
mod link;
mod marginals;
mod neighbours;
mod nist;
mod numbers;
mod page;
mod pairs;
mod rules;
mod summary;
mod verdict;

pub use page::page;
pub use summary::summary;
