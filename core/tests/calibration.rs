//! The calibration against independent high-precision values.

use privet_core::Error;
use privet_core::calibration::calibrate;
use privet_core::calibration::delta::delta_up;
use privet_core::privacy::{Delta, Epsilon, Sensitivity, Sigma, SquaredSensitivity};
use std::num::NonZeroU32;

/// What the solver is built for; the guarantee allows 1e-9.
const EXPECTED_LOSS: f64 = 5e-12;

#[test]
fn shared_reference_points() {
    let rows = check(include_str!("reference/analytic_gaussian.csv"));
    assert_eq!(rows, if cfg!(miri) { 2 } else { 66 });
}

#[test]
#[cfg_attr(miri, ignore = "440 more points: the same code as the shared ones")]
fn the_whole_certified_range() {
    let rows = check(include_str!("reference/whole_range.csv"));
    assert_eq!(rows, 22 * 20);
}

/// ε, δ, χ, μ² a row, after a header. Returns the number of rows; Miri takes few of them.
fn check(csv: &str) -> usize {
    let unit = SquaredSensitivity::of_each(NonZeroU32::MIN, Sensitivity::ONE);
    let mut rows = 0;
    for row in csv.lines().skip(1).step_by(if cfg!(miri) { 33 } else { 1 }) {
        let mut fields = row
            .split(',')
            .map(|field| field.trim().parse::<f64>().unwrap());
        let mut next = || fields.next().unwrap();
        let (epsilon, delta, chi, truth) = (next(), next(), next(), next());
        let found = calibrate(Epsilon::new(epsilon).unwrap(), Delta::new(delta).unwrap()).unwrap();

        let mu_squared = found.mu_squared.to_f64();
        assert!(mu_squared <= truth, "mu^2 above the truth at {row}");
        let loss = 1.0 - mu_squared / truth;
        assert!(loss < EXPECTED_LOSS, "mu^2 loses {loss:e} at {row}");
        assert!(
            found.chi >= chi && found.chi - chi < 1e-11,
            "chi {} at {row}",
            found.chi
        );

        let sigma = Sigma::smallest_up(unit, found.mu_squared).unwrap().to_f64();
        let true_sigma = truth.sqrt().recip();
        assert!(sigma >= true_sigma, "sigma below the truth at {row}");
        assert!(
            sigma / true_sigma - 1.0 < EXPECTED_LOSS,
            "sigma {sigma} at {row}"
        );
        rows += 1;
    }
    rows
}

/// At the χ that is returned the bound on δ leaves room for draws that fail: 2^−50 of δ. Where χ is
/// small its floats are fine enough to tell.
#[test]
fn a_part_of_delta_is_reserved_for_failed_draws() {
    for delta in [0.4, 0.3, 0.2, 0.1, 0.05, 0.01] {
        for epsilon in [0.01, 0.1, 0.3, 1.0, 3.0] {
            if cfg!(miri) && (delta, epsilon) != (0.1, 0.3) {
                continue;
            }
            let epsilon = Epsilon::new(epsilon).unwrap();
            let found = calibrate(epsilon, Delta::new(delta).unwrap()).unwrap();
            let allowed = delta * (1.0 - 2.0_f64.powi(-50));
            assert!(
                delta_up(epsilon, found.chi) <= allowed,
                "{epsilon:?}, delta = {delta}"
            );
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "1800 calibrations take too long")]
fn more_budget_never_allows_less() {
    // Monotone in ε and in δ over a fine grid, edges included.
    let grid = |low: f64, high: f64, steps: u32| {
        (0..=steps).map(move |step| {
            let fraction = f64::from(step) / f64::from(steps);
            // The ends themselves, not their rounded logarithms.
            match step {
                0 => low,
                _ if step == steps => high,
                _ => (low.ln() + fraction * (high.ln() - low.ln())).exp(),
            }
        })
    };
    let largest_delta = 0.5_f64.next_down();
    let mut cases = 0;
    for delta in grid(1e-300, largest_delta, 24) {
        let mut previous = None;
        for epsilon in grid(1e-6, 700.0, 40) {
            let found =
                calibrate(Epsilon::new(epsilon).unwrap(), Delta::new(delta).unwrap()).unwrap();
            assert!(found.chi.is_finite());
            assert!(
                previous < Some(found.mu_squared),
                "epsilon = {epsilon}, delta = {delta:e}"
            );
            previous = Some(found.mu_squared);
            cases += 1;
        }
    }
    for epsilon in grid(1e-6, 700.0, 12) {
        let mut previous = None;
        for delta in grid(1e-300, largest_delta, 60) {
            let found =
                calibrate(Epsilon::new(epsilon).unwrap(), Delta::new(delta).unwrap()).unwrap();
            assert!(
                previous < Some(found.mu_squared),
                "epsilon = {epsilon}, delta = {delta:e}"
            );
            previous = Some(found.mu_squared);
            cases += 1;
        }
    }
    assert_eq!(cases, 25 * 41 + 13 * 61);
}

#[test]
fn the_least_delta_may_have_been_rounded_down() {
    // The float nearest to 10^-300 is above it; its neighbour is the largest one not above it.
    let epsilon = Epsilon::new(1.0).unwrap();
    let calibrated = |delta| calibrate(epsilon, Delta::new(delta).unwrap());
    let nearest = calibrated(1e-300).unwrap();
    let below = calibrated(1e-300_f64.next_down()).unwrap();
    assert!(below.mu_squared <= nearest.mu_squared);
    assert!(calibrated(1e-300_f64.next_down().next_down()).is_err());
}

#[test]
fn outside_the_certified_range_is_refused() {
    for (label, epsilon, delta) in [
        ("epsilon too small", 0.99e-6, 0.1),
        ("epsilon too large", 700.001, 0.1),
        ("delta too small", 1.0, 0.99e-300),
        ("delta one half", 1.0, 0.5),
        ("delta above one half", 1.0, 0.75),
    ] {
        let found = calibrate(Epsilon::new(epsilon).unwrap(), Delta::new(delta).unwrap());
        assert_eq!(
            found,
            Err(Error::NotCertified { epsilon, delta }),
            "case `{label}`"
        );
    }
}
