//! Counting the cells of a grid, with noise.

use privet_core::Error as CoreError;
use privet_core::counts::{Columns, Counts};
use privet_core::curator::Curator;
use privet_core::domain::Domain;
use privet_core::ledger::{Accounting, Gaussian, Ledger, Pure};
use privet_core::neighbours::Neighbours;
use privet_core::privacy::{Loss, NoiseScale};
use privet_core::variables::VariableSet;
use privet_spec::Attribute;
use rand_core::TryCryptoRng;

use super::budget::BinsBudget;
use super::file::{BinsFile, LevelFile};
use super::levels::{Levels, MOST_LEVELS, levels_of};
use crate::counts::{ParallelColumns, column};
use crate::error::Error;
use crate::mechanisms::mechanism::after_the_charge;
use crate::plan::{Total, VariableName};
use crate::record::Book;
use crate::table::Codes;

/// What is measured, by what it is paid, and with which noise.
pub(super) struct Measuring<'a, R> {
    pub(super) attribute: &'a Attribute,
    pub(super) codes: &'a Codes,
    pub(super) neighbours: Neighbours,
    pub(super) budget: BinsBudget,
    pub(super) noise: R,
}

/// Measures one attribute's cells at all levels, finest first; with what was recorded.
pub(super) fn measured<R: TryCryptoRng>(
    measuring: Measuring<'_, R>,
) -> Result<(BinsFile, Book), Error> {
    match measuring.budget.table {
        Total::Gaussian(share) => measured_by::<Gaussian, R>(measuring, share),
        Total::Pure(share) => measured_by::<Pure, R>(measuring, share),
    }
}

/// An accounting whose curators count tables.
trait CountsTables: Accounting + Sized {
    fn table<C: Counts, R: TryCryptoRng>(
        curator: &mut Curator<C, R, Self, MOST_LEVELS>,
        asked: Question<'_>,
        share: Self::Loss,
    ) -> Result<NoiseScale, CoreError>;
}

/// A table of one level, and where its counts go.
struct Question<'a> {
    domain: &'a Domain<'a>,
    level: &'a VariableSet,
    scratch: &'a mut [u64],
    noisy: &'a mut [i64],
}

impl CountsTables for Gaussian {
    fn table<C: Counts, R: TryCryptoRng>(
        curator: &mut Curator<C, R, Self, MOST_LEVELS>,
        asked: Question<'_>,
        share: Self::Loss,
    ) -> Result<NoiseScale, CoreError> {
        let sigma = curator.table(asked.domain, asked.level, share, asked.scratch, asked.noisy);
        sigma.map(NoiseScale::Gaussian)
    }
}

impl CountsTables for Pure {
    fn table<C: Counts, R: TryCryptoRng>(
        curator: &mut Curator<C, R, Self, MOST_LEVELS>,
        asked: Question<'_>,
        share: Self::Loss,
    ) -> Result<NoiseScale, CoreError> {
        let scale = curator.table(asked.domain, asked.level, share, asked.scratch, asked.noisy);
        scale.map(NoiseScale::Laplace)
    }
}

fn measured_by<A: CountsTables, R: TryCryptoRng>(
    measuring: Measuring<'_, R>,
    share: A::Loss,
) -> Result<(BinsFile, Book), Error>
where
    Total: From<A::Loss>,
{
    let Measuring {
        attribute,
        codes,
        neighbours,
        noise,
        ..
    } = measuring;
    let levels = levels_of(attribute);
    levels.with_domain(|domain, sets| {
        let measure = || {
            let borrowed = [column(codes)];
            let counts = ParallelColumns(Columns::new(domain, &borrowed)?);
            let ledger = Ledger::<A, MOST_LEVELS>::new(total(share, &levels)?);
            let mut curator = Curator::new(counts, neighbours, ledger, noise)?;
            let mut answers = Vec::new();
            for level in sets {
                let size = domain.cells(level, u64::from(u32::MAX));
                let size = size.ok_or(CoreError::BadDomain)?;
                let (mut scratch, mut noisy) = (vec![0; size], vec![0; size]);
                let asked = Question {
                    domain,
                    level,
                    scratch: &mut scratch,
                    noisy: &mut noisy,
                };
                let noise = A::table(&mut curator, asked, share)?;
                answers.push(LevelFile::new(noise, noisy));
            }
            Ok((answers, curator.close()))
        };
        let (levels, ledger) = measure().map_err(after_the_charge)?;
        let name = |depth| VariableName(attribute.name().to_owned(), depth);
        let book = Book::of_grid(&name, &ledger);
        let column = attribute.name().to_owned();
        Ok((BinsFile { column, levels }, book))
    })
}

/// What all levels of an attribute cost at most.
fn total<L: Loss>(share: L, levels: &Levels) -> Result<L, CoreError> {
    let mut total = L::ZERO;
    for _ in 0..levels.count() {
        total = total.checked_add(share).ok_or(CoreError::LossOutOfRange)?;
    }
    Ok(total)
}
