//! Belief propagation: from log-potentials of the cliques to their marginals.
//!
//! p(x) ∝ Π_C exp(θ_C(x_C)). From the last clique to the first, each clique takes in what hangs on it,
//! is exponentiated relative to its largest cell, and hands on the logarithm of its sums over the
//! separator. Back from the first to the last, each is multiplied by the ratio of the separator's new sums
//! to its old ones (Lauritzen and Spiegelhalter 1988, Hugin form). One exponential a cell.
//!
//! Tested: all marginals against enumeration on random small models, to 1e-9.

use alloc::vec;
use alloc::vec::Vec;

use super::exponential::exponentiate;
use super::tree::{Clique, JunctionTree, Link};
use crate::Error;

/// Memory for the marginals of a tree's cliques, and the marginals after [`Beliefs::infer`].
#[derive(Clone, Debug)]
pub struct Beliefs {
    /// One table a clique.
    cliques: Vec<Vec<f64>>,
    /// For each clique its sums over the separator; empty for the first.
    upward: Vec<Vec<f64>>,
    /// Memory for one separator.
    separator: Vec<f64>,
}

impl Beliefs {
    /// Memory for a tree; every clique uniform for itself until something is inferred.
    pub fn new(tree: &JunctionTree) -> Self {
        let separator_cells = |clique: &Clique| {
            clique
                .link
                .as_ref()
                .map_or(0, |link| link.from_child.onto_cells())
        };
        let cliques = tree.cliques();
        Self {
            cliques: cliques
                .iter()
                .map(|clique| vec![0.0; clique.cells])
                .collect(),
            upward: cliques
                .iter()
                .map(|clique| vec![0.0; separator_cells(clique)])
                .collect(),
            separator: vec![0.0; cliques.iter().map(separator_cells).max().unwrap_or(0)],
        }
    }

    /// The cliques' tables, in the tree's order: log-potentials to be written before
    /// [`Beliefs::infer`], marginals that sum to one after it.
    pub fn cliques(&self) -> &[Vec<f64>] {
        &self.cliques
    }

    /// The cliques' tables, to write log-potentials into.
    pub fn cliques_mut(&mut self) -> &mut [Vec<f64>] {
        &mut self.cliques
    }

    /// Turns log-potentials into marginals in place and returns ln Z, the logarithm of the sum of
    /// exp(Σ_C θ_C(x_C)) over all x.
    pub fn infer(&mut self, tree: &JunctionTree) -> Result<f64, Error> {
        let mut log_partition = 0.0;
        for (place, clique) in tree.cliques().iter().enumerate().rev() {
            let (earlier, cells) = split(&mut self.cliques, place)?;
            let largest = cells.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            exponentiate(cells, largest);
            let Some(link) = &clique.link else {
                let sum: f64 = cells.iter().sum();
                for cell in cells.iter_mut() {
                    *cell /= sum;
                }
                log_partition += largest + libm::log(sum);
                continue;
            };
            let sums = self.upward.get_mut(place).ok_or(Error::BufferTooSmall)?;
            link.from_child.sum(cells, sums);
            let message = scratch(&mut self.separator, link)?;
            for (message, sum) in message.iter_mut().zip(&*sums) {
                *message = libm::log(*sum);
            }
            let parent = earlier.get_mut(link.parent).ok_or(Error::BufferTooSmall)?;
            link.from_parent.add(message, parent);
            log_partition += largest;
        }
        for (place, clique) in tree.cliques().iter().enumerate() {
            let Some(link) = &clique.link else { continue };
            let (earlier, cells) = split(&mut self.cliques, place)?;
            let parent = earlier.get(link.parent).ok_or(Error::BufferTooSmall)?;
            let ratios = scratch(&mut self.separator, link)?;
            link.from_parent.sum(parent, ratios);
            let sums = self.upward.get(place).ok_or(Error::BufferTooSmall)?;
            for (ratio, sum) in ratios.iter_mut().zip(sums) {
                // A cell is at least e^−700 after exponentiation, so no sum is zero.
                *ratio /= sum;
            }
            link.from_child.multiply(ratios, cells);
        }
        Ok(log_partition)
    }
}

/// The table at a place, and those before it.
fn split(tables: &mut [Vec<f64>], place: usize) -> Result<(&mut [Vec<f64>], &mut [f64]), Error> {
    let (earlier, rest) = tables
        .split_at_mut_checked(place)
        .ok_or(Error::BufferTooSmall)?;
    let cells = rest.first_mut().ok_or(Error::BufferTooSmall)?;
    Ok((earlier, cells))
}

fn scratch<'r>(separator: &'r mut [f64], link: &Link) -> Result<&'r mut [f64], Error> {
    separator
        .get_mut(..link.from_child.onto_cells())
        .ok_or(Error::BufferTooSmall)
}
