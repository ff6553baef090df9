//! Writing synthetic rows as CSV.
//!
//! Formatting is spread over the cores by blocks of rows. The picks that choose values inside of bins
//! are drawn beforehand and in order, so that the bytes depend on the codes and the picks alone.

use core::fmt;
use std::io::{self, Write};

use privet_spec::{Attribute, NoSuchCode, Release, Spelling};
use rayon::prelude::*;

use super::{Codes, Progress};

/// Why a synthetic table was not written.
#[derive(Debug)]
#[non_exhaustive]
pub enum WriteError {
    /// The operating system refuses.
    Io(io::Error),
    /// The columns do not belong to this release: too many or few of them, or of rows.
    Shape,
    /// A code that its attribute does not have.
    Code { attribute: String, code: u16 },
}

/// Writes a header and `rows` rows in the order of the release's columns.
///
/// `columns` are the learned attributes in the order of the schema; identifiers are generated.
/// `pick` gives uniform numbers: one for each row and each column of numbers or dates, row by row,
/// columns in the order of the schema, null or not. `progress` is told the rows written so far.
pub fn write_table(
    release: &Release,
    columns: &[Codes],
    rows: usize,
    pick: &mut dyn FnMut() -> u64,
    progress: Option<Progress<'_>>,
    out: &mut dyn Write,
) -> Result<(), WriteError> {
    let layout = Layout::new(release, columns, rows)?;
    out.write_all(&layout.header()?).map_err(WriteError::Io)?;
    let mut picks = Vec::new();
    let mut start = 0;
    while start < rows {
        let end = start.saturating_add(ROWS_AT_ONCE).min(rows);
        picks.clear();
        let wanted = end.saturating_sub(start).saturating_mul(layout.picks);
        picks.extend(core::iter::repeat_with(&mut *pick).take(wanted));
        let blocks = (start..end)
            .into_par_iter()
            .step_by(ROWS_A_BLOCK)
            .map(|first| {
                let last = first.saturating_add(ROWS_A_BLOCK).min(end);
                let skipped = first.saturating_sub(start).saturating_mul(layout.picks);
                layout.format(first..last, picks.get(skipped..).unwrap_or_default())
            })
            .collect::<Result<Vec<_>, _>>()?;
        for block in blocks {
            out.write_all(&block).map_err(WriteError::Io)?;
        }
        if let Some(progress) = progress {
            progress(u64::try_from(end).unwrap_or(u64::MAX));
        }
        start = end;
    }
    out.flush().map_err(WriteError::Io)
}

/// The output's columns.
struct Layout<'r> {
    columns: Vec<Column<'r>>,
    /// Picks a row.
    picks: usize,
    delimiter: u8,
}

struct Column<'r> {
    attribute: &'r Attribute,
    content: Content<'r>,
    spelling: Spelling,
}

enum Content<'r> {
    /// The number of the row.
    Identifier,
    /// Each code's text.
    Listed(&'r Codes, Vec<String>),
    /// Numbers and dates, with the place of their pick in the row's picks.
    Picked(&'r Codes, usize),
}

impl<'r> Layout<'r> {
    fn new(release: &'r Release, codes: &'r [Codes], rows: usize) -> Result<Self, WriteError> {
        let fits = codes.len() == release.learned().count()
            && codes.iter().all(|codes| codes.len() == rows);
        if !fits {
            return Err(WriteError::Shape);
        }
        let spelling = release.output.spelling;
        let mut picks = 0;
        let mut codes = codes.iter();
        let mut by_schema = Vec::new();
        for attribute in &release.schema {
            let content = if attribute.is_identifier() {
                Content::Identifier
            } else {
                let codes = codes.next().ok_or(WriteError::Shape)?;
                if attribute.kind().is_ordered() {
                    picks += 1;
                    Content::Picked(codes, picks - 1)
                } else {
                    Content::Listed(codes, texts(attribute, spelling)?)
                }
            };
            by_schema.push(Some(Column {
                attribute,
                content,
                spelling,
            }));
        }
        let columns = release
            .output
            .columns
            .iter()
            .filter_map(|index| by_schema.get_mut(*index).and_then(Option::take))
            .collect();
        Ok(Self {
            columns,
            picks,
            delimiter: release.output.delimiter,
        })
    }

    fn header(&self) -> Result<Vec<u8>, WriteError> {
        let mut writer = self.writer(0);
        let names = self.columns.iter().map(|column| {
            let mut name = column.attribute.name().to_owned();
            column.spelling.spell(&mut name);
            name
        });
        writer.write_record(names).map_err(into_io)?;
        finish(writer)
    }

    fn format(&self, rows: core::ops::Range<usize>, picks: &[u64]) -> Result<Vec<u8>, WriteError> {
        let guess = rows
            .len()
            .saturating_mul(self.columns.len())
            .saturating_mul(8);
        let mut writer = self.writer(guess);
        let mut text = String::new();
        for (offset, row) in rows.enumerate() {
            let picks = picks.get(offset.saturating_mul(self.picks)..);
            for column in &self.columns {
                text.clear();
                let field = column.field(row, picks.unwrap_or_default(), &mut text)?;
                writer.write_field(field).map_err(into_io)?;
            }
            writer.write_record(None::<&[u8]>).map_err(into_io)?;
        }
        finish(writer)
    }

    fn writer(&self, capacity: usize) -> csv::Writer<Vec<u8>> {
        csv::WriterBuilder::new()
            .delimiter(self.delimiter)
            .from_writer(Vec::with_capacity(capacity))
    }
}

impl Column<'_> {
    /// The field in a row; `text` is room to write it in.
    fn field<'t>(
        &'t self,
        row: usize,
        picks: &[u64],
        text: &'t mut String,
    ) -> Result<&'t str, WriteError> {
        match &self.content {
            Content::Identifier => {
                let number = u64::try_from(row).unwrap_or(u64::MAX).saturating_add(1);
                text.push_str(&self.attribute.identifier(number).ok_or(WriteError::Shape)?);
                self.spelling.spell(text);
                Ok(text)
            }
            Content::Listed(codes, texts) => {
                let code = codes.code(row).ok_or(WriteError::Shape)?;
                let text = texts.get(usize::from(code));
                text.map(String::as_str)
                    .ok_or_else(|| self.no_such_code(NoSuchCode { code }))
            }
            Content::Picked(codes, place) => {
                let code = codes.code(row).ok_or(WriteError::Shape)?;
                let pick = picks.get(*place).copied().ok_or(WriteError::Shape)?;
                self.attribute
                    .decode_into(code, pick, text)
                    .map_err(|error| self.no_such_code(error))?;
                self.spelling.spell(text);
                Ok(text)
            }
        }
    }

    fn no_such_code(&self, error: NoSuchCode) -> WriteError {
        WriteError::Code {
            attribute: self.attribute.name().to_owned(),
            code: error.code,
        }
    }
}

/// The text of each code of an attribute whose values are labels, as it is spelled.
fn texts(attribute: &Attribute, spelling: Spelling) -> Result<Vec<String>, WriteError> {
    (0..attribute.size())
        .filter_map(|code| u16::try_from(code).ok())
        .map(|code| {
            let mut text = attribute
                .decode(code, 0)
                .map_err(|error| WriteError::Code {
                    attribute: attribute.name().to_owned(),
                    code: error.code,
                })?;
            spelling.spell(&mut text);
            Ok(text)
        })
        .collect()
}

fn finish(writer: csv::Writer<Vec<u8>>) -> Result<Vec<u8>, WriteError> {
    writer
        .into_inner()
        .map_err(|error| WriteError::Io(error.into_error()))
}

/// Writing to memory fails for no reason of its own; the type still says that it may.
fn into_io(error: csv::Error) -> WriteError {
    WriteError::Io(io::Error::other(error))
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(
                f,
                "the synthetic table cannot be written ({error}) — make room, or choose another place"
            ),
            Self::Shape => f.write_str(
                "the columns to write do not belong to this spec — take the spec of the same release",
            ),
            Self::Code { attribute, code } => write!(
                f,
                "column `{attribute}` has no code {code} — take the spec of the same release"
            ),
        }
    }
}

impl core::error::Error for WriteError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            Self::Shape | Self::Code { .. } => None,
        }
    }
}

const ROWS_A_BLOCK: usize = 1 << 10;
/// Some blocks for each core, few enough that the text of all of them is small.
const ROWS_AT_ONCE: usize = 1 << 14;
