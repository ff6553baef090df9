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

/// To the nearest float.
#[allow(clippy::cast_precision_loss)] // as above
pub(crate) fn signed(number: i128) -> f64 {
    number as f64
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

/// The sum of some figures.
pub(crate) fn compensated_sum(figures: impl Iterator<Item = f64>) -> f64 {
    let mut sum = Sum::default();
    figures.for_each(|figure| sum.add(figure));
    sum.value()
}

/// Neumaier's sum: what is lost to rounding is added at the end, so that the error does not grow with
/// the number of figures.
#[derive(Clone, Copy, Default)]
pub(crate) struct Sum {
    sum: f64,
    lost: f64,
}

impl Sum {
    pub(crate) fn add(&mut self, figure: f64) {
        let next = self.sum + figure;
        self.lost += if self.sum.abs() >= figure.abs() {
            (self.sum - next) + figure
        } else {
            (figure - next) + self.sum
        };
        self.sum = next;
    }

    pub(crate) fn value(self) -> f64 {
        self.sum + self.lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A plain sum of 0.1 ten million times is off by 2e-4; what is left here is 0.1 itself, 5e-17 of it.
    #[test]
    fn nothing_is_lost() {
        let sum = compensated_sum(core::iter::repeat_n(0.1, 10_000_000));
        assert!((sum - 1e6).abs() < 1e-9, "{sum}");
        let sum = compensated_sum([1e100, 1.0, -1e100].into_iter());
        assert!((sum - 1.0).abs() < 1e-15, "{sum}");
    }
}
