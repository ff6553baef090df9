//! `PrivBayesPure`: what it asks of the curator, and what becomes of the answers.

use privet_core::Error as CoreError;
use privet_core::bayes::pure::digits::digit;
use privet_core::bayes::pure::{measure_size, measure_structure, measure_tables};
use privet_core::bayes::tables::Tables;
use privet_core::counts::Columns;
use privet_core::curator::Curator;
use privet_core::domain::Domain;
use privet_core::ledger::{Ledger, Pure};
use privet_core::mrf::field::Noisy;
use privet_spec::{Encoding, Release};

use super::memory::ChoiceMemory;
use super::model::{Model, SizeFile, TableFile};
use super::plan::PrivBayesPure;
use crate::counts::{ParallelColumns, columns};
use crate::error::Error;
use crate::mechanisms::mechanism::{Made, Rows, Run, Runs, after_the_charge};
use crate::mechanisms::network::{Nodes, Wanted};
use crate::model::{ScaleFile, VERSION, seed_text};
use crate::plan::digits_in;
use crate::record::Book;
use crate::table::{Codes, EncodedTable};

/// Memory for the size, a selection for each of at most 256 columns but the first, and as many tables.
type PureLedger = Ledger<Pure, 512>;

impl Runs for PrivBayesPure {
    fn run(&self, run: Run<'_>) -> Result<Made, Error> {
        let digits = match self.parameters.encoding {
            Encoding::Binary => Some(digit_table(&run.plan.release, run.table)),
            Encoding::Vanilla => None,
        };
        let table = digits.as_ref().unwrap_or(run.table);
        let run = Run { table, ..run };
        let (model, ledger) = run
            .plan
            .with_domain(|domain| self.measure(run, domain).map_err(after_the_charge))?;
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
    fn measure(
        &self,
        run: Run<'_>,
        domain: &Domain<'_>,
    ) -> Result<(Model, Box<PureLedger>), CoreError> {
        let Run {
            plan,
            table,
            noise,
            watch,
            ..
        } = run;
        let borrowed = columns(table);
        let counts = ParallelColumns(Columns::new(domain, &borrowed)?);
        let ledger = PureLedger::new(self.left);
        let mut curator = Curator::new(counts, plan.neighbours, ledger, noise.generator())?;

        let settings = &self.settings;
        let (size, tau) = measure_size(&mut curator, domain, settings)?;
        let structure = {
            let bar = watch.stage("choosing parents", u64::from(domain.attributes()));
            let largest = plan.variables.largest_size();
            let mut memory = ChoiceMemory::new(settings.score, largest, tau, table.rows);
            measure_structure(
                &mut curator,
                domain,
                settings,
                tau,
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
                &mut curator,
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
        let ledger = Box::new(curator.close());
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
        let files = tables.as_slice().iter().map(|table| {
            Ok(TableFile {
                columns: plan.variables.names(&table.variables),
                scale: ScaleFile::of(table.noise)?,
                measured: table.cells(&measured)?.to_vec(),
                fitted: table.cells(&fit.fitted)?.to_vec(),
            })
        });
        let model = Model {
            version: VERSION,
            spec: plan.text.clone(),
            files: plan.files(),
            row_seed: seed_text(run.row_seed),
            bins: run.plan.bins.clone(),
            size: SizeFile::of(size)?,
            tau,
            head,
            nodes,
            tables: files.collect::<Result<_, CoreError>>()?,
            disagreement: fit.disagreement,
            estimated: fit.estimated,
        };
        Ok((model, ledger))
    }
}
