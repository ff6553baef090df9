//! What measured tables told that the model did not expect.

use super::learned::Measured;
use super::settings::MEAN_ABSOLUTE;
use crate::curator::LEFT_OUT;

/// How far a measured table is from what the model expected of it, and how far its noise alone would take it, in rows.
pub(super) struct News {
    distance: f64,
    noise: f64,
}

impl News {
    #[allow(clippy::cast_precision_loss)] // numbers of rows, for which a float is good enough
    pub(super) fn of(expected: &[i64], measured: &Measured) -> Self {
        let apart = expected.iter().zip(&measured.cells);
        let apart = apart.filter(|(expected, _)| **expected != LEFT_OUT);
        let cells = apart.clone().count() as f64;
        Self {
            distance: apart.map(|(one, other)| one.abs_diff(*other) as f64).sum(),
            noise: MEAN_ABSOLUTE * measured.sigma.to_f64() * cells,
        }
    }

    /// Whether the table is no farther from the model than its noise alone would be.
    pub(super) fn is_noise(&self) -> bool {
        self.distance < SURPLUS * self.noise
    }

    /// What it was worth to measure the table, in rows: how far it was off, less what it is off by now. That is less than its
    /// noise, since something was known before: with as much noise as this, two measurements leave 1/√2 of it.
    pub(super) fn worth(&self) -> f64 {
        self.distance - core::f64::consts::FRAC_1_SQRT_2 * self.noise
    }
}

/// How far beyond its noise a table must be to count as news.
const SURPLUS: f64 = 1.1;

#[cfg(test)]
mod tests {
    use alloc::vec;
    use core::num::NonZeroU32;

    use super::*;
    use crate::mrf::levels::joined;
    use crate::neighbours::Neighbours;
    use crate::privacy::{MuSquared, Sigma};
    use crate::variables::VariableSet;

    #[test]
    fn noise_is_told_from_news() {
        let one_row = Neighbours::AddRemove {
            rows: NonZeroU32::MIN,
        };
        let share = MuSquared::from_f64_down(0.01).unwrap();
        let sigma = Sigma::smallest_up(one_row.table(), share).unwrap();
        let measured = |cells| Measured {
            variables: VariableSet::new(&[joined(0), joined(1)]).unwrap(),
            cells,
            sigma,
        };
        // Three cells count, of 8 rows of noise each.
        let expected = [100, 50, LEFT_OUT, 20];
        let news = News::of(&expected, &measured(vec![110, 43, 999, 28]));
        assert!((news.distance - 25.0).abs() < 1e-9);
        assert!((news.noise - 30.0 * MEAN_ABSOLUTE).abs() < 1e-6);
        assert!(news.is_noise());
        let left = 30.0 * MEAN_ABSOLUTE * core::f64::consts::FRAC_1_SQRT_2;
        assert!((news.worth() - (25.0 - left)).abs() < 1e-6);
        assert!(!News::of(&expected, &measured(vec![110, 43, 0, 30])).is_noise());
    }
}
