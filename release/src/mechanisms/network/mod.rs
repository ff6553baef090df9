//! What the mechanisms with a network of tables share: the network as files name it, the way from noisy
//! tables to a model, and the ways from a model to rows and to their law.

mod conditioned;
mod drawing;
mod drawn_from;
mod estimated;
mod fit;
mod forecast;
mod law;
mod nodes;
mod view;

pub(crate) use drawn_from::DrawnFrom;
pub(crate) use estimated::{EstimatedFile, MostTables};
pub(crate) use fit::{Fit, Wanted};
pub(crate) use forecast::EstimatorForecast;
pub(crate) use nodes::{FittedFile, NodeFile, Nodes};
pub(crate) use view::{MeasuredTable, NetworkView};
