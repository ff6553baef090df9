//! A fitted model as the network that rows are drawn from.
//!
//! In a junction tree the first clique is a head, and every later clique adds its new variables one by
//! one, given the separator and those before: a Bayesian network with the same distribution. So rows,
//! model files and `sample` are the same for both kinds of model.

use alloc::vec;
use alloc::vec::Vec;

use super::inference::Beliefs;
use super::projection::Projection;
use super::tree::JunctionTree;
use crate::Error;
use crate::bayes::consistency::FRACTION_BITS;
use crate::bayes::network::{Network, Node};
use crate::bayes::tables::Tables;
use crate::domain::Domain;
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

/// The network's tables, filled: what a clique holds from its marginals, finer leaves from the counts of
/// their values ([`super::joined::Grouping::shrunk`]), all in units of 2^−20 rows.
pub fn fitted_tables(
    domain: &Domain<'_>,
    tree: &JunctionTree,
    beliefs: &Beliefs,
    network: &Network,
    rows: u64,
    leaves: &[Vec<f64>],
) -> Result<(Tables, Vec<i64>), Error> {
    let tables = Tables::of(domain, network)?;
    let mut cells = vec![0_i64; tables.total_cells()];
    for table in tables.as_slice() {
        let fitted = table.cells_mut(&mut cells)?;
        fill_table(
            domain,
            tree,
            beliefs,
            &table.variables,
            rows,
            leaves,
            fitted,
        )?;
    }
    Ok((tables, cells))
}

/// One table of a fitted model, over a set within a clique or over an attribute's leaf.
#[allow(clippy::cast_precision_loss)]
pub(super) fn fill_table(
    domain: &Domain<'_>,
    tree: &JunctionTree,
    beliefs: &Beliefs,
    variables: &VariableSet,
    rows: u64,
    leaves: &[Vec<f64>],
    fitted: &mut [i64],
) -> Result<(), Error> {
    let Some(place) = tree.holder(domain, variables) else {
        let [leaf] = variables.as_slice() else {
            return Err(Error::BadVariableSet);
        };
        let attribute = domain.attribute(*leaf).ok_or(Error::BadDomain)?;
        let counts = leaves.get(usize::from(attribute)).ok_or(Error::BadDomain)?;
        put(fitted, counts, 1.0);
        return Ok(());
    };
    let clique = tree.cliques().get(place).ok_or(Error::BadDomain)?;
    let marginals = beliefs.cliques().get(place).ok_or(Error::BadDomain)?;
    let projection = Projection::new(domain, &clique.variables, variables)?;
    let mut sums = vec![0.0; projection.onto_cells()];
    projection.sum(marginals, &mut sums);
    put(fitted, &sums, rows.max(1) as f64);
    Ok(())
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
