//! The binary logarithm of a whole number, in integers, with a proved error.
//!
//! For x = c·2^(−e) in [1, 2), squaring doubles the logarithm: x² ≥ 2 says that its next binary digit is
//! 1, and x²/2 goes on; else x² does. x is kept as 64 bits with 63 after the point, rounded down after
//! every step.
//!
//! **Error.** Let y be the exact logarithm of what is kept. A step gives y′ = 2y − digit − ε with
//! 0 ≤ ε < 2^−62, since what is kept is at least 1 and loses less than 2^−63. Over 60 steps, and with
//! the rest 0 ≤ y < 1 behind the last digit,
//! ```text
//! 0 ≤ log₂ c − result < 2^−60 + 2^−62·(½ + ¼ + …) < 2^−59,    so 0 ≤ c·log₂ c − result < c·2^−59.
//! ```
//!
//! Proved: `digits_of_squares_are_exact`, for every square: only the product of two 64-bit numbers is left out.
//! Tested: `logarithm_step_is_exact`, `logarithm_is_within_its_error` (exact powers, squares and products),
//! `logarithms_are_below_the_truth_and_within_their_error` (400 values to 40 digits by an independent library),
//! `information_score_is_within_its_error`.
//! Assumed: the argument in this file, for 60 steps together.

/// Binary digits after the point.
pub const FRACTION_BITS: u32 = 60;
/// The error of `log2_down` is below so many units of 2^−60.
pub const ERROR_UNITS: u64 = 2;

/// log₂ c in units of 2^−60, rounded down to within [`ERROR_UNITS`]; 0 for c = 0.
pub fn log2_down(c: u64) -> u128 {
    let Some(whole) = c.checked_ilog2() else {
        return 0;
    };
    let mut kept = c << c.leading_zeros();
    let mut digits = 0_u64;
    for _ in 0..FRACTION_BITS {
        let (digit, next) = square_step(kept);
        digits = (digits << 1) | u64::from(digit);
        kept = next;
    }
    (u128::from(whole) << FRACTION_BITS) | u128::from(digits)
}

/// c·log₂ c in units of 2^−60, rounded down to within c·[`ERROR_UNITS`]; 0 for c = 0. For c up to 2^40 it is below
/// 2^106.
pub fn times_log2_down(c: u64) -> u128 {
    u128::from(c).saturating_mul(log2_down(c))
}

/// One digit of the logarithm: whether x² ≥ 2, and x² or x²/2, rounded down. `kept` has its highest bit
/// set, and so has what comes back.
pub const fn square_step(kept: u64) -> (bool, u64) {
    // A cast that `From` cannot do in a constant.
    digit_of_square(kept as u128 * kept as u128)
}

/// Whether x² ≥ 2, and the mantissa of x² or x²/2, rounded down, from x²·2^126 in [2^126, 2^128).
pub const fn digit_of_square(square: u128) -> (bool, u64) {
    let digit = square >> 127 == 1;
    // Casts that `TryFrom` cannot do in a constant: what is shifted right by 63 where it is below 2^127,
    // or else by 64, fits 64 bits.
    #[allow(clippy::cast_possible_truncation)]
    let next = if digit {
        (square >> 64) as u64
    } else {
        (square >> 63) as u64
    };
    (digit, next)
}
