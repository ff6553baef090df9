//! Who gets which place: weights, and the two ways of handing them out.
//!
//! - *Systematic rounding*: of n rows, place i gets those between ⌊(c_(i−1)·n + u)/W⌋ and
//!   ⌊(c_i·n + u)/W⌋, where c are the cumulative weights, W is all of them and u < W is drawn once.
//! - *Tickets*: a number below W belongs to the place whose weight covers it.
//!
//! Proved: `tickets_fall_on_mass`, for three places of any weight; in part `rounded_counts_are_the_nearest`, for
//! weights and rows up to 7.
//! Tested: `rows_follow_their_tables`, `fallback_ends`.

use rand_core::Rng;

/// A cell's mass: what is above zero of it.
pub const fn mass(cell: i64) -> u64 {
    if cell > 0 { cell.unsigned_abs() } else { 0 }
}

/// The sum of weights. Fitted tables stay far below 2^64; a sum beyond is cut off there, so that
/// the last places of such a table get less than their share, and nothing overflows.
pub fn sum_up(weights: impl Iterator<Item = u64>) -> u64 {
    weights.fold(0, u64::saturating_add)
}

/// How many of `rows` rows the places up to here get together, by systematic rounding:
/// ⌊(cumulative·rows + start)/total⌋.
///
/// For start < total it is 0 before the first place and `rows` at the last, and one place's part of
/// it is ⌊rows·weight/total⌋ or ⌈rows·weight/total⌉. No loop, so a proof can range over its inputs.
#[inline]
pub fn rows_due(cumulative: u128, rows: u128, start: u64, total: u64) -> u128 {
    let due = cumulative
        .saturating_mul(rows)
        .saturating_add(u128::from(start));
    due.checked_div(u128::from(total)).unwrap_or(0)
}

/// The place that a ticket falls on, given the cumulative weights; past the end if it is not below
/// the last of them.
#[inline]
pub fn place_in_sums(sums: &[u64], ticket: u64) -> usize {
    sums.partition_point(|&sum| sum <= ticket)
}

/// The place that a ticket falls on, given the weights; nothing if it is not below their sum.
pub fn place_of_ticket(weights: impl Iterator<Item = u64>, mut ticket: u64) -> Option<usize> {
    for (place, weight) in weights.enumerate() {
        if ticket < weight {
            return Some(place);
        }
        ticket = ticket.saturating_sub(weight);
    }
    None
}

/// A place by its weight; nothing where all weights are zero.
pub fn pick<R: Rng>(weights: impl Iterator<Item = u64> + Clone, rng: &mut R) -> Option<usize> {
    let total = sum_up(weights.clone());
    if total == 0 {
        return None;
    }
    place_of_ticket(weights, below(total, rng))
}

/// Fisher–Yates.
pub fn shuffle<R: Rng>(rows: &mut [u32], rng: &mut R) {
    for last in (1..rows.len()).rev() {
        let other = usize::try_from(below(last as u64 + 1, rng)).unwrap_or(last);
        rows.swap(last, other);
    }
}

/// A uniform number below `bound` (0 for bound 0), by multiplication and rejection (Lemire 2019).
pub fn below<R: Rng>(bound: u64, rng: &mut R) -> u64 {
    let threshold = bound.wrapping_neg().checked_rem(bound).unwrap_or(0);
    loop {
        let product = u128::from(rng.next_u64()) * u128::from(bound);
        // The low half decides whether this high half would come up too often.
        #[allow(clippy::cast_possible_truncation)]
        let (high, low) = ((product >> 64) as u64, product as u64);
        if low >= threshold {
            return high;
        }
    }
}
