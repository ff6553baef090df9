//! Published answers, given once more to the mechanism that asked for them.

use alloc::vec::{self, Vec};

use super::{Answers, GaussianAnswers, PureAnswers};
use crate::Error;
use crate::curator::{
    AskedTable, Choice, Compared, DistanceScratch, MOST_NOISY_ROWS, PartsScratch, ScoreScratch,
    SelectScratch, SelectionLaw, Size, UNSCORED, distance, gaussian, is_scored, pairs, parts,
    place, pure, selection, smoothed,
};
use crate::domain::Domain;
use crate::ledger::{Accounting, Gaussian, Ledger, Pure, Purpose};
use crate::neighbours::Neighbours;
use crate::noise::{ExponentialMechanism, PermuteAndFlip, SmoothedRows};
use crate::parts::AskedParts;
use crate::privacy::{LaplaceScale, MuSquared, NoiseScale, PureEpsilon, Sigma};
use crate::variables::{Node, VariableSet};

/// What a curator answered, as far as it was published: each kind in the order in which it was asked for.
#[derive(Clone, Debug, Default)]
pub struct Transcript {
    /// The number of rows, noisy or public.
    pub size: i64,
    /// The score of every pair of variables, [`UNSCORED`] where there is none.
    pub scores: Vec<i64>,
    /// The noisy counts of every table.
    pub tables: Vec<Vec<i64>>,
    /// The tables that were chosen as farthest from a model.
    pub farthest: Vec<VariableSet>,
    /// The nodes of the network that was chosen, in the order in which it grew.
    pub nodes: Vec<Node>,
}

/// Answers from a transcript. Every question is charged as the curator charges it; what was not recorded is refused.
///
/// So whoever makes a release again from what it published, as `verify` does, has nothing to count:
/// ```compile_fail,E0277
/// use privet_core::{answers::Recorded, curator::Counts, ledger::Gaussian};
/// fn source(_: &impl Counts) {}
/// fn verify(recorded: &Recorded<Gaussian, 8>) {
///     source(recorded); // Recorded: Counts is not implemented
/// }
/// ```
pub struct Recorded<A: Accounting, const ENTRIES: usize> {
    neighbours: Neighbours,
    ledger: Ledger<A, ENTRIES>,
    size: i64,
    scores: Vec<i64>,
    tables: vec::IntoIter<Vec<i64>>,
    farthest: vec::IntoIter<VariableSet>,
    nodes: Vec<Node>,
}

impl<A: Accounting, const ENTRIES: usize> Recorded<A, ENTRIES> {
    /// Refused: a number of rows that no table has.
    pub fn new(
        transcript: Transcript,
        neighbours: Neighbours,
        ledger: Ledger<A, ENTRIES>,
    ) -> Result<Self, Error> {
        let least = if neighbours.size().is_some() {
            -MOST_NOISY_ROWS
        } else {
            0
        };
        if !(least..=MOST_NOISY_ROWS).contains(&transcript.size) {
            return Err(Error::NotAsRecorded);
        }
        Ok(Self {
            neighbours,
            ledger,
            size: transcript.size,
            scores: transcript.scores,
            tables: transcript.tables.into_iter(),
            farthest: transcript.farthest.into_iter(),
            nodes: transcript.nodes,
        })
    }

    /// What was charged. Refused: answers that nobody asked for.
    pub fn close(self) -> Result<Ledger<A, ENTRIES>, Error> {
        if self.tables.len() > 0 || self.farthest.len() > 0 {
            return Err(Error::NotAsRecorded);
        }
        Ok(self.ledger)
    }

    fn size_with(&self, noise: Option<NoiseScale>) -> Size {
        match noise {
            Some(noise) => Size::Noisy {
                rows: self.size,
                noise,
            },
            None => Size::Public(self.size),
        }
    }

    fn next_table(&mut self, asked: AskedTable<'_>, noisy: &mut [i64]) -> Result<(), Error> {
        self.next_cells(MOST_NOISY_ROWS, noisy)?;
        if asked.is_answered_by(noisy) {
            Ok(())
        } else {
            Err(Error::NotAsRecorded)
        }
    }

    /// The cells of the next table, none farther from zero than `most`.
    fn next_cells(&mut self, most: i64, noisy: &mut [i64]) -> Result<(), Error> {
        let recorded = self.tables.next().ok_or(Error::NotAsRecorded)?;
        let is_in_range = |cell: &i64| (-most..=most).contains(cell);
        if recorded.len() != noisy.len() || !recorded.iter().all(is_in_range) {
            return Err(Error::NotAsRecorded);
        }
        noisy.copy_from_slice(&recorded);
        Ok(())
    }
}

impl<const ENTRIES: usize> Answers<Gaussian> for Recorded<Gaussian, ENTRIES> {
    fn neighbours(&self) -> Neighbours {
        self.neighbours
    }

    fn size(&mut self, share: MuSquared) -> Result<Size, Error> {
        let law = gaussian::size_noise(self.neighbours, share)?;
        if let Some(law) = law {
            let _paid = self.ledger.charge(Purpose::Size, law)?;
        }
        Ok(self.size_with(law.map(|law| NoiseScale::Gaussian(law.sigma))))
    }

    fn table<'q>(
        &mut self,
        _domain: &Domain<'_>,
        asked: impl Into<AskedTable<'q>>,
        share: MuSquared,
        _scratch: &mut [u64],
        noisy: &mut [i64],
    ) -> Result<Sigma, Error> {
        let asked = asked.into();
        let law = gaussian::table_noise(self.neighbours, share)?;
        let _paid = (self.ledger).charge(Purpose::Table(asked.variables.clone()), law)?;
        self.next_table(asked, noisy)?;
        Ok(law.sigma)
    }
}

impl<const ENTRIES: usize> GaussianAnswers for Recorded<Gaussian, ENTRIES> {
    fn pair_scores(
        &mut self,
        domain: &Domain<'_>,
        most_cells: u64,
        share: MuSquared,
        scratch: ScoreScratch<'_>,
        _progress: &mut dyn FnMut(),
    ) -> Result<Option<Sigma>, Error> {
        let scored_as_here = pairs::pairs(domain).all(|(one, other)| {
            let score = place(domain, one, other).and_then(|at| self.scores.get(at));
            let is_scored = is_scored(domain, one, other, most_cells);
            score.is_some_and(|&score| (score != UNSCORED) == is_scored)
        });
        if !scored_as_here || self.scores.len() != scratch.scores.len() {
            return Err(Error::NotAsRecorded);
        }
        let law = pairs::scores_noise(self.neighbours, domain, most_cells, share)?;
        if let Some(law) = law {
            let _paid = self.ledger.charge(Purpose::PairScores, law)?;
        }
        scratch.scores.copy_from_slice(&self.scores);
        Ok(law.map(|law| law.sigma))
    }

    fn parts(
        &mut self,
        _domain: &Domain<'_>,
        asked: &AskedParts,
        share: MuSquared,
        _scratch: PartsScratch<'_>,
        noisy: &mut [i64],
    ) -> Result<Sigma, Error> {
        let law = parts::parts_noise(self.neighbours, asked, share)?;
        let _paid = self.ledger.charge(Purpose::Parts(asked.clone()), law)?;
        self.next_cells(parts::most_of(asked), noisy)?;
        Ok(law.sigma)
    }

    fn farthest(
        &mut self,
        _domain: &Domain<'_>,
        compared: Compared<'_, impl AsRef<[i64]>>,
        share: MuSquared,
        scratch: DistanceScratch<'_>,
        strike: &mut dyn FnMut(usize, &mut [bool]),
        chosen: &mut [usize],
    ) -> Result<usize, Error> {
        let law = distance::choice_law(self.neighbours, compared.most_weight, share)?;
        let allowed = scratch.allowed.get_mut(..compared.candidates.len());
        let allowed = allowed.ok_or(Error::BufferTooSmall)?;
        allowed.fill(true);
        distance::one_by_one(allowed, strike, chosen, |allowed, left| {
            let _paid = distance::pay_for_choice(&mut self.ledger, left, law)?;
            let recorded = self.farthest.next().ok_or(Error::NotAsRecorded)?;
            let mut offered = compared.candidates.iter().zip(allowed);
            let place = offered.position(|(one, allowed)| *allowed && one.variables == recorded);
            place.ok_or(Error::NotAsRecorded)
        })
    }
}

impl<const ENTRIES: usize> Answers<Pure> for Recorded<Pure, ENTRIES> {
    fn neighbours(&self) -> Neighbours {
        self.neighbours
    }

    fn size(&mut self, share: PureEpsilon) -> Result<Size, Error> {
        let law = pure::size_noise(self.neighbours, share)?;
        if let Some(law) = law {
            let _paid = self.ledger.charge(Purpose::Size, law)?;
        }
        Ok(self.size_with(law.map(|law| NoiseScale::Laplace(law.scale))))
    }

    fn table<'q>(
        &mut self,
        _domain: &Domain<'_>,
        asked: impl Into<AskedTable<'q>>,
        share: PureEpsilon,
        _scratch: &mut [u64],
        noisy: &mut [i64],
    ) -> Result<LaplaceScale, Error> {
        let asked = asked.into();
        let law = pure::table_noise(self.neighbours, share)?;
        let _paid = (self.ledger).charge(Purpose::Table(asked.variables.clone()), law)?;
        self.next_table(asked, noisy)?;
        Ok(law.scale)
    }
}

impl<const ENTRIES: usize> PureAnswers for Recorded<Pure, ENTRIES> {
    fn select(
        &mut self,
        domain: &Domain<'_>,
        choice: Choice<'_>,
        share: PureEpsilon,
        _scratch: &mut SelectScratch<'_>,
        _progress: &mut dyn FnMut(),
    ) -> Result<usize, Error> {
        // Asked for where it is public, and not below zero.
        let rows = || self.size.unsigned_abs();
        let sensitivity = selection::score_sensitivity(self.neighbours, rows, domain, choice)?;
        let epsilon = share;
        match choice.law {
            SelectionLaw::PermuteAndFlip => {
                let law = PermuteAndFlip {
                    sensitivity,
                    epsilon,
                };
                let _paid = self.ledger.charge(Purpose::Selection, law)?;
            }
            SelectionLaw::Exponential => {
                let law = ExponentialMechanism {
                    sensitivity,
                    epsilon,
                };
                let _paid = self.ledger.charge(Purpose::Selection, law)?;
            }
        }
        // Every child that is left is offered, so the first of the recorded nodes with such a child is the next one.
        let is_left = |node: &&Node| choice.candidates.iter().any(|one| one.child == node.child);
        let next = self
            .nodes
            .iter()
            .find(is_left)
            .ok_or(Error::NotAsRecorded)?;
        let place = choice.candidates.iter().position(|one| one == next);
        place.ok_or(Error::NotAsRecorded)
    }
}

impl<const ENTRIES: usize> Recorded<Pure, ENTRIES> {
    /// The law by which so many rows were drawn from a smoothed histogram. The rows themselves are no answer that could be
    /// given again.
    pub fn smoothed_rows(
        &mut self,
        domain: &Domain<'_>,
        share: PureEpsilon,
        draws: usize,
    ) -> Result<SmoothedRows, Error> {
        if self.neighbours != Neighbours::Replace {
            return Err(Error::RowsArePrivate);
        }
        let (variables, law) = smoothed::smoothing(domain, self.size.unsigned_abs(), draws, share)?;
        let _paid = self.ledger.charge(Purpose::Rows(variables), law)?;
        Ok(law)
    }
}
