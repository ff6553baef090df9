//! Dealing, step by step: the loop-free arithmetic of [`privet_core::bayes::tickets`] and
//! [`privet_core::bayes::walk`]. Whole draws are in `sampling`.

use privet_core::bayes::tickets::{place_in_sums, place_of_ticket, rows_due, sum_up};
use privet_core::bayes::walk::{MOST_STEPS, Walk};

use crate::engines::{Bounds, Choices};
use crate::{cover, engines};

/// Systematic rounding gives one place ⌊rows·p⌋ or ⌈rows·p⌉ rows and never fewer than none, p being
/// its share of the weight; nothing is due before the first place, and exactly all rows at the last.
/// So a place without weight gets no row, and the parts add up to the rows, whatever the start.
/// Bound: three weights up to 3, five rows (random: weights < 2^62, rows < 2^32; Kani: weights and
/// rows up to 7).
pub fn rounded_counts_are_the_nearest(choose: &mut impl Choices) {
    let weights = Bounds::small_or(3, (1 << 62) - 1).symbolic(7);
    let (before, weight, after) = (
        choose.number64(weights),
        choose.number64(weights),
        choose.number64(weights),
    );
    let total = before + weight + after;
    if total == 0 {
        return;
    }
    let rows = u128::from(choose.number32(Bounds::small_or(5, (1 << 32) - 1).symbolic(7)));
    let start = choose
        .number64(Bounds::small_or(8, u128::from(u64::MAX)).symbolic(15))
        .min(total - 1);
    let due = |cumulative: u64| rows_due(cumulative.into(), rows, start, total);
    let (earlier, now) = (due(before), due(before + weight));
    assert!(earlier <= now && now <= rows);
    // |count − rows·weight/total| < 1
    let count = now - earlier;
    let (total_wide, weight_wide) = (u128::from(total), u128::from(weight));
    assert!((count * total_wide).abs_diff(rows * weight_wide) < total_wide);
    assert!(before > 0 || earlier == 0);
    assert!(after > 0 || now == rows);
    cover!(
        choose,
        count * total_wide > rows * weight_wide,
        "rounded up"
    );
    cover!(
        choose,
        count * total_wide < rows * weight_wide,
        "rounded down"
    );
    cover!(choose, weight == 0 && rows > 0, "no weight");
}
engines!(rounded_counts_are_the_nearest: exhaust_rounded_counts_are_the_nearest (3403 cases),
         prop_rounded_counts_are_the_nearest,
         verify_rounded_counts_are_the_nearest (kissat, unwind 1));

/// A ticket below the sum of the weights falls on a place with weight, whether it is looked up among
/// the cumulative weights or counted down; both find the same place while the sum is below 2^64.
/// One that is not below falls on none. Bound: three places, weights up to 2 (random, Kani: every
/// `u64`, also where the sum is cut off).
pub fn tickets_fall_on_mass(choose: &mut impl Choices) {
    let weights = [0; 3].map(|_: u8| choose.number64(Bounds::small_or(2, u128::from(u64::MAX))));
    let ticket = choose.number64(Bounds::small_or(9, u128::from(u64::MAX)));
    let total = sum_up(weights.into_iter());
    let mut sum = 0_u64;
    let sums = weights.map(|weight| {
        sum = sum.saturating_add(weight);
        sum
    });
    let looked_up = place_in_sums(&sums, ticket);
    let counted = place_of_ticket(weights.into_iter(), ticket);
    if ticket < total {
        assert!(weights.get(looked_up).is_some_and(|&weight| weight > 0));
        assert!(counted == Some(looked_up));
    } else {
        assert!(looked_up == weights.len());
        assert!(total == u64::MAX || counted.is_none());
    }
    cover!(choose, ticket < total && looked_up == 2, "the last place");
    cover!(
        choose,
        looked_up == 2 && weights[1] == 0,
        "past an empty place"
    );
    cover!(choose, ticket >= total, "on none");
}
engines!(tickets_fall_on_mass: exhaust_tickets_fall_on_mass (270 cases), prop_tickets_fall_on_mass,
         verify_tickets_fall_on_mass (cadical, unwind 5));

/// From any state of a walk of n steps one draw brings the end nearer: the number of draws that may
/// still come, (MOST_STEPS − draws) + n at first and n − step once draws are forced, falls. A forced
/// draw finds something. So a row takes at most MOST_STEPS + n draws, and never steps below the head.
/// Bound: every 800th number of draws and the last three, four steps (random, Kani: every number of
/// draws up to MOST_STEPS + n, 256 steps).
pub fn walks_end(choose: &mut impl Choices) {
    let steps = 1 + choose.number32(Bounds::small_or(3, 255)) as usize;
    let sparse = choose.number32(Bounds::small_or(28, 0)) as usize;
    let draws = choose.number32(Bounds::small_or(0, 20_256)) as usize;
    // 25 multiples of 800, then around the bound.
    let walk = Walk {
        step: choose.number32(Bounds::small_or(3, 255)) as usize,
        failures: choose.number32(Bounds::small_or(12, 20_000)) as usize,
        draws: draws + (sparse * 800).min(MOST_STEPS - 27 + sparse),
    };
    if walk.step >= steps {
        return;
    }
    let drawn = choose.flag() || walk.is_forced();
    let after = walk.after(drawn);
    let to_come = |walk: Walk| match MOST_STEPS.checked_sub(walk.draws) {
        Some(unforced @ 1..) => unforced + steps,
        _ => steps - walk.step,
    };
    assert!(to_come(after) < to_come(walk));
    assert!(if drawn {
        after.step == walk.step + 1
    } else {
        after.step <= walk.step
    });
    cover!(
        choose,
        !drawn && after.step == 0 && walk.step > 1,
        "back to the head"
    );
    cover!(
        choose,
        after.is_forced() && !walk.is_forced(),
        "forced from now on"
    );
    cover!(choose, walk.is_forced(), "forced");
}
engines!(walks_end: exhaust_walks_end (9802 cases), prop_walks_end,
         verify_walks_end (minisat, unwind 1));
