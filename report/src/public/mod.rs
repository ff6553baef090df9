//! The public report: from `model.ron` and `record.json` alone, so as public as they are.

mod inside;
mod page;
mod promise;
mod rules;
mod spend;
mod structure;
mod ties;
mod uses;

pub use page::page;
pub(crate) use page::{claim_in_words, sections};
