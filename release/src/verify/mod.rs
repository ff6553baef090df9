//! `verify`: re-check what a record claims.

mod artefacts;
mod chain;
mod checked;
mod claims;
mod comparison;
mod composition;
mod difference;
mod findings;
mod folder;
mod learned;
mod model;
mod number;
mod rebuild;
mod release;
mod replay;
mod rows;
mod run;
mod tables;
#[cfg(test)]
mod tests;

pub use findings::Findings;
pub(crate) use release::{Rebuilt, earlier_release, rebuilt};
pub use run::{replay, verify};
