//! The binary logarithm against independent high-precision values.

use privet_core::score::logarithm::{ERROR_UNITS, FRACTION_BITS, log2_down, times_log2_down};

/// c, ⌊log₂ c·2^100⌋ a row, after a header.
#[test]
fn logarithms_are_below_the_truth_and_within_their_error() {
    let mut rows = 0;
    let mut largest = 0;
    let lines = include_str!("reference/logarithm.csv").lines().skip(1);
    for row in lines.step_by(if cfg!(miri) { 20 } else { 1 }) {
        let (number, truth) = row.split_once(',').unwrap();
        let number: u64 = number.parse().unwrap();
        let truth: u128 = truth.parse().unwrap();
        let extra = 100 - FRACTION_BITS;
        let found = log2_down(number) << extra;
        // The reference is floored too: what it lacks is below one of its own units.
        assert!(found <= truth, "log2({number}) is above the truth");
        assert!(
            truth + 1 < found + (u128::from(ERROR_UNITS) << extra),
            "log2({number}) is too low"
        );
        largest = largest.max(truth - found);
        assert_eq!(
            times_log2_down(number),
            u128::from(number) * log2_down(number)
        );
        rows += 1;
    }
    assert_eq!(rows, if cfg!(miri) { 20 } else { 400 });
    // The bound is not loose: some logarithm errs by more than a third of it.
    assert!(cfg!(miri) || 3 * largest > u128::from(ERROR_UNITS) << (100 - FRACTION_BITS));
    assert_eq!((log2_down(0), times_log2_down(0)), (0, 0));
}
