//! A release: from a spec and a table to `synthetic.csv`, `model.ron` and `record.json`.
//!
//! The same spec, data and master seed give the same bytes, so an auditor who is given all three can
//! make the release again and compare: [`crate::replay`].

mod artefacts;
mod folder;
mod memory;
mod new_release;
mod sink;
#[cfg(test)]
mod tests;

pub use artefacts::Released;
pub(crate) use artefacts::UnderWay;
pub use memory::InMemory;
pub use new_release::NewRelease;
pub(crate) use sink::Sink;
pub use sink::{MODEL, RECORD, SYNTHETIC};
