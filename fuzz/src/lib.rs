//! What the fuzz targets share: inputs of many shapes from few bytes, and small releases.

pub mod bytes;
pub mod edits;
pub mod models;
pub mod releases;
pub mod tables;
