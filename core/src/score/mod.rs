//! How much a child depends on its parents, in integers: the scores that structures are chosen by.
//!
//! | score | what | units | one row more | one row changed |
//! |---|---|---|---|---|
//! | [`pair_score`], R | n times the distance from independence (Bao Eq. 2.1) | 2^−16 rows | 2 | 3 |
//! | [`maximum_score`], F | minus the distance to a maximum joint distribution (Zhang Eq. 7), as 2n·F | 1 | 2 | 2 |
//! | [`information_score`], I | n times the mutual information (Zhang Eq. 5), in bits | 2^−16 bits | no usable bound | Zhang Lemma 1 |
//!
//! All of them take the joint table of counts with one row a value of the child and one column a cell
//! of the parents ([`child_first`] arranges it so). They are in counts, never divided by a private
//! number of rows. The arguments for the sensitivities stand with the functions, and so do those that nothing overflows
//! for any table of at most [`crate::counts::MOST_ROWS`] rows.

mod choice;
mod information;
mod joint;
pub mod logarithm;
mod maximum;
mod pair;

pub use choice::Score;
pub use information::{information_score, information_sensitivity};
pub use joint::child_first;
pub use maximum::{State, maximum_score, shortfall, states_needed};
pub use pair::{FRACTION_BITS, ONE, distance, floored, pair_score};
