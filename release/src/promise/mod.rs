//! What a spec promises, in sentences: the one place where they are made. `check` prints them, `plan` begins with them,
//! the record carries them, `verify` holds the record against them, and pages show them as the record has them.
//!
//! ```text
//! Release ──► Promise ──┬─► InWords ──► record.json, plan, pages
//!                       ├─► Unprotected, one a reason (from `table`)
//!                       └─► mechanism, rules, workload ──► check, diff
//! ```

mod in_words;
mod odds;
mod rules;
mod sentences;

pub use in_words::InWords;
pub(crate) use in_words::{adjacency_in_words, delta_in_words, unit_in_words};
pub use odds::BestGuess;
pub(crate) use odds::{Odds, question};
pub use rules::RulesFile;
pub use sentences::Promise;
