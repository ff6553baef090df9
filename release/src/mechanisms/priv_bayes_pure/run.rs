//! `PrivBayesPure`: what it asks of the curator, and what becomes of the answers.

use privet_core::Error as CoreError;
use privet_core::answers::{PureAnswers, Recorded};
use privet_core::bayes::pure::digits::digit;
use privet_core::bayes::pure::{Dice, measure_size, measure_structure, measure_tables};
use privet_core::bayes::tables::Tables;
use privet_core::counts::Columns;
use privet_core::curator::Curator;
use privet_core::domain::Domain;
use privet_core::ledger::{Ledger, Pure};
use privet_core::mrf::field::Noisy;
use privet_spec::{Encoding, Release};

use super::ALGORITHM;
use super::memory::ChoiceMemory;
use super::model::{Model, SizeFile, TableFile};
use super::plan::PrivBayesPure;
use crate::counts::{ParallelColumns, columns};
use crate::error::Error;
use crate::keys::candidate_generator;
use crate::mechanisms::mechanism::{Made, Rows, Run, Runs, Source};
use crate::mechanisms::network::{Nodes, Wanted};
use crate::model::{ScaleFile, VERSION, seed_text};
use crate::plan::digits_in;
use crate::record::Book;
use crate::table::{Codes, EncodedTable};

/// Memory for the size, a selection for each of at most 256 columns but the first, and as many tables.
type PureLedger = Ledger<Pure, 512>;

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

/// Every attribute's binary digits, each a column of its own, the most significant first.
fn digit_table(release: &Release, table: &EncodedTable) -> EncodedTable {
    let mut columns = Vec::new();
    for (attribute, codes) in release.learned().zip(&table.columns) {
        let places = digits_in(attribute.size());
        // At most 16 digits.
        let digits = u32::try_from(places).unwrap_or(u32::MAX);
        for place in 0..digits {
            let column = codes.iter().map(|code| digit(code, place, digits));
            columns.push(Codes::Narrow(column.collect()));
        }
    }
    EncodedTable {
        columns,
        rows: table.rows,
    }
}

impl PrivBayesPure {
    fn answered(
        &self,
        run: Run<'_>,
        domain: &Domain<'_>,
    ) -> Result<(Model, Box<PureLedger>), CoreError> {
        let neighbours = run.plan.neighbours;
        let ledger = PureLedger::new(self.left);
        match run.source {
            Source::Table { table, noise } => {
                let digits = match self.parameters.encoding {
                    Encoding::Binary => Some(digit_table(&run.plan.release, table)),
                    Encoding::Vanilla => None,
                };
                let borrowed = columns(digits.as_ref().unwrap_or(table));
                let counts = ParallelColumns(Columns::new(domain, &borrowed)?);
                let mut curator = Curator::new(counts, neighbours, ledger, noise.generator())?;
                let model = self.learn(run, domain, &mut curator, table.rows)?;
                Ok((model, Box::new(curator.close())))
            }
            Source::Published(answers) => {
                let mut recorded = Recorded::new(answers.clone(), neighbours, ledger)?;
                // Nothing is scored, so no rows need memory.
                let model = self.learn(run, domain, &mut recorded, 0)?;
                Ok((model, Box::new(recorded.close()?)))
            }
        }
    }

    /// Asks, and makes a model of the answers; `scored_rows` are as many as the curator scores.
    fn learn(
        &self,
        run: Run<'_>,
        domain: &Domain<'_>,
        curator: &mut impl PureAnswers,
        scored_rows: usize,
    ) -> Result<Model, CoreError> {
        let Run { plan, watch, .. } = run;
        let settings = &self.settings;
        let (size, tau) = measure_size(curator, domain, settings)?;
        let structure = {
            let bar = watch.stage("choosing parents", u64::from(domain.attributes()));
            let largest = plan.variables.largest_size();
            let mut memory = ChoiceMemory::new(settings.score, largest, tau, scored_rows);
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
            inside: run.plan.inside.clone(),
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
