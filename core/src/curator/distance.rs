//! Which table is farthest from a model of it, chosen privately (Cai's h, Alg. 4).
//!
//! h(M) = Σ |c_M − m_M| for the counts c and a public table m of whole numbers. A row more or less moves one
//! cell by one, so h moves by at most 1; a row changed moves two cells, so at most 2. The model's table must
//! not depend on the private number of rows: it is scaled to a noisy or public one and rounded first.
//!
//! Cells that no row can be in by a public rule are left out of the sum ([`LEFT_OUT`]): what a row moves in the others is no
//! more.
//!
//! What matters more to those who will use the rows has a weight: w·(h − handicap) moves by at most w times as much. All
//! choices of a release are paid by its largest weight, whichever tables are offered.
//!
//! Deviation from Cai Alg. 4, which adds Gaussian noise to the h of every candidate and takes the largest:
//! the exponential mechanism pays once for the choice, however many candidates there are.
//!
//! Proved: in part `distances_move_cell_by_cell` (two cells, counts below 2^40; any number by induction),
//! `weighted_scores_move_by_their_weight` (h and handicap of 8 bits, r and weight up to 7),
//! `products_are_declared_as_stated` (the weighted L1: 16 bits, widely 25),
//! `farthest_tables_are_paid_before_they_are_read` (r up to 7, one candidate; every way to an error).
//! Tested: `distance_moves_by_at_most_its_sensitivity`, `curator_pays_before_it_reads`,
//! `several_choices_are_paid_for_one_by_one`, `what_is_paid_for_is_answered` (memory that is too small is refused
//! before the charge).

use core::num::NonZeroU32;

use rand_core::TryCryptoRng;

use super::source::Counts;
use super::state::Curator;
use crate::Error;
use crate::domain::Domain;
use crate::ledger::{Gaussian, Ledger, Paid, Purpose};
use crate::neighbours::Neighbours;
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
    /// What it counts for, at most [`Compared::most_weight`]: public.
    pub weight: NonZeroU32,
}

impl Candidate {
    /// w·(h − handicap) of its counts, cut off at the ends of `i64`.
    pub fn score(&self, counts: &[u64], expected: &[i64]) -> i64 {
        weighted(distance(counts, expected), self.handicap, self.weight)
    }
}

/// w·(h − handicap), cut off at the ends of `i64`. What moves by at most Δ moves by at most w·Δ here, cut off or not.
pub fn weighted(distance: i64, handicap: i64, weight: NonZeroU32) -> i64 {
    let surplus = distance.saturating_sub(handicap);
    surplus.saturating_mul(weight.get().into())
}

/// The memory that choices need. What is private of it is wiped before the answer is given.
pub struct DistanceScratch<'a> {
    /// As many cells as the largest candidate.
    pub counts: &'a mut [u64],
    /// One place a candidate.
    pub scores: &'a mut [i64],
    /// One place a candidate.
    pub offered: &'a mut [i64],
    /// One place a candidate: whether it may be chosen.
    pub allowed: &'a mut [bool],
}

impl<'a> DistanceScratch<'a> {
    /// As many places as there are candidates.
    fn cut_to(self, candidates: usize) -> Result<Self, Error> {
        let cut = |places: Option<&'a mut [i64]>| places.ok_or(Error::BufferTooSmall);
        Ok(Self {
            counts: self.counts,
            scores: cut(self.scores.get_mut(..candidates))?,
            offered: cut(self.offered.get_mut(..candidates))?,
            allowed: self
                .allowed
                .get_mut(..candidates)
                .ok_or(Error::BufferTooSmall)?,
        })
    }
}

/// The scores of those that are allowed, one after the other.
fn offer<'a>(scores: &[i64], allowed: &[bool], offered: &'a mut [i64]) -> &'a [i64] {
    let mut kept = 0_usize;
    let allowed = scores.iter().zip(allowed).filter(|(_, allowed)| **allowed);
    for ((score, _), slot) in allowed.zip(offered.iter_mut()) {
        *slot = *score;
        kept = kept.saturating_add(1);
    }
    offered.get(..kept).unwrap_or_default()
}

/// Tables to choose among, with what a model expects of them. All of it is public.
#[derive(Debug)]
pub struct Compared<'a, E> {
    /// The tables.
    pub candidates: &'a [Candidate],
    /// For each candidate what the model expects of its cells, in whole rows; [`LEFT_OUT`] for an impossible one.
    pub expectations: &'a [E],
    /// The largest weight that any candidate of the release may have: by it every choice is paid.
    pub most_weight: NonZeroU32,
}

impl<E> Clone for Compared<'_, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Compared<'_, E> {}

impl<C: Counts, R: TryCryptoRng, const ENTRIES: usize> Curator<C, R, Gaussian, ENTRIES> {
    /// Chooses candidates one after the other, as many as `chosen` has places for, each by its score and at a cost of at
    /// most `share`; returns how many there were.
    ///
    /// After each choice `strike` is told of its place, and marks with `false` what may not follow it: a function
    /// of public facts. A choice ends with the candidates that are left. All choices look at the same counts; each is
    /// charged before it is made, as if it had counted for itself.
    pub fn farthest(
        &mut self,
        domain: &Domain<'_>,
        compared: Compared<'_, impl AsRef<[i64]>>,
        share: MuSquared,
        scratch: DistanceScratch<'_>,
        strike: &mut dyn FnMut(usize, &mut [bool]),
        chosen: &mut [usize],
    ) -> Result<usize, Error> {
        let Compared {
            candidates,
            expectations,
            most_weight,
        } = compared;
        if candidates.is_empty() || expectations.len() != candidates.len() || chosen.is_empty() {
            return Err(Error::NothingToSelect);
        }
        let mut scratch = scratch.cut_to(candidates.len())?;
        for (candidate, expected) in candidates.iter().zip(expectations) {
            let cells = domain.cells(&candidate.variables, u64::from(u32::MAX));
            if cells != Some(expected.as_ref().len()) || cells > Some(scratch.counts.len()) {
                return Err(Error::BufferTooSmall);
            }
            if candidate.weight > most_weight {
                return Err(Error::SensitivityOutOfRange);
            }
        }
        let law = choice_law(self.neighbours, most_weight, share)?;
        // Where the first choice cannot be paid for, nothing is touched.
        let first = pay_for_choice(&mut self.ledger, candidates.len(), law)?;
        self.announce(domain, &|tell| {
            for one in candidates {
                tell(&one.variables);
            }
        });
        scratch.allowed.fill(true);
        let distances = self.measure_distances(domain, compared, scratch.counts, scratch.scores);
        let outcome =
            distances.and_then(|()| self.choose_each(first, law, &mut scratch, strike, chosen));
        scratch.counts.fill(0);
        scratch.scores.fill(0);
        scratch.offered.fill(0);
        outcome
    }

    fn choose_each(
        &mut self,
        first: Paid<ExponentialMechanism>,
        law: ExponentialMechanism,
        scratch: &mut DistanceScratch<'_>,
        strike: &mut dyn FnMut(usize, &mut [bool]),
        chosen: &mut [usize],
    ) -> Result<usize, Error> {
        let mut first = Some(first);
        let (scores, offered) = (&*scratch.scores, &mut *scratch.offered);
        one_by_one(scratch.allowed, strike, chosen, |allowed, left| {
            let paid = match first.take() {
                Some(paid) => paid,
                None => pay_for_choice(&mut self.ledger, left, law)?,
            };
            let nth = paid.select(offer(scores, allowed, offered), &mut self.rng)?;
            let mut places = allowed.iter().enumerate();
            let nth = places.by_ref().filter(|(_, allowed)| **allowed).nth(nth);
            nth.map(|(place, _)| place).ok_or(Error::NothingToSelect)
        })
    }

    /// Every candidate's score.
    fn measure_distances(
        &self,
        domain: &Domain<'_>,
        compared: Compared<'_, impl AsRef<[i64]>>,
        counts: &mut [u64],
        scores: &mut [i64],
    ) -> Result<(), Error> {
        let asked = compared.candidates.iter().zip(compared.expectations);
        for ((candidate, expected), score) in asked.zip(scores) {
            let expected = expected.as_ref();
            let cells = counts
                .get_mut(..expected.len())
                .ok_or(Error::BufferTooSmall)?;
            self.counted(domain, &candidate.variables, cells)?;
            *score = candidate.score(cells, expected);
        }
        Ok(())
    }
}

/// The law of a choice among tables of at most this weight, which costs at most `share`.
pub(crate) fn choice_law(
    neighbours: Neighbours,
    most_weight: NonZeroU32,
    share: MuSquared,
) -> Result<ExponentialMechanism, Error> {
    ExponentialMechanism::within(neighbours.weighted_table_l1(most_weight)?, share)
}

/// Charges one choice among so many tables.
pub(crate) fn pay_for_choice<const ENTRIES: usize>(
    ledger: &mut Ledger<Gaussian, ENTRIES>,
    candidates: usize,
    law: ExponentialMechanism,
) -> Result<Paid<ExponentialMechanism>, Error> {
    let candidates = u32::try_from(candidates).map_err(|_| Error::BufferTooSmall)?;
    ledger.charge(Purpose::Farthest { candidates }, law)
}

/// Choices one after the other, as many as `chosen` has places for and `strike` leaves candidates for; `choose` is told what
/// is still allowed, and how many that are.
pub(crate) fn one_by_one(
    allowed: &mut [bool],
    strike: &mut dyn FnMut(usize, &mut [bool]),
    chosen: &mut [usize],
    mut choose: impl FnMut(&[bool], usize) -> Result<usize, Error>,
) -> Result<usize, Error> {
    for (made, place) in chosen.iter_mut().enumerate() {
        let left = allowed.iter().filter(|allowed| **allowed).count();
        if left == 0 {
            return Ok(made);
        }
        *place = choose(allowed, left)?;
        if let Some(allowed) = allowed.get_mut(*place) {
            *allowed = false;
        }
        strike(*place, allowed);
    }
    Ok(chosen.len())
}

/// What a model expects of a cell that no row can be in: it does not count, however many rows it has.
pub const LEFT_OUT: i64 = i64::MIN;

/// Σ |c − m| over the cells that are not left out, cut off at the end of `i64`. What moves by at most Δ does so cut off, too.
pub fn distance(counts: &[u64], model: &[i64]) -> i64 {
    let cells = counts.iter().zip(model);
    let cells = cells.filter(|(_, expected)| **expected != LEFT_OUT);
    cells.fold(0_i64, |sum, (&count, &expected)| {
        let apart = i128::from(count).abs_diff(expected.into());
        sum.saturating_add(i64::try_from(apart).unwrap_or(i64::MAX))
    })
}
