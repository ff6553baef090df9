//! The numbers of one column: mean, spread and quantiles.

use crate::input::{self, Attribute, Scale};
use crate::number::{compensated_sum, count, float, ratio, signed};
use crate::quantiles::place;

/// The numbers of one column, in increasing order and in units of the scale; missing ones are left out.
pub(crate) struct Values {
    pub(crate) sorted: Vec<i64>,
    pub(crate) missing: u64,
}

impl Values {
    pub(crate) fn new(attribute: &Attribute, scale: &Scale, column: input::Column<'_>) -> Self {
        let null = attribute.null();
        let present = |code: u16| (Some(usize::from(code)) != null).then_some(usize::from(code));
        let codes = column.codes.iter();
        let mut sorted: Vec<i64> = match column.numbers {
            Some(numbers) => codes
                .zip(numbers)
                .filter_map(|(code, number)| present(code).map(|_| *number))
                .collect(),
            None => codes
                .filter_map(|code| scale.numbers.get(present(code)?).copied())
                .collect(),
        };
        sorted.sort_unstable();
        let missing = count(column.codes.len().saturating_sub(sorted.len()));
        Self { sorted, missing }
    }

    pub(crate) fn count(&self) -> u64 {
        count(self.sorted.len())
    }

    /// The smallest value that at least this share of them reach; 0 of none.
    pub(crate) fn quantile(&self, level: f64) -> i64 {
        let place = place(level, self.sorted.len());
        self.sorted.get(place).copied().unwrap_or(0)
    }

    /// Of the values, where those above `most` are taken for it.
    pub(crate) fn mass(&self, most: i64) -> Mass {
        let values = self.sorted.iter().map(|number| *number.min(&most));
        let sum = values.clone().map(i128::from).sum();
        let mean = signed(sum) / float(self.count());
        let off = |number: i64| signed(i128::from(number)) - mean;
        let squares = values.clone().map(|number| off(number) * off(number));
        let ends = [values.clone().next(), values.clone().next_back()];
        let reach = ends.into_iter().flatten().map(|end| off(end).abs());
        Mass {
            values: self.count(),
            sum,
            mean,
            variance: compensated_sum(squares) / float(self.count()),
            reach: reach.fold(0.0, f64::max),
        }
    }
}

/// Where the values of one table lie.
pub(crate) struct Mass {
    values: u64,
    sum: i128,
    pub(crate) mean: f64,
    pub(crate) variance: f64,
    /// The farthest from the mean.
    pub(crate) reach: f64,
}

impl Mass {
    pub(crate) fn deviation(&self) -> f64 {
        self.variance.sqrt()
    }

    /// The distance of the two means, in whole numbers as long as these fit: equal means are equal.
    pub(crate) fn apart(&self, other: &Self) -> f64 {
        let times = |sum: i128, values: u64| sum.checked_mul(i128::from(values));
        match (times(self.sum, other.values), times(other.sum, self.values)) {
            (Some(left), Some(right)) => {
                let all = u128::from(self.values) * u128::from(other.values);
                ratio(left.abs_diff(right), all)
            }
            _ => (self.mean - other.mean).abs(),
        }
    }
}

impl Scale {
    /// Ten to the number of decimals.
    pub(crate) fn unit(&self) -> f64 {
        10_f64.powi(i32::from(self.decimals))
    }

    /// The value that a whole number stands for.
    pub(crate) fn value(&self, number: i64) -> f64 {
        signed(i128::from(number)) / self.unit()
    }
}
