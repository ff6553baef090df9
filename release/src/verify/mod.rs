//! `verify`: re-check what a record claims.

mod artefacts;
mod chain;
mod checked;
mod claims;
mod comparison;
mod composition;
mod findings;
mod rebuild;
mod replay;
mod run;
#[cfg(test)]
mod tests;

pub use findings::Findings;
pub(crate) use run::expect_sound;
pub use run::{replay, verify};
