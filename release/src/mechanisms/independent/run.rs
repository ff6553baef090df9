//! `Independent`: what it asks of the curator, and what becomes of the answers.

use privet_core::Error as CoreError;
use privet_core::answers::GaussianAnswers;
use privet_core::bayes::fit::Repair;
use privet_core::bayes::network::{Network, Node};
use privet_core::bayes::tables::Tables;
use privet_core::domain::Domain;
use privet_core::mrf::field::Noisy;
use privet_core::privacy::NoiseScale;
use privet_core::variables::VariableSet;
use privet_spec::{Estimator, Post};

use super::ALGORITHM;
use super::model::{Model, TableFile};
use super::plan::Independent;
use crate::error::Error;
use crate::mechanisms::learning::{LearnsGaussian, learned};
use crate::mechanisms::mechanism::{Made, Rows, Run, Runs};
use crate::mechanisms::network::Wanted;
use crate::model::{SizeFile, VERSION, seed_text};
use crate::noise::SigmaFile;

/// Memory for the size and at most 256 tables.
const ENTRIES: usize = 257;

impl Runs for Independent {
    fn run(&self, run: Run<'_>) -> Result<Made, Error> {
        let (model, book) = learned::<_, ENTRIES>(self, run, self.budget.mechanism)?;
        Ok(Made {
            model: Box::new(model),
            book,
            rows: Rows::FromModel,
        })
    }
}

impl LearnsGaussian for Independent {
    type Model = Model;

    fn learn(
        &self,
        run: Run<'_>,
        domain: &Domain<'_>,
        curator: &mut impl GaussianAnswers,
    ) -> Result<Model, CoreError> {
        let size = curator.size(self.budget.size)?;
        let mut tables = Tables::of(domain, &unconnected(domain)?)?;
        let mut measured = vec![0; tables.total_cells()];
        let mut scratch = vec![0; tables.largest()];
        {
            let bar = run
                .watch
                .stage("measuring tables", tables.as_slice().len() as u64);
            curator.announce(domain, &|tell| tables.variables().for_each(tell));
            for table in tables.as_mut_slice() {
                let scratch = scratch.get_mut(..table.len());
                let scratch = scratch.ok_or(CoreError::BufferTooSmall)?;
                let cells = table.cells_mut(&mut measured)?;
                let sigma = curator.table(domain, &table.variables, self.table, scratch, cells)?;
                table.noise = Some(NoiseScale::Gaussian(sigma));
                bar.step();
            }
        }
        // From here on everything is a function of the noisy answers.
        let noisy = Noisy {
            tables: &tables,
            cells: &measured,
            size,
        };
        model(run, domain, noisy)
    }
}

/// Tables without negative cells that all have the same total, and nothing else in common.
fn model(run: Run<'_>, domain: &Domain<'_>, noisy: Noisy<'_>) -> Result<Model, CoreError> {
    let wanted = Wanted {
        estimator: Estimator::Network,
        post: Post::L2Projection,
        repair: Repair::ByTurns,
    };
    let fit = wanted.fit(run.plan, domain, noisy, run.watch)?;
    let tables = noisy.tables.as_slice().iter().map(|table| {
        Ok(TableFile {
            columns: run.plan.variables.names(&table.variables),
            sigma: SigmaFile::of(table.noise)?,
            measured: table.cells(noisy.cells)?.to_vec(),
            fitted: table.cells(&fit.fitted)?.to_vec(),
        })
    });
    Ok(Model {
        version: VERSION,
        algorithm: ALGORITHM,
        spec: run.plan.text.clone(),
        files: run.plan.files(),
        row_seed: seed_text(run.row_seed),
        inside: run.inside.clone(),
        size: SizeFile::of(noisy.size)?,
        tables: tables.collect::<Result<_, CoreError>>()?,
    })
}

/// A network in which no attribute has a parent.
fn unconnected(domain: &Domain<'_>) -> Result<Network, CoreError> {
    let mut variables = domain.variables();
    let first = variables.next().ok_or(CoreError::BadDomain)?;
    let mut nodes = heapless::Vec::new();
    for child in variables {
        let node = Node {
            child,
            parents: VariableSet::EMPTY,
        };
        nodes.push(node).map_err(|_| CoreError::BadDomain)?;
    }
    Ok(Network {
        head: VariableSet::new(&[first])?,
        nodes,
    })
}
