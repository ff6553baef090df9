//! Seeded choices: which marginals, rows and conditions are looked at.
//!
//! Nothing here protects anybody. The generator is `rand_xoshiro`'s, so that one seed gives the same
//! choices on every platform; each purpose has a stream of its own, far apart from the others.

use rand_core::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A stream of choices.
pub(crate) struct Dice(Xoshiro256PlusPlus);

impl Dice {
    /// The `stream`-th stream of a seed, 2^128 draws after the one before it.
    pub(crate) fn new(seed: u64, stream: u32) -> Self {
        let mut source = Xoshiro256PlusPlus::seed_from_u64(seed);
        for _ in 0..stream {
            source.jump();
        }
        Self(source)
    }

    /// Uniform in `0..bound`; 0 for an empty range.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        let Some(most) = bound.checked_sub(1) else {
            return 0;
        };
        // The low bits that the bound needs; what is above it is drawn again.
        let mask = u64::MAX.checked_shr(most.leading_zeros()).unwrap_or(0);
        loop {
            let drawn = self.0.next_u64() & mask;
            if drawn <= most {
                return drawn;
            }
        }
    }

    /// Uniform among places of a list.
    pub(crate) fn place(&mut self, length: usize) -> usize {
        let drawn = self.below(crate::number::count(length));
        usize::try_from(drawn).unwrap_or(0)
    }

    /// `count` distinct numbers of `0..length`, in the order drawn; all if there are no more.
    pub(crate) fn distinct(&mut self, count: usize, length: usize) -> Vec<usize> {
        // Fisher and Yates, only as far as needed.
        let mut places: Vec<usize> = (0..length).collect();
        let count = count.min(length);
        for step in 0..count {
            let other = step.saturating_add(self.place(length.saturating_sub(step)));
            places.swap(step, other);
        }
        places.truncate(count);
        // A choice is often kept, and small beside what it was made of.
        places.shrink_to_fit();
        places
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_streams() {
        let mut dice = Dice::new(7, 0);
        let mut seen = [0_u32; 5];
        for _ in 0..5000 {
            seen[dice.place(5)] += 1;
        }
        // Each is 1000 ± 28; beyond 200 with probability below 1e-11.
        assert!(
            seen.iter().all(|count| count.abs_diff(1000) < 200),
            "{seen:?}"
        );
        assert_eq!((dice.below(0), dice.below(1)), (0, 0));
        let mut some = dice.distinct(4, 6);
        some.sort_unstable();
        some.dedup();
        assert_eq!((some.len(), dice.distinct(9, 3).len()), (4, 3));
        let draw = |seed, stream| Dice::new(seed, stream).below(u64::MAX);
        assert_eq!(draw(7, 1), draw(7, 1));
        assert_ne!(draw(7, 0), draw(7, 1));
        assert_ne!(draw(7, 0), draw(8, 0));
    }
}
