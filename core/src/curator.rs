//! The curator: the only door to the data.
//!
//! It owns the counts, the ledger and the noise generator. Each method pays first: a refused charge
//! reads nothing and draws nothing. What comes out is noisy; what goes in is public. No method
//! hands out a raw count. They pass through the caller's memory within a call, and are overwritten there
//! before it returns, also on an error; what a source of counts keeps for itself is its own affair.
//!
//! Everything is integer arithmetic: counts are `u64`, scores are fixed point ([`crate::score`]),
//! noise is added to integers ([`crate::noise`]).
//!
//! Tested: `curator_pays_before_it_reads` (a refused charge reads, draws and spends nothing; counts
//! that do not add up are refused and wiped), `curator_pays_before_it_draws_rows`,
//! `pairs_have_their_places`.

mod smoothed;

use core::num::{NonZeroU32, NonZeroU64};

use rand_core::TryCryptoRng;

use crate::Error;
use crate::counts::Counts;
use crate::domain::Domain;
use crate::ledger::{Accounting, Gaussian, Ledger, Purpose};
use crate::neighbours::Neighbours;
use crate::noise::GaussianNoise;
use crate::privacy::{MuSquared, Sigma, SquaredSensitivity};
use crate::score::{self, pair_score};
use crate::variables::{Variable, VariableSet};

pub use self::smoothed::histogram_of;

/// Counts, ledger and noise generator, behind one door.
pub struct Curator<C, R, A: Accounting, const ENTRIES: usize> {
    counts: C,
    neighbours: Neighbours,
    ledger: Ledger<A, ENTRIES>,
    rng: R,
}

impl<C: Counts, R: TryCryptoRng, A: Accounting, const ENTRIES: usize> Curator<C, R, A, ENTRIES> {
    /// Takes the data in. Refused: 2^32 rows or more.
    pub fn new(
        counts: C,
        neighbours: Neighbours,
        ledger: Ledger<A, ENTRIES>,
        rng: R,
    ) -> Result<Self, Error> {
        if counts.rows() > score::MOST_ROWS {
            return Err(Error::TooManyRows);
        }
        Ok(Self {
            counts,
            neighbours,
            ledger,
            rng,
        })
    }

    /// What was spent, and on what.
    pub const fn ledger(&self) -> &Ledger<A, ENTRIES> {
        &self.ledger
    }

    /// Which tables count as neighbours.
    pub const fn neighbours(&self) -> Neighbours {
        self.neighbours
    }

    /// Closes the door for good and keeps only the ledger.
    pub fn close(self) -> Ledger<A, ENTRIES> {
        self.ledger
    }

    /// Counts a table and checks that it adds up: a source that counted rows twice, or lost some,
    /// must not pass unnoticed.
    fn counted(
        &self,
        domain: &Domain<'_>,
        variables: &VariableSet,
        cells: &mut [u64],
    ) -> Result<(), Error> {
        self.counts.count(domain, variables, cells)?;
        let total = cells
            .iter()
            .try_fold(0_u64, |sum, &count| sum.checked_add(count));
        if total == Some(self.counts.rows()) {
            Ok(())
        } else {
            Err(Error::CountsDisagree)
        }
    }
}

impl<C: Counts, R: TryCryptoRng, const ENTRIES: usize> Curator<C, R, Gaussian, ENTRIES> {
    /// The number of rows: with noise that costs at most `share`, or as it is where it is public.
    pub fn size(&mut self, share: MuSquared) -> Result<Size, Error> {
        let Some(each) = self.neighbours.size() else {
            return signed(self.counts.rows()).map(Size::Public);
        };
        let sensitivity = SquaredSensitivity::of_each(NonZeroU32::MIN, each);
        let sigma = Sigma::smallest_up(sensitivity, share)?;
        let paid = self
            .ledger
            .charge(Purpose::Size, GaussianNoise { sensitivity, sigma })?;
        let mut answer = [signed(self.counts.rows())?];
        paid.perturb(&mut answer, &mut self.rng)?;
        let [rows] = answer;
        Ok(Size::Noisy { rows, sigma })
    }

    /// The table over `variables`, with noise that costs at most `share`; returns its σ.
    ///
    /// `room` and `noisy` have as many cells as the table.
    pub fn table(
        &mut self,
        domain: &Domain<'_>,
        variables: &VariableSet,
        share: MuSquared,
        room: &mut [u64],
        noisy: &mut [i64],
    ) -> Result<Sigma, Error> {
        if room.len() != noisy.len() {
            return Err(Error::BufferTooSmall);
        }
        let sensitivity = self.neighbours.table();
        let sigma = Sigma::smallest_up(sensitivity, share)?;
        let purpose = Purpose::Table(variables.clone());
        let paid = self
            .ledger
            .charge(purpose, GaussianNoise { sensitivity, sigma })?;
        let counted = self.counted(domain, variables, room).and_then(|()| {
            noisy
                .iter_mut()
                .zip(&*room)
                .try_for_each(|(answer, &count)| {
                    *answer = signed(count)?;
                    Ok(())
                })
        });
        room.fill(0);
        if let Err(error) = counted {
            noisy.fill(0);
            return Err(error);
        }
        paid.perturb(noisy, &mut self.rng)?;
        Ok(sigma)
    }

    /// The dependence scores of all pairs of variables of different attributes whose table has at
    /// most `most_cells` cells, with noise that costs at most `share` for all of them together.
    ///
    /// Which pairs are scored is public. Each pair of attributes is counted once, at its leaves,
    /// where that table has at most `room` cells, and the coarser levels are added up from it.
    /// `progress` is told of each pair of attributes.
    pub fn pair_scores(
        &mut self,
        domain: &Domain<'_>,
        most_cells: u64,
        share: MuSquared,
        room: ScoreRoom<'_>,
        progress: &mut dyn FnMut(),
    ) -> Result<Option<Sigma>, Error> {
        let ScoreRoom {
            scores,
            leaf_cells,
            level_cells,
            margins,
        } = room;
        if scores.len() != pairs_of(domain.len()) {
            return Err(Error::BufferTooSmall);
        }
        let Some(answers) = NonZeroU32::new(scored_pairs(domain, most_cells)) else {
            scores.fill(UNSCORED);
            return Ok(None);
        };
        let each = self.neighbours.pair_score()?;
        let sensitivity = SquaredSensitivity::of_each(answers, each);
        let sigma = Sigma::smallest_up(sensitivity, share)?;
        let paid = self
            .ledger
            .charge(Purpose::PairScores, GaussianNoise { sensitivity, sigma })?;
        scores.fill(0);
        let scored = self.true_scores(
            domain,
            most_cells,
            scores,
            leaf_cells,
            level_cells,
            margins,
            progress,
        );
        leaf_cells.fill(0);
        level_cells.fill(0);
        margins.fill(0);
        if let Err(error) = scored {
            scores.fill(0);
            return Err(error);
        }
        // Pairs that are not scored are zero whatever the data; their noise is thrown away.
        paid.perturb(scores, &mut self.rng)?;
        for (first, second) in pairs(domain) {
            if !is_scored(domain, first, second, most_cells)
                && let Some(score) = place(domain, first, second).and_then(|at| scores.get_mut(at))
            {
                *score = UNSCORED;
            }
        }
        Ok(Some(sigma))
    }

    #[allow(clippy::too_many_arguments)] // the caller's memory, piece by piece
    fn true_scores(
        &self,
        domain: &Domain<'_>,
        most_cells: u64,
        scores: &mut [i64],
        leaf_cells: &mut [u64],
        level_cells: &mut [u64],
        margins: &mut [u64],
        progress: &mut dyn FnMut(),
    ) -> Result<(), Error> {
        for first_leaf in domain.variables().filter(|&v| domain.is_leaf(v)) {
            for second_leaf in domain
                .variables()
                .filter(|&v| domain.is_leaf(v) && v > first_leaf)
            {
                let leaves = VariableSet::new(&[first_leaf, second_leaf])?;
                let cells = domain.cells(&leaves, most_cells.max(leaf_cells.len() as u64));
                // Count once at the leaves where there is room, else each pair of levels by itself.
                let leaf_cells = match cells.and_then(|cells| leaf_cells.get_mut(..cells)) {
                    Some(leaf_cells) => {
                        self.counted(domain, &leaves, leaf_cells)?;
                        Some(&*leaf_cells)
                    }
                    None => None,
                };
                for first in levels_of(domain, first_leaf) {
                    for second in levels_of(domain, second_leaf) {
                        if !is_scored(domain, first, second, most_cells) {
                            continue;
                        }
                        let set = VariableSet::new(&[first, second])?;
                        let cells = domain
                            .cells(&set, most_cells)
                            .ok_or(Error::BufferTooSmall)?;
                        let joint = level_cells.get_mut(..cells).ok_or(Error::BufferTooSmall)?;
                        match leaf_cells {
                            Some(leaf_cells) => add_up(domain, &leaves, leaf_cells, &set, joint),
                            None => self.counted(domain, &set, joint)?,
                        }
                        let score = score_of(domain, first, second, joint, margins)?;
                        let at = place(domain, first, second).ok_or(Error::BufferTooSmall)?;
                        *scores.get_mut(at).ok_or(Error::BufferTooSmall)? = score;
                    }
                }
                progress();
            }
        }
        Ok(())
    }
}

/// The number of rows, as far as it may be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Private: with noise of this σ. May be below zero.
    Noisy {
        /// The noisy number.
        rows: i64,
        /// Its σ.
        sigma: Sigma,
    },
    /// Public under `Replace`.
    Public(i64),
}

impl Size {
    /// The number to go by, at least zero.
    pub const fn rows(self) -> u64 {
        let (Self::Noisy { rows, .. } | Self::Public(rows)) = self;
        if rows > 0 { rows.unsigned_abs() } else { 0 }
    }
}

/// The memory that scoring needs: the scores of all [`pairs_of`] pairs, the joint table of two
/// leaves (as large as may be), that of two levels (`most_cells`), and two margins.
pub struct ScoreRoom<'a> {
    /// One score for each pair of variables, see [`place`].
    pub scores: &'a mut [i64],
    /// Room for the joint table of two leaves.
    pub leaf_cells: &'a mut [u64],
    /// Room for the joint table of two levels, at least `most_cells` or the largest such table.
    pub level_cells: &'a mut [u64],
    /// Room for two margins: twice the largest size.
    pub margins: &'a mut [u64],
}

/// Number of pairs among so many variables.
pub const fn pairs_of(variables: usize) -> usize {
    variables * variables.saturating_sub(1) / 2
}

/// Where the score of a pair stands among [`pairs_of`], in lexicographic order of the pairs.
pub fn place(domain: &Domain<'_>, one: Variable, other: Variable) -> Option<usize> {
    let (first, second) = (
        usize::from(one.0.min(other.0)),
        usize::from(one.0.max(other.0)),
    );
    let count = domain.len();
    // Σ_(i<first) (count − 1 − i) + (second − first − 1)
    let before = first
        .checked_mul(count.checked_sub(1)?)?
        .checked_sub(pairs_of(first))?;
    before.checked_add(second.checked_sub(first)?.checked_sub(1)?)
}

/// Whether the pair is scored: two attributes, and a table that may be used at all.
pub fn is_scored(domain: &Domain<'_>, one: Variable, other: Variable, most_cells: u64) -> bool {
    let cells = u64::from(domain.size(one)) * u64::from(domain.size(other));
    domain.attribute(one) != domain.attribute(other) && cells <= most_cells
}

/// Number of pairs that are scored.
pub fn scored_pairs(domain: &Domain<'_>, most_cells: u64) -> u32 {
    let scored = pairs(domain).filter(|&(one, other)| is_scored(domain, one, other, most_cells));
    // At most 256·255/2.
    u32::try_from(scored.count()).unwrap_or(u32::MAX)
}

fn pairs(domain: &Domain<'_>) -> impl Iterator<Item = (Variable, Variable)> + use<> {
    let variables = domain.variables();
    variables.clone().flat_map(move |first| {
        variables
            .clone()
            .filter(move |&second| second > first)
            .map(move |second| (first, second))
    })
}

fn levels_of(domain: &Domain<'_>, leaf: Variable) -> impl Iterator<Item = Variable> {
    let attribute = domain.attribute(leaf);
    domain
        .variables()
        .filter(move |&variable| domain.attribute(variable) == attribute)
}

/// Adds the cells of a finer table up into those of a coarser one.
fn add_up(
    domain: &Domain<'_>,
    fine: &VariableSet,
    fine_cells: &[u64],
    coarse: &VariableSet,
    coarse_cells: &mut [u64],
) {
    coarse_cells.fill(0);
    domain.project(fine, coarse, |cell, target| {
        if let (Some(count), Some(sum)) = (fine_cells.get(cell), coarse_cells.get_mut(target)) {
            *sum = sum.saturating_add(*count);
        }
    });
}

fn score_of(
    domain: &Domain<'_>,
    first: Variable,
    second: Variable,
    joint: &[u64],
    margins: &mut [u64],
) -> Result<i64, Error> {
    let (rows, columns) = (domain.size(first) as usize, domain.size(second));
    let (row_margin, rest) = margins
        .split_at_mut_checked(rows)
        .ok_or(Error::BufferTooSmall)?;
    let column_margin = rest
        .get_mut(..columns as usize)
        .ok_or(Error::BufferTooSmall)?;
    let columns = NonZeroU64::new(u64::from(columns)).ok_or(Error::BadDomain)?;
    pair_score(joint, columns, row_margin, column_margin)
}

fn signed(count: u64) -> Result<i64, Error> {
    i64::try_from(count).map_err(|_| Error::TooManyRows)
}

/// The score of a pair that was not scored: below every noisy score that matters.
pub const UNSCORED: i64 = i64::MIN;
