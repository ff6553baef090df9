//! How much memory and disk a release may need, whatever the noise: looked for before the first charge.
//!
//! The number of synthetic rows and the sizes of tables depend on the noisy number of rows. That is within the
//! noise's reach of the true one, but with probability below 2^−128. So the most that can be needed is known once
//! the table is read, and what cannot be had is refused while nothing is spent. Whether it can be had depends on
//! the number of rows, so the record lists it as unprotected.

use privet_spec::{Attribute, Kind, OutputFormat, Release, RowCount};

use crate::bins::levels_of;
use crate::error::Error;
use crate::mechanisms::mechanism::Largest;
use crate::memory::{is_memory_for, why_not};
use crate::names::synthetic_name;
use crate::spec::{MOST_DRAWN, Spec};
use crate::table::ROWS_A_GROUP;

/// Bytes, rounded up.
pub(crate) struct Needs {
    rows: u64,
    memory: u64,
    /// The name of the synthetic table.
    synthetic: &'static str,
    /// Of the synthetic table.
    table: u64,
    /// Of model and record.
    others: u64,
}

impl Needs {
    /// Of a release of a table with so many rows.
    pub(crate) fn of(spec: &Spec, table_rows: u64) -> Self {
        // Tables grow with the size, whatever the number of synthetic rows.
        let size = spec.largest_size(table_rows);
        let rows = match spec.release().output.rows {
            RowCount::Exactly(rows) => rows.into(),
            RowCount::AsInput | RowCount::Noisy => size.min(MOST_DRAWN.into()),
        };
        let Largest { cells, scratch } = spec.largest(size);
        let grids = spec
            .release()
            .found()
            .map(|one| levels_of(one).total_cells());
        let cells = cells.saturating_add(grids.sum());
        let attributes = spec.release().learned().count() as u64;
        // The codes of a row, and two words while they are drawn.
        let a_row = attributes.saturating_mul(2).saturating_add(16);
        let line: u64 = spec.release().schema.iter().map(longest_field).sum();
        let (table, group) = match spec.release().output.format {
            OutputFormat::Csv => (rows.saturating_add(1).saturating_mul(line), 0),
            OutputFormat::Parquet => typed(spec.release(), line, rows),
        };
        let files = spec.release().files.iter().map(|file| escaped(&file.text));
        let texts = escaped(spec.text())
            .saturating_add(escaped(&spec.release().in_full()))
            .saturating_add(files.sum());
        Self {
            rows,
            memory: rows
                .saturating_mul(a_row)
                .saturating_add(cells.saturating_mul(MEMORY_A_CELL))
                .saturating_add(scratch)
                .saturating_add(group),
            synthetic: synthetic_name(spec.release()),
            table,
            others: cells
                .saturating_mul(DISK_A_CELL)
                .saturating_add(texts)
                .saturating_add(OTHER_DISK),
        }
    }

    /// For tests: of so many bytes each.
    #[cfg(test)]
    pub(crate) fn of_bytes(bytes: u64) -> Self {
        Self {
            rows: 0,
            memory: 0,
            synthetic: crate::names::SYNTHETIC,
            table: bytes,
            others: bytes,
        }
    }

    /// Bytes of memory.
    pub(crate) fn memory(&self) -> u64 {
        self.memory
    }

    /// The name of the synthetic table.
    pub(crate) fn synthetic(&self) -> &'static str {
        self.synthetic
    }

    /// Bytes of the synthetic table.
    pub(crate) fn table(&self) -> u64 {
        self.table
    }

    /// Bytes of model and record together.
    pub(crate) fn others(&self) -> u64 {
        self.others
    }

    /// Bytes of the disk until the release is there: every file is copied once.
    pub(crate) fn disk(&self) -> u64 {
        let files = self.table.saturating_add(self.others);
        files.saturating_mul(2)
    }

    /// Refuses a release that would need more memory than there is, as far as the system tells when asked for all
    /// of it at once.
    pub(crate) fn expect_memory(&self) -> Result<(), Error> {
        if is_memory_for(self.memory) {
            return Ok(());
        }
        let (rows, megabytes) = (self.rows, self.memory.div_ceil(1_000_000));
        Err(Error::refused(
            "memory",
            format!(
                "up to {rows} synthetic rows and their tables need {megabytes} MB, which is not to be had: {}",
                why_not(self.memory)
            ),
            "write `rows: Exactly(n)` with fewer rows, or a smaller `max_cells`; no noise was drawn",
        ))
    }
}

/// Bytes of a text in the record, as JSON, and in the model, as RON, together.
fn escaped(text: &str) -> u64 {
    let bytes = text.chars().map(|character| {
        let in_json = match character {
            '"' | '\\' | '\n' | '\r' | '\t' | '\u{8}' | '\u{c}' => 2,
            '\0'..='\u{1f}' => 6,
            _ => character.len_utf8(),
        };
        let in_ron: usize = character.escape_debug().map(char::len_utf8).sum();
        (in_json + in_ron) as u64
    });
    bytes.sum()
}

/// Bytes of an attribute's longest field, with the quotes that it needs, and a delimiter.
fn longest_field(attribute: &Attribute) -> u64 {
    let quoted = |field: &str| field.len() + field.matches('"').count() + 3;
    let longest = (0..attribute.size()).filter_map(|code| {
        let code = u16::try_from(code).ok()?;
        let ends = [0, u64::MAX].map(|pick| {
            let field = attribute.decode(code, pick);
            field.map_or(0, |field| quoted(&field))
        });
        ends.into_iter().max()
    });
    let longest = match attribute.kind() {
        // With a row number.
        Kind::Identifier { prefix } => quoted(prefix) + 10,
        // Numbers inside of a bin may have digits that those at its ends have not.
        kind if kind.bins().is_some() => longest.max().unwrap_or(0) + 20,
        _ => longest.max().unwrap_or(0),
    };
    // A spelling that is safe in spreadsheets adds an apostrophe.
    (longest.max(quoted(attribute.name())) + 1) as u64
}

/// Bytes of a Parquet file with so many rows, and of the memory that holds a group of them until it is written. A cell is a
/// number or a text, or one of them in a dictionary and its place there; Snappy makes it longer by less than a quarter.
fn typed(release: &Release, line: u64, rows: u64) -> (u64, u64) {
    let names = release
        .schema
        .iter()
        .map(|attribute| attribute.name().len() as u64);
    let columns = release.schema.len() as u64;
    let row = line.saturating_add(columns.saturating_mul(DISK_A_TYPED_CELL));
    let row = row.saturating_mul(5).div_ceil(4);
    let group = columns
        .saturating_mul(DISK_A_CHUNK)
        .saturating_add(names.sum::<u64>().saturating_mul(8));
    let a_group = ROWS_A_GROUP as u64;
    let groups = rows.div_ceil(a_group).saturating_add(1);
    let table = rows
        .saturating_mul(row)
        .saturating_add(groups.saturating_mul(group));
    // What is whole is copied once.
    let memory = rows.min(a_group).saturating_mul(row).saturating_mul(2);
    (table, memory.saturating_add(group))
}

/// The longest number, a length, a place in a dictionary, and whether it is null.
const DISK_A_TYPED_CELL: u64 = 16 + 4 + 4 + 1;
/// Of a column in a row group: headers of pages, bounds of their values, metadata.
const DISK_A_CHUNK: u64 = 16 << 10;
/// Counts, noisy and fitted cells, and what an estimation keeps of them.
const MEMORY_A_CELL: u64 = 64;
/// A noisy and a fitted number.
const DISK_A_CELL: u64 = 48;
/// The rest of model and record: names, and an entry for each query.
const OTHER_DISK: u64 = 2 << 20;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Notated as _;

    /// Against the libraries that write the files: an accent by itself takes seven bytes of RON, a control character
    /// six of JSON.
    #[test]
    fn texts_are_as_long_as_they_are_written() {
        let all: String = ('\0'..='\u{10ffff}').step_by(7).collect();
        let first: String = ('\0'..='\u{3000}').collect();
        for (label, text) in [
            ("plain", "code,what\nA,Cholera\n"),
            ("quotes", "\"A\",'b'\\\r\n\t"),
            ("accents by themselves", "e\u{301}\u{301}"),
            (
                "control characters",
                "\u{0}\u{1}\u{8}\u{c}\u{1f}\u{7f}\u{85}",
            ),
            ("the first characters", &first),
            ("one of seven", &all),
        ] {
            let json = serde_json::to_string(text).unwrap();
            // Both without the quotes around, and the model's line end.
            let written = json.len() - 2 + text.to_text().unwrap().len() - 3;
            assert_eq!(escaped(text), written as u64, "case `{label}`");
        }
    }
}
