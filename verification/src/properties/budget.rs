//! Budget: the ledger never passes its total; charges round up, totals and parts round down.

use core::num::NonZeroU32;

use privet_core::ledger::Balance;
use privet_core::privacy::{Loss, MuSquared, PureEpsilon, Share, Sigma, SquaredSensitivity};

use crate::engines::{Bounds, Choices};
use crate::{cover, engines};

/// A balance reached by public calls only; perhaps partly spent.
fn any_balance<L: Loss>(any_loss: &mut impl FnMut() -> L) -> Balance<L> {
    let balance = Balance::new(any_loss());
    balance.after(any_loss()).unwrap_or(balance)
}

/// A refused charge says what is left; an accepted one moves `spent` by exactly its cost, and nothing
/// else. The same for either loss. Assumes nothing. Bound: none, no loops.
pub fn charge_is_atomic(choose: &mut impl Choices) {
    let fits = if choose.flag() {
        is_atomic(|| MuSquared::from_units(choose.number(Bounds::small_or(7, u128::MAX))))
    } else {
        is_atomic(|| PureEpsilon::from_units(choose.number64(Bounds::small_or(7, u64::MAX.into()))))
    };
    cover!(choose, fits, "accepted");
    cover!(choose, !fits, "refused");
}
engines!(charge_is_atomic: exhaust_charge_is_atomic (1024 cases), prop_charge_is_atomic,
         verify_charge_is_atomic (minisat, unwind 1));

fn is_atomic<L: Loss>(mut any_loss: impl FnMut() -> L) -> bool {
    let before = any_balance(&mut any_loss);
    let cost = any_loss();
    let fits = before.left() >= cost;
    match before.after(cost) {
        Ok(after) => {
            assert!(fits);
            assert_eq!(before.spent().checked_add(cost), Some(after.spent()));
            assert_eq!(before.total(), after.total());
        }
        Err(error) => {
            assert!(!fits);
            assert_eq!(error, L::over_budget(cost, before.left()));
        }
    }
    fits
}

/// One charge from any valid state leads to a valid state: spent ≤ total, and spent + left =
/// total. By induction no sequence of charges passes the total. The same for either loss. Bound: none,
/// no loops.
pub fn spending_never_passes_the_total(choose: &mut impl Choices) {
    let is_all = if choose.flag() {
        stays_within(|| MuSquared::from_units(choose.number(Bounds::small_or(7, u128::MAX))))
    } else {
        stays_within(|| {
            PureEpsilon::from_units(choose.number64(Bounds::small_or(7, u64::MAX.into())))
        })
    };
    cover!(choose, is_all, "spent to the last unit");
}
engines!(spending_never_passes_the_total: exhaust_spending_never_passes_the_total (1024 cases),
         prop_spending_never_passes_the_total,
         verify_spending_never_passes_the_total (minisat, unwind 1));

fn stays_within<L: Loss>(mut any_loss: impl FnMut() -> L) -> bool {
    let before = any_balance(&mut any_loss);
    let after = before.after(any_loss()).unwrap_or(before);
    assert!(after.spent() <= after.total());
    assert!(after.spent() >= before.spent());
    assert_eq!(after.spent().checked_add(after.left()), Some(after.total()));
    after.left() == L::ZERO && after != before
}

/// Equal parts, rounded down, together never pass the whole and fall short of it by less than one
/// unit a part. Kani: a whole below 2^48 and up to 255 parts.
pub fn equal_parts_never_pass_the_whole(choose: &mut impl Choices) {
    let whole = choose.number(Bounds::small_or(40, u128::MAX).symbolic((1 << 48) - 1));
    let parts = 1 + choose.number32(Bounds::small_or(9, (1 << 32) - 2).symbolic(254));
    let part = MuSquared::from_units(whole)
        .equal_part_down(NonZeroU32::new(parts).unwrap_or(NonZeroU32::MIN))
        .units();
    // part ≤ whole/parts, so the product cannot overflow; both are asserted in this order.
    let sum = part.checked_mul(u128::from(parts));
    assert!(sum.is_some_and(|sum| sum <= whole && whole - sum < u128::from(parts)));
    cover!(choose, sum != Some(whole), "a remainder is left");
}
engines!(equal_parts_never_pass_the_whole: exhaust_equal_parts_never_pass_the_whole (410 cases),
         prop_equal_parts_never_pass_the_whole,
         verify_equal_parts_never_pass_the_whole (kissat, unwind 1));

/// Shares of one denominator that add up to at most one take at most the whole.
/// Kani: a whole below 64 and a denominator of at most 7.
pub fn shares_never_pass_the_whole(choose: &mut impl Choices) {
    let whole = choose.number(Bounds::small_or(12, u128::MAX).symbolic(63));
    let denominator =
        choose.number64(Bounds::small_or(5, u128::from(u64::MAX) - 1).symbolic(6)) + 1;
    let first = choose.number64(Bounds::small_or(6, u128::from(u64::MAX)).symbolic(7));
    let second = choose.number64(Bounds::small_or(6, u128::from(u64::MAX)).symbolic(7));
    let fits = first
        .checked_add(second)
        .is_some_and(|sum| sum <= denominator);
    let part = |numerator| {
        Share::new(numerator, denominator)
            .ok()
            .map(|share| MuSquared::from_units(whole).share_down(share).units())
    };
    let parts = (part(first), part(second));
    if let (true, (Some(first), Some(second))) = (fits, parts) {
        assert!(first.checked_add(second).is_some_and(|sum| sum <= whole));
    }
    // A share is refused exactly when it is zero or above one.
    assert_eq!(parts.0.is_some(), first > 0 && first <= denominator);
    cover!(
        choose,
        fits && parts.0.is_some() && parts.1.is_some(),
        "two proper shares"
    );
    cover!(choose, parts.0.is_none(), "a share is refused");
}
engines!(shares_never_pass_the_whole: exhaust_shares_never_pass_the_whole (3822 cases),
         prop_shares_never_pass_the_whole,
         verify_shares_never_pass_the_whole (kissat, unwind 2));

/// A float becomes the largest multiple of the unit not above it: for m·2^(e−1075) and f digits after
/// the point that is ⌊m·2^(e−1075+f)⌋. What is negative, too large or no number is refused. All floats, for
/// either loss.
pub fn totals_round_down(choose: &mut impl Choices) {
    let fraction = choose.number64(Bounds::small_or(3, (1 << 52) - 1));
    // The exhaustive engine goes through exponents from 2^−126 to 2^25, and beyond all numbers.
    let exponent = choose.number64(Bounds::small_or(151, 2047));
    let lifted = choose.number(Bounds::all(1).symbolic(0)) == 1;
    let exponent = if lifted {
        (exponent + 897).min(2047)
    } else {
        exponent
    };
    let is_negative = choose.flag();
    let value = f64::from_bits((u64::from(is_negative) << 63) | (exponent << 52) | fraction);
    let (mantissa, exponent) = match exponent {
        0 => (fraction, 1),
        _ => (fraction | (1 << 52), exponent),
    };
    let places = |fraction_bits: u32| exponent + u64::from(fraction_bits);
    let floored = |fraction_bits| match places(fraction_bits) {
        places @ 1075.. => u128::from(mantissa) << (places - 1075).min(127),
        places if places + 127 < 1075 => 0,
        places => u128::from(mantissa) >> (1075 - places),
    };
    // 2^16 and 2^24 have exponents 1039 and 1047; minus zero is zero.
    let is_positive = !is_negative || mantissa == 0;
    let total = MuSquared::from_f64_down(value).map(MuSquared::units);
    let expected = (is_positive && exponent < 1039).then(|| floored(112));
    assert_eq!(total.ok(), expected);
    let pure = PureEpsilon::from_f64_down(value).map(PureEpsilon::units);
    let expected = (is_positive && exponent < 1047).then(|| floored(40));
    assert_eq!(pure.ok().map(u128::from), expected);
    cover!(
        choose,
        expected == Some(0) && mantissa > 0,
        "below one unit"
    );
    cover!(
        choose,
        expected.is_some_and(|units| units >> 63 == 1),
        "the largest exponent"
    );
    cover!(choose, total.is_err(), "refused");
}
engines!(totals_round_down: exhaust_totals_round_down (2432 cases), prop_totals_round_down,
         verify_totals_round_down (minisat, unwind 1));

/// More noise never costs more, and a finer share never gives less noise: the charge falls with σ.
///
/// The exhaustive and random engines also check the smallest σ of a share: its charge fits.
pub fn more_noise_costs_less(choose: &mut impl Choices) {
    let sensitivity = choose.number(Bounds::small_or(3, (1 << 40) - 1)) + 1;
    let mantissa = choose.number64(Bounds::small_or(15, (1 << 39) - 2));
    let below = choose.number32(Bounds::all(79));
    let (Ok(sensitivity), Ok(sigma), Ok(wider)) = (
        SquaredSensitivity::new(sensitivity),
        normal_sigma(mantissa, below),
        normal_sigma(mantissa + 1, below),
    ) else {
        panic!("all of these are in range");
    };
    let (loss, less) = (sigma.loss_up(sensitivity), wider.loss_up(sensitivity));
    if let (Ok(loss), Ok(less)) = (loss, less) {
        assert!(less <= loss);
        if loss > MuSquared::ZERO {
            match Sigma::smallest_up(sensitivity, loss) {
                Ok(smallest) => {
                    assert!(smallest.loss_up(sensitivity).is_ok_and(|cost| cost <= loss));
                    assert!(smallest.to_f64() <= sigma.to_f64());
                }
                Err(error) => panic!("{sigma:?} fits, but {error}"),
            }
        }
    }
    cover!(
        choose,
        loss.is_ok_and(|loss| less.is_ok_and(|less| less < loss)),
        "strictly less"
    );
}
// Long division of 128 bits in a loop is beyond Kani; its step is proved in `wide`.
engines!(more_noise_costs_less: exhaust_more_noise_costs_less (5120 cases),
         prop_more_noise_costs_less, without Kani);

/// (2^39 + mantissa)·2^(20 − below): every σ is one of these.
fn normal_sigma(mantissa: u64, below: u32) -> Result<Sigma, privet_core::Error> {
    Sigma::new((1 << 39) + mantissa, 20 - i32::try_from(below).unwrap_or(0))
}
