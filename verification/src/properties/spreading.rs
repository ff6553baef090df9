//! Spreading, step by step: the loop-free arithmetic inside a consistency pass. Whole passes are in
//! `consistency`.

use privet_core::bayes::consistency::{mean_down, next_part};

use crate::engines::{Bounds, Choices};
use crate::{cover, engines};

/// One step of dividing a difference over cells: while what is missing lies between `low` and
/// `low + 1` a cell, the next part is `low` or `low + 1`, and what is then missing lies there again;
/// once no cell is left, nothing is missing.
///
/// At the start `low` is the floor of missing/cells, so by induction every cell moves by it or by one
/// unit more, and together by exactly what was missing: sums are met to the unit.
/// Bound: up to five cells, `low` from −4 to 3 (random: 2^31 cells, `low` of 31 bits; Kani: 15 cells, `low`
/// from −4 to 11).
pub fn parts_differ_by_at_most_one_unit(choose: &mut impl Choices) {
    let cells = 1 + choose.number32(Bounds::small_or(4, (1 << 31) - 1).symbolic(14));
    let wide = choose.number(Bounds::small_or(0, 1).symbolic(0)) == 1;
    let below = if wide { 1 << 30 } else { 4 };
    let low = choose
        .number64(Bounds::small_or(7, (1 << 31) - 1).symbolic(15))
        .cast_signed()
        - below;
    // How many of the cells get a unit more.
    let more = choose
        .number32(Bounds::small_or(5, 1 << 31).symbolic(15))
        .min(cells);
    let missing = low * i64::from(cells) + i64::from(more);

    let (mut rest, mut left) = (missing, cells);
    let part = next_part(&mut rest, &mut left);
    assert!(part == low || part == low + 1);
    assert!(rest == missing - part && left == cells - 1);
    assert!(low * i64::from(left) <= rest && rest <= (low + 1) * i64::from(left));
    cover!(choose, left == 0 && missing < 0, "the last cell, downwards");
    cover!(choose, part == low + 1 && left > 0, "a unit more");
}
engines!(parts_differ_by_at_most_one_unit: exhaust_parts_differ_by_at_most_one_unit (240 cases),
         prop_parts_differ_by_at_most_one_unit,
         verify_parts_differ_by_at_most_one_unit (kissat, unwind 1));

/// A weighted mean, rounded down, lies between the smallest and the largest of its values, so tables
/// that agree already keep what they have. Bound: two values from −4 to 3, weights from 1 to 4
/// (random: values of 62 bits, weights below 2^32; Kani: the same as exhausted).
pub fn means_lie_between(choose: &mut impl Choices) {
    let below = if choose.number(Bounds::small_or(0, 1).symbolic(0)) == 1 {
        1 << 61
    } else {
        4
    };
    let mut any = || {
        let weight = 1 + choose.number64(Bounds::small_or(3, (1 << 32) - 1).symbolic(3));
        let value = choose.number64(Bounds::small_or(7, (1 << 62) - 1).symbolic(7));
        (i128::from(weight), i128::from(value) - below)
    };
    let ((one_weight, one), (other_weight, other)) = (any(), any());
    let mean = mean_down(
        one_weight * one + other_weight * other,
        one_weight + other_weight,
    );
    assert!(one.min(other) <= mean && mean <= one.max(other));
    cover!(choose, one < mean && mean < other, "strictly between");
    cover!(choose, one == other && mean < 0, "agreed, below zero");
}
engines!(means_lie_between: exhaust_means_lie_between (1024 cases), prop_means_lie_between,
         verify_means_lie_between (kissat, unwind 1));
