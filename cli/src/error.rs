//! The one error of the program: what is wrong, where, and what to do about it.

use std::fmt;
use std::io;

/// Why a command did not do what it was asked.
#[derive(Debug)]
pub enum CliError {
    /// Something that was given cannot be used.
    Refused {
        /// Where it was given: an option, or a file with line and column.
        place: String,
        /// What is wrong with it, with the offending text.
        what: String,
        /// What to write instead.
        help: String,
    },
    /// Several things are wrong, each already in words with its place and remedy.
    Several(String),
    /// The reader of the standard output went away; nobody is left to be told.
    OutputClosed,
    /// The standard output cannot be written.
    Output(io::Error),
}

impl CliError {
    /// Something that was given at `place` cannot be used.
    pub fn refused(
        place: impl Into<String>,
        what: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Self::Refused {
            place: place.into(),
            what: what.into(),
            help: help.into(),
        }
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (place, what, help) = match self {
            Self::Refused { place, what, help } => (place.as_str(), what.as_str(), help.as_str()),
            Self::Several(text) => return f.write_str(text.trim_end()),
            Self::OutputClosed => (
                "standard output",
                "it was closed by its reader",
                "read it to the end",
            ),
            Self::Output(error) => {
                return write!(
                    f,
                    "error: standard output: it cannot be written ({error})\n  \
                     help: check the device or file that it goes to"
                );
            }
        };
        write!(f, "error: {place}: {what}\n  help: {help}")
    }
}

impl std::error::Error for CliError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Output(error) => Some(error),
            Self::Refused { .. } | Self::Several(_) | Self::OutputClosed => None,
        }
    }
}

/// Only the standard output is written through `?`; files name themselves.
impl From<io::Error> for CliError {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::OutputClosed
        } else {
            Self::Output(error)
        }
    }
}

/// The table's own error has all three parts already.
impl From<crate::table::TableError> for CliError {
    fn from(error: crate::table::TableError) -> Self {
        use std::fmt::Write as _;
        let mut place = error.file.clone();
        if let Some(line) = error.line {
            let _ = write!(place, ":{line}");
        }
        if let Some(column) = &error.column {
            // A header may hold what a terminal would obey.
            let _ = write!(place, ": column `{}`", column.escape_debug());
        }
        Self::refused(place, error.cause.what(), error.cause.remedy())
    }
}
