//! Memory for choosing parents: how much, and the pieces that core borrows.

use privet_core::bayes::network::Node;
use privet_core::bayes::pure::{MOST_CANDIDATES, Settings, StructureScratch};
use privet_core::curator::SelectScratch;
use privet_core::score::{Score, State, states_needed};
use privet_core::variables::{Variable, VariableSet};

/// What core borrows while it chooses parents.
pub(super) struct ChoiceMemory {
    candidates: Vec<Node>,
    scores: Vec<i64>,
    order: Vec<usize>,
    cells: Vec<u64>,
    joint: Vec<u64>,
    margins: Vec<u64>,
    states: Vec<State>,
}

impl ChoiceMemory {
    /// For tables of at most τ cells, or of one attribute, and at most so many rows, by which the score F needs more. All of
    /// it was looked for before anything was paid.
    pub(super) fn new(settings: &Settings, largest: usize, tau: u64, most_rows: u64) -> Self {
        let candidates = Self::candidates(settings);
        let (cells, states) = Self::places(settings.score, largest, tau, most_rows);
        let blank = Node {
            child: Variable(0),
            parents: VariableSet::EMPTY,
        };
        Self {
            candidates: vec![blank; candidates],
            scores: vec![0; candidates],
            order: vec![0; candidates],
            cells: vec![0; cells],
            joint: vec![0; cells],
            // The values of a child and the cells of its parents: at most one more than the cells.
            margins: vec![0; cells.saturating_add(largest)],
            states: vec![State::default(); states],
        }
    }

    /// The most candidates of a selection, whatever τ turns out to be.
    fn candidates(settings: &Settings) -> usize {
        let declared = settings.candidates.and_then(|most| most.try_into().ok());
        declared.unwrap_or(MOST_CANDIDATES)
    }

    /// Cells of the largest table, and states of the score F.
    fn places(score: Score, largest: usize, tau: u64, most_rows: u64) -> (usize, usize) {
        let cells = usize::try_from(tau).unwrap_or(usize::MAX).max(largest);
        let states = match score {
            Score::F => states_needed(cells / 2, most_rows),
            Score::R | Score::I => 0,
        };
        (cells, states)
    }

    /// Its bytes, for tables of at most τ cells and at most so many rows.
    pub(super) fn bytes(settings: &Settings, largest: usize, tau: u64, most_rows: u64) -> u64 {
        // A candidate with its score and its place in line; a table that is read in passes also keeps the candidates'
        // columns.
        let candidate = size_of::<Node>() + size_of::<VariableSet>() + size_of::<[u64; 2]>();
        let candidates = (Self::candidates(settings) as u64).saturating_mul(candidate as u64);
        let (cells, states) = Self::places(settings.score, largest, tau, most_rows);
        let words = (cells as u64)
            .saturating_mul(3)
            .saturating_add(largest as u64);
        let states = (states as u64).saturating_mul(size_of::<State>() as u64);
        words
            .saturating_mul(size_of::<u64>() as u64)
            .saturating_add(states)
            .saturating_add(candidates)
    }

    pub(super) fn scratch(&mut self) -> StructureScratch<'_> {
        StructureScratch {
            candidates: &mut self.candidates,
            select: SelectScratch {
                scores: &mut self.scores,
                order: &mut self.order,
                cells: &mut self.cells,
                joint: &mut self.joint,
                margins: &mut self.margins,
                states: &mut self.states,
            },
        }
    }
}
