//! The scores of a child and its parents: what they compute, and how far one row moves them.

use core::num::{NonZeroU32, NonZeroU64};

use privet_core::counts::MOST_ROWS;
use privet_core::neighbours::Neighbours;
use privet_core::score::logarithm::{
    ERROR_UNITS, FRACTION_BITS, digit_of_square, log2_down, square_step,
};
use privet_core::score::{ONE, State, information_score, maximum_score, shortfall, states_needed};

use crate::engines::{Bounds, Choices};
use crate::{cover, engines};

/// For one partition of the parent cells, (n − 2K₀)⁺ + (n − 2K₁)⁺ moves by at most 2 when a row comes
/// (by at most 1 where it is counted) or when one changes. Bound: six rows (random: 2^40).
pub fn shortfall_moves_by_at_most_two(choose: &mut impl Choices) {
    let few = Bounds::small_or(6, u128::from(MOST_ROWS) - 1).symbolic(63);
    let rows = choose.number64(few);
    let zero = choose.number64(few).min(rows);
    let one = choose.number64(few).min(rows - zero);
    let before = shortfall(rows, zero, one);

    // One row more: counted as zero, as one, or as neither.
    let counted = choose.number(Bounds::all(2));
    let more = shortfall(
        rows + 1,
        zero + u64::from(counted == 0),
        one + u64::from(counted == 1),
    );
    let most = if counted == 2 { 2 } else { 1 };
    assert!(more.abs_diff(before) <= most);

    // One row changed: it left one of the three and joined another.
    let (left_zero, left_one) = (choose.flag() && zero > 0, choose.flag() && one > 0);
    let (left_zero, left_one) = (left_zero, left_one && !left_zero);
    let changed = shortfall(
        rows,
        zero - u64::from(left_zero) + u64::from(counted == 0),
        one - u64::from(left_one) + u64::from(counted == 1),
    );
    assert!(changed.abs_diff(before) <= 2);
    cover!(choose, more == before + 2, "two more are missing");
    cover!(choose, changed == before + 2, "a changed row costs two");
}
engines!(shortfall_moves_by_at_most_two: exhaust_shortfall_moves_by_at_most_two (4116 cases),
         prop_shortfall_moves_by_at_most_two,
         verify_shortfall_moves_by_at_most_two (cadical, unwind 2));

/// The dynamic programme finds the best of all partitions; for few rows it is minus half the distance of
/// the doubled counts to the nearest of all maximum joint distributions, listed one by one.
/// Bound: three parent cells, counts ≤ 2 (random: eight parent cells, counts < 2^27).
pub fn maximum_score_is_the_best_partition(choose: &mut impl Choices) {
    let columns = 1 + choose.number32(Bounds::small_or(2, 7)) as usize;
    let joint = any_joint(choose, 2 * columns, 2, (1 << 27) - 1);
    let found = maximum(&joint);
    let rows: u64 = joint.iter().sum();
    let best = (0_u32..1 << columns).map(|partition| {
        let part = |value: usize| -> u64 {
            let goes = |column: &usize| (partition >> column & 1) as usize == value;
            let cells = (0..columns).filter(goes);
            cells.map(|column| joint[value * columns + column]).sum()
        };
        shortfall(rows, part(0), part(1))
    });
    let best = best.min().expect("a partition");
    assert_eq!(found.unsigned_abs(), best);
    assert!(found <= 0);
    if rows <= 12 && columns <= 3 {
        assert_eq!(2 * best, nearest_maximum_joint(&joint, columns, rows));
    }
    cover!(choose, rows > 1 && best == 0, "the parents decide");
    cover!(choose, rows > 1 && best == rows, "half is missing");
    cover!(choose, rows > 0 && rows % 2 == 1, "an odd number of rows");
}
engines!(maximum_score_is_the_best_partition: exhaust_maximum_score_is_the_best_partition (819 cases),
         prop_maximum_score_is_the_best_partition, without Kani);

/// 2n·F moves by at most what is declared when one row or two come, or one changes.
/// Bound: two parent cells of counts ≤ 2 or three of counts ≤ 1 (random: twelve, counts < 2^27).
pub fn maximum_score_moves_by_at_most_its_sensitivity(choose: &mut impl Choices) {
    let columns = 2 + choose.number32(Bounds::small_or(1, 10)) as usize;
    let small = if columns == 2 { 2 } else { 1 };
    let joint = any_joint(choose, 2 * columns, small, (1 << 27) - 1);
    let [none, one, other, both] = with_rows(choose, &joint, maximum);
    let declared = |neighbours: Neighbours| neighbours.maximum_score().expect("few rows").units();
    assert!(one.abs_diff(none) <= declared(ONE_ROW));
    assert!(both.abs_diff(none) <= declared(TWO_ROWS));
    assert!(other.abs_diff(one) <= declared(Neighbours::Replace));
    cover!(choose, one.abs_diff(none) == 2, "one row moves it by 2");
    cover!(choose, both.abs_diff(none) == 4, "two rows move it by 4");
    cover!(
        choose,
        other.abs_diff(one) == 2,
        "a changed row moves it by 2"
    );
}
engines!(maximum_score_moves_by_at_most_its_sensitivity:
         exhaust_maximum_score_moves_by_at_most_its_sensitivity (3600 cases),
         prop_maximum_score_moves_by_at_most_its_sensitivity, without Kani);

/// log₂ of a power of two is exact; log₂ of a product is the sum of the logarithms, within the errors of
/// all three; and a larger number has no smaller logarithm. Bound: factors ≤ 40 (random: 2^32).
pub fn logarithm_is_within_its_error(choose: &mut impl Choices) {
    let factor = Bounds::small_or(39, (1 << 32) - 1);
    let [one, other] = [0; 2].map(|_: u8| 1 + choose.number64(factor));
    let error = u128::from(ERROR_UNITS);
    let product = log2_down(one * other);
    let sum = log2_down(one) + log2_down(other);
    // sum ≤ truth < product + error, and product ≤ truth < sum + 2·error.
    assert!(sum < product + error && product < sum + 2 * error);
    assert!(log2_down(one + 1) >= log2_down(one));
    let whole = one.ilog2();
    assert_eq!(log2_down(1 << whole), u128::from(whole) << FRACTION_BITS);
    let digits = log2_down(one) >> FRACTION_BITS;
    assert_eq!(digits, u128::from(whole));
    cover!(choose, sum != product, "rounded");
    cover!(choose, one.is_power_of_two() && one > 2, "a power of two");
}
engines!(logarithm_is_within_its_error: exhaust_logarithm_is_within_its_error (1600 cases),
         prop_logarithm_is_within_its_error, without Kani);

/// One digit of a logarithm: x² ≥ 2 or not, and what goes on is x² or x²/2, rounded down by less than
/// one unit, and at least 1. Bound: 64 numbers (random: all).
pub fn logarithm_step_is_exact(choose: &mut impl Choices) {
    let fraction = match choose.number64(Bounds::small_or(63, (1 << 63) - 1)) {
        // Bits at both ends, so that a square is exact or not.
        few @ 0..64 => few << 57 | few,
        any => any,
    };
    let kept = 1 << 63 | fraction;
    let (digit, next) = square_step(kept);
    let square = u128::from(kept) * u128::from(kept);
    assert_eq!(digit, square >> 127 == 1);
    let unit = if digit { 64 } else { 63 };
    let lost = square - (u128::from(next) << unit);
    assert!(next >> 63 == 1 && lost >> unit == 0);
    cover!(choose, digit, "one");
    cover!(choose, !digit && lost > 0, "zero, rounded");
}
engines!(logarithm_step_is_exact: exhaust_logarithm_step_is_exact (64 cases),
         prop_logarithm_step_is_exact, without Kani);

/// The same from the square on: the digit says whether x² ≥ 2, and x² or x²/2 is rounded down by less than a
/// unit, to a mantissa again. Bound: 64 squares (random, Kani: all).
pub fn digits_of_squares_are_exact(choose: &mut impl Choices) {
    let few = choose.number(Bounds::small_or(63, 3 * (1 << 126) - 1));
    // Bits at both ends for the few; the smallest square stands for x = 1.
    let square = (1 << 126)
        + if few < 64 {
            ((few % 3) << 126) | few
        } else {
            few
        };
    let (digit, next) = digit_of_square(square);
    assert_eq!(digit, square >= 1 << 127);
    let unit = if digit { 64 } else { 63 };
    let lost = square - (u128::from(next) << unit);
    assert!(next >> 63 == 1 && lost >> unit == 0);
    cover!(choose, digit && lost > 0, "one, rounded");
    cover!(choose, !digit && lost == 0, "zero, exact");
}
engines!(digits_of_squares_are_exact: exhaust_digits_of_squares_are_exact (64 cases),
         prop_digits_of_squares_are_exact,
         verify_digits_of_squares_are_exact (cadical, unwind 2));

/// n·I in units of 2^−16 is its formula in floats, floored, to within the floats' error.
/// Bound: 2×2 tables of counts ≤ 3, 2×3 and 3×3 of counts ≤ 1 (random: counts < 2^18).
pub fn information_score_is_within_its_error(choose: &mut impl Choices) {
    let (joint, columns) = any_table(choose, (1 << 18) - 1);
    let found = information(&joint, columns);
    let truth = bits(&joint, columns) * to_f64(ONE);
    // Floats: a sum of 18 numbers below 2^27 errs by less than a tenth of 2^−16.
    #[allow(clippy::cast_precision_loss)]
    let apart = truth - found as f64;
    assert!((-0.1..1.1).contains(&apart), "{found} for {truth}");
    cover!(choose, found > 0, "dependent");
}
engines!(information_score_is_within_its_error: exhaust_information_score_is_within_its_error (832 cases),
         prop_information_score_is_within_its_error, without Kani);

/// n·I moves by at most Zhang's Lemma 1 when a row changes, the binary bound where one side has two
/// values. Bound: 2×2 tables of counts ≤ 3, 2×3 and 3×3 of counts ≤ 1 (random: counts < 2^28).
pub fn information_moves_by_at_most_its_sensitivity(choose: &mut impl Choices) {
    let (joint, columns) = any_table(choose, (1 << 28) - 1);
    let [_, one, other, _] = with_rows(choose, &joint, |table| information(table, columns));
    let rows = joint.iter().sum::<u64>() + 1;
    let binary = columns == 2 || joint.len() / columns == 2;
    let declared = Neighbours::Replace.information_score(rows, binary);
    let declared = declared.expect("few rows").units();
    let moved = one.abs_diff(other);
    assert!(moved <= declared);
    let refused = ONE_ROW.information_score(rows, binary);
    assert_eq!(refused, Err(privet_core::Error::ScoreNeedsReplace));
    cover!(
        choose,
        rows > 2 && moved + 2 > declared && binary,
        "the binary bound"
    );
    cover!(
        choose,
        rows > 2 && moved + 2 > declared && !binary,
        "the general bound"
    );
}
engines!(information_moves_by_at_most_its_sensitivity:
         exhaust_information_moves_by_at_most_its_sensitivity (47_872 cases),
         prop_information_moves_by_at_most_its_sensitivity, without Kani);

fn any_joint(choose: &mut impl Choices, cells: usize, small: u128, wide: u128) -> Vec<u64> {
    let count = Bounds::small_or(small, wide);
    (0..cells).map(|_| choose.number64(count)).collect()
}

/// A table and its number of columns.
fn any_table(choose: &mut impl Choices, wide: u128) -> (Vec<u64>, usize) {
    let sizes = [(2, 2), (2, 3), (3, 3), (2, 16), (7, 7)];
    let (rows, columns) = sizes[choose.number32(Bounds::small_or(2, 4)) as usize];
    let small = if columns == 2 { 3 } else { 1 };
    let joint = any_joint(choose, rows * columns, small, wide);
    (joint, columns)
}

/// The scores of a table, of that with one row more in either of two places, and with both.
fn with_rows(choose: &mut impl Choices, joint: &[u64], score: impl Fn(&[u64]) -> i64) -> [i64; 4] {
    let place = Bounds::all((joint.len() - 1) as u128);
    let [first, second] = [0; 2].map(|_: u8| choose.number32(place) as usize);
    [&[][..], &[first], &[second], &[first, second]].map(|places| {
        let mut table = joint.to_vec();
        for &place in places {
            table[place] += 1;
        }
        score(&table)
    })
}

fn maximum(joint: &[u64]) -> i64 {
    let columns = joint.len() / 2;
    let scratch = states_needed(columns, joint.iter().sum());
    let mut states = vec![State::default(); scratch];
    let width = NonZeroU64::new(columns as u64).expect("a column");
    maximum_score(joint, width, &mut states).expect("room for all states")
}

fn information(joint: &[u64], columns: usize) -> i64 {
    let rows = joint.len() / columns;
    let width = NonZeroU64::new(columns as u64).expect("a column");
    let found = information_score(joint, width, &mut vec![0; rows], &mut vec![0; columns]);
    found.expect("not too many rows")
}

/// min Σ |2C − Q| over all whole Q with row sums n and at most one number in a column: the maximum joint
/// distributions in units of 1/(2n). The optimum of such a sum is reached at whole numbers.
fn nearest_maximum_joint(joint: &[u64], columns: usize, rows: u64) -> u64 {
    fn nearest(joint: &[u64], columns: usize, column: usize, left: [u64; 2]) -> Option<u64> {
        if column == columns {
            return (left == [0, 0]).then_some(0);
        }
        let doubled = [0, 1].map(|value| 2 * joint[value * columns + column]);
        let choices = [0, 1].into_iter().flat_map(|value| {
            (0..=left[value]).filter_map(move |mass| {
                let mut rest = left;
                rest[value] -= mass;
                let here = doubled[value].abs_diff(mass) + doubled[1 - value];
                Some(here + nearest(joint, columns, column + 1, rest)?)
            })
        });
        choices.min()
    }
    // With one parent cell there is no distribution with both values: half the mass has no place.
    // Zhang's formula is then the distance to a row that is half empty.
    if columns == 1 {
        let best = joint[0].max(joint[1]);
        return 2 * shortfall(rows, best, 0).min(shortfall(rows, 0, best));
    }
    nearest(joint, columns, 0, [rows, rows]).expect("two columns, one for each value")
}

/// n·I in floats: φ(n) + Σ φ(C_xπ) − Σ φ(C_x) − Σ φ(C_π).
fn bits(joint: &[u64], columns: usize) -> f64 {
    let phi = |count: u64| {
        let count = to_f64(count);
        if count == 0.0 {
            0.0
        } else {
            count * count.log2()
        }
    };
    let sums = |place: &dyn Fn(usize) -> usize, places: usize| -> f64 {
        let mut sums = vec![0; places];
        for (at, &count) in joint.iter().enumerate() {
            sums[place(at)] += count;
        }
        sums.into_iter().map(phi).sum()
    };
    sums(&|_| 0, 1) + sums(&|at| at, joint.len())
        - sums(&|at| at / columns, joint.len() / columns)
        - sums(&|at| at % columns, columns)
}

#[allow(clippy::cast_precision_loss)] // counts below 2^31
fn to_f64(count: u64) -> f64 {
    count as f64
}

const ONE_ROW: Neighbours = Neighbours::AddRemove {
    rows: NonZeroU32::MIN,
};
const TWO_ROWS: Neighbours = Neighbours::AddRemove {
    rows: NonZeroU32::MIN.saturating_add(1),
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Zhang's example for Lemma 1: n rows in one cell, of which one moves to a cell of its own.
    #[test]
    fn the_binary_bound_of_lemma_1_is_reached_for_every_size() {
        for rows in [2, 3, 10, 1000, 21_574, (1 << 32) - 1, MOST_ROWS] {
            let before = information(&[rows, 0, 0, 0], 2);
            let after = information(&[rows - 1, 0, 0, 1], 2);
            let declared = Neighbours::Replace.information_score(rows, true).unwrap();
            let slack = declared.units() - after.abs_diff(before);
            assert!(slack <= 2, "{rows} rows: {slack} units");
        }
    }

    /// Half of the rows in one row, half in one column, and the last one from where these cross to a
    /// cell of its own.
    #[test]
    fn the_general_bound_of_lemma_1_is_reached_for_every_odd_size() {
        for half in [1, 2, 500, 10_787, 1 << 30, MOST_ROWS / 2] {
            let before = information(&[1, half, 0, half, 0, 0, 0, 0, 0], 3);
            let after = information(&[0, half, 0, half, 0, 0, 0, 0, 1], 3);
            let rows = 2 * half + 1;
            let declared = Neighbours::Replace.information_score(rows, false).unwrap();
            let slack = declared.units() - after.abs_diff(before);
            assert!(slack <= 2, "{rows} rows: {slack} units");
        }
    }
}
