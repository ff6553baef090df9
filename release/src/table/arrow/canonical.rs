//! The canonical text of a data frame: what a release commits to, since a frame has no bytes of its own.
//!
//! It is a CSV file in UTF-8 of the columns that are read: those of the schema in its order, then that of the ids. The first
//! line has their names. Fields are divided as the spec says, lines end with LF, and a field stands in quotes only if it
//! holds the delimiter, a quote, CR or LF; a quote inside is doubled. Values are written as everywhere in [`super`]. So it
//! depends on the values alone, however they are stored and cut into batches, and whoever writes that file and releases it
//! has the same commitment.
//!
//! Tested: `the_canonical_text`: the commitment of a frame is that of its canonical file.

use rayon::prelude::*;

use super::batch_rows::BatchRows;
use crate::table::delimiter::Delimiter;
use crate::table::field::field;
use crate::table::observer::Observer;
use crate::table::texts::Texts;
use crate::table::wanted::Wanted;

/// Shows the canonical text to someone, as rows are read.
pub(super) struct Canonical<'r> {
    observer: Observer<'r>,
    /// The places of the columns, in order.
    places: Vec<usize>,
    delimiter: u8,
    /// The texts of each column, as they stand in a line.
    written: Vec<Written>,
}

/// Every text of a column as it stands in a line, with what stands behind it; in reused memory.
#[derive(Default)]
struct Written {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl<'r> Canonical<'r> {
    /// Shows the first line. Columns that are wanted and not there are left out: they are refused later.
    pub(super) fn begin(observer: Observer<'r>, names: &[String], wanted: &Wanted) -> Self {
        let place = |wanted: &str| names.iter().position(|name| name == wanted);
        let places: Vec<usize> = wanted.names().filter_map(place).collect();
        let delimiter = Delimiter::of(wanted.form()).byte();
        let mut line = Vec::new();
        for (number, name) in places
            .iter()
            .filter_map(|place| names.get(*place))
            .enumerate()
        {
            let ending = ending(number, places.len(), delimiter);
            put_field(name.as_bytes(), delimiter, ending, &mut line);
        }
        observer(&line);
        Self {
            observer,
            written: places.iter().map(|_| Written::default()).collect(),
            places,
            delimiter,
        }
    }

    /// Shows all rows of a batch. Every text is written once, however many rows have it; then lines are put together, by all
    /// cores, and shown in order. Where that could take much memory, since many rows may have one long text, they are shown
    /// field by field.
    pub(super) fn see(&mut self, rows: &BatchRows) {
        let (delimiter, columns) = (self.delimiter, self.places.len());
        let texts: Vec<&Texts> = self
            .places
            .iter()
            .filter_map(|place| rows.texts(*place))
            .collect();
        let writing = self.written.par_iter_mut().zip(&texts).enumerate();
        writing.for_each(|(number, (written, texts))| {
            written.fill(texts, delimiter, ending(number, columns, delimiter));
        });
        let columns: Vec<(&Written, &Texts)> = self.written.iter().zip(texts).collect();
        let longest = columns.iter().map(|(_, texts)| texts.longest());
        // Quotes double a field at most, and are two more.
        let longest = longest.map(|length| length.saturating_mul(2).saturating_add(3));
        let line = longest.fold(0, usize::saturating_add);
        if line.saturating_mul(rows.size()) > AT_ONCE {
            for row in 0..rows.size() {
                for (written, texts) in &columns {
                    (self.observer)(written.at(texts.place(row)));
                }
            }
            return;
        }
        let starts = (0..rows.size()).into_par_iter().step_by(ROWS);
        let blocks: Vec<Vec<u8>> = starts
            .map(|start| {
                let end = start.saturating_add(ROWS).min(rows.size());
                let mut lines = Vec::new();
                for row in start..end {
                    for (written, texts) in &columns {
                        lines.extend_from_slice(written.at(texts.place(row)));
                    }
                }
                lines
            })
            .collect();
        for block in blocks {
            (self.observer)(&block);
        }
    }
}

impl Written {
    fn fill(&mut self, texts: &Texts, delimiter: u8, ending: u8) {
        self.bytes.clear();
        self.ends.clear();
        for place in 0..texts.count() {
            put_field(texts.at(place), delimiter, ending, &mut self.bytes);
            self.ends.push(self.bytes.len());
        }
    }

    #[inline]
    fn at(&self, place: usize) -> &[u8] {
        field(&self.bytes, &self.ends, place)
    }
}

/// What stands behind a field: the delimiter, or behind the last one the end of the line.
fn ending(number: usize, columns: usize, delimiter: u8) -> u8 {
    if number + 1 < columns {
        delimiter
    } else {
        b'\n'
    }
}

fn put_field(field: &[u8], delimiter: u8, ending: u8, out: &mut Vec<u8>) {
    let needs_quotes = |byte: &u8| matches!(byte, b'"' | b'\r' | b'\n') || *byte == delimiter;
    if field.iter().any(needs_quotes) {
        out.push(b'"');
        for &byte in field {
            out.push(byte);
            if byte == b'"' {
                out.push(b'"');
            }
        }
        out.push(b'"');
    } else {
        out.extend_from_slice(field);
    }
    out.push(ending);
}

/// Rows of a block.
const ROWS: usize = 512;

/// Bytes of the lines that are put together at once.
const AT_ONCE: usize = 1 << 26;
