//! The way from a source of answers to a model, for mechanisms on Gaussian noise.
//!
//! A mechanism learns in the same way from a table and from what a release has published. So a release can be rebuilt without
//! its table: what it asked, what that cost, and everything that follows from the answers.

use privet_core::Error as CoreError;
use privet_core::answers::{GaussianAnswers, Recorded, Transcript};
use privet_core::curator::{Counts, Curator};
use privet_core::domain::Domain;
use privet_core::ledger::{Gaussian, Ledger};
use privet_core::privacy::MuSquared;

use super::mechanism::{Run, Source};
use crate::counts::TableCounts;
use crate::error::Error;
use crate::keys::NoiseKey;
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
    fn counts<'a>(&self, table: TableCounts<'a>) -> impl Counts + 'a {
        table
    }
}

/// What it learns from its source, and what that cost of the total.
pub(crate) fn learned<M: LearnsGaussian, const ENTRIES: usize>(
    mechanism: &M,
    run: Run<'_>,
    total: MuSquared,
) -> Result<(M::Model, Book), Error> {
    let Run { plan, source, .. } = run;
    let learning = Learning::<M, ENTRIES> {
        mechanism,
        run,
        total,
    };
    plan.with_domain(|domain| {
        let learned = match source {
            Source::Table { table, noise } => {
                table.asked(domain, |counts| learning.of_counts(domain, counts, noise))
            }
            Source::Published(answers) => learning.of_answers(domain, answers),
        };
        let (model, ledger) = learned.map_err(|error| source.failed(error))?;
        Ok((model, Book::of(&plan.variables, &ledger)))
    })
}

/// What is learned, and by which mechanism.
struct Learning<'a, M, const ENTRIES: usize> {
    mechanism: &'a M,
    run: Run<'a>,
    total: MuSquared,
}

impl<M: LearnsGaussian, const ENTRIES: usize> Learning<'_, M, ENTRIES> {
    fn of_counts(
        &self,
        domain: &Domain<'_>,
        counts: TableCounts<'_>,
        noise: &NoiseKey,
    ) -> Result<(M::Model, Ledger<Gaussian, ENTRIES>), CoreError> {
        let counts = self.mechanism.counts(counts);
        let ledger = Ledger::new(self.total);
        let plan = self.run.plan;
        let (neighbours, most_rows) = (plan.neighbours, plan.most_rows);
        let mut curator = Curator::new(counts, most_rows, neighbours, ledger, noise.generator())?;
        let model = self.mechanism.learn(self.run, domain, &mut curator)?;
        Ok((model, curator.close()))
    }

    fn of_answers(
        &self,
        domain: &Domain<'_>,
        answers: &Transcript,
    ) -> Result<(M::Model, Ledger<Gaussian, ENTRIES>), CoreError> {
        let ledger = Ledger::new(self.total);
        let neighbours = self.run.plan.neighbours;
        let mut recorded = Recorded::new(answers.clone(), neighbours, ledger)?;
        let model = self.mechanism.learn(self.run, domain, &mut recorded)?;
        Ok((model, recorded.close()?))
    }
}
