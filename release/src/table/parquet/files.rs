//! The files of a table: what columns they have, and their record batches.
//!
//! Tested: `many_rows` (13,098 rows in 4 files), `a_folder_and_a_glob`: rows are those of the files one after the
//! other, however they are cut into files, groups and batches. `files_that_change_while_they_are_read`,
//! `files_that_change_between_passes`.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read as _, Seek as _};
use std::sync::Arc;

use arrow_schema::{DataType, Field, Schema, TimeUnit};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader,
    ParquetRecordBatchReaderBuilder,
};
use parquet::basic::{Compression, Type};
use parquet::errors::ParquetError;
use serde::{Deserialize, Serialize};

use super::pages::{Fitting, is_footer_plausible};
use crate::memory::MemoryLimit;
use crate::opening::open_regular;
use crate::table::arrow::{guarded, has_times, without_text};
use crate::table::error::{Cause, TableError};
use crate::table::foreign::{Foreign, START};
use crate::table::listing::{Listed, Listing};
use crate::table::observer::Observer;
use crate::table::packed::BUFFER;
use crate::table::problem::ParquetProblem;
use crate::table::wanted::Wanted;

/// Files that are one table. None is open.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Files {
    listing: Listing,
    /// How many rows each has, in each of its row groups.
    groups: Vec<Vec<u64>>,
    /// The names of all columns, in the order in which files have them first.
    names: Vec<String>,
    /// Those that are read.
    read: HashSet<String>,
    /// Those that may have times of day.
    timed: HashSet<String>,
    fitting: Fitting,
}

impl Files {
    /// Looks at every file's columns and the headers of their pages. Refused: names that stand twice in a file, wanted
    /// columns that are not in every file, or have no text there, and pages that take more memory than they may.
    pub(super) fn new(
        listing: Listing,
        wanted: &Wanted,
        memory: MemoryLimit,
    ) -> Result<Self, TableError> {
        let mut fitting = Fitting::within(memory);
        let mut names: Vec<String> = Vec::new();
        let mut seen: HashSet<String> = HashSet::new();
        let mut unread: HashSet<String> = HashSet::new();
        let mut timed: HashSet<String> = HashSet::new();
        let mut columns: Vec<HashSet<String>> = Vec::new();
        let mut groups = Vec::new();
        for listed in listing.files() {
            let (file, metadata) = open(listed)?;
            let mut of_file = HashSet::new();
            let mut texts: HashSet<&str> = HashSet::new();
            for field in metadata.schema().fields() {
                let name = field.name();
                if !of_file.insert(name.clone()) {
                    return Err(at(listed, Some(name), Cause::DuplicateColumn));
                }
                if seen.insert(name.clone()) {
                    names.push(name.clone());
                }
                if has_times(field.data_type()) {
                    timed.insert(name.clone());
                }
                match without_text(field) {
                    Some(_) if wanted.is_all() => {
                        unread.insert(name.clone());
                    }
                    Some(words) if wanted.has(name) => {
                        return Err(at(listed, Some(name), Cause::Type(words)));
                    }
                    None if wanted.has(name) => drop(texts.insert(name)),
                    _ => {}
                }
            }
            let schema = metadata.parquet_schema();
            let is_read = |leaf| texts.contains(schema.get_column_root(leaf).name());
            let pages =
                guarded(|| fitting.take(&file, listed.length, metadata.metadata(), is_read));
            let pages = pages.unwrap_or(Err(ParquetProblem::Damaged));
            pages.map_err(|problem| refused(listed, None, problem))?;
            columns.push(of_file);
            groups.push(rows_of(&metadata).ok_or_else(|| damaged(listed))?);
        }
        let mut read: HashSet<String> = HashSet::new();
        for name in names.iter().filter(|name| wanted.has(name)) {
            let mut files = listing.files().iter().zip(&columns);
            if let Some((listed, _)) = files.find(|(_, of_file)| !of_file.contains(name)) {
                return Err(refused(listed, Some(name), ParquetProblem::OtherColumns));
            }
            if !unread.contains(name) {
                read.insert(name.clone());
            }
        }
        Ok(Self {
            listing,
            groups,
            names,
            timed: &timed & &read,
            read,
            fitting,
        })
    }

    /// How much of them fits the memory at the same time.
    pub(super) fn fitting(&self) -> Fitting {
        self.fitting
    }

    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// The names of the columns that are read.
    pub(super) fn read(&self) -> &HashSet<String> {
        &self.read
    }

    /// The names of those that may have times of day.
    pub(super) fn timed(&self) -> &HashSet<String> {
        &self.timed
    }

    /// The files' names and numbers of rows.
    pub(super) fn parts(&self) -> impl Iterator<Item = (String, u64)> {
        let names = self.listing.files().iter().map(Listed::name);
        names.zip(self.groups.iter().map(|groups| sum(groups)))
    }

    /// The numbers of rows of each file's row groups.
    pub(super) fn groups(&self) -> impl Iterator<Item = &[u64]> {
        self.groups.iter().map(Vec::as_slice)
    }

    /// A file and how many rows it has.
    pub(super) fn part(&self, place: usize) -> Option<(&Listed, u64)> {
        let listed = self.listing.files().get(place);
        listed.zip(self.groups.get(place).map(|groups| sum(groups)))
    }

    /// The same for whoever works in another folder.
    pub(super) fn absolute(&self) -> io::Result<Self> {
        Ok(Self {
            listing: self.listing.absolute()?,
            ..self.clone()
        })
    }

    /// Some of them, by their places.
    pub(super) fn some(&self, places: &[usize]) -> Self {
        let groups = places.iter().filter_map(|place| self.groups.get(*place));
        Self {
            listing: self.listing.some(places),
            groups: groups.cloned().collect(),
            ..self.clone()
        }
    }

    /// Shows the length and all bytes of every file.
    pub(super) fn observe(&self, mut observer: Observer<'_>) -> Result<(), TableError> {
        for listed in self.listing.files() {
            observe(&mut open(listed)?.0, listed, &mut observer)?;
            Self::expect_unchanged(listed)?;
        }
        Ok(())
    }

    /// The record batches of a file, or of one of its row groups, with these columns, after someone has seen its length and
    /// all of its bytes.
    pub(super) fn batches(
        listed: &Listed,
        group: Option<usize>,
        (columns, at_once): (&HashSet<String>, usize),
        observer: Option<&mut Observer<'_>>,
    ) -> Result<ParquetRecordBatchReader, TableError> {
        let (mut file, metadata) = open(listed)?;
        if let Some(observer) = observer {
            observe(&mut file, listed, observer)?;
        }
        let fields = metadata.schema().fields().iter().enumerate();
        let roots: Vec<usize> = fields
            .filter(|(_, field)| columns.contains(field.name()))
            .map(|(place, _)| place)
            .collect();
        let mask = ProjectionMask::roots(metadata.parquet_schema(), roots);
        for group in metadata.metadata().row_groups() {
            let columns = group.columns().iter().enumerate();
            for (_, column) in columns.filter(|(leaf, _)| mask.leaf_included(*leaf)) {
                if let Some(name) = unread_codec(column.compression()) {
                    return Err(refused(listed, None, ParquetProblem::Codec(name)));
                }
            }
        }
        let mut builder = ParquetRecordBatchReaderBuilder::new_with_metadata(file, metadata);
        if let Some(group) = group {
            builder = builder.with_row_groups(vec![group]);
        }
        let reader = read(|| {
            builder
                .with_projection(mask)
                .with_batch_size(at_once)
                .build()
        });
        reader.map_err(|cause| at(listed, None, cause))
    }

    /// Refuses a file that is not as it was listed.
    pub(super) fn expect_unchanged(listed: &Listed) -> Result<(), TableError> {
        match listed.path.metadata() {
            Ok(now) if listed.is(&now) => Ok(()),
            _ => Err(refused(listed, None, ParquetProblem::Changed)),
        }
    }

    /// Refuses files that are not those that were listed.
    pub(super) fn expect_same(&self) -> Result<(), TableError> {
        self.listing.expect_same()
    }
}

/// What a library gives; or what is wrong, in words of ours, since its own may quote a value.
pub(super) fn read<T>(work: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, Cause> {
    match guarded(work) {
        Some(done) => done.map_err(|error| cause_of(&error)),
        None => Err(Cause::Parquet(ParquetProblem::Damaged)),
    }
}

fn cause_of(error: &ParquetError) -> Cause {
    let code = match error {
        ParquetError::External(error) => match error.downcast_ref::<io::Error>() {
            Some(system) => system.raw_os_error(),
            None => code_in(&error.to_string()),
        },
        _ => None,
    };
    match code {
        Some(code) => Cause::Unreadable(io::Error::from_raw_os_error(code)),
        None => Cause::Parquet(ParquetProblem::Damaged),
    }
}

/// The system's code, where a library has made a text of its error, as in `External: Too many open files (os error 24)`.
fn code_in(text: &str) -> Option<i32> {
    let (_, code) = text.strip_suffix(')')?.rsplit_once("(os error ")?;
    code.parse().ok()
}

pub(super) fn refused(
    listed: &Listed,
    column: Option<&str>,
    problem: ParquetProblem,
) -> TableError {
    at(listed, column, Cause::Parquet(problem))
}

pub(super) fn damaged(listed: &Listed) -> TableError {
    refused(listed, None, ParquetProblem::Damaged)
}

/// Opens a file, and reads what stands at its end.
fn open(listed: &Listed) -> Result<(File, ArrowReaderMetadata), TableError> {
    let unreadable = |error| at(listed, None, Cause::Unreadable(error));
    let mut file = open_regular(&listed.path).map_err(unreadable)?;
    let metadata = file.metadata().map_err(unreadable)?;
    if !listed.is(&metadata) {
        return Err(refused(listed, None, ParquetProblem::Changed));
    }
    let mut start = Vec::new();
    let first = (&mut file).take(START as u64).read_to_end(&mut start);
    first.map_err(unreadable)?;
    match Foreign::of(&start) {
        Some(Foreign::Parquet) => {}
        Some(Foreign::EncryptedParquet) => {
            return Err(refused(listed, None, ParquetProblem::Encrypted));
        }
        _ => return Err(refused(listed, None, ParquetProblem::OtherFormat)),
    }
    if !is_footer_plausible(&file, listed.length) {
        return Err(damaged(listed));
    }
    let metadata = read(|| {
        let metadata = ArrowReaderMetadata::load(&file, ArrowReaderOptions::new())?;
        with_wide_timestamps(metadata)
    });
    let metadata = metadata.map_err(|cause| at(listed, None, cause))?;
    Ok((file, metadata))
}

/// Timestamps of 96 bits reach beyond what nanoseconds in 64 bits can say, such as the end of the year 9999: they are read
/// in microseconds.
fn with_wide_timestamps(
    metadata: ArrowReaderMetadata,
) -> Result<ArrowReaderMetadata, ParquetError> {
    let columns = metadata.parquet_schema().columns().iter();
    let wide: HashSet<&str> = columns
        .filter(|column| column.physical_type() == Type::INT96)
        .map(|column| column.name())
        .collect();
    if wide.is_empty() {
        return Ok(metadata);
    }
    let fields = metadata.schema().fields().iter();
    let fields: Vec<Arc<Field>> = fields
        .map(|field| match field.data_type() {
            DataType::Timestamp(_, zone) if wide.contains(field.name().as_str()) => {
                let unit = DataType::Timestamp(TimeUnit::Microsecond, zone.clone());
                Arc::new(field.as_ref().clone().with_data_type(unit))
            }
            _ => Arc::clone(field),
        })
        .collect();
    let options = ArrowReaderOptions::new().with_schema(Arc::new(Schema::new(fields)));
    ArrowReaderMetadata::try_new(Arc::clone(metadata.metadata()), options)
}

/// Shows the length and all bytes of a file.
fn observe(
    file: &mut File,
    listed: &Listed,
    observer: &mut Observer<'_>,
) -> Result<(), TableError> {
    let unreadable = |error| at(listed, None, Cause::Unreadable(error));
    file.rewind().map_err(unreadable)?;
    observer(&listed.length.to_le_bytes());
    let mut buffer = vec![0; BUFFER];
    let mut left = listed.length;
    loop {
        let bytes = match file.read(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => buffer.get(..read.map_err(unreadable)?).unwrap_or_default(),
        };
        observer(bytes);
        let read = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        match left.checked_sub(read) {
            Some(0) if read == 0 => return Ok(()),
            Some(rest) if read > 0 => left = rest,
            _ => return Err(refused(listed, None, ParquetProblem::Changed)),
        }
    }
}

/// The number of rows of each row group; nothing where they are not those of the file.
fn rows_of(metadata: &ArrowReaderMetadata) -> Option<Vec<u64>> {
    let groups = metadata.metadata().row_groups().iter();
    let rows: Option<Vec<u64>> = groups
        .map(|group| u64::try_from(group.num_rows()).ok())
        .collect();
    let all = metadata.metadata().file_metadata().num_rows();
    let whole = u64::try_from(all).ok()?;
    rows.filter(|rows| sum(rows) == whole)
}

fn sum(rows: &[u64]) -> u64 {
    rows.iter().copied().fold(0, u64::saturating_add)
}

fn at(listed: &Listed, column: Option<&str>, cause: Cause) -> TableError {
    TableError {
        column: column.map(str::to_owned),
        ..TableError::new(listed.name(), cause)
    }
}

/// The name of a codec that is not read.
fn unread_codec(codec: Compression) -> Option<&'static str> {
    match codec {
        Compression::UNCOMPRESSED
        | Compression::SNAPPY
        | Compression::GZIP(_)
        | Compression::LZ4
        | Compression::LZ4_RAW
        | Compression::ZSTD(_) => None,
        Compression::BROTLI(_) => Some("Brotli"),
        Compression::LZO => Some("LZO"),
    }
}
