//! Rows that are made up from the public schema alone, for a rehearsal.

use std::io::{self, Write};

use privet_spec::{Attribute, Charset, InputForm, Release, Unit};

use crate::error::Error;
use crate::model::RowPicks;
use crate::watch::Stage;

/// Writes a table as the spec says that one is written: every column uniform over its labels and bins, each by itself. A
/// row that breaks a rule is drawn again, some times. The same number of rows gives the same table.
///
/// `release` has bins for all of its columns.
pub(super) fn write_made_up(
    release: &Release,
    rows: u64,
    progress: &dyn Stage,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let mut table = MadeUp::new(release)?;
    let mut text = Text::of(release.input);
    let header: Vec<String> = release.columns_read().collect();
    text.record(header.iter().map(String::as_str))?;
    for row in 0..rows {
        table.draw();
        let id = table.persons.map(|rows| format!("p{}", row / rows));
        let fields = table.fields.iter().map(String::as_str);
        text.record(fields.chain(id.as_deref()))?;
        if text.is_full() {
            text.write_to(out)?;
            progress.at(row);
        }
    }
    text.write_to(out)?;
    out.flush().map_err(Error::Output)
}

/// The row that was drawn last.
struct MadeUp<'r> {
    columns: Vec<Column<'r>>,
    judge: privet_spec::Judge,
    picks: RowPicks,
    codes: Vec<u16>,
    fields: Vec<String>,
    /// How many rows a person has, where rows belong to persons.
    persons: Option<u64>,
}

struct Column<'r> {
    attribute: &'r Attribute,
    /// The codes whose values the table's encoding has.
    codes: Vec<u16>,
}

impl<'r> MadeUp<'r> {
    fn new(release: &'r Release) -> Result<Self, Error> {
        let columns = release.learned().map(|attribute| {
            let last = u16::try_from(attribute.size().saturating_sub(1)).unwrap_or(u16::MAX);
            let encoding = release.input.encoding;
            let codes: Vec<u16> = (0..=last)
                .filter(|code| is_written(attribute, *code, encoding))
                .collect();
            if codes.is_empty() {
                let what = "no value of this column can be written in the encoding of the table";
                let help = "correct the labels, or the encoding in `input`";
                return Err(Error::refused(attribute.name(), what, help));
            }
            Ok(Column { attribute, codes })
        });
        let columns = columns.collect::<Result<Vec<_>, Error>>()?;
        Ok(Self {
            judge: release.judge(),
            picks: RowPicks::seeded(SEED),
            codes: vec![0; columns.len()],
            fields: vec![String::new(); columns.len()],
            columns,
            persons: match &release.unit {
                Unit::Person { rows, .. } => Some(u64::from(*rows)),
                Unit::Row => None,
            },
        })
    }

    fn draw(&mut self) {
        for _ in 0..ATTEMPTS {
            self.draw_once();
            let number = |place: usize| {
                let column = self.columns.get(place)?;
                column.attribute.number(self.fields.get(place)?)
            };
            if self.judge.broken(&self.codes, number).next().is_none() {
                return;
            }
        }
    }

    fn draw_once(&mut self) {
        let places = self.codes.iter_mut().zip(&mut self.fields);
        for (column, (code, field)) in self.columns.iter().zip(places) {
            // The high half of the product is uniform below the number of codes, but for a part in 2^48.
            let wide = u128::from(self.picks.draw()) * column.codes.len() as u128;
            let place = usize::try_from(wide >> 64).unwrap_or(0);
            *code = column.codes.get(place).copied().unwrap_or(0);
            field.clear();
            // Every code of the attribute has a value.
            let _ = column
                .attribute
                .decode_into(*code, self.picks.draw(), field);
        }
    }
}

fn is_written(attribute: &Attribute, code: u16, encoding: Charset) -> bool {
    let written = attribute.decode(code, 0);
    written.is_ok_and(|text| encoding == Charset::UTF_8 || encoding.encode(&text).is_some())
}

/// Lines that wait to be written.
struct Text {
    form: InputForm,
    lines: csv::Writer<Vec<u8>>,
    records: usize,
}

impl Text {
    fn of(form: InputForm) -> Self {
        Self {
            form,
            lines: csv::WriterBuilder::new()
                .delimiter(form.delimiter)
                .from_writer(Vec::new()),
            records: 0,
        }
    }

    fn record<'f>(&mut self, fields: impl Iterator<Item = &'f str>) -> Result<(), Error> {
        self.records += 1;
        let written = self.lines.write_record(fields);
        written.map_err(|error| Error::Output(io::Error::other(error)))
    }

    fn is_full(&self) -> bool {
        self.records >= BLOCK
    }

    fn write_to(&mut self, out: &mut dyn Write) -> Result<(), Error> {
        let Self { form, lines, .. } = core::mem::replace(self, Self::of(self.form));
        let lines = lines.into_inner();
        let lines = lines.map_err(|error| Error::Output(error.into_error()))?;
        if form.encoding == Charset::UTF_8 {
            return out.write_all(&lines).map_err(Error::Output);
        }
        // Names of columns that the encoding lacks are left as they are: then no table of this spec can be read.
        let text = String::from_utf8_lossy(&lines);
        let encoded = form.encoding.encode(&text).unwrap_or(lines.clone());
        out.write_all(&encoded).map_err(Error::Output)
    }
}

/// Any; a rehearsal can be repeated.
const SEED: [u8; 32] = [7; 32];
/// How often a row is drawn before it may break a rule: then it is dropped or kept, as the spec says.
const ATTEMPTS: usize = 64;
/// Records that are written at a time.
const BLOCK: usize = 4096;
