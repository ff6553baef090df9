//! The release made again from its seed and data, and compared.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::findings::Findings;
use super::run::Checked;
use crate::args::Verify as Args;
use crate::commands::input;
use crate::error::CliError;
use crate::keys::{MasterSeed, hex};
use crate::release::{RECORD, Sink, read_table, write_artefacts};
use crate::table::Source;

/// Makes the release again, writing nothing, and compares every byte.
pub(super) fn replay(
    args: &Args,
    checked: &Checked,
    data: &Path,
    seed_file: &Path,
    findings: &mut Findings,
) -> Result<(), CliError> {
    let seed_name = seed_file.display().to_string();
    let seed = MasterSeed::from_hex(&input::text(seed_file)?).ok_or_else(|| {
        let help = "give the file that `privet release --keep-seed` wrote";
        CliError::refused(&seed_name, "it does not hold 64 hexadecimal digits", help)
    })?;
    let record = &checked.record;
    findings.check(
        seed.commitment() == record.randomness.seed_commitment,
        format!("{seed_name}: is the seed that the record commits to"),
        format!("{seed_name}: is not the seed that the record commits to"),
    );
    let delimiter = input::delimiter(&args.delimiter)?;
    let reporter = input::reporter(args.quiet);
    let source = Source::new(data);
    let (loaded, commitment) = read_table(&checked.spec, &source, delimiter, &seed, reporter)?;
    findings.check(
        commitment == record.randomness.data_commitment,
        format!("{}: is the data that the record commits to", data.display()),
        format!(
            "{}: is not the data that the record commits to",
            data.display()
        ),
    );
    let folder = checked.path.parent().unwrap_or(Path::new(".")).to_owned();
    let mut comparison = Comparison {
        folder,
        record: checked.path.clone(),
        findings,
    };
    let software = record.software.clone();
    write_artefacts(
        &checked.spec,
        loaded,
        commitment,
        &seed,
        software,
        &mut comparison,
        reporter,
    )?;
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
        write: &mut dyn FnMut(&mut dyn Write) -> Result<(), CliError>,
    ) -> Result<String, CliError> {
        let path = if name == RECORD {
            self.record.clone()
        } else {
            self.folder.join(name)
        };
        let file = File::open(&path).map(BufReader::new);
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
