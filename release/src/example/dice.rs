//! Chance for the made-up people. Integers only, so that everybody gets the same ones.

use rand_core::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A fixed stream of chance.
pub(super) struct Dice(Xoshiro256PlusPlus);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// From 0 to `bound − 1`, evenly but for 2^−32.
    pub(super) fn below(&mut self, bound: u32) -> u32 {
        let scaled = u64::from(self.0.next_u32()) * u64::from(bound);
        u32::try_from(scaled >> 32).unwrap_or_default()
    }

    /// True `times` in a thousand.
    pub(super) fn thousandths(&mut self, times: i64) -> bool {
        i64::from(self.below(1000)) < times
    }

    /// One of the items, by its weight; a weight below 0 counts as 0.
    pub(super) fn choose<T: Copy>(&mut self, first: T, weighted: &[(i64, T)]) -> T {
        let weight = |weight: i64| u32::try_from(weight).unwrap_or_default();
        let total = weighted.iter().map(|(w, _)| weight(*w)).sum();
        let mut left = self.below(total);
        for (w, item) in weighted {
            match left.checked_sub(weight(*w)) {
                None => return *item,
                Some(rest) => left = rest,
            }
        }
        first
    }

    /// Roughly normal, mean 0 and deviation 1000: twelve even numbers added up.
    pub(super) fn normal(&mut self) -> i64 {
        let sum: u32 = (0..12).map(|_| self.below(1001)).sum();
        i64::from(sum) - 6000
    }
}
