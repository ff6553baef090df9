//! Writing synthetic rows, as CSV or as Parquet.

use std::io::{self, Write};

use privet_spec::{OutputFormat, Release};

use super::decoding::Decoding;
use super::layout::{Cell, Column, Layout, Passing};
use super::row_group::least_typed_bytes;
#[cfg(feature = "parquet")]
use super::typed::write_typed;
use super::write_error::WriteError;
use super::{Codes, Progress};
#[cfg(not(feature = "parquet"))]
use crate::not_built::NotBuilt;

/// Writes a header and `rows` rows in the order of the release's columns, in the format of its output.
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
    let decoding = Decoding::default();
    write_decoded(release, columns, rows, &decoding, pick, progress, out)
}

/// As [`write_table`], where something is known of the values. Those that are given are texts, for which Parquet has no type.
pub(crate) fn write_decoded(
    release: &Release,
    columns: &[Codes],
    rows: usize,
    decoding: &Decoding<'_>,
    pick: &mut dyn FnMut() -> u64,
    progress: Option<Progress<'_>>,
    out: &mut dyn Write,
) -> Result<(), WriteError> {
    let layout = Layout::new(release, columns, rows, decoding)?;
    let passing = Passing {
        rows,
        pick,
        progress,
    };
    match release.output.format {
        OutputFormat::Csv => Csv {
            layout: &layout,
            delimiter: release.output.delimiter,
        }
        .write(passing, out),
        #[cfg(feature = "parquet")]
        OutputFormat::Parquet => write_typed(&layout, passing, out),
        #[cfg(not(feature = "parquet"))]
        OutputFormat::Parquet => Err(WriteError::NotBuilt(NotBuilt::Parquet)),
    }
}

/// The fewest bytes of a table with so many rows.
pub(crate) fn least_bytes(release: &Release, rows: u64) -> u64 {
    match release.output.format {
        // The end of a line.
        OutputFormat::Csv => rows,
        OutputFormat::Parquet => least_typed_bytes(rows),
    }
}

/// Rows as text.
struct Csv<'l, 'r> {
    layout: &'l Layout<'r>,
    delimiter: u8,
}

impl Csv<'_, '_> {
    fn write(&self, passing: Passing<'_>, out: &mut dyn Write) -> Result<(), WriteError> {
        out.write_all(&self.header()?).map_err(WriteError::Io)?;
        self.layout.pass(
            passing,
            |rows, picks| self.format(rows, picks),
            |block| out.write_all(&block).map_err(WriteError::Io),
        )?;
        out.flush().map_err(WriteError::Io)
    }

    fn header(&self) -> Result<Vec<u8>, WriteError> {
        let mut writer = self.writer(0);
        let names = self.layout.columns.iter().map(|column| {
            let mut name = column.attribute.name().to_owned();
            column.spelling.spell(&mut name);
            name
        });
        writer.write_record(names).map_err(into_io)?;
        finish(writer)
    }

    fn format(&self, rows: core::ops::Range<usize>, picks: &[u64]) -> Result<Vec<u8>, WriteError> {
        let columns = &self.layout.columns;
        let guess = rows.len().saturating_mul(columns.len()).saturating_mul(8);
        let mut writer = self.writer(guess);
        let mut text = String::new();
        self.layout.each_row(rows, picks, &mut |cells| {
            for (column, cell) in columns.iter().zip(cells) {
                text.clear();
                let field = field(column, cell, &mut text)?;
                writer.write_field(field).map_err(into_io)?;
            }
            writer.write_record(None::<&[u8]>).map_err(into_io)
        })?;
        finish(writer)
    }

    fn writer(&self, capacity: usize) -> csv::Writer<Vec<u8>> {
        csv::WriterBuilder::new()
            .delimiter(self.delimiter)
            .from_writer(Vec::with_capacity(capacity))
    }
}

/// The field of a cell; `text` is room to write it in.
fn field<'t>(
    column: &Column<'_>,
    cell: &Cell<'t>,
    text: &'t mut String,
) -> Result<&'t str, WriteError> {
    let attribute = column.attribute;
    match cell {
        Cell::Given(given) => return Ok(given),
        Cell::Listed(listed) => return Ok(&listed.text),
        Cell::Generated(row) => {
            text.push_str(&attribute.identifier(*row).ok_or(WriteError::Shape)?);
        }
        Cell::Number { number, code } => {
            let written = attribute.write_number(*number, text);
            written.ok_or_else(|| column.no_such_code(*code))?;
        }
        Cell::Missing => text.push_str(attribute.null_spelling()),
    }
    column.spelling.spell(text);
    Ok(text)
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
