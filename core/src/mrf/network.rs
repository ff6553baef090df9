//! A fitted model as the network that rows are drawn from.
//!
//! In a junction tree the first clique is a head, and every later clique adds its new variables one by
//! one, given the separator and those before: a Bayesian network with the same distribution. So rows,
//! model files and `sample` are the same for both kinds of model.

use alloc::vec;
use alloc::vec::Vec;

use super::estimate::Shape;
use super::inference::Beliefs;
use super::projection::Projection;
use super::tree::JunctionTree;
use crate::Error;
use crate::bayes::consistency::FRACTION_BITS;
use crate::bayes::network::{Network, Node};
use crate::bayes::tables::Tables;
use crate::variables::VariableSet;

/// The network of a tree. Refused: more nodes than a network holds.
pub fn network_of(tree: &JunctionTree) -> Result<Network, Error> {
    let mut cliques = tree.cliques().iter();
    let head = cliques.next().ok_or(Error::BadDomain)?;
    let mut network = Network::of_head(head.variables.clone());
    for clique in cliques {
        let link = clique.link.as_ref().ok_or(Error::BadDomain)?;
        let mut parents = link.separator.clone();
        for &child in clique.variables.as_slice() {
            if parents.contains(child) {
                continue;
            }
            let node = Node {
                child,
                parents: parents.clone(),
            };
            network.nodes.push(node).map_err(|_| Error::BadDomain)?;
            parents.insert(child)?;
        }
    }
    Ok(network)
}

/// A fitted model, whose tables are wanted.
#[derive(Clone, Copy)]
pub struct Fitted<'a> {
    /// What was estimated.
    pub shape: Shape<'a>,
    /// The cliques' marginals.
    pub beliefs: &'a Beliefs,
    /// How many rows it is about.
    pub rows: u64,
    /// For attributes that no clique has at their own values the counts of these
    /// ([`super::joined::Grouping::shrunk`]).
    pub leaves: &'a [Vec<f64>],
}

impl Fitted<'_> {
    /// The network's tables, filled: what a clique holds from its marginals, finer leaves from the counts of
    /// their values, all in units of 2^−20 rows.
    pub fn tables(&self, network: &Network) -> Result<(Tables, Vec<i64>), Error> {
        let tables = Tables::of(self.shape.domain, network)?;
        let mut cells = vec![0_i64; tables.total_cells()];
        for table in tables.as_slice() {
            self.fill(&table.variables, table.cells_mut(&mut cells)?)?;
        }
        if let Some(support) = self.shape.support()? {
            let of_nodes = tables.as_slice().iter().skip(1);
            for (node, table) in network.nodes.iter().zip(of_nodes) {
                self.give_mass(&support, node, table.cells_mut(&mut cells)?)?;
            }
        }
        Ok((tables, cells))
    }

    /// One table, over a set within a clique or over an attribute's leaf.
    #[allow(clippy::cast_precision_loss)]
    pub(super) fn fill(&self, variables: &VariableSet, fitted: &mut [i64]) -> Result<(), Error> {
        let Some(sums) = sums(self.shape, self.beliefs, variables)? else {
            let [leaf] = variables.as_slice() else {
                return Err(Error::BadVariableSet);
            };
            let attribute = self.shape.domain.attribute(*leaf).ok_or(Error::BadDomain)?;
            let counts = self.leaves.get(usize::from(attribute));
            put(fitted, counts.ok_or(Error::BadDomain)?, 1.0);
            return Ok(());
        };
        put(fitted, &sums, self.rows.max(1) as f64);
        Ok(())
    }

    /// Where rounding has left nothing of all that may follow some parents, all of it is as likely. Without that a row whose
    /// parents are rare would take any value, also an impossible one.
    fn give_mass(&self, support: &Beliefs, node: &Node, fitted: &mut [i64]) -> Result<(), Error> {
        let domain = self.shape.domain;
        let all = node.table()?;
        let Some(possible) = sums(self.shape, support, &all)? else {
            return Ok(());
        };
        let parents = domain.cells(&node.parents, u64::from(u32::MAX));
        let mut masses = vec![0_i64; parents.ok_or(Error::BufferTooSmall)?];
        domain.project(&all, &node.parents, |cell, given| {
            if let (Some(mass), Some(cell)) = (masses.get_mut(given), fitted.get(cell)) {
                *mass = mass.saturating_add(*cell);
            }
        });
        domain.project(&all, &node.parents, |cell, given| {
            let may_be = possible.get(cell).is_some_and(|possible| *possible > 0.0);
            if may_be
                && masses.get(given) == Some(&0)
                && let Some(cell) = fitted.get_mut(cell)
            {
                *cell = 1;
            }
        });
        Ok(())
    }
}

/// What the beliefs say of a set; nothing where no clique holds it.
fn sums(
    shape: Shape<'_>,
    beliefs: &Beliefs,
    variables: &VariableSet,
) -> Result<Option<Vec<f64>>, Error> {
    let Shape { domain, tree, .. } = shape;
    let Some(place) = tree.holder(domain, variables) else {
        return Ok(None);
    };
    let clique = tree.cliques().get(place).ok_or(Error::BadDomain)?;
    let marginals = beliefs.cliques().get(place).ok_or(Error::BadDomain)?;
    let projection = Projection::new(domain, &clique.variables, variables)?;
    let mut sums = vec![0.0; projection.onto_cells()];
    projection.sum(marginals, &mut sums);
    Ok(Some(sums))
}

/// Values times a factor, in units of 2^−20.
#[allow(clippy::cast_possible_truncation)]
fn put(fitted: &mut [i64], values: &[f64], factor: f64) {
    let units = factor * f64::from(1_u32 << FRACTION_BITS);
    for (fitted, value) in fitted.iter_mut().zip(values) {
        // A saturating cast of a number of rows.
        *fitted = libm::round(value * units) as i64;
    }
}
