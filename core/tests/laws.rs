//! Each sampler against its exact law, by chi-square over integer cells.
//!
//! Seeds are fixed, so a test either always passes or always fails. The critical values are for a
//! false-alarm rate of 10^−6 a test over the choice of seed. Each law is also tested against
//! draws that are wrong by 5 %, which must fail: the tests have power.
//!
//! Not under Miri, where 10^5 draws and more would take hours; the samplers run there in their own
//! modules' tests.
#![cfg(not(miri))]

use std::num::NonZeroU32;

use chacha20::ChaCha20Rng;
use privet_core::ledger::{Gaussian, Ledger, Paid, Pure, Purpose};
use privet_core::noise::{ExponentialMechanism, GaussianNoise, LaplaceNoise, PermuteAndFlip};
use privet_core::privacy::{
    LaplaceScale, MuSquared, PureEpsilon, Sensitivity, Sigma, SquaredSensitivity,
};
use rand_core::SeedableRng;

const TEN_MILLION: usize = 10_000_000;
/// Φ⁻¹(1 − 10^−6)
const Z_OF_A_MILLION: f64 = 4.753_424;

#[test]
#[ignore = "seconds of processor time: .ci/run --all runs it"]
fn rounded_gaussian_at_ten_million_draws() {
    // σ = 3.3 in 40 bits; cells of one integer each.
    let sigma = Sigma::new(0xD3_3333_3333, -38).unwrap();
    let draws = gaussian_draws(sigma, TEN_MILLION, 1);
    assert_follows(&draws, 1, |edge| normal_upper_tail(edge / sigma.to_f64()));
    assert_moments(&draws, sigma.to_f64());
}

#[test]
fn rounded_gaussian_far_below_and_far_above_one() {
    for (label, sigma, cell) in [
        ("0.2", Sigma::new(0xCC_CCCC_CCCD, -42).unwrap(), 1),
        ("1/2", Sigma::new(1, -1).unwrap(), 1),
        ("1", Sigma::new(1, 0).unwrap(), 1),
        ("1000.5", Sigma::new(2001, -1).unwrap(), 101),
        ("2^30", Sigma::new(1, 30).unwrap(), 1 << 27),
        ("2^58 · 1.5", Sigma::new(3, 57).unwrap(), 1 << 55),
    ] {
        println!("sigma {label}");
        let draws = gaussian_draws(sigma, 1_000_000, 2);
        assert_follows(&draws, cell, |edge| {
            normal_upper_tail(edge / sigma.to_f64())
        });
    }
}

#[test]
fn rounded_gaussian_so_small_that_it_is_all_but_never_moved() {
    // P(|Z| ≥ 1/2) = erfc(2^6·√2/2) < 10^−1700 for σ = 2^−7.
    let draws = gaussian_draws(Sigma::new(1, -7).unwrap(), 100_000, 3);
    assert!(draws.iter().all(|&draw| draw == 0));
}

#[test]
fn a_gaussian_five_per_cent_too_narrow_or_wide_is_noticed() {
    // Drawn with σ = 4.75 and 5.25, tested against 5.
    for quarters in [19, 21] {
        let draws = gaussian_draws(Sigma::new(quarters, -2).unwrap(), 100_000, 4);
        let statistic = chi_square(&draws, 1, |edge| normal_upper_tail(edge / 5.0));
        assert!(
            statistic.value > statistic.critical,
            "{quarters}/4 passed for 5"
        );
    }
}

#[test]
fn large_sigmas_saturate_instead_of_wrapping() {
    let sigma = Sigma::new(1, 60).unwrap();
    let mut answers = vec![i64::MAX - 3; 10_000];
    paid_gaussian(sigma)
        .perturb(&mut answers, &mut ChaCha20Rng::from_seed([5; 32]))
        .unwrap();
    let (saturated, moved): (Vec<i64>, Vec<i64>) =
        answers.into_iter().partition(|&answer| answer == i64::MAX);
    // Half of the noise goes up. Binomial(10^4, 1/2) leaves 5000 ± 6·50 with probability 2·10^−9.
    assert!((4700..5300).contains(&saturated.len()));
    assert!(moved.iter().all(|&answer| answer < i64::MAX - 3));
}

#[test]
fn discrete_laplace() {
    for (label, numerator, denominator, cell) in [
        ("1/4", 1, 4, 1),
        ("1", 1, 1, 1),
        ("10/3", 10, 3, 1),
        ("5000", 5000, 1, 501),
    ] {
        println!("scale {label}");
        let scale = LaplaceScale::new(numerator, denominator).unwrap();
        let draws = laplace_draws(scale, 1_000_000, 6);
        assert_follows(&draws, cell, |edge| laplace_upper_tail(edge, scale, 1.0));
    }
}

#[test]
fn a_laplace_five_per_cent_too_wide_is_noticed() {
    let scale = LaplaceScale::new(21, 4).unwrap();
    let draws = laplace_draws(scale, 200_000, 7);
    let statistic = chi_square(&draws, 1, |edge| laplace_upper_tail(edge, scale, 1.05));
    assert!(statistic.value > statistic.critical);
}

#[test]
fn exponential_mechanism_and_permute_and_flip() {
    // ε = 1, Δ = 2 units: weights e^(q/4).
    let scores = [0_i64, 4, -3, 9, 9, 1];
    let epsilon = PureEpsilon::from_units(1 << 40);
    let sensitivity = Sensitivity::new(2).unwrap();
    let mut rng = ChaCha20Rng::from_seed([8; 32]);
    let mut exponential = [0_u32; 6];
    let mut flipped = [0_u32; 6];
    let mut order = [0; 6];
    for _ in 0..300_000 {
        let mut ledger = Ledger::<Pure, 2>::new(PureEpsilon::from_units(2 << 40));
        let paid = ledger
            .charge(
                Purpose::Selection,
                ExponentialMechanism {
                    sensitivity,
                    epsilon,
                },
            )
            .unwrap();
        exponential[paid.select(&scores, &mut rng).unwrap()] += 1;
        let paid = ledger
            .charge(
                Purpose::Selection,
                PermuteAndFlip {
                    sensitivity,
                    epsilon,
                },
            )
            .unwrap();
        flipped[paid.select(&scores, &mut order, &mut rng).unwrap()] += 1;
    }
    let weights = scores.map(|score| (f64::from(i32::try_from(score).unwrap()) / 4.0).exp());
    let sum: f64 = weights.iter().sum();
    assert_counts(&exponential, &weights.map(|weight| weight / sum));
    assert_counts(&flipped, &permute_and_flip_law(&weights));
}

/// P(i) over all permutations: the coins before i fail, i's succeeds (McKenna and Sheldon Alg. 1).
fn permute_and_flip_law(weights: &[f64; 6]) -> [f64; 6] {
    let best = weights.iter().copied().fold(0.0, f64::max);
    let coins = weights.map(|weight| weight / best);
    let mut law = [0.0; 6];
    // The set S of those before i is any subset of the others, with probability |S|!(5−|S|)!/6!.
    for (i, probability) in law.iter_mut().enumerate() {
        for before in (0..64_u32).filter(|before| before >> i & 1 == 0) {
            let failures: f64 = (0..6)
                .filter(|j| before >> j & 1 == 1)
                .map(|j| 1.0 - coins[j])
                .product();
            let factorial = |n: u32| (1..=n).map(f64::from).product::<f64>();
            let size = before.count_ones();
            *probability +=
                factorial(size) * factorial(5 - size) / factorial(6) * failures * coins[i];
        }
    }
    law
}

fn paid_gaussian(sigma: Sigma) -> Paid<GaussianNoise> {
    // A sensitivity of 1 at the least σ still fits the largest total.
    let sensitivity = SquaredSensitivity::of_each(NonZeroU32::MIN, Sensitivity::ONE);
    let mut ledger = Ledger::<Gaussian, 1>::new(MuSquared::from_units(u128::MAX));
    ledger
        .charge(Purpose::Size, GaussianNoise { sensitivity, sigma })
        .unwrap()
}

fn gaussian_draws(sigma: Sigma, count: usize, seed: u8) -> Vec<i64> {
    let mut draws = vec![0; count];
    paid_gaussian(sigma)
        .perturb(&mut draws, &mut ChaCha20Rng::from_seed([seed; 32]))
        .unwrap();
    draws
}

fn laplace_draws(scale: LaplaceScale, count: usize, seed: u8) -> Vec<i64> {
    let mut draws = vec![0; count];
    let mut ledger = Ledger::<Pure, 1>::new(PureEpsilon::from_units(u64::MAX));
    let noise = LaplaceNoise {
        sensitivity: Sensitivity::ONE,
        scale,
    };
    let paid = ledger.charge(Purpose::Size, noise).unwrap();
    paid.perturb(&mut draws, &mut ChaCha20Rng::from_seed([seed; 32]))
        .unwrap();
    draws
}

/// P(N(0, 1) > z)
fn normal_upper_tail(z: f64) -> f64 {
    0.5 * libm::erfc(z / std::f64::consts::SQRT_2)
}

/// P(Y > edge) for a half-integer edge: r^⌈edge⌉/(1 + r) above zero, r = e^(−1/b).
#[allow(clippy::cast_precision_loss)]
fn laplace_upper_tail(edge: f64, scale: LaplaceScale, claimed: f64) -> f64 {
    let b = scale.numerator().get() as f64 / scale.denominator().get() as f64 / claimed;
    let ratio = (-1.0 / b).exp();
    if edge > 0.0 {
        ratio.powf(edge.ceil()) / (1.0 + ratio)
    } else {
        1.0 - ratio.powf((-edge).ceil()) / (1.0 + ratio)
    }
}

struct ChiSquare {
    value: f64,
    critical: f64,
}

fn assert_follows(draws: &[i64], cell: i64, upper_tail: impl Fn(f64) -> f64) {
    let statistic = chi_square(draws, cell, upper_tail);
    assert!(
        statistic.value < statistic.critical,
        "chi-square {} above {}",
        statistic.value,
        statistic.critical
    );
}

/// Pearson's statistic over cells of `cell` integers (odd, or so wide that half an integer does
/// not matter), centred on zero; cells that expect fewer than 20 draws are merged into the tails.
#[allow(clippy::cast_precision_loss, clippy::cast_possible_wrap)] // a few hundred cells
fn chi_square(draws: &[i64], cell: i64, upper_tail: impl Fn(f64) -> f64) -> ChiSquare {
    const REACH: i64 = 400;
    let total = draws.len() as f64;
    // Cell c holds the integers from c·cell − ⌊cell/2⌋ on.
    let edge = |c: i64| (c * cell - cell / 2) as f64 - 0.5;
    let expected = |c: i64| total * (upper_tail(edge(c)) - upper_tail(edge(c + 1)));
    let reach = (0..REACH).take_while(|&c| expected(c) >= 20.0).count() as i64;
    assert!(reach > 0);
    let mut observed = vec![0_u64; usize::try_from(2 * reach + 1).unwrap()];
    for &draw in draws {
        let c = (draw + cell / 2).div_euclid(cell).clamp(-reach, reach);
        observed[usize::try_from(c + reach).unwrap()] += 1;
    }
    let mut value = 0.0;
    for (place, &count) in observed.iter().enumerate() {
        let c = place as i64 - reach;
        let expected = if c == -reach {
            total * (1.0 - upper_tail(edge(c + 1)))
        } else if c == reach {
            total * upper_tail(edge(c))
        } else {
            expected(c)
        };
        if expected > 1e-3 {
            value += (count as f64 - expected).powi(2) / expected;
        } else {
            assert_eq!(count, 0, "a cell with expectation {expected} was drawn");
        }
    }
    ChiSquare {
        value,
        critical: critical_value(observed.len() - 1),
    }
}

fn assert_counts(counts: &[u32; 6], law: &[f64; 6]) {
    let total: f64 = counts.iter().copied().map(f64::from).sum();
    let value: f64 = counts
        .iter()
        .zip(law)
        .map(|(&count, p)| (f64::from(count) - total * p).powi(2) / (total * p))
        .sum();
    assert!(value < critical_value(5), "chi-square {value}");
}

/// The upper 10^−6 point of chi-square, by Wilson and Hilferty's cube.
#[allow(clippy::cast_precision_loss)]
fn critical_value(degrees: usize) -> f64 {
    let degrees = degrees as f64;
    let spread = 2.0 / (9.0 * degrees);
    degrees * (1.0 - spread + Z_OF_A_MILLION * spread.sqrt()).powi(3)
}

/// Mean and variance within five of their own deviations: false alarms below 10^−6 each.
#[allow(clippy::cast_precision_loss)]
fn assert_moments(draws: &[i64], sigma: f64) {
    let n = draws.len() as f64;
    let mean = draws.iter().map(|&x| x as f64).sum::<f64>() / n;
    let variance = draws.iter().map(|&x| (x as f64).powi(2)).sum::<f64>() / n;
    // Rounding adds 1/12 (Sheppard), exact here to e^(−2π²σ²) < 10^−90.
    let expected = sigma * sigma + 1.0 / 12.0;
    assert!(mean.abs() < 5.0 * (expected / n).sqrt(), "mean {mean}");
    assert!(
        (variance - expected).abs() < 5.0 * expected * (2.0 / n).sqrt(),
        "variance {variance}"
    );
}
