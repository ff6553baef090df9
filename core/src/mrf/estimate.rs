//! The model that noisy tables tell of: maximum entropy against Gaussian noise, on a junction tree.
//!
//! Among all distributions p of n rows, the one that maximises
//! ```text
//! λ·n·H(p) − ½ Σ_M ‖n·p_M − y_M‖²/σ_M²
//! ```
//! for noisy tables y_M with deviations σ_M. n·H(p) is, up to lower terms, the logarithm of the number
//! of tables of n rows that look like p, so λ = 1 is the most likely p if every table was as likely as
//! any other beforehand; λ → 0 is the constrained least squares of McKenna, Sheldon and Miklau 2019
//! (Cai Alg. 5). Between them λ says how much a cell must stand out of the noise to be believed.
//!
//! The maximum has the form p(x) ∝ Π_M exp(θ_M(x_M)), and θ minimises the dual
//! ```text
//! G(θ) = n·ln Z(θ) − Σ_M ⟨θ_M, y_M⟩ + ½λ Σ_M σ_M²‖θ_M‖²,   ∇G = n·p_M − y_M + λσ_M²θ_M
//! ```
//! which is smooth and strongly convex, without constraints. Deviation from Cai Alg. 5: it is minimised
//! by a quasi-Newton method (L-BFGS, Nocedal 1980, with a diagonal start) instead of mirror descent,
//! until the bound on the distance to the optimum, G(θ) − G* ≤ ½ Σ_M ‖∇_M G‖²/(λσ_M²), is small.
//! Plain correctly rounded operations and `libm` in a fixed order: the same bits everywhere.
//!
//! Tested: the optimality conditions at the solution; the least-squares projection in closed form.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::inference::Beliefs;
use super::projection::Projection;
use super::tree::JunctionTree;
use crate::Error;
use crate::domain::Domain;
use crate::variables::VariableSet;

/// One noisy table.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// What was counted.
    pub variables: VariableSet,
    /// The noisy counts.
    pub cells: Vec<f64>,
    /// σ² of each cell.
    pub variance: f64,
}

/// How long to go on.
#[derive(Clone, Copy, Debug)]
pub struct Stopping {
    /// Bound on the distance to the optimum, in nats a measured cell.
    pub gap_a_cell: f64,
    /// Steps at most.
    pub most_steps: u32,
}

impl Stopping {
    /// For an estimate that is kept.
    pub const AT_THE_END: Self = Self {
        gap_a_cell: 0.01,
        most_steps: 300,
    };
}

/// The estimation problem on a fixed tree.
pub struct Estimator<'a> {
    tree: &'a JunctionTree,
    tables: Vec<Placed<'a>>,
    total: f64,
    smoothing: f64,
    parameters: usize,
}

struct Placed<'a> {
    measurement: &'a Measurement,
    clique: usize,
    projection: Projection,
    range: Range<usize>,
}

/// What was estimated.
pub struct Estimate {
    /// θ, the tables' potentials one after the other.
    pub potentials: Vec<f64>,
    /// The cliques' marginals.
    pub beliefs: Beliefs,
    /// The bound on the distance to the optimum, in nats.
    pub gap: f64,
    /// Steps that were made.
    pub steps: u32,
}

impl<'a> Estimator<'a> {
    /// `total` is n, `smoothing` is λ > 0. Refused: a table that no clique of the tree holds.
    pub fn new(
        domain: &Domain<'_>,
        tree: &'a JunctionTree,
        measurements: &'a [Measurement],
        total: f64,
        smoothing: f64,
    ) -> Result<Self, Error> {
        let mut tables = Vec::new();
        let mut parameters = 0_usize;
        for measurement in measurements {
            let clique = tree
                .holder(domain, &measurement.variables)
                .ok_or(Error::BadVariableSet)?;
            let around = tree.cliques().get(clique).ok_or(Error::BadDomain)?;
            let projection = Projection::new(domain, &around.variables, &measurement.variables)?;
            if projection.onto_cells() != measurement.cells.len() {
                return Err(Error::BufferTooSmall);
            }
            let end = parameters.saturating_add(measurement.cells.len());
            tables.push(Placed {
                measurement,
                clique,
                projection,
                range: parameters..end,
            });
            parameters = end;
        }
        Ok(Self {
            tree,
            tables,
            total: total.max(1.0),
            smoothing,
            parameters,
        })
    }

    /// Minimises the dual from the given potentials; missing ones start at zero.
    pub fn solve(&self, start: &[f64], stopping: Stopping) -> Result<Estimate, Error> {
        let mut potentials: Vec<f64> = start.to_vec();
        potentials.resize(self.parameters, 0.0);
        let mut beliefs = Beliefs::new(self.tree);
        let mut gradient = vec![0.0; self.parameters];
        let mut value = self.dual(&potentials, &mut beliefs, &mut gradient)?;
        let scales = self.scales();
        let mut memory = Memory::default();
        let mut trial = potentials.clone();
        let mut trial_gradient = gradient.clone();
        #[allow(clippy::cast_precision_loss)]
        let small_enough = stopping.gap_a_cell * self.parameters as f64;
        let mut steps = 0;
        while steps < stopping.most_steps && self.gap(&gradient) > small_enough {
            let direction = memory.direction(&gradient, &scales);
            let slope = dot(&direction, &gradient);
            let mut step = 1.0;
            let mut lowered = None;
            for _ in 0..MOST_HALVINGS {
                for ((trial, old), change) in trial.iter_mut().zip(&potentials).zip(&direction) {
                    *trial = old + step * change;
                }
                let reached = self.dual(&trial, &mut beliefs, &mut trial_gradient)?;
                if reached <= value + SUFFICIENT * step * slope {
                    lowered = Some(reached);
                    break;
                }
                step *= 0.5;
            }
            let Some(reached) = lowered else {
                // No step lowers the value: rounding is all that is left, and the beliefs are a trial's.
                self.dual(&potentials, &mut beliefs, &mut gradient)?;
                break;
            };
            memory.remember(&potentials, &trial, &gradient, &trial_gradient);
            core::mem::swap(&mut potentials, &mut trial);
            core::mem::swap(&mut gradient, &mut trial_gradient);
            value = reached;
            steps += 1;
        }
        let gap = self.gap(&gradient);
        Ok(Estimate {
            potentials,
            beliefs,
            gap,
            steps,
        })
    }

    /// G(θ) and its gradient; leaves the marginals in `beliefs`.
    fn dual(
        &self,
        potentials: &[f64],
        beliefs: &mut Beliefs,
        gradient: &mut [f64],
    ) -> Result<f64, Error> {
        for clique in beliefs.cliques_mut() {
            clique.fill(0.0);
        }
        let mut value = 0.0;
        for table in &self.tables {
            let own = potentials
                .get(table.range.clone())
                .ok_or(Error::BufferTooSmall)?;
            let clique = beliefs.cliques_mut().get_mut(table.clique);
            table.projection.add(own, clique.ok_or(Error::BadDomain)?);
            let penalty = 0.5 * self.smoothing * table.measurement.variance;
            value += penalty * dot(own, own) - dot(own, &table.measurement.cells);
        }
        value += self.total * beliefs.infer(self.tree)?;
        for table in &self.tables {
            let own = potentials
                .get(table.range.clone())
                .ok_or(Error::BufferTooSmall)?;
            let slopes = gradient
                .get_mut(table.range.clone())
                .ok_or(Error::BufferTooSmall)?;
            let clique = beliefs
                .cliques()
                .get(table.clique)
                .ok_or(Error::BadDomain)?;
            table.projection.sum(clique, slopes);
            let shrink = self.smoothing * table.measurement.variance;
            for ((slope, potential), noisy) in
                slopes.iter_mut().zip(own).zip(&table.measurement.cells)
            {
                *slope = *slope * self.total - noisy + shrink * potential;
            }
        }
        Ok(value)
    }

    /// ½ Σ_M ‖∇_M G‖²/(λσ_M²): G is strongly convex with these moduli.
    fn gap(&self, gradient: &[f64]) -> f64 {
        let gaps = self.tables.iter().map(|table| {
            let slopes = gradient.get(table.range.clone()).unwrap_or_default();
            0.5 * dot(slopes, slopes) / (self.smoothing * table.measurement.variance)
        });
        gaps.sum()
    }

    /// The inverse of the Hessian's diagonal, n·p + λσ², with n·p taken from the noisy counts.
    fn scales(&self) -> Vec<f64> {
        let mut scales = Vec::with_capacity(self.parameters);
        for table in &self.tables {
            let least = self.smoothing * table.measurement.variance;
            let cells = &table.measurement.cells;
            scales.extend(cells.iter().map(|noisy| 1.0 / (noisy.max(1.0) + least)));
        }
        scales
    }
}

/// √(mean of 1/σ²) over all tables: in these units λ need not be chosen anew for every budget.
#[allow(clippy::cast_precision_loss)]
pub fn mean_precision(measurements: &[Measurement]) -> f64 {
    let sum: f64 = measurements.iter().map(|one| 1.0 / one.variance).sum();
    libm::sqrt(sum / measurements.len().max(1) as f64)
}

/// The last steps of L-BFGS and how the gradient changed along them.
#[derive(Default)]
struct Memory {
    steps: Vec<Step>,
}

struct Step {
    moved: Vec<f64>,
    changed: Vec<f64>,
    /// 1/⟨moved, changed⟩
    weight: f64,
}

impl Memory {
    /// −H·gradient with the two-loop recursion.
    fn direction(&self, gradient: &[f64], scales: &[f64]) -> Vec<f64> {
        let mut direction: Vec<f64> = gradient.iter().map(|slope| -slope).collect();
        let mut weights = Vec::with_capacity(self.steps.len());
        for step in self.steps.iter().rev() {
            let weight = step.weight * dot(&step.moved, &direction);
            add_times(&mut direction, -weight, &step.changed);
            weights.push(weight);
        }
        direction
            .iter_mut()
            .zip(scales)
            .for_each(|(change, scale)| *change *= scale);
        for (step, weight) in self.steps.iter().zip(weights.iter().rev()) {
            let correction = step.weight * dot(&step.changed, &direction);
            add_times(&mut direction, weight - correction, &step.moved);
        }
        direction
    }

    fn remember(&mut self, old: &[f64], new: &[f64], old_slope: &[f64], new_slope: &[f64]) {
        let difference = |new: &[f64], old: &[f64]| -> Vec<f64> {
            new.iter().zip(old).map(|(new, old)| new - old).collect()
        };
        let (moved, changed) = (difference(new, old), difference(new_slope, old_slope));
        let product = dot(&moved, &changed);
        if product > 0.0 {
            if self.steps.len() == REMEMBERED {
                self.steps.remove(0);
            }
            self.steps.push(Step {
                moved,
                changed,
                weight: 1.0 / product,
            });
        }
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

fn add_times(sum: &mut [f64], factor: f64, more: &[f64]) {
    sum.iter_mut()
        .zip(more)
        .for_each(|(sum, more)| *sum += factor * more);
}

const REMEMBERED: usize = 8;
const MOST_HALVINGS: u32 = 30;
/// Armijo's condition.
const SUFFICIENT: f64 = 1e-4;
