//! The release made again from its seed and data, and compared.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::checked::Checked;
use super::findings::Findings;
use crate::error::Error;
use crate::keys::KeptSeed;
use crate::making::{RECORD, Sink, UnderWay};
use crate::opening::open_regular;
use crate::table::Input;
use crate::text::hex;
use crate::watch::Watch;

/// Makes the release again, writing nothing, and compares every byte.
pub(super) fn check_replay(
    checked: &Checked,
    table: Input<'_>,
    kept: &KeptSeed,
    watch: &dyn Watch,
    findings: &mut Findings,
) -> Result<(), Error> {
    let KeptSeed { name, seed } = kept;
    let record = &checked.record;
    findings.check(
        seed.commitment() == record.randomness.seed_commitment,
        format!("{name}: is the seed that the record commits to"),
        format!("{name}: is not the seed that the record commits to"),
    );
    let under_way = UnderWay {
        spec: &checked.spec,
        seed,
        software: record.software.clone(),
        watch,
    };
    let data = table.name();
    let committed = under_way.read(table)?;
    findings.check(
        committed.commitment == record.randomness.data_commitment,
        format!("{data}: is the data that the record commits to"),
        format!("{data}: is not the data that the record commits to"),
    );
    let mut comparison = Comparison {
        folder: checked.path.parent().unwrap_or(Path::new(".")).to_owned(),
        record: checked.path.clone(),
        findings,
    };
    under_way.write(committed, &mut comparison)?;
    Ok(())
}

/// Compares what would be written with what is there.
struct Comparison<'a> {
    folder: PathBuf,
    record: PathBuf,
    findings: &'a mut Findings,
}

impl Sink for Comparison<'_> {
    fn file(
        &mut self,
        name: &str,
        write: &mut dyn FnMut(&mut dyn Write) -> Result<(), Error>,
    ) -> Result<String, Error> {
        let path = if name == RECORD {
            self.record.clone()
        } else {
            self.folder.join(name)
        };
        let file = open_regular(&path).map(BufReader::new);
        let mut comparing = Comparing {
            file: file.ok(),
            hash: Sha256::new(),
            at: 0,
            differs: None,
        };
        write(&mut comparing)?;
        let differs = comparing.finish();
        self.findings.check(
            differs.is_none(),
            format!("{}: replayed, every byte agrees", path.display()),
            format!(
                "{}: the replay differs from byte {} on",
                path.display(),
                differs.unwrap_or_default()
            ),
        );
        Ok(hex(&comparing.hash.finalize()))
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
