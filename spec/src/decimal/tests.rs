use proptest::prelude::*;

use super::*;

fn decimal(text: &str) -> Decimal {
    text.parse().unwrap()
}

/// From Python: `float(Decimal(s))`, one `math.nextafter` down if its `Fraction` is above the text's.
#[test]
fn rounds_down_to_doubles() {
    for (text, expected) in [
        ("0", 0.0),
        ("1", 1.0),
        ("700", 700.0),
        ("0.5", 0.5),
        ("0.1", 0.099_999_999_999_999_99),
        ("0.2", 0.199_999_999_999_999_98),
        ("0.3", 0.3),
        ("0.7", 0.7),
        ("0.8", 0.799_999_999_999_999_9),
        ("1e-9", 9.999_999_999_999_999e-10),
        ("1e-300", 9.999_999_999_999_999e-301),
        ("9007199254740993", 9_007_199_254_740_992.0),
        ("0.30000000000000004440892098500626", 0.3),
        ("123456789.987654321", 123_456_789.987_654_31),
        ("2.2250738585072014e-308", 2.225_073_858_507_201_4e-308),
        ("5e-324", 5e-324),
        ("4e-324", 0.0),
        ("1e-400", 0.0),
        ("1e400", f64::MAX),
        ("-0.1", -0.1),
        ("-0.3", -0.300_000_000_000_000_04),
        ("-1e-400", -5e-324),
        ("-1e400", f64::NEG_INFINITY),
    ] {
        assert_eq!(
            decimal(text).to_f64_down().to_bits(),
            f64::to_bits(expected),
            "case `{text}`"
        );
    }
}

#[test]
fn reads_and_refuses() {
    use DecimalError::{NotADecimal, OutOfReach, TooManyDigits};
    let digits_39 = "1".repeat(39);
    let after_38 = format!("1{}1", "0".repeat(37));
    let padded = format!("{}1", "0".repeat(100));
    for (label, text, expected) in [
        ("whole", "1", Ok(Decimal::new(1, 0))),
        ("trailing zeros", "1.50", Ok(Decimal::new(15, -1))),
        ("leading zeros", padded.as_str(), Ok(Decimal::new(1, 0))),
        ("exponent", "1e-9", Ok(Decimal::new(1, -9))),
        ("plus in the exponent", "1E+2", Ok(Decimal::new(100, 0))),
        ("zero with exponent", "0e-999999", Ok(Decimal::ZERO)),
        ("negative", "-0.25", Ok(Decimal::new(-25, -2))),
        ("empty", "", Err(NotADecimal)),
        ("point alone", ".", Err(NotADecimal)),
        ("not a number", "NaN", Err(NotADecimal)),
        ("infinite", "inf", Err(NotADecimal)),
        ("underscore", "1_0.5", Err(NotADecimal)),
        ("spaces", " 1", Err(NotADecimal)),
        ("hexadecimal", "0x10", Err(NotADecimal)),
        ("no exponent digits", "1e", Err(NotADecimal)),
        ("two points", "1.2.3", Err(NotADecimal)),
        ("other digits", "١", Err(NotADecimal)),
        ("39 digits", digits_39.as_str(), Err(TooManyDigits)),
        (
            "38 digits and one more",
            after_38.as_str(),
            Err(TooManyDigits),
        ),
        ("an exponent alone", "e5", Err(NotADecimal)),
        ("the smallest", "1e-1000", Ok(Decimal::new(1, -1000))),
        ("the largest", "1e1000", Ok(Decimal::new(1, 1000))),
        ("hardly too large", "1e1001", Err(OutOfReach)),
        ("too small", "1e-1001", Err(OutOfReach)),
        ("too large", "1e99999999999", Err(OutOfReach)),
    ] {
        assert_eq!(text.parse(), expected, "case `{label}`");
    }
}

#[test]
fn prints_what_people_write() {
    for (text, expected) in [
        ("0.80", "0.8"),
        ("1e-9", "1e-9"),
        ("12e-10", "1.2e-9"),
        ("500000", "500000"),
        ("5e5", "500000"),
        ("-0.001", "-0.001"),
        ("0", "0"),
        ("1e30", "1e30"),
    ] {
        assert_eq!(decimal(text).to_string(), expected, "case `{text}`");
    }
}

#[test]
fn adds_and_compares_exactly() {
    let sum = decimal("0.1").checked_add(decimal("0.2")).unwrap();
    assert_eq!(sum, decimal("0.3"));
    assert!(decimal("0.1") < decimal("0.1000000000000000000000000000000000001"));
    assert!(decimal("-1e300") < decimal("1e-300"));
    assert!(decimal("-2") < decimal("-1.999999999999999999999999"));
    assert!(decimal("1e37") > decimal("9999999999999999999999999999999999999"));
    assert_eq!(decimal("1e38").checked_add(decimal("1e-38")), None);
    let nines = decimal(&"9".repeat(38));
    assert_eq!(nines.checked_add(decimal("1")), None);
    assert_eq!(
        nines.checked_sub(decimal("1")),
        Some(decimal(&format!("{}8", "9".repeat(37))))
    );
}

#[test]
fn fractions_are_reduced() {
    for (text, expected) in [
        ("0.25", Some((1, 4))),
        ("0.8", Some((4, 5))),
        ("0", Some((0, 1))),
        ("12", Some((12, 1))),
        ("1e-18", Some((1, 1_000_000_000_000_000_000))),
        ("1e-20", None),
        ("1e20", None),
        ("-1", None),
    ] {
        assert_eq!(decimal(text).to_fraction(), expected, "case `{text}`");
    }
}

/// Exact values worked out by hand: floor, and whether something is left over.
#[test]
fn floors_to_a_grid() {
    for (text, decimals, expected) in [
        ("1.25", 2, (125, false)),
        ("1.25", 1, (12, true)),
        ("-1.25", 1, (-13, true)),
        ("-1.2", 1, (-12, false)),
        (".5", 0, (0, true)),
        ("1e3", 2, (100_000, false)),
        ("1e-400", 2, (0, true)),
        ("-1e-400", 2, (-1, true)),
        ("0e5", 2, (0, false)),
        ("1e300", 2, (i64::MAX, false)),
        (
            "0.1000000000000000055511151231257827021181583404541015625",
            1,
            (1, true),
        ),
        (
            "0.10000000000000000000000000000000000000000000000000000000",
            1,
            (1, false),
        ),
    ] {
        let actual = Scanned::new(text).unwrap().floor_to_grid(decimals);
        assert_eq!(actual, expected, "case `{text}`");
    }
}

proptest! {
    /// Order and sum of decimals with two to four places are those of integers.
    #[test]
    fn agrees_with_integers(a in -1_000_000_i64..1_000_000, b in -1_000_000_i64..1_000_000) {
        let (x, y) = (Decimal::new(a.into(), -3), Decimal::new(b.into(), -3));
        prop_assert_eq!(x.cmp(&y), a.cmp(&b));
        prop_assert_eq!(x.checked_add(y), Some(Decimal::new((a + b).into(), -3)));
        prop_assert_eq!(x.to_grid(3), Some(a));
        prop_assert_eq!(x.to_string().parse(), Ok(x));
    }

    /// No double lies strictly between the result and the decimal.
    #[test]
    fn down_is_tight(coefficient in 1_i64.., exponent in -300_i32..250) {
        let x = Decimal::new(coefficient.into(), exponent);
        let down = x.to_f64_down();
        prop_assert!(!x.is_below(down));
        prop_assert!(x.is_below(down.next_up()));
    }
}
