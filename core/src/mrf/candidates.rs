//! Which tables may be measured next.
//!
//! Cai Alg. 2 keeps θ-useful tables: an average count of at least θ noise deviations. Of those, all pairs
//! and a random choice of larger ones are looked at in a round (Cai Alg. 4, line 5), as far as the model
//! that would hold them stays within its memory. Larger ones that were drawn once are looked at again in later rounds, so
//! that a source can remember what it counted. Or a random choice of those that a graph allows
//! ([`super::useful`]). All public: the generator is seeded by a constant.
//!
//! A hundred attributes have some 5000 pairs, and a triangulation decides whether a model has room for one. So a
//! model that is still small is taken to have it; later, beyond 1024 pairs, they are drawn first and tried
//! afterwards, until enough fit: all choices among those that fit are equally likely. A pair that did not fit is not
//! tried again before the model may have as many cells as it needs.
//!
//! A pair whose table would have too many cells, or nearly so, is looked at by coarser levels ([`super::coarser`]). Once the
//! model ties its two attributes, it may know that most cells of the finer levels are empty: then these are looked at
//! too, and what they are worth is decided by what the model expects of them (`learn::expecting`).

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::mem;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::graph::Graph;
use super::levels;
use super::tried::{Tried, grown};
use super::workload::Workload;
use crate::domain::Domain;
use crate::variables::VariableSet;

/// What a table must keep within.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Most attributes of a table.
    pub attributes: u8,
    /// Most cells of a table.
    pub cells: u64,
    /// Most cells of all cliques of the model together, for now.
    pub model_cells: u64,
    /// Most tables in a round.
    pub candidates: usize,
}

/// What the tables of a round are drawn for: all that they depend on, and all of it public.
#[derive(Clone, Copy, Debug)]
pub struct Room<'a> {
    /// The levels of the attributes.
    pub domain: &'a Domain<'a>,
    /// What the model ties already.
    pub graph: &'a Graph,
    /// What a table must keep within.
    pub limits: Limits,
    /// What matters most.
    pub workload: &'a Workload,
}

impl Room<'_> {
    fn attributes(&self) -> u8 {
        u8::try_from(self.domain.attributes()).unwrap_or(u8::MAX)
    }

    /// Two attributes at the finest levels that keep within the cells of a table; where these nearly fill them, so that
    /// much noise counts against the table, also at levels of an eighth of the cells, since a weak tie is seen there only; and
    /// where the model ties the two already, at finer levels that do not keep within.
    fn resolutions(&self, pair: [u8; 2]) -> Vec<VariableSet> {
        let useful = self.limits.cells;
        let within = |most_cells| within(self.domain, pair, most_cells);
        let mut sets = Vec::new();
        let finest = within(useful);
        if let Some((set, cells)) = finest {
            sets.push(set);
            if cells.saturating_mul(LARGE_PART) >= useful {
                sets.extend(within(cells / COARSER_CELLS).map(|(set, _)| set));
            }
        }
        let is_tied = VariableSet::new(&pair.map(levels::joined));
        if is_tied.is_ok_and(|set| self.graph.joins(&set)) {
            for times in FINER_CELLS {
                let most = useful.saturating_mul(times).min(MOST_FINER_CELLS);
                let finer = within(most).filter(|(_, cells)| *cells > useful);
                sets.extend(finer.map(|(set, _)| set).filter(|set| !sets.contains(set)));
            }
        }
        sets
    }
}

/// The most cells of any table that is looked at where tables of so many are useful.
pub fn most_looked_at(useful: u64) -> u64 {
    let [most, _] = FINER_CELLS;
    let finer = useful.saturating_mul(most).min(MOST_FINER_CELLS);
    finer.max(useful)
}

/// A source of candidates: the same sequence each time.
pub struct Candidates {
    rng: Xoshiro256PlusPlus,
    /// All that may be chosen, where that is fixed beforehand.
    useful: Option<Vec<VariableSet>>,
    /// The larger tables of the last round.
    larger: Vec<VariableSet>,
    /// What may not be chosen any more.
    forgotten: Vec<VariableSet>,
    /// Pairs that the model once had no room for, with the cells that it would have needed, where there are too many pairs to
    /// ask again in each round.
    refused: BTreeMap<(u8, u8), u64>,
    /// Those of the last round.
    tried: Tried,
}

impl Candidates {
    /// Any tables.
    pub fn anywhere() -> Self {
        Self {
            rng: Xoshiro256PlusPlus::seed_from_u64(SEED),
            useful: None,
            larger: Vec::new(),
            forgotten: Vec::new(),
            refused: BTreeMap::new(),
            tried: Tried::default(),
        }
    }

    /// These tables only (Cai Alg. 4, line 5).
    pub fn among(useful: Vec<VariableSet>) -> Self {
        Self {
            useful: Some(useful),
            ..Self::anywhere()
        }
    }

    /// This table is not drawn any more.
    pub fn forget(&mut self, set: &VariableSet) {
        self.forgotten.push(set.clone());
    }

    /// The next round's tables, in order; none where nothing fits. From round to round the graph may only grow.
    pub fn draw(&mut self, room: Room<'_>) -> Vec<VariableSet> {
        self.tried = Tried::none(room.graph, room.limits.model_cells);
        match self.useful.clone() {
            Some(mut useful) => {
                useful.retain(|set| !self.forgotten.contains(set));
                let mut drawn = self.some_of(useful, room.limits.candidates);
                // They lie within the cliques of a graph that fits; triangulated by itself, a part of it need not.
                drawn.retain(|set| self.fits(room, set));
                drawn
            }
            None => self.drawn_anywhere(room),
        }
    }

    /// Cells of the model with this table of the last round; nothing where it ties only what is tied, or where the model was so
    /// small that a table hardly ever fails to fit.
    pub fn cells_with(&self, set: &VariableSet) -> u64 {
        self.tried.cells_with(set)
    }

    fn fits(&mut self, room: Room<'_>, set: &VariableSet) -> bool {
        self.tried.fits(room.graph, room.limits.model_cells, set)
    }

    fn some_of(&mut self, mut useful: Vec<VariableSet>, wanted: usize) -> Vec<VariableSet> {
        let mut drawn = Vec::new();
        while drawn.len() < wanted && !useful.is_empty() {
            let place = self.below(useful.len());
            drawn.push(useful.swap_remove(place));
        }
        drawn.sort_unstable_by(|one, other| one.as_slice().cmp(other.as_slice()));
        drawn
    }

    fn drawn_anywhere(&mut self, room: Room<'_>) -> Vec<VariableSet> {
        let limits = room.limits;
        let mut drawn = self.named_sets(room);
        let left = limits.candidates.saturating_sub(drawn.len());
        drawn.extend(self.some_pairs(room, left));
        if limits.attributes > 2 {
            let larger = self.larger_sets(room, &drawn);
            drawn.extend(larger);
        }
        drawn.sort_unstable_by(|one, other| one.as_slice().cmp(other.as_slice()));
        drawn
    }

    /// Larger tables beside these, as far as they fit: first those of the last round, then new ones.
    fn larger_sets(&mut self, room: Room<'_>, others: &[VariableSet]) -> Vec<VariableSet> {
        let limits = room.limits;
        let wanted = limits.candidates.saturating_sub(others.len());
        let mut sets = mem::take(&mut self.larger);
        sets.retain(|set| self.may_follow(room, set, others));
        sets.truncate(wanted);
        let tries = match room.attributes() {
            0..=3 => 1, // There is one set alone: of all attributes.
            _ => wanted.saturating_mul(TRIES_A_CANDIDATE),
        };
        for _ in 0..tries {
            if sets.len() >= wanted {
                break;
            }
            let set = self.random_set(room.attributes(), limits.attributes);
            if let Some(set) = told_apart(room.domain, limits, &set)
                && !sets.contains(&set)
                && self.may_follow(room, &set, others)
            {
                sets.push(set);
            }
        }
        self.larger.clone_from(&sets);
        sets
    }

    /// Whether a larger table may be looked at beside these.
    fn may_follow(&mut self, room: Room<'_>, set: &VariableSet, others: &[VariableSet]) -> bool {
        room.domain.cells(set, room.limits.cells).is_some()
            && !self.is_refused(set, room.limits)
            && !others.contains(set)
            && !self.forgotten.contains(set)
            && self.fits(room, set)
    }

    /// The larger tables that the workload names, each once, as far as they fit.
    fn named_sets(&mut self, room: Room<'_>) -> Vec<VariableSet> {
        let mut named: Vec<VariableSet> = Vec::new();
        for attributes in room.workload.larger() {
            if named.len() < room.limits.candidates
                && attributes.len() <= usize::from(room.limits.attributes)
                && let Some(set) = told_apart(room.domain, room.limits, attributes)
                && !named.contains(&set)
                && !self.forgotten.contains(&set)
                && self.fits(room, &set)
            {
                named.push(set);
            }
        }
        named
    }

    /// All pairs that fit; where there are more than `most`, a random choice of them, those that the workload names first.
    fn some_pairs(&mut self, room: Room<'_>, most: usize) -> Vec<VariableSet> {
        let mut pairs = Vec::new();
        for first in 0..room.attributes() {
            for second in first.saturating_add(1)..room.attributes() {
                let levels = room.resolutions([first, second]);
                pairs.extend(
                    levels
                        .into_iter()
                        .filter(|pair| !self.forgotten.contains(pair)),
                );
            }
        }
        let is_named = |pair: &VariableSet| room.workload.weight(pair).is_some();
        let (named, others) = pairs.into_iter().partition(is_named);
        let mut drawn = self.some_that_fit(named, most, room);
        let left = most.saturating_sub(drawn.len());
        drawn.extend(self.some_that_fit(others, left, room));
        drawn
    }

    /// All of these pairs that fit; where there are more than `most`, a random choice of them.
    fn some_that_fit(
        &mut self,
        mut pairs: Vec<VariableSet>,
        most: usize,
        room: Room<'_>,
    ) -> Vec<VariableSet> {
        let roomy = self.tried.is_roomy();
        if pairs.len() <= ALL_TRIED {
            pairs.retain(|pair| roomy || self.fits(room, pair));
            while pairs.len() > most {
                let place = self.below(pairs.len());
                pairs.swap_remove(place);
            }
            return pairs;
        }
        // Whether a pair fits takes long to find out, so no more of them are looked at than are wanted.
        pairs.retain(|pair| !self.is_refused(pair, room.limits));
        let mut drawn = Vec::new();
        while drawn.len() < most && !pairs.is_empty() {
            let place = self.below(pairs.len());
            let pair = pairs.swap_remove(place);
            if roomy || self.fits(room, &pair) {
                drawn.push(pair);
            } else if let &[first, second] = pair.as_slice() {
                let attributes = (levels::attribute(first), levels::attribute(second));
                let needed = grown(room.graph, &pair).cells();
                self.refused.insert(attributes, needed);
            }
        }
        drawn
    }

    /// Whether two variables of the set once needed more cells than there may be now: a graph only grows, and what does not
    /// fit it does not fit a larger one.
    fn is_refused(&self, set: &VariableSet, limits: Limits) -> bool {
        let members = set.as_slice();
        let mut pairs = members.iter().enumerate().flat_map(|(place, &first)| {
            let later = members.iter().skip(place.saturating_add(1));
            later.map(move |&second| (first, second))
        });
        pairs.any(|(first, second)| {
            let pair = (levels::attribute(first), levels::attribute(second));
            let needed = self.refused.get(&pair);
            needed.is_some_and(|needed| *needed > limits.model_cells)
        })
    }

    /// Three or more attributes, up to `most`.
    fn random_set(&mut self, attributes: u8, most: u8) -> Vec<u8> {
        let most = most.min(attributes);
        let wanted = 3 + self.below(usize::from(most.saturating_sub(2)).max(1));
        let mut set = Vec::new();
        while set.len() < wanted.min(usize::from(attributes)) {
            // Below the number of attributes, which fits a byte.
            let attribute = u8::try_from(self.below(usize::from(attributes))).unwrap_or(0);
            if !set.contains(&attribute) {
                set.push(attribute);
            }
        }
        set
    }

    fn below(&mut self, bound: usize) -> usize {
        let product = u128::from(self.rng.next_u64()) * bound as u128;
        // The high half is below the bound, which fits.
        usize::try_from(product >> 64).unwrap_or(0)
    }
}

/// The set of these attributes, if each has several values and the table keeps within its cells.
fn told_apart(domain: &Domain<'_>, limits: Limits, attributes: &[u8]) -> Option<VariableSet> {
    let variables: Vec<_> = attributes.iter().map(|&a| levels::joined(a)).collect();
    // A variable of one value tells nothing, and costs no cells: a clique could hold more of them than
    // a set can.
    if variables.iter().any(|&variable| domain.size(variable) < 2) {
        return None;
    }
    let set = VariableSet::new(&variables).ok()?;
    domain.cells(&set, limits.cells)?;
    Some(set)
}

/// Two attributes of several values at the finest levels of so many cells, and their number; nothing where there are no
/// such levels.
fn within(domain: &Domain<'_>, pair: [u8; 2], most_cells: u64) -> Option<(VariableSet, u64)> {
    let mut variables = pair.map(levels::joined);
    loop {
        let sizes = variables.map(|variable| u64::from(domain.size(variable)));
        let [first, second] = sizes;
        if sizes.contains(&1) {
            return None;
        }
        let cells = first.saturating_mul(second);
        if cells <= most_cells {
            return Some((VariableSet::new(&variables).ok()?, cells));
        }
        // The wider one, of two alike the first, is told apart less.
        let wider = usize::from(second > first);
        let variable = variables.get_mut(wider)?;
        *variable = levels::coarser(domain, *variable)?;
    }
}

/// A table is large from a quarter of the cells that it may have.
const LARGE_PART: u64 = 4;
/// How many times fewer cells the coarser one has.
const COARSER_CELLS: u64 = 8;
/// How many times more cells than are useful the finer ones may have, and how many at most.
const FINER_CELLS: [u64; 2] = [16, 4];
const MOST_FINER_CELLS: u64 = 1 << 16;
const SEED: u64 = 2021;
/// Pairs that are all tried in every round: those of 45 attributes.
const ALL_TRIED: usize = 1024;
/// Random sets that are tried for every candidate that is wanted.
const TRIES_A_CANDIDATE: usize = 8;
