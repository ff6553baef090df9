//! Fixed-point rounding: quotients go the way their names say, exactly.

use core::num::NonZeroU128;

use privet_core::wide;

use crate::engines::{Bounds, Choices};
use crate::{cover, engines};

/// One step of long division is exact: 2r + bit = q·d + r', r' < d, for every r < d.
/// Bound: none, all of u128.
pub fn division_step_is_exact(choose: &mut impl Choices) {
    let divisor = choose.number(Bounds::small_or(15, u128::MAX)).max(1);
    let remainder = choose
        .number(Bounds::small_or(15, u128::MAX))
        .min(divisor - 1);
    let bit = choose.flag();
    let Some(d) = NonZeroU128::new(divisor) else {
        return;
    };
    let (quotient, rest) = wide::division_step(remainder, bit, d);

    // 2r + bit as 129 bits.
    let carried = remainder >> 127 == 1;
    let low = remainder
        .wrapping_add(remainder)
        .wrapping_add(u128::from(bit));
    assert!(rest < divisor);
    if quotient {
        // q·d + r' = d + r', with its own carry.
        let (sum, carry) = divisor.overflowing_add(rest);
        assert!(sum == low && carry == carried);
    } else {
        assert!(rest == low && !carried);
    }
    cover!(choose, quotient, "the divisor goes in");
    cover!(choose, !quotient, "the divisor does not go in");
}
engines!(division_step_is_exact: exhaust_division_step_is_exact (512 cases),
         prop_division_step_is_exact, verify_division_step_is_exact (minisat, unwind 1));

/// A product of two 64-bit limbs has room for two more limbs: x·y + p + q < 2^128. So the
/// schoolbook product of [`wide::widening_product`] never overflows inside. Bound: none.
pub fn limb_products_never_overflow(choose: &mut impl Choices) {
    let limb = Bounds::small_or(3, u128::from(u64::MAX));
    let [x, y, p, q] = [0; 4].map(|_: u64| u128::from(choose.number64(limb)));
    let product = x.checked_mul(y);
    let sum = product.and_then(|product| product.checked_add(p)?.checked_add(q));
    assert!(sum.is_some());
}
engines!(limb_products_never_overflow: exhaust_limb_products_never_overflow (256 cases),
         prop_limb_products_never_overflow, verify_limb_products_never_overflow (minisat, unwind 5));

/// The four products of limbs add up to the whole, no carry lost: low + (one + other)·2^64 + outer·2^128, for
/// products of two 64-bit numbers. With [`limb_products_never_overflow`] and the distributive law that is a·b for
/// all a and b. Bound: none, every four such products.
pub fn limb_products_add_up(choose: &mut impl Choices) {
    let most = u128::from(u64::MAX) * u128::from(u64::MAX);
    let product = Bounds::small_or(3, most);
    let mut any_product = || {
        let product = choose.number(product);
        // The exhaustive engine has the largest products, too.
        match product {
            2 => u64::MAX.into(),
            3 => most,
            any => any,
        }
    };
    let [low, one, other, outer] = [(); 4].map(|()| any_product());
    let found = wide::add_limb_products(low, [one, other], outer);

    // The same as sums of 256 bits, with their carries.
    let plus = |(high, low): (u128, u128), (above, below): (u128, u128)| {
        let (low, carry) = low.overflowing_add(below);
        let high = high.checked_add(above)?;
        Some((high.checked_add(u128::from(carry))?, low))
    };
    let sum = plus((outer, low), (one >> 64, one << 64));
    let sum = sum.and_then(|sum| plus(sum, (other >> 64, other << 64)));
    // Four products of one a and one b have no more; others may pass 2^256.
    if let Some(sum) = sum {
        assert!(found == sum);
    }
    let carried = (low >> 64) + (one & u128::from(u64::MAX)) + (other & u128::from(u64::MAX));
    cover!(
        choose,
        sum.is_some() && carried >> 64 == 2,
        "a carry of two"
    );
}
engines!(limb_products_add_up: exhaust_limb_products_add_up (256 cases), prop_limb_products_add_up,
         verify_limb_products_add_up (cadical, unwind 5));

/// One digit more of a quotient: q ← 2q + digit by the digit that [`division_step_is_exact`] is about, and nothing
/// where that does not fit. So by induction over its digits any loop of such steps divides exactly: from N = q·d + r
/// follows 2N + bit = (2q + digit)·d + r′. Bound: none, all of u128.
pub fn quotients_grow_by_digits(choose: &mut impl Choices) {
    let divisor = choose.number(Bounds::small_or(7, u128::MAX)).max(1);
    let remainder = choose
        .number(Bounds::small_or(7, u128::MAX))
        .min(divisor - 1);
    // The exhaustive engine has the numbers next to 2^127, too.
    let quotient = match choose.number(Bounds::small_or(5, u128::MAX)) {
        4 => (1 << 127) - 1,
        5 => 1 << 127,
        any => any,
    };
    let bit = choose.flag();
    let Some(d) = NonZeroU128::new(divisor) else {
        return;
    };
    let (digit, rest) = wide::division_step(remainder, bit, d);
    let expected = quotient
        .checked_mul(2)
        .map(|doubled| (doubled + u128::from(digit), rest));
    assert!(wide::quotient_step((quotient, remainder), bit, d) == expected);
    cover!(choose, expected.is_none(), "does not fit");
    cover!(choose, expected.is_some() && digit, "a one");
}
engines!(quotients_grow_by_digits: exhaust_quotients_grow_by_digits (768 cases),
         prop_quotients_grow_by_digits, verify_quotients_grow_by_digits (minisat, unwind 1));

/// The two halves are the product: checked where the product fits 128 bits, with a limb
/// boundary inside a factor. Kani: factors of 4 bits on either side of it.
pub fn widening_product_is_exact(choose: &mut impl Choices) {
    let a = (choose.number(Bounds::small_or(7, (1 << 30) - 1).symbolic(15)) << 64)
        | choose.number(Bounds::small_or(7, (1 << 64) - 1).symbolic(15));
    let b = choose.number(Bounds::small_or(15, (1 << 34) - 1).symbolic(15));
    assert_eq!(wide::widening_product(a, b), (0, a.wrapping_mul(b)));
    assert_eq!(wide::widening_product(b, a), (0, a.wrapping_mul(b)));
    // Times 2^64: the same digits, 64 places further.
    let product = a.wrapping_mul(b);
    assert_eq!(
        wide::widening_product(a, b << 64),
        (product >> 64, product << 64)
    );
    cover!(choose, product >> 64 != 0, "both limbs");
}
engines!(widening_product_is_exact: exhaust_widening_product_is_exact (1024 cases),
         prop_widening_product_is_exact, verify_widening_product_is_exact (kissat, unwind 1));

/// ⌊a·b/d⌋·d ≤ a·b < (⌊a·b/d⌋ + 1)·d, and the ceiling is the floor plus one exactly where a
/// remainder is left: for products that fit 128 bits, and for those that are divided digit by digit. Random:
/// products up to 2^126. Kani: 4 bits each.
pub fn mul_div_rounds_as_named(choose: &mut impl Choices) {
    let factor = Bounds::small_or(9, (1 << 63) - 1).symbolic(15);
    let (a, b) = (choose.number(factor), choose.number(factor));
    let divisor = choose.number(factor) + 1;
    let Some(d) = NonZeroU128::new(divisor) else {
        return;
    };
    rounds_as_named(
        a * b,
        divisor,
        wide::mul_div_floor(a, b, d),
        wide::mul_div_ceil(a, b, d),
    );
    cover!(choose, a * b % divisor == 0, "no remainder");
    cover!(choose, a * b % divisor != 0, "a remainder");
}
engines!(mul_div_rounds_as_named: exhaust_mul_div_rounds_as_named (1000 cases),
         prop_mul_div_rounds_as_named, verify_mul_div_rounds_as_named (kissat, unwind 1));

/// The same where the product passes 2^128 and is divided digit by digit: (a·2^64)·(b·2^64) by d·2^120, which is
/// 2^8·a·b by d. What does not fit is refused. Random: a, b and d of 8 bits. Kani: of 4 bits, widely of 5.
pub fn long_products_round_as_named(choose: &mut impl Choices) {
    let factor = Bounds::small_or(7, 254).symbolic(15).wide(31);
    let (a, b) = (choose.number(factor), choose.number(factor));
    let divisor = choose.number(factor) + 1;
    let Some(d) = NonZeroU128::new(divisor << 120) else {
        return;
    };
    let (floor, ceil) = (
        wide::mul_div_floor(a << 64, b << 64, d),
        wide::mul_div_ceil(a << 64, b << 64, d),
    );
    if a * b < divisor << 120 {
        rounds_as_named((a * b) << 8, divisor, floor, ceil);
    }
    let Some(small) = NonZeroU128::new(divisor) else {
        return;
    };
    // a·b·2^128/d fits exactly where a·b < d.
    let fits = wide::mul_div_floor(a << 64, b << 64, small).is_some();
    assert!(fits == (a * b < divisor));
    cover!(choose, a * b > 0 && fits, "digit by digit");
    cover!(choose, !fits, "does not fit");
}
engines!(long_products_round_as_named: exhaust_long_products_round_as_named (512 cases),
         prop_long_products_round_as_named, verify_long_products_round_as_named (cadical, unwind 130),
         verify_long_products_round_as_named_widely (cadical, unwind 130));

/// The same for n·2^s/d. Random: numerators up to 2^120. Kani: n and d of 4 bits, s up to 4.
pub fn shl_div_rounds_as_named(choose: &mut impl Choices) {
    let n = choose.number(Bounds::small_or(9, (1 << 60) - 1).symbolic(15));
    let shift = choose.number32(Bounds::small_or(6, 60).symbolic(4));
    let divisor = choose.number(Bounds::small_or(9, (1 << 127) - 1).symbolic(15)) + 1;
    let Some(d) = NonZeroU128::new(divisor) else {
        return;
    };
    let numerator = n << shift;
    rounds_as_named(
        numerator,
        divisor,
        wide::shl_div_floor(n, shift, d),
        wide::shl_div_ceil(n, shift, d),
    );
    cover!(choose, numerator < divisor, "below one");
    cover!(choose, numerator >= divisor, "one and more");
}
engines!(shl_div_rounds_as_named: exhaust_shl_div_rounds_as_named (700 cases),
         prop_shl_div_rounds_as_named, verify_shl_div_rounds_as_named (kissat, unwind 6));

fn rounds_as_named(numerator: u128, divisor: u128, floor: Option<u128>, ceil: Option<u128>) {
    let (Some(floor), Some(ceil)) = (floor, ceil) else {
        panic!("both fit")
    };
    // floor ≤ numerator/divisor, so the product cannot overflow.
    let product = floor * divisor;
    assert!(product <= numerator && numerator - product < divisor);
    assert_eq!(ceil, floor + u128::from(product < numerator));
}

/// (⌈√n⌉ − 1)² < n ≤ ⌈√n⌉². Kani: n of 6 bits, widely of 8.
pub fn square_root_rounds_up(choose: &mut impl Choices) {
    let n = choose.number(Bounds::small_or(70_000, u128::MAX).symbolic(63).wide(255));
    let root = wide::isqrt_ceil(n);
    assert!(root.checked_mul(root).is_none_or(|square| square >= n));
    assert!(n == 0 || (root - 1) * (root - 1) < n);
    cover!(
        choose,
        n > 0 && root.checked_mul(root) == Some(n),
        "a square"
    );
}
engines!(square_root_rounds_up: exhaust_square_root_rounds_up (70_001 cases),
         prop_square_root_rounds_up, verify_square_root_rounds_up (kissat, unwind 4),
         verify_square_root_rounds_up_widely (kissat, unwind 4));
