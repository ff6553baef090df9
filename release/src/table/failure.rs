//! Why a table was not read or counted: for what it is, or for what is around it.

use core::fmt;

use super::error::TableError;
use crate::complaint::Complaint;

/// Why a table was not read or counted. Nothing here holds a value of it.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The table cannot be read.
    Table(TableError),
    /// Something that was given with it cannot be used, or whoever counts it has not counted rightly.
    Refused(Complaint),
}

impl Error {
    pub(super) fn refused(
        place: impl Into<String>,
        what: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Self::Refused(Complaint::new(place, what, help))
    }
}

impl TableError {
    /// Where it is wrong, what, and what to do about it.
    pub(crate) fn complaint(&self) -> Complaint {
        Complaint::new(self.place(), self.cause.what(), self.remedy())
    }
}

impl From<TableError> for Error {
    fn from(error: TableError) -> Self {
        Self::Table(error)
    }
}

impl From<Complaint> for Error {
    fn from(complaint: Complaint) -> Self {
        Self::Refused(complaint)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Table(error) => error.fmt(f),
            Self::Refused(complaint) => complaint.fmt(f),
        }
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Table(error) => Some(error),
            Self::Refused(_) => None,
        }
    }
}
