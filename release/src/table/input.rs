//! A table as a caller gives it.

use std::ffi::OsStr;
use std::io::Read;

#[cfg(feature = "parquet")]
use arrow_array::RecordBatchReader;
use privet_spec::{InputForm, Release};

use super::delimiter::Delimiter;
use super::error::TableError;
use super::failure::Error;
use super::listing::Listing;
use super::load::{Loaded, load, load_with_numbers};
use super::observer::Observer;
use super::options::Options;
#[cfg(feature = "parquet")]
use super::source::Content;
use super::source::{Opened, Source};
use crate::memory::MemoryLimit;
use crate::watch::Watch;

/// A table to be read: a CSV file, plain or compressed by gzip or Zstandard, standard input, or any reader; or a Parquet
/// file, a folder of them, or a pattern such as `part-*.parquet`; or a data frame. It is opened when it is read.
pub struct Input<'r> {
    from: From<'r>,
    delimiter: Option<Delimiter>,
    memory: MemoryLimit,
    is_synthetic: bool,
    /// What its files have to be.
    still: Option<Listing>,
}

enum From<'r> {
    Source(Source),
    Reader(Opened<'r>),
}

impl<'r> Input<'r> {
    /// The file, the folder or the files at a path; `-` is standard input.
    pub fn at(path: impl AsRef<OsStr>) -> Self {
        Self {
            from: From::Source(Source::new(path)),
            delimiter: None,
            memory: MemoryLimit::default(),
            is_synthetic: false,
            still: None,
        }
    }

    /// Files that were read before, and must not have changed since.
    pub(super) fn still(files: &Listing) -> Self {
        Self {
            still: Some(files.clone()),
            ..Self::at(files.named())
        }
    }

    /// Any reader; `name` stands in errors.
    pub fn from_reader(name: impl Into<String>, bytes: impl Read + 'r) -> Self {
        Self {
            from: From::Reader(Opened::new(name, bytes)),
            delimiter: None,
            memory: MemoryLimit::default(),
            is_synthetic: false,
            still: None,
        }
    }

    /// A data frame, or any stream of record batches of Arrow, which is read once; `name` stands in errors. A release commits
    /// to its canonical text: the CSV file of the columns that are read.
    #[cfg(feature = "parquet")]
    pub fn from_batches(name: impl Into<String>, batches: impl RecordBatchReader + 'r) -> Self {
        let opened = Opened {
            name: name.into(),
            content: Content::Frame(Box::new(batches)),
        };
        Self {
            from: From::Reader(opened),
            delimiter: None,
            memory: MemoryLimit::default(),
            is_synthetic: false,
            still: None,
        }
    }

    /// The byte between fields, where the spec states none; a comma unless given. Reading by a spec that states
    /// another is refused.
    #[must_use]
    pub fn divided_by(self, delimiter: Delimiter) -> Self {
        Self {
            delimiter: Some(delimiter),
            ..self
        }
    }

    /// What reading may take, as far as a file can ask for more. What the machine has unless given.
    #[must_use]
    pub fn within(self, memory: MemoryLimit) -> Self {
        Self { memory, ..self }
    }

    /// Says that it is a synthetic table, so that errors name what tells of such a one.
    #[must_use]
    pub fn synthetic(self) -> Self {
        Self {
            is_synthetic: true,
            ..self
        }
    }

    /// Reads the table as the spec says. `what` it is stands in the progress, as in "the table".
    pub fn encode(self, release: &Release, what: &str, watch: &dyn Watch) -> Result<Loaded, Error> {
        self.read(release.input, what, watch, |opened, options| {
            load(release, opened, options)
        })
    }

    /// As [`Input::encode`], and keeps the numbers behind bins. Not for a release, whose code must not see them. The observer
    /// sees the bytes that a release would commit to.
    pub fn encode_with_numbers(
        self,
        release: &Release,
        what: &str,
        watch: &dyn Watch,
        observer: Option<Observer<'_>>,
    ) -> Result<Loaded, Error> {
        self.read_observed(release.input, what, watch, observer, |opened, options| {
            load_with_numbers(release, opened, options)
        })
    }

    /// The files that it is in, if they can be opened twice.
    pub(super) fn files(&self) -> Option<Listing> {
        match &self.from {
            From::Source(source) => source.files(),
            From::Reader(_) => None,
        }
    }

    /// Whether it is a data frame.
    #[cfg(feature = "parquet")]
    pub(super) fn is_frame(&self) -> bool {
        matches!(&self.from, From::Reader(opened) if matches!(opened.content, Content::Frame(_)))
    }

    /// The byte between fields, where one was given.
    pub(super) fn delimiter(&self) -> Option<Delimiter> {
        self.delimiter
    }

    /// What reading may take.
    pub(crate) fn memory(&self) -> MemoryLimit {
        self.memory
    }

    /// Goes through the bytes with a bar.
    pub(crate) fn read<T>(
        self,
        form: InputForm,
        what: &str,
        watch: &dyn Watch,
        read: impl for<'o> FnOnce(Opened<'o>, Options<'o>) -> Result<T, TableError>,
    ) -> Result<T, Error> {
        self.read_observed(form, what, watch, None, read)
    }

    fn read_observed<T>(
        self,
        form: InputForm,
        what: &str,
        watch: &dyn Watch,
        mut observer: Option<Observer<'_>>,
        read: impl for<'o> FnOnce(Opened<'o>, Options<'o>) -> Result<T, TableError>,
    ) -> Result<T, Error> {
        let is_observed = observer.is_some();
        let mut seen = |bytes: &[u8]| {
            if let Some(observer) = &mut observer {
                observer(bytes);
            }
        };
        let bar = watch.stage(&format!("reading {what}"), self.size().unwrap_or(0));
        let progress = |bytes| bar.at(bytes);
        let is_synthetic = self.is_synthetic;
        let (opened, options) = self.open(form)?;
        let options = Options {
            progress: Some(&progress),
            observer: if is_observed { Some(&mut seen) } else { None },
            ..options
        };
        let read = read(opened, options);
        Ok(read.map_err(|error| TableError {
            is_synthetic,
            ..error
        })?)
    }

    /// The stored size in bytes, where one is known beforehand.
    pub(crate) fn size(&self) -> Option<u64> {
        self.files().map(|files| files.size())
    }

    /// How errors name it.
    pub fn name(&self) -> String {
        match &self.from {
            From::Source(source) => source.to_string(),
            From::Reader(opened) => opened.name.clone(),
        }
    }

    /// Refuses what certainly cannot be read by such a spec, without opening it.
    pub(crate) fn refuse_unfit(&self, form: InputForm) -> Result<(), Error> {
        if let Some(given) = self.delimiter {
            refuse_another(given, form)?;
        }
        match &self.from {
            From::Source(source) => Ok(source.expect_readable()?),
            From::Reader(_) => Ok(()),
        }
    }

    /// Its bytes, and how they are read.
    pub(crate) fn open<'o>(self, form: InputForm) -> Result<(Opened<'r>, Options<'o>), Error> {
        self.refuse_unfit(form)?;
        let options = Options {
            delimiter: self.delimiter,
            memory: self.memory,
            ..Options::default()
        };
        if let Some(files) = self.still {
            files.expect_same()?;
        }
        let opened = match self.from {
            From::Source(source) => source.open()?,
            From::Reader(opened) => opened,
        };
        Ok((opened, options))
    }
}

/// A spec is signed with its delimiter, so that nothing beside it may say otherwise.
fn refuse_another(given: Delimiter, form: InputForm) -> Result<(), Error> {
    let stated = Delimiter::of(form);
    if !form.states_delimiter || given == stated {
        return Ok(());
    }
    Err(Error::refused(
        "--delimiter",
        format!("fields are divided by `{given}`, it says, and by `{stated}`, the spec says"),
        "leave the option out, or change `input` in the spec",
    ))
}
