//! The parts of a table that can be read again.
//!
//! Tested: `a_stream_counts_the_rows_of_memory_however_it_is_cut`, `files_that_change_between_passes`.

use privet_spec::{InputForm, Release};

use super::super::codes::bytes_a_row;
use super::super::delimiter::Delimiter;
use super::super::failure::Error;
use super::super::input::Input;
use super::super::listing::Listing;
use super::super::observer::Observer;
use super::super::options::Options;
#[cfg(feature = "parquet")]
use super::super::parquet::ParquetParts;
use super::super::source::{Content, Opened};
#[cfg(feature = "parquet")]
use super::super::wanted::Wanted;
use crate::memory::MemoryLimit;

/// A table in files, cut into parts that can be read at the same time, as often as is needed.
pub(crate) struct Parts {
    files: Listing,
    stored: Stored,
    /// Bytes that the codes of a row take.
    a_row: u64,
}

enum Stored {
    /// One part: lines have no numbers of their own.
    Text {
        delimiter: Option<Delimiter>,
        form: InputForm,
        memory: MemoryLimit,
    },
    /// The row groups of all files.
    #[cfg(feature = "parquet")]
    Parquet(ParquetParts),
}

impl Parts {
    /// Nothing where the table comes through a pipe and can be read once.
    pub(crate) fn of(input: &Input<'_>, release: &Release) -> Result<Option<Self>, Error> {
        let Some(files) = input.files() else {
            return Ok(None);
        };
        let (delimiter, form, memory) = (input.delimiter(), release.input, input.memory());
        let (opened, _) = reopened(&files, delimiter, memory).open(form)?;
        let stored = match opened.content {
            Content::Bytes(_) => Stored::Text {
                delimiter,
                form,
                memory,
            },
            #[cfg(feature = "parquet")]
            Content::Files(listing) => Stored::Parquet(ParquetParts::new(
                listing,
                &Wanted::by_release(release),
                memory,
            )?),
            #[cfg(feature = "parquet")]
            Content::Part(_) | Content::Frame(_) => return Ok(None),
        };
        Ok(Some(Self {
            files,
            stored,
            a_row: bytes_a_row(release),
        }))
    }

    /// Bytes that the codes of all rows take; nothing where the number of rows is not known beforehand.
    pub(crate) fn bytes_if_held(&self) -> Option<u64> {
        let rows: Option<u64> = (0..self.count()).map(|part| self.rows(part)).sum();
        Some(rows?.saturating_mul(self.a_row))
    }

    /// The row groups, where they are Parquet files.
    #[cfg(feature = "parquet")]
    pub(super) fn row_groups(&self) -> Option<&ParquetParts> {
        match &self.stored {
            Stored::Text { .. } => None,
            Stored::Parquet(parts) => Some(parts),
        }
    }

    /// How errors name them.
    pub(super) fn name(&self) -> String {
        self.files.named().display().to_string()
    }

    /// Whether they are one text, of which a single core reads the bytes.
    pub(super) fn is_text(&self) -> bool {
        matches!(self.stored, Stored::Text { .. })
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        match &self.stored {
            Stored::Text { .. } => 1,
            #[cfg(feature = "parquet")]
            Stored::Parquet(parts) => parts.count(),
        }
    }

    /// How many rows a part has, as its file says. A text does not.
    pub(super) fn rows(&self, part: usize) -> Option<u64> {
        match (&self.stored, part) {
            (Stored::Text { .. }, _) => None,
            #[cfg(feature = "parquet")]
            (Stored::Parquet(parts), part) => parts.rows(part),
        }
    }

    /// How many cores may read at the same time, of so many.
    pub(super) fn readers(&self, cores: usize) -> usize {
        match (&self.stored, cores) {
            (Stored::Text { .. }, _) => 1,
            #[cfg(feature = "parquet")]
            (Stored::Parquet(parts), cores) => parts.readers(cores),
        }
    }

    /// How many steps a pass takes: bytes of a text, or parts.
    pub(super) fn steps(&self) -> u64 {
        match &self.stored {
            Stored::Text { .. } => self.files.size(),
            #[cfg(feature = "parquet")]
            Stored::Parquet(parts) => parts.count() as u64,
        }
    }

    /// Shows all bytes, where a pass does not: files of columns are not read from their start to their end.
    pub(super) fn observe(&self, observer: Observer<'_>) -> Result<(), Error> {
        match (&self.stored, observer) {
            (Stored::Text { .. }, _) => Ok(()),
            #[cfg(feature = "parquet")]
            (Stored::Parquet(parts), observer) => Ok(parts.observe(observer)?),
        }
    }

    /// Opens a part.
    pub(super) fn open<'o>(&self, part: usize) -> Result<(Opened<'static>, Options<'o>), Error> {
        match (&self.stored, part) {
            (
                Stored::Text {
                    delimiter,
                    form,
                    memory,
                },
                _,
            ) => reopened(&self.files, *delimiter, *memory).open(*form),
            #[cfg(feature = "parquet")]
            (Stored::Parquet(parts), part) => {
                let opened = Opened {
                    name: self.name(),
                    content: Content::Part(parts.part(part)),
                };
                Ok((opened, Options::default()))
            }
        }
    }

    /// Refuses files that have changed since they were listed.
    pub(super) fn expect_same(&self) -> Result<(), Error> {
        Ok(self.files.expect_same()?)
    }
}

fn reopened(files: &Listing, delimiter: Option<Delimiter>, memory: MemoryLimit) -> Input<'static> {
    let input = Input::still(files).within(memory);
    match delimiter {
        Some(delimiter) => input.divided_by(delimiter),
        None => input,
    }
}
