//! ε and δ as the spec gives them: public, so floats will do.
//!
//! Proved: `parameters_are_proper_or_refused`, for every float.

use crate::Error;

/// ε of (ε, δ)-DP. Invariant: `0 < ε < ∞`, never NaN.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Epsilon(f64);

impl Epsilon {
    /// Tests for what is accepted, so NaN is refused without a special case.
    pub fn new(value: f64) -> Result<Self, Error> {
        if !(value > 0.0 && value < f64::INFINITY) {
            return Err(Error::EpsilonOutOfRange { value });
        }
        Ok(Self(value))
    }

    /// The number itself.
    pub const fn value(self) -> f64 {
        self.0
    }
}

/// δ of (ε, δ)-DP. Invariant: `0 < δ < 1`, never NaN.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Delta(f64);

impl Delta {
    /// Tests for what is accepted, so NaN is refused without a special case.
    pub fn new(value: f64) -> Result<Self, Error> {
        if !(value > 0.0 && value < 1.0) {
            return Err(Error::DeltaOutOfRange { value });
        }
        Ok(Self(value))
    }

    /// The number itself.
    pub const fn value(self) -> f64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_proper_parameters_are_accepted() {
        for (label, value, epsilon, delta) in [
            ("one", 1.0, true, false),
            ("half", 0.5, true, true),
            ("least positive", f64::from_bits(1), true, true),
            ("just below one", 1.0_f64.next_down(), true, true),
            ("largest", f64::MAX, true, false),
            ("zero", 0.0, false, false),
            ("minus zero", -0.0, false, false),
            ("negative", -1.0, false, false),
            ("infinite", f64::INFINITY, false, false),
            ("NaN", f64::NAN, false, false),
        ] {
            assert_eq!(
                Epsilon::new(value).is_ok(),
                epsilon,
                "epsilon, case `{label}`"
            );
            assert_eq!(Delta::new(value).is_ok(), delta, "delta, case `{label}`");
        }
    }
}
