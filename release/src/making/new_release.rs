//! Making a release: what is refused before the data is read, then everything or nothing.

use std::path::{Path, PathBuf};

#[cfg(not(feature = "parquet"))]
use privet_spec::OutputFormat;
use privet_spec::{counted, shown};
use zeroize::Zeroizing;

use super::charging::Charging;
use super::folder::PartialFolder;
use super::memory::{Files, InMemory};
use super::rehearsal::{Rehearsed, rehearse};
use crate::artefacts::Needs;
use crate::artefacts::{LeftOut, Released, UnderWay};
use crate::complaint::Complaint;
use crate::error::Error;
use crate::files::expect_place;
#[cfg(any(test, feature = "testing"))]
use crate::keys::KeptSeed;
use crate::keys::MasterSeed;
use crate::mark::refuse_marks;
use crate::memory::MemoryLimit;
#[cfg(not(feature = "parquet"))]
use crate::names::SYNTHETIC_PARQUET;
#[cfg(not(feature = "parquet"))]
use crate::not_built::NotBuilt;
use crate::pending::{Handles, Originals};
use crate::spec::Spec;
use crate::table::Input;
#[cfg(feature = "parquet")]
use crate::table::engine::Engine;
use crate::watch::{Silent, Watch};

/// A release about to be made. Its master seed comes from the operating system, always.
///
/// A build without the feature `testing`, which is for tests alone, has no way to give it one:
///
/// ```compile_fail
/// # use privet_release::{Input, KeptSeed, NewRelease, Spec};
/// # fn seeded(spec: &Spec, table: Input<'_>, seed: KeptSeed) {
/// NewRelease::of(spec, table).with_test_seed(seed);
/// # }
/// ```
pub struct NewRelease<'a> {
    spec: &'a Spec,
    table: Input<'a>,
    watch: &'a dyn Watch,
    keep_seed: Option<PathBuf>,
    previous: Vec<PathBuf>,
    account: Option<PathBuf>,
    memory: MemoryLimit,
    #[cfg(feature = "parquet")]
    engine: Option<&'a dyn Engine>,
    seed: SeedSource,
}

/// Where the master seed comes from.
enum SeedSource {
    System,
    #[cfg(any(test, feature = "testing"))]
    Test(MasterSeed),
}

impl<'a> NewRelease<'a> {
    /// Of this table, by this spec.
    pub fn of(spec: &'a Spec, table: Input<'a>) -> Self {
        Self {
            spec,
            table,
            watch: &Silent,
            keep_seed: None,
            previous: Vec::new(),
            account: None,
            memory: MemoryLimit::default(),
            #[cfg(feature = "parquet")]
            engine: None,
            seed: SeedSource::System,
        }
    }

    /// Tells someone how far the work is.
    #[must_use]
    pub fn watched_by(self, watch: &'a dyn Watch) -> Self {
        Self { watch, ..self }
    }

    /// Keeps the master seed in a new file that its owner alone can read, so that an auditor can replay the
    /// release. It is as secret as the data.
    #[must_use]
    pub fn keep_seed(self, file: impl Into<PathBuf>) -> Self {
        Self {
            keep_seed: Some(file.into()),
            ..self
        }
    }

    /// The record of an earlier release of the table, or its folder. A spec with `previous` needs all that it names,
    /// unless an account names them.
    #[must_use]
    pub fn after(mut self, record: impl Into<PathBuf>) -> Self {
        self.previous.push(record.into());
        self
    }

    /// Charges this account before the table is opened. It is locked until the release is there or has failed; a
    /// charge stands, whatever becomes of the release.
    #[must_use]
    pub fn charged_to(self, account: impl Into<PathBuf>) -> Self {
        Self {
            account: Some(account.into()),
            ..self
        }
    }

    /// Takes no more memory than this, as far as it can: a table that does not fit is read again for each batch of
    /// counts, which changes no byte of the release. Unless given, what the limits of the process leave; more is refused.
    #[must_use]
    pub fn within(self, memory: MemoryLimit) -> Self {
        Self { memory, ..self }
    }

    /// Has the rows of a table in Parquet files read and added up by another program, such as a cluster. What it says is
    /// checked, and changes no byte of the release.
    #[cfg(feature = "parquet")]
    #[must_use]
    pub fn counted_by(self, engine: &'a dyn Engine) -> Self {
        Self {
            engine: Some(engine),
            ..self
        }
    }

    /// For tests: the same seed gives the same bytes.
    #[cfg(any(test, feature = "testing"))]
    #[must_use]
    pub fn with_test_seed(self, seed: KeptSeed) -> Self {
        Self {
            seed: SeedSource::Test(seed.seed),
            ..self
        }
    }

    /// Makes a new folder with all files, or nothing at all. An existing folder is never touched.
    pub fn into_folder(self, folder: impl AsRef<Path>) -> Result<Released, Error> {
        let folder = folder.as_ref();
        self.make(Some(folder), |under_way, table, seed_path, handles| {
            make_folder(under_way, table, seed_path, folder, handles)
        })
    }

    /// Goes the whole way of [`NewRelease::into_folder`] on so many rows that are made up from the public schema, and removes
    /// what it made: what can be refused on public grounds is, and the report says what it takes. The table is not opened,
    /// the account is asked and not charged, no seed is kept, and nothing remains. Without a folder it is done in the one
    /// that the program runs in.
    pub fn rehearse(self, folder: Option<&Path>, rows: u64) -> Result<Rehearsed, Error> {
        self.refuse_unfit(folder)?;
        let account = self.account.as_deref();
        let asked = Charging::expect_cover(self.spec, &self.previous, account, self.watch)?;
        // It is not locked for what charges nothing.
        drop(asked);
        let seed = self.seed.draw()?;
        let (spec, memory) = (self.spec, self.memory);
        let handles = Handles::for_a_release()?;
        let rehearsed = rehearse(spec, folder, rows, self.watch, |table, release, watch| {
            let under_way = UnderWay {
                memory,
                ..UnderWay::new(spec, &seed, watch)
            };
            make_folder(under_way, Input::at(table), None, release, handles)
        })?;
        Ok(Rehearsed {
            account: account.map(|account| account.display().to_string()),
            ..rehearsed
        })
    }

    /// Makes all files in memory.
    pub fn into_memory(self) -> Result<InMemory, Error> {
        let mut files = Files::default();
        let released = self.make(None, |under_way, table, seed_path, handles| {
            let data = under_way.read(table)?;
            note_what_was_dropped(&data.left_out, under_way.watch);
            drop(handles);
            let seed_file = new_seed_file(seed_path, under_way.seed)?;
            under_way.expect_room(&data, &mut files)?;
            let watch = under_way.watch;
            let written = under_way.write(data, &mut files);
            let released = written.and_then(|released| {
                Originals::finish(seed_file.into_iter().collect())?;
                Ok(released)
            });
            released.inspect_err(|_| watch.warn(STOPPED))
        })?;
        Ok(InMemory::new(released, files))
    }

    /// In this order: what is public is checked, the account locked and asked, its charge written, and only then the
    /// table opened.
    fn make(
        self,
        folder: Option<&Path>,
        make: impl FnOnce(UnderWay<'_>, Input<'_>, Option<&Path>, Handles) -> Result<Released, Error>,
    ) -> Result<Released, Error> {
        self.refuse_unfit(folder)?;
        let account = self.account.as_deref();
        let mut charging = Charging::expect_cover(self.spec, &self.previous, account, self.watch)?;
        let seed = self.seed.draw()?;
        let handles = Handles::for_a_release()?;
        charging.pay(&seed)?;
        let under_way = UnderWay {
            memory: self.memory,
            #[cfg(feature = "parquet")]
            engine: self.engine,
            ..UnderWay::new(self.spec, &seed, self.watch)
        };
        let released = make(under_way, self.table, self.keep_seed.as_deref(), handles);
        charging.end(released, self.watch)
    }

    /// What can be refused of the spec, the paths and their names alone.
    fn refuse_unfit(&self, folder: Option<&Path>) -> Result<(), Error> {
        if !self.spec.release().reviewed {
            return Err(Error::refused(
                self.spec.name(),
                "the spec is not reviewed",
                "read it, correct what came from private data, then write `reviewed: true`",
            ));
        }
        refuse_marks(self.spec.name(), self.spec.text())?;
        #[cfg(not(feature = "parquet"))]
        if self.spec.release().output.format == OutputFormat::Parquet {
            return Err(Error::refused(
                SYNTHETIC_PARQUET,
                NotBuilt::Parquet.what(),
                crate::not_built::REMEDY,
            ));
        }
        self.table.refuse_unfit(self.spec.release().input)?;
        self.memory.expect_left()?;
        // What every release by this spec takes, however few rows the table has.
        Needs::of(self.spec, 0).expect_memory()?;
        folder.map_or(Ok(()), expect_place)?;
        let Some(file) = &self.keep_seed else {
            return Ok(());
        };
        if folder.is_some_and(|folder| file.starts_with(folder)) {
            let what = "the seed is as secret as the data and cannot be part of the release";
            let help = "keep it elsewhere, such as `--keep-seed secret/seed`";
            return Err(Error::refused("--keep-seed", what, help));
        }
        expect_place(file)
    }
}

/// Reads the table and makes the folder.
fn make_folder(
    under_way: UnderWay<'_>,
    table: Input<'_>,
    seed_path: Option<&Path>,
    folder: &Path,
    handles: Handles,
) -> Result<Released, Error> {
    let data = under_way.read(table)?;
    note_what_was_dropped(&data.left_out, under_way.watch);
    drop(handles);
    let mut partial = PartialFolder::create(folder, under_way.watch)?;
    let seed_file = new_seed_file(seed_path, under_way.seed)?;
    under_way.expect_room(&data, &mut partial)?;
    let watch = under_way.watch;
    let written = under_way.write(data, &mut partial);
    let released = written.and_then(|released| {
        partial.finish(seed_file)?;
        Ok(released)
    });
    released.inspect_err(|_| watch.warn(STOPPED))
}

impl SeedSource {
    fn draw(self) -> Result<MasterSeed, Error> {
        match self {
            Self::System => Ok(MasterSeed::from_system().map_err(Complaint::no_entropy)?),
            #[cfg(any(test, feature = "testing"))]
            Self::Test(seed) => Ok(seed),
        }
    }
}

/// Tells the operator which columns and rows were left out.
fn note_what_was_dropped(left_out: &LeftOut, watch: &dyn Watch) {
    if !left_out.columns.is_empty() {
        let names: Vec<String> = left_out.columns.iter().map(|name| shown(name)).collect();
        watch.note(&format!(
            "note: columns that the spec does not name were ignored: `{}`",
            names.join("`, `")
        ));
    }
    for (count, why) in [
        (
            left_out.beyond_bound,
            "beyond the rows that are used of their person",
        ),
        (left_out.without_id, "without a person's id"),
        (left_out.dropped_by_rules, "breaking a rule between columns"),
    ] {
        if count > 0 {
            watch.note(&format!(
                "note (internal): {} dropped: {why}",
                counted(count, "row was", "rows were")
            ));
        }
    }
}

/// The seed's file, written before noise is drawn, so that a place which cannot hold it costs nothing. It has its name
/// when the release has.
fn new_seed_file(path: Option<&Path>, seed: &MasterSeed) -> Result<Option<Originals>, Error> {
    let Some(path) = path else {
        return Ok(None);
    };
    let text = Zeroizing::new([seed.to_hex().as_str(), "\n"].concat());
    Originals::of_secret(path, &text).map(Some)
}

/// After the table was read, a failure may come after the noise.
const STOPPED: &str = "warning: nothing was released, but noise may have been drawn: then the budget is spent all the \
    same, and counts together with that of another attempt";
