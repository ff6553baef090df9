//! Which variables a model ties together, and the cliques that this costs.
//!
//! Measured tables become complete subgraphs. Eliminating the variables one after the other, each
//! time joining the neighbours of the one that goes, gives the cliques of a triangulation; their cells
//! are what inference costs. Finding the best order is hard, so two greedy rules are tried, the fewest
//! cells first and the fewest new edges first, and the cheaper result is taken.

use alloc::vec;
use alloc::vec::Vec;

use crate::Error;
use crate::domain::{Domain, MOST_LEVELS};
use crate::variables::{Variable, VariableSet};

/// An undirected graph over the variables of a domain.
#[derive(Clone, Debug)]
pub struct Graph {
    nodes: Members,
    neighbours: Vec<Members>,
}

impl Graph {
    /// These variables, none of them tied to another.
    pub fn new(variables: impl IntoIterator<Item = Variable>) -> Self {
        let mut nodes = Members::default();
        variables
            .into_iter()
            .for_each(|variable| nodes.insert(variable));
        Self {
            nodes,
            neighbours: vec![Members::default(); MOST_LEVELS],
        }
    }

    /// Ties all variables of the set to each other.
    pub fn join(&mut self, set: &VariableSet) {
        for &one in set.as_slice() {
            for &other in set.as_slice() {
                if one != other {
                    self.nodes.insert(one);
                    if let Some(neighbours) = self.neighbours.get_mut(usize::from(one.0)) {
                        neighbours.insert(other);
                    }
                }
            }
        }
    }

    /// Whether all variables of the set are tied to each other already.
    pub fn joins(&self, set: &VariableSet) -> bool {
        let all = Members::of(set);
        set.as_slice().iter().all(|&variable| {
            let mut with_itself = self.of(variable);
            with_itself.insert(variable);
            all.is_within(&with_itself)
        })
    }

    /// The cliques of a triangulation, none within another.
    pub fn cliques(&self, domain: &Domain<'_>) -> Cliques {
        let by_cells = self.eliminate(domain, Rule::FewestCells, u64::MAX);
        let by_fill = self.eliminate(domain, Rule::FewestEdges, u64::MAX);
        match (by_cells, by_fill) {
            (Some(by_cells), Some(by_fill)) if by_fill.cells < by_cells.cells => by_fill,
            (Some(cliques), _) | (None, Some(cliques)) => cliques,
            (None, None) => Cliques::default(),
        }
    }

    /// Whether a triangulation keeps within so many cells: quicker than to look at the cliques.
    pub fn keeps_within(&self, domain: &Domain<'_>, most_cells: u64) -> bool {
        let rules = [Rule::FewestCells, Rule::FewestEdges];
        rules
            .into_iter()
            .any(|rule| self.eliminate(domain, rule, most_cells).is_some())
    }

    /// None where the cliques pass `most_cells`.
    fn eliminate(&self, domain: &Domain<'_>, rule: Rule, most_cells: u64) -> Option<Cliques> {
        let mut graph = self.clone();
        let mut left = self.nodes;
        let mut found = Cliques::default();
        let mut prices = [(0_u64, 0_u64); MOST_LEVELS];
        // Whose price has to be looked at again.
        let mut stale = left;
        while !left.is_empty() {
            for variable in stale.iter() {
                if let Some(price) = prices.get_mut(usize::from(variable.0)) {
                    *price = rule.price(&graph, domain, variable);
                }
            }
            let price = |variable: &Variable| prices.get(usize::from(variable.0)).copied();
            let next = left.iter().min_by_key(price)?;
            let clique = graph.clique_of(next);
            // An edge that is new changes the prices of its ends and of all neighbours of both.
            stale = clique;
            for member in clique.iter() {
                stale.add_all(&graph.of(member));
                if let Some(neighbours) = graph.neighbours.get_mut(usize::from(member.0)) {
                    neighbours.add_all(&clique);
                    neighbours.remove(member);
                    neighbours.remove(next);
                }
            }
            left.remove(next);
            stale.keep(&left);
            // An elimination clique lies within an earlier one or within none of the earlier ones.
            if !found
                .cliques
                .iter()
                .any(|earlier| clique.is_within(earlier))
            {
                found.cells = found.cells.saturating_add(clique.cells(domain));
                found.cliques.push(clique);
                if found.cells > most_cells {
                    return None;
                }
            }
        }
        Some(found)
    }

    fn of(&self, variable: Variable) -> Members {
        self.neighbours
            .get(usize::from(variable.0))
            .copied()
            .unwrap_or_default()
    }

    fn clique_of(&self, variable: Variable) -> Members {
        let mut clique = self.of(variable);
        clique.insert(variable);
        clique
    }

    /// Edges that eliminating the variable would add, counted twice.
    fn fill(&self, variable: Variable) -> u32 {
        let around = self.of(variable);
        around
            .iter()
            .map(|neighbour| {
                let mut missing = around;
                missing.remove_all(&self.of(neighbour));
                missing.remove(neighbour);
                missing.len()
            })
            .sum()
    }
}

/// Which variable goes next.
#[derive(Clone, Copy)]
enum Rule {
    FewestCells,
    FewestEdges,
}

impl Rule {
    /// What counts first and what breaks a tie.
    fn price(self, graph: &Graph, domain: &Domain<'_>, variable: Variable) -> (u64, u64) {
        let cells = graph.clique_of(variable).cells(domain);
        let edges = u64::from(graph.fill(variable));
        match self {
            Self::FewestCells => (cells, edges),
            Self::FewestEdges => (edges, cells),
        }
    }
}

/// The maximal cliques of a triangulated graph.
#[derive(Clone, Debug, Default)]
pub struct Cliques {
    cliques: Vec<Members>,
    cells: u64,
}

impl Cliques {
    /// Cells of all cliques together; `u64::MAX` where that overflows.
    pub const fn cells(&self) -> u64 {
        self.cells
    }

    /// Cells of the largest clique; `u64::MAX` where that overflows.
    pub fn largest(&self, domain: &Domain<'_>) -> u64 {
        let cells = self.cliques.iter().map(|clique| clique.cells(domain));
        cells.max().unwrap_or(0)
    }

    /// The cliques as sets. Refused: more variables than a set holds.
    pub fn sets(&self) -> Result<Vec<VariableSet>, Error> {
        self.cliques.iter().map(|clique| clique.to_set()).collect()
    }
}

/// A set of variables as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Members([u64; MOST_LEVELS / 64]);

impl Members {
    fn of(set: &VariableSet) -> Self {
        let mut members = Self::default();
        set.as_slice()
            .iter()
            .for_each(|&variable| members.insert(variable));
        members
    }

    fn insert(&mut self, Variable(id): Variable) {
        if let Some(word) = self.0.get_mut(usize::from(id >> 6)) {
            *word |= 1 << (id & 63);
        }
    }

    fn remove(&mut self, Variable(id): Variable) {
        if let Some(word) = self.0.get_mut(usize::from(id >> 6)) {
            *word &= !(1 << (id & 63));
        }
    }

    fn add_all(&mut self, other: &Self) {
        self.0
            .iter_mut()
            .zip(other.0)
            .for_each(|(word, more)| *word |= more);
    }

    fn remove_all(&mut self, other: &Self) {
        self.0
            .iter_mut()
            .zip(other.0)
            .for_each(|(word, less)| *word &= !less);
    }

    fn is_within(&self, other: &Self) -> bool {
        self.0
            .iter()
            .zip(other.0)
            .all(|(word, around)| word & !around == 0)
    }

    fn keep(&mut self, others: &Self) {
        self.0
            .iter_mut()
            .zip(others.0)
            .for_each(|(word, kept)| *word &= kept);
    }

    fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    fn iter(self) -> impl Iterator<Item = Variable> {
        (0..=u8::MAX)
            .step_by(64)
            .zip(self.0)
            .flat_map(|(first, word)| {
                core::iter::successors(Some(word), |left| Some(left & left.wrapping_sub(1)))
                    .take_while(|&left| left != 0)
                    // The lowest bit that is left, below 64.
                    .map(move |left| {
                        Variable(first | u8::try_from(left.trailing_zeros()).unwrap_or(0))
                    })
            })
    }

    fn cells(&self, domain: &Domain<'_>) -> u64 {
        self.iter().fold(1, |cells: u64, variable| {
            cells.saturating_mul(u64::from(domain.size(variable)))
        })
    }

    fn to_set(self) -> Result<VariableSet, Error> {
        let mut set = VariableSet::EMPTY;
        self.iter().try_for_each(|variable| set.insert(variable))?;
        Ok(set)
    }
}
