//! Whole numbers as floats.

/// To the nearest float.
#[allow(clippy::cast_precision_loss)] // rounds once, by less than 2^-53 of it
pub(crate) fn float(number: u64) -> f64 {
    number as f64
}

/// A share of two whole numbers, each rounded once.
#[allow(clippy::cast_precision_loss)] // as above
pub(crate) fn ratio(part: u128, whole: u128) -> f64 {
    if whole == 0 {
        return 0.0;
    }
    part as f64 / whole as f64
}

/// A length as a number.
pub(crate) fn count(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

/// The mean of some figures, 0 of none; added in order.
pub(crate) fn mean(figures: impl ExactSizeIterator<Item = f64>) -> f64 {
    let length = figures.len();
    if length == 0 {
        return 0.0;
    }
    figures.sum::<f64>() / float(count(length))
}
