//! The wide arithmetic against an independent big-integer library.

use std::num::NonZeroU128;

use num_bigint::BigUint;
use privet_core::wide::{
    isqrt_ceil, mul_div_ceil, mul_div_floor, shl_div_ceil, shl_div_floor, widening_product,
};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Numbers whose leading bits, trailing bits and length are all likely to be extreme.
fn awkward(rng: &mut Xoshiro256PlusPlus) -> u128 {
    let number = (u128::from(rng.next_u64()) << 64) | u128::from(rng.next_u64());
    let number = match rng.next_u32() % 4 {
        0 => u128::MAX,
        1 => 1 << 127,
        2 => 0,
        _ => number,
    } ^ u128::from(rng.next_u32() % 3);
    number >> (rng.next_u32() % 128)
}

#[test]
fn agrees_with_an_independent_library() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    let (mut wide_quotients, mut refused) = (0, 0);
    // Miri takes a thousand times as long.
    let rounds = if cfg!(miri) { 50 } else { 200_000 };
    for _ in 0..rounds {
        let (a, b) = (awkward(&mut rng), awkward(&mut rng));
        let Some(d) = NonZeroU128::new(awkward(&mut rng)) else {
            continue;
        };
        let shift = rng.next_u32() % 260;

        let product = BigUint::from(a) * BigUint::from(b);
        let (high, low) = widening_product(a, b);
        assert_eq!(
            (BigUint::from(high) << 128) + BigUint::from(low),
            product,
            "{a} * {b}"
        );

        let shifted = BigUint::from(a) << shift;
        for (numerator, floor, ceil) in [
            (&product, mul_div_floor(a, b, d), mul_div_ceil(a, b, d)),
            (
                &shifted,
                shl_div_floor(a, shift, d),
                shl_div_ceil(a, shift, d),
            ),
        ] {
            let divisor = BigUint::from(d.get());
            let expected_floor = numerator / &divisor;
            let expected_ceil = (numerator + &divisor - 1_u32) / &divisor;
            assert_eq!(
                floor,
                u128::try_from(&expected_floor).ok(),
                "floor {a} {b} {shift} {d}"
            );
            assert_eq!(
                ceil,
                u128::try_from(&expected_ceil).ok(),
                "ceil {a} {b} {shift} {d}"
            );
            wide_quotients += u32::from(numerator.bits() > 128 && floor.is_some());
            refused += u32::from(floor.is_none());
        }

        let root = BigUint::from(isqrt_ceil(a));
        assert!(&root * &root >= BigUint::from(a));
        assert!(a == 0 || (&root - 1_u32).pow(2) < BigUint::from(a));
    }
    // Both the long division and the refusal were really exercised.
    assert!(
        wide_quotients > rounds / 20 && refused > rounds / 20,
        "{wide_quotients}, {refused}"
    );
}
