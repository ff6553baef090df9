//! The files of a table: one, those of a folder, or those that a pattern means.

use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{fs, io};

use glob::{MatchOptions, glob_with};
use serde::{Deserialize, Serialize};

use super::error::{Cause, TableError};
use super::problem::ParquetProblem;
use crate::opening::expect_readable;

/// Files that are one table, in the order of their paths.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Listing {
    /// As the user names them.
    named: PathBuf,
    files: Vec<Listed>,
}

/// A file, as it was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Listed {
    pub(super) path: PathBuf,
    pub(super) length: u64,
    /// Some systems do not say.
    modified: Option<SystemTime>,
}

/// What a path means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Means {
    /// A file or a pipe, or nothing that is there.
    Itself,
    Folder,
    Pattern,
}

impl Listing {
    /// Whether a path means several files. A file whose name looks like a pattern is itself.
    pub(super) fn is_several(path: &Path) -> bool {
        Means::of(path) != Means::Itself
    }

    /// The files of a path, none of which is opened.
    pub(super) fn of(path: &Path) -> Result<Self, TableError> {
        let unreadable = |error| failed(path, Cause::Unreadable(error));
        let mut paths = match Means::of(path) {
            Means::Itself => vec![path.to_owned()],
            Means::Folder => files_of(path).map_err(unreadable)?,
            Means::Pattern => matching(path).map_err(unreadable)?,
        };
        paths.sort_unstable();
        if paths.is_empty() {
            return Err(refused(path, ParquetProblem::NoFiles));
        }
        let files = paths.into_iter().map(Listed::new);
        Ok(Self {
            named: path.to_owned(),
            files: files.collect::<Result<_, _>>()?,
        })
    }

    /// As the user names them.
    pub(super) fn named(&self) -> &Path {
        &self.named
    }

    #[cfg(feature = "parquet")]
    pub(super) fn files(&self) -> &[Listed] {
        &self.files
    }

    /// The same for whoever works in another folder.
    #[cfg(feature = "parquet")]
    pub(super) fn absolute(&self) -> io::Result<Self> {
        let files = self.files.iter().map(|file| {
            Ok(Listed {
                path: std::path::absolute(&file.path)?,
                ..file.clone()
            })
        });
        Ok(Self {
            named: self.named.clone(),
            files: files.collect::<io::Result<_>>()?,
        })
    }

    /// Some of them, by their places.
    #[cfg(feature = "parquet")]
    pub(super) fn some(&self, places: &[usize]) -> Self {
        let files = places.iter().filter_map(|place| self.files.get(*place));
        Self {
            named: self.named.clone(),
            files: files.cloned().collect(),
        }
    }

    /// How many bytes all files have.
    pub(super) fn size(&self) -> u64 {
        let sizes = self.files.iter().map(|file| file.length);
        sizes.fold(0, u64::saturating_add)
    }

    /// Refuses files that are not these any more.
    pub(super) fn expect_same(&self) -> Result<(), TableError> {
        match Self::of(&self.named) {
            Ok(now) if now == *self => Ok(()),
            _ => Err(refused(&self.named, ParquetProblem::Changed)),
        }
    }
}

impl Listed {
    fn new(path: PathBuf) -> Result<Self, TableError> {
        let metadata = path.metadata();
        let metadata = metadata.map_err(|error| failed(&path, Cause::Unreadable(error)))?;
        if metadata.is_dir() {
            return Err(refused(&path, ParquetProblem::Subfolder));
        }
        expect_readable(&path).map_err(|error| failed(&path, Cause::Unreadable(error)))?;
        Ok(Self {
            length: metadata.len(),
            modified: metadata.modified().ok(),
            path,
        })
    }

    /// Whether an open file is still as it was listed.
    #[cfg(feature = "parquet")]
    pub(super) fn is(&self, now: &fs::Metadata) -> bool {
        now.len() == self.length && now.modified().ok() == self.modified
    }

    #[cfg(feature = "parquet")]
    pub(super) fn name(&self) -> String {
        self.path.display().to_string()
    }
}

impl Means {
    fn of(path: &Path) -> Self {
        match path.metadata() {
            Ok(metadata) if metadata.is_dir() => Self::Folder,
            Err(error) if error.kind() == io::ErrorKind::NotFound && is_pattern(path) => {
                Self::Pattern
            }
            _ => Self::Itself,
        }
    }
}

fn is_pattern(path: &Path) -> bool {
    path.to_str().is_some_and(|text| text.contains(['*', '?']))
}

/// What is in a folder, but for what is hidden or a mark of the program that wrote it.
fn files_of(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let paths: Vec<PathBuf> = entries.collect::<io::Result<_>>()?;
    Ok(paths.into_iter().filter(|path| counts(path)).collect())
}

/// What a pattern means, likewise.
fn matching(pattern: &Path) -> io::Result<Vec<PathBuf>> {
    let options = MatchOptions {
        require_literal_separator: true,
        require_literal_leading_dot: true,
        ..MatchOptions::default()
    };
    let text = pattern.to_str().unwrap_or_default();
    let found = glob_with(text, options).map_err(|error| {
        io::Error::new(
            io::ErrorKind::InvalidInput,
            format!("as a pattern: {}", error.msg),
        )
    })?;
    let paths = found.map(|path| path.map_err(io::Error::from));
    let paths: Vec<PathBuf> = paths.collect::<io::Result<_>>()?;
    Ok(paths.into_iter().filter(|path| counts(path)).collect())
}

/// Not `_SUCCESS`, and nothing that is hidden.
fn counts(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().as_encoded_bytes();
    !matches!(name.first(), Some(b'_' | b'.'))
}

fn refused(path: &Path, problem: ParquetProblem) -> TableError {
    failed(path, Cause::Parquet(problem))
}

fn failed(path: &Path, cause: Cause) -> TableError {
    TableError::new(path.display().to_string(), cause)
}
