//! Consistency among noisy tables (Bao Alg. 5), on fixed-point integers.
//!
//! Tables that share variables should agree on them. For a set B and the tables T_i that contain it
//! (at a level at least as fine), with q_i cells of T_i for a cell of B:
//! ```text
//! T_B(b) = Σ w_i·T_i(b) / Σ w_i,   w_i ∝ 1/(q_i·σ_i²)                           (Eq. 3.1)
//! T_i   += (T_B(b) − T_i(b)) / q_i   in each of the cells of b                  (Eq. 3.2)
//! σ_i² ← (1 − (1−w_i)/q_i)²σ_i² + (q_i−1)((1−w_i)/q_i)²σ_i² + q_i⁻² Σ_(j≠i) w_j² q_j σ_j²
//! ```
//! Deviations: the text's variance update (Eq. 3.3) is misprinted, the last line is what it means.
//! The sets are the pairwise intersections *closed under intersection*, ∅ included (tables abc, abd,
//! acde never meet on a pairwise). ∅ comes first, and its target is the known size, not the mean.
//! Where groups are uneven q_i is the mean, so that the weights are the same in all cells of B:
//! otherwise a later step would undo an earlier one.
//!
//! **Rounding.** Cells are in units of 2^−20 rows. A target is a floor; what it lacks to the agreed
//! value of the largest set below B is added unit by unit, and a change is spread over the cells of b
//! with the remainder on the first ones. So totals agree exactly, and so does a chain of sets such
//! as the levels of one attribute. In general settling one set leaves a remainder on others that were
//! settled before it, of the order of one unit for each cell that is summed over: the bound, derived
//! from the shape of the tables alone, stands in the property below. [`disagreement`] measures what
//! is left.
//!
//! Proved: in part `parts_differ_by_at_most_one_unit`, for up to 15 cells, and `means_lie_between`, for two values of
//! three bits.
//! Tested: `consistency_is_within_its_bound` (totals and chains exactly, all common sets within the bound, a second
//! pass too).

mod pass;
mod scratch;
mod sets;
mod spread;
mod targets;
mod weights;

pub use pass::{FRACTION_BITS, disagreement, make_consistent};
pub use scratch::StepScratch;
pub use sets::{CommonSets, common_sets};
pub use spread::next_part;
pub use targets::mean_down;
