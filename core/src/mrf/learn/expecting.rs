//! What an estimated model expects of the tables that a round may choose.

use alloc::vec::Vec;

use super::settings::{MEAN_ABSOLUTE, Settings};
use crate::curator::{Candidate, LEFT_OUT};
use crate::domain::Domain;
use crate::mrf::inference::Beliefs;
use crate::mrf::levels;
use crate::mrf::marginal::Marginals;
use crate::mrf::tree::JunctionTree;
use crate::mrf::workload::Among;
use crate::variables::VariableSet;

/// An estimated model, to be asked for tables, and how these would be measured.
pub(super) struct Expecting<'a> {
    pub(super) domain: &'a Domain<'a>,
    pub(super) tree: &'a JunctionTree,
    pub(super) beliefs: &'a Beliefs,
    pub(super) rows: f64,
    /// σ of a table's cells.
    pub(super) noise: f64,
    /// The most cells of a table that is useful whatever the model expects of it.
    pub(super) useful_cells: u64,
}

impl Expecting<'_> {
    /// The sets as candidates, with what the model expects of them in whole rows. Those for which it would need too
    /// much memory are left out: before anything is paid.
    pub(super) fn candidates(
        &self,
        sets: Vec<VariableSet>,
        among: Among,
        settings: &Settings,
    ) -> Vec<(Candidate, Vec<i64>)> {
        let mut marginals = Marginals::new(self.domain, self.tree, self.beliefs);
        let mut candidates = Vec::new();
        let mut cells = 0_usize;
        // The large ones last, so that they take no room from others.
        let is_useful = |set: &VariableSet| self.domain.cells(set, self.useful_cells).is_some();
        let (useful, large): (Vec<_>, Vec<_>) = sets.into_iter().partition(is_useful);
        for variables in useful.into_iter().chain(large) {
            let most = if variables.as_slice().len() > 2 {
                MOST_PRODUCT_OF_MANY
            } else {
                MOST_PRODUCT
            };
            let shares = marginals.of(&variables, most);
            let Ok(shares) = shares else { continue };
            if self.is_large(&shares) && !self.is_sparse(&shares) {
                continue;
            }
            let possible = settings.rules.possible(self.domain, &variables);
            let Ok(possible) = possible else { continue };
            let possible = possible.unwrap_or_default();
            let with_these = cells.saturating_add(shares.len());
            if with_these > MOST_COMPARED {
                continue;
            }
            cells = with_these;
            // Saturating casts of numbers of rows.
            #[allow(clippy::cast_possible_truncation)]
            let candidate = Candidate {
                weight: settings.workload.weight_in(among, &variables),
                handicap: (settings.caution * self.by_chance(&variables, &shares, &possible))
                    as i64,
                variables,
            };
            #[allow(clippy::cast_possible_truncation)]
            let expected = |(cell, share): (usize, f64)| match possible.get(cell) {
                Some(false) => LEFT_OUT,
                _ => libm::round(share * self.rows) as i64,
            };
            let expected = shares.into_iter().enumerate().map(expected);
            candidates.push((candidate, expected.collect()));
        }
        candidates
    }

    /// How far a table is from the model by chance alone, in rows: the noise that measuring it would bring, and what
    /// rows differ by that are drawn from the model itself. A cell of m expected rows has √(2m/π) more or less on the
    /// average; where m is below one, hardly more than 2m. That counts twice at coarser levels: of pairs that have nothing
    /// to do with each other there are many, and their noise, which is little there, is not what keeps them away.
    /// A cell that no row can be in is neither measured nor drawn. Of a table that is useful only because the model knows most
    /// of its cells to be empty, the noise of those counts no more than for twice their rows: what is known of their sums keeps
    /// it away.
    fn by_chance(&self, set: &VariableSet, shares: &[f64], possible: &[bool]) -> f64 {
        let mut levels = set.as_slice().iter();
        let is_coarse = levels.any(|&level| level != levels::joined(levels::attribute(level)));
        let times = if is_coarse { 2.0 } else { 1.0 };
        let cells = shares.iter().enumerate();
        let cells = cells.filter(|(cell, _)| possible.get(*cell) != Some(&false));
        let noise = MEAN_ABSOLUTE * self.noise;
        let is_large = self.is_large(shares);
        let cells = cells.map(|(_, share)| {
            let expected = share * self.rows;
            let drawn = (MEAN_ABSOLUTE * libm::sqrt(expected)).min(2.0 * expected);
            let noise = if is_large {
                noise.min(2.0 * expected)
            } else {
                noise
            };
            noise + times * drawn
        });
        cells.sum()
    }

    /// Whether a table of too many cells is useful all the same. Deviation from θ-usefulness (Cai Alg. 2), for which all cells
    /// count: each counts as far as the model expects a noise's worth of rows in it.
    fn is_sparse(&self, shares: &[f64]) -> bool {
        let noise = MEAN_ABSOLUTE * self.noise;
        let parts = shares.iter();
        let parts = parts.map(|share| (share * self.rows / noise).min(1.0));
        #[allow(clippy::cast_precision_loss)] // fewer than the large table's cells
        let most = self.useful_cells as f64;
        parts.sum::<f64>() <= most
    }

    /// Whether the table has more cells than are useful whatever the model expects of them.
    const fn is_large(&self, shares: &[f64]) -> bool {
        shares.len() as u64 > self.useful_cells
    }
}

/// Most cells of a table on the way to a marginal that no clique holds, and on the way to one of more than two
/// attributes: there are many of these, so that those which take long can be left out.
pub const MOST_PRODUCT: u64 = 1 << 20;
const MOST_PRODUCT_OF_MANY: u64 = 1 << 16;
/// Most cells of all tables together that are compared with the model.
pub const MOST_COMPARED: usize = 1 << 23;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mrf::graph::Graph;
    use crate::mrf::joined::Grouping;
    use crate::mrf::levels::{Levels, joined};

    /// Noise whose absolute value is 10 rows on the average, 1,000 rows, and tables of two cells that are useful.
    #[test]
    fn empty_cells_count_for_little() {
        let attributes = [3, 4].map(|size| Levels::only(Grouping::identity(size).unwrap()));
        let levels = levels::levels(&attributes).unwrap();
        let domain = Domain::new(&levels).unwrap();
        let graph = Graph::new(&domain, [joined(0), joined(1)]);
        let tree = JunctionTree::new(&domain, &graph.cliques()).unwrap();
        let model = Expecting {
            domain: &domain,
            tree: &tree,
            beliefs: &Beliefs::new(&tree),
            rows: 1000.0,
            noise: 10.0 / MEAN_ABSOLUTE,
            useful_cells: 2,
        };
        // 995 and 5 rows and two empty cells: one and a half cells, and 10 + 10 rows of noise, with those that are drawn.
        let shares = [0.995, 0.005, 0.0, 0.0];
        assert!(model.is_large(&shares) && model.is_sparse(&shares));
        let set = VariableSet::new(&[joined(1)]).unwrap();
        let drawn = MEAN_ABSOLUTE * (libm::sqrt(995.0) + libm::sqrt(5.0));
        let chance = model.by_chance(&set, &shares, &[]);
        assert!((chance - 20.0 - drawn).abs() < 1e-9, "{chance}");
        let chance = model.by_chance(&set, &[0.999, 0.001, 0.0, 0.0], &[]);
        let drawn = MEAN_ABSOLUTE * (libm::sqrt(999.0) + 1.0);
        assert!((chance - 12.0 - drawn).abs() < 1e-9, "{chance}");
        // Three cells of ten rows and more are one too many.
        assert!(!model.is_sparse(&[0.96, 0.02, 0.02, 0.0]));
        // Of a table that is useful anyway, all noise counts.
        let few = Expecting {
            useful_cells: 4,
            ..model
        };
        let chance = few.by_chance(&set, &[0.999, 0.001, 0.0, 0.0], &[]);
        assert!((chance - 40.0 - drawn).abs() < 1e-9, "{chance}");
    }
}
