//! Belief propagation: from log-potentials of the cliques to their marginals.
//!
//! p(x) ∝ Π_C exp(θ_C(x_C)). From the last clique to the first, each clique takes in what hangs on it,
//! is exponentiated relative to its largest cell, and hands on the logarithm of its sums over the
//! separator. Back from the first to the last, each is multiplied by the ratio of the separator's new sums
//! to its old ones (Lauritzen and Spiegelhalter 1988, Hugin form). One exponential a cell.
//!
//! Afterwards a clique may be multiplied by factors of its own, and its neighbours learn of it by the same
//! ratios: no exponential at all.
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
    /// For each clique the sums over its separator that it and the clique before it agreed on last; empty for the
    /// first.
    agreed: Vec<Vec<f64>>,
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
            agreed: cliques
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
            let sums = self.agreed.get_mut(place).ok_or(Error::BufferTooSmall)?;
            link.from_child.sum(cells, sums);
            let message = scratch(&mut self.separator, link)?;
            for (message, sum) in message.iter_mut().zip(&*sums) {
                *message = libm::log(*sum);
            }
            let parent = earlier.get_mut(link.parent).ok_or(Error::BufferTooSmall)?;
            link.from_parent.add(message, parent);
            log_partition += largest;
        }
        for place in 0..tree.cliques().len() {
            self.hand_down(tree, place)?;
        }
        Ok(log_partition)
    }

    /// The clique at this place learns what the clique before it knows of their separator.
    pub fn hand_down(&mut self, tree: &JunctionTree, place: usize) -> Result<(), Error> {
        self.hand(tree, place, Way::Down)
    }

    /// The clique before the one at this place learns what that one knows of their separator.
    pub fn hand_up(&mut self, tree: &JunctionTree, place: usize) -> Result<(), Error> {
        self.hand(tree, place, Way::Up)
    }

    fn hand(&mut self, tree: &JunctionTree, place: usize, way: Way) -> Result<(), Error> {
        let clique = tree.cliques().get(place).ok_or(Error::BadDomain)?;
        let Some(link) = &clique.link else {
            return Ok(());
        };
        let (earlier, cells) = split(&mut self.cliques, place)?;
        let parent = earlier.get_mut(link.parent).ok_or(Error::BufferTooSmall)?;
        let agreed = self.agreed.get_mut(place).ok_or(Error::BufferTooSmall)?;
        let ratios = scratch(&mut self.separator, link)?;
        match way {
            Way::Down => link.from_parent.sum(parent, ratios),
            Way::Up => link.from_child.sum(cells, ratios),
        }
        for (ratio, agreed) in ratios.iter_mut().zip(agreed) {
            let before = core::mem::replace(agreed, *ratio);
            // What is below the normal numbers has no inverse, and adds nothing.
            *ratio = if before.is_normal() {
                *ratio / before
            } else {
                0.0
            };
        }
        match way {
            Way::Down => link.from_child.multiply(ratios, cells),
            Way::Up => link.from_parent.multiply(ratios, parent),
        }
        Ok(())
    }
}

/// Which of two neighbouring cliques learns from the other.
#[derive(Clone, Copy)]
enum Way {
    Down,
    Up,
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
