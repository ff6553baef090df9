//! Bisection over χ, ending on the safe side.
//!
//! Proved: in part `bisection_keeps_its_bracket` (8-bit fractions): whatever the outcome of a test, only the end that
//! it names moves.
//! Tested: `shared_reference_points`, `the_whole_certified_range` (reference values to 25 digits and more, over the
//! whole range and at its edges), `allowances_are_their_powers_of_two`.
//! Assumed: the error bound of δ, in `delta.rs`.

use core::ops::{Range, RangeInclusive};

use super::delta;
use crate::Error;
use crate::privacy::{Delta, Epsilon, MuSquared};

/// What (ε, δ) allows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration {
    /// The solution of Bao Eq. 1.3, rounded up.
    pub chi: f64,
    /// The total of Σ Δ²/σ² that is (ε, δ)-DP, rounded down.
    pub mu_squared: MuSquared,
}

/// The ε for which the solver is certified.
pub const CERTIFIED_EPSILON: RangeInclusive<f64> = 1e-6..=700.0;
/// The δ for which the solver is certified: from 10^−300, or the largest float not above it (the one
/// that rounding the decimal number down gives), to below one half.
pub const CERTIFIED_DELTA: Range<f64> = 1e-300_f64.next_down()..0.5;

/// Solves for χ and μ². Refused: outside [`CERTIFIED_EPSILON`] and [`CERTIFIED_DELTA`].
pub fn calibrate(epsilon: Epsilon, delta: Delta) -> Result<Calibration, Error> {
    let certified =
        CERTIFIED_EPSILON.contains(&epsilon.value()) && CERTIFIED_DELTA.contains(&delta.value());
    if !certified {
        return Err(Error::NotCertified {
            epsilon: epsilon.value(),
            delta: delta.value(),
        });
    }
    let allowed = delta.value() * (1.0 - RESERVED_FOR_FAILED_DRAWS);
    let mut bracket = Bracket::WIDEST;
    for _ in 0..BISECTIONS {
        let passes = delta::delta_up(epsilon, bracket.middle()) <= allowed;
        bracket = bracket.halve(passes);
    }
    let chi = bracket.passing;
    let root = delta::mu_over_sqrt2(epsilon, chi);
    // μ² = 2g²; g carries a few roundings of 2^−53, so μ² goes down by 2^−48.
    let mu_squared = MuSquared::from_f64_down(2.0 * root * root * (1.0 - MU_SQUARED_ERROR))?;
    Ok(Calibration { chi, mu_squared })
}

/// An interval of χ: too small at `failing` (δ too large), large enough at `passing`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bracket {
    /// Here δ is above what is allowed, or was not certified to be below.
    pub failing: f64,
    /// Here δ is certified to be allowed.
    pub passing: f64,
}

impl Bracket {
    /// At χ = −1, δ > 0.84 whatever ε; at χ = 27, δ < erfc(27)/2 < 10^−317.
    pub const WIDEST: Self = Self {
        failing: -1.0,
        passing: 27.0,
    };

    /// A point of the interval near its middle.
    pub fn middle(self) -> f64 {
        0.5 * (self.failing + self.passing)
    }

    /// The half that keeps the invariant, given whether the middle passes.
    #[must_use]
    pub fn halve(self, middle_passes: bool) -> Self {
        let middle = self.middle();
        if middle_passes {
            Self {
                passing: middle,
                ..self
            }
        } else {
            Self {
                failing: middle,
                ..self
            }
        }
    }
}

/// 28·2^−64 is below the spacing of floats at every χ that matters; more halvings change nothing.
const BISECTIONS: u32 = 64;
const RESERVED_FOR_FAILED_DRAWS: f64 = f64::from_bits((1023 - 50) << 52); // 2^−50
const MU_SQUARED_ERROR: f64 = f64::from_bits((1023 - 48) << 52); // 2^−48

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allowances_are_their_powers_of_two() {
        let bits = [RESERVED_FOR_FAILED_DRAWS, MU_SQUARED_ERROR].map(f64::to_bits);
        assert_eq!(
            bits,
            [-50, -48].map(|power| libm::ldexp(1.0, power).to_bits())
        );
    }
}
