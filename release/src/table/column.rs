//! One column of a table on its way into codes.

use privet_spec::{Attribute, Bins, Charset, Encoded, Refusal};

use super::memo::Memo;
use super::{Batch, Cell, Codes, Records, TableError};

/// One attribute's way from fields to codes.
pub(super) struct Column<'s> {
    attribute: &'s Attribute,
    encoding: Charset,
    /// Column of the file.
    index: usize,
    codes: Codes,
    numbers: Option<Vec<i64>>,
    /// The numbers of the batch that was encoded last, where rules compare them and codes do not tell.
    compared: Option<Vec<i64>>,
    memo: Memo,
    /// The first field that was refused, with its line.
    refused: Option<(u64, Refused)>,
}

/// What is kept of a field.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    Codes,
    Numbers,
}

/// Why a field stops a release.
#[derive(Clone, Copy)]
pub(super) enum Refused {
    Undecodable,
    NoMemory,
    Policy(Refusal),
}

impl<'s> Column<'s> {
    pub(super) fn new(
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
            compared: None,
            memo: Memo::new(),
            refused: None,
        })
    }

    /// From now on the exact numbers of each batch are at hand.
    pub(super) fn compare(&mut self) {
        let bins = self.attribute.kind().bins();
        self.compared = bins.is_some_and(Bins::hold_several).then(Vec::new);
    }

    pub(super) fn attribute(&self) -> &'s Attribute {
        self.attribute
    }

    /// The first field that was refused, with its line.
    pub(super) fn refused(&self) -> Option<(u64, Refused)> {
        self.refused
    }

    /// The codes of all rows since they were last forgotten.
    pub(super) fn codes(&self) -> &Codes {
        &self.codes
    }

    /// Forgets all codes.
    pub(super) fn forget(&mut self) {
        self.codes.clear();
    }

    /// How many rows are encoded.
    pub(super) fn rows(&self) -> usize {
        self.codes.len()
    }

    /// The code of a row.
    pub(super) fn code(&self, row: usize) -> u16 {
        // Every row that is asked for was encoded.
        self.codes.code(row).unwrap_or_default()
    }

    /// The exact number of a row of the last batch, which has this code; `None` where it is missing. `place` is the row's
    /// in the batch.
    pub(super) fn number(&self, code: u16, place: usize) -> Option<i64> {
        if self.attribute.null_code() == Some(code) {
            return None;
        }
        match &self.compared {
            Some(numbers) => numbers.get(place).copied(),
            None => Some(*self.attribute.kind().bins()?.values(code)?.start()),
        }
    }

    /// Encodes this column of a batch, up to the first field that is refused.
    pub(super) fn encode(&mut self, batch: &Batch) {
        let Self {
            attribute,
            encoding,
            index,
            codes,
            numbers,
            compared,
            memo,
            refused,
        } = self;
        let more = batch.rows();
        let reserved = numbers
            .as_mut()
            .map_or(Ok(()), |numbers| numbers.try_reserve(more))
            .and_then(|()| codes.try_reserve(more));
        if let Some(compared) = compared {
            // A batch is small.
            compared.clear();
            let cells = batch.column(*index);
            compared.extend(cells.map(|cell| number(attribute, *encoding, &cell)));
        }
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

    pub(super) fn into_parts(self) -> (Codes, Option<Vec<i64>>) {
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
