//! The canonical text of a data frame: what a release commits to, since a frame has no bytes of its own.
//!
//! It is a CSV file in UTF-8 of the columns that are read: those of the schema in its order, then that of the ids. The first
//! line has their names. Fields are divided as the spec says, lines end with LF, and a field stands in quotes only if it
//! holds the delimiter, a quote, CR or LF; a quote inside is doubled. Values are written as everywhere in [`super`]. So it
//! depends on the values alone, however they are stored and cut into batches, and whoever writes that file and releases it
//! has the same commitment.
//!
//! Tested: the commitment of a frame is that of its canonical file.

use super::batch_rows::BatchRows;
use crate::table::delimiter::Delimiter;
use crate::table::observer::Observer;
use crate::table::wanted::Wanted;

/// Shows the canonical text to someone, as rows are read.
pub(super) struct Canonical<'r> {
    observer: Observer<'r>,
    /// The places of the columns, in order.
    places: Vec<usize>,
    delimiter: u8,
    /// Some of the text, in reused memory.
    text: Vec<u8>,
}

impl<'r> Canonical<'r> {
    /// Shows the first line. Columns that are wanted and not there are left out: they are refused later.
    pub(super) fn begin(observer: Observer<'r>, names: &[String], wanted: &Wanted) -> Self {
        let place = |wanted: &str| names.iter().position(|name| name == wanted);
        let mut canonical = Self {
            observer,
            places: wanted.names().filter_map(place).collect(),
            delimiter: Delimiter::of(wanted.form()).byte(),
            text: Vec::new(),
        };
        let places = canonical.places.clone();
        let names = places.iter().filter_map(|place| names.get(*place));
        canonical.put_line(names.map(String::as_bytes));
        canonical.show();
        canonical
    }

    /// Shows all rows of a batch.
    pub(super) fn see(&mut self, rows: &BatchRows) {
        let places = core::mem::take(&mut self.places);
        for row in 0..rows.size() {
            self.put_line(places.iter().map(|place| rows.field_of(row, *place)));
            if self.text.len() >= ENOUGH {
                self.show();
            }
        }
        self.show();
        self.places = places;
    }

    fn put_line<'f>(&mut self, fields: impl Iterator<Item = &'f [u8]>) {
        let delimiter = self.delimiter;
        let needs_quotes = |byte: &u8| matches!(byte, b'"' | b'\r' | b'\n') || *byte == delimiter;
        for (place, field) in fields.enumerate() {
            if place > 0 {
                self.text.push(delimiter);
            }
            if field.iter().any(needs_quotes) {
                self.text.push(b'"');
                for &byte in field {
                    self.text.push(byte);
                    if byte == b'"' {
                        self.text.push(b'"');
                    }
                }
                self.text.push(b'"');
            } else {
                self.text.extend_from_slice(field);
            }
        }
        self.text.push(b'\n');
    }

    fn show(&mut self) {
        (self.observer)(&self.text);
        self.text.clear();
    }
}

/// Bytes that are shown at once.
const ENOUGH: usize = 1 << 16;
