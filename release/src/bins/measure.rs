//! Counting the cells of a grid, with noise.

use privet_core::Error as CoreError;
use privet_core::answers::{Answers, Recorded, Transcript};
use privet_core::counts::MostRows;
use privet_core::domain::Domain;
use privet_core::ledger::{Accounting, Gaussian, Ledger, Pure};
use privet_core::neighbours::Neighbours;
use privet_core::privacy::Loss;
use privet_core::variables::VariableSet;
use privet_spec::Attribute;

use super::budget::BinsBudget;
use super::file::{BinsFile, LevelFile};
use super::levels::{Levels, MOST_LEVELS, levels_of};
use crate::counts::{AskedColumns, PrivateTable, TableCurator, Terms};
use crate::error::Error;
use crate::keys::NoiseKey;
use crate::plan::{Total, VariableName};
use crate::record::Book;

/// What is measured, and by what it is paid.
pub(super) struct Measuring<'a> {
    pub(super) attribute: &'a Attribute,
    pub(super) cells: Cells<'a>,
    pub(super) neighbours: Neighbours,
    pub(super) most_rows: MostRows,
    pub(super) budget: BinsBudget,
}

/// Where the counts of cells come from.
pub(super) enum Cells<'a> {
    /// A column of the table, with noise.
    Counted {
        table: &'a PrivateTable<'a>,
        column: usize,
        noise: NoiseKey,
    },
    /// A model that has published them.
    Published(&'a BinsFile),
}

/// Measures one attribute's cells at all levels, finest first; with what was recorded.
pub(super) fn measured(measuring: &Measuring<'_>) -> Result<(BinsFile, Book), Error> {
    match measuring.budget.table {
        Total::Gaussian(share) => measured_by::<Gaussian>(measuring, share),
        Total::Pure(share) => measured_by::<Pure>(measuring, share),
    }
}

fn measured_by<A: Accounting>(
    measuring: &Measuring<'_>,
    share: A::Loss,
) -> Result<(BinsFile, Book), Error>
where
    Total: From<A::Loss>,
    for<'a> TableCurator<'a, A, MOST_LEVELS>: Answers<A>,
    Recorded<A, MOST_LEVELS>: Answers<A>,
{
    let Measuring {
        attribute,
        cells,
        neighbours,
        most_rows,
        ..
    } = measuring;
    let levels = levels_of(attribute);
    levels.with_domain(|domain, sets| {
        let measure = || {
            let ledger = Ledger::<A, MOST_LEVELS>::new(total(share, &levels)?);
            match cells {
                Cells::Counted {
                    table,
                    column,
                    noise,
                } => {
                    let terms = Terms {
                        most_rows: *most_rows,
                        neighbours: *neighbours,
                        ledger,
                        noise: noise.generator(),
                        asked_again: false,
                    };
                    table.asked(domain, AskedColumns::One(*column), terms, |curator| {
                        ask(curator, domain, sets, share)
                    })
                }
                Cells::Published(file) => {
                    let levels = file.levels.iter();
                    let transcript = Transcript {
                        tables: levels.map(|level| level.measured.clone()).collect(),
                        ..Transcript::default()
                    };
                    let mut recorded = Recorded::new(transcript, *neighbours, ledger)?;
                    let answers = ask(&mut recorded, domain, sets, share)?;
                    Ok((answers, recorded.close()?))
                }
            }
        };
        let (levels, ledger) = measure().map_err(|error| match cells {
            Cells::Counted { .. } => Error::after_the_charge(error),
            Cells::Published(_) => Error::not_as_published(error),
        })?;
        let name = |depth| VariableName(attribute.name().to_owned(), depth);
        let book = Book::of_grid(&name, &ledger);
        let column = attribute.name().to_owned();
        Ok((BinsFile { column, levels }, book))
    })
}

/// Asks for every level.
fn ask<A: Accounting>(
    curator: &mut impl Answers<A>,
    domain: &Domain<'_>,
    levels: &[VariableSet],
    share: A::Loss,
) -> Result<Vec<LevelFile>, CoreError> {
    curator.announce(domain, &|tell| levels.iter().for_each(tell));
    let mut answers = Vec::new();
    for level in levels {
        let size = domain.cells(level, u64::from(u32::MAX));
        let size = size.ok_or(CoreError::BadDomain)?;
        let (mut scratch, mut noisy) = (vec![0; size], vec![0; size]);
        let noise = curator.table(domain, level, share, &mut scratch, &mut noisy)?;
        answers.push(LevelFile::new(noise.into(), noisy));
    }
    Ok(answers)
}

/// What all levels of an attribute cost at most.
fn total<L: Loss>(share: L, levels: &Levels) -> Result<L, CoreError> {
    let mut total = L::ZERO;
    for _ in 0..levels.count() {
        total = total.checked_add(share).ok_or(CoreError::LossOutOfRange)?;
    }
    Ok(total)
}
