//! What no pure release can do better than: Theorem 5.1 of Li, Wang and Cheng 2023.
//!
//! For every ε-DP generator A whose neighbours differ by a replaced row, and every 0 < δ ≤ 1/2, there is
//! a table of n rows with
//! ```text
//! TV(A(D), P) ≥ ln(δ·|Ω|)/(nε)      with probability at least 1 − 2δ          (5.1)
//! ```
//! under *Assumption 5.1*, d/ε ≪ n ≪ |Ω|. Without it the line is false: one row and randomised response
//! on |Ω| values have a distance of at most 1, however small ε.
//!
//! The form used here needs no ≪, and holds for both kinds of neighbours. Let D₀ be a table, and D_x
//! the same with u units of r rows each saying x (in place of rows of one value, or inserted). The D_x
//! are pairwise ur/n apart, so balls of radius ur/(2n) around them are disjoint; each D_x is u steps
//! from D₀, so |Ω|·e^(−uε)·2δ ≤ 1 if A came so close to every D_x with probability over 2δ. Hence
//! ```text
//! TV(A(D), P) ≥ ⌊ln(2δ·|Ω|)/ε⌋·r/(2n),   at most 1/2
//! ```
//! for some D: half of 5.1, whose own packing wins the 2 back where n ≪ |Ω|, for replaced rows only.
//!
//! It says that *some* table comes out this badly, not yours. Pure releases only: with δ > 0 the
//! argument does not go through.
//!
//! Tested: against randomised response, whose law is known; figures by an independent computation.

use super::li::per_row;

/// Who may hide among how many values.
#[derive(Clone, Copy, Debug)]
pub struct PureRelease {
    /// ln |Ω|, Ω every row that the spec allows.
    pub log_domain: f64,
    /// ε of the whole release.
    pub epsilon: f64,
    /// n.
    pub rows: u64,
    /// r: rows of a unit.
    pub rows_of_a_unit: u32,
}

impl PureRelease {
    /// ⌊ln(2δ·|Ω|)/ε⌋·r/(2n): some table is at least this far off with probability 1 − 2δ.
    pub fn no_better_than(&self, delta: f64) -> f64 {
        let units = ((self.log_domain + (2.0 * delta).ln()) / self.epsilon)
            .floor()
            .max(0.0);
        (per_row(units * f64::from(self.rows_of_a_unit), self.rows) / 2.0).min(0.5)
    }

    /// Theorem 5.1 as printed, ln(δ·|Ω|)/(nε), where Assumption 5.1 holds with ≪ read as a factor of ten.
    /// For replaced rows.
    pub fn theorem_5_1(&self, attributes: u32, delta: f64) -> Option<f64> {
        let log_rows = -per_row(1.0, self.rows).ln();
        let many_rows = per_row(MUCH_LESS * f64::from(attributes) / self.epsilon, self.rows) <= 1.0;
        let large_domain = MUCH_LESS.ln() + log_rows <= self.log_domain;
        (many_rows && large_domain)
            .then(|| per_row((self.log_domain + delta.ln()) / self.epsilon, self.rows))
    }
}

/// How ≪ of Assumption 5.1 is read.
const MUCH_LESS: f64 = 10.0;

#[cfg(test)]
mod tests {
    use super::*;

    /// Independent: python, floor(log(2·δ·|Ω|)/ε)·r/(2n) and log(δ·|Ω|)/(nε).
    #[test]
    fn figures() {
        let nltcs = PureRelease {
            log_domain: 16.0 * core::f64::consts::LN_2,
            epsilon: 0.1,
            rows: 1_000,
            rows_of_a_unit: 1,
        };
        // ln(0.5·65536) = 10.397; 103 units; 103/2000.
        assert!((nltcs.no_better_than(0.25) - 0.0515).abs() < 1e-12);
        // d/ε = 160 is not much less than 1000.
        assert_eq!(nltcs.theorem_5_1(16, 0.25), None);
        let more = PureRelease {
            rows: 5_000,
            ..nltcs
        };
        // ln(0.25·65536)/(5000·0.1) = 9.70406/500
        let stated = more.theorem_5_1(16, 0.25).unwrap();
        assert!(
            (stated - 0.019_408_121_055_678_47).abs() < 1e-12,
            "{stated}"
        );
        let crowded = PureRelease {
            rows: 50_000,
            ..nltcs
        };
        assert_eq!(
            crowded.theorem_5_1(16, 0.25),
            None,
            "n is not much less than the domain"
        );
        let person = PureRelease {
            rows_of_a_unit: 3,
            ..nltcs
        };
        assert!((person.no_better_than(0.25) - 0.1545).abs() < 1e-12);
    }

    /// One row, randomised response on K values: right with probability e^ε/(e^ε + K − 1), else at
    /// distance 1. The bound may not claim more than that, and here it is reached but for its half.
    #[test]
    fn randomised_response_is_no_better() {
        let mut reached = 0;
        for values in [2_u32, 10, 1_000] {
            for epsilon in [0.1_f64, 1.0, 3.0, 8.0] {
                for delta in [0.01, 0.1, 0.25, 0.5] {
                    let release = PureRelease {
                        log_domain: f64::from(values).ln(),
                        epsilon,
                        rows: 1,
                        rows_of_a_unit: 1,
                    };
                    let right = epsilon.exp() / (epsilon.exp() + f64::from(values) - 1.0);
                    if release.no_better_than(delta) > 0.0 {
                        assert!(
                            right <= 2.0 * delta,
                            "K = {values}, ε = {epsilon}, δ = {delta}"
                        );
                        reached += 1;
                    }
                }
            }
        }
        assert!(reached > 10);
    }
}
