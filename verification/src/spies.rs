//! A source and a generator that note what they are asked, for properties about who pays first.

use core::cell::Cell;
use core::convert::Infallible;

use privet_core::Error;
use privet_core::counts::{Counts, TableList};
use privet_core::domain::Domain;
use privet_core::variables::VariableSet;
use rand_core::{TryCryptoRng, TryRng};

use crate::engines::{Bounds, Choices};
use crate::shapes::Stream;

/// How often something was asked for.
#[derive(Debug, Default)]
pub struct Notes {
    rows: Cell<u32>,
    counts: Cell<u32>,
    expected: Cell<u32>,
    draws: Cell<u32>,
}

impl Notes {
    /// Tables that were counted.
    pub fn counts(&self) -> u32 {
        self.counts.get()
    }

    /// Tables that were counted, lists of those to come, and questions for the number of rows.
    pub fn readings(&self) -> u32 {
        self.rows.get() + self.counts.get() + self.expected.get()
    }

    /// Questions to the generator.
    pub fn draws(&self) -> u32 {
        self.draws.get()
    }

    /// Begins anew.
    pub fn forget(&self) {
        for note in [&self.rows, &self.counts, &self.expected, &self.draws] {
            note.set(0);
        }
    }
}

/// What is wrong with the counts of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lie {
    None,
    OneMore,
    TooMany,
    Fails,
}

impl Lie {
    pub fn any(choose: &mut impl Choices) -> Self {
        match choose.number(Bounds::all(3)) {
            0 => Self::None,
            1 => Self::OneMore,
            2 => Self::TooMany,
            _ => Self::Fails,
        }
    }
}

/// Counts that note when they are asked for: all rows lie in the first cell.
#[derive(Debug)]
pub struct Spy<'a> {
    pub rows: u64,
    pub lie: Lie,
    pub notes: &'a Notes,
}

impl Counts for Spy<'_> {
    fn rows(&self) -> u64 {
        note(&self.notes.rows);
        self.rows
    }

    fn count(&self, _: &Domain<'_>, _: &VariableSet, cells: &mut [u64]) -> Result<(), Error> {
        note(&self.notes.counts);
        cells.fill(0);
        cells[0] = self.rows;
        match self.lie {
            Lie::None => {}
            Lie::OneMore => cells[1] = 1,
            // Some count in any case, so that a lie is one even without rows.
            Lie::TooMany => cells.fill(self.rows + 1),
            Lie::Fails => return Err(Error::BadColumns),
        }
        Ok(())
    }

    fn announce(&self, _: &Domain<'_>, _: &TableList<'_>) {
        note(&self.notes.expected);
    }
}

/// Randomness that notes when it is drawn.
#[derive(Debug)]
pub struct SpyRng<'a> {
    pub stream: Stream,
    pub notes: &'a Notes,
}

impl TryRng for SpyRng<'_> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        note(&self.notes.draws);
        self.stream.try_next_u32()
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        note(&self.notes.draws);
        self.stream.try_next_u64()
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        note(&self.notes.draws);
        self.stream.try_fill_bytes(bytes)
    }
}

impl TryCryptoRng for SpyRng<'_> {}

fn note(count: &Cell<u32>) {
    count.set(count.get() + 1);
}
