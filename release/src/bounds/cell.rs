//! A count that is read off one cell of a table: how far the noise alone moves it, and what such counts are good for.
//!
//! 19 times in 20 the noise of a cell is within
//! ```text
//! Gaussian of σ:        1.96·σ        P(|Z| > 1.96) < 1/20
//! Laplace of scale b:   b·ln 20       P(|X| > t) = e^(−t/b) on reals, no more on integers
//! ```
//! both rounded up to whole rows, as the noise is a whole number. On integers P(|X| > t) = (2q/(1 + q))·q^t with
//! q = e^(−1/b), which is at most q^t. A share is such a count by the number of rows.
//!
//! A share is told well where the noise moves it by at most a fifth of itself, 19 times in 20. [`CellNoise::well_from`] says
//! from which share on that is so, rounded up to one of a few steps; shares above a tenth are large groups. Only the noise is counted: tables that are made consistent are often closer, and
//! what a model leaves out comes on top.
//!
//! Tested: against the laws themselves, summed; the steps; the direction of the rounding.

use core::fmt;

use privet_spec::counted;
use serde::Serialize;

use crate::noise::Noise;

/// How far the noise moves a count of one cell, 19 times in 20 at most.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct CellNoise {
    /// In rows.
    pub rows: u64,
    /// As a share of all rows, at most 1.
    pub share: f64,
    /// The smallest share of all rows, among the steps, that is told well; nothing where none is.
    pub well_from: Option<f64>,
}

impl CellNoise {
    /// Of such noise, among so many rows.
    pub fn of(noise: Noise, rows: u64) -> Self {
        let within = match noise {
            Noise::Gaussian { sigma } => NORMAL_19_OF_20 * sigma,
            Noise::Laplace { scale } => scale * libm::log(20.0),
        };
        let within = libm::ceil(within);
        // A number of rows, far below 2^53.
        #[allow(clippy::cast_precision_loss)]
        let share = (within / rows.max(1) as f64).min(1.0);
        // A saturating cast.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        Self {
            rows: within as u64,
            share,
            well_from: STEPS.into_iter().find(|from| share <= A_FIFTH * from),
        }
    }

    /// What such counts are good for.
    pub fn good_for(&self) -> String {
        match self.well_from {
            Some(from) if from > LARGE => {
                format!(
                    "only for large groups: shares of {} % and more",
                    100.0 * from
                )
            }
            Some(from) => format!("fine for shares of {} % and more", 100.0 * from),
            None => "not for single cells: the noise hides even large groups".to_owned(),
        }
    }
}

/// As in "a count is within 37 rows of the true one 19 times in 20, a share within 0.19 percentage points: fine for …".
impl fmt::Display for CellNoise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = counted(self.rows, "row", "rows");
        let points = points_up(self.share);
        let good_for = self.good_for();
        write!(
            f,
            "a count is within {rows} of the true one 19 times in 20, a share within {points}: {good_for}"
        )
    }
}

/// A share in percentage points, rounded up to two digits.
fn points_up(share: f64) -> String {
    let points = 100.0 * share;
    let digits = libm::floor(libm::log10(points.max(SMALLEST_POINTS))) - 1.0;
    let unit = libm::pow(10.0, digits);
    let up = libm::ceil(points / unit * (1.0 - NUDGE)) * unit;
    // A few decimals at most.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let decimals = (-digits).max(0.0) as usize;
    format!("{up:.decimals$} percentage points")
}

/// The normal law is within so many deviations 19 times in 20: 1.95996, rounded up.
const NORMAL_19_OF_20: f64 = 1.96;
/// Shares that are easy to say.
const STEPS: [f64; 9] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5];
/// Above this share a group is large.
const LARGE: f64 = 0.1;
/// How much of a share the noise may be where the share is told well.
const A_FIFTH: f64 = 0.2;
const SMALLEST_POINTS: f64 = 1e-9;
/// Roundings of a few operations do not make a whole number the next one.
const NUDGE: f64 = 1e-12;

#[cfg(test)]
mod tests {
    use super::*;

    /// The chance that noise is beyond so many rows, by adding the law up.
    fn beyond(noise: Noise, rows: u64) -> f64 {
        let rows = i32::try_from(rows).unwrap();
        match noise {
            // round(Z) is beyond w where |Z| ≥ w + 1/2.
            Noise::Gaussian { sigma } => {
                libm::erfc((f64::from(rows) + 0.5) / sigma / core::f64::consts::SQRT_2)
            }
            Noise::Laplace { scale } => {
                let weight = |at: i32| libm::exp(-f64::from(at) / scale);
                let all = 1.0 + 2.0 * (1..100_000).map(weight).sum::<f64>();
                2.0 * (rows + 1..100_000).map(weight).sum::<f64>() / all
            }
        }
    }

    #[test]
    fn noise_is_within_it_19_times_in_20_and_hardly_more() {
        for scale in [0.3, 1.0, 10.0, 33.52, 500.0] {
            for noise in [Noise::Gaussian { sigma: scale }, Noise::Laplace { scale }] {
                let CellNoise { rows, .. } = CellNoise::of(noise, 1000);
                assert!(beyond(noise, rows) <= 0.05, "{noise:?}: {rows}");
                let less = rows.saturating_sub(2);
                assert!(rows < 3 || beyond(noise, less) > 0.05, "{noise:?}: {rows}");
            }
        }
    }

    #[test]
    fn words_follow_from_the_share() {
        // 1.96·20 = 39.2, so 40 rows.
        for (rows, expected) in [
            (
                1_000_000,
                "within 0.0040 percentage points: fine for shares of 0.1 % and more",
            ),
            (
                200_000,
                "within 0.020 percentage points: fine for shares of 0.1 % and more",
            ),
            (
                199_999,
                "within 0.021 percentage points: fine for shares of 0.2 % and more",
            ),
            (
                20_000,
                "within 0.20 percentage points: fine for shares of 1 % and more",
            ),
            (
                4000,
                "within 1.0 percentage points: fine for shares of 5 % and more",
            ),
            (
                2000,
                "within 2.0 percentage points: fine for shares of 10 % and more",
            ),
            (
                1999,
                "within 2.1 percentage points: only for large groups: shares of 20 % and more",
            ),
            (
                400,
                "within 10 percentage points: only for large groups: shares of 50 % and more",
            ),
            (
                399,
                "within 11 percentage points: not for single cells: the noise hides even large groups",
            ),
            (
                10,
                "within 100 percentage points: not for single cells: the noise hides even large groups",
            ),
            (
                0,
                "within 100 percentage points: not for single cells: the noise hides even large groups",
            ),
        ] {
            let noise = CellNoise::of(Noise::Gaussian { sigma: 20.0 }, rows);
            assert_eq!(noise.rows, 40);
            let words = noise.to_string();
            assert!(
                words.starts_with(
                    "a count is within 40 rows of the true one 19 times in 20, a share "
                ),
                "{words}"
            );
            assert!(words.ends_with(expected), "{rows}: {words}");
        }
    }
}
