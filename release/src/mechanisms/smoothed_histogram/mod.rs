//! `SmoothedHistogram` (Sørensen 3.1): rows drawn from the histogram of all attributes mixed with uniform rows.

mod forecast;
mod model;
mod plan;
mod run;
mod verify;
mod words;

pub(crate) use model::Model;
pub(crate) use plan::SmoothedHistogram;

/// Parameters at their ends, for tests that go through all mechanisms; the defaults are tried in any case.
#[cfg(test)]
pub(super) const ODD_PARAMETERS: &[&str] = &[];
