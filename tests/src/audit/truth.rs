//! The exact answers of both tables, which the attacker knows. Counted here and not by core, so that
//! an error of core's counts or scores is not shared.

use privet_core::parts::Parts;
use privet_core::privacy::{LaplaceScale, Sigma};
use privet_core::score;
use privet_core::variables::{Variable, VariableSet};

use super::case::{Case, Table};

/// What the attacker compares the noisy answers with.
#[derive(Clone, Debug)]
pub struct Truth<'a> {
    case: &'a Case,
    /// The scores of all pairs in lexicographic order: left, right.
    scores: Vec<[f64; 2]>,
    /// Right less left, for every cell of the table over all columns.
    whole: Vec<i32>,
    /// Right less left, for every value of every column.
    one_way: Vec<Vec<i32>>,
}

impl<'a> Truth<'a> {
    /// Counts both tables.
    pub fn of(case: &'a Case) -> Self {
        let mut truth = Self {
            case,
            scores: Vec::new(),
            whole: Vec::new(),
            one_way: Vec::new(),
        };
        let variables = || (0_u16..).map(Variable).take(case.sizes.len());
        let all: Vec<Variable> = variables().collect();
        truth.whole = truth.difference(&all);
        truth.one_way = all
            .iter()
            .map(|&variable| truth.difference(&[variable]))
            .collect();
        for first in variables() {
            for second in variables().filter(|&second| second > first) {
                let score = |table| truth.score(table, first, second);
                truth.scores.push([score(&case.left), score(&case.right)]);
            }
        }
        truth
    }

    /// The number of rows: left, right.
    pub fn sizes(&self) -> [f64; 2] {
        [&self.case.left, &self.case.right].map(|table| float(table.rows()))
    }

    /// The pair scores in core's units: left, right.
    pub fn scores(&self) -> &[[f64; 2]] {
        &self.scores
    }

    /// Right less left: for every cell of the table over all columns, and for every value of each.
    pub fn differences(&self) -> (&[i32], &[Vec<i32>]) {
        (&self.whole, &self.one_way)
    }

    /// The cells over these columns: left, right.
    pub fn cells(&self, variables: &VariableSet) -> impl Iterator<Item = [f64; 2]> + use<> {
        let [left, right] = [&self.case.left, &self.case.right]
            .map(|table| self.count(table, variables.as_slice()));
        left.into_iter()
            .zip(right)
            .map(|(left, right)| [left, right])
    }

    /// The parts of that table that are asked for, in units of 1/cells of a row: left, right. Cell by cell from all others, by the
    /// projections' own entries, and so another way than core's, which goes by margins.
    pub fn parts(&self, variables: &VariableSet, asked: Parts) -> Vec<[f64; 2]> {
        let size = |variable: &Variable| self.case.sizes[usize::from(variable.0)] as usize;
        let sizes: Vec<usize> = variables.as_slice().iter().map(size).collect();
        let digits = |mut cell: usize| -> Vec<usize> {
            let digits = sizes.iter().rev().map(|size| {
                let digit = cell % size;
                cell /= size;
                digit
            });
            digits.collect()
        };
        let entry = |one: usize, other: usize| -> f64 {
            let alike: Vec<bool> = (digits(one).iter().rev())
                .zip(digits(other).iter().rev())
                .map(|(one, other)| one == other)
                .collect();
            let of_part = |part: usize| -> f64 {
                let axes = sizes.iter().zip(&alike).enumerate();
                let factors = axes.map(|(axis, (&size, alike))| match part >> axis & 1 {
                    0 => 1.0,
                    _ => {
                        if *alike {
                            float(size) - 1.0
                        } else {
                            -1.0
                        }
                    }
                });
                factors.product()
            };
            let parts = 0..1_usize << sizes.len();
            parts.filter(|&part| asked.has(part)).map(of_part).sum()
        };
        let cells: Vec<[f64; 2]> = self.cells(variables).collect();
        let answer = |cell: usize, side: usize| -> f64 {
            let others = cells.iter().enumerate();
            others
                .map(|(other, counts)| entry(cell, other) * counts[side])
                .sum()
        };
        (0..cells.len())
            .map(|cell| [answer(cell, 0), answer(cell, 1)])
            .collect()
    }

    fn difference(&self, variables: &[Variable]) -> Vec<i32> {
        let [left, right] =
            [&self.case.left, &self.case.right].map(|table| self.count(table, variables));
        // Counts of a small table, exact in floats.
        #[allow(clippy::cast_possible_truncation)]
        left.into_iter()
            .zip(right)
            .map(|(left, right)| (right - left) as i32)
            .collect()
    }

    fn count(&self, table: &Table, variables: &[Variable]) -> Vec<f64> {
        let size = |variable: &Variable| self.case.sizes[usize::from(variable.0)] as usize;
        let mut cells = vec![0.0; variables.iter().map(size).product()];
        for row in 0..table.rows() {
            let cell = variables.iter().fold(0, |cell, variable| {
                let code = table.columns[usize::from(variable.0)][row];
                cell * size(variable) + usize::from(code)
            });
            cells[cell] += 1.0;
        }
        cells
    }

    /// Σ |C_ij − C_i·C_j/n|/2
    fn score(&self, table: &Table, first: Variable, second: Variable) -> f64 {
        let joint = self.count(table, &[first, second]);
        let (rows, columns) = (self.count(table, &[first]), self.count(table, &[second]));
        let n = float(table.rows());
        let mut sum = 0.0;
        for (i, row) in rows.iter().enumerate() {
            for (j, column) in columns.iter().enumerate() {
                sum += (joint[i * columns.len() + j] - row * column / n).abs();
            }
        }
        sum / 2.0 * f64::from(1_u32 << score::FRACTION_BITS)
    }
}

/// What noisy answers say about which table it was.
#[derive(Clone, Copy, Debug, Default)]
pub struct Evidence {
    /// The log-likelihood ratio of right against left: Σ (answer − midpoint)·difference/σ².
    pub ratio: f64,
    /// μ² that the differences imply: Σ (difference/σ)².
    pub implied: f64,
    /// The same after rounding to integers, which adds a variance of about 1/12.
    pub rounded: f64,
}

/// The same of answers with Laplace noise.
#[derive(Clone, Copy, Debug, Default)]
pub struct PureEvidence {
    /// The log-likelihood ratio of right against left: Σ (|answer − left| − |answer − right|)/b.
    pub ratio: f64,
    /// ε that the differences imply: Σ |difference|/b.
    pub implied: f64,
}

impl Evidence {
    /// Of the shape of the answers alone, where a domain read off the data decides it: only the right
    /// table can have the declared one, only the left one another.
    pub fn of_shape(declared: bool) -> Self {
        if declared {
            return Self {
                ratio: f64::INFINITY,
                implied: f64::INFINITY,
                rounded: f64::INFINITY,
            };
        }
        Self {
            ratio: f64::NEG_INFINITY,
            ..Self::default()
        }
    }

    /// Takes one answer into account.
    pub fn add(&mut self, answer: i64, [left, right]: [f64; 2], sigma: Sigma) {
        let difference = right - left;
        let variance = sigma.to_f64() * sigma.to_f64();
        // Answers are far below 2^53.
        #[allow(clippy::cast_precision_loss)]
        let centred = answer as f64 - f64::midpoint(left, right);
        self.ratio += centred * difference / variance;
        self.implied += difference * difference / variance;
        self.rounded += difference * difference / (variance + 1.0 / 12.0);
    }
}

impl PureEvidence {
    /// Takes one answer into account.
    pub fn add(&mut self, answer: i64, [left, right]: [f64; 2], scale: LaplaceScale) {
        let scale = scale.to_f64();
        // Answers are far below 2^53.
        #[allow(clippy::cast_precision_loss)]
        let answer = answer as f64;
        self.ratio += ((answer - left).abs() - (answer - right).abs()) / scale;
        self.implied += (right - left).abs() / scale;
    }
}

/// Rows of a small table.
fn float(rows: usize) -> f64 {
    u32::try_from(rows).map_or(f64::INFINITY, f64::from)
}
