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
//! Tested: both lines of the argument in every draw of a simulation (`bounds_hold_in_simulation`),
//! expectations against sums of the noise laws themselves.
//! Assumed: Assumption 4.1.

use super::li::per_row;

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

/// The expected total variation distance that noise of this much a cell gives a table; at most 1.
pub fn table_distance(cells: f64, per_cell: f64, rows: u64) -> f64 {
    (cells * per_row(per_cell, rows) / 2.0).min(1.0)
}

/// The expected TV(P̂, P) of a network is at most this: 2·Σ E‖η_i‖₁ over n. Not cut at 1.
pub fn expected_network_distance(cells: f64, per_cell: f64, rows: u64) -> f64 {
    2.0 * cells * per_row(per_cell, rows)
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

/// A small network whose distribution is known exactly, and draws of its noisy tables.
#[cfg(test)]
pub(super) mod simulation {
    use rand_core::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Attribute i has the `degree` attributes before it as parents; P is exactly of this form.
    pub struct Network {
        attributes: usize,
        degree: usize,
        /// P over all 2^d rows, attribute i as bit i.
        shares: Vec<f64>,
    }

    /// What one draw came to.
    pub struct Drawn {
        pub normalised_tv: f64,
        pub projected_tv: f64,
        pub projected_l2: f64,
        /// Σ ‖η_i‖₁, as shares.
        pub noise: f64,
    }

    impl Network {
        pub fn new(attributes: usize, degree: u32) -> Self {
            let mut network = Self {
                attributes,
                degree: degree as usize,
                shares: vec![1.0; 1 << attributes],
            };
            // Some conditionals near 0 or 1, some even: cubes of uniform numbers.
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
            for attribute in 0..attributes {
                let ones: Vec<f64> = (0..1 << network.parents(attribute).count_ones())
                    .map(|_| uniform(&mut rng).powi(3))
                    .collect();
                for row in 0..network.shares.len() {
                    let one = ones[network.parent_cell(attribute, row)];
                    let is_one = row >> attribute & 1 == 1;
                    network.shares[row] *= if is_one { one } else { 1.0 - one };
                }
            }
            network
        }

        /// M.
        pub fn cells(&self) -> f64 {
            (0..self.attributes)
                .map(|attribute| f64::from(2 << self.parents(attribute).count_ones()))
                .sum()
        }

        pub fn draw(&self, scale: f64, rows: u64, seed: u64) -> Drawn {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed + 1000);
            let mut noise = 0.0;
            let mut normalised = vec![1.0; self.shares.len()];
            let mut projected = vec![1.0; self.shares.len()];
            for attribute in 0..self.attributes {
                let mut table = vec![0.0; 2 << self.parents(attribute).count_ones()];
                for (row, share) in self.shares.iter().enumerate() {
                    table[self.cell(attribute, row)] += share;
                }
                for share in &mut table {
                    let drawn = laplace(&mut rng) * scale / rows as f64;
                    noise += drawn.abs();
                    *share += drawn;
                }
                self.multiply(attribute, &normalise(&table), &mut normalised);
                self.multiply(attribute, &project(&table), &mut projected);
            }
            let differences = |other: &[f64]| -> Vec<f64> {
                self.shares
                    .iter()
                    .zip(other)
                    .map(|(a, b)| (a - b).abs())
                    .collect()
            };
            Drawn {
                normalised_tv: differences(&normalised).iter().sum::<f64>() / 2.0,
                projected_tv: differences(&projected).iter().sum::<f64>() / 2.0,
                projected_l2: differences(&projected)
                    .iter()
                    .map(|x| x * x)
                    .sum::<f64>()
                    .sqrt(),
                noise,
            }
        }

        /// Bits of the parents.
        fn parents(&self, attribute: usize) -> usize {
            let first = attribute.saturating_sub(self.degree);
            (1 << attribute) - (1 << first)
        }

        fn parent_cell(&self, attribute: usize, row: usize) -> usize {
            (row & self.parents(attribute)) >> attribute.saturating_sub(self.degree)
        }

        fn cell(&self, attribute: usize, row: usize) -> usize {
            2 * self.parent_cell(attribute, row) + (row >> attribute & 1)
        }

        fn multiply(&self, attribute: usize, table: &[f64], onto: &mut [f64]) {
            for (row, share) in onto.iter_mut().enumerate() {
                let cell = self.cell(attribute, row);
                let both = table[cell] + table[cell ^ 1];
                *share *= if both > 0.0 { table[cell] / both } else { 0.5 };
            }
        }
    }

    fn normalise(table: &[f64]) -> Vec<f64> {
        let sum: f64 = table.iter().map(|share| share.max(0.0)).sum();
        let even = 1.0 / table.len() as f64;
        table
            .iter()
            .map(|share| {
                if sum > 0.0 {
                    share.max(0.0) / sum
                } else {
                    even
                }
            })
            .collect()
    }

    /// By bisection of the threshold, so not by the algorithm of the release.
    fn project(table: &[f64]) -> Vec<f64> {
        let cut = |by: f64| table.iter().map(move |share| (share - by).max(0.0));
        let (mut low, mut high) = (-1e3, 1e3);
        for _ in 0..200 {
            let middle = (low + high) / 2.0;
            if cut(middle).sum::<f64>() > 1.0 {
                low = middle
            } else {
                high = middle
            }
        }
        cut(high).collect()
    }

    fn uniform(rng: &mut Xoshiro256PlusPlus) -> f64 {
        (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn laplace(rng: &mut Xoshiro256PlusPlus) -> f64 {
        let exponential = -(1.0 - uniform(rng)).ln();
        if rng.next_u64() & 1 == 0 {
            exponential
        } else {
            -exponential
        }
    }
}
