//! The magnitude of a unit normal, exactly: k + x with k whole and x revealed digit by digit.
//!
//! Karney 2016, *Sampling exactly from the normal distribution*, Algorithm N:
//! ```text
//! N1  k with probability ∝ e^(−k/2)              coins of e^(−1/2) until one fails
//! N2  keep it with probability e^(−k(k−1)/2)     k(k−1) more of them
//! N3  x uniform in [0, 1)
//! N4  keep it with probability e^(−x(2k+x)/2)    k+1 coins of e^(−x(2k+x)/(2k+2))
//! ```
//! so the density at k + x is ∝ e^(−k²/2 − x(2k+x)/2) = e^(−(k+x)²/2).
//!
//! Both coins are von Neumann's: the longest run y > u₁ > u₂ > … of uniforms has length at least n
//! with probability yⁿ/n!, so it is even with probability Σ (−y)ⁿ/n! = e^(−y). In N4 each step of the
//! run must also pass a coin of probability (2k+x)/(2k+2), which makes it e^(−x(2k+x)/(2k+2)).
//!
//! Tested: `the_coin_of_one_half_is_bracketed_by_every_string_of_bits`,
//! `the_coin_of_a_step_is_bracketed_by_every_string_of_bits`, `the_whole_part_is_bracketed_by_every_string_of_bits`;
//! `rounded_gaussian_at_ten_million_draws` (chi-square over integer cells).
//! Assumed: Karney's algorithm, which is cited.

use core::num::NonZeroU32;

use super::Failure;
use super::digits::Digits;
use super::lazy::LazyUniform;
use super::uniform;

/// Scratch space of the sampler, reused from draw to draw.
#[derive(Debug)]
pub(crate) struct UnitNormal {
    /// x of the magnitude k + x that was drawn last.
    pub(crate) fraction: LazyUniform,
    run: [LazyUniform; 2],
    slope: LazyUniform,
}

impl UnitNormal {
    pub(crate) const fn new() -> Self {
        Self {
            fraction: LazyUniform::scratch(),
            run: [LazyUniform::scratch(), LazyUniform::scratch()],
            slope: LazyUniform::scratch(),
        }
    }

    /// Draws |Z| = k + x; returns k and leaves x in `fraction`.
    pub(crate) fn draw<D: Digits>(&mut self, source: &mut D) -> Result<u32, Failure> {
        for _ in 0..MOST_REJECTIONS {
            let whole = self.geometric(source)?;
            if self.keeps_whole(whole, source)? && self.keeps_fraction(whole, source)? {
                return Ok(whole);
            }
        }
        Err(Failure::DrawFailed)
    }

    /// N1: the number of successes before the first failure of e^(−1/2).
    fn geometric<D: Digits>(&mut self, source: &mut D) -> Result<u32, Failure> {
        let mut sum = 0_u32;
        for _ in 0..MOST_SUCCESSES {
            // Coins with u₁ ≥ 1/2, an empty run, succeed at once: fair coins, counted in one go.
            sum = sum.saturating_add(source.successes()?);
            if !self.run_below_half_is_even(source)? {
                return Ok(sum);
            }
            sum = sum.saturating_add(1);
        }
        Err(Failure::DrawFailed)
    }

    /// N2: k(k−1) successes of e^(−1/2).
    fn keeps_whole<D: Digits>(&mut self, whole: u32, source: &mut D) -> Result<bool, Failure> {
        let mut needed = whole.saturating_mul(whole.saturating_sub(1));
        while needed > 0 {
            needed = needed.saturating_sub(source.successes()?);
            if needed == 0 {
                break;
            }
            if !self.run_below_half_is_even(source)? {
                return Ok(false);
            }
            needed = needed.saturating_sub(1);
        }
        Ok(true)
    }

    /// N3 and N4: a new x, kept with probability e^(−x(2k+x)/2).
    fn keeps_fraction<D: Digits>(&mut self, whole: u32, source: &mut D) -> Result<bool, Failure> {
        self.fraction.renew(source)?;
        for _ in 0..=whole {
            if !self.exp_minus_step(whole, source)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// For a coin of e^(−1/2) whose u₁ is below 1/2: whether the run 1/2 > u₁ > u₂ > … has even
    /// length.
    #[inline]
    fn run_below_half_is_even<D: Digits>(&mut self, source: &mut D) -> Result<bool, Failure> {
        // The leading bit is zero, the others of the digit are uniform.
        let mut last = source.digit()? >> 1;
        for length in 1..LONGEST_RUN {
            let next = source.digit()?;
            if next >= last {
                if next == last {
                    return self.tied_run_is_even(next, length, None, source);
                }
                return Ok(length % 2 == 0);
            }
            last = next;
        }
        Err(Failure::DrawFailed)
    }

    /// True with probability e^(−x(2k+x)/(2k+2)).
    #[inline]
    fn exp_minus_step<D: Digits>(&mut self, whole: u32, source: &mut D) -> Result<bool, Failure> {
        // k < 6000, so 2k+2 < 2^14.
        let chances = NonZeroU32::MIN.saturating_add(whole.saturating_mul(2).saturating_add(1));
        let mut last = self.fraction.first();
        for length in 0..LONGEST_RUN {
            if !passes_slope(chances, &mut self.fraction, &mut self.slope, source)? {
                return Ok(length % 2 == 0);
            }
            let next = source.digit()?;
            if next >= last {
                if next == last {
                    return self.tied_run_is_even(next, length, Some(chances), source);
                }
                return Ok(length % 2 == 0);
            }
            last = next;
        }
        Err(Failure::DrawFailed)
    }

    /// Ends a run whose last two numbers agree in their first digit, by their further digits.
    ///
    /// `length` counts the numbers before the tie; with `chances` each step must pass the slope's
    /// coin too. Where no number came before the tie, the last one is x itself.
    #[cold]
    fn tied_run_is_even<D: Digits>(
        &mut self,
        first: u32,
        length: u32,
        chances: Option<NonZeroU32>,
        source: &mut D,
    ) -> Result<bool, Failure> {
        let [one, other] = &mut self.run;
        let (mut last, mut next) = (one, other);
        next.begin(first);
        let last_is_fraction = length == 0 && chances.is_some();
        let mut descends = if last_is_fraction {
            next.is_below(&mut self.fraction, source)?
        } else {
            last.begin(first);
            next.is_below(last, source)?
        };
        for length in length..LONGEST_RUN {
            if !descends {
                return Ok(length % 2 == 0);
            }
            core::mem::swap(&mut last, &mut next);
            next.renew(source)?;
            let passes = match chances {
                None => true,
                Some(chances) => {
                    passes_slope(chances, &mut self.fraction, &mut self.slope, source)?
                }
            };
            descends = passes && next.is_below(last, source)?;
        }
        Err(Failure::DrawFailed)
    }
}

/// A coin of (2k+x)/(2k+2): of 2k+2 equal chances one fails, one passes with probability x, the
/// others pass. For k = 0 it ends half of the runs at the price of one bit.
#[inline]
fn passes_slope<D: Digits>(
    chances: NonZeroU32,
    fraction: &mut LazyUniform,
    scratch: &mut LazyUniform,
    source: &mut D,
) -> Result<bool, Failure> {
    match uniform::below_few(chances, source)? {
        0 => Ok(false),
        1 => {
            scratch.renew(source)?;
            scratch.is_below(fraction, source)
        }
        _ => Ok(true),
    }
}

/// An attempt succeeds with probability (1 − e^(−1/2))·√(π/2) = 0.493: 4400 fail with 2^−4300.
const MOST_REJECTIONS: u32 = 4400;
/// 6000 successes of e^(−1/2) have probability e^(−3000) < 2^−4300.
const MOST_SUCCESSES: u32 = 6000;
/// A run of 600 has probability below 1/600! < 2^−4600.
const LONGEST_RUN: u32 = 600;

#[cfg(test)]
mod tests {
    use super::super::digits::tape::{assert_brackets, depth, enumerate};
    use super::*;

    #[test]
    fn the_coin_of_one_half_is_bracketed_by_every_string_of_bits() {
        let length = depth(28);
        let mut normal = UnitNormal::new();
        // Half of the coins succeed at once; P(even | u₁ < 1/2) = 2·(e^(−1/2) − 1/2).
        let (weights, undecided) = enumerate::<2>(length, |tape| {
            normal.run_below_half_is_even(tape).map(usize::from)
        });
        assert_brackets(weights[1], undecided, length, 2.0 * libm::exp(-0.5) - 1.0);
        assert!(cfg!(miri) || undecided < 1 << (length - 10), "{undecided}");
    }

    #[test]
    fn the_coin_of_a_step_is_bracketed_by_every_string_of_bits() {
        // ∫₀¹ e^(−x(2k+x)/(2k+2)) dx for k = 0, 1, 2, by an independent computation (30 digits).
        for (whole, expected) in [
            (0, 0.855_624_391_892_148_8),
            (1, 0.733_289_263_715_222_4),
            (2, 0.697_426_997_731_464_7),
        ] {
            let length = depth(24);
            let mut normal = UnitNormal::new();
            let (weights, undecided) = enumerate::<2>(length, |tape| {
                normal.fraction.renew(tape)?;
                normal.exp_minus_step(whole, tape).map(usize::from)
            });
            assert_brackets(weights[1], undecided, length, expected);
            assert!(
                cfg!(miri) || undecided < 1 << (length - 4),
                "k = {whole}: {undecided}"
            );
        }
    }

    #[test]
    fn the_whole_part_is_bracketed_by_every_string_of_bits() {
        // P(k) ∝ e^(−k²/2)·∫₀¹ e^(−x(2k+x)/2) dx = the normal's mass on [k, k+1).
        let length = depth(24);
        let mut normal = UnitNormal::new();
        let (weights, undecided) = enumerate::<3>(length, |tape| {
            normal
                .draw(tape)
                .map(|whole| usize::try_from(whole).unwrap())
        });
        let root_half = libm::sqrt(0.5);
        let (one, two) = (libm::erfc(root_half), libm::erfc(2.0 * root_half));
        assert_brackets(weights[0], undecided, length, 1.0 - one);
        assert_brackets(weights[1], undecided, length, one - two);
        assert_brackets(weights[2], undecided, length, two);
        assert!(cfg!(miri) || undecided < 1 << (length - 1), "{undecided}");
    }
}
