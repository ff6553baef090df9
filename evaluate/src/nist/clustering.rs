//! Clustering: 10^6 · (1 − ½ Σ |p − q|), averaged over 100 random 3-way marginals.
//!
//! The half of the absolute difference is the distance. Marginals are drawn independently, as the
//! text's "100 repeats" has it. Numbers and dates are taken in the bins of the spec.

use super::scale::MILLION;
use crate::dice::Dice;
use crate::findings::Clustering;
use crate::input::Comparison;
use crate::marginals::measure;
use crate::number::mean;

pub(super) fn score(
    comparison: &Comparison<'_>,
    dice: &mut Dice,
    step: &(dyn Fn() + Sync),
) -> Option<Clustering> {
    let columns = comparison.attributes().len();
    if columns < WAYS {
        return None;
    }
    let triples: Vec<Vec<usize>> = (0..REPEATS)
        .map(|_| {
            let mut triple = dice.distinct(WAYS, columns);
            triple.sort_unstable();
            triple
        })
        .collect();
    let marginals = measure(comparison, &triples, step);
    Some(Clustering {
        score: MILLION * (1.0 - mean(marginals.iter().map(|marginal| marginal.distance))),
        marginals,
    })
}

const WAYS: usize = 3;
const REPEATS: usize = 100;
