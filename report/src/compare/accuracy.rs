//! What models lose when they are trained on synthetic rows.

use privet_evaluate::Evaluation;
use privet_evaluate::findings::Target;

use crate::page::float;

/// The mean over targets of the accuracy that is lost.
pub(crate) fn accuracy_lost(evaluation: &Evaluation) -> Option<f64> {
    mean(counted_targets(evaluation).map(|(_, lost)| lost))
}

/// The targets that both tables could be trained for, with what is lost.
pub(super) fn counted_targets(evaluation: &Evaluation) -> impl Iterator<Item = (&Target, f64)> {
    evaluation.learning.targets.iter().filter_map(|target| {
        let lost = target.real?.accuracy - target.synthetic?.accuracy;
        Some((target, lost))
    })
}

/// Nothing of nothing.
pub(super) fn mean(figures: impl Iterator<Item = f64>) -> Option<f64> {
    let figures: Vec<f64> = figures.collect();
    (!figures.is_empty()).then(|| figures.iter().sum::<f64>() / float(figures.len()))
}
