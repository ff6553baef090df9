//! Declaring: the sensitivities that everything is paid by, and the numbers that a law is made of, at full width.

use core::num::{NonZeroU32, NonZeroU64};

use privet_core::neighbours::Neighbours;
use privet_core::privacy::{
    Delta, Epsilon, LaplaceScale, PureEpsilon, Sensitivity, Share, Sigma, SmoothingWeight,
    SquaredSensitivity,
};
use privet_core::score::ONE;

use crate::engines::{Bounds, Choices};
use crate::{cover, engines};

/// What is declared of every query is the formula of the table in `core/src/neighbours.rs`: for r rows a
/// person r for the size and for a table in L1, 2r for 2n·F and 2r·2^16 for a pair score, or a refusal where
/// that is 2^48 and more; for a changed row 2, 2 and 3·2^16, and the size is public. Bound: none, every r.
pub fn sensitivities_are_declared_as_stated(choose: &mut impl Choices) {
    let most = Bounds::small_or(4, u128::from(u32::MAX) - 1);
    let rows = NonZeroU32::MIN.saturating_add(choose.number32(most));
    let is_replaced = choose.flag();
    let (neighbours, l1) = if is_replaced {
        (Neighbours::Replace, 2)
    } else {
        (Neighbours::AddRemove { rows }, u64::from(rows.get()))
    };
    let size = neighbours.size().map(Sensitivity::units);
    assert!(size == if is_replaced { None } else { Some(l1) });
    assert!(neighbours.table_l1().units() == l1);
    let maximum = neighbours.maximum_score().map(Sensitivity::units);
    assert!(maximum == Ok(if is_replaced { 2 } else { 2 * l1 }));
    let moves = if is_replaced { 3 } else { 2 * l1 };
    let pair = neighbours.pair_score().ok().map(Sensitivity::units);
    assert!(pair == Some(moves * ONE).filter(|units| units >> 48 == 0));
    cover!(choose, is_replaced, "a row changed");
    cover!(choose, !is_replaced && rows.get() > 1, "several rows");
}
engines!(sensitivities_are_declared_as_stated: exhaust_sensitivities_are_declared_as_stated (10 cases),
         prop_sensitivities_are_declared_as_stated,
         verify_sensitivities_are_declared_as_stated (cadical, unwind 1));

/// And where it is a product: r² for a table in squared L2 (2 for a changed row), w times the L1 for a weighted
/// distance, or a refusal where that is 2^48 and more. Bound: every r and weight (Kani: 16 bits each, widely 25).
pub fn products_are_declared_as_stated(choose: &mut impl Choices) {
    let most = Bounds::small_or(4, u128::from(u32::MAX) - 1)
        .symbolic((1 << 16) - 1)
        .wide((1 << 25) - 1);
    let rows = NonZeroU32::MIN.saturating_add(choose.number32(most));
    let weight = NonZeroU32::MIN.saturating_add(choose.number32(most));
    let (neighbours, l1, squared) = if choose.flag() {
        (Neighbours::Replace, 2, 2)
    } else {
        let rows_wide = u64::from(rows.get());
        (
            Neighbours::AddRemove { rows },
            rows_wide,
            rows_wide * rows_wide,
        )
    };
    assert!(neighbours.table().units() == u128::from(squared));
    // A product of 32 bits each fits 64.
    let weighted = neighbours.weighted_table_l1(weight).ok();
    let expected = l1 * u64::from(weight.get());
    assert!(weighted.map(Sensitivity::units) == Some(expected).filter(|units| units >> 48 == 0));
    cover!(choose, squared > 4, "several rows");
    cover!(choose, squared == 2 && weight.get() > 1, "a weight");
}
engines!(products_are_declared_as_stated: exhaust_products_are_declared_as_stated (50 cases),
         prop_products_are_declared_as_stated,
         verify_products_are_declared_as_stated (kissat, unwind 1),
         verify_products_are_declared_as_stated_widely (kissat, unwind 1));

/// Δ² of a vector is answers·Δ², never cut off. Bound: every number of answers and every Δ (Kani: 3 bits each, at
/// either end of their range).
pub fn squares_never_saturate(choose: &mut impl Choices) {
    let answers = choose.number32(Bounds::small_or(5, u128::from(u32::MAX) - 1).symbolic(7));
    let below = choose.number64(Bounds::small_or(6, (1 << 48) - 2).symbolic(7));
    // The upper ends are where a product would be cut off.
    let is_large = choose.flag();
    let units = if is_large {
        (1 << 48) - 1 - below
    } else {
        1 + below
    };
    let answers = NonZeroU32::MIN.saturating_add(if is_large {
        u32::MAX - 1 - answers
    } else {
        answers
    });
    let Ok(each) = Sensitivity::new(units) else {
        panic!("below 2^48");
    };
    let squared = u128::from(units).checked_mul(units.into());
    let expected = squared.and_then(|squared| squared.checked_mul(answers.get().into()));
    assert!(expected == Some(SquaredSensitivity::of_each(answers, each).units()));
    cover!(choose, units > 1 && answers.get() > 1, "several");
}
engines!(squares_never_saturate: exhaust_squares_never_saturate (84 cases), prop_squares_never_saturate,
         verify_squares_never_saturate (kissat, unwind 1));

/// σ is exactly the number that it is made from, in its one representation, or it is refused: for zero,
/// more than 40 significant bits, below 2^−20 or above 2^60. Bound: none, every mantissa and exponent.
pub fn sigma_is_its_number_or_refused(choose: &mut impl Choices) {
    let low = choose.number64(Bounds::small_or(40, u64::MAX.into()));
    // The exhaustive engine has the numbers next to 2^40, too.
    let mantissa = if low > 20 && low <= 40 {
        (1 << 40) + low - 30
    } else {
        low
    };
    let exponent = choose.number32(Bounds::small_or(160, u32::MAX.into()));
    let exponent = if exponent <= 160 {
        exponent.cast_signed() - 80
    } else {
        exponent.cast_signed()
    };
    let length = u64::BITS - mantissa.leading_zeros();
    let significant = length.saturating_sub(mantissa.trailing_zeros());
    // 2^top ≤ σ < 2^(top+1).
    let top = i64::from(exponent) + i64::from(length) - 1;
    let fits = mantissa != 0
        && significant <= 40
        && top >= -20
        && (top < 60 || (top == 60 && significant == 1));
    match Sigma::new(mantissa, exponent) {
        Ok(sigma) => {
            assert!(fits);
            assert!(sigma.mantissa() >> 39 == 1);
            let apart = i64::from(exponent) - i64::from(sigma.exponent());
            let same = if apart >= 0 {
                mantissa << apart == sigma.mantissa() && sigma.mantissa() >> apart == mantissa
            } else {
                sigma.mantissa() << -apart == mantissa
            };
            assert!((-63..64).contains(&apart) && same);
        }
        Err(_) => assert!(!fits),
    }
    cover!(choose, fits && top == 60, "the largest");
    cover!(choose, !fits && significant > 40, "too many bits");
}
engines!(sigma_is_its_number_or_refused: exhaust_sigma_is_its_number_or_refused (6601 cases),
         prop_sigma_is_its_number_or_refused,
         verify_sigma_is_its_number_or_refused (cadical, unwind 1));

/// The scale of a share is Δ·2^40/share as it stands, or refused: for no share, or where Δ·2^40 does not
/// fit. Bound: none, every Δ and share.
pub fn laplace_scales_are_their_fractions(choose: &mut impl Choices) {
    let units = 1 + choose.number64(Bounds::small_or(7, (1 << 48) - 2));
    let share = choose.number64(Bounds::small_or(7, u64::MAX.into()));
    let Ok(sensitivity) = Sensitivity::new(units) else {
        panic!("below 2^48");
    };
    let scale = LaplaceScale::for_share(sensitivity, PureEpsilon::from_units(share));
    let fits = share > 0 && units >> 24 == 0;
    match scale {
        Ok(scale) => {
            assert!(fits && scale.numerator().get() == units << 40);
            assert!(scale.denominator().get() == share);
        }
        Err(_) => assert!(!fits),
    }
    cover!(choose, fits, "a scale");
    cover!(choose, share == 0, "no share");
}
engines!(laplace_scales_are_their_fractions: exhaust_laplace_scales_are_their_fractions (64 cases),
         prop_laplace_scales_are_their_fractions,
         verify_laplace_scales_are_their_fractions (minisat, unwind 1));

/// The loss Δ/b is rounded up to the next unit, and never more: (ε − 1)·t < Δ·s·2^40 ≤ ε·t for b = t/s. The
/// scale that was made for a share costs exactly that share. Bound: Δ, t and s up to 5 (random: Δ below
/// 2^20, t and s below 2^32; Kani: up to 8).
pub fn laplace_losses_round_up(choose: &mut impl Choices) {
    let wide = Bounds::small_or(4, (1 << 32) - 2).symbolic(7);
    let units = 1 + choose.number64(Bounds::small_or(4, (1 << 20) - 2).symbolic(7));
    let (numerator, denominator) = (1 + choose.number64(wide), 1 + choose.number64(wide));
    let (Ok(sensitivity), Ok(scale)) = (
        Sensitivity::new(units),
        LaplaceScale::new(numerator, denominator),
    ) else {
        panic!("both are in range");
    };
    let exact = (u128::from(units) * u128::from(denominator)) << 40;
    let rounded_up = |loss: u64, exact: u128| {
        let up = u128::from(loss) * u128::from(numerator);
        up >= exact && up - exact < u128::from(numerator)
    };
    match scale.loss_up(sensitivity) {
        Ok(loss) => assert!(rounded_up(loss.units(), exact)),
        // Refused only where no ε of 64 bits is enough.
        Err(_) => assert!(u128::from(u64::MAX) * u128::from(numerator) < exact),
    }
    let share = PureEpsilon::from_units(denominator);
    if let Ok(scale) = LaplaceScale::for_share(sensitivity, share) {
        assert!(scale.loss_up(sensitivity) == Ok(share));
    }
    cover!(choose, exact % u128::from(numerator) != 0, "rounded");
    cover!(choose, exact % u128::from(numerator) == 0, "exact");
}
engines!(laplace_losses_round_up: exhaust_laplace_losses_round_up (125 cases),
         prop_laplace_losses_round_up, verify_laplace_losses_round_up (cadical, unwind 42));

/// What an ε-DP answer costs in Gaussian DP is at least (π/2)·ε², and no more than its fifteen digits tell apart and a
/// unit. Bound: ε up to 50 units (random: 2^23; Kani: 8 bits).
pub fn pure_losses_cost_their_square(choose: &mut impl Choices) {
    let units = choose.number64(Bounds::small_or(50, (1 << 23) - 1).symbolic(255));
    let Ok(cost) = PureEpsilon::from_units(units).to_mu_squared_up() else {
        panic!("far below 2^128");
    };
    // ε² in units of 2^−80 becomes units of 2^−112, halved: times 2^31.
    let exact = |pi: u128| (u128::from(units * units) * pi) << 31;
    let cost = cost.units();
    assert!(cost * DIGITS >= exact(314_159_265_358_979));
    assert!(units == 0 || (cost - 1) * DIGITS <= exact(314_159_265_358_980));
    cover!(choose, units > 0, "some ε");
}
engines!(pure_losses_cost_their_square: exhaust_pure_losses_cost_their_square (51 cases),
         prop_pure_losses_cost_their_square,
         verify_pure_losses_cost_their_square (kissat, unwind 1));

/// Numbers out of their range are refused, and no others: shares of zero or above one, sensitivities of zero
/// or beyond 2^48 (squared: 2^96), weights λ of zero or above one, a scale's zeros. Bound: none.
pub fn numbers_out_of_range_are_refused(choose: &mut impl Choices) {
    let units = choose.number64(Bounds::small_or(3, u64::MAX.into()));
    let other = choose.number64(Bounds::small_or(3, u64::MAX.into()));
    // The exhaustive engine has a few numbers at the ends.
    let wide = match choose.number(Bounds::small_or(4, u128::MAX)) {
        3 => 1 << 96,
        4 => (1 << 96) - 1,
        any => any,
    };
    let share = Share::new(units, other).is_ok();
    assert!(share == (units > 0 && units <= other));
    let scale = LaplaceScale::new(units, other).is_ok();
    assert!(scale == (units > 0 && other > 0));
    for at in [units, (1 << 48) - 1 + (units & 1), (1 << 63) + (units & 1)] {
        let sensitivity = Sensitivity::new(at).ok().map(Sensitivity::units);
        assert!(sensitivity == Some(at).filter(|at| *at > 0 && at >> 48 == 0));
        let weight = SmoothingWeight::new(at).ok().map(SmoothingWeight::units);
        assert!(weight == Some(at).filter(|at| *at > 0 && *at <= 1 << 63));
    }
    let squared = SquaredSensitivity::new(wide)
        .ok()
        .map(SquaredSensitivity::units);
    assert!(squared == Some(wide).filter(|units| *units > 0 && units >> 96 == 0));
    let rows = NonZeroU32::MIN.saturating_add(choose.number32(Bounds::small_or(2, (1 << 32) - 2)));
    assert!(Sensitivity::of_rows(rows).non_zero() == NonZeroU64::from(rows));
    cover!(choose, share && units < other, "a proper share");
    cover!(choose, wide >> 96 != 0, "too large a square");
}
engines!(numbers_out_of_range_are_refused: exhaust_numbers_out_of_range_are_refused (240 cases),
         prop_numbers_out_of_range_are_refused,
         verify_numbers_out_of_range_are_refused (minisat, unwind 4));

/// ε and δ are accepted exactly where they are positive numbers, finite and below one. Bound: every float.
pub fn parameters_are_proper_or_refused(choose: &mut impl Choices) {
    let fraction = choose.number64(Bounds::small_or(1, (1 << 52) - 1));
    let exponent = choose.number64(Bounds::small_or(2047, 2047));
    let is_negative = choose.flag();
    let value = f64::from_bits((u64::from(is_negative) << 63) | (exponent << 52) | fraction);
    let is_positive = !is_negative && (exponent > 0 || fraction > 0);
    let epsilon = Epsilon::new(value).is_ok();
    assert!(epsilon == (is_positive && exponent < 2047));
    let delta = Delta::new(value).is_ok();
    assert!(delta == (is_positive && exponent < 1023));
    cover!(choose, delta, "both");
    cover!(choose, epsilon && !delta, "ε alone");
}
engines!(parameters_are_proper_or_refused: exhaust_parameters_are_proper_or_refused (8192 cases),
         prop_parameters_are_proper_or_refused,
         verify_parameters_are_proper_or_refused (minisat, unwind 1));

/// 10^14: as many digits after the point as π is compared by.
const DIGITS: u128 = 100_000_000_000_000;
