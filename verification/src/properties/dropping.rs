//! Rows that break a rule between columns are dropped: neighbours stay neighbours.

use privet_core::privacy::Sensitivity;

use super::sensitivity::{Moved, ONE_ROW, TWO_ROWS, declared_score, neighbouring_rows};
use crate::engines::{Bounds, Choices};
use crate::{cover, engines};

/// Rows that break a rule are dropped one by one, by what stands in them alone: whatever the rule is, one person's rows more are
/// at most that many kept rows more, so that every answer moves by at most what is declared. Not where a row is
/// *changed*: a number of rows that is public would move, and `Drop` is refused under `Replace`. Bound: one row that both tables
/// have (random: 30), every rule over three values times two.
pub fn dropping_rows_keeps_every_sensitivity(choose: &mut impl Choices) {
    let kind = choose.number(Bounds::all(2));
    let broken = choose.number32(Bounds::all(63));
    let shared = choose.number32(Bounds::small_or(1, 30));
    let [mut before, mut after] = neighbouring_rows(choose, kind, shared);
    let keep = |rows: &mut Vec<u32>| rows.retain(|row| broken >> row & 1 == 0);
    keep(&mut before);
    keep(&mut after);
    let moved = Moved::between(&before, &after);
    cover!(
        choose,
        kind == 2 && moved.size == 1,
        "a public number of rows would move"
    );
    let neighbours = match kind {
        0 => ONE_ROW,
        1 => TWO_ROWS,
        _ => return,
    };
    assert!(moved.size <= neighbours.size().map_or(0, Sensitivity::units));
    assert!(moved.l1 <= if kind == 0 { 1 } else { 2 });
    assert!(u128::from(moved.l2_squared) <= neighbours.table().units());
    assert!(moved.score <= declared_score(neighbours));
    cover!(
        choose,
        kind == 1 && moved.size == 1,
        "one of two is dropped"
    );
    cover!(choose, kind == 1 && moved.size == 0, "both are dropped");
}
engines!(dropping_rows_keeps_every_sensitivity:
         exhaust_dropping_rows_keeps_every_sensitivity (34_944 cases),
         prop_dropping_rows_keeps_every_sensitivity, without Kani);
