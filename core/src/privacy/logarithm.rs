//! An upper bound of the logarithm of a fraction, in integers.
//!
//! For p ≥ q > 0, let p/q = 2^e·m with 1 ≤ m < 2 and z = (m − 1)/(m + 1), so that 0 ≤ z < 1/3. Then
//! ```text
//! ln(p/q) = e·ln 2 + 2·atanh z,    atanh z = Σ_i z^(2i+1)/(2i+1).
//! ```
//! Everything is in units of 2^−112 and every step rounds up: z, z², each power, each quotient, ln 2.
//! The terms from the N-th on are together at most z^(2N+1)/((2N+1)(1 − z²)) < z^(2N+1), which is added
//! as a last term. No step is below the truth, so the result is not either.
//!
//! It is above the truth by less than 2^−103: ln 2 is too large by less than a unit, 96 times at most; z
//! by less than a unit, which moves atanh by less than 9/8; a power by less than two, since each is at
//! most 1/9 of a too large one before it, rounded up; a quotient by one more. With N = 40 terms that is
//! less than 96 + 2·(9/8 + 40·3 + 3) < 2^9 units. For p = q the result is 0 exactly.
//!
//! Proved: in part `mul_div_rounds_as_named` and `long_products_round_as_named`, on which `times_up()` rests (four bits
//! each).
//! Tested: `the_logarithm_is_never_below_the_truth_and_hardly_above`: 0 ≤ bound − truth < 2^−103 at 320 values of 120
//! digits. A chain of 256-bit divisions is beyond Kani.
//! Assumed: the argument in this file.

use core::num::NonZeroU128;

use crate::wide;

/// Binary digits after the point.
pub const FRACTION_BITS: u32 = 112;

/// At least ln(p/q), and above it by less than 2^−103, in units of 2^−112. `None` for p < q, or p of
/// 2^96 and more.
pub fn ln_up(p: u128, q: NonZeroU128) -> Option<u128> {
    if p < q.get() || p >> 96 != 0 {
        return None;
    }
    // e = ⌊log₂(p/q)⌋: q·2^e ≤ p < 2·q·2^e.
    let longer = q.leading_zeros().checked_sub(p.leading_zeros())?;
    let exponent = if q.get() << longer <= p {
        longer
    } else {
        longer.checked_sub(1)?
    };
    let scaled = q.get() << exponent;
    // z = (p − q·2^e)/(p + q·2^e); both are below 2^97.
    let sum = NonZeroU128::new(p.checked_add(scaled)?)?;
    let z = wide::shl_div_ceil(p.checked_sub(scaled)?, FRACTION_BITS, sum)?;
    let squared = times_up(z, z)?;
    let mut power = z;
    let mut atanh = 0_u128;
    for odd in (1..=LAST_ODD).step_by(2) {
        atanh = atanh.checked_add(power.div_ceil(odd))?;
        power = times_up(power, squared)?;
    }
    atanh = atanh.checked_add(power)?;
    // e < 96 and atanh < 1/2: below 2^7·2^112.
    LN_2_UP
        .checked_mul(u128::from(exponent))?
        .checked_add(atanh.checked_mul(2)?)
}

/// ⌈x·y⌉ in units.
fn times_up(x: u128, y: u128) -> Option<u128> {
    wide::mul_div_ceil(x, y, ONE)
}

const ONE: NonZeroU128 = NonZeroU128::new(1 << FRACTION_BITS).unwrap();
/// 2N − 1 for N = 40 terms.
const LAST_ODD: u128 = 79;
/// ln 2·2^112, rounded up.
const LN_2_UP: u128 = 3_599_025_928_123_676_973_540_407_451_845_619;
