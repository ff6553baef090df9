//! What PrivMRF asks of the curator, in order: size, one-way tables, then round by round the table that the
//! model misses most.
//!
//! After Cai Alg. 1–6, with these deviations:
//! - every attribute's own table is measured first, and rare values are joined ([`super::joined`]);
//! - no pair scores and no fixed graph: any table may be chosen that keeps the model within its memory
//!   (as in AIM, McKenna, Mullins, Sheldon and Miklau 2022), by its distance from the model *less the
//!   noise that measuring it would bring*, with the exponential mechanism;
//! - the budget is divided over rounds, and where a round found nothing but noise, the rest of the rounds
//!   are halved in number, so that each measures more precisely;
//! - estimation by [`super::estimate`] on reconciled tables.

use alloc::vec;
use alloc::vec::Vec;
use core::num::NonZeroU32;

use rand_core::TryCryptoRng;

use super::candidates::{Candidates, Limits};
use super::estimate::{Estimate, Estimator, Measurement, Stopping};
use super::graph::Graph;
use super::inference::Beliefs;
use super::joined::{self, Grouping, Order};
use super::marginal::marginal;
use super::reconcile::reconcile;
use super::tree::JunctionTree;
use crate::Error;
use crate::counts::Counts;
use crate::curator::{Candidate, Curator, DistanceRoom, Size};
use crate::domain::Domain;
use crate::ledger::Gaussian;
use crate::neighbours::Neighbours;
use crate::privacy::{Loss, MuSquared, Share, Sigma};
use crate::variables::VariableSet;

/// The public settings of the mechanism.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// μ² for the size; not used where it is public.
    pub size: MuSquared,
    /// μ² for all tables and choices together.
    pub tables: MuSquared,
    /// The mean error that noise may bring into one-way tables, as a total variation distance: it sets
    /// their part of `tables`, between a twentieth and a third.
    pub one_way_error: f64,
    /// The part of a round that pays for the choice of its table.
    pub selection: Share,
    /// Number of rounds to begin with.
    pub most_rounds: NonZeroU32,
    /// θ: a table's average count in noise deviations.
    pub theta: f64,
    /// How much of a table's expected noise counts against it.
    pub caution: f64,
    /// Values below so many noise deviations are joined.
    pub rare: f64,
    /// λ·σ for tables of noise σ, with λ of the estimation: a potential of one nat is shrunk by so many
    /// noise deviations. λ itself would have to be chosen anew for every budget.
    pub smoothing: f64,
    /// Most attributes of a table.
    pub most_attributes: u8,
    /// Most tables that a round looks at.
    pub candidates: usize,
    /// Most cells of the model's cliques together: its memory.
    pub model_cells: u64,
}

impl Settings {
    /// What the one-way tables may spend, and their weights. With σ_a for attribute a of k_a values, noise
    /// moves its table by ½·√(2/π)·k_a·σ_a/n; the mean of that over attributes is least for
    /// Δ²/σ_a² ∝ k_a^(2/3). `rows` is public: the noisy number, or an assumed one.
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        clippy::cast_sign_loss
    )]
    pub fn one_way_budget(
        &self,
        attributes: &[Attribute],
        neighbours: Neighbours,
        rows: u64,
    ) -> Result<(MuSquared, Vec<u32>), Error> {
        let weight = |attribute: &Attribute| square(libm::cbrt(f64::from(attribute.size)));
        // Weights of whole numbers; saturating casts of at most 65536^(2/3).
        let weights: Vec<u32> = attributes
            .iter()
            .map(|a| libm::ceil(weight(a)) as u32)
            .collect();
        let sum: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
        // The mean error is c/√(μ² of the one-way tables).
        let moved = libm::sqrt(neighbours.table().units() as f64);
        let mean = sum / attributes.len().max(1) as f64;
        let c = 0.5 * MEAN_ABSOLUTE * moved * libm::sqrt(sum) * mean / rows.max(1) as f64;
        let wanted = square(c / self.one_way_error) / self.tables.to_f64();
        let thousandths = (wanted.clamp(LEAST_ONE_WAY, MOST_ONE_WAY) * 1000.0) as u64;
        let budget = self.tables.share_down(Share::new(thousandths, 1000)?);
        Ok((budget, weights))
    }

    /// What choosing and measuring may spend, in this order, in a round of so many that share what is left.
    pub fn round_budget(
        &self,
        left: MuSquared,
        rounds: NonZeroU32,
    ) -> Result<(MuSquared, MuSquared), Error> {
        let share = left.equal_part_down(rounds);
        let choice = share.share_down(self.selection);
        let table = share.checked_sub(choice).ok_or(Error::LossOutOfRange)?;
        Ok((choice, table))
    }
}

/// One attribute, as far as it is public.
#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    /// Number of values.
    pub size: u32,
    /// Whether neighbouring values are alike.
    pub order: Order,
}

/// A table as it was measured.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Its variables.
    pub variables: VariableSet,
    /// σ of each cell.
    pub sigma: Sigma,
    /// The noisy counts.
    pub cells: Vec<i64>,
}

/// Everything that was measured and estimated.
pub struct Learned {
    /// The number of rows as far as known.
    pub size: Size,
    /// How each attribute's values were joined.
    pub groupings: Vec<Grouping>,
    /// The attributes' own tables, at their leaves.
    pub leaves: Vec<Measured>,
    /// The tables of the rounds, in order.
    pub tables: Vec<Measured>,
    /// The number of rows that all tables together tell of.
    pub rows: f64,
    /// The cliques of the model.
    pub tree: JunctionTree,
    /// Its marginals.
    pub estimate: Estimate,
}

impl Learned {
    /// The counts of every attribute's values, as they are drawn inside their groups.
    pub fn shrunk_leaves(&self) -> Vec<Vec<f64>> {
        let leaves = self.groupings.iter().zip(&self.leaves);
        leaves
            .map(|(grouping, leaf)| grouping.shrunk(&leaf.cells, leaf.sigma.to_f64()))
            .collect()
    }

    /// The number of rows as a whole number: the public one, or what all tables together tell of.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    pub fn row_count(&self) -> u64 {
        match self.size {
            Size::Public(_) => self.size.rows(),
            // A saturating cast of a noisy number of at least one.
            Size::Noisy { .. } => libm::round(self.rows) as u64,
        }
    }
}

/// Measures and estimates. `progress` is told after each table how many are left at most.
pub fn learn<C: Counts, R: TryCryptoRng, const ENTRIES: usize>(
    curator: &mut Curator<C, R, Gaussian, ENTRIES>,
    attributes: &[Attribute],
    settings: &Settings,
    progress: &mut dyn FnMut(u32),
) -> Result<Learned, Error> {
    let identities = attributes
        .iter()
        .map(|attribute| Grouping::identity(attribute.size))
        .collect::<Result<Vec<_>, _>>()?;
    let levels = joined::levels(&identities)?;
    let size = curator.size(settings.size)?;
    let (one_way, weights) =
        settings.one_way_budget(attributes, curator.neighbours(), size.rows())?;
    let domain = Domain::new(&levels)?;
    let leaves = measure_leaves(curator, &domain, settings, (one_way, &weights), progress)?;
    let left = settings
        .tables
        .checked_sub(one_way)
        .ok_or(Error::LossOutOfRange)?;
    let groupings = leaves
        .iter()
        .zip(attributes)
        .map(|(leaf, attribute)| {
            let sigma = leaf.sigma.to_f64();
            Grouping::of_rare(&leaf.cells, sigma, settings.rare, attribute.order)
        })
        .collect::<Result<Vec<_>, _>>()?;
    let levels = joined::levels(&groupings)?;
    let domain = Domain::new(&levels)?;
    let mut rounds = Rounds::new(domain, settings, size, &leaves, left)?;
    while rounds.next(curator, progress)? {}
    let (tree, estimate, rows, tables) = rounds.finish()?;
    Ok(Learned {
        size,
        groupings,
        leaves,
        tables,
        rows,
        tree,
        estimate,
    })
}

fn measure_leaves<C: Counts, R: TryCryptoRng, const ENTRIES: usize>(
    curator: &mut Curator<C, R, Gaussian, ENTRIES>,
    domain: &Domain<'_>,
    settings: &Settings,
    (budget, weights): (MuSquared, &[u32]),
    progress: &mut dyn FnMut(u32),
) -> Result<Vec<Measured>, Error> {
    let mut leaves = Vec::new();
    for (&weight, attribute) in weights.iter().zip(0..=u8::MAX) {
        let variables = VariableSet::new(&[joined::leaf(attribute)])?;
        let share = budget.weighted_part_down(weight, weights)?;
        leaves.push(measure(curator, domain, variables, share)?);
        progress(settings.most_rounds.get());
    }
    Ok(leaves)
}

fn measure<C: Counts, R: TryCryptoRng, const ENTRIES: usize>(
    curator: &mut Curator<C, R, Gaussian, ENTRIES>,
    domain: &Domain<'_>,
    variables: VariableSet,
    share: MuSquared,
) -> Result<Measured, Error> {
    let count = domain
        .cells(&variables, u64::from(u32::MAX))
        .ok_or(Error::BufferTooSmall)?;
    let (mut room, mut cells) = (vec![0; count], vec![0; count]);
    let sigma = curator.table(domain, &variables, share, &mut room, &mut cells)?;
    Ok(Measured {
        variables,
        sigma,
        cells,
    })
}

/// The state between rounds: all public.
struct Rounds<'a> {
    domain: Domain<'a>,
    settings: &'a Settings,
    size: Option<(f64, f64)>,
    graph: Graph,
    candidates: Candidates,
    measurements: Vec<Measurement>,
    tables: Vec<Measured>,
    potentials: Vec<f64>,
    left: MuSquared,
    left_to_make: u32,
}

impl<'a> Rounds<'a> {
    fn new(
        domain: Domain<'a>,
        settings: &'a Settings,
        size: Size,
        leaves: &[Measured],
        left: MuSquared,
    ) -> Result<Self, Error> {
        let attributes = u8::try_from(domain.attributes()).map_err(|_| Error::BadDomain)?;
        let measurements = (0..attributes)
            .zip(leaves)
            .map(|(attribute, leaf)| joined_leaf(&domain, attribute, leaf))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Self {
            domain,
            settings,
            size: Some(known_size(size)),
            graph: Graph::new((0..attributes).map(joined::joined)),
            candidates: Candidates::default(),
            measurements,
            tables: Vec::new(),
            potentials: Vec::new(),
            left,
            left_to_make: settings.most_rounds.get(),
        })
    }

    /// One round; false where there was none to be made.
    fn next<C: Counts, R: TryCryptoRng, const ENTRIES: usize>(
        &mut self,
        curator: &mut Curator<C, R, Gaussian, ENTRIES>,
        progress: &mut dyn FnMut(u32),
    ) -> Result<bool, Error> {
        let Some(rounds) = NonZeroU32::new(self.left_to_make) else {
            return Ok(false);
        };
        let (tree, estimate, rows) = self.estimate(BETWEEN_ROUNDS)?;
        let (choice, table_share) = self.settings.round_budget(self.left, rounds)?;
        let noise = Sigma::smallest_up(curator.neighbours().table(), table_share)?.to_f64();
        let candidates = self.candidates(rows, noise);
        let model = Model {
            domain: &self.domain,
            tree: &tree,
            beliefs: &estimate.beliefs,
            rows,
        };
        let candidates = model.with_expectations(candidates);
        if candidates.is_empty() {
            // Nothing fits under this noise: fewer, more precise rounds, or the end.
            self.left_to_make /= 2;
            return Ok(self.left_to_make > 0);
        }
        let (chosen, expected) = self.choose(curator, candidates, choice)?;
        let measured = measure(curator, &self.domain, chosen.clone(), table_share)?;
        self.left = self.left.checked_sub(choice).ok_or(Error::LossOutOfRange)?;
        self.left = self
            .left
            .checked_sub(table_share)
            .ok_or(Error::LossOutOfRange)?;
        self.left_to_make -= 1;
        if is_noise(&expected, &measured) {
            self.left_to_make = self.left_to_make.div_ceil(2);
        }
        self.graph.join(&chosen);
        self.potentials = estimate.potentials;
        self.measurements.push(as_measurement(&measured));
        self.tables.push(measured);
        progress(self.left_to_make);
        Ok(true)
    }

    fn estimate(&self, stopping: Stopping) -> Result<(JunctionTree, Estimate, f64), Error> {
        let tree = JunctionTree::new(&self.domain, &self.graph.cliques(&self.domain))?;
        let mut reconciled = self.measurements.clone();
        let rows = reconcile(&self.domain, &mut reconciled, self.size).max(1.0);
        let smoothing = self.settings.smoothing * mean_precision(&self.measurements);
        let estimator = Estimator::new(&self.domain, &tree, &reconciled, rows, smoothing)?;
        let estimate = estimator.solve(&self.potentials, stopping)?;
        Ok((tree, estimate, rows))
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fn candidates(&mut self, rows: f64, noise: f64) -> Vec<Candidate> {
        let limits = Limits {
            attributes: self.settings.most_attributes,
            // A saturating cast of a public number.
            cells: (rows / (self.settings.theta * noise)) as u64,
            model_cells: self.settings.model_cells,
            candidates: self.settings.candidates,
        };
        let sets = self.candidates.draw(&self.domain, &self.graph, limits);
        let candidates = sets.into_iter().map(|variables| {
            let cells = self.domain.cells(&variables, limits.cells).unwrap_or(0);
            #[allow(clippy::cast_precision_loss)]
            let handicap = self.settings.caution * MEAN_ABSOLUTE * noise * cells as f64;
            Candidate {
                variables,
                handicap: handicap as i64,
            }
        });
        candidates.collect()
    }

    /// The chosen candidate and what the model expected of it.
    fn choose<C: Counts, R: TryCryptoRng, const ENTRIES: usize>(
        &self,
        curator: &mut Curator<C, R, Gaussian, ENTRIES>,
        candidates: Vec<(Candidate, Vec<i64>)>,
        share: MuSquared,
    ) -> Result<(VariableSet, Vec<i64>), Error> {
        let (candidates, expectations): (Vec<_>, Vec<_>) = candidates.into_iter().unzip();
        let cells = expectations.iter().map(Vec::len).max().unwrap_or(0);
        let (mut counts, mut scores) = (vec![0; cells], vec![0; candidates.len()]);
        let room = DistanceRoom {
            counts: &mut counts,
            scores: &mut scores,
        };
        let place = curator.farthest(&self.domain, &candidates, &expectations, share, room)?;
        let chosen = candidates.get(place).ok_or(Error::NothingToSelect)?;
        let expected = expectations.get(place).ok_or(Error::NothingToSelect)?;
        Ok((chosen.variables.clone(), expected.clone()))
    }

    fn finish(self) -> Result<(JunctionTree, Estimate, f64, Vec<Measured>), Error> {
        let (tree, estimate, rows) = self.estimate(AT_THE_END)?;
        Ok((tree, estimate, rows, self.tables))
    }
}

/// An estimated model, to be asked for tables.
struct Model<'a> {
    domain: &'a Domain<'a>,
    tree: &'a JunctionTree,
    beliefs: &'a Beliefs,
    rows: f64,
}

impl Model<'_> {
    /// The candidates with what the model expects of them, in whole rows. Those for which the model would
    /// need too much memory are left out: before anything is paid.
    fn with_expectations(&self, candidates: Vec<Candidate>) -> Vec<(Candidate, Vec<i64>)> {
        let expect = |candidate: Candidate| {
            let set = &candidate.variables;
            let expected = marginal(self.domain, self.tree, self.beliefs, set, MOST_PRODUCT);
            // A saturating cast of a number of rows.
            #[allow(clippy::cast_possible_truncation)]
            let whole = |probability: f64| libm::round(probability * self.rows) as i64;
            Some((candidate, expected.ok()?.into_iter().map(whole).collect()))
        };
        candidates.into_iter().filter_map(expect).collect()
    }
}

/// The noisy size with its variance; a public one is all but exact.
#[allow(clippy::cast_precision_loss)]
pub(super) fn known_size(size: Size) -> (f64, f64) {
    match size {
        Size::Noisy { rows, noise } => (rows as f64, noise.variance()),
        Size::Public(rows) => (rows as f64, EXACT),
    }
}

/// An attribute's own table over its joined values. A group's noise grows with its number of values; the
/// mean stands for all of them.
#[allow(clippy::cast_precision_loss)]
fn joined_leaf(
    domain: &Domain<'_>,
    attribute: u8,
    measured: &Measured,
) -> Result<Measurement, Error> {
    let (leaf, level) = (joined::leaf(attribute), joined::joined(attribute));
    let (fine, coarse) = (VariableSet::new(&[leaf])?, VariableSet::new(&[level])?);
    let mut cells = vec![0.0; domain.size(level) as usize];
    domain.project(&fine, &coarse, |value, group| {
        if let (Some(&count), Some(sum)) = (measured.cells.get(value), cells.get_mut(group)) {
            *sum += count as f64;
        }
    });
    let values_a_group = f64::from(domain.size(leaf)) / f64::from(domain.size(level));
    Ok(Measurement {
        variables: coarse,
        cells,
        variance: square(measured.sigma.to_f64()) * values_a_group,
    })
}

#[allow(clippy::cast_precision_loss)]
fn as_measurement(measured: &Measured) -> Measurement {
    Measurement {
        variables: measured.variables.clone(),
        cells: measured.cells.iter().map(|&count| count as f64).collect(),
        variance: square(measured.sigma.to_f64()),
    }
}

/// √(mean of 1/σ²) over all tables.
#[allow(clippy::cast_precision_loss)]
pub(super) fn mean_precision(measurements: &[Measurement]) -> f64 {
    let sum: f64 = measurements.iter().map(|one| 1.0 / one.variance).sum();
    libm::sqrt(sum / measurements.len().max(1) as f64)
}

/// Whether what was measured is no farther from the model than its noise alone would be.
#[allow(clippy::cast_precision_loss)]
fn is_noise(expected: &[i64], measured: &Measured) -> bool {
    let apart = expected.iter().zip(&measured.cells);
    let distance: f64 = apart.map(|(one, other)| one.abs_diff(*other) as f64).sum();
    let noise = MEAN_ABSOLUTE * measured.sigma.to_f64() * measured.cells.len() as f64;
    distance < SURPLUS * noise
}

fn square(number: f64) -> f64 {
    number * number
}

/// √(2/π): E|N(0, 1)|.
const MEAN_ABSOLUTE: f64 = 0.797_884_560_802_865_4;
/// Bounds on the one-way tables' part.
const LEAST_ONE_WAY: f64 = 0.05;
const MOST_ONE_WAY: f64 = 0.333;
/// How far beyond its noise a table must be to count as news.
const SURPLUS: f64 = 1.1;
/// The variance of a public size: small enough to decide every total, large enough to divide by.
const EXACT: f64 = 1e-6;
/// Most cells of a table on the way to a marginal that no clique holds.
const MOST_PRODUCT: u64 = 1 << 24;
/// Good enough to see what the model misses; the next round goes on from there.
const BETWEEN_ROUNDS: Stopping = Stopping {
    gap_a_cell: 0.1,
    most_steps: 25,
};
pub(super) const AT_THE_END: Stopping = Stopping {
    gap_a_cell: 0.01,
    most_steps: 300,
};
