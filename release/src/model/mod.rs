//! What the models of all mechanisms share. What stands in each is in its mechanism's folder, and [`crate::Model`] is any of
//! them.
//!
//! `model.ron` is versioned and public. It has no code in it and, where the mechanism leaves one, enough to draw rows from. Its
//! first word is the mechanism.

mod fit;
mod known;
mod labels;
mod notation;
mod parts;
mod rows;
mod structure;

pub(crate) use fit::FitFile;
pub(crate) use known::{Group, Known};
pub use labels::MeasuredColumn;
pub(crate) use labels::value_labels;
pub(crate) use notation::Notated;
pub(crate) use parts::{CountedRows, NoisyTable, SizeFile, VERSION, seed_text};
pub(crate) use rows::{Drawn, LawWanted, RowPicks, RowsWanted};
pub use structure::{Structure, Variable};
