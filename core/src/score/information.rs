//! I: n times the mutual information of a child and its parents, in bits (Zhang Eq. 5).
//!
//! With φ(c) = c·log₂ c and φ(0) = 0,
//! ```text
//! n·I = φ(n) + Σ φ(C_xπ) − Σ φ(C_x) − Σ φ(C_π)
//! ```
//! **Error.** Each φ is rounded down by less than c·2^−59 ([`super::logarithm`]). Each of the four parts
//! adds up counts that sum to n, so the sum lies within e = 2n·2^−59 of the truth, whatever the number
//! of cells. It is floored to units of 2^−16 once, at the end. For n < 2^40, e is below a quarter of such a unit.
//!
//! **Sensitivity** under `Replace` (Zhang Lemma 1, whose proof the paper leaves out). Let
//! ψ(m) = φ(m+1) − φ(m): increasing, concave, ψ(0) = 0. Take the changed row away: N = n − 1 rows are
//! left, and putting it into cell (x, π) moves n·I − φ(n) by G(x, π) = ψ(C_xπ) − ψ(C_x) − ψ(C_π). So a
//! changed row moves n·I by the difference of two G.
//! - G ≤ −ψ(C_x) ≤ 0, since C_xπ ≤ C_π.
//! - ψ(C_π) − ψ(C_xπ) ≤ ψ(C_π − C_xπ) as ψ is concave, so −G ≤ ψ(C_x) + ψ(C_π − C_xπ), two numbers of
//!   rows that do not overlap: −G ≤ 2ψ(N/2) = φ(n+1) − φ(n−1) − 2. That is the general bound.
//! - If x has two values, C_π − C_xπ ≤ N − C_x. For cells (a, ·) and (c, ·) the difference
//!   G(c, ·) − G(a, ·) is at most −ψ(C_c) + ψ(C_a) + ψ(N − C_a), that is ψ(N − C_a) for c = a, and ψ(C_a)
//!   for the other value, which has C_c = N − C_a. Both are at most ψ(N) = φ(n) − φ(n−1), the binary
//!   bound, and it is reached by N rows in one cell. By symmetry the same holds for two parent cells.
//!
//! The declared sensitivity is that bound with φ rounded outward, plus 2e, rounded up to a whole unit:
//! two numbers at most k apart have floors at most k apart for a whole k. Under `AddRemove` φ(n) moves
//! too, and the bound would grow with a number of rows that is private: refused there.
//!
//! Tested: `information_score_is_within_its_error`, `information_moves_by_at_most_its_sensitivity` (both on every small
//! table), `known_sensitivities`, and tables that reach the bounds by name. Sums of logarithms are beyond Kani.
//! Assumed: the arguments in this file.

use core::num::NonZeroU64;

use super::logarithm::{self, ERROR_UNITS, times_log2_down};
use super::pair::{self, margins};
use crate::Error;
use crate::counts::MOST_ROWS;
use crate::privacy::Sensitivity;

/// n·I of a joint table of counts in row-major order with `columns` columns, in units of 2^−16 bits,
/// floored.
///
/// `row_margin` and `column_margin` are scratch for the margins. Refused: more than [`MOST_ROWS`] rows, or scratch
/// that does not fit the table.
pub fn information_score(
    joint: &[u64],
    columns: NonZeroU64,
    row_margin: &mut [u64],
    column_margin: &mut [u64],
) -> Result<i64, Error> {
    let total = margins(joint, columns, row_margin, column_margin)?;
    // Each sum is below 2^40·40·2^60 < 2^106, and the score, at most n·log₂ n, below 2^40·40·2^16 < 2^62.
    let sum = |counts: &[u64]| {
        counts.iter().fold(0_u128, |sum, &count| {
            sum.saturating_add(times_log2_down(count))
        })
    };
    let plus = times_log2_down(total).saturating_add(sum(joint));
    let minus = sum(row_margin).saturating_add(sum(column_margin));
    let difference = plus.cast_signed().saturating_sub(minus.cast_signed());
    i64::try_from(difference >> EXTRA_BITS).map_err(|_| Error::TooManyRows)
}

/// Δ of [`information_score`] for one row changed among so many, in its units. `binary`: the child has
/// at most two values, or the parents at most two cells.
pub fn information_sensitivity(rows: u64, binary: bool) -> Result<Sensitivity, Error> {
    if rows > MOST_ROWS {
        return Err(Error::TooManyRows);
    }
    let up = |count: u64| {
        let error = u128::from(count).saturating_mul(ERROR_UNITS.into());
        times_log2_down(count).saturating_add(error)
    };
    let before = times_log2_down(rows.saturating_sub(1));
    let bound = if binary {
        // φ(n) − φ(n−1)
        up(rows).saturating_sub(before)
    } else {
        // φ(n+1) − φ(n−1) − 2
        up(rows.saturating_add(1))
            .saturating_sub(before)
            .saturating_sub(2 << logarithm::FRACTION_BITS)
    };
    // 2e = 4n·2^−59
    let slack = u128::from(rows)
        .saturating_mul(4)
        .saturating_mul(ERROR_UNITS.into());
    let units = bound.saturating_add(slack).div_ceil(1 << EXTRA_BITS);
    // Without rows, or with one, nothing moves; a sensitivity is at least one unit.
    let units = u64::try_from(units).map_err(|_| Error::SensitivityOutOfRange)?;
    Sensitivity::new(units.max(1))
}

/// From units of 2^−60 to those of 2^−16.
const EXTRA_BITS: u32 = logarithm::FRACTION_BITS - pair::FRACTION_BITS;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_scores() {
        let one = 1_i64 << pair::FRACTION_BITS;
        // By hand: n·log₂ of the number of values where each is decided; 0 where independent.
        for (label, joint, expected) in [
            ("no rows", [0, 0, 0, 0], 0),
            ("diagonal: 8·1 bits", [4, 0, 0, 4], 8 * one),
            ("independent", [1, 2, 4, 8], 0),
            ("one cell", [9, 0, 0, 0], 0),
        ] {
            let columns = NonZeroU64::new(2).unwrap();
            let score = information_score(&joint, columns, &mut [0; 2], &mut [0; 2]).unwrap();
            // One unit of flooring, and an error far below one.
            assert!(
                (expected - 1..=expected).contains(&score),
                "`{label}`: {score}"
            );
        }
    }

    #[test]
    fn known_sensitivities() {
        // Zhang Lemma 1 times n, to 12 digits by an independent computation (mpmath):
        // log₂ n + (n−1)·log₂(n/(n−1)), and 2·log₂((n+1)/2) + (n−1)·log₂((n+1)/(n−1)).
        for (rows, binary, expected) in [
            (2, true, 2.0),
            (2, false, 2.754_887_502_163),
            (21_574, true, 15.839_667_672_979),
            (21_574, false, 29.679_402_217_889),
            (4_294_967_295, true, 33.442_695_040_385),
            (4_294_967_295, false, 64.885_390_081_106),
            (1_099_511_627_775, true, 41.442_695_040_887),
            (1_099_511_627_775, false, 80.885_390_081_775),
        ] {
            let units = information_sensitivity(rows, binary).unwrap().units();
            #[allow(clippy::cast_precision_loss)]
            let found = units as f64 / 65536.0;
            assert!(
                found > expected - 1e-9 && found < expected + 2.0 / 65536.0,
                "{rows} rows, binary {binary}: {found}"
            );
        }
        // 2e more than the lemma, in units and rounded up, by the same computation. Without 2e it is one less.
        for (rows, binary, expected) in [
            (1_030_000_000_000, true, 2_709_815),
            (1_042_000_000_000, false, 5_290_747),
        ] {
            let units = information_sensitivity(rows, binary).unwrap().units();
            assert_eq!(units, expected, "{rows} rows, binary {binary}");
        }
        let too_many = information_sensitivity(MOST_ROWS + 1, true);
        assert_eq!(too_many, Err(Error::TooManyRows));
        for rows in [0, 1] {
            assert_eq!(information_sensitivity(rows, true), Ok(Sensitivity::ONE));
            assert_eq!(information_sensitivity(rows, false), Ok(Sensitivity::ONE));
        }
    }
}
