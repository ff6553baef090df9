//! One column of a table on its way into codes.
//!
//! Tested: `a_row_is_encoded_as_if_it_were_alone`.

use privet_spec::{Attribute, Bins};

use super::coding::{Coding, Refused};
use super::{Batch, Codes, Records, TableError};

/// One attribute's way from fields to codes.
pub(super) struct Column<'s> {
    coding: Coding<'s>,
    codes: Codes,
    numbers: Option<Vec<i64>>,
    /// The numbers of the batch that was encoded last, where rules compare them and codes do not tell.
    compared: Option<Vec<i64>>,
    /// The first field that was refused, with its line.
    refused: Option<(u64, Refused)>,
}

/// What is kept of a field.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    Codes,
    Numbers,
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
            coding: Coding::new(
                attribute,
                records.encoding(),
                records.find(&attribute.column())?,
            ),
            codes: Codes::for_attribute(attribute),
            compared: None,
            refused: None,
        })
    }

    /// From now on the exact numbers of each batch are at hand.
    pub(super) fn compare(&mut self) {
        let bins = self.coding.attribute.kind().bins();
        self.compared = bins.is_some_and(Bins::hold_several).then(Vec::new);
    }

    pub(super) fn attribute(&self) -> &'s Attribute {
        self.coding.attribute
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
        if self.coding.attribute.null_code() == Some(code) {
            return None;
        }
        match &self.compared {
            Some(numbers) => numbers.get(place).copied(),
            None => Some(*self.coding.attribute.kind().bins()?.values(code)?.start()),
        }
    }

    /// Encodes this column of a batch, up to the first field that is refused.
    pub(super) fn encode(&mut self, batch: &Batch) {
        let Self {
            coding,
            codes,
            numbers,
            compared,
            refused,
        } = self;
        if let Some(compared) = compared {
            // A batch is small.
            compared.clear();
            compared.extend(coding.numbers(batch));
        }
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
            numbers.extend(coding.numbers(batch));
        }
        let outcome = match codes {
            // A narrow attribute has at most 256 codes.
            Codes::Narrow(codes) => coding.encode(batch, |code| codes.push(code.to_le_bytes()[0])),
            Codes::Wide(codes) => coding.encode(batch, |code| codes.push(code)),
        };
        *refused = outcome.err();
    }

    pub(super) fn into_parts(self) -> (Codes, Option<Vec<i64>>) {
        (self.codes, self.numbers)
    }
}
