//! The cells of synthetic rows, from codes and picks; whatever the format in which they are written.
//!
//! Formatting is spread over the cores by blocks of rows. The picks that choose values inside of bins
//! are drawn beforehand and in order, so that the cells depend on the codes and the picks alone.

use core::ops::Range;

use privet_spec::{Attribute, Release, Spelling, Within};
use rayon::prelude::*;

use super::decoding::Decoding;
use super::ties::{TiedColumn, Ties};
use super::write_error::WriteError;
use super::{Codes, Progress};

/// The output's columns.
pub(super) struct Layout<'r> {
    pub(super) columns: Vec<Column<'r>>,
    /// Picks a row.
    picks: usize,
    ties: Ties<'r>,
}

pub(super) struct Column<'r> {
    pub(super) attribute: &'r Attribute,
    content: Content<'r>,
    pub(super) spelling: Spelling,
    /// Texts that are given, row by row, and written as they are.
    given: &'r [Option<Box<str>>],
    /// For each code the law of its values, where a bin is cut.
    laws: &'r [Option<Within>],
    /// Numbers that were read, row by row.
    read: Option<&'r [i64]>,
    /// The place of its number among those that rules compare.
    tied: Option<usize>,
}

enum Content<'r> {
    /// The number of the row.
    Identifier,
    /// Each code's value. The codes are those of another column, where that determines this one.
    Listed(&'r Codes, Vec<Listed>),
    /// Numbers and dates, with the place of their pick in the row's picks.
    Picked(&'r Codes, usize),
}

/// A value of a column that has one for each code.
#[derive(Clone)]
pub(super) struct Listed {
    /// The attribute's own code.
    #[cfg_attr(
        not(feature = "parquet"),
        expect(dead_code, reason = "a text needs no code")
    )]
    pub(super) code: u16,
    /// As it is spelled.
    pub(super) text: String,
}

/// What stands in a row.
pub(super) enum Cell<'c> {
    /// A text that is given.
    Given(&'c str),
    /// An identifier, by the number of its row, from 1.
    Generated(u64),
    Listed(&'c Listed),
    /// A number of the code's bin.
    Number {
        number: i64,
        code: u16,
    },
    /// A number or date that is missing.
    Missing,
}

/// Rows that are written.
pub(super) struct Passing<'p> {
    pub(super) rows: usize,
    pub(super) pick: &'p mut dyn FnMut() -> u64,
    pub(super) progress: Option<Progress<'p>>,
}

impl<'r> Layout<'r> {
    pub(super) fn new(
        release: &'r Release,
        codes: &'r [Codes],
        rows: usize,
        decoding: &Decoding<'r>,
    ) -> Result<Self, WriteError> {
        let fits = codes.len() == release.learned().count()
            && codes.iter().all(|codes| codes.len() == rows);
        if !fits {
            return Err(WriteError::Shape);
        }
        let spelling = release.output.spelling;
        let mut picks = 0;
        let learned = release.schema.iter().enumerate();
        let learned = learned.filter(|(_, attribute)| attribute.is_learned());
        let places: Vec<usize> = learned.map(|(place, _)| place).collect();
        let codes_of = |schema: usize| {
            let learned = places.iter().position(|place| *place == schema);
            let codes = learned.and_then(|learned| Some((learned, codes.get(learned)?)));
            codes.ok_or(WriteError::Shape)
        };
        let mut by_schema = Vec::new();
        let mut compared = Vec::new();
        for (place, attribute) in release.schema.iter().enumerate() {
            let mut laws: &[Option<Within>] = &[];
            let mut read = None;
            let given = decoding.given_to(place);
            let content = if attribute.is_identifier() {
                Content::Identifier
            } else if let Some(determined) = attribute.determined() {
                let own = listed(attribute, spelling)?;
                let value = |code: &u16| own.get(usize::from(*code)).cloned();
                let values = determined.codes.iter().map(value).collect::<Option<_>>();
                let (_, codes) = codes_of(determined.by)?;
                Content::Listed(codes, values.ok_or(WriteError::Shape)?)
            } else {
                let (learned, codes) = codes_of(place)?;
                laws = decoding.laws_of(learned);
                read = decoding.numbers_of(learned);
                if attribute.kind().is_ordered() {
                    compared.push(TiedColumn {
                        place,
                        attribute,
                        codes,
                        pick: picks,
                        given,
                        laws,
                    });
                    picks += 1;
                    Content::Picked(codes, picks - 1)
                } else {
                    Content::Listed(codes, listed(attribute, spelling)?)
                }
            };
            by_schema.push(Some(Column {
                attribute,
                content,
                spelling,
                given,
                laws,
                read,
                tied: None,
            }));
        }
        let ties = Ties::new(release.orders(), &compared);
        for (place, column) in by_schema.iter_mut().enumerate() {
            if let Some(column) = column {
                column.tied = ties.place(place);
            }
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
            ties,
        })
    }

    /// Makes something of each block of rows, on all cores, and hands it over in order. Blocks are the same whatever the
    /// number of cores.
    pub(super) fn pass<B: Send>(
        &self,
        passing: Passing<'_>,
        make: impl Fn(Range<usize>, &[u64]) -> Result<B, WriteError> + Sync,
        mut take: impl FnMut(B) -> Result<(), WriteError>,
    ) -> Result<(), WriteError> {
        let Passing {
            rows,
            pick,
            progress,
        } = passing;
        let mut picks = Vec::new();
        let mut start = 0;
        while start < rows {
            let end = start.saturating_add(ROWS_AT_ONCE).min(rows);
            picks.clear();
            let wanted = end.saturating_sub(start).saturating_mul(self.picks);
            picks.extend(core::iter::repeat_with(&mut *pick).take(wanted));
            let blocks = (start..end)
                .into_par_iter()
                .step_by(ROWS_A_BLOCK)
                .map(|first| {
                    let last = first.saturating_add(ROWS_A_BLOCK).min(end);
                    let skipped = first.saturating_sub(start).saturating_mul(self.picks);
                    make(first..last, picks.get(skipped..).unwrap_or_default())
                })
                .collect::<Result<Vec<_>, _>>()?;
            for block in blocks {
                take(block)?;
            }
            if let Some(progress) = progress {
                progress(u64::try_from(end).unwrap_or(u64::MAX));
            }
            start = end;
        }
        Ok(())
    }

    /// Hands over the cells of each row of a block, whose picks begin with these.
    pub(super) fn each_row(
        &self,
        rows: Range<usize>,
        picks: &[u64],
        take: &mut dyn FnMut(&[Cell<'_>]) -> Result<(), WriteError>,
    ) -> Result<(), WriteError> {
        let mut cells = Vec::with_capacity(self.columns.len());
        for (offset, row) in rows.enumerate() {
            let picks = picks.get(offset.saturating_mul(self.picks)..);
            let picks = picks.unwrap_or_default();
            let numbers = if self.ties.is_empty() {
                Vec::new()
            } else {
                self.ties.settle(row, picks).ok_or(WriteError::Impossible)?
            };
            cells.clear();
            for column in &self.columns {
                cells.push(column.cell(row, picks, &numbers)?);
            }
            take(&cells)?;
        }
        Ok(())
    }
}

impl Column<'_> {
    fn cell(
        &self,
        row: usize,
        picks: &[u64],
        numbers: &[Option<i64>],
    ) -> Result<Cell<'_>, WriteError> {
        if let Some(Some(given)) = self.given.get(row) {
            return Ok(Cell::Given(given));
        }
        match &self.content {
            Content::Identifier => {
                let number = u64::try_from(row).unwrap_or(u64::MAX).saturating_add(1);
                Ok(Cell::Generated(number))
            }
            Content::Listed(codes, values) => {
                let code = codes.code(row).ok_or(WriteError::Shape)?;
                let value = values.get(usize::from(code));
                value
                    .map(Cell::Listed)
                    .ok_or_else(|| self.no_such_code(code))
            }
            Content::Picked(codes, place) => {
                let code = codes.code(row).ok_or(WriteError::Shape)?;
                let pick = picks.get(*place).copied().ok_or(WriteError::Shape)?;
                let law = self.laws.get(usize::from(code)).and_then(Option::as_ref);
                let is_missing = self.attribute.null_code() == Some(code);
                let number = match (self.read, self.tied, law) {
                    (Some(read), ..) if !is_missing => read.get(row).copied(),
                    (None, Some(tied), _) => numbers.get(tied).copied().flatten(),
                    (None, None, Some(law)) => self.attribute.pick_within(law, pick),
                    _ => None,
                };
                // One of which nothing is known but its code.
                let number = number.or_else(|| self.attribute.pick_number(code, pick));
                match number {
                    Some(number) => Ok(Cell::Number { number, code }),
                    None if is_missing => Ok(Cell::Missing),
                    None => Err(self.no_such_code(code)),
                }
            }
        }
    }

    pub(super) fn no_such_code(&self, code: u16) -> WriteError {
        WriteError::Code {
            attribute: self.attribute.name().to_owned(),
            code,
        }
    }
}

/// The values of an attribute that has one for each code.
fn listed(attribute: &Attribute, spelling: Spelling) -> Result<Vec<Listed>, WriteError> {
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
            Ok(Listed { code, text })
        })
        .collect()
}

const ROWS_A_BLOCK: usize = 1 << 10;
/// Some blocks for each core, few enough that the text of all of them is small.
const ROWS_AT_ONCE: usize = 1 << 14;
