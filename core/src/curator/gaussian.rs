//! Answers with Gaussian noise: size and tables.
//!
//! Proved: in part `sizes_are_paid_before_they_are_read`, `tables_are_paid_before_they_are_read` (every total, number
//! of rows and person, four cells, whatever σ and loss are; every way to an error), `products_are_declared_as_stated`
//! (r²: 16 bits, widely 25).
//! Tested: `size_and_tables_are_paid_for_by_their_neighbours`, `curator_pays_before_it_reads`,
//! `what_is_paid_for_is_answered`.

use core::num::NonZeroU32;

use rand_core::TryCryptoRng;

use super::asked::AskedTable;
use super::source::Counts;
use super::state::{Curator, Size, cut_off, signed};
use crate::Error;
use crate::domain::Domain;
use crate::ledger::{Gaussian, Purpose};
use crate::neighbours::Neighbours;
use crate::noise::GaussianNoise;
use crate::privacy::{MuSquared, NoiseScale, Sigma, SquaredSensitivity};

impl<C: Counts, R: TryCryptoRng, const ENTRIES: usize> Curator<C, R, Gaussian, ENTRIES> {
    /// The number of rows: with noise that costs at most `share`, or as it is where it is public.
    pub fn size(&mut self, share: MuSquared) -> Result<Size, Error> {
        let Some(law) = size_noise(self.neighbours, share)? else {
            return signed(self.counts.rows()).map(Size::Public);
        };
        let paid = self.ledger.charge(Purpose::Size, law)?;
        let mut answer = [signed(self.counts.rows())?];
        paid.perturb(&mut answer, &mut self.rng)?;
        cut_off(&mut answer);
        let [rows] = answer;
        let noise = NoiseScale::Gaussian(law.sigma);
        Ok(Size::Noisy { rows, noise })
    }

    /// The table that is asked for, with noise that costs at most `share`; returns its σ.
    ///
    /// `scratch` and `noisy` have as many cells as the table; impossible ones are answered by zero.
    pub fn table<'q>(
        &mut self,
        domain: &Domain<'_>,
        asked: impl Into<AskedTable<'q>>,
        share: MuSquared,
        scratch: &mut [u64],
        noisy: &mut [i64],
    ) -> Result<Sigma, Error> {
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
        Ok(law.sigma)
    }
}

/// The noise of the number of rows that costs at most `share`; none where it is public.
pub(crate) fn size_noise(
    neighbours: Neighbours,
    share: MuSquared,
) -> Result<Option<GaussianNoise>, Error> {
    let Some(each) = neighbours.size() else {
        return Ok(None);
    };
    let sensitivity = SquaredSensitivity::of_each(NonZeroU32::MIN, each);
    let sigma = Sigma::smallest_up(sensitivity, share)?;
    Ok(Some(GaussianNoise { sensitivity, sigma }))
}

/// The noise of a table that costs at most `share`.
pub(crate) fn table_noise(
    neighbours: Neighbours,
    share: MuSquared,
) -> Result<GaussianNoise, Error> {
    let sensitivity = neighbours.table();
    let sigma = Sigma::smallest_up(sensitivity, share)?;
    Ok(GaussianNoise { sensitivity, sigma })
}
