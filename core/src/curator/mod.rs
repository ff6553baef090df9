//! The curator: the only code that sees a count.
//!
//! It owns the counts, the ledger and the noise generator. Each method pays first: a refused charge
//! reads nothing and draws nothing. What comes out is noisy; what goes in is public. No method
//! hands out a raw count, and no other code can make the [`Token`] that a source of counts asks for. Counts pass through
//! the caller's memory within a call, and are overwritten there before it returns, also on an error; what a source of
//! counts keeps for itself is its own affair.
//!
//! **What is paid for is answered.** Everything that can be refused is refused before the charge: memory that does
//! not fit, shares that buy no noise, candidates that are none. After it remain a draw that does not end
//! (probability below 2^−4096), a random source that fails, and a source of counts that is broken. A method that
//! failed for any other reason would have been paid for nothing, and a caller who tries again publishes the
//! answer *given that it succeeded*.
//!
//! **A table may be announced before it is paid for.** The source of counts is told which tables come next, so that it can
//! count them in one pass ([`Curator::announce`]; where one charge buys several tables, the curator tells it after the charge).
//! This gives nothing away, although the source may then count before the charge. The list is made of public facts and noisy
//! answers. The hint has no result. And no noise, choice, error or list of candidates depends on a count before its
//! charge: a count leaves the source only when the curator asks for it, and the curator pays before it asks.
//!
//! Everything is integer arithmetic: counts are `u64`, scores are fixed point ([`crate::score`]),
//! noise is added to integers ([`crate::noise`]).
//!
//! | answer | accounting | file |
//! |---|---|---|
//! | size, table | Gaussian | `gaussian.rs` |
//! | parts of a table | Gaussian | `parts.rs` |
//! | scores of pairs | Gaussian | `pairs.rs` |
//! | the table farthest from a model | Gaussian | `distance.rs` |
//! | size, table | pure ε | `pure.rs` |
//! | which cells of a table | both | `asked.rs` |
//! | a choice among candidates | pure ε | `selection.rs` |
//! | rows of a smoothed histogram | pure ε | `smoothed.rs` |
//! | none: what it asks, and by which token | | `source.rs` |
//!
//! Proved: in part, each method in its own file, up to its first draw: the generator of these proofs has run dry.
//! Tested: `curator_pays_before_it_reads` (a refused charge reads, draws and spends nothing; counts that do not add up
//! are refused and wiped), `what_is_paid_for_is_answered` (memory of any size is refused before the charge, or is
//! enough, whatever a private number of rows is), `all_pairs_are_one_batch`, `all_candidates_are_one_batch`
//! (announcing).

mod asked;
pub(crate) mod distance;
pub(crate) mod gaussian;
pub(crate) mod pairs;
pub(crate) mod parts;
pub(crate) mod pure;
pub(crate) mod selection;
pub(crate) mod smoothed;
mod source;
mod state;

pub use asked::AskedTable;
pub use distance::{Candidate, Compared, DistanceScratch, LEFT_OUT, distance, weighted};
pub use pairs::{ScoreScratch, UNSCORED, is_scored, pairs_of, place, scored_pairs};
pub use parts::PartsScratch;
pub use selection::{Choice, SelectScratch, SelectionLaw};
pub use smoothed::histogram_of;
pub use source::{Counts, TableList, Token};
pub use state::{Curator, MOST_NOISY_ROWS, Size, adds_up};
