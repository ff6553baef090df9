//! The curator itself: what it owns, and how it counts.
//!
//! Proved: in part `counts_must_add_up` (four cells of every number), `tables_are_paid_before_they_are_read`
//! (`Curator::answers` wipes all memory on every way to an error: four cells), `sizes_are_paid_before_they_are_read`
//! (counts below 2^40, the most that there are).
//! Tested: `more_rows_than_there_may_be_are_refused`, `counts_that_do_not_add_up_are_refused_and_wiped`,
//! `noisy_numbers_of_rows_are_cut_off` (post-processing).
//! Assumed: nothing of `Curator::announce`: it is a hint, of which nothing comes back.

use rand_core::TryCryptoRng;

use super::source::{Counts, Source, TableList};
use crate::Error;
use crate::counts::{MOST_ROWS, MostRows};
use crate::domain::Domain;
use crate::ledger::{Accounting, Ledger};
use crate::neighbours::Neighbours;
use crate::privacy::NoiseScale;
use crate::variables::VariableSet;

/// Counts, ledger and noise generator; no one else holds them.
pub struct Curator<C, R, A: Accounting, const ENTRIES: usize> {
    pub(super) counts: Source<C>,
    pub(super) most_rows: MostRows,
    pub(super) neighbours: Neighbours,
    pub(super) ledger: Ledger<A, ENTRIES>,
    pub(super) rng: R,
}

impl<C: Counts, R: TryCryptoRng, A: Accounting, const ENTRIES: usize> Curator<C, R, A, ENTRIES> {
    /// Takes the data in. Refused: more rows than there may be.
    ///
    /// That there are not more is public from here on. No other refusal before a charge depends on how many rows there are,
    /// unless their number is public by itself ([`Neighbours::Replace`]).
    pub fn new(
        counts: C,
        most_rows: MostRows,
        neighbours: Neighbours,
        ledger: Ledger<A, ENTRIES>,
        rng: R,
    ) -> Result<Self, Error> {
        let (counts, most) = (Source::new(counts), most_rows.get());
        if counts.rows() > most {
            return Err(Error::MoreRows { most });
        }
        Ok(Self {
            counts,
            most_rows,
            neighbours,
            ledger,
            rng,
        })
    }

    /// What was spent, and on what.
    pub const fn ledger(&self) -> &Ledger<A, ENTRIES> {
        &self.ledger
    }

    /// Which tables count as neighbours.
    pub const fn neighbours(&self) -> Neighbours {
        self.neighbours
    }

    /// The number of rows where it is public, and costs nothing. Refused elsewhere.
    pub fn public_rows(&self) -> Result<u64, Error> {
        if self.neighbours == Neighbours::Replace {
            Ok(self.counts.rows())
        } else {
            Err(Error::RowsArePrivate)
        }
    }

    /// Forgets the data for good and keeps only the ledger.
    pub fn close(self) -> Ledger<A, ENTRIES> {
        self.ledger
    }

    /// Tells the source which tables will be asked for next. They are public, and nothing comes back.
    pub fn announce(&self, domain: &Domain<'_>, tables: &TableList<'_>) {
        self.counts.announce(domain, tables);
    }

    /// Counts a table and checks that it adds up: a source that counted rows twice, or lost some,
    /// must not pass unnoticed.
    pub(super) fn counted(
        &self,
        domain: &Domain<'_>,
        variables: &VariableSet,
        cells: &mut [u64],
    ) -> Result<(), Error> {
        self.counts.count(domain, variables, cells)?;
        if adds_up(cells, self.counts.rows()) {
            Ok(())
        } else {
            Err(Error::CountsDisagree)
        }
    }

    /// Counts a table into `answers`, by way of `scratch`, which is wiped; on an error both are.
    pub(super) fn answers(
        &self,
        domain: &Domain<'_>,
        variables: &VariableSet,
        scratch: &mut [u64],
        answers: &mut [i64],
    ) -> Result<(), Error> {
        let counted = self.counted(domain, variables, scratch).and_then(|()| {
            answers
                .iter_mut()
                .zip(&*scratch)
                .try_for_each(|(answer, &count)| {
                    *answer = signed(count)?;
                    Ok(())
                })
        });
        scratch.fill(0);
        if counted.is_err() {
            answers.fill(0);
        }
        counted
    }
}

/// Whether counts sum to exactly so many rows; a sum that passes 2^64 is no sum.
pub fn adds_up(cells: &[u64], rows: u64) -> bool {
    let total = cells
        .iter()
        .try_fold(0_u64, |sum, &count| sum.checked_add(count));
    total == Some(rows)
}

/// The number of rows, as far as it may be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Private: with noise of this scale. May be below zero; never beyond ±[`MOST_NOISY_ROWS`].
    Noisy {
        /// The noisy number.
        rows: i64,
        /// The scale of its noise.
        noise: NoiseScale,
    },
    /// Public under `Replace`.
    Public(i64),
}

impl Size {
    /// The number to go by, at least zero.
    pub const fn rows(self) -> u64 {
        let (Self::Noisy { rows, .. } | Self::Public(rows)) = self;
        if rows > 0 { rows.unsigned_abs() } else { 0 }
    }
}

/// Cuts noisy numbers of rows off at ±(2^40 − 1): no table has more rows, so that only noise is cut. This is
/// post-processing. A number of rows in units of 2^−20 then fits `i64`, and the sum of a table of at most 2^24 cells `u64`.
pub(super) fn cut_off(noisy: &mut [i64]) {
    for rows in noisy {
        *rows = (*rows).clamp(-MOST_NOISY_ROWS, MOST_NOISY_ROWS);
    }
}

/// The largest noisy number of rows.
#[allow(clippy::cast_possible_wrap)] // 2^40 − 1
pub const MOST_NOISY_ROWS: i64 = MOST_ROWS as i64;

pub(super) fn signed(count: u64) -> Result<i64, Error> {
    i64::try_from(count).map_err(|_| Error::TooManyRows)
}
