//! Memory for scoring pairs: how much, and the pieces that core borrows.

use privet_core::curator::ScoreScratch;

/// What core borrows while it scores pairs.
pub(super) struct ScoreMemory {
    leaf_cells: Vec<u64>,
    level_cells: Vec<u64>,
    margins: Vec<u64>,
}

impl ScoreMemory {
    pub(super) fn new(largest: usize, tau: u64) -> Self {
        let [leaf_cells, level_cells, margins] = Self::places(largest, tau);
        Self {
            leaf_cells: vec![0; leaf_cells],
            level_cells: vec![0; level_cells],
            margins: vec![0; margins],
        }
    }

    /// Places of each of its pieces.
    fn places(largest: usize, tau: u64) -> [usize; 3] {
        let largest_pair = largest.saturating_mul(largest);
        let most_cells = usize::try_from(tau).unwrap_or(usize::MAX);
        [
            largest_pair.min(MOST_LEAF_CELLS),
            most_cells.min(largest_pair),
            largest.saturating_mul(2),
        ]
    }

    /// Its bytes, for tables of at most τ cells.
    pub(super) fn bytes(largest: usize, tau: u64) -> u64 {
        let places = Self::places(largest, tau).map(|places| places as u64);
        places.into_iter().fold(0, |sum, more| {
            more.saturating_mul(size_of::<u64>() as u64)
                .saturating_add(sum)
        })
    }

    pub(super) fn scratch<'a>(&'a mut self, scores: &'a mut [i64]) -> ScoreScratch<'a> {
        ScoreScratch {
            scores,
            leaf_cells: &mut self.leaf_cells,
            level_cells: &mut self.level_cells,
            margins: &mut self.margins,
        }
    }
}

/// 2^24 cells of 8 bytes are 128 MiB; larger pairs of leaves are counted level by level.
const MOST_LEAF_CELLS: usize = 1 << 24;
