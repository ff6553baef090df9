//! `model.ron`: the public model. Versioned, no code in it, and, where the mechanism leaves one, enough
//! to draw rows from. Its first word is the mechanism.

mod file;
mod parts;
mod priv_bayes;
mod smoothed_histogram;

pub use file::{ModelFile, VERSION};
pub use parts::{RowPicks, SigmaFile, SizeFile, seed_text};
pub use priv_bayes::{BayesModel, NodeFile, ScoresFile, TableFile};
pub use smoothed_histogram::HistogramModel;
