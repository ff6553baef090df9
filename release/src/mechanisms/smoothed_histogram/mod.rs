//! `SmoothedHistogram` (Sørensen 3.1): rows drawn from the histogram of all attributes mixed with uniform rows.

mod forecast;
mod model;
mod plan;
mod run;
mod verify;
mod words;

pub(crate) use model::Model;
pub(crate) use plan::SmoothedHistogram;
