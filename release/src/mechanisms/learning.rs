//! The way from a source of answers to a model, for mechanisms on Gaussian noise.
//!
//! A mechanism learns in the same way from a table and from what a release has published. So a release can be rebuilt without
//! its table: what it asked, what that cost, and everything that follows from the answers.

use privet_core::Error as CoreError;
use privet_core::answers::{GaussianAnswers, Recorded};
use privet_core::domain::Domain;
use privet_core::ledger::{Gaussian, Ledger};
use privet_core::privacy::MuSquared;

use super::mechanism::{Run, Source};
use crate::counts::{AskedColumns, Terms};
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

    /// Whether it asks for the same tables again.
    fn asks_again(&self) -> bool {
        false
    }
}

/// What it learns from its source, and what that cost of the total.
pub(crate) fn learned<M: LearnsGaussian, const ENTRIES: usize>(
    mechanism: &M,
    run: Run<'_>,
    total: MuSquared,
) -> Result<(M::Model, Book), Error> {
    let Run { plan, source, .. } = run;
    let (neighbours, most_rows) = (plan.neighbours, plan.most_rows);
    let ledger = Ledger::<Gaussian, ENTRIES>::new(total);
    plan.with_domain(|domain| {
        let learned = match source {
            Source::Table { table, noise } => {
                let terms = Terms {
                    most_rows,
                    neighbours,
                    ledger,
                    noise: noise.generator(),
                    asked_again: mechanism.asks_again(),
                };
                table.asked(domain, AskedColumns::All, terms, |curator| {
                    mechanism.learn(run, domain, curator)
                })
            }
            Source::Published(answers) => {
                let recorded = Recorded::new(answers.clone(), neighbours, ledger);
                recorded.and_then(|mut recorded| {
                    let model = mechanism.learn(run, domain, &mut recorded)?;
                    Ok((model, recorded.close()?))
                })
            }
        };
        let (model, ledger) = learned.map_err(|error| source.failed(error))?;
        Ok((model, Book::of(&plan.variables, &ledger)))
    })
}
