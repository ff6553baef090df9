//! Parts of a table, with Gaussian noise. What they are, and how far a row moves them: [`crate::parts`].
//!
//! Proved: in part `parts_are_paid_before_they_are_read` (a table of four cells, any parts, which may move by anything;
//! every total and person, every way to an error). How far parts do move: `core/src/parts.rs`.
//! Tested: `memory_for_parts_is_refused_before_the_charge` (memory of a few sizes), `what_is_paid_for_is_answered`,
//! `what_is_no_part_of_a_small_table_is_refused` (`most_of()`: the largest table of the most rows, so that only noise
//! is cut off).

use rand_core::TryCryptoRng;

use super::source::Counts;
use super::state::{Curator, MOST_NOISY_ROWS};
use crate::Error;
use crate::domain::Domain;
use crate::ledger::{Gaussian, Purpose};
use crate::neighbours::Neighbours;
use crate::noise::GaussianNoise;
use crate::parts::{AskedParts, MOST_PART_CELLS};
use crate::privacy::{MuSquared, Sigma};

/// Memory for a table: as many places each as it has cells.
#[derive(Debug)]
pub struct PartsScratch<'a> {
    /// For the counts.
    pub counts: &'a mut [u64],
    /// For margins of them.
    pub margin: &'a mut [i64],
}

impl PartsScratch<'_> {
    /// Refused: memory of another size than the table.
    fn expect_room(
        &self,
        domain: &Domain<'_>,
        asked: &AskedParts,
        noisy: &[i64],
    ) -> Result<(), Error> {
        let cells = domain.cells(asked.variables(), MOST_PART_CELLS);
        let is_of_domain = cells == usize::try_from(asked.units()).ok();
        let lengths = [self.counts.len(), self.margin.len(), noisy.len()];
        if is_of_domain && lengths.iter().all(|&length| cells == Some(length)) {
            Ok(())
        } else {
            Err(Error::BufferTooSmall)
        }
    }
}

impl<C: Counts, R: TryCryptoRng, const ENTRIES: usize> Curator<C, R, Gaussian, ENTRIES> {
    /// The parts that are asked for, in units of 1/cells of a row, with noise that costs at most `share`; returns its σ in these
    /// units.
    ///
    /// `scratch` and `noisy` have as many places as the table has cells.
    pub fn parts(
        &mut self,
        domain: &Domain<'_>,
        asked: &AskedParts,
        share: MuSquared,
        scratch: PartsScratch<'_>,
        noisy: &mut [i64],
    ) -> Result<Sigma, Error> {
        scratch.expect_room(domain, asked, noisy)?;
        let most = most_of(asked);
        let law = parts_noise(self.neighbours, asked, share)?;
        let purpose = Purpose::Parts(asked.clone());
        let paid = self.ledger.charge(purpose, law)?;
        let PartsScratch { counts, margin } = scratch;
        let counted = self.counted(domain, asked.variables(), counts);
        let taken = counted.and_then(|()| asked.take(domain, counts, margin, noisy));
        counts.fill(0);
        margin.fill(0);
        if taken.is_err() {
            noisy.fill(0);
        }
        taken?;
        paid.perturb(noisy, &mut self.rng)?;
        for number in noisy {
            *number = (*number).clamp(-most, most);
        }
        Ok(law.sigma)
    }
}

/// The noise of an answer that costs at most `share`.
pub(crate) fn parts_noise(
    neighbours: Neighbours,
    asked: &AskedParts,
    share: MuSquared,
) -> Result<GaussianNoise, Error> {
    let sensitivity = asked.sensitivity(neighbours)?;
    let sigma = Sigma::smallest_up(sensitivity, share)?;
    Ok(GaussianNoise { sensitivity, sigma })
}

/// What a noisy answer is cut off at: as many units as the largest noisy number of rows has. Only noise is cut.
pub(crate) fn most_of(asked: &AskedParts) -> i64 {
    MOST_NOISY_ROWS.saturating_mul(asked.units().into())
}
