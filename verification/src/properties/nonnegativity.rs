//! Non-negativity: post-processing meets its total to the unit, whatever the cells.

use privet_core::bayes::simplex::Post;

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
        assert!(fitted.iter().all(|&cell| cell >= 0));
        let sum: u128 = fitted
            .iter()
            .map(|cell| u128::from(cell.unsigned_abs()))
            .sum();
        assert_eq!(sum, u128::from(total), "{post:?}");
        if post == Post::L2Projection {
            // In i128, as a cell may fall by more than an i64 holds.
            let pairs = cells.iter().zip(&fitted);
            let pairs = pairs.map(|(&x, &y)| (i128::from(x), i128::from(y)));
            let lowered = pairs.clone().filter(|&(_, y)| y > 0).map(|(x, y)| x - y);
            if let (Some(least), Some(most)) = (lowered.clone().min(), lowered.max()) {
                assert!(most - least <= 1);
                assert!(pairs.filter(|&(_, y)| y == 0).all(|(x, _)| x <= most + 1));
            }
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
