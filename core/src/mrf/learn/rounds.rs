//! Round by round: estimate, choose, measure.

use alloc::vec;
use alloc::vec::Vec;
use core::mem;
use core::num::NonZeroU32;

use super::expecting::Expecting;
use super::known::Known;
use super::learned::{Measured, joined_leaf};
use super::measure::Asking;
use super::news::News;
use super::settings::{Settings, Weights};
use super::turn::Turn;
use crate::Error;
use crate::answers::GaussianAnswers;
use crate::counts::MOST_ROWS;
use crate::curator::{Candidate, Compared, DistanceScratch, Size};
use crate::domain::Domain;
use crate::mrf::batch::Batch;
use crate::mrf::candidates::{Candidates, Limits, Room};
use crate::mrf::estimate::{Estimate, Estimator, Shape, Stopping};
use crate::mrf::graph::Graph;
use crate::mrf::levels;
use crate::mrf::measurement::{Measurement, mean_precision};
use crate::mrf::reconcile::{known_size, reconcile};
use crate::mrf::tree::JunctionTree;
use crate::mrf::workload::{Among, Turns};
use crate::privacy::{Loss, MuSquared};
use crate::variables::VariableSet;

/// The state between rounds: all public.
pub(super) struct Rounds<'a> {
    pub(super) domain: Domain<'a>,
    pub(super) settings: &'a Settings,
    pub(super) size: (f64, f64),
    pub(super) graph: Graph,
    pub(super) candidates: Candidates,
    measurements: Vec<Measurement>,
    known: Known,
    tables: Vec<Measured>,
    choices: Vec<VariableSet>,
    turns: Turns,
    potentials: Vec<f64>,
    pub(super) left: MuSquared,
    to_make_at_first: NonZeroU32,
    left_to_make: u32,
    /// Whether some of the model's memory is kept for later rounds.
    keeps_memory: bool,
}

/// A model of what was measured so far.
pub(super) struct Estimated {
    pub(super) tree: JunctionTree,
    pub(super) estimate: Estimate,
    pub(super) rows: f64,
}

/// What all rounds together came to.
pub(super) struct Finished {
    pub(super) model: Estimated,
    pub(super) tables: Vec<Measured>,
    pub(super) choices: Vec<VariableSet>,
}

impl<'a> Rounds<'a> {
    pub(super) fn new(
        domain: Domain<'a>,
        settings: &'a Settings,
        size: Size,
        leaves: &[Measured],
        (left, rounds): (MuSquared, NonZeroU32),
    ) -> Result<Self, Error> {
        let attributes = u8::try_from(domain.attributes()).map_err(|_| Error::BadDomain)?;
        let size = known_size(size);
        let measurements = (0..attributes)
            .zip(leaves)
            .map(|(attribute, leaf)| {
                let leaf = leaf.in_rows().of_rows(size.0);
                joined_leaf(&domain, attribute, &leaf)
            })
            .collect::<Result<Vec<_>, _>>()?;
        // What a rule ties stands in one clique, so that what it excludes has no mass.
        let mut graph = Graph::new(&domain, (0..attributes).map(levels::joined));
        for set in settings.rules.sets(levels::joined)? {
            graph.join(&set);
        }
        let mut known = Known::of_size(size);
        for leaf in &measurements {
            known.add(&domain, leaf);
        }
        Ok(Self {
            domain,
            settings,
            size,
            graph,
            candidates: Candidates::anywhere(),
            measurements,
            known,
            tables: Vec::new(),
            choices: Vec::new(),
            turns: Turns::default(),
            potentials: Vec::new(),
            left,
            to_make_at_first: rounds,
            left_to_make: rounds.get(),
            keeps_memory: settings.keeps_memory(domain.attributes()),
        })
    }

    /// One estimate and the tables that are chosen by it; false where there was none to be made.
    pub(super) fn next(
        &mut self,
        curator: &mut impl GaussianAnswers,
        progress: &mut dyn FnMut(u32),
    ) -> Result<bool, Error> {
        let Some(rounds) = NonZeroU32::new(self.left_to_make) else {
            return Ok(false);
        };
        let estimated = self.estimate(BETWEEN_ROUNDS)?;
        let neighbours = curator.neighbours();
        let settings = self.settings;
        let left = (self.left, rounds);
        let mut turn = Turn::new(
            settings,
            self.turns.next(&settings.workload),
            left,
            neighbours,
        )?;
        let mut candidates = self.offered(&estimated, &turn);
        if candidates.is_empty() && turn.among == Among::Named {
            turn = Turn::new(settings, Among::Any, left, neighbours)?;
            candidates = self.offered(&estimated, &turn);
        }
        if candidates.is_empty() {
            // Nothing fits the memory that there is now: all of it; or under this noise: fewer, more precise rounds, or the end.
            if !mem::take(&mut self.keeps_memory) {
                self.left_to_make /= 2;
            }
            return Ok(self.left_to_make > 0);
        }
        let limits = self.limits(estimated.rows, &turn);
        let chosen = self.choose(curator, candidates, &turn, limits)?;
        self.potentials = estimated.estimate.potentials;
        // Among the candidates, which a source may have kept from the choice.
        curator.announce(&self.domain, &|tell| {
            for (set, _) in &chosen {
                tell(set);
            }
        });
        let mut told = Vec::new();
        for (set, expected) in chosen {
            if !self.settings.repeats {
                self.candidates.forget(&set);
            }
            let weight = match turn.among {
                Among::Named => settings.workload.weight_in(turn.among, &set),
                Among::Any => NonZeroU32::MIN,
            };
            let measured = self.take(curator, set, turn.table)?;
            told.push((weight, News::of(&self.domain, &expected, &measured)));
        }
        self.heed(&turn, &told);
        progress(self.left_to_make);
        Ok(true)
    }

    /// What may be chosen in this turn, with what the model expects of it.
    fn offered(&mut self, model: &Estimated, turn: &Turn) -> Vec<(Candidate, Vec<i64>)> {
        let limits = self.limits(model.rows, turn);
        let workload = &self.settings.workload;
        let mut sets = self.candidates.draw(Room {
            domain: &self.domain,
            graph: &self.graph,
            limits,
            workload,
        });
        if turn.among == Among::Named {
            sets.retain(|set| workload.weight(set).is_some());
        }
        let expecting = Expecting {
            domain: &self.domain,
            tree: &model.tree,
            beliefs: &model.estimate.beliefs,
            rows: model.rows,
            noise: turn.noise,
            useful_cells: self.settings.useful_cells(limits),
        };
        expecting.candidates(sets, turn.among, self.settings)
    }

    /// What the tables of a batch told, each with its weight, by the rounds whose budget they had, decides what the next choice is
    /// among, and whether those to come shall be fewer and more precise.
    #[allow(clippy::cast_precision_loss)] // a batch has at most a hundred tables
    fn heed(&mut self, turn: &Turn, told: &[(NonZeroU32, News)]) {
        let worths = told
            .iter()
            .map(|(weight, news)| f64::from(weight.get()) * news.worth());
        let rounds = told.len().max(1) as f64 * f64::from(turn.rounds.get());
        self.turns.note(turn.among, worths.sum::<f64>() / rounds);
        let only_noise = told.iter().filter(|(_, news)| news.is_noise()).count();
        if self.settings.anneals && only_noise.saturating_mul(2) > told.len() {
            self.left_to_make = self.left_to_make.div_ceil(2);
        }
    }

    /// Measures a table and makes it part of the model.
    pub(super) fn take(
        &mut self,
        curator: &mut impl GaussianAnswers,
        set: VariableSet,
        share: MuSquared,
    ) -> Result<Measurement, Error> {
        let asking = Asking {
            domain: &self.domain,
            settings: self.settings,
            known: &self.known,
        };
        let measured = asking.measure(curator, set, share)?;
        self.spend(share)?;
        self.graph.join(&measured.variables);
        let in_rows = measured.in_rows();
        self.known.add(&self.domain, &in_rows);
        self.measurements.push(in_rows.clone());
        self.tables.push(measured);
        Ok(in_rows)
    }

    /// Notes what was paid for, whether or not all of it was used.
    pub(super) fn spend(&mut self, share: MuSquared) -> Result<(), Error> {
        self.left = self.left.checked_sub(share).ok_or(Error::LossOutOfRange)?;
        Ok(())
    }

    fn estimate(&self, stopping: Stopping) -> Result<Estimated, Error> {
        let tree = JunctionTree::new(&self.domain, &self.graph.cliques())?;
        let precision = mean_precision(&self.measurements);
        let mut reconciled = self.measurements.clone();
        if self.settings.weights == Weights::Equal {
            for measurement in &mut reconciled {
                measurement.variance = 1.0 / square(precision);
            }
        }
        let rows = reconcile(&self.domain, &mut reconciled, Some(self.size))?;
        // No table has more rows, whatever noisy tables tell of. Below 2^53, so that the float is exact.
        #[allow(clippy::cast_precision_loss)]
        let rows = rows.clamp(1.0, MOST_ROWS as f64);
        let smoothing = self.settings.smoothing * precision;
        let shape = Shape {
            domain: &self.domain,
            tree: &tree,
            rules: &self.settings.rules,
        };
        let estimator = Estimator::new(shape, &reconciled, rows, smoothing)?;
        let estimate = estimator.solve(&self.potentials, stopping)?;
        Ok(Estimated {
            tree,
            estimate,
            rows,
        })
    }

    /// What a table of this turn must keep within.
    pub(super) fn limits(&self, rows: f64, turn: &Turn) -> Limits {
        Limits {
            attributes: self.settings.most_attributes,
            cells: self.settings.most_cells(rows, turn.noise),
            model_cells: self.model_cells(turn),
            candidates: self.settings.candidates,
        }
    }

    /// The most cells that the model may have after this turn: never fewer than it has.
    fn model_cells(&self, turn: &Turn) -> u64 {
        let rounds = self.most_of_a_batch(turn).saturating_mul(turn.rounds.get());
        let left = self.left_to_make.saturating_sub(rounds);
        let made = self.to_make_at_first.get().saturating_sub(left);
        if self.keeps_memory {
            let cells = self.settings.model_cells_after(made, self.to_make_at_first);
            cells.max(self.graph.cells())
        } else {
            self.settings.model_cells
        }
    }

    /// The most tables that this turn may choose.
    fn most_of_a_batch(&self, turn: &Turn) -> u32 {
        let attributes = self.domain.attributes();
        let most = self.settings.batch(attributes, self.tables.is_empty());
        u32::try_from(most)
            .unwrap_or(u32::MAX)
            .min(self.left_to_make / turn.rounds)
            .max(1)
    }

    /// The chosen tables with what the model expected of them, at most a batch.
    fn choose(
        &mut self,
        curator: &mut impl GaussianAnswers,
        candidates: Vec<(Candidate, Vec<i64>)>,
        turn: &Turn,
        limits: Limits,
    ) -> Result<Vec<(VariableSet, Vec<i64>)>, Error> {
        let (candidates, expectations): (Vec<_>, Vec<_>) = candidates.into_iter().unzip();
        let cells = expectations.iter().map(Vec::len).max().unwrap_or(0);
        let (mut counts, mut scores) = (vec![0; cells], vec![0; candidates.len()]);
        let (mut offered, mut allowed) = (scores.clone(), vec![true; candidates.len()]);
        let scratch = DistanceScratch {
            counts: &mut counts,
            scores: &mut scores,
            offered: &mut offered,
            allowed: &mut allowed,
        };
        let compared = Compared {
            candidates: &candidates,
            expectations: &expectations,
            most_weight: self.settings.workload.most(),
        };
        let mut places = vec![0; self.most_of_a_batch(turn) as usize];
        let mut batch = Batch::new(&self.domain, &self.graph, limits);
        let cells_with = candidates
            .iter()
            .map(|one| self.candidates.cells_with(&one.variables));
        let cells_with: Vec<u64> = cells_with.collect();
        let mut fitting = 0_usize;
        let strike = &mut |place: usize, allowed: &mut [bool]| {
            let set = candidates.get(place).map(|candidate| &candidate.variables);
            if !set.is_some_and(|set| batch.take(set)) {
                // There is no room for it after all: it is paid for, and nothing follows it.
                allowed.fill(false);
                return;
            }
            fitting = fitting.saturating_add(1);
            let others = candidates.iter().zip(&cells_with);
            for (allowed, (candidate, &cells)) in allowed.iter_mut().zip(others) {
                *allowed = *allowed && batch.allows(&candidate.variables, cells);
            }
        };
        let made = curator.farthest(
            &self.domain,
            compared,
            turn.choice,
            scratch,
            strike,
            &mut places,
        )?;
        // Also the one for which there was no room is made.
        for _ in 0..made {
            self.spend(turn.choice)?;
            self.left_to_make = self.left_to_make.saturating_sub(turn.rounds.get());
        }
        let chosen = places.iter().take(made).filter_map(|&place| {
            let candidate = candidates.get(place)?;
            Some((
                candidate.variables.clone(),
                expectations.get(place)?.clone(),
            ))
        });
        let mut chosen: Vec<_> = chosen.collect();
        let sets = chosen.iter().map(|(set, _)| set.clone());
        self.choices.extend(sets);
        chosen.truncate(fitting);
        Ok(chosen)
    }

    pub(super) fn finish(self) -> Result<Finished, Error> {
        Ok(Finished {
            model: self.estimate(Stopping::AT_THE_END)?,
            tables: self.tables,
            choices: self.choices,
        })
    }
}

fn square(number: f64) -> f64 {
    number * number
}

/// Good enough to see what the model misses; the next round goes on from there.
pub const BETWEEN_ROUNDS: Stopping = Stopping {
    misfit: 0.1,
    most_sweeps: 50,
};
