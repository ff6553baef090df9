//! `PrivMrf` (after Cai et al. 2021): a Markov random field, chosen and measured round by round.

mod cells;
mod forecast;
mod measured;
mod model;
mod plan;
mod run;
mod verify;
mod words;

use core::num::NonZeroU32;

pub(crate) use model::Model;
pub(crate) use plan::PrivMrf;

/// The number of the algorithm: whatever changes a byte of a release raises it (`docs/src/versions.md`).
pub(crate) const ALGORITHM: NonZeroU32 = NonZeroU32::MIN;

/// Parameters at their ends, for tests that go through all mechanisms; the defaults are tried in any case.
#[cfg(test)]
pub(super) const ODD_PARAMETERS: &[&str] = &[
    "theta: \"0.01\", rare: \"0\", rounds: 40",
    "search: Graph, theta: \"0.1\"",
    "search: Graph, theta: \"0.1\", clique_cells: 4",
    "anneal: false, repeats: false, weights: Equal",
];
