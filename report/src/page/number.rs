//! How numbers are written for people. The exact ones stand beside them, for sorting.

/// A share or a distance, between 0 and 1: four decimals, and never a 0 for what is not.
pub fn share(value: f64) -> String {
    if value != 0.0 && value.abs() < 0.000_05 {
        return if value > 0.0 {
            "< 0.0001"
        } else {
            "> −0.0001"
        }
        .to_owned();
    }
    // Adding 0 makes 0 of −0.
    minus(&format!("{:.4}", value + 0.0))
}

/// A difference of shares, with its sign.
pub fn signed_share(value: f64) -> String {
    if value >= 0.000_05 {
        format!("+{}", share(value))
    } else {
        share(value)
    }
}

/// A number of any size: four significant digits at least, thousands apart.
pub fn decimal(value: f64) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    let size = value.abs();
    if size == 0.0 {
        "0".to_owned()
    } else if !(1e-4..1e15).contains(&size) {
        minus(&format!("{value:.3e}"))
    } else if size >= 1000.0 || (value.fract() == 0.0) {
        apart(&format!("{value:.0}"))
    } else {
        let decimals = [(100.0, 1), (10.0, 2), (1.0, 3), (0.1, 4), (0.01, 5)]
            .into_iter()
            .find_map(|(from, decimals)| (size >= from).then_some(decimals));
        minus(&format!("{value:.*}", decimals.unwrap_or(6)))
    }
}

/// A part of a whole, in hundredths.
pub fn percent(part: f64) -> String {
    format!("{} %", decimal(part * 100.0))
}

/// A whole number, thousands apart.
#[expect(
    clippy::needless_pass_by_value,
    reason = "numbers, and texts made for the purpose"
)]
pub fn count(value: impl ToString) -> String {
    apart(&value.to_string())
}

/// A length as a float. Pages hold far fewer than 2^32 of anything.
pub fn float(length: usize) -> f64 {
    f64::from(u32::try_from(length).unwrap_or(u32::MAX))
}

/// A number of rows. Tables have fewer than 2^40 of them, which a float holds exactly.
#[allow(clippy::cast_precision_loss)]
pub fn rows_as_float(rows: u64) -> f64 {
    rows as f64
}

fn apart(digits: &str) -> String {
    let (sign, digits) = digits
        .strip_prefix('-')
        .map_or(("", digits), |digits| ("−", digits));
    let mut text = sign.to_owned();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn minus(text: &str) -> String {
    text.replacen('-', "−", 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        for (written, expected) in [
            (share(0.0), "0.0000"),
            (signed_share(-0.0), "0.0000"),
            (share(0.123_456), "0.1235"),
            (share(0.000_01), "< 0.0001"),
            (share(-0.000_01), "> −0.0001"),
            (share(-0.2), "−0.2000"),
            (signed_share(0.2), "+0.2000"),
            (signed_share(0.000_01), "< 0.0001"),
            (decimal(0.0), "0"),
            (decimal(12.0), "12"),
            (decimal(12.345_6), "12.35"),
            (decimal(-1_234_567.8), "−1,234,568"),
            (decimal(0.012_345_67), "0.01235"),
            (decimal(1e-9), "1.000e−9"),
            (decimal(f64::NAN), "–"),
            (count(1_234_567), "1,234,567"),
            (count(-999), "−999"),
            (count(-1000), "−1,000"),
        ] {
            assert_eq!(written, expected);
        }
    }
}
