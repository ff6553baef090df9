//! The dependence scores of pairs, with Gaussian noise.
//!
//! Proved: in part `scores_are_paid_before_they_are_read` (one pair of any score, every total and person; every way to
//! an error), `squares_never_saturate` (Δ² of all pairs: 3 bits at either end of the range),
//! `pair_places_ascend_without_gaps` (15 variables).
//! Tested: `answers_move_by_at_most_their_sensitivity` (each pair from its own counts), `pairs_have_their_places`,
//! `every_score_is_paid_for_and_no_other_given`, `marginalisation_adds_up` (a coarser table is the sum of a finer),
//! `curator_pays_before_it_reads`, `what_is_paid_for_is_answered` (memory that is too small is refused before the
//! charge).
//! Assumed: nothing of `counted_tables()`: it is a hint, of which nothing comes back.

use core::num::{NonZeroU32, NonZeroU64};

use rand_core::TryCryptoRng;

use super::source::Counts;
use super::state::Curator;
use crate::Error;
use crate::domain::Domain;
use crate::ledger::{Gaussian, Purpose};
use crate::neighbours::Neighbours;
use crate::noise::GaussianNoise;
use crate::privacy::{MuSquared, Sigma, SquaredSensitivity};
use crate::radix;
pub use crate::radix::pairs_of;
use crate::score::pair_score;
use crate::variables::{Variable, VariableSet};

impl<C: Counts, R: TryCryptoRng, const ENTRIES: usize> Curator<C, R, Gaussian, ENTRIES> {
    /// The dependence scores of all pairs of variables of different attributes whose table has at
    /// most `most_cells` cells, with noise that costs at most `share` for all of them together.
    ///
    /// Which pairs are scored is public. Each pair of attributes is counted once, at its leaves,
    /// where that table has at most `scratch` cells, and the coarser levels are added up from it.
    /// `progress` is told of each pair of attributes.
    pub fn pair_scores(
        &mut self,
        domain: &Domain<'_>,
        most_cells: u64,
        share: MuSquared,
        scratch: ScoreScratch<'_>,
        progress: &mut dyn FnMut(),
    ) -> Result<Option<Sigma>, Error> {
        let ScoreScratch {
            scores,
            leaf_cells,
            level_cells,
            margins,
        } = scratch;
        if scores.len() != pairs_of(domain.len()) {
            return Err(Error::BufferTooSmall);
        }
        let Some(law) = scores_noise(self.neighbours, domain, most_cells, share)? else {
            scores.fill(UNSCORED);
            return Ok(None);
        };
        if !are_enough(domain, most_cells, level_cells.len(), margins.len()) {
            return Err(Error::BufferTooSmall);
        }
        let paid = self.ledger.charge(Purpose::PairScores, law)?;
        scores.fill(0);
        let memory = leaf_cells.len();
        self.announce(domain, &|tell| {
            counted_tables(domain, most_cells, memory, tell);
        });
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
        Ok(Some(law.sigma))
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
        for (first_leaf, second_leaf) in leaf_pairs(domain) {
            let leaves = VariableSet::new(&[first_leaf, second_leaf])?;
            // Count once at the leaves where there is room, else each pair of levels by itself.
            let cells = domain.cells(&leaves, leaf_cells.len() as u64);
            let leaf_cells = match cells.and_then(|cells| leaf_cells.get_mut(..cells)) {
                Some(leaf_cells) => {
                    self.counted(domain, &leaves, leaf_cells)?;
                    Some(&*leaf_cells)
                }
                None => None,
            };
            for (first, second) in scored_levels(domain, first_leaf, second_leaf, most_cells) {
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
            progress();
        }
        Ok(())
    }
}

/// The noise of the scores of all pairs that fit, which costs at most `share` for all of them together; none where no pair
/// fits.
pub(crate) fn scores_noise(
    neighbours: Neighbours,
    domain: &Domain<'_>,
    most_cells: u64,
    share: MuSquared,
) -> Result<Option<GaussianNoise>, Error> {
    let Some(answers) = NonZeroU32::new(scored_pairs(domain, most_cells)) else {
        return Ok(None);
    };
    let sensitivity = SquaredSensitivity::of_each(answers, neighbours.pair_score()?);
    let sigma = Sigma::smallest_up(sensitivity, share)?;
    Ok(Some(GaussianNoise { sensitivity, sigma }))
}

/// The memory that scoring needs: the scores of all [`pairs_of`] pairs, the joint table of two
/// leaves (as large as may be), that of two levels (`most_cells`), and two margins.
pub struct ScoreScratch<'a> {
    /// One score for each pair of variables, see [`place`].
    pub scores: &'a mut [i64],
    /// Memory for the joint table of two leaves.
    pub leaf_cells: &'a mut [u64],
    /// Memory for the joint table of two levels, at least `most_cells` or the largest such table.
    pub level_cells: &'a mut [u64],
    /// Memory for two margins: twice the largest size.
    pub margins: &'a mut [u64],
}

/// Where the score of a pair stands among [`pairs_of`], in lexicographic order of the pairs.
pub fn place(domain: &Domain<'_>, one: Variable, other: Variable) -> Option<usize> {
    let (first, second) = (
        usize::from(one.0.min(other.0)),
        usize::from(one.0.max(other.0)),
    );
    radix::pair_place(domain.len(), first, second)
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

/// Whether so many cells and margins are enough for every pair that is scored.
fn are_enough(domain: &Domain<'_>, most_cells: u64, cells: usize, margins: usize) -> bool {
    let mut scored =
        pairs(domain).filter(|&(one, other)| is_scored(domain, one, other, most_cells));
    scored.all(|(one, other)| {
        let (one, other) = (u64::from(domain.size(one)), u64::from(domain.size(other)));
        one * other <= cells as u64 && one + other <= margins as u64
    })
}

/// All pairs of variables, in lexicographic order.
pub(crate) fn pairs(domain: &Domain<'_>) -> impl Iterator<Item = (Variable, Variable)> + use<> {
    let variables = domain.variables();
    variables.clone().flat_map(move |first| {
        variables
            .clone()
            .filter(move |&second| second > first)
            .map(move |second| (first, second))
    })
}

fn leaf_pairs(domain: &Domain<'_>) -> impl Iterator<Item = (Variable, Variable)> {
    pairs(domain).filter(|&(one, other)| domain.is_leaf(one) && domain.is_leaf(other))
}

/// The levels of two leaves, in pairs that are scored.
fn scored_levels(
    domain: &Domain<'_>,
    first_leaf: Variable,
    second_leaf: Variable,
    most_cells: u64,
) -> impl Iterator<Item = (Variable, Variable)> {
    levels_of(domain, first_leaf)
        .flat_map(move |first| levels_of(domain, second_leaf).map(move |second| (first, second)))
        .filter(move |&(first, second)| is_scored(domain, first, second, most_cells))
}

fn levels_of(domain: &Domain<'_>, leaf: Variable) -> impl Iterator<Item = Variable> {
    let attribute = domain.attribute(leaf);
    domain
        .variables()
        .filter(move |&variable| domain.attribute(variable) == attribute)
}

/// Tells of every table that is counted: that of two leaves where there is memory for it, else those of their levels.
fn counted_tables(
    domain: &Domain<'_>,
    most_cells: u64,
    memory: usize,
    tell: &mut dyn FnMut(&VariableSet),
) {
    let set = |(one, other)| VariableSet::new(&[one, other]);
    for pair in leaf_pairs(domain) {
        match set(pair) {
            Ok(leaves) if domain.cells(&leaves, memory as u64).is_some() => tell(&leaves),
            _ => scored_levels(domain, pair.0, pair.1, most_cells)
                .flat_map(set)
                .for_each(|levels| tell(&levels)),
        }
    }
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

/// The score of a pair that was not scored: below every noisy score that matters.
pub const UNSCORED: i64 = i64::MIN;
