//! `PrivBayesPure` (Zhang et al. 2014): a Bayesian network by private selection and Laplace noise; δ = 0.

mod forecast;
mod memory;
mod model;
mod plan;
mod run;
mod verify;
mod words;

use core::num::NonZeroU32;

pub(crate) use model::Model;
pub(crate) use plan::PrivBayesPure;

/// The number of the algorithm: whatever changes a byte of a release raises it (`docs/src/versions.md`).
pub(crate) const ALGORITHM: NonZeroU32 = NonZeroU32::MIN;

/// Parameters at their ends, for tests that go through all mechanisms; the defaults are tried in any case.
#[cfg(test)]
pub(super) const ODD_PARAMETERS: &[&str] = &[
    "score: R, encoding: Vanilla, theta: \"0.01\"",
    "selection: Exponential, degree: 31, candidates: 256, assumed_rows: 4000000000",
    "score: I",
    "score: R, estimator: Pgm",
];
