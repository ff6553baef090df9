//! Marginals of any set of variables, also of those that no clique holds.
//!
//! The set's variables are collected along the smallest part of the tree that holds them: each clique
//! becomes its conditional distribution given the separator to its parent, what hangs on it is
//! multiplied in, and everything that neither the set nor the separator needs is summed over.

use alloc::vec;
use alloc::vec::Vec;

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
}

/// The marginal distribution of `set`, which sums to one, from inferred beliefs. Refused: where an
/// intermediate table would pass `most_cells`, or a variable stands in no clique.
pub fn marginal(
    domain: &Domain<'_>,
    tree: &JunctionTree,
    beliefs: &Beliefs,
    set: &VariableSet,
    most_cells: u64,
) -> Result<Vec<f64>, Error> {
    if let Some(place) = tree.holder(domain, set) {
        let clique = tree.cliques().get(place).ok_or(Error::BadDomain)?;
        let cells = beliefs.cliques().get(place).ok_or(Error::BadDomain)?;
        return sum_onto(domain, &clique.variables, cells, set);
    }
    let fine = at_cliques(domain, tree, set)?;
    // What each clique still has to hand to its parent, from the last to the first.
    let mut waiting: Vec<Vec<Factor>> = tree.cliques().iter().map(|_| Vec::new()).collect();
    for (place, clique) in tree.cliques().iter().enumerate().rev() {
        let children = waiting
            .get_mut(place)
            .map(core::mem::take)
            .unwrap_or_default();
        let cells = beliefs.cliques().get(place).ok_or(Error::BadDomain)?;
        let separator = clique.link.as_ref().map(|link| &link.separator);
        let wanted = |variables: &VariableSet| {
            let own = variables.as_slice().iter().copied();
            own.filter(|&v| fine.contains(v) || set.contains(v))
                .collect::<Vec<_>>()
        };
        // What the clique before this one lacks.
        let outside = |v| separator.is_none_or(|separator| !separator.contains(v));
        let brings = wanted(&clique.variables).into_iter().any(outside);
        if children.is_empty() && !brings {
            continue;
        }
        // Only what the set, the separator or a child needs.
        let needed = clique
            .variables
            .as_slice()
            .iter()
            .copied()
            .filter(|&variable| {
                let in_child = children
                    .iter()
                    .any(|child: &Factor| child.variables.contains(variable));
                fine.contains(variable) || !outside(variable) || in_child
            });
        let needed = VariableSet::new(&needed.collect::<Vec<_>>())?;
        let mut product = Factor {
            cells: sum_onto(domain, &clique.variables, cells, &needed)?,
            variables: needed,
        };
        let separator_sums = match separator {
            Some(separator) => sum_onto(domain, &product.variables, &product.cells, separator)?,
            None => Vec::new(),
        };
        let complete = fine.as_slice().iter().all(|&variable| {
            let attribute = domain.attribute(variable);
            let held = |child: &Factor| {
                let variables = child.variables.as_slice();
                variables.iter().any(|&v| domain.attribute(v) == attribute)
            };
            clique.variables.contains(variable) || children.iter().any(held)
        });
        for child in &children {
            product = product.times(domain, child, most_cells)?;
        }
        let Some(link) = clique.link.as_ref().filter(|_| !complete) else {
            return sum_onto(domain, &product.variables, &product.cells, set);
        };
        // p(clique)/p(separator); what is below the normal numbers has no inverse, and adds nothing.
        let inverse: Vec<f64> = separator_sums
            .iter()
            .map(|&sum| if sum.is_normal() { 1.0 / sum } else { 0.0 })
            .collect();
        Projection::new(domain, &product.variables, &link.separator)?
            .multiply(&inverse, &mut product.cells);
        // No clique before this one has what the separator lacks, so that the set's own level is enough.
        let mut kept = link.separator.clone();
        for variable in wanted(&product.variables) {
            if outside(variable) {
                kept.insert(at_level_of(domain, set, variable))?;
            }
        }
        let cells = sum_onto(domain, &product.variables, &product.cells, &kept)?;
        let parent = waiting.get_mut(link.parent).ok_or(Error::BadDomain)?;
        parent.push(Factor {
            variables: kept,
            cells,
        });
    }
    Err(Error::BadVariableSet)
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
    /// The product of two factors, over the variables of both.
    fn times(&self, domain: &Domain<'_>, other: &Self, most_cells: u64) -> Result<Self, Error> {
        let mut variables = self.variables.clone();
        for &variable in other.variables.as_slice() {
            if !variables.contains(variable) {
                variables.insert(variable)?;
            }
        }
        let cells = domain
            .cells(&variables, most_cells)
            .ok_or(Error::BufferTooSmall)?;
        let mut product = vec![0.0; cells];
        Projection::new(domain, &variables, &self.variables)?.add(&self.cells, &mut product);
        Projection::new(domain, &variables, &other.variables)?.multiply(&other.cells, &mut product);
        Ok(Self {
            variables,
            cells: product,
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
