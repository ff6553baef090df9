//! The names of a release's files.

use privet_spec::{OutputFormat, Release};

/// The files of a release, in the order in which they are written. The synthetic table, as CSV:
pub const SYNTHETIC: &str = "synthetic.csv";
/// The synthetic table as Parquet.
pub const SYNTHETIC_PARQUET: &str = "synthetic.parquet";
/// The model.
pub const MODEL: &str = "model.ron";
/// The record, which holds the digests of the others.
pub const RECORD: &str = "record.json";

/// The file of the synthetic table, which its format names.
pub fn synthetic_name(release: &Release) -> &'static str {
    match release.output.format {
        OutputFormat::Csv => SYNTHETIC,
        OutputFormat::Parquet => SYNTHETIC_PARQUET,
    }
}
