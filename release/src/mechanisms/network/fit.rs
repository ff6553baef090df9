//! What the mechanisms that measure a network's tables have in common: from noisy tables to a model.

use privet_core::Error;
use privet_core::bayes::consistency::{CommonSets, StepScratch, common_sets, disagreement};
use privet_core::bayes::fit::{Fitting, Repair};
use privet_core::bayes::simplex;
use privet_core::bayes::tables::Tables;
use privet_core::domain::Domain;
use privet_core::mrf::field::{Field, Noisy};
use privet_core::variables::VariableSet;
use privet_spec::{Estimator, Post};

use super::estimated::{EstimatedFile, FieldFile};
use super::nodes::{FittedFile, Nodes};
use crate::model::FitFile;
use crate::plan::Plan;
use crate::watch::Watch;

/// What was made of the noisy tables.
pub(crate) struct Fit {
    /// The tables' cells, in units of 2^−20 rows.
    pub(crate) fitted: Vec<i64>,
    /// The largest difference between two tables on what they share, in these units.
    pub(crate) disagreement: u64,
    /// The Markov random field, where the spec asks for one.
    pub(crate) estimated: Option<EstimatedFile>,
}

/// How the spec wants it.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    pub(crate) estimator: Estimator,
    pub(crate) post: Post,
    pub(crate) repair: Repair,
}

impl Wanted {
    /// Turns noisy counts into a model: a function of public values alone.
    pub(crate) fn fit(
        self,
        plan: &Plan,
        domain: &Domain<'_>,
        noisy: Noisy<'_>,
        watch: &dyn Watch,
    ) -> Result<Fit, Error> {
        let Estimator::Pgm { max_cells } = self.estimator else {
            return self.fit_network(domain, noisy, None);
        };
        let sets = noisy.tables.as_slice().iter().map(|table| &table.variables);
        let most = u64::from(max_cells);
        let field = Field::new(domain, &plan.rules, sets, most)?;
        let cells = field.cells();
        // Rules hold in a field alone; what they tie was found to fit before anything was paid.
        if cells > most && plan.rules.is_empty() {
            let too_large = EstimatedFile::TooLarge { cells };
            return self.fit_network(domain, noisy, Some(too_large));
        }
        let bar = watch.stage("estimating", 1);
        let estimated = field.estimate(noisy, self.post())?;
        bar.step();
        let sets = closed_sets(domain, noisy.tables);
        let mut memory = Memory::new(noisy.tables);
        let (tables, fitted) = (noisy.tables, &estimated.fitted);
        let disagreement = disagreement(domain, tables, &sets, fitted, &mut memory.scratch())?;
        let Nodes { head, nodes } = Nodes::of(&plan.variables, &estimated.network);
        let field = FieldFile {
            cells,
            fit: Some(FitFile::of(estimated.fit)),
            head,
            nodes,
            tables: FittedFile::all(&plan.variables, &estimated.tables, &estimated.cells)?,
        };
        Ok(Fit {
            fitted: estimated.fitted,
            disagreement,
            estimated: Some(EstimatedFile::Field(field)),
        })
    }

    /// Consistent, non-negative tables.
    fn fit_network(
        self,
        domain: &Domain<'_>,
        noisy: Noisy<'_>,
        estimated: Option<EstimatedFile>,
    ) -> Result<Fit, Error> {
        let mut variances = vec![0.0; noisy.tables.as_slice().len()];
        let mut fitted = noisy.cells.to_vec();
        let sets = closed_sets(domain, noisy.tables);
        let mut memory = Memory::new(noisy.tables);
        let fitting = Fitting {
            domain: *domain,
            tables: noisy.tables,
            sets: &sets,
            rows: noisy.size.rows(),
            post: self.post(),
            repair: self.repair,
        };
        let disagreement = fitting.fit(&mut fitted, &mut variances, &mut memory.scratch())?;
        Ok(Fit {
            fitted,
            disagreement,
            estimated,
        })
    }

    fn post(self) -> simplex::Post {
        match self.post {
            Post::Normalize => simplex::Post::Normalize,
            Post::L2Projection => simplex::Post::L2Projection,
        }
    }
}

/// Memory for going through the common sets of tables.
struct Memory {
    targets: Vec<i128>,
    sums: Vec<i64>,
    shares: Vec<u32>,
}

impl Memory {
    fn new(tables: &Tables) -> Self {
        let largest = tables.largest();
        Self {
            targets: vec![0; largest],
            sums: vec![0; largest],
            shares: vec![0; largest],
        }
    }

    fn scratch(&mut self) -> StepScratch<'_> {
        StepScratch {
            targets: &mut self.targets,
            sums: &mut self.sums,
            shares: &mut self.shares,
        }
    }
}

/// The common sets of the tables, at most so many; their number is not known beforehand, so the memory doubles.
fn closed_sets(domain: &Domain<'_>, tables: &Tables) -> Vec<VariableSet> {
    let mut most = 256;
    loop {
        let mut sets = vec![VariableSet::EMPTY; most];
        let used = match common_sets(domain, tables, &mut sets) {
            CommonSets::Some(_) if most < MOST_COMMON_SETS => {
                most *= 2;
                continue;
            }
            CommonSets::All(used) | CommonSets::Some(used) => used,
        };
        sets.truncate(used);
        return sets;
    }
}

/// Beyond these, finding them takes longer than everything else; no table of the benchmarks has a quarter of them.
const MOST_COMMON_SETS: usize = 1 << 12;
