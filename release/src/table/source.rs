//! Where a table's bytes come from.

use core::fmt;
use std::ffi::OsStr;
use std::io::{self, BufReader, IsTerminal as _, Read};
use std::path::PathBuf;

use flate2::bufread::MultiGzDecoder;

use super::{Cause, TableError};
use crate::opening::{expect_readable, open_but_devices};

/// A table as a user names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    Path(PathBuf),
    StandardInput,
}

/// An open table: its bytes as they are stored, perhaps compressed.
pub struct Opened<'r> {
    pub(super) name: String,
    pub(super) bytes: Box<dyn Read + 'r>,
}

/// Sees the bytes of a text, in order.
pub type Observer<'r> = &'r mut dyn FnMut(&[u8]);

/// Is told how far the work is.
pub type Progress<'r> = &'r dyn Fn(u64);

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

    /// The stored size in bytes, where one is known beforehand; progress is measured against it.
    pub fn size(&self) -> Option<u64> {
        let Self::Path(path) = self else {
            return None;
        };
        let metadata = path.metadata().ok()?;
        metadata.is_file().then_some(metadata.len())
    }

    /// Refuses what cannot be opened or has no end, without opening it.
    pub fn expect_readable(&self) -> Result<(), TableError> {
        match self {
            Self::StandardInput if io::stdin().is_terminal() => Err(self.error(Cause::Terminal)),
            Self::StandardInput => Ok(()),
            Self::Path(path) => {
                expect_readable(path).map_err(|error| self.error(Cause::Unreadable(error)))
            }
        }
    }

    pub fn open(&self) -> Result<Opened<'static>, TableError> {
        self.expect_readable()?;
        let bytes: Box<dyn Read> = match self {
            Self::StandardInput => Box::new(io::stdin().lock()),
            // A pipe may be a table, as standard input is; a device has no end.
            Self::Path(path) => {
                let file = open_but_devices(path);
                Box::new(file.map_err(|error| self.error(Cause::Unreadable(error)))?)
            }
        };
        Ok(Opened {
            name: self.to_string(),
            bytes,
        })
    }

    fn error(&self, cause: Cause) -> TableError {
        TableError {
            file: self.to_string(),
            line: None,
            column: None,
            cause,
            is_synthetic: false,
        }
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
            bytes: Box::new(bytes),
        }
    }
}

/// The text of a table: `stored`, unpacked if its content is gzip, of one member or several.
///
/// `progress` is told the number of stored bytes after each read, and `observer` sees every byte of
/// the text once, in order.
pub(super) struct Text<'r> {
    unpacked: Unpacked<'r>,
    observer: Option<Observer<'r>>,
}

enum Unpacked<'r> {
    Plain(Stored<'r>),
    Gzip(Box<MultiGzDecoder<BufReader<Stored<'r>>>>),
}

/// The stored bytes, the first few of which were already looked at.
type Stored<'r> = io::Chain<io::Cursor<Vec<u8>>, Counted<'r>>;

struct Counted<'r> {
    bytes: Box<dyn Read + 'r>,
    read: u64,
    progress: Option<Progress<'r>>,
}

impl<'r> Text<'r> {
    pub(super) fn new(
        stored: Box<dyn Read + 'r>,
        progress: Option<Progress<'r>>,
        observer: Option<Observer<'r>>,
    ) -> io::Result<Self> {
        let mut counted = Counted {
            bytes: stored,
            read: 0,
            progress,
        };
        let mut start = Vec::new();
        (&mut counted)
            .take(GZIP_MAGIC.len() as u64)
            .read_to_end(&mut start)?;
        let gzip = start == GZIP_MAGIC;
        let stored = io::Cursor::new(start).chain(counted);
        let unpacked = if gzip {
            let buffered = BufReader::with_capacity(BUFFER, stored);
            Unpacked::Gzip(Box::new(MultiGzDecoder::new(buffered)))
        } else {
            Unpacked::Plain(stored)
        };
        Ok(Self { unpacked, observer })
    }

    /// Fills `buffer` as far as one read goes; 0 at the end.
    pub(super) fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Cause> {
        let read = loop {
            let attempt = match &mut self.unpacked {
                Unpacked::Plain(bytes) => bytes.read(buffer),
                Unpacked::Gzip(bytes) => bytes.read(buffer),
            };
            match attempt {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                attempt => break attempt,
            }
        };
        let read = read.map_err(|error| self.cause(error))?;
        if let (Some(observer), Some(bytes)) = (&mut self.observer, buffer.get(..read)) {
            observer(bytes);
        }
        Ok(read)
    }

    fn cause(&self, error: io::Error) -> Cause {
        let damage = [
            io::ErrorKind::InvalidInput,
            io::ErrorKind::InvalidData,
            io::ErrorKind::UnexpectedEof,
        ];
        match self.unpacked {
            Unpacked::Gzip(_) if damage.contains(&error.kind()) => Cause::Damaged,
            _ => Cause::Unreadable(error),
        }
    }
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.bytes.read(buffer)?;
        self.read = self
            .read
            .saturating_add(u64::try_from(read).unwrap_or(u64::MAX));
        if let Some(progress) = self.progress {
            progress(self.read);
        }
        Ok(read)
    }
}

pub(super) const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];
pub(super) const BUFFER: usize = 1 << 18;
