//! `SmoothedHistogram` (Sørensen 3.1): rows drawn from the histogram of all attributes mixed with uniform rows.

mod forecast;
mod model;
mod plan;
mod run;
mod verify;
mod words;

use core::num::NonZeroU32;

pub(crate) use model::Model;
pub(crate) use plan::SmoothedHistogram;

/// The number of the algorithm: whatever changes a byte of a release raises it (`docs/src/versions.md`).
pub(crate) const ALGORITHM: NonZeroU32 = NonZeroU32::MIN;

/// Parameters at their ends, for tests that go through all mechanisms; the defaults are tried in any case.
#[cfg(test)]
pub(super) const ODD_PARAMETERS: &[&str] = &[];
