//! Answers with Laplace noise: size and tables of a pure release.
//!
//! Proved: `sensitivities_are_declared_as_stated`, for every r; in part `pure_sizes_are_paid_before_they_are_read`,
//! `pure_tables_are_paid_before_they_are_read` (every total, share, number of rows and person, four cells, whatever
//! scale and loss are; every way to an error).
//! Tested: `pure_size_and_tables_are_paid_for_by_their_neighbours`, `curator_pays_before_it_reads`,
//! `what_is_paid_for_is_answered`.

use rand_core::TryCryptoRng;

use super::asked::AskedTable;
use super::source::Counts;
use super::state::{Curator, Size, cut_off, signed};
use crate::Error;
use crate::domain::Domain;
use crate::ledger::{Pure, Purpose};
use crate::neighbours::Neighbours;
use crate::noise::LaplaceNoise;
use crate::privacy::{LaplaceScale, NoiseScale, PureEpsilon};

impl<C: Counts, R: TryCryptoRng, const ENTRIES: usize> Curator<C, R, Pure, ENTRIES> {
    /// The number of rows: with noise that costs `share`, or as it is where it is public.
    pub fn size(&mut self, share: PureEpsilon) -> Result<Size, Error> {
        let Some(law) = size_noise(self.neighbours, share)? else {
            return signed(self.counts.rows()).map(Size::Public);
        };
        let paid = self.ledger.charge(Purpose::Size, law)?;
        let mut answer = [signed(self.counts.rows())?];
        paid.perturb(&mut answer, &mut self.rng)?;
        cut_off(&mut answer);
        let [rows] = answer;
        let noise = NoiseScale::Laplace(law.scale);
        Ok(Size::Noisy { rows, noise })
    }

    /// The table that is asked for, with noise that costs `share`; returns its scale.
    ///
    /// `scratch` and `noisy` have as many cells as the table; impossible ones are answered by zero.
    pub fn table<'q>(
        &mut self,
        domain: &Domain<'_>,
        asked: impl Into<AskedTable<'q>>,
        share: PureEpsilon,
        scratch: &mut [u64],
        noisy: &mut [i64],
    ) -> Result<LaplaceScale, Error> {
        let asked = asked.into();
        asked.expect_room(domain, scratch, noisy)?;
        let law = table_noise(self.neighbours, share)?;
        let purpose = Purpose::Table(asked.variables.clone());
        let paid = self.ledger.charge(purpose, law)?;
        self.answers(domain, asked.variables, scratch, noisy)?;
        let kept = asked.discard(noisy);
        let answered = noisy.get_mut(..kept).unwrap_or_default();
        paid.perturb(answered, &mut self.rng)?;
        asked.put_back(noisy, kept);
        cut_off(noisy);
        Ok(law.scale)
    }
}

/// The noise of the number of rows that costs `share`; none where it is public.
pub(crate) fn size_noise(
    neighbours: Neighbours,
    share: PureEpsilon,
) -> Result<Option<LaplaceNoise>, Error> {
    let Some(sensitivity) = neighbours.size() else {
        return Ok(None);
    };
    let scale = LaplaceScale::for_share(sensitivity, share)?;
    Ok(Some(LaplaceNoise { sensitivity, scale }))
}

/// The noise of a table that costs `share`.
pub(crate) fn table_noise(
    neighbours: Neighbours,
    share: PureEpsilon,
) -> Result<LaplaceNoise, Error> {
    let sensitivity = neighbours.table_l1();
    let scale = LaplaceScale::for_share(sensitivity, share)?;
    Ok(LaplaceNoise { sensitivity, scale })
}
