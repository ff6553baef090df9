//! δ as a function of χ, bounded from above.
//!
//! With g = √(χ²+ε) − χ = μ/√2, Bao Eq. 1.3 becomes, since e^ε·e^−(χ²+ε) = e^−χ²,
//! ```text
//! δ = e^(−χ²)·(erfcx(χ) − erfcx(χ+g))/2 = e^(−χ²)/√π · ∫₀^∞ f(t) dt,
//! f(t) = e^(−t²−2χt)·(1 − e^(−2gt)) ≥ 0.
//! ```
//! Nothing overflows and nothing cancels. Let T solve T² + 2χT = 60. The integral over [0, T] is
//! taken by 20-point Gauss–Legendre rules on [0, h], [h, 2h], [2h, 4h], … with h = T/2^10.
//!
//! **Error**, relative to the integral J, for −1 ≤ χ ≤ 27 and 0 < g ≤ 38 (so T ≤ 8.9, 2gh ≤ 0.7):
//! - *J from below.* For s = T/60 the exponent t²+2χt is at most 1 on [s/2, s] (it is convex, 0 at
//!   0 and 60 at T), and 1 − e^(−gs) ≥ 0.63·min(1, gs): J ≥ 0.0019·T·min(1, gs).
//! - *Cutting at T.* Beyond T the exponent grows at least linearly and f by at most t/T, so the
//!   rest is below e^−60·2T·min(1, 2gT), a relative 10^−20.
//! - *Rule.* On the Bernstein ellipse ρ = 2+√3 of [a, 2a], a/2 ≤ Re z ≤ 5a/2 and
//!   Re z² ≥ 0.21a², so |e^(−z²−2χz)| ≤ e^2.5 (equality needs χ < 0), and
//!   |1 − e^(−2gz)| ≤ min(2, 5.4ga); [0, h] is no worse. An (n+1)-point rule errs by at most
//!   (64/15)·M·ρ^(−2n)/(1−ρ^−2) on [−1, 1] (Trefethen, *Approximation Theory and Approximation
//!   Practice*, Thm 19.3): here 2·10^−21·M, summed over the panels a relative 2·10^−15.
//! - *Rounding.* Exponents up to 730 and 60, each right to 4 roundings of 2^−53: 5·10^−13; all
//!   terms are positive, so summing 220 of them adds 3·10^−14.
//!
//! Together below 2^−40 ≈ 9.1·10^−13, which [`delta_up`] adds.
//!
//! Tested: `shared_reference_points`, `the_whole_certified_range` (506 reference values to 25 digits and more),
//! `the_integral_is_cut_off_where_its_argument_says`. Kani does not model the functions of floats.
//! Assumed: `libm::exp`, `libm::expm1` and `libm::sqrt` err by less than 4 units in the last place (measured by others:
//! below 1).

use crate::privacy::Epsilon;

/// g = √(χ²+ε) − χ = μ/√2, without cancellation on either side of zero.
pub fn mu_over_sqrt2(epsilon: Epsilon, chi: f64) -> f64 {
    let root = libm::sqrt(chi * chi + epsilon.value());
    if chi > 0.0 {
        epsilon.value() / (root + chi)
    } else {
        root - chi
    }
}

/// An upper bound on δ at this χ, above the truth by at most 2^−39 of it.
///
/// Meant for −1 ≤ χ ≤ 27; where e^(−χ²) leaves the normal range (δ < 10^−307) only the order of
/// magnitude is kept.
pub fn delta_up(epsilon: Epsilon, chi: f64) -> f64 {
    let g = mu_over_sqrt2(epsilon, chi);
    let mut integral = 0.0;
    let mut left = 0.0;
    let mut right = end(chi) * FIRST_PANEL;
    for _ in 0..PANELS {
        integral += panel(chi, g, left, right);
        left = right;
        right *= 2.0;
    }
    // δ = e^(−χ²)/√π·∫f
    libm::exp(-chi * chi) * ONE_OVER_SQRT_PI * integral * (1.0 + RELATIVE_ERROR)
}

/// Where the integral is cut off: T with T² + 2χT = 60.
fn end(chi: f64) -> f64 {
    CUT / (libm::sqrt(chi * chi + CUT) + chi)
}

/// ∫ f over [left, right] by the Gauss–Legendre rule.
fn panel(chi: f64, g: f64, left: f64, right: f64) -> f64 {
    let centre = 0.5 * (left + right);
    let half_width = 0.5 * (right - left);
    let mut sum = 0.0;
    for (node, weight) in NODES_AND_WEIGHTS {
        let offset = half_width * node;
        let below = integrand(chi, g, centre - offset);
        let above = integrand(chi, g, centre + offset);
        sum += weight * (below + above);
    }
    half_width * sum
}

/// f(t) = e^(−t²−2χt)·(1 − e^(−2gt))
fn integrand(chi: f64, g: f64, t: f64) -> f64 {
    libm::exp(-t * (t + 2.0 * chi)) * -libm::expm1(-2.0 * g * t)
}

const CUT: f64 = 60.0;
const PANELS: u32 = 11;
const FIRST_PANEL: f64 = 1.0 / 1024.0; // 2^−(PANELS − 1)
const RELATIVE_ERROR: f64 = f64::from_bits((1023 - 40) << 52); // 2^−40
const ONE_OVER_SQRT_PI: f64 = 0.564_189_583_547_756_3;

/// Positive nodes of the 20-point Gauss–Legendre rule on [−1, 1] and their weights (40-digit
/// computation, rounded to nearest).
const NODES_AND_WEIGHTS: [(f64, f64); 10] = [
    (0.993_128_599_185_094_9, 0.017_614_007_139_152_118),
    (0.963_971_927_277_913_8, 0.040_601_429_800_386_94),
    (0.912_234_428_251_326, 0.062_672_048_334_109_07),
    (0.839_116_971_822_218_8, 0.083_276_741_576_704_75),
    (0.746_331_906_460_150_8, 0.101_930_119_817_240_44),
    (0.636_053_680_726_515, 0.118_194_531_961_518_41),
    (0.510_867_001_950_827_1, 0.131_688_638_449_176_64),
    (0.373_706_088_715_419_55, 0.142_096_109_318_382_04),
    (0.227_785_851_141_645_07, 0.149_172_986_472_603_74),
    (0.076_526_521_133_497_34, 0.152_753_387_130_725_84),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// At χ = 0, μ = √(2ε) and δ = 1/2 − e^ε·Φ(−μ).
    #[test]
    fn a_known_delta_is_bounded_from_above_and_hardly_more() {
        for epsilon in [0.01, 0.5, 1.0, 4.0] {
            let truth = 0.5 - 0.5 * libm::exp(epsilon) * libm::erfc(libm::sqrt(epsilon));
            let bound = delta_up(Epsilon::new(epsilon).unwrap(), 0.0);
            let excess = bound / truth - 1.0;
            assert!((-1e-13..1e-11).contains(&excess), "{epsilon}: {excess}");
        }
        assert_eq!(RELATIVE_ERROR.to_bits(), libm::ldexp(1.0, -40).to_bits());
    }

    #[test]
    fn the_integral_is_cut_off_where_its_argument_says() {
        for chi in [-1.0, 0.0, 0.25, 3.0, 27.0] {
            let cut = end(chi) * (end(chi) + 2.0 * chi);
            assert!((cut - CUT).abs() < 1e-10, "{chi}: {cut}");
        }
    }
}
