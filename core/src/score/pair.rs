//! The dependence score of two variables, in integers.
//!
//! Bao Eq. 2.1 (Cai's R): n times the total variation distance between the joint distribution and
//! the product of the margins. With T = Σ |n·C_ij − C_i·C_j| it is T/(2n), and 0 for n = 0. In fixed
//! point it is ⌊T·2^16/(2n)⌋, in units of 2^−16.
//!
//! **Sensitivity.** Adding one row in cell (a, b) changes C_ij − C_i·C_j/n by exactly
//! n/(n+1)·(e_i − p_i)(f_j − q_j), where e, f mark the new row's values and p, q are the old margins:
//! the score moves by at most n/(n+1)·½·Σ|e_i − p_i|·Σ|f_j − q_j| ≤ 2n/(n+1) < 2, and that is reached.
//! Two reals at most 2·2^16 apart have floors at most 2·2^16 apart: flooring costs nothing. Under
//! `Replace` it moves by less than 3 (a removal and an addition share the factor (n−1)/n). A K×K table
//! of ones comes close to 3 when one of its rows moves to a fresh row and column.
//!
//! n < 2^40 keeps n·C_ij and C_i·C_j below 2^80 and T ≤ 2n² below 2^81, so that T·2^16 fits `u128`; the score, at most
//! n·2^16, is below 2^56.
//!
//! Proved: in part `exact_score_moves_by_less_than_two` and `distance_is_its_definition` (2×2 tables of counts up to
//! 7), `scores_are_floors` (T up to 255, n up to 15).
//! Tested: `pair_score_moves_by_at_most_its_sensitivity` (every small table and neighbour under both adjacencies; the
//! sharp maximum ⌊2^17·n/(n+1)⌋ is reached for every n up to 8), and the tables of ones under `Replace` by name.
//! Assumed: the argument in this file, for larger tables.

use core::num::NonZeroU64;

use crate::Error;
use crate::counts::MOST_ROWS;

/// One whole count in the score's fixed-point units.
pub const ONE: u64 = 1 << FRACTION_BITS;
/// Binary digits after the point of a score.
pub const FRACTION_BITS: u32 = 16;

/// The score of a joint table of counts in row-major order with `columns` columns.
///
/// `row_margin` and `column_margin` are scratch for the margins. Refused: more than [`MOST_ROWS`] rows, or scratch
/// that does not fit the table.
pub fn pair_score(
    joint: &[u64],
    columns: NonZeroU64,
    row_margin: &mut [u64],
    column_margin: &mut [u64],
) -> Result<i64, Error> {
    let (total, distance) = distance(joint, columns, row_margin, column_margin)?;
    // ⌊T·2^16/(2n)⌋ ≤ n·2^16 < 2^56
    i64::try_from(floored(distance, total)).map_err(|_| Error::TooManyRows)
}

/// n and T = Σ |n·C_ij − C_i·C_j|, from the same arguments and refused where [`pair_score`] is.
pub fn distance(
    joint: &[u64],
    columns: NonZeroU64,
    row_margin: &mut [u64],
    column_margin: &mut [u64],
) -> Result<(u64, u128), Error> {
    let total = margins(joint, columns, row_margin, column_margin)?;
    let mut distance = 0_u128;
    for (row, row_sum) in joint
        .chunks_exact(column_margin.len().max(1))
        .zip(row_margin.iter())
    {
        for (count, column_sum) in row.iter().zip(column_margin.iter()) {
            // |n·C_ij − C_i·C_j|: each product is below 2^80.
            let apart = product(total, *count).abs_diff(product(*row_sum, *column_sum));
            distance = distance.saturating_add(apart);
        }
    }
    Ok((total, distance))
}

/// Exact: two numbers of 64 bits have a product of 128.
fn product(one: u64, other: u64) -> u128 {
    u128::from(one) * u128::from(other)
}

/// ⌊T·2^16/(2n)⌋ for T below 2^112, and 0 for n = 0.
pub fn floored(distance: u128, total: u64) -> u128 {
    let doubled = u128::from(total) << 1;
    (distance << FRACTION_BITS)
        .checked_div(doubled)
        .unwrap_or(0)
}

/// Fills the margins and returns the number of rows. Refused: more than [`MOST_ROWS`] rows, or scratch that does
/// not fit the table.
pub(super) fn margins(
    joint: &[u64],
    columns: NonZeroU64,
    row_margin: &mut [u64],
    column_margin: &mut [u64],
) -> Result<u64, Error> {
    let columns = usize::try_from(columns.get()).map_err(|_| Error::BufferTooSmall)?;
    let fits =
        joint.len() == row_margin.len().saturating_mul(columns) && column_margin.len() == columns;
    if !fits {
        return Err(Error::BufferTooSmall);
    }
    column_margin.fill(0);
    let mut total = 0_u64;
    for (row, sum) in joint.chunks_exact(columns).zip(row_margin.iter_mut()) {
        *sum = 0;
        for (count, column) in row.iter().zip(column_margin.iter_mut()) {
            *sum = sum.saturating_add(*count);
            *column = column.saturating_add(*count);
        }
        total = total.saturating_add(*sum);
    }
    if total > MOST_ROWS {
        return Err(Error::TooManyRows);
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score<const R: usize, const C: usize>(joint: &[u64]) -> i64 {
        let columns = NonZeroU64::new(u64::try_from(C).unwrap()).unwrap();
        pair_score(joint, columns, &mut [0; R], &mut [0; C]).unwrap()
    }

    #[test]
    fn known_scores() {
        let one = i64::try_from(ONE).unwrap();
        // By hand from T/(2n).
        for (label, actual, expected) in [
            ("no rows", score::<2, 2>(&[0, 0, 0, 0]), 0),
            ("independent", score::<2, 2>(&[1, 2, 2, 4]), 0),
            ("diagonal, n = 2: T = 4", score::<2, 2>(&[1, 0, 0, 1]), one),
            (
                "diagonal, n = 20: T = 400",
                score::<2, 2>(&[10, 0, 0, 10]),
                10 * one,
            ),
            (
                "n = 3: T = 8, 8/6 floored",
                score::<2, 2>(&[2, 0, 0, 1]),
                4 * one / 3,
            ),
            ("one value each", score::<1, 1>(&[7]), 0),
        ] {
            assert_eq!(actual, expected, "case `{label}`");
        }
    }

    #[test]
    fn margins_that_do_not_fit_are_refused() {
        let two = NonZeroU64::new(2).unwrap();
        for (rows, columns) in [(2, 1), (2, 3), (1, 2), (3, 2)] {
            let (mut row_margin, mut column_margin) = ([0; 3], [0; 3]);
            let (row_margin, column_margin) =
                (&mut row_margin[..rows], &mut column_margin[..columns]);
            let refused = pair_score(&[1, 2, 3, 4], two, row_margin, column_margin);
            assert_eq!(refused, Err(Error::BufferTooSmall), "{rows} by {columns}");
        }
    }

    #[test]
    fn the_largest_table_does_not_overflow() {
        let half = MOST_ROWS / 2;
        // T = 4·half², n = 2·half: score = half.
        assert_eq!(
            score::<2, 2>(&[half, 0, 0, half]),
            i64::try_from(half * ONE).unwrap()
        );
        // T = 2·(m·(n − m) + (n − m)·m) = 4·m·(n − m) for a diagonal of m and n − m rows: the score is 2·m·(n − m)/n.
        let (few, n) = (1_u64 << 38, u128::from(MOST_ROWS));
        let doubled = 2 * u128::from(few) * u128::from(MOST_ROWS - few);
        let expected = (doubled << FRACTION_BITS) / n;
        assert_eq!(
            u128::try_from(score::<2, 2>(&[few, 0, 0, MOST_ROWS - few])),
            Ok(expected)
        );
        let columns = NonZeroU64::new(2).unwrap();
        let too_many = pair_score(&[MOST_ROWS, 0, 0, 1], columns, &mut [0; 2], &mut [0; 2]);
        assert_eq!(too_many, Err(Error::TooManyRows));
    }
}
