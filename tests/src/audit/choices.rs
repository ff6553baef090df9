//! What PrivMRF's choices say about which table it was.
//!
//! Among which tables a round could choose, and what the model expected of each, are functions of the
//! noisy answers before it. So the attacker works them out again by core's estimator, which is public
//! post-processing, counts both tables himself, and has the exact probability of each choice under either:
//! ```text
//! P(i) ∝ e^(ε·q_i/(2Δ)),    q_i = Σ |c − m| − handicap
//! ```
//! with ε and Δ from the ledger. Where this would not follow core to the last bit, bounds would be weaker
//! and hold all the same: any statistic is an attack. The number of candidates must be the ledger's, and the
//! chosen one must be among them.
//!
//! Tested: the law of a choice; how far the audit's tables move the pairs, against counts by hand.

use privet_core::domain::Domain;
use privet_core::ledger::{Entry, LawRecord, Purpose};
use privet_core::mrf::batch::Batch;
use privet_core::mrf::candidates::{Candidates, Limits, Room};
use privet_core::mrf::estimate::{Estimator, Shape};
use privet_core::mrf::graph::Graph;
use privet_core::mrf::learn::{BETWEEN_ROUNDS, Learned, Measured, Settings};
use privet_core::mrf::levels::{attribute, joined};
use privet_core::mrf::marginal::marginal;
use privet_core::mrf::measurement::{Measurement, mean_precision};
use privet_core::mrf::reconcile::{known_size, reconcile};
use privet_core::mrf::tree::JunctionTree;
use privet_core::privacy::MuSquared;
use privet_core::variables::{Variable, VariableSet};

use super::Outcome;
use super::truth::Truth;

/// What is public before the first round.
pub struct Replay<'a> {
    /// The exact answers of both tables.
    pub truth: &'a Truth<'a>,
    /// Leaves and joined levels, which are the same: nothing is joined.
    pub domain: Domain<'a>,
    /// The settings of the release.
    pub settings: &'a Settings,
}

impl Replay<'_> {
    /// The log-likelihood ratio of right against left of all choices together.
    pub fn ratio(&self, learned: &Learned, entries: &[Entry<MuSquared>]) -> Outcome<f64> {
        let batches = Choice::batches(entries);
        let choices = || batches.iter().flatten();
        if choices().count() != learned.tables.len() {
            return Err("every table was chosen once".into());
        }
        // What cannot be otherwise says nothing.
        if choices().all(|choice| choice.candidates < 2) {
            return Ok(0.0);
        }
        let mut past = Past::of(&self.domain, learned)?;
        let mut ratio = 0.0;
        let mut tables = &learned.tables[..];
        for choices in &batches {
            let (chosen, later) = tables.split_at(choices.len());
            tables = later;
            let sigma = chosen.first().map_or(0.0, |table| table.sigma.to_f64());
            let Round {
                mut candidates,
                limits,
                potentials,
            } = past.round(self, sigma)?;
            // The model of three small columns has room for all tables: cells decide nothing.
            let mut batch = Batch::new(&self.domain, &past.graph, limits);
            for (choice, table) in choices.iter().zip(chosen) {
                ratio += choice.ratio(self.truth, &candidates, &table.variables)?;
                batch.take(&table.variables);
                candidates.retain(|one| {
                    one.variables != table.variables && batch.allows(&one.variables, 0)
                });
            }
            for table in chosen {
                past.take(table);
            }
            past.potentials = potentials;
        }
        Ok(ratio)
    }
}

/// The columns of these variables: column a has its leaf at 2a and its joined level at 2a + 1.
pub fn columns_of(variables: &VariableSet) -> Outcome<VariableSet> {
    let columns = variables.as_slice().iter();
    let columns: Vec<Variable> = columns
        .map(|&variable| Variable(attribute(variable).into()))
        .collect();
    Ok(VariableSet::new(&columns)?)
}

/// A choice as the ledger has it.
struct Choice {
    candidates: usize,
    /// ε/(2Δ)
    rate: f64,
}

/// What an estimate offers to choose among, and the potentials that the next one begins with.
struct Round {
    candidates: Vec<Candidate>,
    limits: Limits,
    potentials: Vec<f64>,
}

/// What could be chosen.
struct Candidate {
    variables: VariableSet,
    expected: Vec<f64>,
    handicap: f64,
}

impl Choice {
    /// The choices that were made by one estimate each: nothing was measured between them.
    fn batches(entries: &[Entry<MuSquared>]) -> Vec<Vec<Self>> {
        let batches =
            entries.chunk_by(|one, next| Self::of(one).is_some() == Self::of(next).is_some());
        let choices =
            batches.map(|entries| entries.iter().filter_map(Self::of).collect::<Vec<_>>());
        choices.filter(|choices| !choices.is_empty()).collect()
    }

    fn of(entry: &Entry<MuSquared>) -> Option<Self> {
        let (
            Purpose::Farthest { candidates },
            LawRecord::ExponentialMechanism {
                sensitivity,
                epsilon,
            },
        ) = (&entry.purpose, entry.law)
        else {
            return None;
        };
        // Rows, far below 2^53.
        #[allow(clippy::cast_precision_loss)]
        let moved = 2.0 * sensitivity.units() as f64;
        Some(Self {
            candidates: usize::try_from(*candidates).ok()?,
            rate: epsilon.to_f64() / moved,
        })
    }

    fn ratio(
        &self,
        truth: &Truth<'_>,
        candidates: &[Candidate],
        chosen: &VariableSet,
    ) -> Outcome<f64> {
        let place = candidates.iter().position(|one| one.variables == *chosen);
        let (Some(place), true) = (place, candidates.len() == self.candidates) else {
            return Err("the attacker's candidates are not those of the release".into());
        };
        let mut scores = [Vec::new(), Vec::new()];
        for candidate in candidates {
            let distances = candidate.distances(truth)?;
            for (scores, distance) in scores.iter_mut().zip(distances) {
                scores.push(self.rate * (distance - candidate.handicap));
            }
        }
        let [left, right] = scores.map(|scores| log_probability(&scores, place));
        Ok(right - left)
    }
}

impl Candidate {
    /// Σ |c − m|: left, right.
    fn distances(&self, truth: &Truth<'_>) -> Outcome<[f64; 2]> {
        let mut sums = [0.0; 2];
        let cells = truth.cells(&columns_of(&self.variables)?);
        for (counts, expected) in cells.zip(&self.expected) {
            for (sum, count) in sums.iter_mut().zip(counts) {
                *sum += (count - expected).abs();
            }
        }
        Ok(sums)
    }
}

/// ln(e^(s_i)/Σ e^(s_j))
fn log_probability(scores: &[f64], place: usize) -> f64 {
    let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = scores.iter().map(|score| libm::exp(score - best)).sum();
    scores[place] - best - libm::log(sum)
}

/// What was measured so far.
struct Past {
    size: (f64, f64),
    graph: Graph,
    drawn: Candidates,
    measurements: Vec<Measurement>,
    potentials: Vec<f64>,
}

impl Past {
    fn of(domain: &Domain<'_>, learned: &Learned) -> Outcome<Self> {
        let mut measurements = Vec::new();
        for (attribute, leaf) in (0..).zip(&learned.leaves) {
            let variables = VariableSet::new(&[joined(attribute)])?;
            measurements.push(Measurement {
                variables,
                ..leaf.in_rows()
            });
        }
        let attributes = u8::try_from(learned.leaves.len())?;
        Ok(Self {
            size: known_size(learned.size),
            graph: Graph::new(domain, (0..attributes).map(joined)),
            drawn: Candidates::anywhere(),
            measurements,
            potentials: Vec::new(),
        })
    }

    /// What there is to choose among for tables of noise σ.
    fn round(&mut self, replay: &Replay<'_>, sigma: f64) -> Outcome<Round> {
        let Replay {
            domain, settings, ..
        } = replay;
        let tree = JunctionTree::new(domain, &self.graph.cliques())?;
        let mut reconciled = self.measurements.clone();
        let rows = reconcile(domain, &mut reconciled, Some(self.size))?.max(1.0);
        let smoothing = settings.smoothing * mean_precision(&self.measurements);
        let estimator = Estimator::new(
            Shape::everything(domain, &tree),
            &reconciled,
            rows,
            smoothing,
        )?;
        let estimate = estimator.solve(&self.potentials, BETWEEN_ROUNDS)?;
        let limits = Limits {
            attributes: settings.most_attributes,
            cells: settings.most_cells(rows, sigma),
            model_cells: settings.model_cells,
            candidates: settings.candidates,
        };
        let mut candidates = Vec::new();
        let room = Room {
            domain,
            graph: &self.graph,
            limits,
            workload: &settings.workload,
        };
        for variables in self.drawn.draw(room) {
            let beliefs = &estimate.beliefs;
            let mut expected = marginal(domain, &tree, beliefs, &variables, MOST_PRODUCT)?;
            let by_chance = expected.iter().map(|share| {
                let drawn = MEAN_ABSOLUTE * libm::sqrt(share * rows);
                MEAN_ABSOLUTE * sigma + drawn.min(2.0 * share * rows)
            });
            let handicap = libm::trunc(settings.caution * by_chance.sum::<f64>());
            for cell in &mut expected {
                *cell = libm::round(*cell * rows);
            }
            candidates.push(Candidate {
                variables,
                expected,
                handicap,
            });
        }
        Ok(Round {
            candidates,
            limits,
            potentials: estimate.potentials,
        })
    }

    fn take(&mut self, table: &Measured) {
        self.graph.join(&table.variables);
        self.measurements.push(table.in_rows());
    }
}

/// √(2/π): E|N(0, 1)|.
const MEAN_ABSOLUTE: f64 = 0.797_884_560_802_865_4;
/// More than the tables of an audit have.
const MOST_PRODUCT: u64 = 1 << 10;

#[cfg(test)]
mod tests {
    use privet_core::neighbours::Neighbours;

    use super::super::case::{Case, ONE_ROW};
    use super::*;

    #[test]
    fn opposed_tables_move_two_pairs_apart() {
        // 200 rows, 50 a cell if columns were independent. By hand: 75, 25, 25, 75 and its reverse for the
        // pairs with the third column, and 50 each for the first two.
        for (label, neighbours, moved) in [
            ("one row more", ONE_ROW, 1.0),
            ("one row replaced", Neighbours::Replace, 2.0),
        ] {
            let case = Case::opposed("", neighbours, None);
            let truth = Truth::of(&case);
            for (first, second, left, right) in [
                (0, 2, 100.0, 100.0 - moved),
                (1, 2, 100.0, 100.0 + moved),
                (0, 1, 0.0, moved),
            ] {
                let pair = Candidate {
                    variables: VariableSet::new(&[joined(first), joined(second)]).unwrap(),
                    expected: vec![50.0; 4],
                    handicap: 0.0,
                };
                let distances = pair.distances(&truth).unwrap();
                for (distance, expected) in distances.into_iter().zip([left, right]) {
                    let off = (distance - expected).abs();
                    assert!(off < f64::EPSILON, "{label}: {first}, {second}: {distance}");
                }
            }
        }
    }

    #[test]
    fn a_choice_has_the_exponential_mechanisms_law() {
        // Weights 1, 3 and 4 of 8.
        let scores = [0.0, f64::ln(3.0), f64::ln(4.0)];
        for (place, expected) in [0.125, 0.375, 0.5].into_iter().enumerate() {
            let probability = log_probability(&scores, place).exp();
            assert!((probability - expected).abs() < 1e-12, "{place}");
        }
    }
}
