//! Which table is farthest from a model of it, chosen privately (Cai's h, Alg. 4).
//!
//! h(M) = Σ |c_M − m_M| for the counts c and a public table m of whole numbers. A row more or less moves one
//! cell by one, so h moves by at most 1; a row changed moves two cells, so at most 2. The model's table must
//! not depend on the private number of rows: it is scaled to a noisy or public one and rounded first.
//!
//! Deviation from Cai Alg. 4, which adds Gaussian noise to the h of every candidate and takes the largest:
//! the exponential mechanism pays once for the choice, however many candidates there are.
//!
//! Proved: `distances_move_cell_by_cell`. Tested: `distance_moves_by_at_most_its_sensitivity`, `curator_pays_before_it_reads`.

use rand_core::TryCryptoRng;

use super::state::Curator;
use crate::Error;
use crate::counts::Counts;
use crate::domain::Domain;
use crate::ledger::{Gaussian, Purpose};
use crate::noise::ExponentialMechanism;
use crate::privacy::MuSquared;
use crate::variables::VariableSet;

/// A table that may be chosen.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Its variables.
    pub variables: VariableSet,
    /// What is taken off its distance, in rows: public, such as the noise that measuring it would bring.
    pub handicap: i64,
}

/// The memory that a choice needs.
pub struct DistanceScratch<'a> {
    /// As many cells as the largest candidate.
    pub counts: &'a mut [u64],
    /// One place a candidate.
    pub scores: &'a mut [i64],
}

impl<C: Counts, R: TryCryptoRng, const ENTRIES: usize> Curator<C, R, Gaussian, ENTRIES> {
    /// Chooses a candidate by its distance from the model less its handicap, at a cost of at most
    /// `share`; returns its place.
    ///
    /// `expectations` has for each candidate what the model expects of its cells, in whole rows: public.
    pub fn farthest(
        &mut self,
        domain: &Domain<'_>,
        candidates: &[Candidate],
        expectations: &[impl AsRef<[i64]>],
        share: MuSquared,
        scratch: DistanceScratch<'_>,
    ) -> Result<usize, Error> {
        let DistanceScratch { counts, scores } = scratch;
        let scores = scores
            .get_mut(..candidates.len())
            .ok_or(Error::BufferTooSmall)?;
        if scores.is_empty() || expectations.len() != scores.len() {
            return Err(Error::NothingToSelect);
        }
        for (candidate, expected) in candidates.iter().zip(expectations) {
            let cells = domain.cells(&candidate.variables, u64::from(u32::MAX));
            if cells != Some(expected.as_ref().len()) || cells > Some(counts.len()) {
                return Err(Error::BufferTooSmall);
            }
        }
        let law = ExponentialMechanism::within(self.neighbours.table_l1(), share)?;
        let purpose = Purpose::Farthest {
            candidates: u32::try_from(scores.len()).map_err(|_| Error::BufferTooSmall)?,
        };
        let paid = self.ledger.charge(purpose, law)?;
        let asked = candidates.iter().zip(expectations).zip(&mut *scores);
        let scored = asked
            .into_iter()
            .try_for_each(|((candidate, expected), score)| {
                let expected = expected.as_ref();
                let cells = counts
                    .get_mut(..expected.len())
                    .ok_or(Error::BufferTooSmall)?;
                self.counted(domain, &candidate.variables, cells)?;
                *score = distance(cells, expected).saturating_sub(candidate.handicap);
                Ok(())
            });
        counts.fill(0);
        let chosen = scored.and_then(|()| paid.select(scores, &mut self.rng));
        scores.fill(0);
        chosen
    }
}

/// Σ |c − m|, cut off at the end of `i64`. What moves by at most Δ does so cut off, too.
pub fn distance(counts: &[u64], model: &[i64]) -> i64 {
    let cells = counts.iter().zip(model);
    cells.fold(0_i64, |sum, (&count, &expected)| {
        let apart = i128::from(count).abs_diff(expected.into());
        sum.saturating_add(i64::try_from(apart).unwrap_or(i64::MAX))
    })
}
