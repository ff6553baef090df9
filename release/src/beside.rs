//! The files that a spec names: beside it on disk, and inside of records and models.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use privet_spec::{FileSource, NamedFile};
use serde::{Deserialize, Serialize};

use crate::opening::{is_open_pipe, open_regular};

/// A file that the spec names, word for word. Its digest stands in the spec's text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BesideFile {
    pub file: String,
    pub text: String,
}

impl BesideFile {
    /// Those that a spec has read.
    pub(crate) fn all(files: &[NamedFile]) -> Vec<Self> {
        let files = files.iter();
        files
            .map(|NamedFile { name, text }| Self {
                file: name.clone(),
                text: text.to_string(),
            })
            .collect()
    }

    /// As a spec takes them.
    pub(crate) fn named(files: &[Self]) -> Vec<NamedFile> {
        let files = files.iter();
        files
            .map(|Self { file, text }| NamedFile {
                name: file.clone(),
                text: text.as_str().into(),
            })
            .collect()
    }
}

/// The folder of a spec; nothing for one that comes from a pipe.
pub(crate) struct Folder(Option<PathBuf>);

impl Folder {
    /// In which this file lies.
    pub(crate) fn of(path: &Path) -> Self {
        let folder = path.parent().unwrap_or(Path::new(""));
        Self((!is_open_pipe(path)).then(|| folder.to_owned()))
    }
}

impl FileSource for Folder {
    fn bytes(&self, name: &str) -> Result<Vec<u8>, String> {
        let Some(folder) = &self.0 else {
            return Err("a spec from a pipe has no folder; give the spec by its path".to_owned());
        };
        let mut bytes = Vec::new();
        // A byte more than is allowed tells that there are more.
        let read = open_regular(&folder.join(name))
            .and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes));
        match read {
            Err(error) => Err(format!("it cannot be read ({error})")),
            Ok(length) if length as u64 > MOST_BYTES => Err("it is longer than 16 MiB".to_owned()),
            Ok(_) => Ok(bytes),
        }
    }
}

/// More than any list of 65,536 labels with their descriptions.
const MOST_BYTES: u64 = 16 << 20;
