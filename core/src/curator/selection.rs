//! A private choice among children and their parents, by score.
//!
//! Proved: in part `choices_are_paid_before_they_are_read` (one candidate of two binary variables, R or F of any value,
//! every total, share, number of rows and person; every way to an error).
//! Tested: `curator_pays_before_it_reads`, `with_a_large_budget_every_score_finds_the_copy` (each candidate by the
//! score that was paid for), `scores_that_do_not_fit_are_refused` (I too), `what_is_paid_for_is_answered` (memory that
//! is too small is refused before the charge, whatever a private number of rows is). That the states of F are wiped is
//! exhausted only.

use core::num::NonZeroU64;

use rand_core::TryCryptoRng;

use super::source::Counts;
use super::state::Curator;
use crate::Error;
use crate::domain::Domain;
use crate::ledger::{Pure, Purpose};
use crate::neighbours::Neighbours;
use crate::noise::{ExponentialMechanism, PermuteAndFlip};
use crate::privacy::{Loss, PureEpsilon, Sensitivity};
use crate::score::{
    Score, State, child_first, information_score, maximum_score, pair_score, states_needed,
};
use crate::variables::Node;

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
pub struct SelectScratch<'a> {
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
    /// [`crate::score::states_needed`] places for the most rows that the curator was told of; used by F only.
    pub states: &'a mut [State],
}

impl SelectScratch<'_> {
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
        scratch: &mut SelectScratch<'_>,
        progress: &mut dyn FnMut(),
    ) -> Result<usize, Error> {
        let candidates = choice.candidates.len();
        if scratch.scores.len() < candidates || candidates == 0 {
            return Err(Error::NothingToSelect);
        }
        // A choice that costs nothing says nothing, and was not what the caller wanted.
        if share == PureEpsilon::ZERO {
            return Err(Error::ShareOutOfRange);
        }
        let sensitivity =
            score_sensitivity(self.neighbours, || self.counts.rows(), domain, choice)?;
        self.expect_memory(domain, choice, scratch)?;
        let chosen = match choice.law {
            SelectionLaw::PermuteAndFlip => {
                let law = PermuteAndFlip {
                    sensitivity,
                    epsilon: share,
                };
                let paid = self.ledger.charge(Purpose::Selection, law)?;
                self.score_all(domain, choice, scratch, progress)
                    .and_then(|()| {
                        let scores = scratch.scores.get(..candidates).unwrap_or(&[]);
                        paid.select(scores, scratch.order, &mut self.rng)
                    })
            }
            SelectionLaw::Exponential => {
                let law = ExponentialMechanism {
                    sensitivity,
                    epsilon: share,
                };
                let paid = self.ledger.charge(Purpose::Selection, law)?;
                self.score_all(domain, choice, scratch, progress)
                    .and_then(|()| {
                        let scores = scratch.scores.get(..candidates).unwrap_or(&[]);
                        paid.select(scores, &mut self.rng)
                    })
            }
        };
        scratch.wipe();
        chosen
    }

    /// Refuses memory that is not enough for every candidate, before anything is paid.
    ///
    /// How much the score F needs grows with the number of rows. That may be private, so it is not looked at: there must be
    /// enough for the most that there may be.
    fn expect_memory(
        &self,
        domain: &Domain<'_>,
        choice: Choice<'_>,
        scratch: &SelectScratch<'_>,
    ) -> Result<(), Error> {
        if choice.law == SelectionLaw::PermuteAndFlip
            && scratch.order.len() < choice.candidates.len()
        {
            return Err(Error::NothingToSelect);
        }
        for node in choice.candidates {
            let cells = domain.cells(&node.table()?, u64::from(u32::MAX));
            let cells = cells.ok_or(Error::BufferTooSmall)?;
            let child = domain.size(node.child) as usize;
            let parent_cells = cells.checked_div(child).ok_or(Error::BadDomain)?;
            let is_enough = match choice.score {
                Score::F => {
                    let states = states_needed(parent_cells, self.most_rows.get());
                    scratch.states.len() >= states
                }
                Score::R | Score::I => scratch.margins.len() >= parent_cells.saturating_add(child),
            };
            if !is_enough || scratch.cells.len() < cells || scratch.joint.len() < cells {
                return Err(Error::BufferTooSmall);
            }
        }
        Ok(())
    }

    fn score_all(
        &self,
        domain: &Domain<'_>,
        choice: Choice<'_>,
        scratch: &mut SelectScratch<'_>,
        progress: &mut dyn FnMut(),
    ) -> Result<(), Error> {
        self.announce(domain, &|tell| {
            let tables = choice.candidates.iter().flat_map(Node::table);
            tables.for_each(|table| tell(&table));
        });
        for (at, node) in choice.candidates.iter().enumerate() {
            let score = self.score_of(domain, node, choice.score, scratch)?;
            *scratch.scores.get_mut(at).ok_or(Error::BufferTooSmall)? = score;
            progress();
        }
        Ok(())
    }

    fn score_of(
        &self,
        domain: &Domain<'_>,
        node: &Node,
        score: Score,
        scratch: &mut SelectScratch<'_>,
    ) -> Result<i64, Error> {
        let table = node.table()?;
        let cells = domain
            .cells(&table, u64::from(u32::MAX))
            .ok_or(Error::BufferTooSmall)?;
        let counts = scratch
            .cells
            .get_mut(..cells)
            .ok_or(Error::BufferTooSmall)?;
        let joint = scratch
            .joint
            .get_mut(..cells)
            .ok_or(Error::BufferTooSmall)?;
        self.counted(domain, &table, counts)?;
        let columns = child_first(domain, &table, node.child, counts, joint)?;
        let width = NonZeroU64::new(columns as u64).ok_or(Error::BadDomain)?;
        if score == Score::F {
            return maximum_score(joint, width, scratch.states);
        }
        let (rows, rest) = scratch
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

/// Δ of every candidate's score: what the neighbours declare, and for I the larger of its two cases
/// if any candidate needs it. `rows` is asked for I only, where it is public.
pub(crate) fn score_sensitivity(
    neighbours: Neighbours,
    rows: impl FnOnce() -> u64,
    domain: &Domain<'_>,
    choice: Choice<'_>,
) -> Result<Sensitivity, Error> {
    let mut children = choice.candidates.iter().map(|node| domain.size(node.child));
    match choice.score {
        Score::R => neighbours.pair_score(),
        Score::F if children.any(|values| values > 2) => Err(Error::ScoreNeedsBinary),
        Score::F => neighbours.maximum_score(),
        Score::I if neighbours != Neighbours::Replace => Err(Error::ScoreNeedsReplace),
        Score::I => {
            let binary = choice.candidates.iter().all(|node| {
                domain.size(node.child) <= 2 || domain.cells(&node.parents, 2).is_some()
            });
            neighbours.information_score(rows(), binary)
        }
    }
}

#[cfg(test)]
mod tests {
    use chacha20::ChaCha20Rng;
    use rand_core::SeedableRng;

    use super::*;
    use crate::counts::{Column, Columns, MostRows};
    use crate::domain::Level;
    use crate::ledger::Ledger;
    use crate::variables::{Number, Variable, VariableSet};

    const LEVELS: [Level; 3] = [Level::leaf(0, 2), Level::leaf(1, 2), Level::leaf(2, 3)];

    fn node(child: Number, parents: &[Variable]) -> Node {
        Node {
            child: Variable(child),
            parents: VariableSet::new(parents).unwrap(),
        }
    }

    /// Chooses among candidates for a table in which column 1 repeats column 0, and column 2 is constant.
    fn chosen(
        neighbours: Neighbours,
        candidates: &[Node],
        score: Score,
        law: SelectionLaw,
    ) -> Result<usize, Error> {
        let domain = Domain::new(&LEVELS).unwrap();
        let (copied, constant) = ([[0, 1]; 50], [0_u8; 100]);
        let copied = copied.as_flattened();
        let columns = [copied, copied, &constant].map(Column::Narrow);
        let counts = Columns::new(&domain, &columns).unwrap();
        let ledger: Ledger<Pure, 2> = Ledger::new(PureEpsilon::from_f64_down(1000.0).unwrap());
        let rng = ChaCha20Rng::from_seed([3; 32]);
        let mut curator = Curator::new(counts, MostRows::LARGEST, neighbours, ledger, rng).unwrap();
        let mut scratch = SelectScratch {
            scores: &mut [0; 4],
            order: &mut [0; 4],
            cells: &mut [0; 12],
            joint: &mut [0; 12],
            margins: &mut [0; 12],
            states: &mut [State::default(); 128],
        };
        let choice = Choice {
            candidates,
            score,
            law,
        };
        let share = PureEpsilon::from_f64_down(900.0).unwrap();
        let place = curator.select(&domain, choice, share, &mut scratch, &mut || {});
        let paid = curator.ledger().entries().len();
        assert_eq!(
            paid,
            usize::from(place.is_ok()),
            "refused before it is paid"
        );
        place
    }

    #[test]
    fn with_a_large_budget_every_score_finds_the_copy() {
        let candidates = [
            node(0, &[Variable(2)]),
            node(1, &[]),
            node(1, &[Variable(0), Variable(2)]),
            node(0, &[]),
        ];
        // Gaps of 49 rows and more at ε/(2Δ) ≥ 100 a row: another choice has probability below e^−4000.
        for score in [Score::F, Score::R, Score::I] {
            for law in [SelectionLaw::PermuteAndFlip, SelectionLaw::Exponential] {
                let place = chosen(Neighbours::Replace, &candidates, score, law);
                assert_eq!(place, Ok(2), "{score:?} by {law:?}");
            }
        }
    }

    #[test]
    fn scores_that_do_not_fit_are_refused() {
        let one_row = Neighbours::AddRemove {
            rows: core::num::NonZeroU32::MIN,
        };
        let law = SelectionLaw::PermuteAndFlip;
        let pair = [node(0, &[Variable(1)]), node(1, &[Variable(0)])];
        let wide = [node(2, &[Variable(1)]), node(1, &[Variable(0)])];
        for (label, neighbours, candidates, score, expected) in [
            ("I", one_row, &pair[..], Score::I, Error::ScoreNeedsReplace),
            ("F", one_row, &wide, Score::F, Error::ScoreNeedsBinary),
            ("none", one_row, &[], Score::R, Error::NothingToSelect),
        ] {
            let place = chosen(neighbours, candidates, score, law);
            assert_eq!(place, Err(expected), "case `{label}`");
        }
    }

    /// Where the number of rows is private it is not even asked for.
    #[test]
    fn a_private_number_of_rows_is_not_read_for_a_score_that_is_refused() {
        let domain = Domain::new(&LEVELS).unwrap();
        let neighbours = Neighbours::AddRemove {
            rows: core::num::NonZeroU32::MIN,
        };
        let choice = Choice {
            candidates: &[node(0, &[Variable(1)])],
            score: Score::I,
            law: SelectionLaw::Exponential,
        };
        let refused = score_sensitivity(neighbours, || panic!("private"), &domain, choice);
        assert_eq!(refused, Err(Error::ScoreNeedsReplace));
    }
}
