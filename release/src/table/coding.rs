//! From the fields of one column to codes.
//!
//! Tested: `a_row_is_encoded_as_if_it_were_alone`: what a row is encoded to depends on that row alone, whatever stands
//! before or behind it (5,000 rows of 7 kinds, missing, outside, foreign and long ones among them, against
//! `Attribute::encode` field by field). `a_table_is_refused_exactly_if_a_row_of_it_is`, at the first of these (256
//! random tables of up to 29 rows).

use privet_spec::{Attribute, Charset, Encoded, Refusal};

#[cfg(feature = "parquet")]
use super::batch::Columns;
use super::batch::{Batch, Lines};
use super::memo::{Key, Memo};

/// What the fields of a column mean.
pub(super) struct Coding<'s> {
    pub(super) attribute: &'s Attribute,
    pub(super) encoding: Charset,
    /// Column of the file.
    pub(super) index: usize,
    memo: Memo<u16>,
    /// The codes of a batch's texts, as far as rows have asked for them.
    #[cfg(feature = "parquet")]
    of_texts: Vec<Option<u16>>,
}

/// Why a field stops a release.
#[derive(Clone, Copy)]
pub(super) enum Refused {
    Undecodable,
    NoMemory,
    Policy(Refusal),
}

impl<'s> Coding<'s> {
    pub(super) fn new(attribute: &'s Attribute, encoding: Charset, index: usize) -> Self {
        Self {
            attribute,
            encoding,
            index,
            memo: Memo::new(),
            #[cfg(feature = "parquet")]
            of_texts: Vec::new(),
        }
    }

    /// Gives the codes of a batch's rows to `push`, up to the first field that is refused, and returns that with its line.
    pub(super) fn encode(
        &mut self,
        batch: &Batch,
        push: impl FnMut(u16),
    ) -> Result<(), (u64, Refused)> {
        match batch {
            Batch::Lines(lines) => self.encode_lines(lines, push),
            #[cfg(feature = "parquet")]
            Batch::Columns(columns) => self.encode_columns(columns, push),
        }
    }

    /// The numbers of a batch's rows; 0 for a field without a number, whose code says so.
    pub(super) fn numbers<'b>(&self, batch: &'b Batch) -> impl Iterator<Item = i64> + use<'b, 's> {
        let (attribute, encoding) = (self.attribute, self.encoding);
        batch.fields(self.index).map(move |field| {
            let field = encoding.decode(field);
            let number = field.and_then(|field| attribute.number(&field));
            number.unwrap_or(0)
        })
    }

    fn encode_lines(
        &mut self,
        lines: &Lines,
        mut push: impl FnMut(u16),
    ) -> Result<(), (u64, Refused)> {
        for cell in lines.column(self.index) {
            let code = self.code(cell.key(), cell.bytes());
            push(code.map_err(|why| (cell.line, why))?);
        }
        Ok(())
    }

    /// Each text is looked at once, and only if a row of the batch has it.
    #[cfg(feature = "parquet")]
    fn encode_columns(
        &mut self,
        columns: &Columns,
        mut push: impl FnMut(u16),
    ) -> Result<(), (u64, Refused)> {
        let Some(texts) = columns.texts.get(self.index) else {
            return Ok(());
        };
        let mut codes = core::mem::take(&mut self.of_texts);
        codes.clear();
        codes.resize(texts.count(), None);
        for &row in &columns.taken {
            let place = texts.place(row);
            let known = codes.get(place).copied().flatten();
            let code = if let Some(code) = known {
                code
            } else {
                let text = texts.at(place);
                let code = self.code(Key::new(text, text.len()), text);
                let code = code.map_err(|why| (columns.number(row), why))?;
                if let Some(known) = codes.get_mut(place) {
                    *known = Some(code);
                }
                code
            };
            push(code);
        }
        self.of_texts = codes;
        Ok(())
    }

    fn code(&mut self, key: Option<Key>, field: &[u8]) -> Result<u16, Refused> {
        if let Some(code) = key.and_then(|key| self.memo.find(key)) {
            return Ok(code);
        }
        let text = self.encoding.decode(field).ok_or(Refused::Undecodable)?;
        match self.attribute.encode(&text) {
            Encoded::Code(code) => {
                if let Some(key) = key {
                    self.memo.remember(key, code);
                }
                Ok(code)
            }
            // An attribute that refuses a field always has a reason.
            Encoded::Refused => Err(Refused::Policy(
                self.attribute.refusal().unwrap_or(Refusal::Outside),
            )),
        }
    }
}
