//! Non-negativity with a given total (Li 3.1), in integers.
//!
//! - *Normalize*: negative cells become zero, the others are scaled.
//! - *L2 projection*: every cell is lowered by the same amount and negative ones become zero, the
//!   nearest table in the L2 norm: max(x − λ, 0) with λ such that the total is met.
//!
//! Both give exactly the total, to the unit.
//!
//! Proved: in part `scaled_sums_rise_to_the_total` (any number of cells), `two_normalized_cells_meet_the_total`,
//! `two_projected_cells_meet_the_total`, for numbers of three or four bits.
//! Tested: `post_processing_meets_the_total`.

/// Which of Li's two ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Post {
    /// Cut at zero, then scale.
    Normalize,
    /// The nearest point of the simplex.
    L2Projection,
}

impl Post {
    /// Makes the cells non-negative with this total.
    pub fn apply(self, cells: &mut [i64], total: u64) {
        match self {
            Self::Normalize => normalize(cells, total),
            Self::L2Projection => project(cells, total),
        }
    }
}

fn normalize(cells: &mut [i64], total: u64) {
    for cell in cells.iter_mut() {
        *cell = (*cell).max(0);
    }
    let sum: u128 = cells
        .iter()
        .map(|&cell| u128::from(cell.unsigned_abs()))
        .sum();
    if sum == 0 {
        return spread(cells, total);
    }
    // The cumulative sums are scaled and rounded, so that the last one is the total exactly.
    let mut before = 0_u128;
    let mut given = 0_u128;
    for cell in cells.iter_mut() {
        before = before.saturating_add(u128::from(cell.unsigned_abs()));
        // before ≤ sum < 2^80 and total < 2^63, but only their ratio matters: scale in 128 bits.
        let target = scale(before, total, sum);
        *cell = i64::try_from(target.saturating_sub(given)).unwrap_or(i64::MAX);
        given = target;
    }
}

/// ⌊part·total/whole⌋ for part ≤ whole, `total` exactly for part = whole.
///
/// It never falls as the part grows, so differences of it are non-negative and add up to the total.
/// No loop, so a proof can range over its inputs.
pub fn scale(part: u128, total: u64, whole: u128) -> u128 {
    // Cells are below 2^63 each; tables that add up past 2^64 lose low digits evenly.
    let shift = (u128::BITS - whole.leading_zeros()).saturating_sub(64);
    let (part, whole) = (part >> shift, whole >> shift);
    (part.saturating_mul(u128::from(total)))
        .checked_div(whole)
        .unwrap_or(0)
}

fn project(cells: &mut [i64], total: u64) {
    // Σ max(x − λ, 0) falls from above the total at the lower end to 0 at the upper end.
    let above = |cells: &[i64], lambda: i64| -> u128 {
        cells
            .iter()
            .map(|&cell| u128::from(cell.saturating_sub(lambda).max(0).unsigned_abs()))
            .sum()
    };
    let largest = cells.iter().copied().max().unwrap_or(0);
    let total_signed = i64::try_from(total).unwrap_or(i64::MAX);
    let mut low = largest.saturating_sub(total_signed); // one cell alone reaches the total
    let mut high = largest;
    // Invariant: Σ(low) ≥ total, Σ(high) < total or high = largest.
    while high.saturating_sub(low) > 1 {
        let middle = low.saturating_add(high.saturating_sub(low) / 2);
        if above(cells, middle) >= u128::from(total) {
            low = middle;
        } else {
            high = middle;
        }
    }
    // At λ = high at most `total` is left. What is missing goes to the cells that `low` would keep: it is
    // at most one unit for each of them.
    let lambda = if above(cells, low) <= u128::from(total) {
        low
    } else {
        high
    };
    let kept = above(cells, lambda);
    let mut missing = u128::from(total).saturating_sub(kept);
    for cell in cells.iter_mut() {
        let left = cell.saturating_sub(lambda);
        *cell = left.max(0);
        if left >= 0 && missing > 0 {
            *cell = cell.saturating_add(1);
            missing = missing.saturating_sub(1);
        }
    }
    if missing > 0 {
        spread_more(cells, missing);
    }
}

/// The total in equal parts, the first ones one unit larger.
fn spread(cells: &mut [i64], total: u64) {
    cells.fill(0);
    spread_more(cells, u128::from(total));
}

fn spread_more(cells: &mut [i64], more: u128) {
    let count = cells.len() as u128;
    let (each, mut rest) = match (more.checked_div(count), more.checked_rem(count)) {
        (Some(each), Some(rest)) => (i64::try_from(each).unwrap_or(i64::MAX), rest),
        _ => return,
    };
    for cell in cells.iter_mut() {
        let one = i64::from(rest > 0);
        rest = rest.saturating_sub(1);
        *cell = cell.saturating_add(each).saturating_add(one);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_projections() {
        // By hand: λ lowers what stays positive evenly.
        for (label, post, mut cells, total, expected) in [
            (
                "already there",
                Post::L2Projection,
                [3, 4, 5],
                12,
                [3, 4, 5],
            ),
            ("lowered", Post::L2Projection, [3, 4, 5], 9, [2, 3, 4]),
            ("raised", Post::L2Projection, [3, 4, 5], 15, [4, 5, 6]),
            (
                "one drops out",
                Post::L2Projection,
                [-5, 4, 6],
                6,
                [0, 2, 4],
            ),
            (
                "a unit left over",
                Post::L2Projection,
                [0, 4, 6],
                7,
                [0, 3, 4],
            ),
            (
                "one takes all",
                Post::L2Projection,
                [-50, -40, 6],
                9,
                [0, 0, 9],
            ),
            ("nothing", Post::L2Projection, [1, 2, 3], 0, [0, 0, 0]),
            ("cut and scaled", Post::Normalize, [-5, 4, 6], 5, [0, 2, 3]),
            (
                "cumulative rounding",
                Post::Normalize,
                [1, 1, 1],
                10,
                [3, 3, 4],
            ),
            (
                "nothing positive",
                Post::Normalize,
                [-1, -1, -1],
                10,
                [4, 3, 3],
            ),
        ] {
            post.apply(&mut cells, total);
            assert_eq!(cells, expected, "case `{label}`");
        }
    }

    #[test]
    fn totals_are_met_to_the_unit() {
        let mut state = 1_u64;
        // Miri takes a thousand times as long.
        let rounds = if cfg!(miri) { 20 } else { 2000 };
        for round in 0..rounds {
            let mut cells = [0_i64; 13];
            for cell in &mut cells {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(round);
                *cell = (state >> (20 + round % 40)).cast_signed() - (1 << (round % 40));
            }
            let total = state >> (2 + round % 60);
            for post in [Post::Normalize, Post::L2Projection] {
                let mut fitted = cells;
                post.apply(&mut fitted, total);
                assert!(fitted.iter().all(|&cell| cell >= 0));
                let sum: u64 = fitted.iter().map(|cell| cell.unsigned_abs()).sum();
                assert_eq!(sum, total, "{post:?} of {cells:?}");
            }
        }
    }
}
