//! How often an attacker is right at best.
//!
//! Let a test guess whether a unit is in the table, right with probability
//! 1 − α when it is not and β when it is. (ε, δ)-DP says β ≤ e^ε·α + δ and 1 − α ≤ e^ε·(1 − β) + δ.
//! Adding the two, with s = β + 1 − α,
//! ```text
//! s ≤ e^ε·(2 − s) + 2δ,    so    s/2 ≤ (e^ε + δ)/(1 + e^ε),
//! ```
//! and s/2 is how often the test is right if both cases are equally likely. The bound is reached at
//! α = 1 − β = (1 − δ)/(1 + e^ε).
//!
//! That is what (ε, δ) says alone. Gaussian noise with the total μ² that (ε, δ) allows does better:
//! no test tells the two tables apart better than one tells N(0, 1) from N(μ, 1), which is right with
//! probability Φ(μ/2) (Dong, Roth and Su, "Gaussian differential privacy", 2022). Both are told.
//! Numbers are rounded up: an attacker is never better than said.
//!
//! Tested: against values computed independently, and the direction of the rounding.

use privet_core::privacy::MuSquared;
use privet_spec::{Decimal, Guarantee};

/// How often somebody who guesses between two neighbouring tables is right at most, as a percentage.
pub(crate) fn right_by_guarantee(guarantee: Guarantee) -> String {
    let delta = guarantee.delta().map_or(0.0, Decimal::to_f64_down);
    percent_up(best_accuracy(guarantee.epsilon().to_f64_down(), delta))
}

/// The same on Gaussian noise: Φ(μ/2).
pub(crate) fn right_by_mu_squared(total: MuSquared) -> String {
    // Φ(μ/2) = erfc(−μ/(2√2))/2
    percent_up(0.5 * libm::erfc(-0.5 * libm::sqrt(0.5 * total.to_f64())))
}

/// The same of a sum of ε.
pub(crate) fn right_by_epsilon(epsilon: f64) -> String {
    percent_up(best_accuracy(epsilon, 0.0))
}

/// (e^ε + δ)/(1 + e^ε), written so that nothing overflows or cancels.
fn best_accuracy(epsilon: f64, delta: f64) -> f64 {
    // = 1 − (1 − δ)/(1 + e^ε) = (1 + δ·e^−ε)/(1 + e^−ε)
    let shrunk = libm::exp(-epsilon);
    (1.0 + delta * shrunk) / (1.0 + shrunk)
}

/// A probability as a percentage, rounded up in the last of its decimals; with so many decimals that
/// it is not 100 %, up to a limit.
fn percent_up(probability: f64) -> String {
    // The few roundings above are below 2^−50; the nudge keeps the result on the upper side.
    let nudged = probability * (1.0 + NUDGE);
    for decimals in [1, 3, 6, 9] {
        let scale = libm::pow(10.0, f64::from(decimals) + 2.0);
        let units = libm::ceil(nudged * scale);
        if units < scale {
            let whole = units / libm::pow(10.0, f64::from(decimals));
            return format!("{whole:.*} %", usize::try_from(decimals).unwrap_or(1));
        }
    }
    "100 % (this budget hides nothing)".to_owned()
}

/// 2^−40: far above the roundings, far below what is printed.
const NUDGE: f64 = f64::from_bits((1023 - 40) << 52);

#[cfg(test)]
mod tests {
    use super::*;

    /// From `python3 -c "from decimal import *; e=Decimal(ε).exp(); print((e+Decimal(δ))/(1+e))"`,
    /// to 12 digits.
    #[test]
    fn accuracies() {
        for (epsilon, delta, expected) in [
            (1.0, 1e-9, 0.731_058_578_899),
            (0.2, 1e-9, 0.549_833_997_763),
            (3.2, 1e-9, 0.960_834_277_242),
            (0.5, 0.1, 0.660_213_398_082),
            (1e-6, 1e-9, 0.500_000_250_5),
            (700.0, 1e-300, 1.0),
        ] {
            let actual = best_accuracy(epsilon, delta);
            assert!((actual - expected).abs() < 1e-11, "{epsilon}: {actual}");
        }
    }

    #[test]
    fn percentages_are_rounded_up() {
        for (probability, expected) in [
            (0.731_058_578_9, "73.2 %"),
            (0.5, "50.1 %"),
            (0.999_5, "99.950 %"),
            (0.999_999_5, "99.999950 %"),
            (1.0 - 1e-13, "100 % (this budget hides nothing)"),
        ] {
            let actual = percent_up(probability);
            let close = actual == expected || {
                // The nudge may add one unit in the last place to an exact number.
                let number = |text: &str| text.trim_end_matches(" %").parse::<f64>().unwrap_or(0.0);
                number(&actual) >= 100.0 * probability
                    && number(&actual) - number(expected) <= 0.001
            };
            assert!(close, "{probability}: {actual}");
        }
    }
}
