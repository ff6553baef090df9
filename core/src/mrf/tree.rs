//! Junction trees: cliques joined so that whatever two of them share, all between them share too.

use alloc::vec;
use alloc::vec::Vec;

use super::cliques::Cliques;
use super::projection::Projection;
use crate::Error;
use crate::domain::Domain;
use crate::variables::{Variable, VariableSet};

/// Cliques in an order in which each comes after the one it hangs on.
#[derive(Clone, Debug)]
pub struct JunctionTree {
    cliques: Vec<Clique>,
}

/// One clique and the way to the one before it.
#[derive(Clone, Debug)]
pub struct Clique {
    /// Its variables.
    pub variables: VariableSet,
    /// Its number of cells.
    pub cells: usize,
    /// The clique that it hangs on; nothing for the first.
    pub link: Option<Link>,
}

impl Clique {
    /// Whether the clique that it hangs on has the variable too.
    pub fn hands(&self, variable: Variable) -> bool {
        let separator = self.link.as_ref().map(|link| &link.separator);
        separator.is_some_and(|separator| separator.contains(variable))
    }
}

/// What two neighbouring cliques share.
#[derive(Clone, Debug)]
pub struct Link {
    /// The earlier clique's place.
    pub parent: usize,
    /// The shared variables, none of them where two parts of a model are unrelated.
    pub separator: VariableSet,
    /// From the later clique onto the separator.
    pub from_child: Projection,
    /// From the earlier clique onto the separator.
    pub from_parent: Projection,
}

/// A step of a walk through the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit {
    /// To the clique at this place, from the one that it hangs on.
    Enter(usize),
    /// Back again.
    Leave(usize),
}

impl JunctionTree {
    /// Joins the cliques of a triangulation. The tree whose links share the most variables has the
    /// running-intersection property (Jensen and Jensen 1994); Prim's rule finds it.
    pub fn new(domain: &Domain<'_>, cliques: &Cliques) -> Result<Self, Error> {
        let sets = cliques.sets()?;
        let mut waiting = vec![true; sets.len()];
        let mut order: Vec<(usize, Option<usize>)> = Vec::new();
        while let Some((next, parent)) = nearest(domain, &sets, &waiting, &order) {
            if let Some(wait) = waiting.get_mut(next) {
                *wait = false;
            }
            order.push((next, parent));
        }
        let mut tree = Self {
            cliques: Vec::new(),
        };
        for (place, parent) in order {
            let variables = sets.get(place).ok_or(Error::BadDomain)?;
            tree.push(domain, variables, parent)?;
        }
        Ok(tree)
    }

    /// The cliques, each after the one it hangs on.
    pub fn cliques(&self) -> &[Clique] {
        &self.cliques
    }

    /// A walk along the links that comes to every clique, and back to the one it hangs on before it goes anywhere
    /// else.
    pub fn walk(&self) -> Vec<Visit> {
        let mut children = vec![Vec::new(); self.cliques.len()];
        for (place, clique) in self.cliques.iter().enumerate() {
            let parent = clique.link.as_ref().map(|link| link.parent);
            if let Some(children) = parent.and_then(|parent| children.get_mut(parent)) {
                children.push(place);
            }
        }
        let mut walk = Vec::with_capacity(self.cliques.len().saturating_mul(2));
        let mut ahead = vec![Visit::Enter(0)];
        while let Some(visit) = ahead.pop() {
            walk.push(visit);
            if let Visit::Enter(place) = visit {
                ahead.push(Visit::Leave(place));
                let children = children.get(place).into_iter().flatten();
                ahead.extend(children.rev().copied().map(Visit::Enter));
            }
        }
        walk
    }

    /// The place of the smallest clique that holds the set, at levels at least as fine.
    pub fn holder(&self, domain: &Domain<'_>, set: &VariableSet) -> Option<usize> {
        let holds = |clique: &Clique| domain.is_within(set, &clique.variables);
        let holders = self
            .cliques
            .iter()
            .enumerate()
            .filter(|(_, clique)| holds(clique));
        holders
            .min_by_key(|(_, clique)| clique.cells)
            .map(|(place, _)| place)
    }

    /// Adds a clique that hangs on the clique at `parent`.
    fn push(
        &mut self,
        domain: &Domain<'_>,
        variables: &VariableSet,
        parent: Option<usize>,
    ) -> Result<(), Error> {
        let link = match parent.and_then(|parent| Some((parent, self.cliques.get(parent)?))) {
            None => None,
            Some((parent, earlier)) => {
                let separator = domain.meet(variables, &earlier.variables);
                Some(Link {
                    parent,
                    from_child: Projection::new(domain, variables, &separator)?,
                    from_parent: Projection::new(domain, &earlier.variables, &separator)?,
                    separator,
                })
            }
        };
        let cells = domain
            .cells(variables, u64::from(u32::MAX))
            .ok_or(Error::BufferTooSmall)?;
        self.cliques.push(Clique {
            variables: variables.clone(),
            cells,
            link,
        });
        Ok(())
    }
}

/// The clique that shares most with one in the tree, and that one's place in it; the first of all
/// to begin with.
fn nearest(
    domain: &Domain<'_>,
    sets: &[VariableSet],
    waiting: &[bool],
    order: &[(usize, Option<usize>)],
) -> Option<(usize, Option<usize>)> {
    let mut best: Option<(usize, (usize, Option<usize>))> = None;
    for (place, set) in sets.iter().enumerate() {
        if !waiting.get(place).copied().unwrap_or(false) {
            continue;
        }
        if order.is_empty() {
            return Some((place, None));
        }
        for (parent, (in_tree, _)) in order.iter().enumerate() {
            let shared = sets
                .get(*in_tree)
                .map_or(0, |other| domain.meet(set, other).as_slice().len());
            if best.is_none_or(|(most, _)| shared > most) {
                best = Some((shared, (place, Some(parent))));
            }
        }
    }
    best.map(|(_, found)| found)
}
