//! Logistic regression on rows of indicators.
//!
//! For features f that are 1 in a row, m = b + Σ_f w_f; the weights w and the intercept b minimise
//! ```text
//! Σ ln(1 + e^(−s·m)) + ½‖w‖²
//! ```
//! over rows, s = 1 for a yes and −1 for a no: scikit-learn's model with C = 1. `argmin` does it, by L-BFGS
//! with the line search of Moré and Thuente, from 0 and in units in which the Hessian's diagonal is 1 there.
//!
//! A row has as many ones as there are columns, however many values these have, so only the ones are kept,
//! and a step costs rows × columns. Crates for logistic regression take dense matrices.
//!
//! Tested: the optimum of one feature in closed form; the gradient vanishes at the weights that are found.

use std::cell::RefCell;

use argmin::core::{CostFunction, Error, Executor, Gradient, State as _};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;

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
        let tolerance = TOLERANCE * float(count(examples.answers().len())).sqrt();
        let solver = LBFGS::new(MoreThuenteLineSearch::new(), REMEMBERED)
            .with_tolerance_grad(tolerance)
            .ok()?;
        let loss = Loss::of(examples);
        let units = loss.units.clone();
        let start = vec![0.0; units.len()];
        let found = Executor::new(loss, solver)
            .configure(|state| state.param(start).max_iters(MOST_STEPS.into()))
            .run()
            .ok()?;
        let scaled = found.state().get_best_param()?;
        Some(Self {
            weights: times(scaled, &units),
        })
    }

    /// m for every row.
    pub(crate) fn values(&self, examples: &Examples) -> Vec<f64> {
        let rows = examples.rows();
        rows.map(|row| value(&self.weights, row)).collect()
    }
}

/// What is minimised, over weights in their units.
struct Loss<'e> {
    examples: &'e Examples,
    /// One over the root of the Hessian's diagonal at 0.
    units: Vec<f64>,
    /// The last point that was asked for: the search wants its loss and its gradient, one after the other.
    last: RefCell<Point>,
}

#[derive(Default)]
struct Point {
    scaled: Vec<f64>,
    loss: f64,
    gradient: Vec<f64>,
}

impl<'e> Loss<'e> {
    fn of(examples: &'e Examples) -> Self {
        // A quarter of a feature's rows, and 1 by the penalty.
        let mut diagonal = vec![1.0; examples.features()];
        for row in examples.rows() {
            for &feature in row {
                if let Some(sum) = diagonal.get_mut(feature as usize) {
                    *sum += 0.25;
                }
            }
        }
        diagonal.push(0.25 * float(count(examples.answers().len())));
        Self {
            examples,
            units: diagonal.iter().map(|sum: &f64| 1.0 / sum.sqrt()).collect(),
            last: RefCell::default(),
        }
    }

    fn at<T>(&self, scaled: &[f64], wanted: impl FnOnce(&Point) -> T) -> T {
        let mut last = self.last.borrow_mut();
        if last.scaled != scaled {
            let (loss, slopes) = loss_and_slopes(self.examples, &times(scaled, &self.units));
            *last = Point {
                scaled: scaled.to_vec(),
                loss,
                gradient: times(&slopes, &self.units),
            };
        }
        wanted(&last)
    }
}

impl CostFunction for Loss<'_> {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, scaled: &Vec<f64>) -> Result<f64, Error> {
        Ok(self.at(scaled, |point| point.loss))
    }
}

impl Gradient for Loss<'_> {
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;

    fn gradient(&self, scaled: &Vec<f64>) -> Result<Vec<f64>, Error> {
        Ok(self.at(scaled, |point| point.gradient.clone()))
    }
}

fn loss_and_slopes(examples: &Examples, weights: &[f64]) -> (f64, Vec<f64>) {
    let penalised = weights.get(..examples.features()).unwrap_or_default();
    let mut loss = 0.5 * penalised.iter().map(|weight| weight * weight).sum::<f64>();
    let mut slopes = penalised.to_vec();
    let mut intercept = 0.0;
    for (row, &answer) in examples.rows().zip(examples.answers()) {
        let sign = if answer { 1.0 } else { -1.0 };
        let wrong = -sign * value(weights, row);
        // ln(1 + e^x) without overflow, and its derivative.
        let small = (-wrong.abs()).exp();
        loss += wrong.max(0.0) + small.ln_1p();
        let slope = -sign * if wrong > 0.0 { 1.0 } else { small } / (1.0 + small);
        intercept += slope;
        for &feature in row {
            if let Some(partial) = slopes.get_mut(feature as usize) {
                *partial += slope;
            }
        }
    }
    slopes.push(intercept);
    (loss, slopes)
}

fn value(weights: &[f64], row: &[u32]) -> f64 {
    let intercept = weights.last().copied().unwrap_or(0.0);
    let own = row
        .iter()
        .filter_map(|&feature| weights.get(feature as usize));
    intercept + own.sum::<f64>()
}

fn times(one: &[f64], other: &[f64]) -> Vec<f64> {
    one.iter()
        .zip(other)
        .map(|(one, other)| one * other)
        .collect()
}

pub(crate) const MOST_STEPS: u32 = 100;
/// Of the gradient's length in its units, for the root of each row.
const TOLERANCE: f64 = 1e-5;
const REMEMBERED: usize = 10;

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
            // The gradient in its units is below √200·1e-5, and the Hessian there at least a third.
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
        let loss = |weights: Vec<f64>| loss_and_slopes(&examples, &weights).0;
        for place in 0..28 {
            let at = |change: f64| {
                let mut weights = model.weights.clone();
                weights[place] += change;
                loss(weights)
            };
            let slope = (at(1e-4) - at(-1e-4)) / 2e-4;
            // Below √3000·1e-5 in units of at least 1/√750; differences of a loss near 2000 are good to 1e-8.
            assert!(slope.abs() < 0.016, "feature {place}: {slope}");
        }
    }
}
