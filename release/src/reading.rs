//! Reading text files that others wrote: regular files of a bounded size, and nothing that never ends.

use core::fmt;
use std::io::Read as _;
use std::path::Path;

use crate::error::Error;
use crate::file_kind::{FileKind, Mistaken};
use crate::opening::{is_open_pipe, open_but_devices, open_regular, remedy};

/// What a text file is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextFile {
    /// May also come from a pipe that is open already: `<(…)` or `/dev/stdin`.
    Spec,
    Record,
    Model,
    Seed,
    Key,
    Evaluation,
}

impl TextFile {
    /// More than any that this program writes or accepts, in bytes.
    const fn most_bytes(self) -> u64 {
        match self {
            Self::Spec => 1 << 20,
            Self::Seed | Self::Key => 1 << 10,
            Self::Record | Self::Evaluation => 1 << 30,
            Self::Model => 4 << 30,
        }
    }

    const fn kind(self) -> FileKind {
        match self {
            Self::Spec => FileKind::Spec,
            Self::Record => FileKind::Record,
            Self::Model => FileKind::Model,
            Self::Seed => FileKind::Seed,
            Self::Key => FileKind::Key,
            Self::Evaluation => FileKind::Evaluation,
        }
    }

    fn most_in_words(self) -> &'static str {
        match self {
            Self::Spec => "1 MiB",
            Self::Seed | Self::Key => "1 KiB",
            Self::Record | Self::Evaluation => "1 GiB",
            Self::Model => "4 GiB",
        }
    }
}

impl fmt::Display for TextFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Spec => "a spec",
            Self::Record => "a record",
            Self::Model => "a model",
            Self::Seed => "a seed",
            Self::Key => "a key",
            Self::Evaluation => "an evaluation",
        })
    }
}

/// Reads a text file.
pub fn read_text(path: &Path, what: TextFile) -> Result<String, Error> {
    let name = path.display().to_string();
    let mistaken = |seems| {
        let expected = what.kind();
        Error::Mistaken(Mistaken {
            path: path.to_owned(),
            seems,
            expected,
        })
    };
    if path.is_dir()
        && let Some(seems) = FileKind::of(path)
    {
        return Err(mistaken(seems));
    }
    let opened = if what == TextFile::Spec && is_open_pipe(path) {
        open_but_devices(path)
    } else {
        open_regular(path)
    };
    let most = what.most_bytes();
    let mut bytes = Vec::new();
    // A byte more than is allowed tells that there are more.
    let read = opened.and_then(|file| file.take(most + 1).read_to_end(&mut bytes));
    let length = read.map_err(|error| {
        Error::refused(
            &name,
            format!("it cannot be read ({error})"),
            remedy(&error, "check the path"),
        )
    })?;
    let seems = FileKind::of_beginning(path, &bytes);
    if let Some(seems) = seems.filter(|seems| *seems != what.kind()) {
        return Err(mistaken(seems));
    }
    if u64::try_from(length).unwrap_or(u64::MAX) > most {
        let longest = what.most_in_words();
        return Err(Error::refused(
            &name,
            format!("it is longer than {longest}, the limit for {what}"),
            "check the path",
        ));
    }
    String::from_utf8(bytes)
        .map_err(|_| Error::refused(&name, "it is not UTF-8", "save the file as UTF-8"))
}
