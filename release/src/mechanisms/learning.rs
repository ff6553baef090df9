//! The way from a source of answers to a model, for mechanisms on Gaussian noise.
//!
//! A mechanism learns in the same way from a table and from what a release has published. So a release can be rebuilt without
//! its table: what it asked, what that cost, and everything that follows from the answers.

use privet_core::Error as CoreError;
use privet_core::answers::{GaussianAnswers, Recorded};
use privet_core::counts::{Columns, Counts};
use privet_core::curator::Curator;
use privet_core::domain::Domain;
use privet_core::ledger::{Gaussian, Ledger};
use privet_core::privacy::MuSquared;

use super::mechanism::{Run, Source};
use crate::counts::{ParallelColumns, columns};
use crate::error::Error;
use crate::record::Book;

/// A mechanism on Gaussian noise.
pub(crate) trait LearnsGaussian {
    type Model;

    /// Asks, and makes a model of the answers.
    fn learn(
        &self,
        run: Run<'_>,
        domain: &Domain<'_>,
        curator: &mut impl GaussianAnswers,
    ) -> Result<Self::Model, CoreError>;

    /// How the curator counts.
    fn counts<'a>(&self, columns: ParallelColumns<'a>) -> impl Counts + 'a {
        columns
    }
}

/// What it learns from its source, and what that cost of the total.
pub(crate) fn learned<M: LearnsGaussian, const ENTRIES: usize>(
    mechanism: &M,
    run: Run<'_>,
    total: MuSquared,
) -> Result<(M::Model, Book), Error> {
    let Run { plan, source, .. } = run;
    let learned = |domain: &Domain<'_>| {
        let ledger = Ledger::<Gaussian, ENTRIES>::new(total);
        let (model, ledger) = match source {
            Source::Table { table, noise } => {
                let borrowed = columns(table);
                let counts = ParallelColumns(Columns::new(domain, &borrowed)?);
                let counts = mechanism.counts(counts);
                let noise = noise.generator();
                let mut curator = Curator::new(counts, plan.neighbours, ledger, noise)?;
                let model = mechanism.learn(run, domain, &mut curator)?;
                (model, Box::new(curator.close()))
            }
            Source::Published(answers) => {
                let mut recorded = Recorded::new(answers.clone(), plan.neighbours, ledger)?;
                let model = mechanism.learn(run, domain, &mut recorded)?;
                (model, Box::new(recorded.close()?))
            }
        };
        Ok((model, Book::of(&plan.variables, &ledger)))
    };
    plan.with_domain(|domain| learned(domain).map_err(|error| source.failed(error)))
}
