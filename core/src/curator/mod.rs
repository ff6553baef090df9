//! The curator: the only door to the data.
//!
//! It owns the counts, the ledger and the noise generator. Each method pays first: a refused charge
//! reads nothing and draws nothing. What comes out is noisy; what goes in is public. No method
//! hands out a raw count. They pass through the caller's memory within a call, and are overwritten there
//! before it returns, also on an error; what a source of counts keeps for itself is its own affair.
//!
//! Everything is integer arithmetic: counts are `u64`, scores are fixed point ([`crate::score`]),
//! noise is added to integers ([`crate::noise`]).
//!
//! | answer | accounting | file |
//! |---|---|---|
//! | size, table | Gaussian | `gaussian.rs` |
//! | scores of pairs | Gaussian | `pairs.rs` |
//! | size, table | pure ε | `pure.rs` |
//! | a choice among candidates | pure ε | `selection.rs` |
//! | rows of a smoothed histogram | pure ε | `smoothed.rs` |
//!
//! Tested: `curator_pays_before_it_reads` (a refused charge reads, draws and spends nothing; counts
//! that do not add up are refused and wiped), `curator_pays_before_it_draws_rows`,
//! `pairs_have_their_places`.

mod door;
mod gaussian;
mod pairs;
mod pure;
mod selection;
mod smoothed;

pub use door::{Curator, Size};
pub use pairs::{ScoreRoom, UNSCORED, is_scored, pairs_of, place, scored_pairs};
pub use selection::{Choice, SelectRoom, SelectionLaw};
pub use smoothed::histogram_of;
