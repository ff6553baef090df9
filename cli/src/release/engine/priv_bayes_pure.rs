//! `PrivBayesPure`: memory for core, and what comes out as a model.

use privet_core::Error;
use privet_core::bayes::network::Node;
use privet_core::bayes::pure::digits::digit;
use privet_core::bayes::pure::{
    MOST_CANDIDATES, StructureScratch, measure_size, measure_structure, measure_tables,
};
use privet_core::bayes::tables::Tables;
use privet_core::counts::Columns;
use privet_core::curator::{Curator, SelectScratch, Size};
use privet_core::domain::Domain;
use privet_core::ledger::{Ledger, Pure};
use privet_core::mrf::field::Noisy;
use privet_core::score::{Score, State, states_needed};
use privet_core::variables::{Variable, VariableSet};
use privet_spec::{Encoding, Release};

use super::fit::{Wanted, names};
use super::{Made, Rows};
use crate::error::CliError;
use crate::keys::MasterSeed;
use crate::plan::{Plan, PurePlan, digits_in};
use crate::progress::Reporter;
use crate::release::Spec;
use crate::release::counts::{ParallelColumns, columns};
use crate::release::model::{
    ModelFile, NodeFile, PureModel, PureSizeFile, PureTableFile, VERSION, seed_text,
};
use crate::release::record::Book;
use crate::table::{Codes, EncodedTable};

/// Room for the size, a selection for each of at most 256 columns but the first, and as many tables.
type PureLedger = Ledger<Pure, 512>;

/// Measures and fits.
pub fn run(
    spec: &Spec,
    pure: &PurePlan,
    table: &EncodedTable,
    seed: &MasterSeed,
    reporter: Reporter,
) -> Result<Made, CliError> {
    let digits = match pure.parameters.encoding {
        Encoding::Binary => Some(digit_table(&spec.release, table)),
        Encoding::Vanilla => None,
    };
    let table = digits.as_ref().unwrap_or(table);
    let (model, ledger) = spec.plan.with_domain(|domain| {
        let work = Work {
            spec_text: &spec.text,
            plan: &spec.plan,
            pure,
            domain,
        };
        work.measure(table, seed, reporter).map_err(refusal)
    })?;
    Ok(Made {
        model: ModelFile::PrivBayesPure(model),
        book: Book::of(&spec.plan, &ledger),
        rows: Rows::FromModel,
    })
}

fn refusal(error: Error) -> CliError {
    match error {
        Error::ScaleOutOfRange | Error::ShareOutOfRange => CliError::refused(
            "budget",
            "a part of the budget is below 2^-40, or a unit has too many rows: it is hopeless",
            "raise epsilon, or use fewer attributes",
        ),
        other => CliError::refused("release", other.to_string(), "nothing was written"),
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

/// What is public.
#[derive(Clone, Copy)]
struct Work<'a> {
    spec_text: &'a str,
    plan: &'a Plan,
    pure: &'a PurePlan,
    domain: &'a Domain<'a>,
}

impl Work<'_> {
    fn measure(
        self,
        table: &EncodedTable,
        seed: &MasterSeed,
        reporter: Reporter,
    ) -> Result<(PureModel, Box<PureLedger>), Error> {
        let Self {
            spec_text,
            plan,
            pure,
            domain,
        } = self;
        let borrowed = columns(table);
        let counts = ParallelColumns(Columns::new(domain, &borrowed)?);
        let ledger = PureLedger::new(pure.total);
        let mut curator = Curator::new(counts, plan.neighbours, ledger, seed.noise())?;

        let settings = &pure.settings;
        let (size, tau) = measure_size(&mut curator, domain, settings)?;
        let structure = {
            let bar = reporter.stage("choosing parents", u64::from(domain.attributes()));
            let mut memory = Memory::new(self, tau, table.rows);
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
            let bar = reporter.stage("measuring tables", tables.as_slice().len() as u64);
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
            estimator: pure.parameters.estimator,
            post: pure.parameters.post,
        };
        let noisy = Noisy {
            tables: &tables,
            cells: &measured,
            size,
        };
        let fit = wanted.fit(plan, domain, noisy, reporter)?;
        let network = &structure.network;
        let nodes = network.nodes.iter().map(|node| NodeFile {
            child: plan.name(node.child),
            parents: names(plan, &node.parents),
        });
        let files = tables.as_slice().iter().map(|table| {
            let scale = table
                .noise
                .and_then(privet_core::privacy::NoiseScale::laplace);
            Ok(PureTableFile {
                columns: names(plan, &table.variables),
                scale: scale.ok_or(Error::ScaleOutOfRange)?.into(),
                measured: table.cells(&measured)?.to_vec(),
                fitted: table.cells(&fit.fitted)?.to_vec(),
            })
        });
        let model = PureModel {
            privet_model: VERSION,
            spec: spec_text.to_owned(),
            row_seed: seed_text(seed.row_seed()),
            size: size_file(size)?,
            tau,
            head: names(plan, &network.head),
            nodes: nodes.collect(),
            tables: files.collect::<Result<_, Error>>()?,
            disagreement: fit.disagreement,
            estimated: fit.estimated,
        };
        Ok((model, ledger))
    }
}

fn size_file(size: Size) -> Result<PureSizeFile, Error> {
    Ok(match size {
        Size::Noisy { rows, noise } => PureSizeFile::Noisy {
            rows,
            scale: noise.laplace().ok_or(Error::ScaleOutOfRange)?.into(),
        },
        Size::Public(rows) => PureSizeFile::Public { rows },
    })
}

/// What core borrows while it chooses parents.
struct Memory {
    candidates: Vec<Node>,
    scores: Vec<i64>,
    order: Vec<usize>,
    cells: Vec<u64>,
    joint: Vec<u64>,
    margins: Vec<u64>,
    states: Vec<State>,
}

impl Memory {
    /// For tables of at most τ cells, or of one attribute. How much the score F needs depends on the
    /// number of rows too; memory is the operator's affair and no part of a release.
    fn new(work: Work<'_>, tau: u64, rows: usize) -> Self {
        let largest = work.plan.largest_size();
        let cells = usize::try_from(tau).unwrap_or(usize::MAX).max(largest);
        let states = match work.pure.settings.score {
            Score::F => states_needed(cells / 2, rows as u64),
            Score::R | Score::I => 0,
        };
        let blank = Node {
            child: Variable(0),
            parents: VariableSet::EMPTY,
        };
        Self {
            candidates: vec![blank; MOST_CANDIDATES],
            scores: vec![0; MOST_CANDIDATES],
            order: vec![0; MOST_CANDIDATES],
            cells: vec![0; cells],
            joint: vec![0; cells],
            // The values of a child and the cells of its parents: at most one more than the cells.
            margins: vec![0; cells.saturating_add(largest)],
            states: vec![State::default(); states],
        }
    }

    fn scratch(&mut self) -> StructureScratch<'_> {
        StructureScratch {
            candidates: &mut self.candidates,
            select: SelectScratch {
                scores: &mut self.scores,
                order: &mut self.order,
                cells: &mut self.cells,
                joint: &mut self.joint,
                margins: &mut self.margins,
                states: &mut self.states,
            },
        }
    }
}
