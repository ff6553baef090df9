//! Random digits: the only way in which the samplers see randomness.
//!
//! A digit has `BITS` bits. The samplers are written for any width: a release draws 32 bits at a
//! time, and the tests feed every string of single bits and compare probabilities as fractions.
//!
//! Proved: `no_random_bit_is_used_twice`, for every state of the pool; in part
//! `uniform_bits_are_those_of_the_generator` (every word, widths up to 127, from an empty pool).
//! Tested: `rounded_gaussian_at_ten_million_draws` for `CryptoDigits::successes`, whose step is `Pool::take_ones`.

use rand_core::TryCryptoRng;

use super::Failure;

/// A source of independent uniform digits below 2^`BITS`.
pub trait Digits {
    /// Bits of a digit, from 1 to 32.
    const BITS: u32;

    /// The next digit.
    fn digit(&mut self) -> Result<u32, Failure>;

    /// A uniform number below 2^`width`, for a width of at most 16.
    fn few_bits(&mut self, width: u32) -> Result<u32, Failure>;

    /// The number of fair coins that succeed before the first failure.
    fn successes(&mut self) -> Result<u32, Failure>;

    /// A uniform number below 2^`width`, for a width of at most 128.
    fn bits(&mut self, width: u32) -> Result<u128, Failure> {
        if width <= 16 {
            return self.few_bits(width).map(u128::from);
        }
        let mut value = 0_u128;
        let mut have = 0_u32;
        while have < width {
            let take = Self::BITS.min(width.saturating_sub(have));
            let leading = self.digit()? >> Self::BITS.saturating_sub(take);
            value = (value << take) | u128::from(leading);
            have = have.saturating_add(take);
        }
        Ok(value)
    }
}

/// A word of random bits from which a few are taken at a time. Invariant: the unused bits lead, and the others are zero.
///
/// Its steps have no loop, so a proof can range over every state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pool {
    bits: u32,
    left: u32,
}

impl Pool {
    /// A fresh word.
    #[inline]
    pub const fn new(word: u32) -> Self {
        Self {
            bits: word,
            left: u32::BITS,
        }
    }

    /// How many bits are unused.
    pub const fn left(self) -> u32 {
        self.left
    }

    /// The next `width` bits; nothing, and nothing used, where fewer are left.
    #[inline]
    pub fn take(&mut self, width: u32) -> Option<u32> {
        self.left = self.left.checked_sub(width)?;
        // A width of zero takes nothing, and one of 32 leaves nothing.
        let taken = self.bits.checked_shr(u32::BITS.saturating_sub(width));
        self.bits = self.bits.checked_shl(width).unwrap_or(0);
        Some(taken.unwrap_or(0))
    }

    /// The ones before the next zero, which are used up, and whether the zero came: it is used up too.
    #[inline]
    pub fn take_ones(&mut self) -> (u32, bool) {
        let ones = self.bits.leading_ones().min(self.left);
        let ended = ones < self.left;
        // ones ≤ 31 where a zero came, so the shifts are proper.
        *self = match self.left.checked_sub(ones.saturating_add(1)) {
            Some(left) => Self {
                bits: (self.bits << ones) << 1,
                left,
            },
            None => Self::default(),
        };
        (ones, ended)
    }
}

/// 32-bit digits from a cryptographic generator, and a word from which single bits are taken.
pub(crate) struct CryptoDigits<'a, R> {
    rng: &'a mut R,
    pool: Pool,
}

impl<'a, R: TryCryptoRng> CryptoDigits<'a, R> {
    pub(crate) fn new(rng: &'a mut R) -> Self {
        let pool = Pool::default();
        Self { rng, pool }
    }
}

impl<R: TryCryptoRng> Digits for CryptoDigits<'_, R> {
    const BITS: u32 = 32;

    #[inline]
    fn digit(&mut self) -> Result<u32, Failure> {
        self.rng
            .try_next_u32()
            .map_err(|_| Failure::RandomnessUnavailable)
    }

    #[inline]
    fn few_bits(&mut self, width: u32) -> Result<u32, Failure> {
        if let Some(bits) = self.pool.take(width) {
            return Ok(bits);
        }
        // What was left is thrown away unseen.
        self.pool = Pool::new(self.digit()?);
        self.pool.take(width).ok_or(Failure::DrawFailed)
    }

    #[inline]
    fn successes(&mut self) -> Result<u32, Failure> {
        let mut sum = 0_u32;
        for _ in 0..MOST_WORDS {
            let (ones, ended) = self.pool.take_ones();
            sum = sum.saturating_add(ones);
            if ended {
                return Ok(sum);
            }
            self.pool = Pool::new(self.digit()?);
        }
        Err(Failure::DrawFailed)
    }
}

/// 136 words all of ones have probability 2^−4352.
const MOST_WORDS: u32 = 136;

#[cfg(test)]
pub(crate) mod tape {
    //! Every string of single bits, for exact probabilities.

    use super::{Digits, Failure};

    /// A string of bits, read from its leading one; reading past its end is an error.
    pub(crate) struct Tape {
        bits: u128,
        left: u32,
    }

    impl Tape {
        pub(crate) fn new(text: &str) -> Self {
            let left = u32::try_from(text.len()).unwrap();
            Self {
                bits: u128::from_str_radix(text, 2).unwrap(),
                left,
            }
        }
    }

    impl Digits for Tape {
        const BITS: u32 = 1;

        fn digit(&mut self) -> Result<u32, Failure> {
            self.left = self
                .left
                .checked_sub(1)
                .ok_or(Failure::RandomnessUnavailable)?;
            Ok(u32::from((self.bits >> self.left) & 1 == 1))
        }

        fn few_bits(&mut self, width: u32) -> Result<u32, Failure> {
            (0..width).try_fold(0, |bits, _| Ok((bits << 1) | self.digit()?))
        }

        fn successes(&mut self) -> Result<u32, Failure> {
            let mut sum = 0;
            while self.digit()? == 1 {
                sum += 1;
            }
            Ok(sum)
        }
    }

    /// How long the strings are: Miri takes a thousand times as long, and is asked about memory, not
    /// about how few strings are undecided.
    pub(crate) fn depth(full: u32) -> u32 {
        if cfg!(miri) { full.min(8) } else { full }
    }

    /// The weight of each outcome of `draw` over all strings of `length` bits, in units of
    /// 2^−length, and the weight of the strings that did not suffice.
    ///
    /// A draw that ends after fewer bits counts for all strings that begin with them.
    pub(crate) fn enumerate<const OUTCOMES: usize>(
        length: u32,
        mut draw: impl FnMut(&mut Tape) -> Result<usize, Failure>,
    ) -> ([u64; OUTCOMES], u64) {
        let mut weights = [0; OUTCOMES];
        let mut undecided = 0;
        // Depth-first: a prefix that does not suffice is followed by its two extensions.
        let (mut bits, mut known) = (0_u128, 0_u32);
        loop {
            match draw(&mut Tape { bits, left: known }) {
                Ok(outcome) => weights[outcome.min(OUTCOMES - 1)] += 1 << (length - known),
                Err(Failure::RandomnessUnavailable) if known < length => {
                    bits <<= 1;
                    known += 1;
                    continue;
                }
                Err(Failure::RandomnessUnavailable) => undecided += 1,
                Err(other) => panic!("{other:?}"),
            }
            // The next prefix in order: drop the ones at the end, turn the zero before them.
            let ones = bits.trailing_ones().min(known);
            if ones == known {
                return (weights, undecided);
            }
            known -= ones;
            bits = (bits >> ones) | 1;
        }
    }

    /// Asserts that `probability` lies between the decided weight and that plus the undecided.
    pub(crate) fn assert_brackets(weight: u64, undecided: u64, length: u32, probability: f64) {
        let unit = libm::ldexp(1.0, -i32::try_from(length).unwrap());
        #[allow(clippy::cast_precision_loss)]
        let (low, high) = (weight as f64 * unit, (weight + undecided) as f64 * unit);
        assert!(
            low <= probability + 1e-12 && probability - 1e-12 <= high,
            "{probability} is not between {low} and {high}"
        );
    }
}
