//! Non-negativity: post-processing meets its total to the unit, whatever the cells.

use privet_core::bayes::simplex::{Post, scale};

use crate::engines::{Bounds, Choices};
use crate::{cover, engines};

/// Both ways of post-processing give non-negative cells with exactly the total; the L2 projection
/// lowers all that stay positive by the same amount, up to one unit, and only others become zero.
/// Bound: three cells from −3 to 3, totals up to 9 (random: seven, every `i64`).
pub fn post_processing_meets_the_total(choose: &mut impl Choices) {
    let count = 1 + choose.number32(Bounds::small_or(2, 6));
    let below = if choose.number(Bounds::small_or(0, 1)) == 0 {
        3
    } else {
        i64::MIN
    };
    let mut any = || choose.number64(Bounds::small_or(6, u128::from(u64::MAX)));
    let cells: Vec<i64> = (0..count)
        .map(|_| any().cast_signed().wrapping_sub(below))
        .collect();
    let total = choose.number64(Bounds::small_or(9, (1 << 63) - 1));
    for post in [Post::Normalize, Post::L2Projection] {
        let mut fitted = cells.clone();
        post.apply(&mut fitted, total);
        meets(&fitted, total);
        if post == Post::L2Projection {
            is_lowered_evenly(&cells, &fitted);
        }
    }
    cover!(choose, cells.iter().all(|&cell| cell < 0), "all negative");
    cover!(
        choose,
        cells.iter().map(|&cell| i128::from(cell)).sum::<i128>() == i128::from(total),
        "the total was right"
    );
}
engines!(post_processing_meets_the_total: exhaust_post_processing_meets_the_total (3990 cases),
         prop_post_processing_meets_the_total, without Kani);

/// The scaled cumulative sums of `Normalize` start at nothing, never fall and end at exactly the total:
/// so the differences, its cells, are non-negative and add up to it, however many there are.
/// Bound: wholes up to 12, totals up to 9 (random: wholes up to 2^72, totals below 2^63; Kani: wholes
/// and totals up to 15).
pub fn scaled_sums_rise_to_the_total(choose: &mut impl Choices) {
    let whole = 1 + choose.number(Bounds::small_or(11, (1 << 72) - 1).symbolic(14));
    let part = Bounds::small_or(12, 1 << 72).symbolic(15);
    let more = choose.number(part).min(whole);
    let part = choose.number(part).min(more);
    let total = choose.number64(Bounds::small_or(9, (1 << 63) - 1).symbolic(15));
    let (scaled, scaled_more) = (scale(part, total, whole), scale(more, total, whole));
    assert!(scaled <= scaled_more && scaled_more <= u128::from(total));
    assert!(part > 0 || scaled == 0);
    assert!(more < whole || scaled_more == u128::from(total));
    cover!(choose, scaled < scaled_more && more < whole, "rises");
    cover!(choose, part < more && scaled == scaled_more, "rounded away");
}
engines!(scaled_sums_rise_to_the_total: exhaust_scaled_sums_rise_to_the_total (20_280 cases),
         prop_scaled_sums_rise_to_the_total,
         verify_scaled_sums_rise_to_the_total (kissat, unwind 1));

/// Two cells after `Normalize`: non-negative, with exactly the total, and nothing where there was
/// nothing or less but some mass elsewhere. Bound: cells from −2 to 3, totals up to 9 (random: every
/// `i64`; Kani: cells from −2 to 5, totals up to 7).
pub fn two_normalized_cells_meet_the_total(choose: &mut impl Choices) {
    let (cells, total) = two_cells(choose);
    let mut fitted = cells;
    Post::Normalize.apply(&mut fitted, total);
    meets(&fitted, total);
    let some = cells[0] > 0 || cells[1] > 0;
    let pairs = cells.iter().zip(&fitted);
    assert!(
        !some
            || pairs
                .clone()
                .all(|(&cell, &fitted)| cell > 0 || fitted == 0)
    );
    cover!(choose, !some && total > 0, "nothing positive");
    cover!(
        choose,
        some && cells[0] < 0 && fitted[1] > 0,
        "a negative cell"
    );
}
engines!(two_normalized_cells_meet_the_total:
         exhaust_two_normalized_cells_meet_the_total (360 cases),
         prop_two_normalized_cells_meet_the_total,
         verify_two_normalized_cells_meet_the_total (kissat, unwind 3));

/// Two cells after the L2 projection: non-negative, with exactly the total, those that stay positive
/// lowered by the same amount up to one unit, and only others zero. Bounds: as above.
pub fn two_projected_cells_meet_the_total(choose: &mut impl Choices) {
    let (cells, total) = two_cells(choose);
    let mut fitted = cells;
    Post::L2Projection.apply(&mut fitted, total);
    meets(&fitted, total);
    // `is_lowered_evenly` for two, without its iterators.
    let [one, other] = [0, 1].map(|at| i128::from(cells[at]) - i128::from(fitted[at]));
    if fitted[0] > 0 && fitted[1] > 0 {
        assert!(one.abs_diff(other) <= 1);
    } else if fitted[0] > 0 {
        assert!(i128::from(cells[1]) <= one + 1);
    } else if fitted[1] > 0 {
        assert!(i128::from(cells[0]) <= other + 1);
    }
    cover!(choose, cells[0] < 0 && cells[1] < 0, "all negative");
    cover!(
        choose,
        cells[0] > 0 && fitted[0] == 0 && total > 0,
        "dropped out"
    );
}
engines!(two_projected_cells_meet_the_total:
         exhaust_two_projected_cells_meet_the_total (360 cases),
         prop_two_projected_cells_meet_the_total,
         verify_two_projected_cells_meet_the_total (cadical, unwind 4));

fn two_cells(choose: &mut impl Choices) -> ([i64; 2], u64) {
    let wide = choose.number(Bounds::small_or(0, 1).symbolic(0)) == 1;
    let below = if wide { i64::MIN } else { 2 };
    let cells = [0; 2].map(|_: u8| {
        let cell = choose.number64(Bounds::small_or(5, u128::from(u64::MAX)).symbolic(7));
        cell.cast_signed().wrapping_sub(below)
    });
    let total = choose.number64(Bounds::small_or(9, (1 << 63) - 1).symbolic(7));
    (cells, total)
}

/// Non-negative, with exactly the total.
fn meets(fitted: &[i64], total: u64) {
    assert!(fitted.iter().all(|&cell| cell >= 0));
    let sum: u128 = fitted
        .iter()
        .map(|cell| u128::from(cell.unsigned_abs()))
        .sum();
    assert_eq!(sum, u128::from(total));
}

/// All that stay positive fall by the same amount, up to one unit, and only others become zero.
fn is_lowered_evenly(cells: &[i64], fitted: &[i64]) {
    // In i128, as a cell may fall by more than an i64 holds.
    let pairs = cells.iter().zip(fitted);
    let pairs = pairs.map(|(&x, &y)| (i128::from(x), i128::from(y)));
    let lowered = pairs.clone().filter(|&(_, y)| y > 0).map(|(x, y)| x - y);
    if let (Some(least), Some(most)) = (lowered.clone().min(), lowered.max()) {
        assert!(most - least <= 1);
        assert!(pairs.filter(|&(_, y)| y == 0).all(|(x, _)| x <= most + 1));
    }
}
