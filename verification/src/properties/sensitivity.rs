//! Sensitivity: what one unit of privacy moves is at most what [`Neighbours`] declares, under both
//! adjacencies, and no more is declared than is needed.

use core::num::{NonZeroU32, NonZeroU64};

use privet_core::counts::{Column, Columns};
use privet_core::curator::distance;
use privet_core::domain::{Domain, Level};
use privet_core::neighbours::Neighbours;
use privet_core::score::{ONE, pair_score};
use privet_core::variables::VariableSet;

use crate::engines::{Bounds, Choices};
use crate::shapes::{cells, set};
use crate::{cover, engines};

/// Size, every table and every pair score, counted from columns through a domain with a coarser
/// level, move by at most what is declared: one row more, two rows of a person more, one row
/// changed. Bound: three rows (random: 30) over three values in two groups, times two values.
pub fn answers_move_by_at_most_their_sensitivity(choose: &mut impl Choices) {
    let kind = choose.number(Bounds::all(2));
    let neighbours = match kind {
        0 => ONE_ROW,
        1 => TWO_ROWS,
        _ => Neighbours::Replace,
    };
    let shared = choose.number32(Bounds::small_or(3, 30));
    let [before, after] = neighbouring_rows(choose, kind, shared);
    let moved = Moved::between(&before, &after);
    match neighbours.size() {
        Some(declared) => assert!(moved.size <= declared.units()),
        None => assert_eq!(moved.size, 0),
    }
    let l1 = if kind == 0 { 1 } else { 2 };
    assert!(moved.l1 <= l1);
    assert!(u128::from(moved.l2_squared) <= neighbours.table().units());
    assert!(moved.score <= declared_score(neighbours));
    cover!(
        choose,
        u128::from(moved.l2_squared) == neighbours.table().units() && kind == 1,
        "two rows of a person in one cell"
    );
    cover!(choose, kind == 2 && moved.l2_squared == 2, "a row moved");
    cover!(choose, kind == 2 && moved.l1 == 0, "changed into itself");
}
engines!(answers_move_by_at_most_their_sensitivity:
         exhaust_answers_move_by_at_most_their_sensitivity (20_202 cases),
         prop_answers_move_by_at_most_their_sensitivity, without Kani);

/// Two tables with so many rows in common: one with a row more (kind 0), with two (1), or with another row (2).
pub(super) fn neighbouring_rows(
    choose: &mut impl Choices,
    kind: u128,
    shared: u32,
) -> [Vec<u32>; 2] {
    let mut any_row = || choose.number32(Bounds::all(5));
    let mut before: Vec<u32> = (0..shared).map(|_| any_row()).collect();
    let mut after = before.clone();
    after.push(any_row());
    match kind {
        0 => {}
        1 => after.push(any_row()),
        // The changed row need not be the last one: counting must not care.
        _ => before.insert(0, any_row()),
    }
    [before, after]
}

/// How far the answers of two tables of rows lie apart, at the worst over all sets of variables.
#[derive(Default)]
pub(super) struct Moved {
    pub(super) size: u64,
    pub(super) l1: u64,
    pub(super) l2_squared: u64,
    pub(super) score: u64,
}

impl Moved {
    /// A row is a·2 + b: an attribute of three values in two groups, and one of two.
    pub(super) fn between(before: &[u32], after: &[u32]) -> Self {
        let domain = Domain::new(&LEVELS).expect("levels that nest");
        let columns = |rows: &[u32]| -> [Vec<u8>; 2] {
            let narrow = |value: u32| u8::try_from(value).unwrap_or(0);
            [
                rows.iter().map(|row| narrow(row / 2)).collect(),
                rows.iter().map(|row| narrow(row % 2)).collect(),
            ]
        };
        let (before, after) = (columns(before), columns(after));
        let [before, after] =
            [&before, &after].map(|[a, b]| [Column::Narrow(a), Column::Narrow(b)]);
        let before = Columns::new(&domain, &before).expect("values in range");
        let after = Columns::new(&domain, &after).expect("values in range");

        let mut moved = Self {
            size: after.rows().abs_diff(before.rows()),
            ..Self::default()
        };
        for variables in [&[][..], &[0], &[1], &[2], &[0, 2], &[1, 2]] {
            let variables = set(variables);
            let (one, other) = (
                counted(&domain, &before, &variables),
                counted(&domain, &after, &variables),
            );
            let apart = one.iter().zip(&other).map(|(x, y)| x.abs_diff(*y));
            moved.l1 = moved.l1.max(apart.clone().sum());
            moved.l2_squared = moved.l2_squared.max(apart.map(|each| each * each).sum());
            if variables.as_slice().len() == 2 {
                moved.score = moved.score.max(score(&one, 2).abs_diff(score(&other, 2)));
            }
        }
        moved
    }
}

fn counted(domain: &Domain<'_>, columns: &Columns<'_>, variables: &VariableSet) -> Vec<u64> {
    let mut counts = vec![u64::MAX; cells(domain, variables)];
    let counting = columns.count(domain, variables, &mut counts);
    assert!(counting.is_ok());
    counts
}

/// The fixed-point pair score is ⌊T·2^16/(2n)⌋, and moves by at most what is declared when one row
/// or two come, or one changes. One row moves it by at most ⌊2^17·n/(n+1)⌋ for n ≤ 255.
///
/// Why the floor holds there: scores of n rows are multiples of 1/n, so a move is M = 2^17·n/(n+1)
/// units itself or smaller by 2^16/(n(n+1)) ≥ 1, and M itself is reached from score 0 only, where
/// nothing was floored. Beyond 255 rows ⌈M⌉ ≤ 2^17 is what holds.
///
/// Bound: 2×2 and 2×3 tables of counts ≤ 2, 3×3 of counts ≤ 1 (random: up to 8×8, and 2^40 rows).
pub fn pair_score_moves_by_at_most_its_sensitivity(choose: &mut impl Choices) {
    let [rows, columns] = [0; 2].map(|_: u8| 2 + choose.number32(Bounds::small_or(1, 6)) as usize);
    let small = if rows * columns > 6 { 1 } else { 2 };
    let count = Bounds::small_or(small, (1 << 34) - 2);
    let base: Vec<u64> = (0..rows * columns)
        .map(|_| choose.number64(count))
        .collect();
    let place = Bounds::all((rows * columns - 1) as u128);
    let [first, second] = [0; 2].map(|_: u8| choose.number32(place) as usize);
    let with = |places: &[usize]| {
        let mut table = base.clone();
        for &place in places {
            table[place] += 1;
        }
        let score = score(&table, columns);
        assert_eq!(score, formula(&table, columns));
        score
    };
    let none = with(&[]);
    let one = with(&[first]);
    let other = with(&[second]);
    let both = with(&[first, second]);
    let n: u64 = base.iter().sum();
    let sharp = if n <= 255 {
        2 * ONE * n / (n + 1)
    } else {
        (2 * ONE * n).div_ceil(n + 1)
    };
    assert!(one.abs_diff(none) <= sharp && sharp <= declared_score(ONE_ROW));
    assert!(both.abs_diff(none) <= declared_score(TWO_ROWS));
    assert!(other.abs_diff(one) <= declared_score(Neighbours::Replace));
    cover!(
        choose,
        n > 1 && one.abs_diff(none) == sharp,
        "the sharp maximum"
    );
    cover!(choose, one < none, "a row lowers the score");
    cover!(
        choose,
        2 * other.abs_diff(one) > 3 * ONE,
        "a changed row moves it by more than 1.5"
    );
}
engines!(pair_score_moves_by_at_most_its_sensitivity:
         exhaust_pair_score_moves_by_at_most_its_sensitivity (95_256 cases),
         prop_pair_score_moves_by_at_most_its_sensitivity, without Kani);

/// The score itself, before it is floored: |T'/(2n') − T/(2n)| ≤ 2n/(n+1) for one row more, as
/// |T'·n − T·n'| ≤ 4n², in 16 bits. Floors of numbers at most k apart are at most k apart for a
/// whole k, so the fixed-point score inherits 2·2^16. Bound: 2×2 tables with counts ≤ 7.
pub fn exact_score_moves_by_less_than_two(choose: &mut impl Choices) {
    let mut counts = [0_u16; 4];
    for count in &mut counts {
        // The mask tells Kani's solver that the upper bits are zero.
        *count = choose.number16(Bounds::all(7)) & 7;
    }
    let place = choose.number16(Bounds::all(3)) & 3;
    let mut more = counts;
    for (at, count) in (0..).zip(&mut more) {
        *count += u16::from(at == place);
    }
    let (n, distance) = narrow_distance(counts);
    let (_, farther) = narrow_distance(more);
    // Counts ≤ 8 give n ≤ 29 and T ≤ n·n·2: below 2^16 when multiplied by n once more.
    let moved = (farther * n).abs_diff(distance * (n + 1));
    assert!(moved <= 4 * n * n);
    cover!(choose, n > 1 && moved == 4 * n * n, "the sharp maximum");
    cover!(choose, farther * n < distance * (n + 1), "a row lowers it");
}
engines!(exact_score_moves_by_less_than_two: exhaust_exact_score_moves_by_less_than_two (16_384 cases),
         prop_exact_score_moves_by_less_than_two,
         verify_exact_score_moves_by_less_than_two (kissat, unwind 5));

/// The distance of a table from any public table of whole numbers is Σ|c − m|, and moves by at most what is
/// declared: one row more, two rows of a person more, one row changed; and each is reached. Bound: three
/// cells of counts ≤ 2 and model cells from −1 to 2 (random: counts < 2^40, model cells to ±2^40).
pub fn distance_moves_by_at_most_its_sensitivity(choose: &mut impl Choices) {
    let mut counts = [0_u64; 3];
    for count in &mut counts {
        *count = choose.number64(Bounds::small_or(2, (1 << 40) - 1));
    }
    let mut model = [0_i64; 3];
    for expected in &mut model {
        let shifted = choose.number64(Bounds::small_or(3, 1 << 41));
        // A small model cell may lie below zero; a wide one lies around zero.
        let below = if shifted <= 31 { 1 } else { 1 << 40 };
        *expected = shifted.cast_signed() - below;
    }
    let [first, second] = [0; 2].map(|_: u8| choose.number32(Bounds::all(2)));
    let with = |places: &[u32]| {
        let mut table = counts;
        let (mut sum, mut at) = (0, 0);
        for (count, expected) in table.iter_mut().zip(model) {
            for &place in places {
                *count += u64::from(at == place);
            }
            sum += count.cast_signed().abs_diff(expected);
            at += 1;
        }
        let found = distance(&table, &model);
        assert!(found.unsigned_abs() == sum);
        sum
    };
    let (none, both) = (with(&[]), with(&[first, second]));
    let (one, other) = (with(&[first]), with(&[second]));
    let declared = |neighbours: Neighbours| neighbours.table_l1().units();
    assert!(one.abs_diff(none) <= declared(ONE_ROW));
    assert!(both.abs_diff(none) <= declared(TWO_ROWS));
    assert!(other.abs_diff(one) <= declared(Neighbours::Replace));
    // A row more moves one cell by one: towards the model or away from it.
    assert_eq!(one.abs_diff(none), 1);
    cover!(choose, one < none, "a row lowers it");
    cover!(
        choose,
        both.abs_diff(none) == declared(TWO_ROWS),
        "two rows of a person move it twice"
    );
    cover!(
        choose,
        other.abs_diff(one) == declared(Neighbours::Replace),
        "a changed row moves it twice"
    );
}
engines!(distance_moves_by_at_most_its_sensitivity:
         exhaust_distance_moves_by_at_most_its_sensitivity (15_552 cases),
         prop_distance_moves_by_at_most_its_sensitivity, without Kani);

/// n and T = Σ|n·C_ij − C_i·C_j| of a 2×2 table.
pub(super) fn narrow_distance(counts: [u16; 4]) -> (u16, u16) {
    let [a, b, c, d] = counts;
    let total = a + b + c + d;
    let (top, bottom, left, right) = (a + b, c + d, a + c, b + d);
    let distance = (total * a).abs_diff(top * left)
        + (total * b).abs_diff(top * right)
        + (total * c).abs_diff(bottom * left)
        + (total * d).abs_diff(bottom * right);
    (total, distance)
}

fn score(joint: &[u64], columns: usize) -> i64 {
    let rows = joint.len() / columns;
    let width = NonZeroU64::new(columns as u64).expect("a column");
    let found = pair_score(joint, width, &mut vec![0; rows], &mut vec![0; columns]);
    found.expect("not too many rows")
}

/// ⌊T·2^16/(2n)⌋ straight from the definition.
fn formula(joint: &[u64], columns: usize) -> i64 {
    let n: u128 = joint.iter().map(|&count| u128::from(count)).sum();
    let sum = |keep: &dyn Fn(usize) -> bool| -> u128 {
        let kept = joint.iter().enumerate().filter(|(at, _)| keep(*at));
        kept.map(|(_, &count)| u128::from(count)).sum()
    };
    let distance: u128 = (0..joint.len())
        .map(|cell| {
            let row = sum(&|at| at / columns == cell / columns);
            let column = sum(&|at| at % columns == cell % columns);
            (n * u128::from(joint[cell])).abs_diff(row * column)
        })
        .sum();
    let units = (distance * u128::from(ONE)).checked_div(2 * n).unwrap_or(0);
    i64::try_from(units).expect("less than 2^48")
}

pub(super) fn declared_score(neighbours: Neighbours) -> u64 {
    neighbours.pair_score().expect("few rows a unit").units()
}

pub(super) const ONE_ROW: Neighbours = Neighbours::AddRemove {
    rows: NonZeroU32::MIN,
};
pub(super) const TWO_ROWS: Neighbours = Neighbours::AddRemove {
    rows: NonZeroU32::MIN.saturating_add(1),
};
const LEVELS: [Level; 3] = [
    Level::leaf(0, 3),
    Level {
        attribute: 0,
        size: 2,
        groups: &[0, 1, 0],
        representatives: &[2, 1],
    },
    Level::leaf(1, 2),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The largest move of the score over all tables of exactly `left` more rows, from `at` on.
    fn largest_move(table: &mut [u64], at: usize, left: u64, columns: usize) -> u64 {
        if at + 1 == table.len() {
            table[at] = left;
            let before = score(table, columns);
            let moves = (0..table.len()).map(|place| {
                let mut more = table.to_vec();
                more[place] += 1;
                score(&more, columns).abs_diff(before)
            });
            return moves.max().unwrap();
        }
        let moves = (0..=left).map(|count| {
            table[at] = count;
            largest_move(table, at + 1, left - count, columns)
        });
        moves.max().unwrap()
    }

    #[test]
    fn the_sharp_maximum_is_reached_for_every_size() {
        for columns in [2, 3] {
            for n in 0..=8 {
                let largest = largest_move(&mut vec![0; 2 * columns], 0, n, columns);
                assert_eq!(largest, 2 * ONE * n / (n + 1), "2×{columns}, {n} rows");
            }
        }
    }

    #[test]
    fn replacing_a_row_comes_close_to_three() {
        // K×K ones and a fresh row and column, where one row moves to (design, section 3).
        let mut last = 0;
        for k in 1..=40_usize {
            let side = k + 1;
            let cell = |at: usize| u64::from(at / side < k && at % side < k);
            let mut table: Vec<u64> = (0..side * side).map(cell).collect();
            let before = score(&table, side);
            table[0] -= 1;
            table[side * side - 1] += 1;
            let moved = score(&table, side).abs_diff(before);
            assert!(moved < 3 * ONE && moved >= last, "K = {k}: {moved}");
            assert!(k < 12 || 2 * moved > 5 * ONE, "K = {k}: {moved}");
            last = moved;
        }
    }
}
