//! Parts of a table, to be read on some machine.
//!
//! Tested: `every_part_is_dealt_to_one`, with its number and its rows (11 row groups of 3 files among 1 to 13 workers).

use core::fmt;

use arrow_array::RecordBatch;
use serde::{Deserialize, Serialize};

use super::super::super::encoder::{Encoder, Purpose};
use super::super::super::error::TableError;
use super::super::super::options::Options;
use super::super::super::parquet::ParquetParts;
use super::super::super::source::{Content, Opened};
use super::job::Job;
use super::rows::{DROPPED, KEPT, NOBODY, REFUSED, RowsOut};
use super::sums::Refusal;
use super::unfit::Unfit;

/// Some row groups of a table's Parquet files. Whoever reads them finds the files under the same paths.
#[derive(Clone, Serialize, Deserialize)]
pub struct Share {
    parts: ParquetParts,
    /// Their numbers among all parts of the table.
    numbers: Vec<u32>,
}

impl Share {
    /// The whole table.
    pub(super) fn whole(parts: &ParquetParts) -> Result<Self, Unfit> {
        let count = u32::try_from(parts.count()).map_err(|_| Unfit)?;
        Ok(Self {
            parts: parts.absolute().map_err(|_| Unfit)?,
            numbers: (0..count).collect(),
        })
    }

    /// How many parts there are.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// Dealt out to so many, one part after the other: each part to exactly one.
    #[must_use]
    pub fn dealt(&self, to: usize) -> Vec<Self> {
        (0..to)
            .map(|one| {
                let parts: Vec<usize> = (one..self.len()).step_by(to.max(1)).collect();
                let numbers = parts.iter().filter_map(|part| self.numbers.get(*part));
                Self {
                    numbers: numbers.copied().collect(),
                    parts: self.parts.some(&parts),
                }
            })
            .collect()
    }

    /// For another machine of the same program.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Unfit> {
        // A path may be no text.
        serde_json::to_vec(self).map_err(|_| Unfit)
    }

    /// What [`Share::to_bytes`] gave. Refused: anything else.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Unfit> {
        serde_json::from_slice(bytes).map_err(|_| Unfit)
    }

    /// Reads one of the parts, and hands its rows on, batch by batch, as long as `each` says `true`. What cannot be read
    /// is handed on too, in words without a value of the table: [`super::Sums`] carries them to whoever asked.
    pub fn read(
        &self,
        part: usize,
        job: &Job,
        each: &mut dyn FnMut(RecordBatch) -> bool,
    ) -> Result<(), Unfit> {
        let number = *self.numbers.get(part).ok_or(Unfit)?;
        let mut out = RowsOut::of_part(number);
        let read = self.read_rows(part, job, &mut out, each);
        if let Err(error) = read {
            let refusal = Refusal::of(number, &error);
            out.push(0, REFUSED, &refusal.to_bytes(), &vec![0; job.width()]);
        }
        each(out.take(job)?);
        Ok(())
    }

    fn read_rows(
        &self,
        part: usize,
        job: &Job,
        out: &mut RowsOut,
        each: &mut dyn FnMut(RecordBatch) -> bool,
    ) -> Result<(), TableError> {
        let opened = Opened {
            name: String::new(),
            content: Content::Part(self.parts.part(part)),
        };
        let options = Options::default();
        let mut encoder = Encoder::new(&job.release, opened, options, Purpose::Passing)?;
        let (mut codes, mut number) = (Vec::new(), 0_u64);
        loop {
            let rows = encoder.advance_alone()?;
            if rows == 0 {
                break;
            }
            let block = encoder.block();
            let mut ids = block.ids();
            for row in 0..rows {
                block.codes_of(row, &mut codes);
                let id = ids.as_mut().and_then(Iterator::next).unwrap_or_default();
                let kind = if block.keeps(row) { KEPT } else { DROPPED };
                out.push(number, kind, id, &codes);
                number = number.saturating_add(1);
            }
            drop(ids);
            // A batch that is none has not the number of rows that its file says.
            if !out.take(job).is_ok_and(&mut *each) {
                return Ok(());
            }
            encoder.forget();
        }
        let encoded = encoder.finish()?;
        codes.fill(0);
        codes.resize(job.width(), 0);
        out.push(encoded.without_id, NOBODY, &[], &codes);
        Ok(())
    }
}

/// Nothing but how many there are.
impl fmt::Debug for Share {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} parts", self.len())
    }
}
