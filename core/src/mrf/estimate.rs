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
//! G(θ) = n·ln Z(θ) − Σ_M ⟨θ_M, y_M⟩ + ½λ Σ_M σ_M²‖θ_M‖²,   ∇_M G = n·p_M − y_M + λσ_M²θ_M
//! ```
//! which is smooth and strongly convex, without constraints. Deviation from Cai Alg. 5, which is mirror descent:
//! G is minimised table by table, as in iterative proportional fitting (Deming and Stephan 1940; on a junction
//! tree Jiroušek and Přeučil 1995). A sweep walks through the tree, so that every clique knows of all changes
//! before it; each table in turn takes the δ with n·p_M·e^δ − y_M + λσ_M²(θ_M + δ) = 0 in every cell, and its
//! clique is multiplied by e^δ and normalised. After a sweep, what several tables say alike is divided among them as it costs
//! least (`balance`). Where ∇G is zero, neither changes anything.
//!
//! It ends where the *misfit*, the root mean square of ∇_M G/σ_M over all cells, is small: what is not fitted
//! is then small beside the noise. G is strongly convex with the moduli λσ_M², so that the distance to the optimum is
//! at most G(θ) − G* ≤ misfit²/(2λ) nats a cell.
//!
//! What a rule makes impossible ([`crate::rules`]) has no mass: p is a distribution over what is possible, and Z a sum over it. A
//! table's cell that is impossible keeps its potential, for there G is y's square alone; it is what is left of a
//! cell that says zero, and that agreement with other tables (`reconcile`) has moved.
//!
//! Plain correctly rounded operations and `libm` in a fixed order: the same bits everywhere.
//!
//! Tested: the optimality conditions at the solution, over the whole range of λ that a spec may ask for; the
//! least-squares projection in closed form.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::balance::Balance;
use super::inference::Beliefs;
use super::leaps::Leaps;
use super::measurement::Measurement;
use super::projection::Projection;
pub use super::shape::Shape;
use super::tree::Visit;
use crate::Error;

/// How long to go on.
#[derive(Clone, Copy, Debug)]
pub struct Stopping {
    /// The misfit that is small enough, in noise deviations.
    pub misfit: f64,
    /// Sweeps at most.
    pub most_sweeps: u32,
}

impl Stopping {
    /// For an estimate that is kept.
    pub const AT_THE_END: Self = Self {
        misfit: 0.02,
        most_sweeps: 500,
    };
}

/// The estimation problem on a fixed tree.
pub struct Estimator<'a> {
    shape: Shape<'a>,
    measurements: &'a [Measurement],
    /// For each table where it stands.
    places: Vec<Place>,
    total: f64,
    smoothing: f64,
    parameters: usize,
}

struct Place {
    clique: usize,
    projection: Projection,
    /// Its potentials among all.
    range: Range<usize>,
    /// (Σ y_M − n)/cells. What a table has beyond n rows adds a constant to its potentials and nothing to the model.
    surplus: f64,
    /// Which of its cells some row may be in; empty where all are.
    possible: Vec<bool>,
}

/// What was estimated.
#[derive(Clone, Debug)]
pub struct Estimate {
    /// θ, the tables' potentials one after the other.
    pub potentials: Vec<f64>,
    /// The cliques' marginals.
    pub beliefs: Beliefs,
    /// How well it fits.
    pub fit: Fit,
}

/// How well an estimate fits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// The root mean square of the gradient over all cells, in noise deviations.
    pub misfit: f64,
    /// Sweeps that were made.
    pub sweeps: u32,
}

impl<'a> Estimator<'a> {
    /// `total` is n, `smoothing` is λ > 0. Refused: a table that no clique of the tree holds.
    pub fn new(
        shape: Shape<'a>,
        measurements: &'a [Measurement],
        total: f64,
        smoothing: f64,
    ) -> Result<Self, Error> {
        let Shape { domain, tree, .. } = shape;
        let support = shape.support()?;
        let mut places = Vec::new();
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
            #[allow(clippy::cast_precision_loss)]
            let surplus = (measurement.cells.iter().sum::<f64>() - total.max(1.0))
                / measurement.cells.len() as f64;
            let possible = match &support {
                Some(support) => projection.has_mass(support.cliques().get(clique))?,
                None => Vec::new(),
            };
            places.push(Place {
                clique,
                projection,
                range: parameters..end,
                surplus,
                possible,
            });
            parameters = end;
        }
        Ok(Self {
            shape,
            measurements,
            places,
            total: total.max(1.0),
            smoothing,
            parameters,
        })
    }

    /// Minimises the dual from the given potentials; missing ones start at zero.
    pub fn solve(&self, start: &[f64], stopping: Stopping) -> Result<Estimate, Error> {
        let mut potentials: Vec<f64> = start.to_vec();
        potentials.resize(self.parameters, 0.0);
        let mut beliefs = self.beliefs(&potentials)?;
        let Shape { domain, tree, .. } = self.shape;
        let mut balance = Balance::new(domain, self.measurements)?;
        let (walk, tables) = (tree.walk(), self.by_clique());
        let mut fit = Fit {
            misfit: f64::INFINITY,
            sweeps: 0,
        };
        let mut leaps = Leaps::default();
        while fit.sweeps < stopping.most_sweeps && fit.misfit > stopping.misfit {
            let before = potentials.clone();
            for &visit in &walk {
                match visit {
                    Visit::Leave(place) => beliefs.hand_up(tree, place)?,
                    Visit::Enter(place) => {
                        beliefs.hand_down(tree, place)?;
                        for &table in tables.get(place).into_iter().flatten() {
                            self.fit_table(table, &mut potentials, &mut beliefs)?;
                        }
                    }
                }
            }
            balance.divide(&mut potentials);
            for place in 0..tree.cliques().len() {
                beliefs.hand_down(tree, place)?;
            }
            fit.misfit = self.misfit(&potentials, &beliefs)?;
            fit.sweeps += 1;
            if !fit.misfit.is_finite() {
                // Tables that exclude each other have left no cell with mass. There is a model before that.
                potentials = before;
                beliefs = self.beliefs(&potentials)?;
                fit.misfit = self.misfit(&potentials, &beliefs)?;
                break;
            }
            if !self.shape.rules.is_empty()
                && let Some(ahead) = leaps.after(&before, &potentials)
            {
                let far = self.beliefs(&ahead)?;
                let misfit = self.misfit(&ahead, &far)?;
                if misfit < fit.misfit {
                    (potentials, beliefs, fit.misfit) = (ahead, far, misfit);
                }
            }
        }
        Ok(Estimate {
            potentials,
            beliefs,
            fit,
        })
    }

    /// The marginals of the model with these potentials.
    fn beliefs(&self, potentials: &[f64]) -> Result<Beliefs, Error> {
        let mut beliefs = self.shape.uniform()?;
        for place in &self.places {
            let own = potentials.get(place.range.clone());
            let clique = beliefs.cliques_mut().get_mut(place.clique);
            place.projection.add(
                own.ok_or(Error::BufferTooSmall)?,
                clique.ok_or(Error::BadDomain)?,
            );
        }
        beliefs.infer(self.shape.tree)?;
        Ok(beliefs)
    }

    /// For each clique its tables, the largest first, so that those of few cells, which are the most precise, have the
    /// last word.
    fn by_clique(&self) -> Vec<Vec<usize>> {
        let mut tables = vec![Vec::new(); self.shape.tree.cliques().len()];
        for (table, place) in self.places.iter().enumerate() {
            if let Some(tables) = tables.get_mut(place.clique) {
                tables.push(table);
            }
        }
        for tables in &mut tables {
            let cells = |&table: &usize| self.places.get(table).map(|place| place.range.len());
            tables.sort_by_key(|table| core::cmp::Reverse(cells(table)));
        }
        tables
    }

    /// Minimises G over the potentials of one table.
    fn fit_table(
        &self,
        table: usize,
        potentials: &mut [f64],
        beliefs: &mut Beliefs,
    ) -> Result<(), Error> {
        let (place, measurement) = self.table(table)?;
        let own = potentials
            .get_mut(place.range.clone())
            .ok_or(Error::BufferTooSmall)?;
        let clique = beliefs
            .cliques_mut()
            .get_mut(place.clique)
            .ok_or(Error::BadDomain)?;
        let mut factors = vec![0.0; own.len()];
        place.projection.sum(clique, &mut factors);
        let shrink = self.smoothing * measurement.variance;
        let mut mass = 0.0;
        let cells = factors.iter_mut().zip(own).zip(&measurement.cells);
        for (cell, ((factor, potential), noisy)) in cells.enumerate() {
            let share = *factor;
            let wanted = noisy - place.surplus - shrink * *potential;
            if place.possible.get(cell) == Some(&false) {
                *potential += wanted / shrink;
                continue;
            }
            let step = cell_step(self.total * share, shrink, wanted);
            *potential += step;
            *factor = libm::exp(step);
            mass += share * *factor;
        }
        for factor in &mut factors {
            *factor /= mass;
        }
        place.projection.multiply(&factors, clique);
        Ok(())
    }

    /// The root mean square of ∇_M G/σ_M over all cells.
    #[allow(clippy::cast_precision_loss)]
    fn misfit(&self, potentials: &[f64], beliefs: &Beliefs) -> Result<f64, Error> {
        let mut squares = 0.0;
        for table in 0..self.places.len() {
            let (place, measurement) = self.table(table)?;
            let own = potentials.get(place.range.clone());
            let own = own.ok_or(Error::BufferTooSmall)?;
            let clique = beliefs.cliques().get(place.clique);
            let mut shares = vec![0.0; own.len()];
            place
                .projection
                .sum(clique.ok_or(Error::BadDomain)?, &mut shares);
            let shrink = self.smoothing * measurement.variance;
            let slopes = shares.iter().zip(own).zip(&measurement.cells);
            let slopes = slopes.map(|((share, potential), noisy)| {
                self.total * share - (noisy - place.surplus) + shrink * potential
            });
            squares += slopes.map(|slope| slope * slope).sum::<f64>() / measurement.variance;
        }
        Ok(libm::sqrt(squares / self.parameters.max(1) as f64))
    }

    fn table(&self, table: usize) -> Result<(&Place, &Measurement), Error> {
        let place = self.places.get(table);
        let both = place.zip(self.measurements.get(table));
        both.ok_or(Error::BadVariableSet)
    }
}

/// δ with rows·e^δ + shrink·δ = wanted, by Newton's method. The left side is convex and grows, so from any start the
/// second point is at or beyond the solution, and all later ones come down to it.
fn cell_step(rows: f64, shrink: f64, wanted: f64) -> f64 {
    // A cell that has vanished stays so, since no factor brings it back: only its potential moves, downwards.
    if !rows.is_normal() {
        return (wanted / shrink).min(0.0);
    }
    // Near the end nothing changes much; before it, the solution is near that of the first term alone, or of the second.
    let mut step = if libm::fabs(wanted - rows) < 0.5 * rows {
        0.0
    } else {
        libm::log(wanted.max(shrink) / rows)
    };
    for _ in 0..MOST_NEWTON {
        let grown = rows * libm::exp(step);
        let change = (grown + shrink * step - wanted) / (grown + shrink);
        step = (step - change).clamp(LOWEST, HIGHEST);
        if libm::fabs(change) < PRECISE {
            break;
        }
    }
    step
}

/// No potential moves farther in one sweep, so that its factor is a normal number.
const LOWEST: f64 = -700.0;
const HIGHEST: f64 = 30.0;
const MOST_NEWTON: u32 = 50;
/// A step is known well enough, in nats.
const PRECISE: f64 = 1e-9;
