//! Tallying, step by step: what core's own counting and scoring do to neighbours. Counting from
//! columns through a domain is in `sensitivity`.

use core::num::{NonZeroU32, NonZeroU64};

use privet_core::counts::{MOST_ROWS, tally, tally_bytes};
use privet_core::curator::{LEFT_OUT, distance, weighted};
use privet_core::neighbours::Neighbours;
use privet_core::privacy::Sensitivity;
use privet_core::score::{self, ONE, floored};

use super::sensitivity::narrow_distance;
use crate::engines::{Bounds, Choices};
use crate::{cover, engines};

/// Tables of neighbours, tallied row by row, differ by at most what is declared, in L1 and in squared
/// L2, and so do their sizes: one row more, two rows of a person more, or one row changed, wherever
/// it stands. Bound: four rows in four cells, the first of them in one (random, Kani: all).
pub fn tallies_of_neighbours_are_near(choose: &mut impl Choices) {
    let mut rows = [0_u32; 4];
    for (place, row) in rows.iter_mut().enumerate() {
        let few = if place < 1 { 0 } else { 3 };
        *row = choose.number32(Bounds::small_or(few, 3)) & 3;
    }
    let kind = choose.number32(Bounds::all(2));
    // What is declared is computed in each case, where it is a constant for Kani.
    let (before, after, (l1, declared, size)) = match kind {
        0 => (tallied(&rows[1..]), tallied(&rows), declared(person(1))),
        1 => (tallied(&rows[..2]), tallied(&rows), declared(person(2))),
        _ => {
            let mut changed = rows;
            let place = choose.number32(Bounds::all(3));
            let value = choose.number32(Bounds::all(3)) & 3;
            for (at, row) in (0..).zip(&mut changed) {
                *row = if at == place { value } else { *row };
            }
            let declared = declared(Neighbours::Replace);
            (tallied(&rows), tallied(&changed), declared)
        }
    };
    let (mut apart, mut squared, mut grown) = (0, 0, 0);
    for (one, other) in before.iter().zip(&after) {
        assert!(*one <= 4 && *other <= 4, "more than there are rows");
        // The mask tells Kani's solver that the upper bits are zero.
        let each = one.abs_diff(*other) & 7;
        apart += each;
        squared += each * each;
        grown += (*other & 7) + 4 - (*one & 7);
    }
    assert!(apart <= l1 && squared <= declared);
    // Four cells, each lifted by four.
    assert!(grown - 16 == size);
    cover!(choose, kind == 1 && squared == 4, "two rows in one cell");
    cover!(choose, kind == 2 && squared == 2, "a row moved");
    cover!(choose, kind == 2 && squared == 0, "changed into itself");
}
engines!(tallies_of_neighbours_are_near: exhaust_tallies_of_neighbours_are_near (1152 cases),
         prop_tallies_of_neighbours_are_near,
         verify_tallies_of_neighbours_are_near (minisat, unwind 5));

/// Counting by bytes, in four lanes, is counting: cells grow by what [`tally`] adds, whatever they held. Bound: five rows
/// in three cells and one beyond them, which is left out (random, Kani: any rows and cells).
pub fn byte_tallies_are_tallies(choose: &mut impl Choices) {
    let rows = [0; 5].map(|_: u8| choose.number16(Bounds::all(3)));
    let before = choose.number64(Bounds::small_or(1, (1 << 40) - 1));
    let bytes = rows.map(|row| row.to_le_bytes()[0] & 3);
    let mut cells = [before, 0, before];
    tally_bytes::<3>(&bytes, &mut cells);
    let mut expected = [before, 0, before];
    for &row in &rows {
        // A row of a cell that does not exist is left out here, and refused there.
        assert!(tally(&[row.into()], &mut expected).is_ok() == (row < 3));
    }
    for (cell, expected) in cells.iter().zip(&expected) {
        assert!(cell == expected);
    }
    cover!(choose, cells[1] == 5, "all in one cell");
    cover!(choose, rows[4] == 3, "left out");
}
engines!(byte_tallies_are_tallies: exhaust_byte_tallies_are_tallies (2048 cases),
         prop_byte_tallies_are_tallies,
         verify_byte_tallies_are_tallies (cadical, unwind 6));

/// The distance of a table from a public one, cell by cell: a row more moves its cell's part by exactly
/// one, towards the model or away from it, and parts add up; so by induction over cells and rows any table's
/// moves by at most one for each row that comes or goes; a cell that is left out adds nothing. Bound: counts ≤ 7, model cells from −4 to 11
/// (random, Kani: counts < 2^40, model cells to ±2^40; Kani has been run with counts < 2^31).
pub fn distances_move_cell_by_cell(choose: &mut impl Choices) {
    let mut cell = || {
        let count = choose.number64(Bounds::small_or(7, (1 << 40) - 1));
        let shifted = choose.number64(Bounds::small_or(15, 1 << 41));
        // A small model cell lies around a few rows, a wide one around zero.
        let below = if shifted <= 31 { 4 } else { 1 << 40 };
        (count, shifted.cast_signed() - below)
    };
    let ((count, expected), (other, model)) = (cell(), cell());
    let of = |count, expected| distance(&[count], &[expected]);
    let (before, after) = (of(count, expected), of(count + 1, expected));
    assert!(before.unsigned_abs() == count.cast_signed().abs_diff(expected));
    let closer = count.cast_signed() < expected;
    assert!(after == if closer { before - 1 } else { before + 1 });
    let both = distance(&[count, other], &[expected, model]);
    assert!(both == before + of(other, model));
    // A cell that no row can be in does not count, whatever stands there.
    let left_out = distance(&[count, other], &[expected, LEFT_OUT]);
    assert!(left_out == before);
    cover!(choose, closer, "towards the model");
    cover!(choose, !closer && expected < 0, "a model cell below zero");
}
engines!(distances_move_cell_by_cell: exhaust_distances_move_cell_by_cell (16_384 cases),
         prop_distances_move_cell_by_cell,
         verify_distances_move_cell_by_cell (cadical, unwind 3));

/// A weighted score w·(h − handicap) moves by at most what is declared for the largest weight W ≥ w, however far h moves
/// within its own Δ, and whether or not it is cut off at the ends of the integers; and that is reached. A weight that
/// would pass the range of a Δ is refused. Bound: h and handicap up to 3, r and W up to 3 (random: h < 2^62, handicaps to
/// ±2^62, every r and W; Kani: h, handicap < 2^8, r and W
/// up to 7, where nothing is cut off or refused).
pub fn weighted_scores_move_by_their_weight(choose: &mut impl Choices) {
    let wide = Bounds::small_or(3, 1 << 62).symbolic(255);
    let factor = Bounds::small_or(2, u128::from(u32::MAX) - 1).symbolic(6);
    let distance = choose.number64(wide).cast_signed();
    let below = choose.flag();
    let handicap = choose.number64(wide).cast_signed();
    let handicap = if below { -handicap } else { handicap };
    let rows = 1 + choose.number32(factor);
    let is_replaced = choose.flag();
    let most = NonZeroU32::MIN.saturating_add(choose.number32(factor));
    let weight = NonZeroU32::MIN
        .saturating_add(choose.number32(factor))
        .min(most);
    let (neighbours, farthest) = if is_replaced {
        (Neighbours::Replace, 2)
    } else {
        (person(rows), rows)
    };
    let moved = choose.number32(factor).min(farthest);
    let Ok(declared) = neighbours.weighted_table_l1(most) else {
        assert!(u64::from(farthest) * u64::from(most.get()) >= 1 << 48);
        return;
    };
    let before = weighted(distance, handicap, weight);
    let after = weighted(distance + i64::from(moved), handicap, weight);
    assert!(after >= before && after.abs_diff(before) <= declared.units());
    cover!(
        choose,
        after.abs_diff(before) == declared.units() && most > NonZeroU32::MIN,
        "as far as is declared"
    );
    cover!(choose, weight < most, "paid by a larger weight");
}
engines!(weighted_scores_move_by_their_weight: exhaust_weighted_scores_move_by_their_weight (5_184 cases),
         prop_weighted_scores_move_by_their_weight,
         verify_weighted_scores_move_by_their_weight (cadical, unwind 2));

/// A person's r rows, however they fall into cells, move a table by at most r in L1 and by at most what
/// is declared in squared L2; for a pair score r times the move of one row is declared, or it is
/// refused. Bound: r up to 7 in three cells (random: every r; Kani: r up to 63).
pub fn persons_stay_within_their_rows(choose: &mut impl Choices) {
    let most = Bounds::small_or(6, u128::from(u32::MAX) - 1).symbolic(62);
    let rows = 1 + choose.number32(most);
    let first = choose.number32(most).min(rows);
    let second = choose.number32(most).min(rows - first);
    let third = rows - first - second;
    let neighbours = person(rows);
    let declared = neighbours.table().units();
    let squared = [first, second, third]
        .iter()
        .map(|&cell| u128::from(cell) * u128::from(cell))
        .sum::<u128>();
    assert!(squared <= declared);
    assert!(
        neighbours
            .size()
            .is_some_and(|size| size.units() == u64::from(rows))
    );
    match neighbours.pair_score() {
        Ok(score) => assert_eq!(score.units(), 2 * u64::from(rows) * ONE),
        Err(_) => assert!(rows >= 1 << 31),
    }
    cover!(choose, squared == declared && rows > 1, "all in one cell");
    cover!(choose, squared < declared, "spread out");
}
engines!(persons_stay_within_their_rows: exhaust_persons_stay_within_their_rows (343 cases),
         prop_persons_stay_within_their_rows,
         verify_persons_stay_within_their_rows (kissat, unwind 4));

/// Core's n and T of a 2×2 table are those of the definition, for which
/// `exact_score_moves_by_less_than_two` bounds the move. Bound: counts up to 3 (random: up to 31;
/// Kani: up to 7).
pub fn distance_is_its_definition(choose: &mut impl Choices) {
    let counts = [0; 4].map(|_: u8| choose.number16(Bounds::small_or(3, 31).symbolic(7)));
    let joint = counts.map(u64::from);
    let columns = NonZeroU64::MIN.saturating_add(1);
    let found = score::distance(&joint, columns, &mut [0; 2], &mut [0; 2]);
    let (n, expected) = narrow_distance(counts);
    assert!(found.is_ok_and(|(total, distance)| {
        total == u64::from(n) && distance == u128::from(expected)
    }));
    cover!(choose, n > 0 && expected == 0, "independent");
    cover!(choose, expected > 20, "dependent");
}
engines!(distance_is_its_definition: exhaust_distance_is_its_definition (256 cases),
         prop_distance_is_its_definition,
         verify_distance_is_its_definition (kissat, unwind 5));

/// The score in fixed point is the floor: s·2n ≤ T·2^16 < (s + 1)·2n, and zero without rows. Floors of
/// numbers at most k apart are at most k apart for a whole k, so flooring costs no sensitivity.
/// Bound: T up to 60, n up to 9 (random: T below 2^81, n below 2^40; Kani: T up to 255, n up to 15).
pub fn scores_are_floors(choose: &mut impl Choices) {
    let distance = choose.number(Bounds::small_or(60, (1 << 81) - 1).symbolic(255));
    let total = choose.number64(Bounds::small_or(9, MOST_ROWS.into()).symbolic(15));
    let found = floored(distance, total);
    let (scaled, doubled) = (distance << 16, u128::from(total) * 2);
    if total == 0 {
        assert!(found == 0);
    } else {
        let product = found * doubled;
        assert!(product <= scaled && scaled - product < doubled);
    }
    cover!(choose, total > 0 && found * doubled < scaled, "floored");
    cover!(choose, total == 0, "no rows");
}
engines!(scores_are_floors: exhaust_scores_are_floors (610 cases), prop_scores_are_floors,
         verify_scores_are_floors (kissat, unwind 1));

/// L1 and squared L2 of a table, and how much larger the later one is: the size moves by its Δ, or
/// not at all where it is public.
fn declared(neighbours: Neighbours) -> (u64, u64, u64) {
    let size = neighbours.size().map_or(0, Sensitivity::units);
    let squared = u64::try_from(neighbours.table().units()).unwrap_or(u64::MAX);
    (if size == 0 { 2 } else { size }, squared, size)
}

fn tallied(rows: &[u32]) -> [u64; 4] {
    let mut cells = [0; 4];
    assert!(tally(rows, &mut cells).is_ok());
    cells
}

/// One person with so many rows.
fn person(rows: u32) -> Neighbours {
    Neighbours::AddRemove {
        rows: NonZeroU32::new(rows).unwrap_or(NonZeroU32::MIN),
    }
}
