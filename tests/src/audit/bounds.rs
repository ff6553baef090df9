//! From an attacker's decisions to lower bounds on the privacy loss.
//!
//! A test calls *right* above a threshold and *left* otherwise; α is its rate of false positives and β
//! that of false negatives. For every test on a μ-Gaussian-DP mechanism (Dong, Roth and Su 2022)
//! and on an (ε, δ)-DP one (Kairouz, Oh and Viswanath 2015)
//! ```text
//! μ ≥ Φ⁻¹(1 − α) − Φ⁻¹(β)
//! ε ≥ ln((1 − β − δ)/α)    ε ≥ ln((1 − α − δ)/β)
//! ```
//! All three fall as α and β grow, so upper bounds on these give lower bounds on the loss.
//!
//! The threshold is chosen on the even runs, α and β are counted on the odd ones, so choosing costs no
//! confidence. Each gets a Clopper–Pearson bound that fails with probability at most half of the
//! stated error; by the union bound both hold together, and any of the three may be read off.
//!
//! Tested: against exact binomial sums, and for its coverage, summed exactly.

/// One-sided Clopper–Pearson: the p at which `successes` or fewer of `trials` have probability
/// `error`. Rounded up.
pub fn clopper_pearson_up(successes: u32, trials: u32, error: f64) -> f64 {
    if successes >= trials {
        return 1.0;
    }
    let (mut below, mut above) = (f64::from(successes) / f64::from(trials), 1.0);
    for _ in 0..BISECTIONS {
        let middle = f64::midpoint(below, above);
        if binomial_tail(successes, trials, middle) > error {
            below = middle;
        } else {
            above = middle;
        }
    }
    above
}

/// P(X ≤ k) for X binomial with n trials, for p at or above k/n: terms fall from k downwards, so the
/// sum starts at the largest, in logarithms, and ends where the rest adds nothing.
fn binomial_tail(k: u32, n: u32, p: f64) -> f64 {
    if p >= 1.0 {
        return 0.0;
    }
    let [choices, hits, misses] = [n, k, n - k].map(|m| libm::lgamma(f64::from(m) + 1.0));
    let logarithm =
        choices - hits - misses + f64::from(k) * libm::log(p) + f64::from(n - k) * libm::log1p(-p);
    // The term of j − 1 over that of j: j/(n − j + 1)·(1 − p)/p.
    let (mut term, mut sum) = (1.0, 1.0);
    for j in (1..=k).rev() {
        term *= f64::from(j) / f64::from(n - j + 1) * (1.0 - p) / p;
        sum += term;
        if term < sum * 1e-18 {
            break;
        }
    }
    libm::exp(logarithm) * sum
}

/// Φ⁻¹ by bisection.
pub fn normal_quantile(probability: f64) -> f64 {
    let (mut below, mut above) = (-QUANTILE_END, QUANTILE_END);
    for _ in 0..BISECTIONS {
        let middle = f64::midpoint(below, above);
        // Φ(x) = erfc(−x/√2)/2
        if libm::erfc(-middle / core::f64::consts::SQRT_2) / 2.0 < probability {
            below = middle;
        } else {
            above = middle;
        }
    }
    f64::midpoint(below, above)
}

/// μ of the Gaussian trade-off curve through these error rates.
pub fn mu_of(alpha: f64, beta: f64) -> f64 {
    // Φ⁻¹(1 − α) = −Φ⁻¹(α), without losing digits of a small α.
    -normal_quantile(alpha) - normal_quantile(beta)
}

/// The better of the two bounds on ε at this δ; zero where neither says anything.
pub fn epsilon_of(alpha: f64, beta: f64, delta: f64) -> f64 {
    let bound = |caught: f64, wrong: f64| libm::log((caught - delta).max(0.0) / wrong);
    bound(1.0 - beta, alpha)
        .max(bound(1.0 - alpha, beta))
        .max(0.0)
}

/// The attacker's statistic in every run of either table.
#[derive(Clone, Debug, Default)]
pub struct Runs {
    /// Of the left table.
    pub left: Vec<f64>,
    /// Of the right table.
    pub right: Vec<f64>,
}

impl Runs {
    /// A lower bound on `loss(α, β)`, which falls in both: it is false with probability at most
    /// `error`, whatever the mechanism.
    pub fn lower_bound(&self, error: f64, loss: impl Fn(f64, f64) -> f64) -> f64 {
        let (mut best, mut threshold) = (f64::NEG_INFINITY, 0.0);
        for candidate in self.thresholds() {
            let (alpha, beta) = self.rates_up(Half::Even, candidate, error);
            let value = loss(alpha, beta);
            if value > best {
                (best, threshold) = (value, candidate);
            }
        }
        let (alpha, beta) = self.rates_up(Half::Odd, threshold, error);
        loss(alpha, beta)
    }

    /// Quantiles of the even runs of both tables.
    fn thresholds(&self) -> Vec<f64> {
        let mut all: Vec<f64> = Half::Even.of(&self.left).collect();
        all.extend(Half::Even.of(&self.right));
        all.sort_by(f64::total_cmp);
        let step = (all.len() / THRESHOLDS).max(1);
        let mut thresholds: Vec<f64> = all.into_iter().step_by(step).collect();
        thresholds.dedup();
        thresholds
    }

    /// Upper bounds on α and β that hold together but with probability `error`.
    fn rates_up(&self, half: Half, threshold: f64, error: f64) -> (f64, f64) {
        let up = |runs: &[f64], wrong: &dyn Fn(f64) -> bool| {
            let (mut trials, mut failures) = (0, 0);
            for value in half.of(runs) {
                trials += 1;
                failures += u32::from(wrong(value));
            }
            clopper_pearson_up(failures, trials, error / 2.0)
        };
        (
            up(&self.left, &|value| value > threshold),
            up(&self.right, &|value| value <= threshold),
        )
    }
}

#[derive(Clone, Copy)]
enum Half {
    Even,
    Odd,
}

impl Half {
    fn of(self, runs: &[f64]) -> impl Iterator<Item = f64> {
        runs.iter().copied().skip(self as usize).step_by(2)
    }
}

/// Candidates for the threshold.
const THRESHOLDS: usize = 200;
/// Halvings of an interval of length below 100: beyond a float's digits.
const BISECTIONS: u32 = 64;
/// Beyond the normal law's range in floats.
const QUANTILE_END: f64 = 40.0;

#[cfg(test)]
mod tests {
    use super::*;

    /// P(X ≤ k), term by term in plain numbers.
    fn plain_tail(k: u32, n: u32, p: f64) -> f64 {
        (0..=k)
            .map(|j| {
                let choices: f64 = (0..j)
                    .map(|i| f64::from(n - i) / f64::from(i + 1))
                    .product();
                choices * p.powi(j.cast_signed()) * (1.0 - p).powi((n - j).cast_signed())
            })
            .sum()
    }

    #[test]
    fn bounds_solve_the_binomial_tail() {
        for n in [1, 2, 10, 60] {
            for k in 0..n {
                for error in [0.3, 0.025, 1e-6] {
                    let p = clopper_pearson_up(k, n, error);
                    let tail = plain_tail(k, n, p);
                    // Near 1, a float holds few digits of 1 − p.
                    assert!((tail / error - 1.0).abs() < 1e-7, "{k} of {n}: {tail}");
                }
            }
        }
        // Nothing seen: (1 − p)^n = error. Everything seen: no bound.
        let none = clopper_pearson_up(0, 50_000, 5e-5);
        assert!((none / -f64::exp_m1(f64::ln(5e-5) / 5e4) - 1.0).abs() < 1e-9);
        assert!((clopper_pearson_up(7, 7, 0.01) - 1.0).abs() < f64::EPSILON);
        // Clopper and Pearson's own interval for 3 of 10 at 95 % ends at 0.6525.
        assert!((clopper_pearson_up(3, 10, 0.025) - 0.6525).abs() < 5e-5);
    }

    #[test]
    fn bounds_fail_no_more_often_than_stated() {
        const TRIALS: u32 = 40;
        let error = 0.05;
        let bounds: Vec<f64> = (0..=TRIALS)
            .map(|k| clopper_pearson_up(k, TRIALS, error))
            .collect();
        for hundredths in 1..100 {
            let p = f64::from(hundredths) / 100.0;
            // The bound grows with k, so it fails for every k up to some number.
            let failing = bounds.iter().filter(|&&bound| bound < p).count();
            let failures = match u32::try_from(failing).unwrap().checked_sub(1) {
                Some(last) => plain_tail(last, TRIALS, p),
                None => 0.0,
            };
            assert!(failures <= error, "at {p}: {failures}");
        }
    }

    #[test]
    fn losses_have_their_known_values() {
        // Φ⁻¹ from tables of the normal law.
        for (p, expected) in [(0.5, 0.0), (0.975, 1.959_964), (1e-9, -5.997_807)] {
            assert!((normal_quantile(p) - expected).abs() < 1e-6, "{p}");
        }
        // Φ(−1/2) = 0.308538: the best balanced test against μ = 1.
        assert!((mu_of(0.308_538, 0.308_538) - 1.0).abs() < 1e-5);
        // Randomised response: right three times out of four is ε = ln 3.
        assert!((epsilon_of(0.25, 0.25, 0.0) - f64::ln(3.0)).abs() < 1e-12);
        assert!((epsilon_of(0.7, 0.6, 0.0)).abs() < f64::EPSILON);
    }
}
