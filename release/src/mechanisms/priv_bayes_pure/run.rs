//! `PrivBayesPure`: what it asks of the curator, and what becomes of the answers.

use privet_core::Error as CoreError;
use privet_core::answers::{PureAnswers, Recorded};
use privet_core::bayes::fit::Repair;
use privet_core::bayes::pure::digits::digit;
use privet_core::bayes::pure::{Dice, measure_size, measure_structure, measure_tables};
use privet_core::bayes::tables::Tables;
use privet_core::domain::Domain;
use privet_core::ledger::{Ledger, Pure};
use privet_core::mrf::field::Noisy;
use privet_spec::{Encoding, Release};

use super::ALGORITHM;
use super::memory::ChoiceMemory;
use super::model::{Model, SizeFile, TableFile};
use super::plan::PrivBayesPure;
use crate::counts::{AskedColumns, TableCurator, Terms};
use crate::error::Error;
use crate::keys::candidate_generator;
use crate::mechanisms::mechanism::{Made, Rows, Run, Runs, Source};
use crate::mechanisms::network::{Nodes, Wanted};
use crate::model::{VERSION, seed_text};
use crate::noise::ScaleFile;
use crate::plan::digits_in;
use crate::record::Book;

/// Memory for the size, a selection for each of at most 256 columns but the first, and as many tables.
const MOST_ENTRIES: usize = 512;

type PureLedger = Ledger<Pure, MOST_ENTRIES>;

impl Runs for PrivBayesPure {
    fn run(&self, run: Run<'_>) -> Result<Made, Error> {
        let (model, ledger) = run.plan.with_domain(|domain| {
            let learned = self.answered(run, domain);
            learned.map_err(|error| run.source.failed(error))
        })?;
        Ok(Made {
            model: Box::new(model),
            book: Book::of(&run.plan.variables, &ledger),
            rows: Rows::FromModel,
        })
    }
}

/// Every attribute's binary digits, each a column of its own, the most significant first: the attribute's place, and the
/// digit of each of its codes.
fn digits(release: &Release) -> impl Iterator<Item = (usize, Vec<u16>, u32)> {
    release.learned().enumerate().flat_map(|(of, attribute)| {
        let size = attribute.size();
        // At most 16 digits.
        let digits = u32::try_from(digits_in(size)).unwrap_or(u32::MAX);
        (0..digits).map(move |place| {
            let codes = (0..=u16::MAX).take(size as usize);
            let of_codes = codes.map(|code| digit(code, place, digits).into());
            (of, of_codes.collect(), 2)
        })
    })
}

impl PrivBayesPure {
    fn answered(
        &self,
        run: Run<'_>,
        domain: &Domain<'_>,
    ) -> Result<(Model, PureLedger), CoreError> {
        let (neighbours, most_rows) = (run.plan.neighbours, run.plan.most_rows);
        let ledger = PureLedger::new(self.left);
        match run.source {
            Source::Table { table, noise } => {
                let terms = Terms {
                    most_rows,
                    neighbours,
                    ledger,
                    noise: noise.generator(),
                    asked_again: false,
                };
                let learned = |curator: &mut TableCurator<'_, Pure, MOST_ENTRIES>| {
                    self.learn(run, domain, curator, most_rows.get())
                };
                match self.parameters.encoding {
                    Encoding::Binary => {
                        let digits = table.derive(digits(&run.plan.release));
                        table.asked(domain, AskedColumns::Derived(&digits), terms, learned)
                    }
                    Encoding::Vanilla => table.asked(domain, AskedColumns::All, terms, learned),
                }
            }
            Source::Published(answers) => {
                let mut recorded = Recorded::new(answers.clone(), neighbours, ledger)?;
                // Nothing is scored, so no rows need memory.
                let model = self.learn(run, domain, &mut recorded, 0)?;
                Ok((model, recorded.close()?))
            }
        }
    }

    /// Asks, and makes a model of the answers; no more than `scored_rows` are scored.
    fn learn(
        &self,
        run: Run<'_>,
        domain: &Domain<'_>,
        curator: &mut impl PureAnswers,
        scored_rows: u64,
    ) -> Result<Model, CoreError> {
        let Run { plan, watch, .. } = run;
        let settings = &self.settings;
        let (size, tau) = measure_size(curator, domain, settings)?;
        let structure = {
            let bar = watch.stage("choosing parents", u64::from(domain.attributes()));
            let largest = plan.variables.largest_size();
            let mut memory = ChoiceMemory::new(settings, largest, tau, scored_rows);
            measure_structure(
                curator,
                domain,
                settings,
                tau,
                &mut Dice::new(candidate_generator(run.row_seed)),
                &mut memory.scratch(),
                &mut || bar.step(),
            )?
        };
        let mut tables = Tables::of(domain, &structure.network)?;
        let mut measured = vec![0; tables.total_cells()];
        {
            let bar = watch.stage("measuring tables", tables.as_slice().len() as u64);
            let mut scratch = vec![0; tables.largest()];
            measure_tables(
                curator,
                domain,
                settings,
                structure.spare,
                &mut tables,
                &mut measured,
                &mut scratch,
                &mut || bar.step(),
            )?;
        }
        // From here on everything is a function of the noisy answers.
        let wanted = Wanted {
            estimator: self.parameters.estimator,
            post: self.parameters.post,
            repair: Repair::ByTurns,
        };
        let noisy = Noisy {
            tables: &tables,
            cells: &measured,
            size,
        };
        let fit = wanted.fit(plan, domain, noisy, watch)?;
        let Nodes { head, nodes } = Nodes::of(&plan.variables, &structure.network);
        let order = structure.order.iter();
        let files = tables.as_slice().iter().map(|table| {
            Ok(TableFile {
                columns: plan.variables.names(&table.variables),
                scale: ScaleFile::of(table.noise)?,
                measured: table.cells(&measured)?.to_vec(),
                fitted: table.cells(&fit.fitted)?.to_vec(),
            })
        });
        Ok(Model {
            version: VERSION,
            algorithm: ALGORITHM,
            spec: plan.text.clone(),
            files: plan.files(),
            row_seed: seed_text(run.row_seed),
            inside: run.inside.clone(),
            size: SizeFile::of(size)?,
            tau,
            order: order.map(|&column| plan.variables.name(column)).collect(),
            head,
            nodes,
            tables: files.collect::<Result<_, CoreError>>()?,
            disagreement: fit.disagreement,
            estimated: fit.estimated,
        })
    }
}
