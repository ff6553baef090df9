//! What an evaluation that was read from a file cannot say.
//!
//! A file may hold any numbers. Whoever shows or ranks them asks here first, so that a figure is in the range that its
//! formula has, and every place in `columns` is one.

use crate::evaluate::MOST_WAYS;
use crate::findings::{Column, Evaluation, Marginal, NOTICE, Nist, Target};

/// The first thing that [`crate::evaluate()`] cannot have written, by the path of its field; nothing where there is none.
pub fn impossible(evaluation: &Evaluation) -> Option<String> {
    let width = evaluation.columns.len();
    let flaws = [
        ("differentially_private", evaluation.differentially_private),
        ("notice", evaluation.notice != NOTICE),
        ("run.real.rows", evaluation.run.real.rows == 0),
        ("run.synthetic.rows", evaluation.run.synthetic.rows == 0),
        ("columns", !evaluation.columns.iter().all(is_column)),
        ("marginals", !are_ways(evaluation)),
        (
            "verdict.weakest_columns",
            evaluation
                .verdict
                .weakest_columns
                .iter()
                .any(|it| *it >= width),
        ),
        (
            "dependence.mean_difference",
            !is_share(evaluation.dependence.mean_difference),
        ),
        ("nist", !is_nist(&evaluation.nist, width)),
        (
            "learning.targets",
            !evaluation
                .learning
                .targets
                .iter()
                .all(|it| is_target(it, width)),
        ),
    ];
    let found = flaws.into_iter().find(|(_, is_flaw)| *is_flaw);
    found.map(|(path, _)| format!("`{path}` is not what an evaluation can say"))
}

fn is_column(column: &Column) -> bool {
    let ends = column.numbers.as_ref().map(|it| it.kolmogorov_smirnov);
    let sizes = column.faults.iter().map(|fault| fault.size);
    let mut shares = sizes.chain([column.distance]).chain(ends);
    !column.faults.is_empty() && shares.all(is_share)
}

/// Numbers of columns that increase, each with sets of so many columns.
fn are_ways(evaluation: &Evaluation) -> bool {
    let ways = &evaluation.marginals;
    let width = evaluation.columns.len();
    ways.is_sorted_by(|one, next| one.ways < next.ways)
        && ways.iter().all(|ways| {
            let of_all = |one: &Marginal| one.columns.len() == ways.ways && is_marginal(one, width);
            (1..=MOST_WAYS).contains(&ways.ways)
                && is_share(ways.mean)
                && ways.marginals.iter().all(of_all)
        })
}

/// Columns that there are, increasing, and their distance.
fn is_marginal(marginal: &Marginal, width: usize) -> bool {
    marginal.columns.is_sorted_by(|one, next| one < next)
        && marginal.columns.iter().all(|place| *place < width)
        && is_share(marginal.distance)
}

fn is_nist(nist: &Nist, width: usize) -> bool {
    let clustering = nist.clustering.as_ref();
    let sets = clustering.into_iter().flat_map(|of| &of.marginals);
    let scores = [
        clustering.map(|of| of.score),
        Some(nist.classification.score),
        nist.regression.as_ref().map(|of| of.score),
    ];
    let mut scores = scores.into_iter().flatten();
    scores.all(|score| is_share(score / MOST_SCORE))
        && sets.into_iter().all(|it| is_marginal(it, width))
}

fn is_target(target: &Target, width: usize) -> bool {
    let scores = [&target.real, &target.synthetic].into_iter().flatten();
    target.column < width && scores.into_iter().all(|scores| is_share(scores.accuracy))
}

/// From 0 to 1, but for what floating point adds to a sum of shares.
fn is_share(figure: f64) -> bool {
    (-SLACK..=1.0 + SLACK).contains(&figure)
}

const SLACK: f64 = 1e-9;
/// Of NIST's scores.
const MOST_SCORE: f64 = 1e6;
