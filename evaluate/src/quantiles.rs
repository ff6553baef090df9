//! Quantiles of figures: the smallest figure that at least a given share of them reach.

use crate::findings::Quantile;
use crate::number::{count, float};

/// The place of a quantile among `length` figures in increasing order: ⌈level · length⌉, from 1.
pub(crate) fn place(level: f64, length: usize) -> usize {
    let reaches = |place: usize| float(count(place)) >= level * float(count(length));
    let (mut below, mut at) = (0, length);
    // `at` reaches the level, and nothing up to `below` does.
    while below + 1 < at {
        let middle = below.midpoint(at);
        if reaches(middle) {
            at = middle;
        } else {
            below = middle;
        }
    }
    at.saturating_sub(1)
}

/// Quantiles of distances at [`LEVELS`].
pub(crate) fn quantiles(figures: impl Iterator<Item = f64>) -> Vec<Quantile> {
    let mut figures: Vec<f64> = figures.collect();
    figures.sort_by(f64::total_cmp);
    let levels = LEVELS.iter().filter_map(|level| {
        let distance = *figures.get(place(*level, figures.len()))?;
        Some(Quantile {
            level: *level,
            distance,
        })
    });
    levels.collect()
}

/// Of every list of quantiles.
pub(crate) const LEVELS: [f64; 9] = [0.0, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1.0];

#[cfg(test)]
mod tests {
    use super::*;

    /// As numpy's `inverted_cdf` has it.
    #[test]
    fn places() {
        for (level, length, expected) in [
            (0.0, 4, 0),
            (0.25, 4, 0),
            (0.26, 4, 1),
            (0.5, 4, 1),
            (0.5, 5, 2),
            (0.99, 4, 3),
            (1.0, 4, 3),
            (0.5, 1, 0),
            (0.5, 0, 0),
        ] {
            assert_eq!(place(level, length), expected, "{level} of {length}");
        }
    }
}
