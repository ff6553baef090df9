//! Noise: random bits, uniform candidates, Bernoulli(e^(−γ)) decisions, rounding of σ·(k + x), sums.

use core::convert::Infallible;
use core::num::NonZeroU128;

use privet_core::noise::digits::Pool;
use privet_core::noise::rounding::{
    Rounding, after_prefix, bits_needed, boundary_digit, cut_off_sum,
};
use privet_core::noise::{bernoulli, uniform};
use privet_core::privacy::Sigma;
use rand_core::{TryCryptoRng, TryRng};

use crate::engines::{Bounds, Choices};
use crate::{cover, engines};

/// Candidates of [`uniform::width`] bits reach every number below the bound, each as itself, and
/// more than half of them are accepted. Bound: none, all of u128.
pub fn uniform_candidates_cover_the_range(choose: &mut impl Choices) {
    let bound = choose.number(Bounds::small_or(32, u128::MAX)).max(1);
    let bits = choose.number(Bounds::small_or(63, u128::MAX));
    let Some(nonzero) = NonZeroU128::new(bound) else {
        return;
    };
    let width = uniform::width(nonzero);
    // Every number below the bound has `width` bits: bound − 1 < 2^width.
    assert!(width == 128 || (bound - 1) >> width == 0);
    // More than half: 2^width < 2·bound.
    assert!(width == 0 || (bound - 1) >> (width - 1) == 1);
    let accepted = uniform::accept_below(bits, nonzero);
    assert_eq!(accepted, if bits < bound { Some(bits) } else { None });
    cover!(choose, accepted.is_none(), "rejected");
    cover!(choose, bound.is_power_of_two(), "a power of two");
}
engines!(uniform_candidates_cover_the_range: exhaust_uniform_candidates_cover_the_range (2112 cases),
         prop_uniform_candidates_cover_the_range,
         verify_uniform_candidates_cover_the_range (minisat, unwind 1));

/// The decision of a coin of e^(−n/d) is the alternating series 1 − s₁ + s₁s₂ − …, where s_k says
/// whether the k-th uniform number below d·k is below n: its expectation is Σ (−n/d)^k/k!, since
/// exactly n of the d·k numbers succeed. Bound: the first three coins; the rest repeat.
pub fn bernoulli_decision_is_its_series(choose: &mut impl Choices) {
    let d = 1 + choose.number(Bounds::small_or(2, (1 << 60) - 2));
    let n = choose.number(Bounds::small_or(2, (1 << 60) - 1)).min(d);
    let mut uniforms = [0_u128; COINS];
    let mut bound = 0;
    for number in &mut uniforms {
        bound += d;
        *number = choose.number(Bounds::small_or(6, 1 << 63)).min(bound - 1);
    }
    // Past the last chosen coin the run ends: numbers at the top of their range fail. Each coin is asked for by
    // its number, for it is k that makes the k-th range d·k.
    let mut coins = uniforms.iter().copied();
    let mut asked = 0;
    let decision = bernoulli::decide(n, |k| {
        asked += 1;
        assert!(k.get() == asked, "another coin than the next");
        Ok::<_, ()>(coins.next().unwrap_or(u128::MAX))
    });

    let mut series = 0_i32;
    let mut sign = 1_i32;
    for coin in uniforms.iter().map(|&number| number < n).chain([false]) {
        series += sign;
        sign = -sign;
        if !coin {
            break;
        }
    }
    assert_eq!(decision, Ok(Some(series == 1)));
    assert!(series == 0 || series == 1);
    cover!(choose, series == 1, "succeeds");
    cover!(choose, series == 0, "fails");
}
engines!(bernoulli_decision_is_its_series: exhaust_bernoulli_decision_is_its_series (3087 cases),
         prop_bernoulli_decision_is_its_series,
         verify_bernoulli_decision_is_its_series (cadical, unwind 6));

/// The next digit of r/m in base 2^b, by remainder: r·2^b = digit·m + r', r' < m, digit < 2^b.
/// Kani: m of 6 bits, b = 4.
pub fn boundary_digit_is_exact(choose: &mut impl Choices) {
    let mantissa = 1 + choose.number64(Bounds::small_or(30, (1 << 40) - 2).symbolic(62));
    let remainder = choose
        .number64(Bounds::small_or(29, (1 << 40) - 2).symbolic(62))
        .min(mantissa - 1);
    let bits = 1 + choose.number32(Bounds::small_or(4, 31).symbolic(3));
    let (digit, rest) = boundary_digit(remainder, mantissa, bits);
    assert!(rest < mantissa && u64::from(digit) >> bits == 0);
    assert_eq!(
        u128::from(remainder) << bits,
        u128::from(digit) * u128::from(mantissa) + u128::from(rest)
    );
    cover!(choose, rest == 0, "the expansion ends");
    cover!(choose, rest > 0, "the expansion goes on");
}
engines!(boundary_digit_is_exact: exhaust_boundary_digit_is_exact (4650 cases),
         prop_boundary_digit_is_exact, verify_boundary_digit_is_exact (kissat, unwind 1));

/// Whatever digits of x follow, the rounding decided from a prefix is the rounding of the whole
/// number, ⌊(m·(X + ξ) + 2^(s−1))/2^s⌋, and where two are possible the boundary r/m tells them
/// apart. ξ is given by eight more bits. Kani: mantissas with four free bits, whole parts
/// below 4, prefixes of at most 4 bits.
pub fn rounding_is_decided_correctly(choose: &mut impl Choices) {
    // Mantissas from 2^39 on, their free bits at the top; exponents from −59 to −40 + 4.
    let free = choose.number64(Bounds::small_or(3, (1 << 39) - 1).symbolic(15));
    let mantissa = (1 << 39) | if free < 16 { free << 35 } else { free };
    let exponent = choose.number32(Bounds::small_or(5, 58).symbolic(5));
    let whole = choose.number32(Bounds::small_or(2, 6000).symbolic(3));
    let prefix = choose.number(Bounds::small_or(3, (1 << 24) - 1).symbolic(15));
    let tail = choose.number(Bounds::small_or(255, 255));
    let Ok(sigma) = Sigma::new(mantissa, i32::try_from(exponent).unwrap_or(0) - 41) else {
        panic!("2^−2 to 2^57 is in range");
    };
    let bits = bits_needed(sigma).max(4);
    let prefix = prefix & ((1 << bits) - 1);
    // m·(X + ξ)·2^8 + 2^(s+7), s = bits − e: at most 2^(40 + 13 + 57 + 8).
    let known = (u128::from(whole) << bits) | prefix;
    let shift = bits.wrapping_add_signed(-sigma.exponent());
    let exact = u128::from(mantissa) * ((known << 8) | tail) + (1 << (shift + 7));
    let expected = exact >> (shift + 8);

    let found = after_prefix(sigma, whole, prefix, bits);
    match found {
        Rounding::Decided(rounded) => assert_eq!(rounded, expected),
        Rounding::Between { lower, boundary } => {
            assert!(boundary < mantissa);
            // ξ = tail/2^8 ≥ boundary/m?
            let above = tail * u128::from(mantissa) >= u128::from(boundary) << 8;
            assert_eq!(lower + u128::from(above), expected);
        }
    }
    cover!(choose, matches!(found, Rounding::Decided(_)), "decided");
    cover!(
        choose,
        !matches!(found, Rounding::Decided(_)),
        "not yet decided"
    );
}
engines!(rounding_is_decided_correctly: exhaust_rounding_is_decided_correctly (73_728 cases),
         prop_rounding_is_decided_correctly,
         verify_rounding_is_decided_correctly (kissat, unwind 1));

/// An answer with its noise is their sum, cut off at the ends of `i64`. Bound: none, every answer and noise.
pub fn sums_are_cut_off_at_the_ends(choose: &mut impl Choices) {
    // The exhaustive engine has the numbers next to the ends, and those next to zero.
    let mut any = |end: i128| {
        let number = choose.number(Bounds::small_or(5, u128::MAX)).cast_signed();
        match number {
            0..=2 => end - number,
            3..=5 => number - 4,
            any => any,
        }
    };
    let answer = i64::try_from(any(i64::MAX.into())).unwrap_or(i64::MIN);
    let noise = any(i128::from(i64::MIN) + 1);
    let found = i128::from(cut_off_sum(answer, noise));
    // Where the sum itself does not fit, its sign is that of the noise.
    let sum = i128::from(answer).checked_add(noise);
    let (least, most) = (i128::from(i64::MIN), i128::from(i64::MAX));
    match sum {
        Some(sum) => assert!(found == sum.clamp(least, most)),
        None => assert!(found == if noise < 0 { least } else { most }),
    }
    cover!(choose, sum == Some(found) && noise != 0, "a sum");
    cover!(choose, sum != Some(found), "cut off");
}
engines!(sums_are_cut_off_at_the_ends: exhaust_sums_are_cut_off_at_the_ends (36 cases),
         prop_sums_are_cut_off_at_the_ends,
         verify_sums_are_cut_off_at_the_ends (minisat, unwind 1));

/// No random bit is used twice, and none is skipped: what is taken and what is left are, one after the other, the
/// bits that there were, whether a few are taken or the ones before the next zero. Bound: any word of which
/// any number of bits is used, every width up to 32 (exhaustive: words of four bits and all ones, widths up to 16).
pub fn no_random_bit_is_used_twice(choose: &mut impl Choices) {
    let word = choose.number32(Bounds::small_or(15, u32::MAX.into()));
    let word = match word {
        0..15 => word << 28,
        15 => u32::MAX,
        any => any,
    };
    // Two takings lead to any number of used bits.
    let used = [0; 2].map(|_: u8| choose.number32(Bounds::all(16)));
    let width = choose.number32(Bounds::small_or(16, 32));
    let mut pool = Pool::new(word);
    let used = used.iter().fold(0, |used, &width| {
        let taken = pool.take(width).expect("at most 32 bits");
        assert!(taken == wide_shr(wide_shl(word, used), 32 - width));
        used + width
    });
    let rest = wide_shl(word, used);
    assert!(pool.left() == 32 - used);
    let mut few = pool;
    match few.take(width) {
        Some(taken) => {
            assert!(width <= pool.left() && few.left() == pool.left() - width);
            assert!(taken == wide_shr(rest, 32 - width));
        }
        None => assert!(width > pool.left() && few == pool),
    }
    let mut many = pool;
    let (ones, ended) = many.take_ones();
    assert!(ones == rest.leading_ones().min(pool.left()));
    assert!(ended == (ones < pool.left()));
    // The zero is used up, too; and what comes next is what stands behind it.
    assert!(many.left() == pool.left() - ones - u32::from(ended));
    let next = many.left().min(16);
    let behind = wide_shl(word, 32 - many.left());
    assert!(many.take(next) == Some(wide_shr(behind, 32 - next)));
    cover!(choose, ended && ones > 0, "ones before a zero");
    cover!(choose, !ended, "all ones");
    cover!(choose, width > pool.left(), "too few are left");
}
engines!(no_random_bit_is_used_twice: exhaust_no_random_bit_is_used_twice (78_608 cases),
         prop_no_random_bit_is_used_twice,
         verify_no_random_bit_is_used_twice (cadical, unwind 4));

/// A number of `width` bits is the first bits of the generator's words, each used once. Bound: every width up to 127
/// and every four words (exhaustive: single bits of them).
pub fn uniform_bits_are_those_of_the_generator(choose: &mut impl Choices) {
    let width = choose.number32(Bounds::all(127));
    let words = choose.number(Bounds::small_or(3, u128::MAX));
    let words = match words {
        0..=3 => !((u128::MAX / 7) << words),
        any => any,
    };
    // A power of two, so that no candidate is rejected.
    let bound = NonZeroU128::new(1 << width).unwrap_or(NonZeroU128::MIN);
    let mut rng = Words { words, used: 0 };
    let found = uniform::draw_below(bound, &mut rng);
    let expected = if width == 0 {
        0
    } else {
        words >> (128 - width)
    };
    assert!(found == Ok(expected));
    assert!(rng.used == width.div_ceil(32));
    cover!(choose, width > 96, "four words");
    cover!(choose, width == 16, "half a word");
}
engines!(uniform_bits_are_those_of_the_generator:
         exhaust_uniform_bits_are_those_of_the_generator (512 cases),
         prop_uniform_bits_are_those_of_the_generator,
         verify_uniform_bits_are_those_of_the_generator (cadical, unwind 6));

/// Four words of a generator, the leading one first.
struct Words {
    words: u128,
    used: u32,
}

impl TryRng for Words {
    type Error = Infallible;

    #[allow(clippy::cast_possible_truncation)] // one word of four
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        assert!(self.used < 4, "more words than bits are asked for");
        self.used += 1;
        Ok((self.words >> (128 - 32 * self.used)) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        unreachable!("digits are words of 32 bits")
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Infallible> {
        unreachable!("digits are words of 32 bits")
    }
}

impl TryCryptoRng for Words {}

/// Shifts by up to 32 places.
fn wide_shl(word: u32, places: u32) -> u32 {
    word.checked_shl(places).unwrap_or(0)
}

fn wide_shr(word: u32, places: u32) -> u32 {
    word.checked_shr(places).unwrap_or(0)
}

/// Coins that the Bernoulli property follows one by one.
const COINS: usize = 3;
