//! `verify`: re-check what a record claims.

mod artefacts;
mod chain;
mod checked;
mod claims;
mod composition;
mod findings;
mod replay;
mod run;

pub use findings::Findings;
pub use run::{replay, verify};
