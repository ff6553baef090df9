//! Conditioning: what is known is multiplied in, and what follows is summed up.

use alloc::vec;
use alloc::vec::Vec;

use super::families::Families;
use super::kept::Kept;
use crate::Error;
use crate::bayes::network::Network;
use crate::bayes::rows::Model;
use crate::bayes::tables::Tables;
use crate::domain::{Domain, Level};
use crate::mrf::cliques::Cliques;
use crate::mrf::graph::Graph;
use crate::mrf::inference::Beliefs;
use crate::mrf::network::network_of;
use crate::mrf::projection::Projection;
use crate::mrf::tree::JunctionTree;
use crate::variables::{Variable, VariableSet};

/// What is known of a row of a model, before anything follows from it.
#[derive(Clone, Debug)]
pub struct Given<'a> {
    families: &'a Families<'a>,
    kept: Kept,
    /// For each attribute the weight of each value that is left, times its probability given its level.
    leaves: Vec<Vec<f64>>,
    cliques: Cliques,
}

/// The law of a row, given what is known of it: a network with its tables, over the values that are left.
#[derive(Clone, Debug)]
pub struct Conditional {
    kept: Kept,
    network: Network,
    tables: Tables,
    cells: Vec<i64>,
    log_probability: f64,
}

/// What follows from what is known.
pub(super) struct Inferred {
    pub(super) tree: JunctionTree,
    /// The marginals of its cliques.
    pub(super) beliefs: Beliefs,
    /// For each attribute the sums over the values of each group of its level.
    groups: Vec<Vec<f64>>,
    log_probability: f64,
}

impl<'a> Given<'a> {
    /// Takes for each attribute a weight of every value, nothing for one of which nothing is known. Nothing comes of it where
    /// all values of an attribute are excluded. Refused: weights of other values than the attribute's.
    pub fn new(families: &'a Families<'a>, weights: &[Vec<f64>]) -> Result<Option<Self>, Error> {
        let Some(kept) = Kept::new(&families.domain, weights)? else {
            return Ok(None);
        };
        let attributes = families.attributes.iter().zip(kept.leaves());
        let leaves = attributes.enumerate().map(|(attribute, (entry, values))| {
            let weights = weights.get(attribute).filter(|of| !of.is_empty());
            let of = |&value: &u16| {
                let law = entry.leaves.get(usize::from(value)).copied();
                let weight = weights.and_then(|of| of.get(usize::from(value)));
                law.unwrap_or(0.0) * weight.copied().unwrap_or(1.0)
            };
            values.iter().map(of).collect()
        });
        let leaves = leaves.collect();
        let levels = kept.levels()?;
        let domain = Domain::new(&levels)?;
        let mut graph = Graph::new(&domain, families.attributes.iter().map(|of| of.level));
        for law in &families.laws {
            graph.join(&telling(&domain, &law.variables)?);
        }
        Ok(Some(Self {
            families,
            leaves,
            cliques: graph.cliques(),
            kept,
        }))
    }

    /// Cells of all cliques together, which is what conditioning costs; `u64::MAX` where that overflows.
    pub const fn cells(&self) -> u64 {
        self.cliques.cells()
    }

    /// The conditional law; nothing where what is known has probability zero.
    pub fn condition(self) -> Result<Option<Conditional>, Error> {
        let levels = self.kept.levels()?;
        let domain = Domain::new(&levels)?;
        let Some(inferred) = self.infer(&domain)? else {
            return Ok(None);
        };
        let network = network_of(&inferred.tree)?;
        let tables = Tables::of(&domain, &network)?;
        let mut cells = vec![0; tables.total_cells()];
        for table in tables.as_slice() {
            let law = match inferred.tree.holder(&domain, &table.variables) {
                Some(place) => inferred.held(&domain, place, &table.variables)?,
                None => self.law_of_leaf(&domain, &inferred, &table.variables)?,
            };
            put(table.cells_mut(&mut cells)?, &law);
        }
        Ok(Some(Conditional {
            network,
            tables,
            cells,
            log_probability: inferred.log_probability,
            kept: self.kept,
        }))
    }

    /// The domain of the values that are left, for [`Domain::new`].
    pub(super) fn left(&self) -> Result<Vec<Level<'_>>, Error> {
        self.kept.levels()
    }

    /// The level at which the tree has an attribute.
    pub(super) fn level(&self, attribute: u8) -> Result<Variable, Error> {
        let entry = self.families.attributes.get(usize::from(attribute));
        Ok(entry.ok_or(Error::BadDomain)?.level)
    }

    /// Multiplies everything into a junction tree, and passes on what follows; nothing where what is known has probability
    /// zero.
    pub(super) fn infer(&self, domain: &Domain<'_>) -> Result<Option<Inferred>, Error> {
        let tree = JunctionTree::new(domain, &self.cliques)?;
        let mut beliefs = Beliefs::new(&tree);
        for law in &self.families.laws {
            let whole = &self.families.domain;
            let part = self.kept.part_of(whole, &law.variables, &law.cells);
            multiply(domain, &tree, &mut beliefs, &law.variables, &part)?;
        }
        let mut groups = Vec::with_capacity(self.leaves.len());
        for (entry, leaves) in self.families.attributes.iter().zip(&self.leaves) {
            let sums = summed(domain, entry.level, leaves);
            let level = VariableSet::new(&[entry.level])?;
            multiply(domain, &tree, &mut beliefs, &level, &sums)?;
            groups.push(sums);
        }
        let log_probability = beliefs.infer(&tree)?;
        let is_possible = !log_probability.is_nan() && log_probability != f64::NEG_INFINITY;
        Ok(is_possible.then_some(Inferred {
            tree,
            beliefs,
            groups,
            log_probability,
        }))
    }

    /// The law of an attribute's values, where the tree has it at a coarser level.
    fn law_of_leaf(
        &self,
        domain: &Domain<'_>,
        inferred: &Inferred,
        leaf: &VariableSet,
    ) -> Result<Vec<f64>, Error> {
        let [leaf] = leaf.as_slice() else {
            return Err(Error::BadVariableSet);
        };
        let attribute = domain.attribute(*leaf).ok_or(Error::BadDomain)?;
        let level = self.level(attribute)?;
        let set = VariableSet::new(&[level])?;
        let place = inferred.tree.holder(domain, &set);
        let coarse = inferred.held(domain, place.ok_or(Error::BadDomain)?, &set)?;
        let shares = self.shares(domain, inferred, attribute)?;
        let law = (0..=u16::MAX).zip(shares).map(|(value, share)| {
            let mass = coarse.get(usize::from(domain.coarse(level, value)));
            mass.copied().unwrap_or(0.0) * share
        });
        Ok(law.collect())
    }

    /// The probability of each value of an attribute that is left, given its value at the level at which the tree has it.
    pub(super) fn shares(
        &self,
        domain: &Domain<'_>,
        inferred: &Inferred,
        attribute: u8,
    ) -> Result<Vec<f64>, Error> {
        let level = self.level(attribute)?;
        let place = usize::from(attribute);
        let leaves = self.leaves.get(place).ok_or(Error::BadDomain)?;
        let sums = inferred.groups.get(place).ok_or(Error::BadDomain)?;
        let shares = (0..=u16::MAX).zip(leaves).map(|(value, weight)| {
            let sum = sums.get(usize::from(domain.coarse(level, value)));
            match sum {
                Some(&sum) if sum > 0.0 => weight / sum,
                _ => 0.0,
            }
        });
        Ok(shares.collect())
    }
}

impl Inferred {
    /// The marginal of a set within the clique at this place.
    fn held(
        &self,
        domain: &Domain<'_>,
        place: usize,
        set: &VariableSet,
    ) -> Result<Vec<f64>, Error> {
        let clique = self.tree.cliques().get(place).ok_or(Error::BadDomain)?;
        let marginals = self.beliefs.cliques().get(place).ok_or(Error::BadDomain)?;
        let projection = Projection::new(domain, &clique.variables, set)?;
        let mut sums = vec![0.0; projection.onto_cells()];
        projection.sum(marginals, &mut sums);
        Ok(sums)
    }
}

impl Conditional {
    /// ln of the probability of what is known: of the mean weight of a row.
    pub const fn log_probability(&self) -> f64 {
        self.log_probability
    }

    /// Works with the law as a model, whose values are those that are left: [`Conditional::restore`] gives them back their
    /// numbers.
    pub fn with_model<T>(&self, work: impl FnOnce(&Model<'_>) -> T) -> Result<T, Error> {
        let levels = self.kept.levels()?;
        Ok(work(&Model {
            domain: Domain::new(&levels)?,
            network: &self.network,
            tables: &self.tables,
            cells: &self.cells,
        }))
    }

    /// Gives the values of rows that were drawn from the model the numbers that they had before any was excluded.
    pub fn restore(&self, columns: &mut [&mut [u16]]) -> Result<(), Error> {
        for (column, values) in columns.iter_mut().zip(self.kept.leaves()) {
            for value in column.iter_mut() {
                let known = values.get(usize::from(*value));
                *value = *known.ok_or(Error::BadColumns)?;
            }
        }
        Ok(())
    }
}

/// Multiplies a table into a clique that has its variables.
fn multiply(
    domain: &Domain<'_>,
    tree: &JunctionTree,
    beliefs: &mut Beliefs,
    variables: &VariableSet,
    cells: &[f64],
) -> Result<(), Error> {
    let set = telling(domain, variables)?;
    let place = tree.holder(domain, &set).ok_or(Error::BadDomain)?;
    let clique = tree.cliques().get(place).ok_or(Error::BadDomain)?;
    let held = beliefs.cliques_mut().get_mut(place);
    let logarithms: Vec<f64> = cells.iter().map(|&cell| libm::log(cell)).collect();
    let projection = Projection::new(domain, &clique.variables, &set)?;
    projection.add(&logarithms, held.ok_or(Error::BadDomain)?);
    Ok(())
}

/// The sums over the values of each group.
fn summed(domain: &Domain<'_>, level: Variable, leaves: &[f64]) -> Vec<f64> {
    let mut sums = vec![0.0; domain.size(level) as usize];
    for (value, weight) in (0..=u16::MAX).zip(leaves) {
        if let Some(sum) = sums.get_mut(usize::from(domain.coarse(level, value))) {
            *sum += weight;
        }
    }
    sums
}

/// The variables of a set that have more than one value: the others say nothing and tie nothing.
fn telling(domain: &Domain<'_>, set: &VariableSet) -> Result<VariableSet, Error> {
    let several = set.as_slice().iter().copied();
    let several: Vec<Variable> = several.filter(|&v| domain.size(v) > 1).collect();
    VariableSet::new(&several)
}

/// Probabilities as whole numbers of units, at least one of them where there is any.
#[allow(clippy::cast_possible_truncation)]
fn put(cells: &mut [i64], law: &[f64]) {
    for (cell, &probability) in cells.iter_mut().zip(law) {
        // At most 2^56, and a saturating cast.
        let units = libm::round(probability * UNITS) as i64;
        *cell = if probability > 0.0 { units.max(1) } else { 0 };
    }
}

/// All mass: enough for the rarest of a million rows, and sums of cells stay far below 2^63.
const UNITS: f64 = 72_057_594_037_927_936.0;
