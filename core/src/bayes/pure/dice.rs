//! Fair dice, which are public.

use core::num::NonZeroU32;

use rand_core::TryCryptoRng;

use crate::Error;
use crate::noise::uniform;

/// Dice that are thrown with a generator of their own, never with that of the noise: who knows its seed knows what was
/// offered.
pub struct Dice<R>(R);

impl<R: TryCryptoRng> Dice<R> {
    /// Thrown with this generator.
    pub const fn new(rng: R) -> Self {
        Self(rng)
    }

    /// One of so many sides, from 0 on.
    pub fn throw(&mut self, sides: NonZeroU32) -> Result<u32, Error> {
        let side = uniform::draw_below(sides.into(), &mut self.0)?;
        u32::try_from(side).map_err(|_| Error::DrawFailed)
    }
}
