//! Where a table's bytes come from.

use core::fmt;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, IsTerminal as _, Read, Seek as _};
use std::path::PathBuf;

use super::arrow::Frame;
use super::error::{Cause, TableError};
use super::foreign::{Foreign, START};
use super::listing::{Listed, Listing};
use super::parquet::{ParquetPart, ParquetProblem};
use crate::file_kind::is_named_otherwise_than_parquet;
use crate::opening::{expect_readable, open_but_devices};

/// A table as a user names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A file, a folder of files, or a pattern of their names.
    Path(PathBuf),
    StandardInput,
}

/// An open table.
pub struct Opened<'r> {
    pub(super) name: String,
    pub(super) content: Content<'r>,
}

/// What is in it.
pub(super) enum Content<'r> {
    /// The bytes of a text, as they are stored, perhaps compressed.
    Bytes(Box<dyn Read + 'r>),
    /// Files, one of which begins as Parquet does if it is the only one. They are opened one after the other.
    Files(Listing),
    /// One row group of Parquet files.
    Part(ParquetPart),
    /// A data frame.
    Frame(Frame<'r>),
}

impl Source {
    /// `-` is standard input, anything else a path.
    pub fn new(argument: impl AsRef<OsStr>) -> Self {
        let argument = argument.as_ref();
        if argument == "-" {
            Self::StandardInput
        } else {
            Self::Path(argument.into())
        }
    }

    /// The files that it is, where it is not a pipe.
    pub(super) fn files(&self) -> Option<Listing> {
        let Self::Path(path) = self else {
            return None;
        };
        let is_file = || path.metadata().is_ok_and(|metadata| metadata.is_file());
        let files = (Listing::is_several(path) || is_file()).then(|| Listing::of(path));
        files?.ok()
    }

    /// Refuses what cannot be opened or has no end, without opening it: a charge for it would stand. Of several files it is
    /// seen that none has the name of another format, since a folder is easily given by mistake.
    pub fn expect_readable(&self) -> Result<(), TableError> {
        match self {
            Self::StandardInput if io::stdin().is_terminal() => Err(self.error(Cause::Terminal)),
            Self::StandardInput => Ok(()),
            Self::Path(path) if Listing::is_several(path) => Listing::of(path)?
                .files()
                .iter()
                .try_for_each(expect_named_parquet),
            Self::Path(path) => {
                expect_readable(path).map_err(|error| self.error(Cause::Unreadable(error)))
            }
        }
    }

    pub fn open(&self) -> Result<Opened<'static>, TableError> {
        self.expect_readable()?;
        let content = match self {
            Self::StandardInput => Content::Bytes(Box::new(io::stdin().lock())),
            Self::Path(path) if Listing::is_several(path) => Content::Files(Listing::of(path)?),
            // A pipe may be a table, as standard input is; a device has no end.
            Self::Path(path) => {
                let unreadable = |error| self.error(Cause::Unreadable(error));
                let mut file = open_but_devices(path).map_err(unreadable)?;
                if is_parquet(&mut file).map_err(unreadable)? {
                    Content::Files(Listing::of(path)?)
                } else {
                    Content::Bytes(Box::new(file))
                }
            }
        };
        Ok(Opened {
            name: self.to_string(),
            content,
        })
    }

    fn error(&self, cause: Cause) -> TableError {
        TableError::new(self.to_string(), cause)
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StandardInput => f.write_str("standard input"),
            Self::Path(path) => path.display().fmt(f),
        }
    }
}

impl<'r> Opened<'r> {
    /// A table from any reader; `name` stands in errors.
    pub fn new(name: impl Into<String>, bytes: impl Read + 'r) -> Self {
        Self {
            name: name.into(),
            content: Content::Bytes(Box::new(bytes)),
        }
    }
}

/// Whether a file begins as Parquet does. A pipe can be read only once, and is left alone.
fn is_parquet(file: &mut File) -> io::Result<bool> {
    if !file.metadata()?.is_file() {
        return Ok(false);
    }
    let mut start = Vec::new();
    file.take(START as u64).read_to_end(&mut start)?;
    file.rewind()?;
    Ok(Foreign::of(&start) == Some(Foreign::Parquet))
}

/// Refuses a file whose name says that it is not Parquet.
fn expect_named_parquet(listed: &Listed) -> Result<(), TableError> {
    if is_named_otherwise_than_parquet(&listed.path) {
        let cause = Cause::Parquet(ParquetProblem::OtherFormat);
        return Err(TableError::new(listed.name(), cause));
    }
    Ok(())
}
