//! Why synthetic rows are not written.

use core::fmt;
use std::io;

#[cfg(not(feature = "parquet"))]
use crate::not_built::NotBuilt;

/// Why a synthetic table was not written.
#[derive(Debug)]
#[non_exhaustive]
pub enum WriteError {
    /// The operating system refuses.
    Io(io::Error),
    /// The columns do not belong to this release: too many or few of them, or of rows.
    Shape,
    /// A code that its attribute does not have.
    Code { attribute: String, code: u16 },
    /// Codes that a rule forbids.
    Impossible,
    /// A value that its column's type cannot hold.
    Type,
    /// This program was built without what writes the format.
    #[cfg(not(feature = "parquet"))]
    NotBuilt(NotBuilt),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(
                f,
                "the synthetic table cannot be written ({error}) — make room, or choose another place"
            ),
            Self::Shape => f.write_str(
                "the columns to write do not belong to this spec — take the spec of the same release",
            ),
            Self::Code { attribute, code } => write!(
                f,
                "column `{attribute}` has no code {code} — take the spec of the same release"
            ),
            Self::Impossible => f.write_str(
                "a row breaks a rule of the spec, whatever its numbers — take the spec of the same release",
            ),
            Self::Type => f.write_str(
                "a value does not fit the type of its column — take the spec of the same release",
            ),
            #[cfg(not(feature = "parquet"))]
            Self::NotBuilt(format) => write!(f, "{} — {}", format.what(), crate::not_built::REMEDY),
        }
    }
}

impl core::error::Error for WriteError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            #[cfg(not(feature = "parquet"))]
            Self::NotBuilt(_) => None,
            Self::Shape | Self::Code { .. } | Self::Impossible | Self::Type => None,
        }
    }
}
