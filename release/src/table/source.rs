//! Where a table's bytes come from.

use core::fmt;
use std::ffi::OsStr;
use std::io::{self, IsTerminal as _, Read};
use std::path::PathBuf;

#[cfg(feature = "parquet")]
use super::arrow::Frame;
#[cfg(not(feature = "parquet"))]
use super::endings::format_not_built;
use super::error::{Cause, TableError};
use super::listing::Listing;
#[cfg(feature = "parquet")]
use super::parquet::{ParquetPart, expect_named_parquet, is_parquet};
#[cfg(not(feature = "parquet"))]
use crate::not_built::NotBuilt;
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
    #[cfg(feature = "parquet")]
    Files(Listing),
    /// One row group of Parquet files.
    #[cfg(feature = "parquet")]
    Part(ParquetPart),
    /// A data frame.
    #[cfg(feature = "parquet")]
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
            #[cfg(feature = "parquet")]
            Self::Path(path) if Listing::is_several(path) => {
                expect_named_parquet(&Listing::of(path)?)
            }
            #[cfg(not(feature = "parquet"))]
            Self::Path(path) if Listing::is_several(path) => {
                Err(self.error(Cause::NotBuilt(NotBuilt::Parquet)))
            }
            Self::Path(path) => {
                #[cfg(not(feature = "parquet"))]
                if let Some(format) = format_not_built(path) {
                    return Err(self.error(Cause::NotBuilt(format)));
                }
                expect_readable(path).map_err(|error| self.error(Cause::Unreadable(error)))
            }
        }
    }

    pub fn open(&self) -> Result<Opened<'static>, TableError> {
        self.expect_readable()?;
        let content = match self {
            Self::StandardInput => Content::Bytes(Box::new(io::stdin().lock())),
            #[cfg(feature = "parquet")]
            Self::Path(path) if Listing::is_several(path) => Content::Files(Listing::of(path)?),
            // A pipe may be a table, as standard input is; a device has no end.
            Self::Path(path) => {
                let unreadable = |error| self.error(Cause::Unreadable(error));
                let file = open_but_devices(path).map_err(unreadable)?;
                #[cfg(feature = "parquet")]
                if is_parquet(&file).map_err(unreadable)? {
                    return Ok(Opened {
                        name: self.to_string(),
                        content: Content::Files(Listing::of(path)?),
                    });
                }
                Content::Bytes(Box::new(file))
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
