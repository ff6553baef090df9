//! `SmoothedHistogram`: here drawing is the mechanism, and the rows come out of the curator.

use privet_core::Error as CoreError;
use privet_core::answers::Recorded;
use privet_core::curator::histogram_of;
use privet_core::domain::Domain;
use privet_core::ledger::{Ledger, Pure};
use privet_core::noise::SmoothedRows;
use privet_core::variables::VariableSet;

use super::ALGORITHM;
use super::model::Model;
use super::plan::SmoothedHistogram;
use crate::counts::{AskedColumns, Terms};
use crate::error::Error;
use crate::mechanisms::mechanism::{Made, Rows, Run, Runs, Source};
use crate::model::{VERSION, seed_text};
use crate::record::Book;
use crate::table::Codes;

/// One question.
type HistogramLedger = Ledger<Pure, 1>;

impl Runs for SmoothedHistogram {
    /// Counts, draws, and forgets the histogram.
    fn run(&self, run: Run<'_>) -> Result<Made, Error> {
        run.plan.with_domain(|domain| {
            let bar = run.watch.stage("drawing rows", 1);
            let drawn = self.answered(run, domain);
            let (law, ledger, rows) = drawn.map_err(|error| run.source.failed(error))?;
            bar.step();
            drop(bar);
            let model = Model {
                version: VERSION,
                algorithm: ALGORITHM,
                spec: run.plan.text.clone(),
                files: run.plan.files(),
                row_seed: seed_text(run.row_seed),
                inside: run.inside.clone(),
                rows: law.draws.rows,
                cells: law.draws.cells.get(),
                drawn: law.draws.draws,
                weight_units: law.weight.units(),
            };
            Ok(Made {
                model: Box::new(model),
                book: Book::of(&run.plan.variables, &ledger),
                rows,
            })
        })
    }
}

impl SmoothedHistogram {
    fn answered(
        &self,
        run: Run<'_>,
        domain: &Domain<'_>,
    ) -> Result<(SmoothedRows, HistogramLedger, Rows), CoreError> {
        let (neighbours, most_rows) = (run.plan.neighbours, run.plan.most_rows);
        let ledger = HistogramLedger::new(self.epsilon);
        match run.source {
            Source::Table { table, noise } => {
                let terms = Terms {
                    most_rows,
                    neighbours,
                    ledger,
                    noise: noise.generator(),
                    asked_again: false,
                };
                let (answer, ledger) =
                    table.asked(domain, AskedColumns::All, terms, |curator| {
                        let rows = curator.public_rows()?;
                        let rows = u32::try_from(rows).map_err(|_| CoreError::TooManyToDraw)?;
                        let mut histogram = vec![0; self.cells.get() as usize];
                        let mut drawn = vec![0; self.draws(rows).draws as usize];
                        let law = curator.smoothed_rows(
                            domain,
                            self.epsilon,
                            &mut histogram,
                            &mut drawn,
                        )?;
                        let rows = Rows::Drawn(decoded(domain, &histogram_of(domain)?, &drawn));
                        Ok((law, rows))
                    })?;
                let (law, rows) = answer;
                Ok((law, ledger, rows))
            }
            Source::Published(answers) => {
                let rows = u32::try_from(answers.size).map_err(|_| CoreError::TooManyToDraw)?;
                let draws = self.draws(rows).draws as usize;
                let mut recorded = Recorded::new(answers.clone(), neighbours, ledger)?;
                let law = recorded.smoothed_rows(domain, self.epsilon, draws)?;
                Ok((law, recorded.close()?, Rows::OnlyByReplay))
            }
        }
    }
}

/// A column of codes for each attribute; one that has a single value is not in the histogram.
fn decoded(domain: &Domain<'_>, set: &VariableSet, cells: &[u32]) -> Vec<Codes> {
    let mut columns = vec![vec![0_u16; cells.len()]; usize::from(domain.attributes())];
    for (row, &cell) in cells.iter().enumerate() {
        domain.values_of(set, cell as usize, |variable, value| {
            let attribute = domain.attribute(variable).map(usize::from);
            let column = attribute.and_then(|attribute| columns.get_mut(attribute));
            if let Some(code) = column.and_then(|column| column.get_mut(row)) {
                *code = value;
            }
        });
    }
    columns.into_iter().map(Codes::wide).collect()
}
