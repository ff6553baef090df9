//! What measured tables told that the model did not expect.

use alloc::vec::Vec;

use super::settings::MEAN_ABSOLUTE;
use crate::curator::LEFT_OUT;
use crate::domain::Domain;
use crate::mrf::measurement::Measurement;
use crate::mrf::parts::{Axes, Direction};

/// How far a measured table is from what the model expected of it, and how far its noise alone would take it, in rows.
pub(super) struct News {
    distance: f64,
    noise: f64,
}

impl News {
    /// Only of the parts that were measured: whatever the others are, nothing was told of them.
    #[allow(clippy::cast_precision_loss)] // numbers of rows, for which a float is good enough
    pub(super) fn of(domain: &Domain<'_>, expected: &[i64], measured: &Measurement) -> Self {
        let apart = expected.iter().zip(&measured.cells);
        let apart = apart.filter(|(expected, _)| **expected != LEFT_OUT);
        let mut apart: Vec<f64> = apart.map(|(one, other)| other - *one as f64).collect();
        let mut told = apart.len() as f64;
        if measured.parts.is_some() {
            told = keep_told(domain, measured, &mut apart);
        }
        let cells = apart.len() as f64;
        Self {
            distance: apart.iter().copied().map(libm::fabs).sum(),
            // √told/cells of σ in each cell.
            noise: MEAN_ABSOLUTE * libm::sqrt(measured.variance * told * cells),
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

/// Takes from a table what is not measured of it; returns how many coefficients are left.
fn keep_told(domain: &Domain<'_>, measured: &Measurement, cells: &mut [f64]) -> f64 {
    let axes = Axes::new(domain, &measured.variables);
    axes.transform(cells, Direction::ToParts);
    for (part, cell) in axes.walk().zip(cells.iter_mut()) {
        if !measured.tells(part) {
            *cell = 0.0;
        }
    }
    axes.transform(cells, Direction::ToCells);
    let told = axes.supports().filter(|&part| measured.tells(part));
    told.map(|part| axes.coefficients(part)).sum()
}

/// How far beyond its noise a table must be to count as news.
const SURPLUS: f64 = 1.1;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Level;
    use crate::mrf::testing::table;
    use crate::parts::Parts;

    #[test]
    fn noise_is_told_from_news() {
        let levels = [Level::leaf(0, 2), Level::leaf(1, 2)];
        let domain = Domain::new(&levels).unwrap();
        let measured = |cells: [f64; 4]| table(&[0, 1], &cells, 100.0);
        // Three cells count, of 8 rows of noise each.
        let expected = [100, 50, LEFT_OUT, 20];
        let news = News::of(&domain, &expected, &measured([110.0, 43.0, 999.0, 28.0]));
        assert!((news.distance - 25.0).abs() < 1e-9);
        assert!((news.noise - 30.0 * MEAN_ABSOLUTE).abs() < 1e-6);
        assert!(news.is_noise());
        let left = 30.0 * MEAN_ABSOLUTE * core::f64::consts::FRAC_1_SQRT_2;
        assert!((news.worth() - (25.0 - left)).abs() < 1e-6);
        let news = News::of(&domain, &expected, &measured([110.0, 43.0, 0.0, 30.0]));
        assert!(!news.is_noise());
    }

    /// Of a pair of two values each only the interaction is told: what margins differ by is no news, and its noise is that of
    /// one coefficient of four.
    #[test]
    fn what_was_not_asked_is_no_news() {
        let levels = [Level::leaf(0, 2), Level::leaf(1, 2)];
        let domain = Domain::new(&levels).unwrap();
        let measured = Measurement {
            parts: Some(Parts::new([3]).unwrap()),
            ..table(&[0, 1], &[1000.0, 16.0, 7.0, -5.0], 100.0)
        };
        // 1000 − 16 − 7 − 5 less 10 − 20 − 30 + 80, in four equal parts.
        let news = News::of(&domain, &[10, 20, 30, 80], &measured);
        assert!(
            (news.distance - (972.0 - 40.0)).abs() < 1e-9,
            "{}",
            news.distance
        );
        assert!((news.noise - 20.0 * MEAN_ABSOLUTE).abs() < 1e-9);
    }
}
