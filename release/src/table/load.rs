//! Reading a table into codes.
//!
//! One thread reads a batch of rows while the others encode the batch before it, each a part of the
//! columns. The result does not depend on the number of threads; neither does the error, which is
//! always the one that stands first in the file.

use privet_spec::{Attribute, Bins, Charset, Encoded, Refusal, Release};
use rayon::prelude::*;

use super::memo::Memo;
use super::{
    Batch, Bounding, Cause, Cell, Codes, EncodedTable, Opened, Options, Records, Shape, TableError,
    Verdict,
};

/// A table that was read. All of it is internal: it depends on the data.
pub struct Loaded {
    pub table: EncodedTable,
    /// For each learned attribute, if numbers were asked for and its codes are bins of several: the
    /// number in each row, in units of [`Attribute::number`]; 0 where it is missing.
    pub numbers: Vec<Option<Vec<i64>>>,
    /// Columns of the file that the spec does not name, in the order of the file.
    pub ignored: Vec<String>,
    /// Rows that were dropped because their person has enough.
    pub beyond_bound: u64,
    /// Rows that were dropped because they name no person.
    pub without_id: u64,
}

/// Reads a table and encodes it as the release spec says.
pub fn load<'r>(
    release: &Release,
    opened: Opened<'r>,
    options: Options<'r>,
) -> Result<Loaded, TableError> {
    load_columns(release, opened, options, Keep::Codes)
}

/// As [`load`], and keeps the numbers behind bins. Not for a release, whose code must not see them.
pub fn load_with_numbers<'r>(
    release: &Release,
    opened: Opened<'r>,
    options: Options<'r>,
) -> Result<Loaded, TableError> {
    load_columns(release, opened, options, Keep::Numbers)
}

/// What is kept of a field.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keep {
    Codes,
    Numbers,
}

fn load_columns<'r>(
    release: &Release,
    opened: Opened<'r>,
    options: Options<'r>,
    keep: Keep,
) -> Result<Loaded, TableError> {
    let key = options.bounding.clone();
    let records = Records::new(opened, options, release.input)?;
    let bounding = Bounding::new(release, &records)?;
    let mut columns = release
        .learned()
        .map(|attribute| Column::new(attribute, keep, &records))
        .collect::<Result<Vec<_>, _>>()?;
    let ignored = ignored(release, &records, &columns, &bounding);
    let mut feed = Feed::new(records, bounding);

    let (mut current, mut next) = (feed.batch(), feed.batch());
    feed.fill(&mut current);
    while !current.is_empty() {
        rayon::in_place_scope(|scope| {
            scope.spawn(|_| {
                columns
                    .par_iter_mut()
                    .for_each(|column| column.encode(&current));
            });
            feed.fill(&mut next);
        });
        if let Some(error) = first_refused(&columns, &feed.records) {
            return Err(error);
        }
        core::mem::swap(&mut current, &mut next);
    }
    let Fed {
        bounding,
        read,
        without_id,
    } = feed.finish()?;
    let (mut columns, mut numbers): (Vec<Codes>, Vec<Option<Vec<i64>>>) =
        columns.into_iter().map(Column::into_parts).unzip();
    let mut rows = read;
    if let Some(kept) = bounding.kept(&key, &columns) {
        rows = kept.iter().filter(|kept| **kept).count();
        for codes in &mut columns {
            codes.keep(&kept);
        }
        for numbers in numbers.iter_mut().flatten() {
            super::codes::keep(numbers, &kept);
        }
    }
    columns.iter_mut().for_each(Codes::shrink);
    Ok(Loaded {
        table: EncodedTable { columns, rows },
        numbers,
        ignored,
        beyond_bound: bounding.beyond_bound(),
        without_id,
    })
}

/// Columns that nothing reads. An identifier is declared, so that it is no surprise.
fn ignored(
    release: &Release,
    records: &Records<'_>,
    columns: &[Column<'_>],
    bounding: &Bounding,
) -> Vec<String> {
    let used = |index: usize| {
        bounding.id_column() == Some(index) || columns.iter().any(|column| column.index == index)
    };
    let declared = |name: &str| release.schema.iter().any(|known| known.column() == name);
    let names = records.header().names().iter().enumerate();
    names
        .filter(|(index, name)| !used(*index) && !declared(name))
        .map(|(_, name)| name.clone())
        .collect()
}

/// The error that stands first in the file; in one row, that of the first attribute.
fn first_refused(columns: &[Column<'_>], records: &Records<'_>) -> Option<TableError> {
    let refused = columns
        .iter()
        .filter_map(|column| Some((column.refused?, column)))
        .min_by_key(|((line, _), _)| *line);
    let ((line, refused), column) = refused?;
    let cause = match refused {
        Refused::Undecodable => Cause::Undecodable {
            encoding: records.encoding(),
        },
        Refused::NoMemory => return Some(records.error(None, None, Cause::NoMemory)),
        Refused::Policy(refusal) => Cause::Refused(refusal),
    };
    let name = column.attribute.name().to_owned();
    Some(records.error(Some(line), Some(name), cause))
}

/// Batches of the rows that are read.
struct Feed<'r> {
    records: Records<'r>,
    bounding: Bounding,
    read: usize,
    without_id: u64,
    /// The error behind the rows given so far. It waits until these are encoded, since they may hold
    /// an earlier one.
    failed: Option<TableError>,
    ended: bool,
}

/// What is known at the end of the table.
struct Fed {
    bounding: Bounding,
    /// Rows that were encoded.
    read: usize,
    without_id: u64,
}

impl<'r> Feed<'r> {
    fn new(records: Records<'r>, bounding: Bounding) -> Self {
        Self {
            records,
            bounding,
            read: 0,
            without_id: 0,
            failed: None,
            ended: false,
        }
    }

    fn batch(&self) -> Batch {
        Batch::new(self.records.header().names().len())
    }

    /// Replaces a batch by the next rows; an empty batch is the end.
    fn fill(&mut self, batch: &mut Batch) {
        batch.clear();
        while !self.ended && !batch.is_full() {
            if let Err(error) = self.take_row(batch) {
                self.failed = Some(error);
                self.ended = true;
            }
        }
    }

    fn take_row(&mut self, batch: &mut Batch) -> Result<(), TableError> {
        match self.records.advance()? {
            Shape::End => {
                self.ended = true;
                return Ok(());
            }
            Shape::Ragged { found } => {
                let expected = self.records.header().names().len();
                let cause = Cause::Ragged { expected, found };
                return Err(self.records.error(Some(self.records.line()), None, cause));
            }
            Shape::Whole => {}
        }
        match self.bounding.judge(&self.records) {
            Verdict::WithoutId => self.without_id = self.without_id.saturating_add(1),
            Verdict::Refused(problem) => {
                let (line, id) = (self.records.line(), self.bounding.id_column());
                let name = id.and_then(|id| self.records.header().names().get(id).cloned());
                return Err(self.records.error(Some(line), name, Cause::Id(problem)));
            }
            Verdict::NoMemory => {
                return Err(self.records.error(None, None, Cause::NoMemory));
            }
            Verdict::Read => {
                self.read = self.read.saturating_add(1);
                if u32::try_from(self.read).is_err() {
                    return Err(self.records.error(None, None, Cause::TooManyRows));
                }
                let (bytes, ends) = self.records.row();
                batch.push(self.records.line(), bytes, ends);
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<Fed, TableError> {
        match self.failed {
            Some(error) => Err(error),
            None => Ok(Fed {
                bounding: self.bounding,
                read: self.read,
                without_id: self.without_id,
            }),
        }
    }
}

/// One attribute's way from fields to codes.
struct Column<'s> {
    attribute: &'s Attribute,
    encoding: Charset,
    /// Column of the file.
    index: usize,
    codes: Codes,
    numbers: Option<Vec<i64>>,
    memo: Memo,
    /// The first field that was refused, with its line.
    refused: Option<(u64, Refused)>,
}

#[derive(Clone, Copy)]
enum Refused {
    Undecodable,
    NoMemory,
    Policy(Refusal),
}

impl<'s> Column<'s> {
    fn new(
        attribute: &'s Attribute,
        keep: Keep,
        records: &Records<'_>,
    ) -> Result<Self, TableError> {
        let bins = attribute.kind().bins();
        let wide = bins.is_some_and(Bins::hold_several);
        Ok(Self {
            numbers: (keep == Keep::Numbers && wide).then(Vec::new),
            attribute,
            encoding: records.encoding(),
            index: records.find(&attribute.column())?,
            codes: Codes::for_attribute(attribute),
            memo: Memo::new(),
            refused: None,
        })
    }

    /// Encodes this column of a batch, up to the first field that is refused.
    fn encode(&mut self, batch: &Batch) {
        let Self {
            attribute,
            encoding,
            index,
            codes,
            numbers,
            memo,
            refused,
        } = self;
        let more = batch.rows();
        let reserved = numbers
            .as_mut()
            .map_or(Ok(()), |numbers| numbers.try_reserve(more))
            .and_then(|()| codes.try_reserve(more));
        if reserved.is_err() {
            // No line is to blame.
            *refused = Some((0, Refused::NoMemory));
            return;
        }
        if let Some(numbers) = numbers {
            let cells = batch.column(*index);
            numbers.extend(cells.map(|cell| number(attribute, *encoding, &cell)));
        }
        let cells = batch.column(*index);
        let read = |field: &[u8]| encode(attribute, *encoding, field);
        let outcome = match codes {
            Codes::Narrow(codes) => {
                encode_all(read, cells, memo, |code| {
                    // A narrow attribute has at most 256 codes.
                    codes.push(u8::try_from(code).unwrap_or(u8::MAX));
                })
            }
            Codes::Wide(codes) => encode_all(read, cells, memo, |code| codes.push(code)),
        };
        *refused = outcome.err();
    }

    fn into_parts(self) -> (Codes, Option<Vec<i64>>) {
        (self.codes, self.numbers)
    }
}

fn encode_all<'b>(
    read: impl Fn(&[u8]) -> Result<u16, Refused>,
    cells: impl Iterator<Item = Cell<'b>>,
    memo: &mut Memo,
    mut push: impl FnMut(u16),
) -> Result<(), (u64, Refused)> {
    for cell in cells {
        let key = cell.key();
        let code = if let Some(code) = key.and_then(|key| memo.find(key)) {
            code
        } else {
            let code = read(cell.bytes()).map_err(|why| (cell.line, why))?;
            if let Some(key) = key {
                memo.remember(key, code);
            }
            code
        };
        push(code);
    }
    Ok(())
}

/// 0 for a field without a number, whose code says so.
fn number(attribute: &Attribute, encoding: Charset, cell: &Cell<'_>) -> i64 {
    let field = encoding.decode(cell.bytes());
    field
        .and_then(|field| attribute.number(&field))
        .unwrap_or(0)
}

fn encode(attribute: &Attribute, encoding: Charset, field: &[u8]) -> Result<u16, Refused> {
    let field = encoding.decode(field).ok_or(Refused::Undecodable)?;
    match attribute.encode(&field) {
        Encoded::Code(code) => Ok(code),
        // An attribute that refuses a field always has a reason.
        Encoded::Refused => Err(Refused::Policy(
            attribute.refusal().unwrap_or(Refusal::Outside),
        )),
    }
}
