//! The three scores of the 2018 NIST challenge, as Bao section 4 describes them; each is from 0 to
//! 10^6, more is better.
//!
//! Where the text leaves something open, the challenge's rules, which it cites, decide; each part says
//! so. None of these scores is of use to a release of a table of few columns; they are here to compare
//! with published figures.

mod classification;
mod clustering;
mod regression;
mod scale;

pub use regression::RegressionColumns;

use crate::dice::Dice;
use crate::findings::Nist;
use crate::input::Comparison;

/// How many steps [`scores`] takes.
pub(crate) const STEPS: u64 = 400;

/// All scores that can be had.
pub(crate) fn scores(
    comparison: &Comparison<'_>,
    columns: Option<RegressionColumns>,
    triples: &mut Dice,
    conjunctions: &mut Dice,
    step: &(dyn Fn() + Sync),
) -> Nist {
    Nist {
        clustering: clustering::score(comparison, triples, step),
        classification: classification::score(comparison, conjunctions, step),
        regression: columns.and_then(|columns| regression::score(comparison, columns)),
    }
}
