//! The network, learned from noisy scores alone: a function of public values, free of charge.
//!
//! Bao Alg. 2 builds the head, a set of attributes that are measured together; Alg. 3 then adds
//! one attribute after the other with the parents that it depends on most. Ties break by variable
//! order, so the network is a function of the scores.
//!
//! With hierarchies an attribute enters once, at one level; parents appear at any level. No table
//! holds two levels of an attribute.
//!
//! Deviations: unless [`HeadRule::PerCell`] is asked for, the head grows by whatever is worth most beside it, not by
//! the largest score a cell, which prefers attributes of few values however little they depend on the rest.
//! A parent is added only where its score exceeds the noise that the larger table
//! brings, E|N(0, σ²)|/2 a cell, times `caution`. (A score and this noise are both total variation distances in rows,
//! so the comparison is fair. With `caution` 0 parents are added while their scores are above zero, which is how the
//! sum of Alg. 3 is largest.) The measured effect stands in `docs/src/algorithms.md`.
//!
//! Proved: `admitted_parents_fit`, for a child and one attribute before it with a coarser level.
//! Tested: `network_is_well_formed` (acyclic, each attribute once, one level of an attribute a table,
//! cells within the bound, deterministic).

use crate::Error;
use crate::curator::{UNSCORED, is_scored, place};
use crate::domain::Domain;
use crate::radix;
use crate::score;
pub use crate::variables::Node;
use crate::variables::{MAX_VARIABLES, Variable, VariableSet};

/// A head and the nodes after it; each attribute once, parents before children.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// Measured as one table.
    pub head: VariableSet,
    /// In the order in which they are drawn.
    pub nodes: heapless::Vec<Node, MOST_NODES>,
}

impl Network {
    /// The network of a head alone.
    pub const fn of_head(head: VariableSet) -> Self {
        Self {
            head,
            nodes: heapless::Vec::new(),
        }
    }

    /// Every variable at which an attribute enters, in order of drawing.
    pub fn entries(&self) -> impl Iterator<Item = Variable> + Clone + '_ {
        self.head
            .as_slice()
            .iter()
            .copied()
            .chain(self.nodes.iter().map(|node| node.child))
    }
}

/// How the head grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeadRule {
    /// By what an attribute's scores with the head exceed the noise of the cells that it brings, while they do.
    Worth,
    /// As Bao Alg. 2 has it: by scores a cell, whatever their sign, until no attribute fits any more.
    PerCell,
}

/// What the learner goes by: noisy scores and the noise that tables will have.
#[derive(Clone, Copy, Debug)]
pub struct Learner<'a> {
    /// The variables.
    pub domain: Domain<'a>,
    /// One noisy score for each pair, where [`place`] says.
    pub scores: &'a [i64],
    /// τ: the most cells of a table of two attributes or more.
    pub most_cells: u64,
    /// What one cell of a table costs, in the scores' fixed-point units: `caution`·E|noise|/2.
    pub cell_price: u64,
    /// How the head grows.
    pub head: HeadRule,
}

impl Learner<'_> {
    /// Learns head and nodes.
    pub fn learn(&self) -> Result<Network, Error> {
        let head = match self.head {
            HeadRule::Worth => self.worthy_head()?,
            HeadRule::PerCell => self.dense_head()?,
        };
        let mut network = Network::of_head(head);
        let mut placed = Placed::default();
        for variable in network.head.as_slice() {
            self.mark(&mut placed, *variable);
        }
        while let Some(node) = self.best_node(&placed)? {
            self.mark(&mut placed, node.child);
            network.nodes.push(node).map_err(|_| Error::BadDomain)?;
        }
        Ok(network)
    }

    /// The pair that is worth most a cell, then whatever is worth most beside it.
    fn worthy_head(&self) -> Result<VariableSet, Error> {
        let mut head = VariableSet::EMPTY;
        let net = |&(first, second): &(Variable, Variable)| {
            let cells = u64::from(self.domain.size(first)) * u64::from(self.domain.size(second));
            let alone = u64::from(self.domain.size(first)) + u64::from(self.domain.size(second));
            let worth =
                i128::from(self.score(first, second)?) - self.price(cells.saturating_sub(alone));
            (worth > 0).then_some(normalised(worth, cells))
        };
        let Some((first, second)) = largest(self.pairs(), net) else {
            // No pair fits, or none is worth its noise: the first attribute alone.
            head.insert(Variable(0))?;
            return Ok(head);
        };
        head.insert(first)?;
        head.insert(second)?;
        let mut placed = Placed::default();
        self.mark(&mut placed, first);
        self.mark(&mut placed, second);
        loop {
            let candidates = self
                .domain
                .variables()
                .filter(|&v| self.is_free(&placed, v));
            let worth =
                |candidate: &Variable| self.worth_adding(&head, *candidate, head.as_slice());
            let Some(candidate) = largest(candidates, worth) else {
                return Ok(head);
            };
            self.mark(&mut placed, candidate);
            head.insert(candidate)?;
        }
    }

    /// Bao Alg. 2: the pair with the largest score a cell; then, by their sums of scores a cell with all in the head,
    /// every variable in turn, which enters if it fits.
    fn dense_head(&self) -> Result<VariableSet, Error> {
        let dense = |first: Variable, second: Variable| {
            let cells = u64::from(self.domain.size(first)) * u64::from(self.domain.size(second));
            Some(normalised(self.score(first, second)?.into(), cells))
        };
        let mut head = VariableSet::EMPTY;
        let Some((first, second)) = largest(self.pairs(), |&(one, other)| dense(one, other)) else {
            // No pair fits: the first attribute alone.
            head.insert(Variable(0))?;
            return Ok(head);
        };
        let mut placed = Placed::default();
        for variable in [first, second] {
            head.insert(variable)?;
            self.mark(&mut placed, variable);
        }
        loop {
            // The head only grows, so what does not fit now never will: to leave it out is to go on to the next.
            let candidates = self
                .domain
                .variables()
                .filter(|&v| self.is_free(&placed, v) && self.grown(&head, v).is_some());
            let density = |candidate: &Variable| {
                let scores = head.as_slice().iter();
                scores
                    .map(|&member| dense(member, *candidate))
                    .try_fold(0_i128, |sum, one| Some(sum.saturating_add(one?)))
            };
            let Some(candidate) = largest(candidates, density) else {
                return Ok(head);
            };
            self.mark(&mut placed, candidate);
            head.insert(candidate)?;
        }
    }

    /// Every two variables, the earlier one first.
    fn pairs(&self) -> impl Iterator<Item = (Variable, Variable)> {
        let variables = || self.domain.variables();
        variables().flat_map(move |first| {
            let later = variables().filter(move |&second| second > first);
            later.map(move |second| (first, second))
        })
    }

    /// Bao Alg. 3: for every attribute left the best parents, found greedily; then the best of all.
    fn best_node(&self, placed: &Placed) -> Result<Option<Node>, Error> {
        let mut best: Option<(i128, Node)> = None;
        for child in self.domain.variables().filter(|&v| self.is_free(placed, v)) {
            let (worth, node) = self.with_parents(child, placed)?;
            // Without parents the leaf is as good as any level, and it needs no second table.
            let eligible = !node.parents.as_slice().is_empty() || self.domain.is_leaf(child);
            if eligible && best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, node));
            }
        }
        Ok(best.map(|(_, node)| node))
    }

    /// Parents for one child, the most worthwhile first, as long as one is worth its noise.
    fn with_parents(&self, child: Variable, placed: &Placed) -> Result<(i128, Node), Error> {
        let mut table = VariableSet::new(&[child])?;
        let mut parents = VariableSet::EMPTY;
        let mut total = 0_i128;
        loop {
            let candidates = self.domain.variables().filter(|&candidate| {
                self.is_drawn(placed, candidate)
                    && self
                        .domain
                        .attribute(candidate)
                        .and_then(|attribute| self.domain.level_in(&parents, attribute))
                        .is_none()
            });
            let worth = |candidate: &Variable| self.worth_adding(&table, *candidate, &[child]);
            let Some(parent) = largest(candidates, worth) else {
                break;
            };
            total = total.saturating_add(self.worth_adding(&table, parent, &[child]).unwrap_or(0));
            if parents.insert(parent).is_err() || table.insert(parent).is_err() {
                break;
            }
        }
        Ok((total, Node { child, parents }))
    }

    /// What a variable adds to a table: its scores with `partners`, less the noise of the cells that
    /// it brings. Nothing where the table is full or would pass τ, a pair is not scored, or it does
    /// not pay.
    pub fn worth_adding(
        &self,
        table: &VariableSet,
        candidate: Variable,
        partners: &[Variable],
    ) -> Option<i128> {
        let (before, after) = self.grown(table, candidate)?;
        let scores = partners.iter().try_fold(0_i128, |sum, &partner| {
            Some(sum + i128::from(self.score(candidate, partner)?))
        })?;
        let worth = scores - self.price(after.saturating_sub(before));
        (worth > 0).then_some(worth)
    }

    /// The cells of a table without a variable and with it. Nothing where the table is full or would pass τ.
    fn grown(&self, table: &VariableSet, variable: Variable) -> Option<(u64, u64)> {
        let before = self.domain.cells(table, u64::MAX)? as u64;
        let after = radix::grown(before, self.domain.size(variable), self.most_cells)?;
        (table.as_slice().len() < MAX_VARIABLES).then_some((before, after))
    }

    /// Nothing for a pair that no table may hold, whatever its score: levels of one attribute, or
    /// more than τ cells.
    fn score(&self, one: Variable, other: Variable) -> Option<i64> {
        if !is_scored(&self.domain, one, other, self.most_cells) {
            return None;
        }
        let score = *self.scores.get(place(&self.domain, one, other)?)?;
        (score != UNSCORED).then_some(score)
    }

    fn price(&self, cells: u64) -> i128 {
        i128::from(cells) * i128::from(self.cell_price)
    }

    fn mark(&self, placed: &mut Placed, variable: Variable) {
        let attribute = self.domain.attribute(variable).map(usize::from);
        if let Some(level) = attribute.and_then(|attribute| placed.0.get_mut(attribute)) {
            *level = Some(variable);
        }
    }

    /// Whether the variable's attribute has no place yet.
    fn is_free(&self, placed: &Placed, variable: Variable) -> bool {
        let attribute = self.domain.attribute(variable).map(usize::from);
        let level = attribute.and_then(|attribute| placed.0.get(attribute));
        level.is_some_and(Option::is_none)
    }

    /// Whether the variable's attribute has a place, at this level or a finer one. What is finer than that is drawn
    /// from the attribute's own table alone, whatever else the row holds. So together with other parents its values
    /// would not come as often as in the table that was measured, and the child would be off, even by itself.
    fn is_drawn(&self, placed: &Placed, variable: Variable) -> bool {
        let attribute = self.domain.attribute(variable).map(usize::from);
        let level = attribute.and_then(|attribute| placed.0.get(attribute));
        // The levels of an attribute follow its leaf, coarser and coarser.
        level.is_some_and(|level| level.is_some_and(|entered| variable >= entered))
    }
}

/// The level at which each attribute has entered the network.
struct Placed([Option<Variable>; MOST_NODES]);

impl Default for Placed {
    fn default() -> Self {
        Self([None; MOST_NODES])
    }
}

/// A score for each cell, with 32 more binary digits so that division does not tie.
fn normalised(score: i128, cells: u64) -> i128 {
    (score << 32).checked_div(i128::from(cells)).unwrap_or(0)
}

/// The first candidate with the largest value; those without a value do not count.
fn largest<T, V: PartialOrd>(
    candidates: impl Iterator<Item = T>,
    value: impl Fn(&T) -> Option<V>,
) -> Option<T> {
    let mut best: Option<(V, T)> = None;
    for candidate in candidates {
        if let Some(value) = value(&candidate)
            && best.as_ref().is_none_or(|(most, _)| value > *most)
        {
            best = Some((value, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// E|N(0, σ²)|/2 = σ/√(2π) rows for one cell, times `caution`, in the scores' fixed-point units.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss
)]
pub fn cell_price(sigma: f64, caution: f64) -> u64 {
    const ONE_OVER_SQRT_TAU: f64 = 0.398_942_280_401_432_7;
    // A saturating cast: public values, and any price is a valid one.
    (sigma * ONE_OVER_SQRT_TAU * caution * score::ONE as f64) as u64
}

/// Most attributes of a network.
pub const MOST_NODES: usize = 256;
