//! The start that Cai Alg. 1–3 make from pair scores.

use alloc::vec;
use alloc::vec::Vec;

use super::learned::Scores;
use super::rounds::Rounds;
use super::settings::{Attribute, Search, Settings};
use super::turn::Turn;
use crate::Error;
use crate::answers::GaussianAnswers;
use crate::curator::{ScoreScratch, UNSCORED, pairs_of};
use crate::domain::{Domain, Level};
use crate::mrf::candidates::Candidates;
use crate::mrf::graph::Bounds;
use crate::mrf::tried::fits_model;
use crate::mrf::useful::{PairScores, attribute_graph, first_tables, useful_tables};
use crate::mrf::workload::Among;
use crate::privacy::{Loss, MuSquared};
use crate::radix::pair_place;
use crate::score::FRACTION_BITS;

/// The scores of all pairs of attributes, where the search wants them, and what they leave of the budget.
pub(super) fn ask_for_scores(
    curator: &mut impl GaussianAnswers,
    attributes: &[Attribute],
    settings: &Settings,
    left: MuSquared,
) -> Result<(Option<Scores>, MuSquared), Error> {
    if matches!(settings.search, Search::Anywhere) {
        return Ok((None, left));
    }
    let share = settings.scores_budget(left);
    let levels = leaves_of(attributes);
    let leaves = Domain::new(&levels)?;
    let most_cells = settings.model_cells;
    let mut pairs = vec![0; pairs_of(leaves.len())];
    let cells = largest_pair(attributes, most_cells);
    let widest = attributes.iter().map(|one| one.size).max().unwrap_or(0) as usize;
    let scratch = ScoreScratch {
        scores: &mut pairs,
        leaf_cells: &mut vec![0; cells],
        level_cells: &mut vec![0; cells],
        margins: &mut vec![0; widest.saturating_mul(2)],
    };
    let sigma = curator.pair_scores(&leaves, most_cells, share, scratch, &mut || {})?;
    let left = left.checked_sub(share).ok_or(Error::LossOutOfRange)?;
    Ok((Some(Scores { pairs, sigma }), left))
}

impl Rounds<'_> {
    /// Keeps the rounds to the tables that the scores make useful, and measures each attribute's first one.
    pub(super) fn start_from(
        &mut self,
        scores: &Scores,
        curator: &mut impl GaussianAnswers,
        progress: &mut dyn FnMut(u32),
    ) -> Result<(), Error> {
        let attributes = usize::from(self.domain.attributes());
        let score = |one: u8, other: u8| {
            let (first, second) = (one.min(other).into(), one.max(other).into());
            let at = pair_place(attributes, first, second);
            rows_of(at.and_then(|at| scores.pairs.get(at)).copied())
        };
        let score = PairScores(&score);
        let rounds = self.settings.shares(attributes, self.settings.most_rounds);
        let left = (self.left, rounds);
        let turn = Turn::new(self.settings, Among::Any, left, curator.neighbours())?;
        let limits = self.limits(self.size.0, &turn);
        let bounds = Bounds {
            clique: self.settings.clique_cells(),
            all: limits.model_cells,
        };
        let graph = attribute_graph(&self.domain, &score, bounds);
        let mut useful = useful_tables(&self.domain, &graph, limits);
        let first = first_tables(&self.domain, &useful, &score);
        useful.retain(|set| !first.contains(set));
        // Which of them fit is decided before any is measured: by the sets alone.
        let mut graph = self.graph.clone();
        let mut fitting = first;
        fitting.retain(|set| {
            let fits = fits_model(&graph, limits.model_cells, set);
            if fits {
                graph.join(set);
            }
            fits
        });
        curator.announce(&self.domain, &|tell| fitting.iter().for_each(tell));
        for set in fitting {
            self.take(curator, set, turn.table)?;
            progress(self.settings.most_rounds.get());
        }
        self.candidates = Candidates::among(useful);
        Ok(())
    }
}

/// Every attribute with all of its values, and nothing else: scores are asked once a pair.
fn leaves_of(attributes: &[Attribute]) -> Vec<Level<'static>> {
    let numbered = attributes.iter().zip(0..=u8::MAX);
    let level = |(attribute, number): (&Attribute, u8)| Level::leaf(number, attribute.size);
    numbered.map(level).collect()
}

/// Cells of the largest table of two attributes that is scored.
fn largest_pair(attributes: &[Attribute], most_cells: u64) -> usize {
    let mut largest = 0;
    for (place, first) in attributes.iter().enumerate() {
        for second in attributes.iter().skip(place.saturating_add(1)) {
            let cells = u64::from(first.size).saturating_mul(u64::from(second.size));
            if cells <= most_cells {
                largest = largest.max(cells);
            }
        }
    }
    usize::try_from(largest).unwrap_or(usize::MAX)
}

/// A noisy score in rows; none for a pair that was not scored.
#[allow(clippy::cast_precision_loss)]
fn rows_of(score: Option<i64>) -> f64 {
    let scored = score.filter(|&score| score != UNSCORED);
    scored.map_or(0.0, |score| score as f64) / f64::from(1_u32 << FRACTION_BITS)
}
