//! Logistic regression on rows of indicators.
//!
//! For features f that are 1 in a row, m = b + Σ_f w_f; the weights w and the intercept b minimise
//! ```text
//! Σ ln(1 + e^(−s·m)) + ½‖w‖²
//! ```
//! over rows, s = 1 for a yes and −1 for a no: scikit-learn's model with C = 1. By L-BFGS (Nocedal 1980)
//! from 0, with the Hessian's diagonal there for a start, and steps halved until they lower the loss enough
//! (Armijo).
//!
//! A row has as many ones as there are columns, however many values these have, so only the ones are kept,
//! and a step costs rows × columns.
//!
//! Tested: the optimum of one feature in closed form; the gradient vanishes at the weights that are found.

use crate::indicators::Examples;
use crate::number::{count, float};

/// A linear model: yes where a row's value is above 0.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Model {
    /// One for each feature, and the intercept behind them.
    weights: Vec<f64>,
}

impl Model {
    /// `None` if all answers are the same.
    pub(crate) fn fit(examples: &Examples) -> Option<Self> {
        let first = examples.answers().first()?;
        if examples.answers().iter().all(|answer| answer == first) {
            return None;
        }
        let mut at = Point::new(examples, vec![0.0; examples.features() + 1]);
        let inverse_diagonal = inverse_diagonal(examples);
        let small_enough = TOLERANCE * float(count(examples.answers().len()));
        let mut memory = Memory::default();
        for _ in 0..MOST_STEPS {
            if dot(&at.gradient, &at.gradient).sqrt() <= small_enough {
                break;
            }
            let direction = memory.direction(&at.gradient, &inverse_diagonal);
            let Some(next) = at.lower_along(examples, &direction) else {
                // No step lowers the loss: rounding is all that is left.
                break;
            };
            memory.remember(&at, &next, &inverse_diagonal);
            at = next;
        }
        Some(Self {
            weights: at.weights,
        })
    }

    /// m for every row.
    pub(crate) fn values(&self, examples: &Examples) -> Vec<f64> {
        let rows = examples.rows();
        rows.map(|row| value(&self.weights, row)).collect()
    }
}

/// Weights with their loss and its gradient.
struct Point {
    weights: Vec<f64>,
    loss: f64,
    gradient: Vec<f64>,
}

impl Point {
    fn new(examples: &Examples, weights: Vec<f64>) -> Self {
        let features = examples.features();
        let penalised = weights.get(..features).unwrap_or_default();
        let mut loss = 0.5 * dot(penalised, penalised);
        let mut gradient = penalised.to_vec();
        gradient.push(0.0);
        let mut intercept = 0.0;
        for (row, &answer) in examples.rows().zip(examples.answers()) {
            let sign = if answer { 1.0 } else { -1.0 };
            let wrong = -sign * value(&weights, row);
            // ln(1 + e^x) without overflow, and its derivative.
            let small = (-wrong.abs()).exp();
            loss += wrong.max(0.0) + small.ln_1p();
            let slope = -sign * if wrong > 0.0 { 1.0 } else { small } / (1.0 + small);
            intercept += slope;
            for &feature in row {
                if let Some(partial) = gradient.get_mut(feature as usize) {
                    *partial += slope;
                }
            }
        }
        if let Some(last) = gradient.last_mut() {
            *last = intercept;
        }
        Self {
            weights,
            loss,
            gradient,
        }
    }

    /// A point along the direction whose loss is lower by enough.
    fn lower_along(&self, examples: &Examples, direction: &[f64]) -> Option<Self> {
        let slope = dot(&self.gradient, direction);
        let mut step = 1.0;
        for _ in 0..MOST_HALVINGS {
            let mut weights = self.weights.clone();
            add_times(&mut weights, step, direction);
            let reached = Self::new(examples, weights);
            if reached.loss <= self.loss + SUFFICIENT * step * slope {
                return Some(reached);
            }
            step *= 0.5;
        }
        None
    }
}

fn value(weights: &[f64], row: &[u32]) -> f64 {
    let intercept = weights.last().copied().unwrap_or(0.0);
    let own = row
        .iter()
        .filter_map(|&feature| weights.get(feature as usize));
    intercept + own.sum::<f64>()
}

/// One over the Hessian's diagonal at 0: a quarter of a feature's rows, and 1 by the penalty.
fn inverse_diagonal(examples: &Examples) -> Vec<f64> {
    let mut diagonal = vec![1.0; examples.features()];
    for row in examples.rows() {
        for &feature in row {
            if let Some(sum) = diagonal.get_mut(feature as usize) {
                *sum += 0.25;
            }
        }
    }
    diagonal.push(0.25 * float(count(examples.answers().len())));
    diagonal.iter().map(|sum| 1.0 / sum).collect()
}

/// The last steps, and how the gradient changed along them.
#[derive(Default)]
struct Memory {
    steps: Vec<Step>,
    /// How much the last step says that the start is off, as a factor; 1 before there is one.
    scale: Option<f64>,
}

struct Step {
    moved: Vec<f64>,
    changed: Vec<f64>,
    /// 1/⟨moved, changed⟩
    weight: f64,
}

impl Memory {
    /// −H·gradient by the two-loop recursion.
    fn direction(&self, gradient: &[f64], inverse_diagonal: &[f64]) -> Vec<f64> {
        let mut direction: Vec<f64> = gradient.iter().map(|slope| -slope).collect();
        let mut weights = Vec::with_capacity(self.steps.len());
        for step in self.steps.iter().rev() {
            let weight = step.weight * dot(&step.moved, &direction);
            add_times(&mut direction, -weight, &step.changed);
            weights.push(weight);
        }
        let scale = self.scale.unwrap_or(1.0);
        for (change, inverse) in direction.iter_mut().zip(inverse_diagonal) {
            *change *= scale * inverse;
        }
        for (step, weight) in self.steps.iter().zip(weights.iter().rev()) {
            let correction = step.weight * dot(&step.changed, &direction);
            add_times(&mut direction, weight - correction, &step.moved);
        }
        direction
    }

    fn remember(&mut self, old: &Point, new: &Point, inverse_diagonal: &[f64]) {
        let moved = difference(&new.weights, &old.weights);
        let changed = difference(&new.gradient, &old.gradient);
        let product = dot(&moved, &changed);
        if product <= 0.0 {
            return;
        }
        let scaled = changed.iter().zip(inverse_diagonal);
        let squares: f64 = scaled
            .map(|(change, inverse)| change * change * inverse)
            .sum();
        self.scale = Some(product / squares);
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

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

fn add_times(sum: &mut [f64], factor: f64, more: &[f64]) {
    for (sum, more) in sum.iter_mut().zip(more) {
        *sum += factor * more;
    }
}

fn difference(one: &[f64], other: &[f64]) -> Vec<f64> {
    one.iter()
        .zip(other)
        .map(|(one, other)| one - other)
        .collect()
}

pub(crate) const MOST_STEPS: u32 = 100;
/// Of the gradient's length, for each row.
const TOLERANCE: f64 = 1e-5;
const REMEMBERED: usize = 10;
const MOST_HALVINGS: u32 = 40;
/// Armijo's condition.
const SUFFICIENT: f64 = 1e-4;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::random_table;

    /// One column of two values, `counts[value][answer]` rows each.
    fn of_one_column(counts: [[usize; 2]; 2]) -> Examples {
        let (mut active, mut answers) = (Vec::new(), Vec::new());
        for (value, of_value) in (0..).zip(counts) {
            for (answer, rows) in [false, true].into_iter().zip(of_value) {
                active.extend(core::iter::repeat_n(value, rows));
                answers.extend(core::iter::repeat_n(answer, rows));
            }
        }
        Examples::of_rows(active, 1, 2, answers)
    }

    /// With m_v = b + w_v for the two values, the conditions are n_v·σ(m_v) − yes_v + w_v = 0 and
    /// w_0 + w_1 = 0: for n = 100 and yes = (20, 80) b = 0 by symmetry, and w_1 solves
    /// 100/(1 + e^(−w)) = 80 − w. By bisection (Python): w_1 = 1.306_545_6.
    #[test]
    fn one_column_in_closed_form() {
        let examples = of_one_column([[80, 20], [20, 80]]);
        let model = Model::fit(&examples).unwrap();
        for (weight, expected) in model.weights.iter().zip([-1.306_545_6, 1.306_545_6, 0.0]) {
            // The tolerance is 200·1e-5 of the gradient, and the Hessian is at least 17.
            assert!((weight - expected).abs() < 2e-4, "{:?}", model.weights);
        }
        assert_eq!(Model::fit(&of_one_column([[80, 0], [20, 0]])), None);
    }

    /// Answers that hang on three of six columns: the gradient of the loss, computed here by differences of
    /// the loss itself, is next to nothing at the weights.
    #[test]
    fn the_gradient_vanishes() {
        let table = random_table(&[2, 3, 4, 5, 6, 7], 3000, 11);
        let (mut active, mut answers) = (Vec::new(), Vec::new());
        for row in 0..3000 {
            let code = |column: usize| u32::from(table.columns[column][row]);
            let offsets = [0, 2, 5, 9, 14, 20];
            active.extend((0..6).map(|column| offsets[column] + code(column)));
            answers.push((code(1) + code(2) + code(5) + code(0) * 2) % 5 > 1);
        }
        let examples = Examples::of_rows(active, 6, 27, answers);
        let model = Model::fit(&examples).unwrap();
        let loss = |weights: Vec<f64>| Point::new(&examples, weights).loss;
        for place in 0..28 {
            let at = |change: f64| {
                let mut weights = model.weights.clone();
                weights[place] += change;
                loss(weights)
            };
            let slope = (at(1e-4) - at(-1e-4)) / 2e-4;
            // The tolerance is 3000·1e-5; differences of a loss near 2000 are good to about 1e-8.
            assert!(slope.abs() < 0.031, "feature {place}: {slope}");
        }
    }
}
