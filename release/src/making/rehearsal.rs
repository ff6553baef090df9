//! The whole way of a release on rows that are made up: what it takes, before anything is charged or read.

use core::fmt;
use std::fs;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use privet_spec::shown;
use serde::Serialize;

use super::made_up::write_made_up;
use crate::artefacts::Needs;
use crate::artefacts::Released;
use crate::complaint::Complaint;
use crate::error::Error;
use crate::memory::of_this_process;
use crate::pending::NewFolder;
use crate::spec::Spec;
use crate::watch::{Stage, Watch};

/// What a release of so many rows takes on this machine. The rows were made up, so that nothing in it tells of any table.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Rehearsed {
    /// That it was one, [`Rehearsed::NOTICE`].
    pub notice: &'static str,
    /// Rows that were made up.
    pub rows: u64,
    /// Bytes of the table that was made of them, as CSV.
    pub table_bytes: u64,
    /// Rows that were released of them.
    pub synthetic_rows: usize,
    /// Seconds of the release, without making up rows.
    pub seconds: f64,
    /// The same by stages of the work; what lies between stages is in none.
    pub stages: Vec<RehearsedStage>,
    /// The most memory that this process has taken so far, in bytes; `None` where the system does not tell.
    pub peak_memory: Option<u64>,
    /// Bytes of the files that were made, and are removed again.
    pub files: Vec<RehearsedFile>,
    /// Bytes of the disk that a release takes before it draws noise: the most that noise can ask for, and as much for copies.
    /// What files do not need of it is given back.
    pub reserved_disk: u64,
    /// The folder that can be made, if one was named; one that cannot is an error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// The account that covers the release, if one was named; one that does not is an error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
}

/// A stage of the work.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct RehearsedStage {
    pub name: String,
    pub seconds: f64,
}

/// A file of the release.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct RehearsedFile {
    pub file: String,
    pub bytes: u64,
}

impl Rehearsed {
    /// What stands in every report of a rehearsal.
    pub const NOTICE: &'static str = "a rehearsal: all rows were made up, so that no figure says how close a release comes. Nothing was charged, and \
         nothing remains";
}

impl fmt::Display for Rehearsed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "This was {}.", self.notice)?;
        writeln!(
            f,
            "  rows        {} made up ({} as CSV), {} released",
            self.rows,
            Bytes(self.table_bytes),
            self.synthetic_rows
        )?;
        writeln!(f, "  time        {:.1} s", self.seconds)?;
        for RehearsedStage { name, seconds } in &self.stages {
            writeln!(f, "    {seconds:>7.1} s  {name}")?;
        }
        match self.peak_memory {
            Some(peak) => writeln!(f, "  memory      {} at most", Bytes(peak))?,
            None => writeln!(f, "  memory      not known on this system")?,
        }
        let all = self.files.iter().map(|file| file.bytes).sum();
        let reserved = Bytes(self.reserved_disk);
        writeln!(
            f,
            "  disk        {}; while it is made, up to {reserved} have to be free",
            Bytes(all)
        )?;
        for RehearsedFile { file, bytes } in &self.files {
            writeln!(f, "    {:>9}  {file}", Bytes(*bytes).to_string())?;
        }
        if let Some(folder) = &self.folder {
            writeln!(f, "  folder      {} can be made", shown(folder))?;
        }
        if let Some(account) = &self.account {
            writeln!(f, "  account     {} covers it", shown(account))?;
        }
        Ok(())
    }
}

/// A number of bytes, as in `1.5 GB`.
struct Bytes(u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (unit, name) = match self.0 {
            0..1_000 => return write!(f, "{} B", self.0),
            1_000..1_000_000 => (1_000, "kB"),
            1_000_000..1_000_000_000 => (1_000_000, "MB"),
            _ => (1_000_000_000, "GB"),
        };
        let tenths = u128::from(self.0) * 10 / unit;
        write!(f, "{}.{} {name}", tenths / 10, tenths % 10)
    }
}

/// Makes up a table beside `folder` and has it released by `make`, into a folder that is removed again, as is the table.
pub(super) fn rehearse(
    spec: &Spec,
    folder: Option<&Path>,
    rows: u64,
    watch: &dyn Watch,
    make: impl FnOnce(&Path, &Path, &dyn Watch) -> Result<Released, Error>,
) -> Result<Rehearsed, Error> {
    let asked = folder.unwrap_or(Path::new(UNNAMED));
    let room = NewFolder::create(&beside(asked))?;
    let (table, release) = (room.path().join(TABLE), room.path().join(RELEASE));
    // Where it lies for now is nobody's business.
    let named = |error| in_the_name_of(asked, room.path(), error);
    {
        let making = watch.stage("making up rows", rows);
        let mut file = BufWriter::with_capacity(1 << 20, room.file(TABLE)?);
        let written = write_made_up(&spec.plan().release, rows, making.as_ref(), &mut file);
        written.map_err(|error| match error {
            Error::Output(error) => Error::unwritable(asked, &error),
            other => other,
        })?;
    }
    let timed = Timed::new(watch);
    let started = Instant::now();
    let released = make(&table, &release, &timed).map_err(named)?;
    let seconds = started.elapsed().as_secs_f64();
    let size = |path: &Path| fs::metadata(path).map_or(0, |metadata| metadata.len());
    let mut files: Vec<RehearsedFile> = fs::read_dir(&release)
        .map_err(|error| Error::unwritable(asked, &error))?
        .flatten()
        .map(|entry| RehearsedFile {
            file: entry.file_name().to_string_lossy().into_owned(),
            bytes: size(&entry.path()),
        })
        .collect();
    files.sort_by(|one, other| one.file.cmp(&other.file));
    Ok(Rehearsed {
        notice: Rehearsed::NOTICE,
        rows,
        table_bytes: size(&table),
        synthetic_rows: released.rows,
        seconds,
        stages: timed.stages(),
        peak_memory: of_this_process("VmHWM"),
        files,
        reserved_disk: Needs::of(spec, rows).disk(),
        folder: folder.map(|folder| folder.display().to_string()),
        account: None,
    })
}

/// On the same disk, under a name that no release has: what a killed rehearsal leaves was never paid for.
fn beside(folder: &Path) -> PathBuf {
    let mut name = folder.file_name().unwrap_or(UNNAMED.as_ref()).to_owned();
    name.push(".rehearsal");
    folder.with_file_name(name)
}

fn in_the_name_of(asked: &Path, place: &Path, error: Error) -> Error {
    let (asked, place) = (asked.display().to_string(), place.display().to_string());
    match error {
        Error::Refused(Complaint {
            place: told,
            what,
            help,
        }) if told.contains(&place) => Error::refused(asked, what, help),
        other => other,
    }
}

/// Passes stages on, and takes their time. What an operator would be told of a table or of a spent budget is not true of
/// rows that were made up.
struct Timed<'w> {
    inner: &'w dyn Watch,
    ended: Mutex<Vec<(String, Duration)>>,
}

struct TimedStage<'t> {
    inner: Box<dyn Stage + 't>,
    name: String,
    started: Instant,
    ended: &'t Mutex<Vec<(String, Duration)>>,
}

impl<'w> Timed<'w> {
    fn new(inner: &'w dyn Watch) -> Self {
        Self {
            inner,
            ended: Mutex::default(),
        }
    }

    /// Every stage once, with the time of all its runs.
    fn stages(self) -> Vec<RehearsedStage> {
        let ended = self.ended.into_inner();
        let mut stages: Vec<RehearsedStage> = Vec::new();
        for (name, time) in ended.unwrap_or_else(PoisonError::into_inner) {
            let seconds = time.as_secs_f64();
            match stages.iter_mut().find(|stage| stage.name == name) {
                Some(stage) => stage.seconds += seconds,
                None => stages.push(RehearsedStage { name, seconds }),
            }
        }
        stages
    }
}

impl Watch for Timed<'_> {
    fn stage(&self, name: &str, steps: u64) -> Box<dyn Stage + '_> {
        Box::new(TimedStage {
            inner: self.inner.stage(name, steps),
            name: name.to_owned(),
            started: Instant::now(),
            ended: &self.ended,
        })
    }
}

impl Stage for TimedStage<'_> {
    fn step(&self) {
        self.inner.step();
    }

    fn at(&self, position: u64) {
        self.inner.at(position);
    }
}

impl Drop for TimedStage<'_> {
    fn drop(&mut self) {
        let mut ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        ended.push((core::mem::take(&mut self.name), self.started.elapsed()));
    }
}

/// Where no folder is named.
const UNNAMED: &str = "privet";
const TABLE: &str = "table.csv";
const RELEASE: &str = "release";
