//! The public report: from `model.ron` and `record.json` alone, so as public as they are.

mod error;
mod inside;
mod page;
mod rules;
mod spend;
mod structure;

pub use page::page;
pub(crate) use page::{claim_in_words, sections};
