//! How a table is read.

use super::delimiter::Delimiter;
use super::observer::{Observer, Progress};
use super::tag::BoundingKey;
use crate::memory::MemoryLimit;

/// How a table is read.
#[derive(Default)]
pub struct Options<'r> {
    /// The byte between fields; what the spec says unless given.
    pub delimiter: Option<Delimiter>,
    /// Decides which rows are kept of a person with too many.
    pub bounding: BoundingKey,
    /// Sees every byte of the text once, in order, unpacked; of Parquet files, the length and the bytes of each: see
    /// `parquet`.
    pub observer: Option<Observer<'r>>,
    /// What reading may take: see `parquet`.
    pub memory: MemoryLimit,
    /// Is told how many bytes of the file were read so far, as they are stored.
    pub progress: Option<Progress<'r>>,
}
