//! Round by round: estimate, choose, measure.

use alloc::vec;
use alloc::vec::Vec;
use core::num::NonZeroU32;

use rand_core::TryCryptoRng;

use super::learned::Measured;
use super::measure::measure;
use super::settings::{MEAN_ABSOLUTE, Settings, Weights};
use crate::Error;
use crate::counts::Counts;
use crate::curator::{Candidate, Curator, DistanceScratch, Size};
use crate::domain::Domain;
use crate::ledger::Gaussian;
use crate::mrf::candidates::{Candidates, Limits};
use crate::mrf::estimate::{Estimate, Estimator, Measurement, Stopping, mean_precision};
use crate::mrf::graph::Graph;
use crate::mrf::inference::Beliefs;
use crate::mrf::joined;
use crate::mrf::marginal::marginal;
use crate::mrf::reconcile::{known_size, reconcile};
use crate::mrf::tree::JunctionTree;
use crate::privacy::{Loss, MuSquared, Sigma};
use crate::variables::VariableSet;

/// The state between rounds: all public.
pub(super) struct Rounds<'a> {
    pub(super) domain: Domain<'a>,
    pub(super) settings: &'a Settings,
    pub(super) size: (f64, f64),
    pub(super) graph: Graph,
    pub(super) candidates: Candidates,
    measurements: Vec<Measurement>,
    tables: Vec<Measured>,
    potentials: Vec<f64>,
    pub(super) left: MuSquared,
    left_to_make: u32,
}

impl<'a> Rounds<'a> {
    pub(super) fn new(
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
            size: known_size(size),
            graph: Graph::new((0..attributes).map(joined::joined)),
            candidates: Candidates::anywhere(),
            measurements,
            tables: Vec::new(),
            potentials: Vec::new(),
            left,
            left_to_make: settings.most_rounds.get(),
        })
    }

    /// One round; false where there was none to be made.
    pub(super) fn next<C: Counts, R: TryCryptoRng, const ENTRIES: usize>(
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
        if !self.settings.repeats {
            self.candidates.forget(&chosen);
        }
        self.spend(choice)?;
        self.potentials = estimate.potentials;
        let anneals = self.settings.anneals;
        let measured = self.take(curator, chosen, table_share)?;
        let only_noise = anneals && is_noise(&expected, measured);
        self.left_to_make -= 1;
        if only_noise {
            self.left_to_make = self.left_to_make.div_ceil(2);
        }
        progress(self.left_to_make);
        Ok(true)
    }

    /// Measures a table and makes it part of the model.
    pub(super) fn take<C: Counts, R: TryCryptoRng, const ENTRIES: usize>(
        &mut self,
        curator: &mut Curator<C, R, Gaussian, ENTRIES>,
        set: VariableSet,
        share: MuSquared,
    ) -> Result<&Measured, Error> {
        let measured = measure(curator, &self.domain, set, share)?;
        self.spend(share)?;
        self.graph.join(&measured.variables);
        self.measurements.push(as_measurement(&measured));
        self.tables.push(measured);
        self.tables.last().ok_or(Error::NothingToSelect)
    }

    /// Notes what was paid for, whether or not all of it was used.
    pub(super) fn spend(&mut self, share: MuSquared) -> Result<(), Error> {
        self.left = self.left.checked_sub(share).ok_or(Error::LossOutOfRange)?;
        Ok(())
    }

    fn estimate(&self, stopping: Stopping) -> Result<(JunctionTree, Estimate, f64), Error> {
        let tree = JunctionTree::new(&self.domain, &self.graph.cliques(&self.domain))?;
        let precision = mean_precision(&self.measurements);
        let mut reconciled = self.measurements.clone();
        if self.settings.weights == Weights::Equal {
            for measurement in &mut reconciled {
                measurement.variance = 1.0 / square(precision);
            }
        }
        let rows = reconcile(&self.domain, &mut reconciled, Some(self.size));
        // A table has fewer than 2^32 rows, whatever noisy tables tell of.
        let rows = rows.clamp(1.0, f64::from(u32::MAX));
        let smoothing = self.settings.smoothing * precision;
        let estimator = Estimator::new(&self.domain, &tree, &reconciled, rows, smoothing)?;
        let estimate = estimator.solve(&self.potentials, stopping)?;
        Ok((tree, estimate, rows))
    }

    /// What a table of this noise must keep within.
    pub(super) fn limits(&self, rows: f64, noise: f64) -> Limits {
        Limits {
            attributes: self.settings.most_attributes,
            cells: self.settings.most_cells(rows, noise),
            model_cells: self.settings.model_cells,
            candidates: self.settings.candidates,
        }
    }

    fn candidates(&mut self, rows: f64, noise: f64) -> Vec<Candidate> {
        let limits = self.limits(rows, noise);
        let sets = self.candidates.draw(&self.domain, &self.graph, limits);
        let candidates = sets.into_iter().map(|variables| {
            let cells = self.domain.cells(&variables, limits.cells).unwrap_or(0);
            #[allow(clippy::cast_precision_loss)]
            let handicap = self.settings.caution * MEAN_ABSOLUTE * noise * cells as f64;
            Candidate {
                variables,
                // A saturating cast of a number of rows.
                #[allow(clippy::cast_possible_truncation)]
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
        let scratch = DistanceScratch {
            counts: &mut counts,
            scores: &mut scores,
        };
        let place = curator.farthest(&self.domain, &candidates, &expectations, share, scratch)?;
        let chosen = candidates.get(place).ok_or(Error::NothingToSelect)?;
        let expected = expectations.get(place).ok_or(Error::NothingToSelect)?;
        Ok((chosen.variables.clone(), expected.clone()))
    }

    pub(super) fn finish(self) -> Result<(JunctionTree, Estimate, f64, Vec<Measured>), Error> {
        let (tree, estimate, rows) = self.estimate(Stopping::AT_THE_END)?;
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

/// How far beyond its noise a table must be to count as news.
const SURPLUS: f64 = 1.1;
/// Most cells of a table on the way to a marginal that no clique holds.
pub const MOST_PRODUCT: u64 = 1 << 24;
/// Good enough to see what the model misses; the next round goes on from there.
const BETWEEN_ROUNDS: Stopping = Stopping {
    gap_a_cell: 0.1,
    most_steps: 25,
};
