//! Eliminating the attributes of a graph one after the other, each time joining the neighbours of the one
//! that goes.
//!
//! A graph of a hundred attributes is eliminated some hundred times a round, to see which tables a model
//! still has room for, so nothing is computed that did not change. When an attribute goes:
//! - only its neighbours get other neighbours, so only their cliques change;
//! - the edges that an attribute would cost change for those neighbours, and for whoever has two of them that
//!   were not joined before;
//! - where cells count first, edges are looked at only to break a tie.
//!
//! Tested: the same cliques as by the rules' own words on random graphs.

use alloc::vec::Vec;

use super::members::Members;
use crate::domain::MOST_ATTRIBUTES;

/// Which attribute goes next; the other number breaks a tie, then the order of the attributes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rule {
    /// That of the smallest clique.
    FewestCells,
    /// That of the fewest new edges.
    FewestEdges,
}

/// Most cells that cliques may have.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Each of them.
    pub clique: u64,
    /// All together, none within another.
    pub all: u64,
}

impl Bounds {
    /// None at all.
    pub const NONE: Self = Self::together(u64::MAX);

    /// On all cliques together.
    pub const fn together(all: u64) -> Self {
        Self { clique: all, all }
    }
}

/// Cliques, none within another.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    pub(super) cliques: Vec<Members>,
    /// Cells of all of them together; `u64::MAX` where that overflows.
    pub(super) cells: u64,
}

impl Found {
    /// Takes in an elimination's next clique. It lies within an earlier one, or within none of them and
    /// holds none of them.
    fn take(&mut self, clique: Members, cells: u64) {
        if !self.cliques.iter().any(|earlier| clique.is_within(earlier)) {
            self.cells = self.cells.saturating_add(cells);
            self.cliques.push(clique);
        }
    }
}

/// A graph that is being eliminated.
pub(super) struct Elimination<'s> {
    /// The number of values of each attribute.
    sizes: &'s [u32],
    left: Members,
    neighbours: Vec<Members>,
    /// For each attribute the cells of the clique of itself and its neighbours.
    cells: [u64; MOST_ATTRIBUTES],
    /// For each attribute the edges that eliminating it would add, counted twice, unless stale.
    fills: [u32; MOST_ATTRIBUTES],
    stale: Members,
}

impl<'s> Elimination<'s> {
    /// `sizes` and `neighbours` have one place for each attribute.
    pub(super) fn new(sizes: &'s [u32], nodes: Members, neighbours: Vec<Members>) -> Self {
        let mut elimination = Self {
            sizes,
            left: nodes,
            neighbours,
            cells: [0; MOST_ATTRIBUTES],
            fills: [0; MOST_ATTRIBUTES],
            stale: nodes,
        };
        nodes
            .iter()
            .for_each(|attribute| elimination.weigh(attribute));
        elimination
    }

    /// The cliques, none within another; none where they pass the bounds.
    pub(super) fn cliques(mut self, rule: Rule, bounds: Bounds) -> Option<Found> {
        let mut found = Found::default();
        while let Some(next) = self.next(rule) {
            let cells = self.cells_of(next);
            let clique = self.eliminate(next);
            found.take(clique, cells);
            if cells > bounds.clique || found.cells > bounds.all {
                return None;
            }
        }
        Some(found)
    }

    /// The attribute that goes next; none at the end.
    fn next(&mut self, rule: Rule) -> Option<u8> {
        let mut tied = self.left;
        if rule == Rule::FewestCells {
            tied = self.least(tied, Self::cells_of)?;
            if tied.len() == 1 {
                return tied.iter().next();
            }
        }
        for attribute in self.stale.common(&tied).iter() {
            let fill = self.fill(attribute);
            if let Some(old) = self.fills.get_mut(usize::from(attribute)) {
                *old = fill;
            }
            self.stale.remove(attribute);
        }
        tied = self.least(tied, Self::fill_of)?;
        if rule == Rule::FewestEdges {
            tied = self.least(tied, Self::cells_of)?;
        }
        tied.iter().next()
    }

    /// Those of the least price; nothing where there is nobody.
    fn least<P: Ord>(&self, among: Members, price: impl Fn(&Self, u8) -> P) -> Option<Members> {
        let mut best: Option<(P, Members)> = None;
        for attribute in among.iter() {
            let price = price(self, attribute);
            match &mut best {
                Some((least, _)) if price > *least => {}
                Some((least, tied)) if price == *least => tied.insert(attribute),
                _ => {
                    let mut alone = Members::default();
                    alone.insert(attribute);
                    best = Some((price, alone));
                }
            }
        }
        best.map(|(_, tied)| tied)
    }

    /// Takes the attribute away and joins its neighbours; returns it with them.
    fn eliminate(&mut self, next: u8) -> Members {
        let mut clique = self.of(next);
        clique.insert(next);
        let mut others = clique;
        others.remove(next);
        let mut newly_joined = Members::default();
        for member in others.iter() {
            if let Some(neighbours) = self.neighbours.get_mut(usize::from(member)) {
                let before = neighbours.len();
                neighbours.add_all(&clique);
                neighbours.remove(member);
                if neighbours.len() > before {
                    newly_joined.insert(member);
                }
                neighbours.remove(next);
            }
        }
        self.left.remove(next);
        others.iter().for_each(|member| self.weigh(member));
        self.stale.add_all(&others);
        self.stale.add_all(&self.with_two_of(newly_joined));
        self.stale.keep(&self.left);
        clique
    }

    /// The attributes that have at least two of these for neighbours.
    fn with_two_of(&self, these: Members) -> Members {
        let (mut one, mut two) = (Members::default(), Members::default());
        for member in these.iter() {
            let around = self.of(member);
            two.add_all(&one.common(&around));
            one.add_all(&around);
        }
        two
    }

    /// Notes the cells of the attribute's clique.
    fn weigh(&mut self, attribute: u8) {
        let mut clique = self.of(attribute);
        clique.insert(attribute);
        let weight = clique.cells(self.sizes);
        if let Some(cells) = self.cells.get_mut(usize::from(attribute)) {
            *cells = weight;
        }
    }

    /// Edges that eliminating the attribute would add, counted twice.
    fn fill(&self, attribute: u8) -> u32 {
        let around = self.of(attribute);
        let missing = around.iter().map(|neighbour| {
            let mut missing = around;
            missing.remove_all(&self.of(neighbour));
            missing.remove(neighbour);
            missing.len()
        });
        missing.sum()
    }

    fn of(&self, id: u8) -> Members {
        let neighbours = self.neighbours.get(usize::from(id));
        neighbours.copied().unwrap_or_default()
    }

    fn cells_of(&self, id: u8) -> u64 {
        self.cells.get(usize::from(id)).copied().unwrap_or(0)
    }

    fn fill_of(&self, id: u8) -> u32 {
        self.fills.get(usize::from(id)).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;
    use alloc::vec;

    use rand_core::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// The rule as its words say, every price looked at in every step.
    fn plainly(sizes: &[u64], edges: &[BTreeSet<usize>], rule: Rule) -> Vec<BTreeSet<usize>> {
        let mut edges = edges.to_vec();
        let mut left: BTreeSet<usize> = (0..sizes.len()).collect();
        let mut found: Vec<BTreeSet<usize>> = Vec::new();
        while !left.is_empty() {
            let price = |&v: &usize| {
                let cells: u64 = edges[v].iter().map(|&other| sizes[other]).product();
                let missing = |&one: &usize| edges[v].difference(&edges[one]).count() - 1;
                let fill: usize = edges[v].iter().map(missing).sum();
                let (cells, fill) = (cells * sizes[v], fill as u64);
                match rule {
                    Rule::FewestCells => (cells, fill),
                    Rule::FewestEdges => (fill, cells),
                }
            };
            let next = *left.iter().min_by_key(|v| price(v)).unwrap();
            let around = edges[next].clone();
            for &member in &around {
                let others = around.iter().copied().filter(|&other| other != member);
                edges[member].extend(others);
                edges[member].remove(&next);
            }
            left.remove(&next);
            let mut clique = around;
            clique.insert(next);
            if !found.iter().any(|earlier| clique.is_subset(earlier)) {
                found.push(clique);
            }
        }
        found
    }

    #[test]
    fn eliminates_as_the_rules_say() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        for round in 0..if cfg!(miri) { 3 } else { 300 } {
            let nodes = 2 + round % 13;
            let sizes: Vec<u64> = (0..nodes).map(|_| 2 + rng.next_u64() % 4).collect();
            let narrow = sizes.iter().map(|&size| u32::try_from(size).unwrap());
            let narrow: Vec<u32> = narrow.collect();
            let mut edges = vec![BTreeSet::new(); nodes];
            let mut neighbours = vec![Members::default(); nodes];
            let attribute = |place: usize| u8::try_from(place).unwrap();
            let one_of = 2 + rng.next_u64() % 4;
            for first in 0..nodes {
                for second in first + 1..nodes {
                    if rng.next_u64() % one_of == 0 {
                        edges[first].insert(second);
                        edges[second].insert(first);
                        neighbours[first].insert(attribute(second));
                        neighbours[second].insert(attribute(first));
                    }
                }
            }
            let all: Members = (0..nodes).map(attribute).collect();
            for rule in [Rule::FewestCells, Rule::FewestEdges] {
                let elimination = Elimination::new(&narrow, all, neighbours.clone());
                let cliques = elimination.cliques(rule, Bounds::NONE).unwrap();
                let expected = plainly(&sizes, &edges, rule);
                let as_places = |clique: &Members| -> BTreeSet<usize> {
                    clique.iter().map(usize::from).collect()
                };
                let found = cliques.cliques.iter().map(as_places);
                assert_eq!(found.collect::<Vec<_>>(), expected);
                let cells =
                    |clique: &BTreeSet<usize>| clique.iter().map(|&v| sizes[v]).product::<u64>();
                let total: u64 = expected.iter().map(cells).sum();
                assert_eq!(cliques.cells, total);
                let largest = expected.iter().map(cells).max().unwrap();
                let fits = |clique, together| {
                    let bounds = Bounds {
                        clique,
                        all: together,
                    };
                    let again = Elimination::new(&narrow, all, neighbours.clone());
                    again.cliques(rule, bounds).is_some()
                };
                assert!(fits(largest, total));
                assert!(!fits(largest, total - 1) && !fits(largest - 1, total));
            }
        }
    }
}
