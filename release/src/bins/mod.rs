//! Bins that a release finds privately, for numbers and dates whose spec declares none.
//!
//! The spec's bounds fix a public grid of cells ([`privet_spec::Attribute::is_found`]). Its counts are measured as
//! tables over a few nested levels ([`levels`]), each through the curator and charged like any table ([`measure`]).
//! What follows is a function of these noisy answers alone: where rows lie ([`estimate`]), and the bins that the
//! mechanism learns from ([`choose`]), and how round its numbers are ([`heaps`]). The model keeps the noisy answers ([`file`]), so that anyone can derive the same
//! bins from it again.
//!
//! A cell that the noise drowns is merged with its neighbours and never left out: every level, and every set of bins,
//! partitions all rows. So after the bins are found the table is recoded cell by cell, which moves no row to another
//! unit: neighbouring tables stay neighbours, and a mechanism's sensitivities are what they were.
//!
//! The bins' part of the budget is fixed by the spec, and so are the numbers of levels and queries; the number of bins
//! is at most [`privet_spec::MOST_BINS`]. Plans, memory and disk are looked for with the most of them.

mod budget;
mod choose;
mod estimate;
mod file;
mod finding;
mod forecast;
mod heaps;
mod labels;
mod levels;
mod measure;

#[cfg(test)]
mod tests;

pub(crate) use budget::BinsBudget;
pub(crate) use file::{BinsFile, InsideFile, found};
pub(crate) use finding::{Finding, Grids, recode};
pub(crate) use forecast::BinsFigures;
pub(crate) use labels::grid_labels;
pub(crate) use levels::levels_of;
