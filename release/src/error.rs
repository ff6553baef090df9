//! The one error of the library: where something is wrong, what it is, and what to do about it.
//!
//! Nothing here holds a value of a table.

use core::fmt;
use std::io;
use std::path::Path;

use privet_core::Error as CoreError;
use privet_spec::Problems;

use crate::complaint::Complaint;
use crate::file_kind::Mistaken;
use crate::opening::remedy;
use crate::table::{self, TableError};

/// Why something was not done. Every value carries a place, a cause and a remedy, or several of them:
/// [`Error::complaints`] gives them one by one.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// Something that was given cannot be used.
    Refused(Complaint),
    /// A spec is not as the language asks; all of its problems, with their places.
    Spec(BadSpec),
    /// A table cannot be read.
    Table(TableError),
    /// One kind of file was given where another is expected.
    Mistaken(Mistaken),
    /// Rows on request that conditioning cannot give; drawing rows and throwing most of them away may.
    OnlyByRejection(Complaint),
    /// The machine has too little memory for it. That says nothing of what was given.
    NoMemory(Complaint),
    /// The caller's own output, such as standard output, cannot be written.
    Output(io::Error),
}

/// A spec that was refused, with its text, so that problems can be shown in it.
#[derive(Debug)]
pub struct BadSpec {
    /// The file as the caller named it.
    pub name: String,
    /// What it says.
    pub text: String,
    /// Everything that is wrong with it, in the order of the text.
    pub problems: Problems,
}

impl Error {
    /// Something that was given at `place` cannot be used.
    pub fn refused(
        place: impl Into<String>,
        what: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Complaint::new(place, what, help).into()
    }

    /// Everything that is wrong: one complaint, or for a spec one for each problem. Never empty.
    pub fn complaints(&self) -> Vec<Complaint> {
        match self {
            Self::Refused(complaint)
            | Self::OnlyByRejection(complaint)
            | Self::NoMemory(complaint) => {
                vec![complaint.clone()]
            }
            Self::Table(error) => vec![error.complaint()],
            Self::Mistaken(mistaken) => vec![Complaint::new(
                mistaken.path.display().to_string(),
                mistaken.what(),
                mistaken.remedy(),
            )],
            Self::Output(error) => vec![Complaint::new(
                "output",
                format!("it cannot be written ({error})"),
                "check the device or file that it goes to",
            )],
            Self::Spec(spec) => {
                let problems = spec.problems.iter();
                problems
                    .map(|problem| Complaint {
                        place: format!("{}:{}:{}", spec.name, problem.line, problem.column).into(),
                        what: problem.what.clone(),
                        help: problem.help.clone(),
                    })
                    .collect()
            }
        }
    }

    /// A file or folder that cannot be written, with the system's reason.
    pub fn unwritable(path: &Path, error: &io::Error) -> Self {
        let help = match error.kind() {
            io::ErrorKind::NotFound => {
                "the folder that should hold it does not exist: create it first"
            }
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                "choose a place that you may write to"
            }
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                "the disk is full: free some room; nothing was released"
            }
            _ => "nothing was released",
        };
        Self::refused(
            path.display().to_string(),
            format!("it cannot be written ({error})"),
            remedy(error, help),
        )
    }

    /// What can still go wrong once the first charge is paid: a draw that does not end, with probability below 2^−4096,
    /// or a flaw in Privet. Everything else was refused before.
    pub(crate) fn after_the_charge(error: CoreError) -> Self {
        Self::refused(
            "release",
            error.to_string(),
            "nothing was published; count the budget as spent, and report this",
        )
    }

    /// Published answers that no such release has given.
    pub(crate) fn not_as_published(error: CoreError) -> Self {
        Self::refused(
            "model",
            error.to_string(),
            "give a model.ron that `privet release` has written, unchanged",
        )
    }

    /// What cannot happen with a parsed spec; the message is for the report of a flaw.
    pub(crate) fn flaw(place: &str, what: impl fmt::Display) -> Self {
        Complaint::flaw(place, what).into()
    }
}

impl From<Complaint> for Error {
    fn from(complaint: Complaint) -> Self {
        Self::Refused(complaint)
    }
}

impl From<table::Error> for Error {
    fn from(error: table::Error) -> Self {
        match error {
            table::Error::Table(error) => Self::Table(error),
            table::Error::Refused(complaint) => Self::Refused(complaint),
        }
    }
}

impl From<TableError> for Error {
    fn from(error: TableError) -> Self {
        Self::Table(error)
    }
}

/// One line a complaint: `spec.ron:4:11: what is wrong — what to write`.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (complaint, number) in self.complaints().iter().zip(0..) {
            let line_end = if number == 0 { "" } else { "\n" };
            write!(f, "{line_end}{complaint}")?;
        }
        Ok(())
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Refused(_) | Self::OnlyByRejection(_) | Self::NoMemory(_) | Self::Mistaken(_) => {
                None
            }
            Self::Spec(spec) => Some(&spec.problems),
            Self::Table(error) => Some(error),
            Self::Output(error) => Some(error),
        }
    }
}
