//! `PrivBayes` on Gaussian noise (Bao et al. 2021): a Bayesian network on noisy tables.

mod forecast;
mod memory;
mod model;
mod plan;
mod run;
mod verify;
mod words;

#[cfg(test)]
mod tests;

use core::num::NonZeroU32;

pub(crate) use model::Model;
pub(crate) use plan::PrivBayes;

/// The number of the algorithm: whatever changes a byte of a release raises it (`docs/src/versions.md`).
pub(crate) const ALGORITHM: NonZeroU32 = NonZeroU32::MIN;

/// Parameters at their ends, for tests that go through all mechanisms; the defaults are tried in any case.
#[cfg(test)]
pub(super) const ODD_PARAMETERS: &[&str] = &[
    "theta: \"0.01\", caution: \"0\"",
    "head: PerCell, caution: \"0\", post: Normalize, repair: Once",
    "estimator: Pgm, post: Normalize",
    "max_cells: 2",
    "assumed_rows: 4000000000",
];
