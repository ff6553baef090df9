//! Total variation distance, and what a sample of the real table would have.
//!
//! ```text
//! distance = ½ Σ |a/n − b/m|                          over all cells
//! sampling = ½ Σ min(√(2·p·(1−p)/(π·m)), 2p)          with p = a/n
//! ```
//! for a of n real and b of m synthetic rows in a cell. The distance is computed in whole numbers,
//! Σ |a·m − b·n| / (2·n·m), and rounded at the end. `sampling` is the mean of |b/m − p| if the m rows
//! were drawn from the real table itself: by the normal law, and at most 2p, which it is near where
//! less than one row is expected. The *allowance* is what chance alone may make of it
//! ([`crate::chance`]): the mean of |b/m − p| is at most √(p·(1−p)/m), which is √(π/2) times the normal law's.
//!
//! Tested: by hand, and `tests/evaluate/check.py` against numpy.

use crate::chance;
use crate::number::{Sum, float, ratio};

/// Adds up cells.
pub(crate) struct Distance {
    real_rows: u64,
    synthetic_rows: u64,
    /// Σ |a·m − b·n|: at most 2·n·m < 2^65.
    total: u128,
    sampling: Sum,
    /// The most real rows of a cell.
    largest: u64,
}

impl Distance {
    pub(crate) fn new(real_rows: u64, synthetic_rows: u64) -> Self {
        Self {
            real_rows,
            synthetic_rows,
            total: 0,
            sampling: Sum::default(),
            largest: 0,
        }
    }

    /// One cell.
    pub(crate) fn add(&mut self, real: u64, synthetic: u64) {
        let left = u128::from(real) * u128::from(self.synthetic_rows);
        let right = u128::from(synthetic) * u128::from(self.real_rows);
        self.largest = self.largest.max(real);
        self.total += left.abs_diff(right);
        let share = float(real) / float(self.real_rows);
        let normal = (2.0 * share * (1.0 - share)
            / (core::f64::consts::PI * float(self.synthetic_rows)))
        .sqrt();
        self.sampling.add(normal.min(2.0 * share));
    }

    pub(crate) fn distance(&self) -> f64 {
        let all = u128::from(self.real_rows) * u128::from(self.synthetic_rows);
        ratio(self.total, 2 * all)
    }

    pub(crate) fn sampling(&self) -> f64 {
        self.sampling.value() / 2.0
    }

    /// What a sample of the real table stays below.
    pub(crate) fn allowance(&self) -> f64 {
        // An event holds the largest cell or leaves it out, so that its share is no nearer to ½.
        let largest = (float(self.largest) / float(self.real_rows)).max(0.5);
        let mean = core::f64::consts::FRAC_PI_2.sqrt() * self.sampling();
        chance::of_distance(mean, largest * (1.0 - largest), self.synthetic_rows).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shares 2/3, 1/3, 0 against 0, 1/2, 1/2: half of 2/3 + 1/6 + 1/2.
    #[test]
    fn by_hand() {
        let mut distance = Distance::new(3, 2);
        for (real, synthetic) in [(2, 0), (1, 1), (0, 1)] {
            distance.add(real, synthetic);
        }
        assert!((distance.distance() - 2.0 / 3.0).abs() < 1e-15);
        // √(2·(2/9)/(2π)) twice, each below 2p; halved.
        let expected = (2.0 / 9.0 / core::f64::consts::PI).sqrt();
        assert!((distance.sampling() - expected).abs() < 1e-15);
    }

    /// The mean distance of 2000 samples of 50 rows. Its deviation is below 0.03/√2000; the law of the
    /// formula is 1 % off at most. Alarm: beyond 3 %, which happens with probability below 1e-6.
    #[test]
    fn sampling_is_what_samples_have() {
        let shares = [60_u64, 25, 10, 5];
        let mut dice = crate::dice::Dice::new(5, 0);
        let mut sum = 0.0;
        for _ in 0..2000 {
            let mut counts = [0_u64; 4];
            for _ in 0..50 {
                let mut drawn = dice.below(100);
                for (count, share) in counts.iter_mut().zip(shares) {
                    if drawn < share {
                        *count += 1;
                        break;
                    }
                    drawn -= share;
                }
            }
            let mut distance = Distance::new(100, 50);
            for (real, synthetic) in shares.iter().zip(counts) {
                distance.add(*real, synthetic);
            }
            sum += distance.distance();
        }
        let mut expected = Distance::new(100, 50);
        for share in shares {
            expected.add(share, 0);
        }
        let ratio = sum / 2000.0 / expected.sampling();
        assert!((0.97..1.03).contains(&ratio), "{ratio}");
    }
}
