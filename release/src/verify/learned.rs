//! What a mechanism makes of the answers that its model holds.

use crate::error::Error;
use crate::mechanisms::mechanism::{Made, Run, Source};
use crate::public_model::Model;
use crate::record::Book;
use crate::spec::{Settled, Spec};
use crate::watch::Watch;

/// The model made again, and all that its files follow from.
pub(super) struct Learned {
    /// The spec with the bins that were found.
    pub(super) settled: Settled,
    /// What was asked to find them.
    pub(super) before: Option<Book>,
    pub(super) made: Made,
    pub(super) row_seed: [u8; 32],
}

/// Asks what the mechanism of this spec asks, and answers as the model says. What that takes follows from the spec.
pub(super) fn learned(spec: &Spec, model: &Model, watch: &dyn Watch) -> Result<Learned, Error> {
    let (files, before) = spec.grids().published(&model.inside().found)?;
    let settled = spec.settled(files)?;
    let unlike = |what: &str| model.unlike_a_release(what);
    let answers = model.transcript(&settled.plan);
    let answers = answers.ok_or_else(|| unlike("it names columns that the spec has not"))?;
    let row_seed = model.row_seed();
    let row_seed = row_seed.ok_or_else(|| unlike("its row_seed is not 64 hexadecimal digits"))?;
    let made = settled.mechanism.run(Run {
        plan: &settled.plan,
        inside: &settled.inside,
        source: Source::Published(&answers),
        row_seed,
        watch,
    })?;
    Ok(Learned {
        settled,
        before,
        made,
        row_seed,
    })
}
