//! Integer arithmetic whose rounding direction stands in its name.
//!
//! ```text
//! mul_div_floor(a, b, d) = ⌊a·b / d⌋        shl_div_floor(n, s, d) = ⌊n·2^s / d⌋
//! ```
//! and the same with `ceil`. Products and shifted numerators are exact however wide they grow;
//! a quotient that does not fit in `u128` is `None`, never wrapped.
//!
//! Division is schoolbook long division in base 2: its one step has no loop, so a proof ranges
//! over every input, and the loops around it do nothing else.
//!
//! Proved: `division_step_is_exact`, `quotients_grow_by_digits`, `limb_products_add_up`,
//! `limb_products_never_overflow`, for all values; the loops around them in part: `mul_div_rounds_as_named` and
//! `shl_div_rounds_as_named` (four bits), `long_products_round_as_named` (four bits, 120 places up; widely five),
//! `widening_product_is_exact` (four bits on either side of a limb), `square_root_rounds_up` (n up to 63, widely 255).
//! Tested: `agrees_with_an_independent_library`; square roots up to 70,000.
//! Assumed: the square root of the standard library, beyond 255.

use core::num::NonZeroU128;

/// ⌊a·b / d⌋, or `None` where it does not fit.
pub fn mul_div_floor(a: u128, b: u128, d: NonZeroU128) -> Option<u128> {
    divide_product(a, b, d).map(|(quotient, _)| quotient)
}

/// ⌈a·b / d⌉, or `None` where it does not fit.
pub fn mul_div_ceil(a: u128, b: u128, d: NonZeroU128) -> Option<u128> {
    divide_product(a, b, d).and_then(round_up)
}

/// ⌊n·2^shift / d⌋, or `None` where it does not fit.
pub fn shl_div_floor(n: u128, shift: u32, d: NonZeroU128) -> Option<u128> {
    divide_shifted(n, shift, d).map(|(quotient, _)| quotient)
}

/// ⌈n·2^shift / d⌉, or `None` where it does not fit.
pub fn shl_div_ceil(n: u128, shift: u32, d: NonZeroU128) -> Option<u128> {
    divide_shifted(n, shift, d).and_then(round_up)
}

/// ⌈√n⌉. Its floor is `u128::isqrt`.
pub fn isqrt_ceil(n: u128) -> u128 {
    let root = n.isqrt();
    // root ≤ 2^64 − 1, so neither the square nor the sum overflows.
    if root.wrapping_mul(root) == n {
        root
    } else {
        root.wrapping_add(1)
    }
}

/// a·b as (high, low) halves of 256 bits.
pub fn widening_product(a: u128, b: u128) -> (u128, u128) {
    let (a1, a0) = (a >> HALF, a & LOW_HALF);
    let (b1, b0) = (b >> HALF, b & LOW_HALF);
    // Factors below 2^64, so no product wraps.
    let inner = [a1.wrapping_mul(b0), a0.wrapping_mul(b1)];
    add_limb_products(a0.wrapping_mul(b0), inner, a1.wrapping_mul(b1))
}

/// outer·2^128 + (one + other)·2^64 + low as (high, low) halves, for products of two numbers below 2^64.
///
/// No product, so a proof can range over every input.
pub const fn add_limb_products(low: u128, inner: [u128; 2], outer: u128) -> (u128, u128) {
    let [one, other] = inner;
    // Each is at most (2^64 − 1)², so adding two 64-bit halves to it cannot pass 2^128 − 1.
    let middle = one.wrapping_add(low >> HALF);
    let carry = other.wrapping_add(middle & LOW_HALF);
    let high = outer
        .wrapping_add(middle >> HALF)
        .wrapping_add(carry >> HALF);
    (high, (carry << HALF) | (low & LOW_HALF))
}

/// One step of long division in base 2: (quotient bit, new remainder) of (2·remainder + bit) / d.
///
/// For `remainder < d`: 2·remainder + bit = quotient·d + new remainder, and new remainder < d.
/// No loop, so a proof can range over every input.
pub fn division_step(remainder: u128, bit: bool, d: NonZeroU128) -> (bool, u128) {
    let overflows = remainder >> (u128::BITS - 1) == 1;
    let doubled = (remainder << 1) | u128::from(bit);
    if overflows || doubled >= d.get() {
        // The true value is doubled (+ 2^128 where it overflowed), at most 2d − 1: one subtraction
        // brings it below d, and modulo 2^128 that is the wrapping one.
        (true, doubled.wrapping_sub(d.get()))
    } else {
        (false, doubled)
    }
}

/// One digit more of a quotient: what `(quotient, remainder)` of N / d becomes for (2·N + bit) / d.
/// `None` where the quotient would not fit. No loop either.
pub fn quotient_step(
    (quotient, remainder): (u128, u128),
    bit: bool,
    d: NonZeroU128,
) -> Option<(u128, u128)> {
    if quotient >> (u128::BITS - 1) == 1 {
        return None;
    }
    let (digit, rest) = division_step(remainder, bit, d);
    Some(((quotient << 1) | u128::from(digit), rest))
}

/// (quotient, remainder) of a·b / d.
fn divide_product(a: u128, b: u128, d: NonZeroU128) -> Option<(u128, u128)> {
    let (high, low) = widening_product(a, b);
    if high == 0 {
        return Some((low / d, low % d));
    }
    if high >= d.get() {
        return None;
    }
    let mut digits = (0..u128::BITS).rev().map(|place| (low >> place) & 1 == 1);
    digits.try_fold((0, high), |so_far, digit| quotient_step(so_far, digit, d))
}

/// (quotient, remainder) of n·2^shift / d.
fn divide_shifted(n: u128, shift: u32, d: NonZeroU128) -> Option<(u128, u128)> {
    (0..shift).try_fold((n / d, n % d), |so_far, _| quotient_step(so_far, false, d))
}

fn round_up((quotient, remainder): (u128, u128)) -> Option<u128> {
    if remainder == 0 {
        Some(quotient)
    } else {
        quotient.checked_add(1)
    }
}

const HALF: u32 = 64;
const LOW_HALF: u128 = (1 << HALF) - 1;
