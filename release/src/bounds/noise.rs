//! Noise of tables, in rows, and what it does to the rows of a network at most.
//!
//! Noise on one cell, in expectation:
//! ```text
//! Laplace of scale b:    E|η| = 1/sinh(1/b) ≤ b      (on integers; b itself on reals)
//! Gaussian of σ:         E|η| = σ·√(2/π)
//! ```
//! A table of m cells has m times that, its L1 noise. Half of it over n is the distance, in total
//! variation, that the noise alone gives a table, before cutting and normalising.
//!
//! **The network.** Let a be a table's true shares, η its noise as shares, and b what is left after
//! negative shares are cut and the table is normalised or projected. Cutting moves no share away from
//! a, and either way back to a sum of 1 moves |1 − S| ≤ ‖η‖₁ in one direction, so ‖b − a‖₁ ≤ 2‖η‖₁. Given
//! its parents, an attribute then errs by Σ_π P(π)·Σ_x |b(x|π) − a(x|π)| ≤ 2‖b − a‖₁, and summed along
//! the network, halved:
//! ```text
//! TV(P̂, P) ≤ Σ_i ‖b_i − a_i‖₁ ≤ 2·Σ_i ‖η_i‖₁
//! ```
//! for every domain and noise law. ‖η‖₁ of M Laplace cells is a sum of M exponential variables (on
//! integers its moment generating function is no larger, since tanh(u)/u falls), so with probability
//! 1 − δ and L = ln(1/δ)
//! ```text
//! TV(P̂, P) ≤ (2b/n)·(M + √(2ML) + L)
//! ```
//! Li's Assumption 4.1 is needed as well: P is exactly that of the network. And each table is treated by
//! itself: with a consistency step between tables the figure is that of the noise going in.
//!
//! Tested: both lines of the argument in every draw of a simulation (`bounds_hold_in_simulation` in `li.rs`),
//! expectations against sums of the noise laws themselves.
//! Assumed: Assumption 4.1.

use super::li::per_row;
use crate::noise::Noise;

/// Tables with Laplace noise, for [`network_distance`].
#[derive(Clone, Copy, Debug)]
pub struct Tables {
    /// M: cells of all tables together.
    pub cells: f64,
    /// b: the scale of the noise on a count.
    pub scale: f64,
}

/// TV(P̂, P) is at most this but with probability `failure`: (2b/n)·(M + √(2ML) + L).
pub fn network_distance(tables: Tables, rows: u64, failure: f64) -> f64 {
    let exponent = -failure.ln();
    let noise = tables.cells + (2.0 * tables.cells * exponent).sqrt() + exponent;
    per_row(2.0 * tables.scale * noise, rows)
}

/// E|η| of Laplace noise on integers, P(η) ∝ e^(−|η|/b): 1/sinh(1/b), in rows.
pub fn laplace_per_cell(scale: f64) -> f64 {
    1.0 / scale.recip().sinh()
}

/// E|η| of Gaussian noise: σ·√(2/π), in rows. Rounding to whole rows changes it by less than half a row.
pub fn gaussian_per_cell(sigma: f64) -> f64 {
    sigma * (2.0 / core::f64::consts::PI).sqrt()
}

impl Noise {
    /// Expected |noise| on one count, in rows.
    pub fn per_cell(self) -> f64 {
        match self {
            Self::Gaussian { sigma } => gaussian_per_cell(sigma),
            Self::Laplace { scale } => laplace_per_cell(scale),
        }
    }
}

/// The expected total variation distance that noise of this much a cell gives a table; at most 1.
pub fn table_distance(cells: f64, per_cell: f64, rows: u64) -> f64 {
    (cells * per_row(per_cell, rows) / 2.0).min(1.0)
}

/// The expected TV(P̂, P) of a network is at most this: 2·Σ E‖η_i‖₁ over n. Not cut at 1.
pub fn expected_network_distance(cells: f64, per_cell: f64, rows: u64) -> f64 {
    2.0 * cells * per_row(per_cell, rows)
}

/// A number of rows or cells for such a figure.
#[allow(clippy::cast_precision_loss)] // figures for people
pub(crate) fn to_f64(number: u64) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expectations_are_those_of_the_laws() {
        for scale in [0.3_f64, 1.0, 7.5, 400.0] {
            let ratio = (-1.0 / scale).exp();
            // Σ |x|·P(x) over P(x) ∝ ratio^|x|, term by term.
            let (mut mass, mut sum, mut term) = (1.0, 0.0, 1.0);
            for x in 1..40_000 {
                term *= ratio;
                mass += 2.0 * term;
                sum += 2.0 * f64::from(x) * term;
            }
            assert!(
                (laplace_per_cell(scale) / (sum / mass) - 1.0).abs() < 1e-9,
                "b = {scale}"
            );
            assert!(laplace_per_cell(scale) <= scale, "b = {scale}");
        }
        // ∫ |x| φ(x) dx by the trapezoidal rule.
        let step = 1e-4;
        let density = |x: f64| (-x * x / 2.0).exp() / core::f64::consts::TAU.sqrt();
        let integral: f64 = (0..120_000)
            .map(|i| f64::from(i) * step)
            .map(|x| 2.0 * x * density(x) * step)
            .sum();
        assert!((gaussian_per_cell(3.0) / 3.0 - integral).abs() < 1e-7);
    }

    /// The Laplace sum is below its bound as often as claimed, by the Gamma law: the quantile 0.95 of
    /// Gamma(M), from tables (half the chi-square quantile with 2M degrees of freedom).
    #[test]
    fn the_sum_of_the_noise_is_bounded_closely() {
        for (cells, quantile, within) in [
            (1.0, 2.995_732, 2.2),
            (8.0, 13.148_11, 1.4),
            (128.0, 147.160_3, 1.1),
        ] {
            let bound = network_distance(Tables { cells, scale: 1.0 }, 2, 0.05);
            assert!(
                bound >= quantile && bound < within * quantile,
                "M = {cells}: {bound}"
            );
        }
    }

    #[test]
    fn a_table_of_noise_alone_is_as_far_as_can_be() {
        assert!((table_distance(1e9, 10.0, 100) - 1.0).abs() < f64::EPSILON);
        assert!((table_distance(4.0, 10.0, 100) - 0.2).abs() < 1e-12);
        assert!((expected_network_distance(4.0, 10.0, 100) - 0.8).abs() < 1e-12);
    }
}
