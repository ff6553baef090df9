//! How far off a sample of the real table may be by chance: the *allowance* of a figure.
//!
//! Each bound is passed by one sample in 1/[`CHANCE`] at most, whatever the real table holds, if the m
//! synthetic rows were drawn from it at random. With x = ln(1/CHANCE) and x₂ = ln(2/CHANCE):
//! ```text
//! a distribution function    √(x₂/2m)                            Dvoretzky, Kiefer, Wolfowitz; Massart 1990
//! a mean                     c + √(c² + 2·x₂·v/m),  c = x₂·r/3m  Bernstein; variance v, no value beyond r of the mean
//! a distance                 e + √(2x·(v + 2e)/m) + x/3m         Bousquet 2002; mean e, v the largest variance of an event
//! ```
//! A column has about fifteen such figures, so that a sample of a hundred columns passes any of them less
//! than once in 5000 times.
//!
//! Tested: samples stay within (here and in [`crate::verdict`]), by formulas in `tests/evaluate/check.py`.

use crate::number::float;

/// Of the largest difference of two distribution functions, one of them of this many draws.
pub(crate) fn of_distribution(draws: u64) -> f64 {
    (two_sided() / (2.0 * float(draws))).sqrt()
}

/// Of a mean of this many draws: `variance` is that of one, `reach` the farthest that one can be off.
pub(crate) fn of_mean(variance: f64, reach: f64, draws: u64) -> f64 {
    let linear = two_sided() * reach / (3.0 * float(draws));
    linear + (linear * linear + 2.0 * two_sided() * variance / float(draws)).sqrt()
}

/// Of a share of this many draws.
pub(crate) fn of_share(share: f64, draws: u64) -> f64 {
    of_mean(share * (1.0 - share), share.max(1.0 - share), draws)
}

/// Of a total variation distance: `mean` is at least its mean, `variance` the largest of an event.
pub(crate) fn of_distance(mean: f64, variance: f64, draws: u64) -> f64 {
    let one_sided = -CHANCE.ln();
    let draws = float(draws);
    mean + (2.0 * one_sided * (variance + 2.0 * mean) / draws).sqrt() + one_sided / (3.0 * draws)
}

fn two_sided() -> f64 {
    (2.0 / CHANCE).ln()
}

/// How often a sample may pass one allowance.
const CHANCE: f64 = 1e-7;

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: ln(2e7) = 16.811243.
    #[test]
    fn by_hand() {
        for (label, actual, expected) in [
            ("distribution", of_distribution(10_000), 0.028_992_4),
            ("mean", of_mean(4.0, 10.0, 10_000), 0.121_708_9),
            ("sure share", of_share(1.0, 100), 0.112_075),
            ("distance", of_distance(0.01, 0.25, 10_000), 0.040_039_4),
        ] {
            let off = (actual - expected).abs();
            assert!(off < 1e-6, "case `{label}`: {actual}");
        }
    }
}
