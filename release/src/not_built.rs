//! What a program without the feature `parquet` lacks.

/// A format that this program neither reads nor writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotBuilt {
    Parquet,
    Zstandard,
}

impl NotBuilt {
    /// What is wrong, as a clause without a full stop.
    pub(crate) fn what(self) -> &'static str {
        match self {
            Self::Parquet => "this program was built without Parquet",
            Self::Zstandard => "this program was built without Zstandard",
        }
    }
}

/// What to do about it.
pub(crate) const REMEDY: &str = "build it with its default features: `cargo install --path cli`";
