//! Rows that are drawn from a model.

use rand_core::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::known::Known;
use crate::error::Error;
use crate::table::Codes;

/// Which rows are wanted.
#[derive(Clone, Copy)]
pub(crate) struct RowsWanted<'a> {
    /// The model's file, for errors.
    pub(crate) file: &'a str,
    /// How many.
    pub(crate) rows: usize,
    /// The generator's seed: the same one gives the same rows.
    pub(crate) seed: [u8; 32],
    /// What is known of them, where only some are wanted.
    pub(crate) known: Option<&'a Known<'a>>,
}

/// Which law is wanted.
#[derive(Clone, Copy)]
pub(crate) struct LawWanted<'a> {
    /// The model's file, for errors.
    pub(crate) file: &'a str,
    /// Which learned attributes it is of, by their numbers, in order.
    pub(crate) attributes: &'a [u8],
    /// Cells of memory that it may take.
    pub(crate) max_cells: u64,
}

impl LawWanted<'_> {
    /// There is no such law, or it takes too much.
    pub(crate) fn refused(&self, what: &str) -> Error {
        let help = "ask for fewer columns, or draw rows (`sample`) and count them";
        Error::refused(self.file, what, help)
    }
}

/// Rows that were drawn.
pub(crate) struct Drawn {
    /// A column of codes for each learned attribute.
    pub(crate) columns: Vec<Codes>,
    /// What goes on to choose values inside of bins.
    pub(crate) picks: RowPicks,
}

impl Drawn {
    /// Codes of two bytes each, and the generator that drew them.
    pub(crate) fn new(columns: Vec<Vec<u16>>, rng: Xoshiro256PlusPlus) -> Self {
        Self {
            columns: columns.into_iter().map(Codes::wide).collect(),
            picks: RowPicks(rng),
        }
    }
}

/// The generator after the rows were drawn: it goes on to choose values inside of bins.
pub(crate) struct RowPicks(Xoshiro256PlusPlus);

impl RowPicks {
    /// Where no rows were drawn from the model.
    pub(crate) fn seeded(seed: [u8; 32]) -> Self {
        Self(Xoshiro256PlusPlus::from_seed(seed))
    }

    /// The next uniform number.
    pub(crate) fn draw(&mut self) -> u64 {
        self.0.next_u64()
    }
}
