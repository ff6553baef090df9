//! Rounding σ·(k + x) to the nearest integer, where the digits of x come one by one.
//!
//! σ = m·2^e, k is whole, x is uniform in [0, 1). With the first h bits of x as the integer p,
//! X = k·2^h + p and s = h − e,
//! ```text
//! σ·(k + x) = m·(X + ξ)/2^s,   0 ≤ ξ < 1 still unknown,
//! round(…)  = ⌊(m·(X + ξ) + 2^(s−1)) / 2^s⌋.
//! ```
//! For s ≥ 40 > log₂ m at most one boundary lies inside, at ξ = r/m for an integer 0 ≤ r < m. Then
//! the digits of ξ are compared with the expansion of r/m, made digit by digit from remainders: no
//! limit on precision, constant memory.
//!
//! Proved: `sums_are_cut_off_at_the_ends`, for every sum; in part `rounding_is_decided_correctly` (four free bits of σ,
//! k up to 3, four bits known: a product by the mantissa), `boundary_digit_is_exact` (6 by 4 bits).
//! Tested: `small_sigmas_are_bracketed_by_every_string_of_bits`, `a_boundary_is_compared_digit_by_digit`,
//! `a_boundary_just_inside_and_just_outside`.

use crate::privacy::Sigma;

/// What is known of the rounded magnitude after a prefix of x.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// Whatever the other digits, it is this.
    Decided(u128),
    /// It is `lower` if ξ < boundary/m, else `lower + 1`.
    Between {
        /// The smaller of the two candidates.
        lower: u128,
        /// The numerator r of the boundary r/m, below m.
        boundary: u64,
    },
}

/// Bits of x that [`after_prefix`] needs for this σ: enough that s ≥ 40.
pub const fn bits_needed(sigma: Sigma) -> u32 {
    let bits = sigma.exponent() + MANTISSA_BITS;
    if bits > 0 { bits.unsigned_abs() } else { 0 }
}

/// The rounding of σ·(whole + x) once the first `bits` bits of x are `prefix`.
///
/// Wants `bits_needed(sigma)` ≤ bits ≤ 96 and whole < 2^16; then m·X < 2^40·2^(16+64), as a σ that
/// needs more than 64 bits does not exist and one that needs fewer is given at most 31 more.
/// No loop, so a proof can range over its inputs.
pub const fn after_prefix(sigma: Sigma, whole: u32, prefix: u128, bits: u32) -> Rounding {
    let mantissa = sigma.mantissa() as u128;
    // s = h − e ≥ 40
    let shift = bits.wrapping_add_signed(-sigma.exponent());
    let known = ((whole as u128) << bits) | prefix;
    // m·X + 2^(s−1): where ξ = 0 stands, shifted so that rounding is a floor.
    let start = mantissa.wrapping_mul(known).wrapping_add(1 << (shift - 1));
    let lower = start >> shift;
    // The first boundary above it is (lower + 1)·2^s, at ξ = r/m.
    let boundary = ((lower + 1) << shift).wrapping_sub(start);
    if boundary < mantissa {
        // Below m < 2^40, so the cast keeps it.
        #[allow(clippy::cast_possible_truncation)]
        let boundary = boundary as u64;
        Rounding::Between { lower, boundary }
    } else {
        Rounding::Decided(lower)
    }
}

/// The next digit of remainder/mantissa in base 2^`bits`, and the new remainder:
/// remainder·2^bits = digit·mantissa + new remainder.
///
/// For remainder < mantissa < 2^64 and bits ≤ 32, digit < 2^bits and new remainder < mantissa.
pub const fn boundary_digit(remainder: u64, mantissa: u64, bits: u32) -> (u32, u64) {
    let scaled = (remainder as u128) << bits;
    // remainder < mantissa, so the quotient is below 2^bits ≤ 2^32 and the rest below 2^64.
    #[allow(clippy::cast_possible_truncation)]
    match scaled.checked_div(mantissa as u128) {
        Some(digit) => (digit as u32, (scaled % mantissa as u128) as u64),
        None => (0, 0), // a mantissa is at least 2^39
    }
}

/// answer + noise, cut off at the ends of `i64`: post-processing of the exact sum.
pub fn cut_off_sum(answer: i64, noise: i128) -> i64 {
    let sum = i128::from(answer).saturating_add(noise);
    i64::try_from(sum).unwrap_or(if sum < 0 { i64::MIN } else { i64::MAX })
}

const MANTISSA_BITS: i32 = 40;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_boundary_just_inside_and_just_outside() {
        // m·2^−40·x reaches 1/2 at x = 2^39/m: below 1 for m = 2^39 + 1 by one unit of m, at 1 for 2^39.
        let rounding = |mantissa| after_prefix(Sigma::new(mantissa, -40).unwrap(), 0, 0, 0);
        let (lower, boundary) = (0, 1 << 39);
        assert_eq!(
            rounding((1 << 39) + 1),
            Rounding::Between { lower, boundary }
        );
        assert_eq!(rounding(1 << 39), Rounding::Decided(lower));
    }
}
