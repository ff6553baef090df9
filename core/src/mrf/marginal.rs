//! Marginals of any set of variables, also of those that no clique holds.
//!
//! The set's variables are collected along the smallest part of the tree that holds them: each clique
//! becomes its conditional distribution given the separator to its parent, what hangs on it is
//! multiplied in, and everything that neither the set nor the separator needs is summed over.

use alloc::collections::BTreeMap;
use alloc::rc::Rc;
use alloc::vec;
use alloc::vec::Vec;

use super::contraction::contract;
use super::inference::Beliefs;
use super::projection::Projection;
use super::tree::JunctionTree;
use crate::Error;
use crate::domain::Domain;
use crate::variables::{Variable, VariableSet};

/// A table with its variables.
struct Factor {
    variables: VariableSet,
    cells: Vec<f64>,
    /// The most cells of a product of all factors on the way to it.
    largest: usize,
}

/// What a clique hands to its parent, and which variables of the set it is about.
type Handed = (Rc<Factor>, Vec<Variable>);

/// What is asked for.
struct Asked<'s> {
    set: &'s VariableSet,
    /// Its attributes as the cliques have them.
    fine: VariableSet,
    most_cells: u64,
}

impl Asked<'_> {
    /// The most cells of a product of all factors, here or below. It is never made, but bounded all the same: what is far
    /// apart is left out.
    fn largest(
        &self,
        domain: &Domain<'_>,
        own: &VariableSet,
        children: &[Handed],
    ) -> Result<usize, Error> {
        let mut all = own.clone();
        let below = children
            .iter()
            .flat_map(|(child, _)| child.variables.as_slice());
        for &variable in below {
            if !all.contains(variable) {
                all.insert(variable)?;
            }
        }
        let here = domain.cells(&all, self.most_cells);
        let here = here.ok_or(Error::BufferTooSmall)?;
        let below = children.iter().map(|(child, _)| child.largest);
        Ok(below.fold(here, usize::max))
    }
}

/// Marginals of an inferred model, one after the other. What cliques say of few of their variables, and what they hand to
/// their parents, is kept: the way from one variable to another leads through the same cliques again and again.
pub struct Marginals<'a> {
    domain: &'a Domain<'a>,
    tree: &'a JunctionTree,
    beliefs: &'a Beliefs,
    /// For a clique and a set of its variables their sums.
    sums: BTreeMap<(usize, Vec<Variable>), Vec<f64>>,
    /// For a clique and the variables of a set that it or one below it has, what it hands to its parent.
    handed: BTreeMap<(usize, Vec<Variable>), Rc<Factor>>,
    kept_cells: usize,
}

/// The marginal distribution of `set`; see [`Marginals::of`].
pub fn marginal(
    domain: &Domain<'_>,
    tree: &JunctionTree,
    beliefs: &Beliefs,
    set: &VariableSet,
    most_cells: u64,
) -> Result<Vec<f64>, Error> {
    Marginals::new(domain, tree, beliefs).of(set, most_cells)
}

impl<'a> Marginals<'a> {
    /// None yet.
    pub const fn new(domain: &'a Domain<'a>, tree: &'a JunctionTree, beliefs: &'a Beliefs) -> Self {
        Self {
            domain,
            tree,
            beliefs,
            sums: BTreeMap::new(),
            handed: BTreeMap::new(),
            kept_cells: 0,
        }
    }

    /// The most cells that are kept when so many sets were asked for in a tree over so many attributes, all of whose values
    /// make so many cells. A set keeps two tables of a clique at most, there are no more cliques than attributes, and no
    /// table has an attribute twice.
    pub fn most_kept(sets: u64, attributes: u64, all_cells: u64) -> u64 {
        let of_a_table = all_cells.min(MOST_KEPT_EACH as u64);
        let tables = sets.saturating_mul(attributes).saturating_mul(2);
        tables.saturating_mul(of_a_table).min(MOST_KEPT as u64)
    }

    /// The marginal distribution of `set`, which sums to one, from inferred beliefs. Refused: where an
    /// intermediate table would pass `most_cells`, or a variable stands in no clique.
    pub fn of(&mut self, set: &VariableSet, most_cells: u64) -> Result<Vec<f64>, Error> {
        let (domain, tree) = (self.domain, self.tree);
        if let Some(place) = tree.holder(domain, set) {
            return self.sums(place, set);
        }
        let asked = Asked {
            set,
            fine: at_cliques(domain, tree, set)?,
            most_cells,
        };
        // What each clique still has to hand to its parent, from the last to the first.
        let mut waiting: Vec<Vec<Handed>> = tree.cliques().iter().map(|_| Vec::new()).collect();
        for (place, clique) in tree.cliques().iter().enumerate().rev() {
            let children = waiting.get_mut(place).map(core::mem::take);
            let children = children.unwrap_or_default();
            let brings = (clique.variables.as_slice().iter())
                .any(|&own| asked.fine.contains(own) && !clique.hands(own));
            if children.is_empty() && !brings {
                continue;
            }
            let has = |variable: Variable| {
                let attribute = domain.attribute(variable);
                let below = children.iter().any(|(_, about)| about.contains(&variable));
                let own = clique.variables.as_slice().iter();
                below || own.copied().any(|own| domain.attribute(own) == attribute)
            };
            let about = set.as_slice().iter().copied().filter(|&v| has(v));
            let about: Vec<Variable> = about.collect();
            let is_complete = about.len() == set.as_slice().len();
            let Some(link) = clique.link.as_ref().filter(|_| !is_complete) else {
                let gathered = self.gathered(&asked, place, &children, &about)?;
                return sum_onto(domain, &gathered.variables, &gathered.cells, set);
            };
            let factor = match self.handed.get(&(place, about.clone())) {
                // What would take too many cells is refused, whether or not another set has made it before.
                Some(kept) if kept.largest as u64 > most_cells => {
                    return Err(Error::BufferTooSmall);
                }
                Some(kept) => Rc::clone(kept),
                None => {
                    let gathered = self.gathered(&asked, place, &children, &about)?;
                    let factor = Rc::new(gathered.given(domain, &link.separator)?);
                    if self.may_keep(factor.cells.len()) {
                        let key = (place, about.clone());
                        self.handed.insert(key, Rc::clone(&factor));
                    }
                    factor
                }
            };
            let parent = waiting.get_mut(link.parent).ok_or(Error::BadDomain)?;
            parent.push((factor, about));
        }
        Err(Error::BadVariableSet)
    }

    /// What a clique and those below it say of these variables of the set and of its separator, not yet divided by what
    /// it says of the separator alone.
    fn gathered(
        &mut self,
        asked: &Asked<'_>,
        place: usize,
        children: &[Handed],
        about: &[Variable],
    ) -> Result<Factor, Error> {
        let domain = self.domain;
        let clique = self.tree.cliques().get(place).ok_or(Error::BadDomain)?;
        let is_in = |children: &[Handed], variable| {
            let mut below = children.iter();
            below.any(|(child, _)| child.variables.contains(variable))
        };
        // Only what the set, the separator or a child needs; what only the set needs, at its level.
        let mut needed = VariableSet::EMPTY;
        for &variable in clique.variables.as_slice() {
            if clique.hands(variable) || is_in(children, variable) {
                needed.insert(variable)?;
            } else if asked.fine.contains(variable) {
                needed.insert(at_level_of(domain, asked.set, variable))?;
            }
        }
        // No clique before this one has what the separator lacks, so that the set's own level is enough.
        let mut kept = match &clique.link {
            Some(link) => link.separator.clone(),
            None => VariableSet::EMPTY,
        };
        for &variable in about {
            let attribute = domain.attribute(variable).ok_or(Error::BadDomain)?;
            if domain.level_in(&kept, attribute).is_none() {
                kept.insert(variable)?;
            }
        }
        let mut product = Factor {
            largest: asked.largest(domain, &needed, children)?,
            cells: self.sums(place, &needed)?,
            variables: needed,
        };
        for (done, (child, _)) in children.iter().enumerate() {
            let later = children.get(done.saturating_add(1)..).unwrap_or_default();
            let is_needed = |variable: Variable| {
                let attribute = domain.attribute(variable);
                let kept = attribute.and_then(|attribute| domain.level_in(&kept, attribute));
                kept.is_some() || is_in(later, variable)
            };
            product = product.times(domain, child, is_needed)?;
        }
        Ok(Factor {
            cells: sum_onto(domain, &product.variables, &product.cells, &kept)?,
            variables: kept,
            largest: product.largest,
        })
    }

    /// The clique's sums over all but these of its variables.
    fn sums(&mut self, place: usize, onto: &VariableSet) -> Result<Vec<f64>, Error> {
        let key = (place, onto.as_slice().to_vec());
        if let Some(kept) = self.sums.get(&key) {
            return Ok(kept.clone());
        }
        let clique = self.tree.cliques().get(place).ok_or(Error::BadDomain)?;
        let cells = self.beliefs.cliques().get(place).ok_or(Error::BadDomain)?;
        let sums = sum_onto(self.domain, &clique.variables, cells, onto)?;
        if self.may_keep(sums.len()) {
            self.sums.insert(key, sums.clone());
        }
        Ok(sums)
    }

    /// Whether there is room for so many cells more, which are then taken for kept.
    const fn may_keep(&mut self, cells: usize) -> bool {
        let with_these = self.kept_cells.saturating_add(cells);
        let fits = cells <= MOST_KEPT_EACH && with_these <= MOST_KEPT;
        if fits {
            self.kept_cells = with_these;
        }
        fits
    }
}

/// The attributes of the set at the levels that the cliques have them.
fn at_cliques(
    domain: &Domain<'_>,
    tree: &JunctionTree,
    set: &VariableSet,
) -> Result<VariableSet, Error> {
    let mut fine = VariableSet::EMPTY;
    for &variable in set.as_slice() {
        let attribute = domain.attribute(variable).ok_or(Error::BadVariableSet)?;
        let mut cliques = tree.cliques().iter();
        let held = cliques.find_map(|clique| domain.level_in(&clique.variables, attribute));
        fine.insert(held.ok_or(Error::BadVariableSet)?)?;
    }
    Ok(fine)
}

/// The variable at the level that the set has of its attribute, if it has any.
fn at_level_of(domain: &Domain<'_>, set: &VariableSet, variable: Variable) -> Variable {
    let attribute = domain.attribute(variable);
    let level = attribute.and_then(|attribute| domain.level_in(set, attribute));
    level.unwrap_or(variable)
}

impl Factor {
    /// The distribution given a set of its variables, where the factors below it are distributions given others; what is
    /// below the normal numbers has no inverse, and adds nothing.
    fn given(mut self, domain: &Domain<'_>, given: &VariableSet) -> Result<Self, Error> {
        let projection = Projection::new(domain, &self.variables, given)?;
        let mut factors = vec![0.0; projection.onto_cells()];
        projection.sum(&self.cells, &mut factors);
        for sum in &mut factors {
            *sum = if sum.is_normal() { 1.0 / *sum } else { 0.0 };
        }
        projection.multiply(&factors, &mut self.cells);
        Ok(self)
    }

    /// The product of two factors, summed over every variable that is not needed any more.
    fn times(
        &self,
        domain: &Domain<'_>,
        other: &Self,
        is_needed: impl Fn(Variable) -> bool,
    ) -> Result<Self, Error> {
        let mut all = self.variables.clone();
        for &variable in other.variables.as_slice() {
            if !all.contains(variable) {
                all.insert(variable)?;
            }
        }
        let kept = all.as_slice().iter().copied().filter(|&v| is_needed(v));
        let variables = VariableSet::new(&kept.collect::<Vec<_>>())?;
        let cells = domain.cells(&variables, u64::from(u32::MAX));
        let mut sums = vec![0.0; cells.ok_or(Error::BufferTooSmall)?];
        let tables = [&variables, &self.variables, &other.variables];
        contract(domain, &all, tables, [&self.cells, &other.cells], &mut sums);
        Ok(Self {
            variables,
            cells: sums,
            largest: self.largest,
        })
    }
}

fn sum_onto(
    domain: &Domain<'_>,
    variables: &VariableSet,
    cells: &[f64],
    onto: &VariableSet,
) -> Result<Vec<f64>, Error> {
    let projection = Projection::new(domain, variables, onto)?;
    let mut sums = vec![0.0; projection.onto_cells()];
    projection.sum(cells, &mut sums);
    Ok(sums)
}

/// Cells of a table that is kept, at most.
const MOST_KEPT_EACH: usize = 1 << 20;
/// Cells of all tables that are kept, at most: 128 MB.
const MOST_KEPT: usize = 1 << 24;

#[cfg(test)]
mod tests {
    use super::super::graph::Graph;
    use super::*;
    use crate::domain::Level;

    /// In a chain of four attributes, all sets of which are asked for, twice.
    #[test]
    fn no_more_is_kept_than_was_said() {
        let levels = [
            Level::leaf(0, 2),
            Level::leaf(1, 3),
            Level::leaf(2, 2),
            Level::leaf(3, 4),
        ];
        let domain = Domain::new(&levels).unwrap();
        let mut graph = Graph::new(&domain, domain.variables());
        let set = |members: &[u16]| {
            let members: Vec<_> = members.iter().copied().map(Variable).collect();
            VariableSet::new(&members).unwrap()
        };
        for first in 0..3 {
            graph.join(&set(&[first, first + 1]));
        }
        let tree = JunctionTree::new(&domain, &graph.cliques()).unwrap();
        let mut beliefs = Beliefs::new(&tree);
        beliefs.infer(&tree).unwrap();
        let mut marginals = Marginals::new(&domain, &tree, &beliefs);
        for _ in 0..2 {
            for bits in 0..16_u16 {
                let members: Vec<_> = (0..4).filter(|v| bits >> v & 1 == 1).collect();
                marginals.of(&set(&members), 1000).unwrap();
            }
            let sums = marginals.sums.values().map(Vec::len);
            let handed = marginals.handed.values().map(|one| one.cells.len());
            let kept: usize = sums.chain(handed).sum();
            assert_eq!(kept, marginals.kept_cells);
            assert!(kept as u64 <= Marginals::most_kept(16, 4, 48), "{kept}");
            assert!(kept > 48, "{kept}");
        }
    }
}
