//! `PrivBayes` on Gaussian noise: memory for core, and what comes out as a model.

use privet_core::Error;
use privet_core::bayes::measure::{Structure, measure_size, measure_structure, measure_tables};
use privet_core::bayes::tables::Tables;
use privet_core::counts::Columns;
use privet_core::curator::{Curator, ScoreScratch, Size, UNSCORED, pairs_of, place};
use privet_core::domain::Domain;
use privet_core::ledger::{Gaussian, Ledger};
use privet_core::mrf::field::Noisy;
use privet_core::privacy::{NoiseScale, Sigma};

use super::fit::{Fit, Wanted, names};
use super::{Made, Rows};
use crate::error::CliError;
use crate::keys::MasterSeed;
use crate::plan::{BayesPlan, Plan};
use crate::progress::Reporter;
use crate::release::Spec;
use crate::release::counts::{ParallelColumns, columns};
use crate::release::model::{
    BayesModel, ModelFile, NodeFile, ScoresFile, SizeFile, TableFile, VERSION, seed_text,
};
use crate::release::record::Book;
use crate::table::EncodedTable;

/// Room for size, scores, and at most 256 tables.
type BayesLedger = Ledger<Gaussian, 258>;

/// Measures and fits.
pub fn run(
    spec: &Spec,
    bayes: &BayesPlan,
    table: &EncodedTable,
    seed: &MasterSeed,
    reporter: Reporter,
) -> Result<Made, CliError> {
    let (model, ledger) = spec.plan.with_domain(|domain| {
        let work = Work {
            spec_text: &spec.text,
            plan: &spec.plan,
            bayes,
            domain,
        };
        work.measure(table, seed, reporter).map_err(refusal)
    })?;
    Ok(Made {
        model: ModelFile::PrivBayes(model),
        book: Book::of(&spec.plan, &ledger),
        rows: Rows::FromModel,
    })
}

fn refusal(error: Error) -> CliError {
    match error {
        Error::SigmaOutOfRange => CliError::refused(
            "budget",
            "the noise would need a deviation above 2^60: the budget is hopeless",
            "raise epsilon or delta, or use fewer attributes or levels",
        ),
        other => CliError::refused("release", other.to_string(), "nothing was written"),
    }
}

/// What is public.
#[derive(Clone, Copy)]
struct Work<'a> {
    spec_text: &'a str,
    plan: &'a Plan,
    bayes: &'a BayesPlan,
    domain: &'a Domain<'a>,
}

impl Work<'_> {
    fn measure(
        self,
        table: &EncodedTable,
        seed: &MasterSeed,
        reporter: Reporter,
    ) -> Result<(BayesModel, Box<BayesLedger>), Error> {
        let Self {
            spec_text,
            plan,
            bayes,
            domain,
        } = self;
        let borrowed = columns(table);
        let counts = ParallelColumns(Columns::new(domain, &borrowed)?);
        let ledger = BayesLedger::new(bayes.calibration.mu_squared);
        let mut curator = Curator::new(counts, plan.neighbours, ledger, seed.noise())?;

        let settings = &bayes.settings;
        let (size, tau) = measure_size(&mut curator, domain, settings)?;
        let mut scores = vec![0; pairs_of(domain.len())];
        let structure = {
            let attributes = u64::from(domain.attributes());
            let bar = reporter.stage(
                "scoring pairs",
                attributes * attributes.saturating_sub(1) / 2,
            );
            let largest_pair = plan.largest_size().saturating_mul(plan.largest_size());
            let mut leaf_cells = vec![0; largest_pair.min(MOST_LEAF_CELLS)];
            let mut level_cells =
                vec![0; usize::try_from(tau).unwrap_or(usize::MAX).min(largest_pair)];
            let mut margins = vec![0; 2 * plan.largest_size()];
            let scratch = ScoreScratch {
                scores: &mut scores,
                leaf_cells: &mut leaf_cells,
                level_cells: &mut level_cells,
                margins: &mut margins,
            };
            measure_structure(
                &mut curator,
                domain,
                settings,
                (size, tau),
                scratch,
                &mut || bar.step(),
            )?
        };
        let mut tables = Tables::of(domain, &structure.network)?;
        let mut measured = vec![0; tables.total_cells()];
        {
            let bar = reporter.stage("measuring tables", tables.as_slice().len() as u64);
            let mut scratch = vec![0; tables.largest()];
            let progress = &mut || bar.step();
            measure_tables(
                &mut curator,
                domain,
                settings,
                &mut tables,
                &mut measured,
                &mut scratch,
                progress,
            )?;
        }
        // From here on everything is a function of the noisy answers.
        let ledger = Box::new(curator.close());
        let wanted = Wanted {
            estimator: bayes.parameters.estimator,
            post: bayes.parameters.post,
        };
        let noisy = Noisy {
            tables: &tables,
            cells: &measured,
            size,
        };
        let fit = wanted.fit(plan, domain, noisy, reporter)?;
        let parts = Parts {
            plan,
            domain,
            structure: &structure,
            tables: &tables,
            scores: &scores,
        };
        let model = parts.model(spec_text, seed, &measured, fit)?;
        Ok((model, ledger))
    }
}

struct Parts<'a> {
    plan: &'a Plan,
    domain: &'a Domain<'a>,
    structure: &'a Structure,
    tables: &'a Tables,
    scores: &'a [i64],
}

impl Parts<'_> {
    fn model(
        &self,
        spec_text: &str,
        seed: &MasterSeed,
        measured: &[i64],
        fit: Fit,
    ) -> Result<BayesModel, Error> {
        let network = &self.structure.network;
        let nodes = network.nodes.iter().map(|node| NodeFile {
            child: self.plan.name(node.child),
            parents: names(self.plan, &node.parents),
        });
        let tables = self.tables.as_slice().iter().map(|table| {
            Ok(TableFile {
                columns: names(self.plan, &table.variables),
                sigma: sigma(table.noise)?.into(),
                measured: table.cells(measured)?.to_vec(),
                fitted: table.cells(&fit.fitted)?.to_vec(),
            })
        });
        Ok(BayesModel {
            privet_model: VERSION,
            spec: spec_text.to_owned(),
            row_seed: seed_text(seed.row_seed()),
            size: match self.structure.size {
                Size::Noisy { rows, noise } => SizeFile::Noisy {
                    rows,
                    sigma: sigma(Some(noise))?.into(),
                },
                Size::Public(rows) => SizeFile::Public { rows },
            },
            tau: self.structure.most_cells,
            scores: self.score_file(),
            head: names(self.plan, &network.head),
            nodes: nodes.collect(),
            tables: tables.collect::<Result<_, Error>>()?,
            disagreement: fit.disagreement,
            estimated: fit.estimated,
        })
    }

    fn score_file(&self) -> ScoresFile {
        let mut pairs = Vec::new();
        for first in self.domain.variables() {
            for second in self.domain.variables().filter(|&second| second > first) {
                let score = place(self.domain, first, second).and_then(|at| self.scores.get(at));
                if let Some(&score) = score.filter(|score| **score != UNSCORED) {
                    pairs.push((self.plan.name(first), self.plan.name(second), score));
                }
            }
        }
        ScoresFile {
            sigma: self.structure.score_sigma.map(Into::into),
            pairs,
        }
    }
}

fn sigma(noise: Option<NoiseScale>) -> Result<Sigma, Error> {
    noise
        .and_then(NoiseScale::sigma)
        .ok_or(Error::SigmaOutOfRange)
}

/// 2^24 cells of 8 bytes are 128 MiB; larger pairs of leaves are counted level by level.
const MOST_LEAF_CELLS: usize = 1 << 24;
