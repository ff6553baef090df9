//! The attacker who sees only synthetic rows.
//!
//! What rows say has no simple law: clipping, fitting and drawing lie between them and the noise. So
//! the attacker learns it: the likelihood ratio of three numbers of each release, estimated by
//! how often they occurred in a third of the runs. These are left out of what follows.

use std::collections::HashMap;

use super::bounds::Runs;
use super::case::Case;
use super::truth::Truth;

/// What is looked at in the synthetic rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Likeness {
    /// Σ count·(right − left) over the cells of the whole table. For one row more, this is the number
    /// of rows that are like it.
    whole: i32,
    /// The same, summed over the one-way tables.
    one_way: i32,
    /// The number of rows in eights: their total moves every cell, so it tells what to expect.
    rows: usize,
}

impl Likeness {
    /// Of these columns.
    pub fn of(truth: &Truth<'_>, case: &Case, synthetic: &[Vec<u16>]) -> Self {
        let rows = synthetic.first().map_or(0, Vec::len);
        let (whole_difference, one_way_differences) = truth.differences();
        let (mut whole, mut one_way) = (0, 0);
        for row in 0..rows {
            let mut cell = 0;
            for ((column, &size), difference) in
                synthetic.iter().zip(&case.sizes).zip(one_way_differences)
            {
                let code = usize::from(column[row]);
                cell = cell * size as usize + code;
                one_way += difference[code];
            }
            whole += whole_difference[cell];
        }
        Self {
            whole,
            one_way,
            rows: rows / 8,
        }
    }
}

/// Learns the statistic from every third run and applies it to the others.
pub fn learned(left: &[Likeness], right: &[Likeness]) -> Runs {
    let mut seen: HashMap<Likeness, [f64; 2]> = HashMap::new();
    for (side, runs) in [left, right].into_iter().enumerate() {
        for &likeness in runs.iter().step_by(TRAINING) {
            seen.entry(likeness).or_default()[side] += 1.0;
        }
    }
    let statistic = |likeness: &Likeness| {
        let [left, right] = seen.get(likeness).copied().unwrap_or_default();
        libm::log((right + 1.0) / (left + 1.0))
    };
    let others = |runs: &[Likeness]| {
        runs.iter()
            .enumerate()
            .filter(|(run, _)| run % TRAINING != 0)
            .map(|(_, likeness)| statistic(likeness))
            .collect()
    };
    Runs {
        left: others(left),
        right: others(right),
    }
}

/// One run of so many is for learning.
const TRAINING: usize = 3;
