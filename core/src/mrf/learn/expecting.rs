//! What an estimated model expects of the tables that a round may choose.

use alloc::vec::Vec;

use super::settings::{MEAN_ABSOLUTE, Settings};
use crate::curator::{Candidate, LEFT_OUT};
use crate::domain::Domain;
use crate::mrf::inference::Beliefs;
use crate::mrf::levels;
use crate::mrf::marginal::Marginals;
use crate::mrf::tree::JunctionTree;
use crate::variables::VariableSet;

/// An estimated model, to be asked for tables.
pub(super) struct Expecting<'a> {
    pub(super) domain: &'a Domain<'a>,
    pub(super) tree: &'a JunctionTree,
    pub(super) beliefs: &'a Beliefs,
    pub(super) rows: f64,
}

impl Expecting<'_> {
    /// The sets as candidates, with what the model expects of them in whole rows. Those for which it would need too
    /// much memory are left out: before anything is paid.
    pub(super) fn candidates(
        &self,
        sets: Vec<VariableSet>,
        settings: &Settings,
        noise: f64,
    ) -> Vec<(Candidate, Vec<i64>)> {
        let mut marginals = Marginals::new(self.domain, self.tree, self.beliefs);
        let mut candidates = Vec::new();
        let mut cells = 0_usize;
        for variables in sets {
            let most = if variables.as_slice().len() > 2 {
                MOST_PRODUCT_OF_MANY
            } else {
                MOST_PRODUCT
            };
            let shares = marginals.of(&variables, most);
            let Ok(shares) = shares else { continue };
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
                weight: settings.workload.weight(&variables),
                handicap: (settings.caution * self.by_chance(&variables, &shares, &possible, noise))
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
    /// A cell that no row can be in is neither measured nor drawn.
    fn by_chance(&self, set: &VariableSet, shares: &[f64], possible: &[bool], noise: f64) -> f64 {
        let mut levels = set.as_slice().iter();
        let is_coarse = levels.any(|&level| level != levels::joined(levels::attribute(level)));
        let times = if is_coarse { 2.0 } else { 1.0 };
        let cells = shares.iter().enumerate();
        let cells = cells.filter(|(cell, _)| possible.get(*cell) != Some(&false));
        let cells = cells.map(|(_, share)| {
            let expected = share * self.rows;
            let drawn = (MEAN_ABSOLUTE * libm::sqrt(expected)).min(2.0 * expected);
            MEAN_ABSOLUTE * noise + times * drawn
        });
        cells.sum()
    }
}

/// Most cells of a table on the way to a marginal that no clique holds, and on the way to one of more than two
/// attributes: there are many of these, so that those which take long can be left out.
pub const MOST_PRODUCT: u64 = 1 << 20;
const MOST_PRODUCT_OF_MANY: u64 = 1 << 16;
/// Most cells of all tables together that are compared with the model.
pub const MOST_COMPARED: usize = 1 << 23;
