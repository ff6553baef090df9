//! `model.ron`: the public model. Versioned, no code in it, and, where the mechanism leaves one, enough
//! to draw rows from. Its first word is the mechanism.

mod estimated;
mod file;
mod network;
mod parts;
mod priv_bayes;
mod priv_bayes_pure;
mod priv_mrf;
mod smoothed_histogram;

pub use estimated::{EstimatedFile, FieldFile};
pub use file::{ModelFile, VERSION};
pub use network::NodeFile;
pub use parts::{RowPicks, ScaleFile, SigmaFile, SizeFile, seed_text};
pub use priv_bayes::{BayesModel, ScoresFile, TableFile};
pub use priv_bayes_pure::{PureModel, PureSizeFile, PureTableFile};
pub use priv_mrf::{FittedFile, JoinedFile, MeasuredFile, MrfModel, MrfScores};
pub use smoothed_histogram::HistogramModel;
