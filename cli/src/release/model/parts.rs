//! What the models of several mechanisms have in common.

use privet_core::privacy::{LaplaceScale, Sigma};
use rand_core::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::keys::hex;

/// The number of rows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum SizeFile {
    /// With noise of this σ.
    Noisy { rows: i64, sigma: SigmaFile },
    /// As it is.
    Public { rows: i64 },
}

/// σ = mantissa·2^exponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SigmaFile {
    pub mantissa: u64,
    pub exponent: i32,
}

impl From<Sigma> for SigmaFile {
    fn from(sigma: Sigma) -> Self {
        Self {
            mantissa: sigma.mantissa(),
            exponent: sigma.exponent(),
        }
    }
}

/// b = numerator/denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScaleFile {
    pub numerator: u64,
    pub denominator: u64,
}

impl From<LaplaceScale> for ScaleFile {
    fn from(scale: LaplaceScale) -> Self {
        Self {
            numerator: scale.numerator().get(),
            denominator: scale.denominator().get(),
        }
    }
}

/// The generator after the rows were drawn: it goes on to choose values inside of bins.
pub struct RowPicks(Xoshiro256PlusPlus);

impl RowPicks {
    /// Where no rows were drawn from the model.
    pub fn seeded(seed: [u8; 32]) -> Self {
        Self(Xoshiro256PlusPlus::from_seed(seed))
    }

    pub(super) fn new(rng: Xoshiro256PlusPlus) -> Self {
        Self(rng)
    }

    /// The next uniform number.
    pub fn draw(&mut self) -> u64 {
        self.0.next_u64()
    }
}

/// The row seed as text.
pub fn seed_text(seed: [u8; 32]) -> String {
    hex(&seed)
}
