//! Paying, step by step: one question to the whole curator, whose source and generator fail as soon as
//! they are asked. `curation` has sources that answer, and runs to the end of a draw.

use core::cell::Cell;
use core::fmt;

use privet_core::Error;
use privet_core::counts::{Counts, MOST_ROWS};
use privet_core::curator::{Curator, ScoreScratch, adds_up};
use privet_core::domain::{Domain, Level};
use privet_core::ledger::{Gaussian, Ledger};
use privet_core::neighbours::Neighbours;
use privet_core::privacy::{Loss, MuSquared};
#[cfg(kani)]
use privet_core::privacy::{Sigma, SquaredSensitivity};
use privet_core::variables::{Variable, VariableSet};
use rand_core::{TryCryptoRng, TryRng};

use crate::engines::{Bounds, Choices};
use crate::{cover, engines};

/// A question about a table whose charge does not fit asks the source for nothing, draws nothing,
/// spends nothing and touches no memory. One whose charge fits is paid, and only then is the source
/// asked, which fails here: the charge is kept, nothing is drawn, and all memory is wiped.
/// Bound: any total of a few magnitudes (random: every total, shares from 2^−72 to 1; Kani: every total,
/// any or no σ and loss).
pub fn tables_are_paid_before_they_are_read(choose: &mut impl Choices) {
    let share = any_share(choose);
    let total = any_total(choose);
    let (asked, drawn) = (Cell::new(0), Cell::new(0));
    let mut curator = curator(choose, total, &asked, &drawn);
    let domain = Domain::new(&LEVELS).expect("two leaves");
    let variables = VariableSet::new(&[Variable(0), Variable(1)]).expect("two variables");
    let (mut scratch, mut noisy) = ([DIRT; 4], [DIRT.cast_signed(); 4]);
    let answered = curator.table(&domain, &variables, share, &mut scratch, &mut noisy);

    let spent = curator.ledger().balance().spent();
    let paid = curator.ledger().entries().len() == 1;
    assert!(answered.is_err() && spent <= total);
    assert_eq!(paid, spent > MuSquared::ZERO);
    assert_eq!(paid, asked.get() > 0);
    assert!(drawn.get() == 0);
    let left = if paid { 0 } else { DIRT };
    for (count, answer) in scratch.iter().zip(&noisy) {
        assert!(*count == left && *answer == left.cast_signed());
    }
    cover!(choose, !paid, "refused");
    cover!(choose, paid, "paid");
}
engines!(tables_are_paid_before_they_are_read:
         exhaust_tables_are_paid_before_they_are_read (36 cases),
         prop_tables_are_paid_before_they_are_read,
         verify_tables_are_paid_before_they_are_read (minisat, unwind 5,
         privet_core::privacy::Sigma::smallest_up => any_sigma,
         privet_core::privacy::Sigma::loss_up => any_loss));

/// The same for the scores of a source that fails, and for the size: a refused charge asks for nothing
/// and draws nothing; an accepted one is kept, and no count is left behind.
/// Bound: any total of a few magnitudes (random: every total, 2^40 rows, shares from 2^−72 to 1; Kani:
/// the scores, every total and number of rows, any or no σ and loss).
pub fn scores_are_paid_before_they_are_read(choose: &mut impl Choices) {
    let share = any_share(choose);
    let total = any_total(choose);
    let of_scores = choose.number(Bounds::all(1).symbolic(0)) == 0;
    let (asked, drawn) = (Cell::new(0), Cell::new(0));
    let mut curator = curator(choose, total, &asked, &drawn);
    let mut scores = [DIRT.cast_signed()];
    let (mut leaf_cells, mut level_cells, mut margins) = ([DIRT; 4], [DIRT; 4], [DIRT; 4]);
    let answered = if of_scores {
        let domain = Domain::new(&LEVELS).expect("two leaves");
        let scratch = ScoreScratch {
            scores: &mut scores,
            leaf_cells: &mut leaf_cells,
            level_cells: &mut level_cells,
            margins: &mut margins,
        };
        let answered = curator.pair_scores(&domain, 4, share, scratch, &mut || {});
        answered.map(|_| ())
    } else {
        curator.size(share).map(|_| ())
    };
    let spent = curator.ledger().balance().spent();
    let paid = curator.ledger().entries().len() == 1;
    assert_eq!(paid, spent > MuSquared::ZERO);
    assert!(spent <= total && answered.is_err());
    assert_eq!(paid, asked.get() > 0);
    assert_eq!(drawn.get(), u32::from(paid && !of_scores));
    let left = if paid && of_scores { 0 } else { DIRT };
    assert!(scores[0] == left.cast_signed() && leaf_cells[0] == left && margins[3] == left);
    cover!(choose, paid && of_scores, "scores");
    cover!(choose, !paid, "refused");
}
engines!(scores_are_paid_before_they_are_read:
         exhaust_scores_are_paid_before_they_are_read (72 cases),
         prop_scores_are_paid_before_they_are_read,
         verify_scores_are_paid_before_they_are_read (minisat, unwind 5,
         privet_core::privacy::Sigma::smallest_up => any_sigma,
         privet_core::privacy::Sigma::loss_up => any_loss));

/// Counts are accepted exactly where their sum, however large, is the number of rows.
/// Bound: four cells up to 2, up to nine rows (random, Kani: every `u64`).
pub fn counts_must_add_up(choose: &mut impl Choices) {
    let counts = [0; 4].map(|_: u8| choose.number64(Bounds::small_or(2, u128::from(u64::MAX))));
    let rows = choose.number64(Bounds::small_or(9, u128::from(u64::MAX)));
    let sum: u128 = counts.iter().map(|&count| u128::from(count)).sum();
    assert_eq!(adds_up(&counts, rows), sum == u128::from(rows));
    cover!(choose, adds_up(&counts, rows) && counts[0] > 0, "accepted");
    cover!(choose, sum > u128::from(rows), "a row twice");
}
engines!(counts_must_add_up: exhaust_counts_must_add_up (810 cases), prop_counts_must_add_up,
         verify_counts_must_add_up (minisat, unwind 5));

fn curator<'a>(
    choose: &mut impl Choices,
    total: MuSquared,
    asked: &'a Cell<u32>,
    drawn: &'a Cell<u32>,
) -> Curator<Failing<'a>, Dry<'a>, Gaussian, 1> {
    let neighbours = Neighbours::AddRemove {
        rows: core::num::NonZeroU32::MIN,
    };
    let source = Failing {
        rows: choose.number64(Bounds::small_or(2, MOST_ROWS.into())),
        asked,
    };
    let curator = Curator::new(source, neighbours, Ledger::new(total), Dry(drawn));
    asked.set(0); // the curator counts the rows once
    curator.expect("not too many rows")
}

/// μ² of 2^−72 or more, up to one. For Kani one share: what is made of it is replaced by anything.
fn any_share(choose: &mut impl Choices) -> MuSquared {
    MuSquared::from_units(1 << (40 + choose.number32(Bounds::small_or(2, 72).symbolic(0))))
}

/// Stands for the smallest σ of a share: some σ, or none. Which one does not matter, as the generator
/// fails before it is used.
#[cfg(kani)]
#[allow(dead_code)] // named by the harnesses alone
fn any_sigma(_: SquaredSensitivity, _: MuSquared) -> Result<Sigma, Error> {
    if kani::any() {
        Sigma::new(1 << 39, 0)
    } else {
        Err(Error::SigmaOutOfRange)
    }
}

/// Stands for the loss of a σ: any but zero, or none.
#[cfg(kani)]
#[allow(dead_code)] // named by the harnesses alone
fn any_loss(_: Sigma, _: SquaredSensitivity) -> Result<MuSquared, Error> {
    let units: core::num::NonZeroU128 = kani::any();
    if kani::any() {
        Ok(MuSquared::from_units(units.get()))
    } else {
        Err(Error::LossOutOfRange)
    }
}

/// Around the share's charge, and anything.
fn any_total(choose: &mut impl Choices) -> MuSquared {
    let units = choose.number(Bounds::small_or(3, u128::MAX));
    MuSquared::from_units(match units {
        1 => 1 << 39,
        2 => (1 << 40) - 1,
        3 => 1 << 41,
        any => any,
    })
}

/// A source that knows its rows and fails to count them; notes when it is asked.
struct Failing<'a> {
    rows: u64,
    asked: &'a Cell<u32>,
}

impl Counts for Failing<'_> {
    fn rows(&self) -> u64 {
        self.asked.set(self.asked.get() + 1);
        self.rows
    }

    fn count(&self, _: &Domain<'_>, _: &VariableSet, _: &mut [u64]) -> Result<(), Error> {
        self.asked.set(self.asked.get() + 1);
        Err(Error::BadColumns)
    }
}

/// A generator that has run dry; notes when it is asked.
struct Dry<'a>(&'a Cell<u32>);

#[derive(Debug)]
struct RunDry;

impl fmt::Display for RunDry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no randomness is left")
    }
}

impl core::error::Error for RunDry {}

impl Dry<'_> {
    fn ask<T>(&self) -> Result<T, RunDry> {
        self.0.set(self.0.get() + 1);
        Err(RunDry)
    }
}

impl TryRng for Dry<'_> {
    type Error = RunDry;

    fn try_next_u32(&mut self) -> Result<u32, RunDry> {
        self.ask()
    }

    fn try_next_u64(&mut self) -> Result<u64, RunDry> {
        self.ask()
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), RunDry> {
        self.ask()
    }
}

impl TryCryptoRng for Dry<'_> {}

/// What stands in lent memory beforehand.
const DIRT: u64 = 77;
/// Two values each.
const LEVELS: [Level; 2] = [Level::leaf(0, 2), Level::leaf(1, 2)];
