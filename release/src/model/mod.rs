//! `model.ron`: the public model. Versioned, no code in it, and, where the mechanism leaves one, enough
//! to draw rows from. Its first word is the mechanism.
//!
//! Here is what the models of all mechanisms share; what stands in each is in its mechanism's folder.

mod file;
mod fit;
mod known;
mod labels;
mod notation;
mod parts;
mod rows;

pub use file::Model;
pub(crate) use file::{sampling_seed, write_rows};
pub(crate) use fit::FitFile;
pub(crate) use known::{Group, Known};
pub use labels::MeasuredColumn;
pub(crate) use labels::value_labels;
pub(crate) use notation::Notated;
pub(crate) use parts::{CountedRows, NoisyTable, SizeFile, VERSION, seed_text};
pub(crate) use rows::{Drawn, LawWanted, RowPicks, RowsWanted};
