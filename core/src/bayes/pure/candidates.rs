//! Which children with which parents may come next: a function of public values and fair dice.
//!
//! Zhang Alg. 2, line 5: every attribute that is left, with every set of k parents among those that are
//! placed, or all of them where they are fewer. Here, for attributes of any size: with every *maximal*
//! set of parents whose table has at most τ cells and at most so many parents; for binary
//! attributes and τ = 2^(k+1) these are the sets of k. A child for which no parent fits has none.
//!
//! **Bound.** As many a selection as the caller lends memory for ([`most_candidates`] unless the spec says
//! otherwise), an even part of it for each child. A child that has more sets gets random ones instead, each
//! by adding parents in random order while they fit (for binary attributes: uniformly among the sets of k; a
//! set may come twice). The dice are fair and know nothing of the data, so the guarantee is the same for every
//! outcome.

use core::num::NonZeroU32;

use crate::Error;
use crate::bayes::network::{MOST_NODES, Network, Node};
use crate::domain::Domain;
use crate::variables::{MAX_VARIABLES, Variable, VariableSet};

/// Most candidates of any selection, unless the spec says otherwise.
pub const MOST_CANDIDATES: usize = 4096;

/// Most candidates of a selection among tables of at most so many cells: together 2^17 cells, but 256 in
/// any case, so that time is bounded whatever the degree. All pairs of 16 binary attributes fit up to
/// degree 4.
pub fn most_candidates(most_cells: u64) -> usize {
    let by_cells = MOST_CELLS_A_SELECTION.checked_div(most_cells);
    let by_cells = by_cells.and_then(|most| usize::try_from(most).ok());
    by_cells
        .unwrap_or(MOST_CANDIDATES)
        .clamp(LEAST_CANDIDATES, MOST_CANDIDATES)
}

/// A network that grows attribute by attribute.
#[derive(Clone, Debug)]
pub struct Growth<'a> {
    domain: Domain<'a>,
    most_cells: u64,
    most_parents: usize,
    network: Network,
    placed: heapless::Vec<Variable, MOST_NODES>,
}

impl<'a> Growth<'a> {
    /// Begins with one attribute. At most so many cells for a table of two attributes or more, and at
    /// most so many parents.
    pub fn from(
        domain: Domain<'a>,
        first: Variable,
        most_cells: u64,
        most_parents: usize,
    ) -> Result<Self, Error> {
        let mut placed = heapless::Vec::new();
        placed.push(first).map_err(|_| Error::BadDomain)?;
        Ok(Self {
            domain,
            most_cells,
            most_parents: most_parents.min(MAX_VARIABLES - 1),
            network: Network::of_head(VariableSet::new(&[first])?),
            placed,
        })
    }

    /// Fills `scratch` with what may come next and returns how many they are, at most as many as fit; 0 once all
    /// are placed. `die(sides)` is a fair one.
    pub fn candidates(
        &self,
        scratch: &mut [Node],
        die: &mut dyn FnMut(NonZeroU32) -> Result<u32, Error>,
    ) -> Result<usize, Error> {
        let left = || {
            let leaves = self.domain.variables().filter(|&v| self.domain.is_leaf(v));
            leaves.filter(|variable| !self.placed.contains(variable))
        };
        let Some(each) = scratch.len().checked_div(left().count()) else {
            return Ok(0);
        };
        let mut used = 0_usize;
        for child in left() {
            let end = used.saturating_add(each.max(1));
            let scratch = scratch.get_mut(used..end).ok_or(Error::BufferTooSmall)?;
            let found = match self.every_set(child, scratch) {
                Some(found) => found,
                None => self.random_sets(child, scratch, die)?,
            };
            used = used.saturating_add(found);
        }
        Ok(used)
    }

    /// Adds a candidate. As long as each has all before it as parents, they are one table: the head.
    pub fn add(&mut self, node: Node) -> Result<(), Error> {
        self.placed.push(node.child).map_err(|_| Error::BadDomain)?;
        if self.network.nodes.is_empty() && node.parents == self.network.head {
            return self.network.head.insert(node.child);
        }
        self.network.nodes.push(node).map_err(|_| Error::BadDomain)
    }

    /// The attributes so far, in the order in which they came.
    pub fn order(&self) -> &heapless::Vec<Variable, MOST_NODES> {
        &self.placed
    }

    /// The network so far.
    pub fn network(self) -> Network {
        self.network
    }

    /// Every maximal set of parents, depth first; nothing where there is no room for all, or too many
    /// smaller sets on the way.
    fn every_set(&self, child: Variable, scratch: &mut [Node]) -> Option<usize> {
        let mut parents = Parents::of(self, child);
        let mut found = 0_usize;
        let mut next = 0_usize;
        for _ in 0..scratch
            .len()
            .saturating_mul(STEPS_A_CANDIDATE)
            .max(LEAST_STEPS)
        {
            let added = (next..self.placed.len()).find(|&place| parents.add(place));
            if let Some(place) = added {
                next = place.saturating_add(1);
                continue;
            }
            // Nothing behind the last one fits; the set is maximal if nothing before it does.
            if parents.is_maximal() {
                *scratch.get_mut(found)? = parents.node()?;
                found = found.saturating_add(1);
            }
            match parents.remove_last() {
                Some(place) => next = place.saturating_add(1),
                None => return Some(found),
            }
        }
        None
    }

    fn random_sets(
        &self,
        child: Variable,
        scratch: &mut [Node],
        die: &mut dyn FnMut(NonZeroU32) -> Result<u32, Error>,
    ) -> Result<usize, Error> {
        let mut order: heapless::Vec<usize, MOST_NODES> = heapless::Vec::new();
        for slot in scratch.iter_mut() {
            order.clear();
            // As many places as are placed, so there is room.
            order.extend(0..self.placed.len());
            let mut parents = Parents::of(self, child);
            while let Some(sides) = u32::try_from(order.len()).ok().and_then(NonZeroU32::new) {
                if parents.is_full() {
                    break;
                }
                parents.add(order.swap_remove(die(sides)? as usize));
            }
            *slot = parents.node().ok_or(Error::BadVariableSet)?;
        }
        Ok(scratch.len())
    }
}

/// A set of parents in the making: places among the placed attributes, with the cells of its table.
struct Parents<'a> {
    growth: &'a Growth<'a>,
    child: Variable,
    places: heapless::Vec<usize, MAX_VARIABLES>,
    cells: u64,
    smallest: u64,
}

impl<'a> Parents<'a> {
    fn of(growth: &'a Growth<'_>, child: Variable) -> Self {
        let sizes = growth
            .placed
            .iter()
            .map(|&parent| growth.domain.size(parent));
        Self {
            growth,
            child,
            places: heapless::Vec::new(),
            cells: u64::from(growth.domain.size(child)),
            smallest: sizes.min().map_or(1, u64::from),
        }
    }

    fn size(&self, place: usize) -> Option<u64> {
        let parent = self.growth.placed.get(place)?;
        Some(u64::from(self.growth.domain.size(*parent)))
    }

    fn fits(&self, place: usize) -> bool {
        let cells = self
            .size(place)
            .and_then(|size| self.cells.checked_mul(size));
        self.places.len() < self.growth.most_parents
            && cells.is_some_and(|cells| cells <= self.growth.most_cells)
    }

    /// Adds one that fits.
    fn add(&mut self, place: usize) -> bool {
        let Some(size) = self.size(place).filter(|_| self.fits(place)) else {
            return false;
        };
        self.cells = self.cells.saturating_mul(size);
        self.places.push(place).is_ok()
    }

    fn remove_last(&mut self) -> Option<usize> {
        let place = self.places.pop()?;
        self.cells = self.cells.checked_div(self.size(place)?)?;
        Some(place)
    }

    /// Whether none of the placed attributes can be added, not even the smallest.
    fn is_full(&self) -> bool {
        self.places.len() >= self.growth.most_parents
            || self.cells.saturating_mul(self.smallest) > self.growth.most_cells
    }

    fn is_maximal(&self) -> bool {
        (0..self.growth.placed.len()).all(|place| self.places.contains(&place) || !self.fits(place))
    }

    fn node(&self) -> Option<Node> {
        let mut parents = VariableSet::EMPTY;
        for &place in &self.places {
            parents.insert(*self.growth.placed.get(place)?).ok()?;
        }
        Some(Node {
            child: self.child,
            parents,
        })
    }
}

const MOST_CELLS_A_SELECTION: u64 = 1 << 17;
/// One for each attribute.
const LEAST_CANDIDATES: usize = MOST_NODES;
/// Smaller sets that are walked through on the way to a candidate; beyond it random sets are cheaper.
const STEPS_A_CANDIDATE: usize = 16;
/// Enough for all subsets of nine attributes, however little scratch there is.
const LEAST_STEPS: usize = 1024;
