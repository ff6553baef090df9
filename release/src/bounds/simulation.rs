//! For tests: a small network whose distribution is known exactly, and draws of its noisy tables.

#![allow(clippy::cast_precision_loss)] // small numbers

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
        let middle = f64::midpoint(low, high);
        if cut(middle).sum::<f64>() > 1.0 {
            low = middle;
        } else {
            high = middle;
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
