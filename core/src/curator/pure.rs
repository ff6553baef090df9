//! Answers with Laplace noise: size and tables of a pure release. And a die.

use core::num::NonZeroU32;

use rand_core::TryCryptoRng;

use super::state::{Curator, Size, cut_off, signed};
use crate::Error;
use crate::counts::Counts;
use crate::domain::Domain;
use crate::ledger::{Pure, Purpose};
use crate::noise::{LaplaceNoise, uniform};
use crate::privacy::{LaplaceScale, NoiseScale, PureEpsilon};
use crate::variables::VariableSet;

impl<C: Counts, R: TryCryptoRng, const ENTRIES: usize> Curator<C, R, Pure, ENTRIES> {
    /// The number of rows: with noise that costs `share`, or as it is where it is public.
    pub fn size(&mut self, share: PureEpsilon) -> Result<Size, Error> {
        let Some(sensitivity) = self.neighbours.size() else {
            return signed(self.counts.rows()).map(Size::Public);
        };
        let scale = LaplaceScale::for_share(sensitivity, share)?;
        let paid = self
            .ledger
            .charge(Purpose::Size, LaplaceNoise { sensitivity, scale })?;
        let mut answer = [signed(self.counts.rows())?];
        paid.perturb(&mut answer, &mut self.rng)?;
        cut_off(&mut answer);
        let [rows] = answer;
        let noise = NoiseScale::Laplace(scale);
        Ok(Size::Noisy { rows, noise })
    }

    /// The table over `variables`, with noise that costs `share`; returns its scale.
    ///
    /// `scratch` and `noisy` have as many cells as the table.
    pub fn table(
        &mut self,
        domain: &Domain<'_>,
        variables: &VariableSet,
        share: PureEpsilon,
        scratch: &mut [u64],
        noisy: &mut [i64],
    ) -> Result<LaplaceScale, Error> {
        let cells = domain.cells(variables, u64::from(u32::MAX));
        if cells != Some(scratch.len()) || cells != Some(noisy.len()) {
            return Err(Error::BufferTooSmall);
        }
        let sensitivity = self.neighbours.table_l1();
        let scale = LaplaceScale::for_share(sensitivity, share)?;
        let purpose = Purpose::Table(variables.clone());
        let paid = self
            .ledger
            .charge(purpose, LaplaceNoise { sensitivity, scale })?;
        self.answers(domain, variables, scratch, noisy)?;
        paid.perturb(noisy, &mut self.rng)?;
        cut_off(noisy);
        Ok(scale)
    }

    /// A fair die of so many sides. It reads nothing of the data, so it is free.
    pub fn die(&mut self, sides: NonZeroU32) -> Result<u32, Error> {
        let side = uniform::draw_below(sides.into(), &mut self.rng)?;
        u32::try_from(side).map_err(|_| Error::DrawFailed)
    }
}
