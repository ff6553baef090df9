//! `PrivBayes`: what it asks of the curator, and what becomes of the answers.

use privet_core::Error as CoreError;
use privet_core::answers::GaussianAnswers;
use privet_core::bayes::measure::{
    MeasuredTables, Structure, measure_size, measure_structure, measure_tables,
};
use privet_core::bayes::tables::Tables;
use privet_core::curator::{UNSCORED, pairs_of, place};
use privet_core::domain::Domain;
use privet_core::mrf::field::Noisy;

use super::ALGORITHM;
use super::memory::ScoreMemory;
use super::model::{Model, ScoresFile, TableFile};
use super::plan::PrivBayes;
use crate::error::Error;
use crate::mechanisms::learning::{LearnsGaussian, learned};
use crate::mechanisms::mechanism::{Made, Rows, Run, Runs};
use crate::mechanisms::network::{Fit, Nodes, Wanted};
use crate::model::{SizeFile, VERSION, seed_text};
use crate::noise::SigmaFile;
use crate::plan::Plan;
use crate::record::Book;

/// Memory for size, scores, and at most 256 tables.
const ENTRIES: usize = 258;

impl Runs for PrivBayes {
    fn run(&self, run: Run<'_>) -> Result<Made, Error> {
        let (model, book) = self.made(run)?;
        Ok(Made {
            model: Box::new(model),
            book,
            rows: Rows::FromModel,
        })
    }
}

impl PrivBayes {
    pub(super) fn made(&self, run: Run<'_>) -> Result<(Model, Book), Error> {
        learned::<_, ENTRIES>(self, run, self.budget.mechanism)
    }
}

impl LearnsGaussian for PrivBayes {
    type Model = Model;

    fn learn(
        &self,
        run: Run<'_>,
        domain: &Domain<'_>,
        curator: &mut impl GaussianAnswers,
    ) -> Result<Model, CoreError> {
        let Run { plan, watch, .. } = run;
        let (size, tau) = measure_size(curator, domain, &self.settings)?;
        let mut scores = vec![0; pairs_of(domain.len())];
        let structure = {
            let attributes = u64::from(domain.attributes());
            let pairs = attributes * attributes.saturating_sub(1) / 2;
            let bar = watch.stage("scoring pairs", pairs);
            let mut memory = ScoreMemory::new(plan.variables.largest_size(), tau);
            measure_structure(
                curator,
                domain,
                &self.settings,
                (size, tau),
                memory.scratch(&mut scores),
                &mut || bar.step(),
            )?
        };
        let mut tables = Tables::of(domain, &structure.network)?;
        let mut measured = vec![0; tables.total_cells()];
        {
            let bar = watch.stage("measuring tables", tables.as_slice().len() as u64);
            let mut scratch = vec![0; tables.largest()];
            let sets = tables.as_slice().iter().map(|table| &table.variables);
            let possible = sets
                .map(|set| Ok(plan.rules.possible(domain, set)?.unwrap_or_default()))
                .collect::<Result<Vec<_>, CoreError>>()?;
            let possible: Vec<&[bool]> = possible.iter().map(Vec::as_slice).collect();
            let to_measure = MeasuredTables {
                tables: &mut tables,
                possible: &possible,
                noisy: &mut measured,
                scratch: &mut scratch,
            };
            let progress = &mut || bar.step();
            measure_tables(curator, domain, &self.settings, to_measure, progress)?;
        }
        // From here on everything is a function of the noisy answers.
        let wanted = Wanted {
            estimator: self.parameters.estimator,
            post: self.parameters.post,
            repair: self.repair(),
        };
        let noisy = Noisy {
            tables: &tables,
            cells: &measured,
            size,
        };
        let fit = wanted.fit(plan, domain, noisy, watch)?;
        let answers = Answers {
            structure: &structure,
            scores: scores_file(plan, domain, &structure, &scores),
            tables: &tables,
            measured: &measured,
        };
        answers.model(run, fit)
    }
}

/// What the curator answered.
struct Answers<'a> {
    structure: &'a Structure,
    scores: ScoresFile,
    tables: &'a Tables,
    measured: &'a [i64],
}

impl Answers<'_> {
    fn model(self, run: Run<'_>, fit: Fit) -> Result<Model, CoreError> {
        let variables = &run.plan.variables;
        let Nodes { head, nodes } = Nodes::of(variables, &self.structure.network);
        let tables = self.tables.as_slice().iter().map(|table| {
            Ok(TableFile {
                columns: variables.names(&table.variables),
                sigma: SigmaFile::of(table.noise)?,
                measured: table.cells(self.measured)?.to_vec(),
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
            size: SizeFile::of(self.structure.size)?,
            tau: self.structure.most_cells,
            scores: self.scores,
            head,
            nodes,
            tables: tables.collect::<Result<_, CoreError>>()?,
            disagreement: fit.disagreement,
            estimated: fit.estimated,
        })
    }
}

/// The pairs that were scored.
fn scores_file(
    plan: &Plan,
    domain: &Domain<'_>,
    structure: &Structure,
    scores: &[i64],
) -> ScoresFile {
    let mut pairs = Vec::new();
    for first in domain.variables() {
        for second in domain.variables().filter(|&second| second > first) {
            let score = place(domain, first, second).and_then(|at| scores.get(at));
            if let Some(&score) = score.filter(|score| **score != UNSCORED) {
                pairs.push((plan.name(first), plan.name(second), score));
            }
        }
    }
    ScoresFile {
        sigma: structure.score_sigma.map(Into::into),
        pairs,
    }
}
