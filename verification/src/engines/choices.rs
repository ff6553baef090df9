//! The source of choices: where a property gets its inputs from.

/// The largest number that each engine may choose; zero is always the smallest.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Tried one by one.
    pub exhaustive: u128,
    /// Drawn from by proptest and the fuzzers.
    pub random: u128,
    /// Ranged over by Kani.
    pub symbolic: u128,
    /// The same in the wide proofs, which take hours.
    pub wide: u128,
}

impl Bounds {
    /// The exhaustive engine keeps to `small`; the others range over everything up to `wide`.
    pub const fn small_or(small: u128, wide: u128) -> Self {
        Self {
            exhaustive: small,
            random: wide,
            symbolic: wide,
            wide,
        }
    }

    /// The same bound for every engine.
    pub const fn all(bound: u128) -> Self {
        Self {
            exhaustive: bound,
            random: bound,
            symbolic: bound,
            wide: bound,
        }
    }

    /// The same with another bound for Kani: width is what costs there.
    #[must_use]
    pub const fn symbolic(self, symbolic: u128) -> Self {
        Self {
            symbolic,
            wide: symbolic,
            ..self
        }
    }

    /// And with another one for the wide proofs.
    #[must_use]
    pub const fn wide(self, wide: u128) -> Self {
        Self { wide, ..self }
    }
}

/// Where a property gets its inputs from. Narrowing happens here, never by skipping.
pub trait Choices {
    /// A number from zero to the engine's bound.
    fn number(&mut self, bounds: Bounds) -> u128;

    /// Notes whether a situation of interest was reached; an engine that never reaches it fails.
    /// Call it through [`cover!`](crate::cover).
    fn cover(&mut self, condition: bool, label: &'static str);

    /// Either.
    fn flag(&mut self) -> bool {
        self.number(Bounds::all(1)) == 1
    }

    /// A number that fits 64 bits, as the bounds must make sure.
    fn number64(&mut self, bounds: Bounds) -> u64 {
        u64::try_from(self.number(bounds)).unwrap_or(u64::MAX)
    }

    /// A number that fits 32 bits, as the bounds must make sure.
    fn number32(&mut self, bounds: Bounds) -> u32 {
        u32::try_from(self.number(bounds)).unwrap_or(u32::MAX)
    }

    /// A number that fits 16 bits, as the bounds must make sure.
    fn number16(&mut self, bounds: Bounds) -> u16 {
        u16::try_from(self.number(bounds)).unwrap_or(u16::MAX)
    }
}
