//! The two amounts that a ledger adds up, as integers: μ² of a Gaussian release, ε of a pure one. Every
//! number of units is valid, so there is nothing to check here.
//!
//! Assumed: nothing: every number of units is a loss, and `to_f64()` is for messages only.

/// μ² of Gaussian DP, in units of 2^−112 (so up to 2^16; the certified range ends near 1402).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MuSquared(pub(crate) u128);

impl MuSquared {
    /// Binary digits after the point.
    pub const FRACTION_BITS: u32 = 112;

    /// So many units of 2^−112.
    pub const fn from_units(units: u128) -> Self {
        Self(units)
    }

    /// The number of units of 2^−112.
    pub const fn units(self) -> u128 {
        self.0
    }

    /// The nearest float, for messages.
    pub fn to_f64(self) -> f64 {
        to_f64(self.0, Self::FRACTION_BITS)
    }
}

/// ε of pure DP, in units of 2^−40 (so from 9·10⁻¹³ to 2^24): coarse enough that γ = ε·gap/(2Δ) is
/// a fraction of machine words, which is what makes exact selection cheap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PureEpsilon(pub(crate) u64);

impl PureEpsilon {
    /// Binary digits after the point.
    pub const FRACTION_BITS: u32 = 40;

    /// So many units of 2^−40.
    pub const fn from_units(units: u64) -> Self {
        Self(units)
    }

    /// The number of units of 2^−40.
    pub const fn units(self) -> u64 {
        self.0
    }

    /// The nearest float, for messages.
    pub fn to_f64(self) -> f64 {
        to_f64(u128::from(self.0), Self::FRACTION_BITS)
    }
}

#[allow(clippy::cast_precision_loss)] // for messages only
fn to_f64(units: u128, fraction_bits: u32) -> f64 {
    libm::ldexp(units as f64, 0_i32.wrapping_sub_unsigned(fraction_bits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_tell_the_number() {
        let three_halves = 1.5_f64.to_bits();
        assert_eq!(
            MuSquared::from_units(3 << 111).to_f64().to_bits(),
            three_halves
        );
        assert_eq!(
            PureEpsilon::from_units(3 << 39).to_f64().to_bits(),
            three_halves
        );
    }
}
