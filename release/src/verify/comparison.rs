//! What a release would write, compared with the files that are there.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use crate::artefacts::Sink;
use crate::error::Error;
use crate::names::RECORD;
use crate::opening::{digest_of, open_regular};
use crate::text::hex;

/// Takes a release's files, writes nothing, and keeps where each begins to differ from the one in a folder.
pub(super) struct Comparison {
    folder: PathBuf,
    record: PathBuf,
    /// In the order in which they came.
    pub(super) files: Vec<Compared>,
}

/// One file.
pub(super) struct Compared {
    pub(super) name: String,
    pub(super) path: PathBuf,
    /// Its first byte that is not what was made, or missing.
    pub(super) differs_at: Option<u64>,
}

impl Comparison {
    /// With the files beside this record.
    pub(super) fn with(record: &Path) -> Self {
        Self {
            folder: record.parent().unwrap_or(Path::new(".")).to_owned(),
            record: record.to_owned(),
            files: Vec::new(),
        }
    }

    /// Bytes of the file of this name; none where there is no such file.
    pub(super) fn length_of(&self, name: &str) -> u64 {
        let metadata = self.path(name).metadata();
        metadata.map_or(0, |metadata| metadata.len())
    }

    /// Where the file of this name is.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        if name == RECORD {
            self.record.clone()
        } else {
            self.folder.join(name)
        }
    }
}

impl Sink for Comparison {
    fn file(
        &mut self,
        name: &str,
        write: &mut dyn FnMut(&mut dyn Write) -> Result<(), Error>,
    ) -> Result<String, Error> {
        let path = self.path(name);
        let file = open_regular(&path).map(BufReader::new);
        let mut comparing = Comparing {
            file: file.ok(),
            hash: Sha256::new(),
            at: 0,
            differs: None,
        };
        write(&mut comparing)?;
        let differs_at = comparing.finish();
        self.files.push(Compared {
            name: name.to_owned(),
            path,
            differs_at,
        });
        Ok(hex(&comparing.hash.finalize()))
    }

    fn as_it_is(&mut self, name: &str) -> Result<String, Error> {
        let path = self.path(name);
        digest_of(&path).map_err(|error| Error::flaw(name, error))
    }
}

/// A writer that keeps nothing but the place of the first difference.
struct Comparing {
    file: Option<BufReader<File>>,
    hash: Sha256,
    at: u64,
    differs: Option<u64>,
}

impl Comparing {
    /// Where the first difference is, the end of the file included.
    fn finish(&mut self) -> Option<u64> {
        let mut rest = [0; 1];
        let more = self
            .file
            .as_mut()
            .is_some_and(|file| file.read(&mut rest).is_ok_and(|n| n > 0));
        if self.differs.is_none() && (more || self.file.is_none()) {
            self.differs = Some(self.at);
        }
        self.differs
    }
}

impl Write for Comparing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.hash.update(bytes);
        let mut there = vec![0; bytes.len()];
        let read = self
            .file
            .as_mut()
            .map_or(Ok(()), |file| file.read_exact(&mut there));
        if self.differs.is_none() && (read.is_err() || there != bytes) {
            let same = bytes
                .iter()
                .zip(&there)
                .take_while(|(one, other)| one == other)
                .count();
            self.differs = Some(self.at + same as u64);
        }
        self.at += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
