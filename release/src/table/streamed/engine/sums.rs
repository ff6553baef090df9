//! What a pass adds up, wherever its rows are.
//!
//! Tested: `sums_of_any_cut_are_the_sums_of_the_whole`, joined in any order; one row more moves them by what it is by
//! itself (256 random tables of up to 29 rows among 4 workers, in any batches, joined two by two; census and tables,
//! with and without a bound).

use std::collections::BTreeMap;

use arrow_array::ArrayRef;
use serde::{Deserialize, Serialize};

use super::super::super::codes::Codes;
use super::super::super::error::TableError;
use super::super::census::Taken;
use super::super::tables::Counted;
use super::super::tally::{Tally, WORDS};
use super::job::Job;
use super::rows::{DROPPED, KEPT, NOBODY, REFUSED, RowsIn};
use super::unfit::Unfit;
use crate::complaint::Complaint;

/// Counts rows: for every part those that were read, and all that the job asks for. Sums of different rows join, in any order.
pub struct Sums {
    /// Of the parts that were met.
    tallies: BTreeMap<u32, Tally>,
    seen: Option<Seen>,
    /// Codes of the rows that were added last.
    columns: Vec<Codes>,
    kept: Vec<usize>,
    /// Sums of others.
    joined: Vec<u64>,
    refused: Option<Refusal>,
}

enum Seen {
    Census(Taken),
    Tables(Counted),
}

/// Why a part cannot be read.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Refusal {
    part: u32,
    place: String,
    what: String,
    help: String,
}

/// What is sent before the numbers: for each part that was met its number and its tally, and then what was seen.
#[derive(Serialize, Deserialize)]
struct Header {
    refused: Option<Refusal>,
    /// Parts that were met.
    parts: usize,
}

impl Sums {
    /// Of no rows.
    pub fn new() -> Self {
        Self {
            tallies: BTreeMap::new(),
            seen: None,
            columns: Vec::new(),
            kept: Vec::new(),
            joined: Vec::new(),
            refused: None,
        }
    }

    /// Adds rows: the columns of [`Job::schema`] and, where a pass bounds persons, the place of each row among its person's
    /// by their tags, from 1 on. Rows with a place above `most` are met, and not counted.
    pub fn add(&mut self, job: &Job, columns: &[ArrayRef], most: Option<u32>) -> Result<(), Unfit> {
        let rows = RowsIn::new(columns)?;
        if rows.places.is_some() != most.is_some() || rows.codes.value_length() != width(job)? {
            return Err(Unfit);
        }
        if self.columns.is_empty() {
            self.columns = job.no_codes();
        }
        self.columns.iter_mut().for_each(Codes::clear);
        self.kept.clear();
        for row in 0..rows.parts.len() {
            let part = rows.parts.value(row);
            let (id, codes) = (rows.ids.value(row), rows.codes.value(row));
            let tally = self.tallies.entry(part).or_default();
            let number = rows.rows.value(row);
            put_codes(&mut self.columns, codes);
            match rows.kinds.value(row) {
                kind @ (KEPT | DROPPED) => {
                    tally.read = tally.read.wrapping_add(1);
                    let place = (u64::from(part), number);
                    job.print().add_row(&mut tally.print, place, id, codes);
                    if kind == DROPPED {
                        tally.dropped = tally.dropped.wrapping_add(1);
                        continue;
                    }
                    let place = rows.places.map_or(1, |places| places.value(row));
                    if most.is_none_or(|most| place <= u64::from(most)) {
                        self.kept.push(row);
                    }
                }
                NOBODY => tally.without_id = tally.without_id.wrapping_add(number),
                REFUSED => self.refuse(Refusal::from_bytes(id)?),
                _ => return Err(Unfit),
            }
        }
        self.count(job)
    }

    fn count(&mut self, job: &Job) -> Result<(), Unfit> {
        let Some(asked) = job.asked() else {
            let taken = || Seen::Census(Taken::new(&job.sizes, &job.fingerprint));
            let Seen::Census(taken) = self.seen.get_or_insert_with(taken) else {
                return Err(Unfit);
            };
            taken.take(&self.columns, &self.kept);
            return Ok(());
        };
        let counted = asked.ask(|question| {
            let counted = || Seen::Tables(Counted::new(question));
            let Seen::Tables(counted) = self.seen.get_or_insert_with(counted) else {
                return None;
            };
            counted.count(question, &self.columns, &self.kept).ok()
        });
        counted.ok_or(Unfit)
    }

    /// Adds the sums of other rows.
    pub fn join(&mut self, bytes: &[u8]) -> Result<(), Unfit> {
        let (header, mut words) = split(bytes)?;
        for _ in 0..header.parts {
            let (part, tally) = next_tally(&mut words)?;
            self.tallies.entry(part).or_default().join(&tally);
        }
        if let Some(refused) = header.refused {
            self.refuse(refused);
        }
        if words.len() > 0 {
            add_words(&mut self.joined, words)?;
        }
        Ok(())
    }

    /// To be joined with others, on any machine.
    pub fn to_bytes(&self) -> Vec<u8> {
        let header = Header {
            refused: self.refused.clone(),
            parts: self.tallies.len(),
        };
        // There is nothing in it that JSON cannot write.
        let header = serde_json::to_vec(&header).unwrap_or_default();
        let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
        bytes.extend(header);
        let tallies = self.tallies.iter().flat_map(|(part, tally)| {
            let part = u64::from(*part);
            [part].into_iter().chain(tally.to_words())
        });
        let words = tallies.chain(self.words());
        bytes.extend(words.flat_map(u64::to_le_bytes));
        bytes
    }

    /// Bytes of memory, roughly.
    pub fn size(&self) -> usize {
        let words = self.joined.len() + self.tallies.len() * (WORDS + 1);
        words.saturating_mul(8).saturating_add(size_of::<Self>())
    }

    /// What was seen, as numbers that add up. None of no rows.
    fn words(&self) -> Vec<u64> {
        let Some(seen) = &self.seen else {
            return self.joined.clone();
        };
        let mut words = match seen {
            Seen::Census(taken) => taken.to_words(),
            Seen::Tables(counted) => counted.to_words(),
        };
        for (word, more) in words.iter_mut().zip(&self.joined) {
            *word = word.wrapping_add(*more);
        }
        words
    }

    /// Only the one that stands first in the table.
    fn refuse(&mut self, refused: Refusal) {
        self.refused = match self.refused.take() {
            Some(before) => Some(before.min(refused)),
            None => Some(refused),
        };
    }
}

impl Default for Sums {
    fn default() -> Self {
        Self::new()
    }
}

/// The sums of all rows: what was found in each part, and what was asked for as numbers.
pub(super) struct Total {
    pub(super) tallies: Vec<Tally>,
    pub(super) words: Vec<u64>,
    pub(super) refused: Option<Refusal>,
}

impl Total {
    /// Of a table with so many parts.
    pub(super) fn of(bytes: &[u8], parts: usize) -> Result<Self, Unfit> {
        let (header, mut words) = split(bytes)?;
        let mut tallies = vec![Tally::default(); parts];
        for _ in 0..header.parts {
            let (part, tally) = next_tally(&mut words)?;
            *tallies.get_mut(part as usize).ok_or(Unfit)? = tally;
        }
        Ok(Self {
            tallies,
            words: words.collect(),
            refused: header.refused,
        })
    }
}

impl Refusal {
    pub(super) fn of(part: u32, error: &TableError) -> Self {
        let Complaint { place, what, help } = error.complaint();
        Self {
            part,
            place: place.into(),
            what: what.into(),
            help: help.into(),
        }
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self, Unfit> {
        serde_json::from_slice(bytes).map_err(|_| Unfit)
    }

    pub(super) fn into_complaint(self) -> Complaint {
        Complaint::new(self.place, self.what, self.help)
    }
}

/// Appends the codes of one row.
fn put_codes(columns: &mut [Codes], mut codes: &[u8]) {
    for column in columns {
        match column {
            Codes::Narrow(column) => {
                if let Some((code, rest)) = codes.split_first() {
                    column.push(*code);
                    codes = rest;
                }
            }
            Codes::Wide(column) => {
                if let Some((code, rest)) = codes.split_first_chunk() {
                    column.push(u16::from_le_bytes(*code));
                    codes = rest;
                }
            }
        }
    }
}

fn next_tally(words: &mut impl Iterator<Item = u64>) -> Result<(u32, Tally), Unfit> {
    let part = words.next().and_then(|part| u32::try_from(part).ok());
    let mut tally = [0; WORDS];
    for slot in &mut tally {
        *slot = words.next().ok_or(Unfit)?;
    }
    Ok((part.ok_or(Unfit)?, Tally::from_words(tally)))
}

fn add_words(sums: &mut Vec<u64>, more: impl ExactSizeIterator<Item = u64>) -> Result<(), Unfit> {
    if sums.is_empty() {
        sums.resize(more.len(), 0);
    }
    if sums.len() != more.len() {
        return Err(Unfit);
    }
    for (sum, word) in sums.iter_mut().zip(more) {
        *sum = sum.wrapping_add(word);
    }
    Ok(())
}

fn split(bytes: &[u8]) -> Result<(Header, impl ExactSizeIterator<Item = u64>), Unfit> {
    let (length, rest) = bytes.split_first_chunk().ok_or(Unfit)?;
    let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| Unfit)?;
    let (header, words) = rest.split_at_checked(length).ok_or(Unfit)?;
    let (words, rest) = words.as_chunks();
    if !rest.is_empty() {
        return Err(Unfit);
    }
    let header = serde_json::from_slice(header).map_err(|_| Unfit)?;
    Ok((header, words.iter().map(|word| u64::from_le_bytes(*word))))
}

fn width(job: &Job) -> Result<i32, Unfit> {
    i32::try_from(job.width()).map_err(|_| Unfit)
}
