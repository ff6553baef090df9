//! A private choice among children and their parents, by score.

use core::num::NonZeroU64;

use rand_core::TryCryptoRng;

use super::door::Curator;
use crate::Error;
use crate::bayes::network::Node;
use crate::counts::Counts;
use crate::domain::Domain;
use crate::ledger::{Pure, Purpose};
use crate::neighbours::Neighbours;
use crate::noise::{ExponentialMechanism, PermuteAndFlip};
use crate::privacy::{Loss, PureEpsilon, Sensitivity};
use crate::score::{Score, State, child_first, information_score, maximum_score, pair_score};

/// What is to be chosen, and how. All of it is public.
#[derive(Clone, Copy, Debug)]
pub struct Choice<'a> {
    /// Children with their parents.
    pub candidates: &'a [Node],
    /// What makes a candidate good.
    pub score: Score,
    /// How a good one is chosen.
    pub law: SelectionLaw,
}

/// How a good candidate is chosen. Both cost the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelectionLaw {
    /// Never worse than the exponential mechanism.
    PermuteAndFlip,
    /// Zhang's.
    Exponential,
}

/// The memory that a choice needs. All of it is wiped before the answer is given.
pub struct SelectRoom<'a> {
    /// One place a candidate.
    pub scores: &'a mut [i64],
    /// One place a candidate; not used by the exponential mechanism.
    pub order: &'a mut [usize],
    /// As many places as the largest table has cells.
    pub cells: &'a mut [u64],
    /// The same.
    pub joint: &'a mut [u64],
    /// As many places as the values of a child and the cells of its parents together; not used by F.
    pub margins: &'a mut [u64],
    /// [`crate::score::states_needed`] places for the most rows that there can be; used by F only.
    pub states: &'a mut [State],
}

impl SelectRoom<'_> {
    fn wipe(&mut self) {
        self.scores.fill(0);
        self.order.fill(0);
        self.cells.fill(0);
        self.joint.fill(0);
        self.margins.fill(0);
        self.states.fill(State::default());
    }
}

impl<C: Counts, R: TryCryptoRng, const ENTRIES: usize> Curator<C, R, Pure, ENTRIES> {
    /// The place of the chosen candidate; costs `share`.
    ///
    /// `progress` is told of each candidate.
    pub fn select(
        &mut self,
        domain: &Domain<'_>,
        choice: Choice<'_>,
        share: PureEpsilon,
        room: &mut SelectRoom<'_>,
        progress: &mut dyn FnMut(),
    ) -> Result<usize, Error> {
        let candidates = choice.candidates.len();
        if room.scores.len() < candidates || candidates == 0 {
            return Err(Error::NothingToSelect);
        }
        // A choice that costs nothing says nothing, and was not what the caller wanted.
        if share == PureEpsilon::ZERO {
            return Err(Error::ShareOutOfRange);
        }
        let sensitivity = self.score_sensitivity(domain, choice)?;
        let chosen = match choice.law {
            SelectionLaw::PermuteAndFlip => {
                let law = PermuteAndFlip {
                    sensitivity,
                    epsilon: share,
                };
                let paid = self.ledger.charge(Purpose::Selection, law)?;
                self.score_all(domain, choice, room, progress)
                    .and_then(|()| {
                        let scores = room.scores.get(..candidates).unwrap_or(&[]);
                        paid.select(scores, room.order, &mut self.rng)
                    })
            }
            SelectionLaw::Exponential => {
                let law = ExponentialMechanism {
                    sensitivity,
                    epsilon: share,
                };
                let paid = self.ledger.charge(Purpose::Selection, law)?;
                self.score_all(domain, choice, room, progress)
                    .and_then(|()| {
                        let scores = room.scores.get(..candidates).unwrap_or(&[]);
                        paid.select(scores, &mut self.rng)
                    })
            }
        };
        room.wipe();
        chosen
    }

    /// Δ of every candidate's score: what the neighbours declare, and for I the larger of its two cases
    /// if any candidate needs it. Reads nothing but a public number of rows.
    fn score_sensitivity(
        &self,
        domain: &Domain<'_>,
        choice: Choice<'_>,
    ) -> Result<Sensitivity, Error> {
        let mut children = choice.candidates.iter().map(|node| domain.size(node.child));
        match choice.score {
            Score::R => self.neighbours.pair_score(),
            Score::F if children.any(|values| values > 2) => Err(Error::ScoreNeedsBinary),
            Score::F => self.neighbours.maximum_score(),
            Score::I if self.neighbours != Neighbours::Replace => Err(Error::ScoreNeedsReplace),
            Score::I => {
                let binary = choice.candidates.iter().all(|node| {
                    domain.size(node.child) <= 2 || domain.cells(&node.parents, 2).is_some()
                });
                self.neighbours
                    .information_score(self.counts.rows(), binary)
            }
        }
    }

    fn score_all(
        &self,
        domain: &Domain<'_>,
        choice: Choice<'_>,
        room: &mut SelectRoom<'_>,
        progress: &mut dyn FnMut(),
    ) -> Result<(), Error> {
        for (at, node) in choice.candidates.iter().enumerate() {
            let score = self.score_of(domain, node, choice.score, room)?;
            *room.scores.get_mut(at).ok_or(Error::BufferTooSmall)? = score;
            progress();
        }
        Ok(())
    }

    fn score_of(
        &self,
        domain: &Domain<'_>,
        node: &Node,
        score: Score,
        room: &mut SelectRoom<'_>,
    ) -> Result<i64, Error> {
        let table = node.table()?;
        let cells = domain
            .cells(&table, u64::from(u32::MAX))
            .ok_or(Error::BufferTooSmall)?;
        let counts = room.cells.get_mut(..cells).ok_or(Error::BufferTooSmall)?;
        let joint = room.joint.get_mut(..cells).ok_or(Error::BufferTooSmall)?;
        self.counted(domain, &table, counts)?;
        let columns = child_first(domain, &table, node.child, counts, joint)?;
        let width = NonZeroU64::new(columns as u64).ok_or(Error::BadDomain)?;
        if score == Score::F {
            return maximum_score(joint, width, room.states);
        }
        let (rows, rest) = room
            .margins
            .split_at_mut_checked(domain.size(node.child) as usize)
            .ok_or(Error::BufferTooSmall)?;
        let column_margin = rest.get_mut(..columns).ok_or(Error::BufferTooSmall)?;
        match score {
            Score::I => information_score(joint, width, rows, column_margin),
            Score::R | Score::F => pair_score(joint, width, rows, column_margin),
        }
    }
}
