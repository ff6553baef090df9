//! F: how near a joint table is to a maximum joint distribution (Zhang 4.3 and 4.4).
//!
//! A maximum joint distribution of a binary child X and its parents Π has the largest mutual
//! information there is: both values of X have probability ½, and each parent cell goes with one of
//! them (Zhang Lemma 2). F is minus half the L1 distance to the nearest. Which value goes with which
//! cell is a partition of the parent cells; with K₀ rows in the cells (0, π) of one part and K₁ rows in
//! (1, π) of the other, the nearest distribution of that partition lies at (Zhang Eq. 8)
//! ```text
//! 2n·F = −min over partitions of (n − 2K₀)⁺ + (n − 2K₁)⁺
//! ```
//! an integer, and 0 for n = 0.
//!
//! **The programme** of Zhang 4.4: cell by cell, the pairs (K₀, K₁) that can be reached, without those
//! that another one dominates. Beyond ⌈n/2⌉ rows more of either make no difference, so both are cut
//! there: at most ⌈n/2⌉ + 1 pairs are left. A parent cell that has rows of one value only goes with
//! that value at no loss, so only cells with both double the pairs. Time: parent cells times pairs. Nothing overflows for
//! [`MOST_ROWS`] rows; what sets the bound there is memory, as with many parent cells the pairs grow with n. Too little
//! of it is refused before a choice is paid for (`curator/selection.rs`).
//!
//! **Sensitivity.** Fix a partition, and let g = (n − 2K₀)⁺ + (n − 2K₁)⁺. One row more in a cell that
//! goes with its value raises n and one of the K by one: of the two brackets one moves down by at
//! most 1, the other up by at most 1. In any other cell it raises n alone, and g by at most 2. One row
//! changed keeps n, and raises one K by at most one and lowers one by at most one: g moves by at most
//! 2. So does the minimum over partitions, and both are reached: tables ((m, 0), (0, m)) and one row
//! more in a cell that was empty, or one moved there.
//!
//! Proved: in part `shortfall_moves_by_at_most_two`, for one partition and up to 63 rows: products of counts.
//! Tested: `shortfall_moves_by_at_most_two` up to 2^40 rows, `maximum_score_is_the_best_partition` (every partition of
//! every small table), `maximum_score_moves_by_at_most_its_sensitivity`, `two_is_reached`;
//! `what_is_paid_for_is_answered` for `states_needed()`.
//! Assumed: the argument in this file, for tables of any size.

use core::num::NonZeroU64;

use crate::Error;
use crate::counts::MOST_ROWS;

/// A pair (K₀, K₁) that can be reached. Holds private numbers: its memory is wiped after use.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct State {
    zero: u64,
    one: u64,
}

/// 2n·F of a joint table of counts in row-major order: one column a parent cell, one row a value of the
/// child. A child of one value is one of two that never has the second.
///
/// `states` is scratch: [`states_needed`] places. Refused: more than two values of the child, more than
/// [`MOST_ROWS`] rows, or too little scratch.
pub fn maximum_score(
    joint: &[u64],
    columns: NonZeroU64,
    states: &mut [State],
) -> Result<i64, Error> {
    let columns = usize::try_from(columns.get()).map_err(|_| Error::BufferTooSmall)?;
    let (zeros, ones) = joint
        .split_at_checked(columns)
        .filter(|(_, ones)| ones.is_empty() || ones.len() == columns)
        .ok_or(Error::ScoreNeedsBinary)?;
    let parent_cells = || {
        let ones = ones.iter().copied().chain(core::iter::repeat(0));
        zeros.iter().copied().zip(ones)
    };
    let rows = joint
        .iter()
        .try_fold(0_u64, |sum, &count| sum.checked_add(count))
        .filter(|&rows| rows <= MOST_ROWS)
        .ok_or(Error::TooManyRows)?;
    let most = rows.div_ceil(2);
    let (current, next) = states.split_at_mut(states.len() / 2);
    let (mut current, mut next) = (Front::new(current), Front::new(next));

    // Cells with rows of one value only are decided.
    let mut start = State::default();
    for (zero, one) in parent_cells() {
        if zero == 0 || one == 0 {
            start = start.with(zero, one, most);
        }
    }
    current.push(start)?;
    for (zero, one) in parent_cells() {
        if zero > 0 && one > 0 {
            next.branch(&current, zero, one, most)?;
            core::mem::swap(&mut current, &mut next);
        }
    }
    let least = current
        .states()
        .iter()
        .map(|state| shortfall(rows, state.zero, state.one))
        .min()
        .unwrap_or(0);
    // least ≤ 2n < 2^41
    i64::try_from(least)
        .map(|least| -least)
        .map_err(|_| Error::TooManyRows)
}

impl State {
    /// With more rows of either, cut at `most`.
    fn with(self, zero: u64, one: u64, most: u64) -> Self {
        Self {
            zero: self.zero.saturating_add(zero).min(most),
            one: self.one.saturating_add(one).min(most),
        }
    }
}

/// (n − 2K₀)⁺ + (n − 2K₁)⁺: how far one partition's nearest maximum joint distribution is, times 2n.
/// For at most [`MOST_ROWS`] rows.
pub const fn shortfall(rows: u64, zero: u64, one: u64) -> u64 {
    let zero = rows.saturating_sub(zero.saturating_add(zero));
    let one = rows.saturating_sub(one.saturating_add(one));
    zero.saturating_add(one)
}

/// States that the programme needs memory for: two fronts, each of at most 2^cells and at most ⌈n/2⌉ + 1 states.
pub fn states_needed(parent_cells: usize, most_rows: u64) -> usize {
    let by_cells = u32::try_from(parent_cells)
        .ok()
        .and_then(|cells| 1_usize.checked_shl(cells))
        .unwrap_or(usize::MAX);
    let by_rows = usize::try_from(most_rows.div_ceil(2)).unwrap_or(usize::MAX);
    by_cells.min(by_rows.saturating_add(1)).saturating_mul(2)
}

/// States that no other dominates: K₀ ascends and K₁ descends, both strictly.
struct Front<'a> {
    scratch: &'a mut [State],
    used: usize,
}

impl<'a> Front<'a> {
    fn new(scratch: &'a mut [State]) -> Self {
        Self { scratch, used: 0 }
    }

    fn states(&self) -> &[State] {
        self.scratch.get(..self.used).unwrap_or(&[])
    }

    /// What can be reached from `before` by giving one more parent cell to either value: a merge of two
    /// lists in order of K₀.
    fn branch(&mut self, before: &Front<'_>, zero: u64, one: u64, most: u64) -> Result<(), Error> {
        self.used = 0;
        let to_zero = before
            .states()
            .iter()
            .map(|state| state.with(zero, 0, most));
        let to_one = before.states().iter().map(|state| state.with(0, one, most));
        let mut to_zero = to_zero.peekable();
        for state in to_one {
            while let Some(first) = to_zero.next_if(|first| first.zero < state.zero) {
                self.push(first)?;
            }
            self.push(state)?;
        }
        to_zero.try_for_each(|state| self.push(state))
    }

    /// Adds a state whose K₀ is at least that of all before it.
    fn push(&mut self, state: State) -> Result<(), Error> {
        while let Some(last) = self.states().last() {
            if last.one <= state.one {
                self.used = self.used.saturating_sub(1); // dominated by the new one
            } else if last.zero == state.zero {
                return Ok(()); // dominates the new one
            } else {
                break;
            }
        }
        *self
            .scratch
            .get_mut(self.used)
            .ok_or(Error::BufferTooSmall)? = state;
        self.used = self.used.saturating_add(1);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(joint: &[u64]) -> i64 {
        let rows = joint.iter().sum();
        let mut states = [State::default(); 64];
        let scratch = states_needed(joint.len() / 2, rows);
        two_rows(joint, &mut states[..scratch]).unwrap()
    }

    fn two_rows(joint: &[u64], states: &mut [State]) -> Result<i64, Error> {
        let columns = NonZeroU64::new(joint.len() as u64 / 2).unwrap();
        maximum_score(joint, columns, states)
    }

    #[test]
    fn known_scores() {
        for (label, joint, expected) in [
            // Zhang Table 3: distance 0.4, so F = −0.2, with n = 10.
            ("Zhang, Table 3", &[6, 0, 0, 0, 1, 1, 1, 1][..], -4),
            ("no rows", &[0, 0, 0, 0], 0),
            ("the parents decide a fair child", &[5, 0, 0, 5], 0),
            ("one parent cell: half is missing", &[5, 5], -10),
            ("all rows in one cell", &[7, 0, 0, 0], -7),
            ("independent and fair", &[5, 5, 5, 5], -20),
        ] {
            assert_eq!(score(joint), expected, "case `{label}`");
        }
    }

    #[test]
    fn two_is_reached() {
        // By hand: nothing is missing; one row more, or moved, in an empty cell makes 2.
        assert_eq!(score(&[5, 0, 0, 5]), 0);
        assert_eq!(score(&[5, 0, 1, 5]), -2);
        assert_eq!(score(&[4, 0, 1, 5]), -2);
    }

    #[test]
    fn large_tables_do_not_overflow_and_little_scratch_is_refused() {
        let half = MOST_ROWS / 2;
        let mut states = [State::default(); 8];
        assert_eq!(two_rows(&[half, 0, 0, half], &mut states), Ok(0));
        let all = two_rows(&[MOST_ROWS, 0, 0, 0], &mut states);
        assert_eq!(all, Ok(-i64::try_from(MOST_ROWS).unwrap()));
        let too_many = two_rows(&[MOST_ROWS, 0, 0, 1], &mut states);
        assert_eq!(too_many, Err(Error::TooManyRows));
        let crowded = two_rows(&[50, 20, 10, 9, 9, 10, 20, 50], &mut states);
        assert_eq!(crowded, Err(Error::BufferTooSmall));
        let columns = NonZeroU64::new(2).unwrap();
        let one_value = maximum_score(&[3, 4], columns, &mut states);
        assert_eq!(one_value, Ok(-7), "the second value is missing");
        for odd in [&[1, 2, 3][..], &[1; 6], &[1]] {
            let refused = maximum_score(odd, columns, &mut states);
            assert_eq!(refused, Err(Error::ScoreNeedsBinary));
        }
    }
}
