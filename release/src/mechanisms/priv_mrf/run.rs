//! `PrivMrf`: what it asks of the curator, and what becomes of the answers.

use privet_core::Error as CoreError;
use privet_core::counts::Columns;
use privet_core::curator::{Curator, Size, UNSCORED};
use privet_core::domain::Domain;
use privet_core::ledger::{Gaussian, Ledger};
use privet_core::mrf::learn::{Learned, Measured, Scores, learn};
use privet_core::mrf::levels;
use privet_core::mrf::network::{fitted_tables, network_of};
use privet_spec::{Attribute, Release};

use super::model::{JoinedFile, MeasuredFile, Model, ScoresFile};
use super::plan::PrivMrf;
use crate::counts::{ParallelColumns, Remembered, columns};
use crate::error::Error;
use crate::mechanisms::mechanism::{Made, Rows, Run, Runs, SizeNoise, after_the_charge};
use crate::mechanisms::network::{FittedFile, Nodes};
use crate::model::{FitFile, SizeFile, VERSION, seed_text};
use crate::plan::Variables;
use crate::record::Book;

/// Memory for the size, scores, own and first tables of at most 128 attributes, and a choice and a table for
/// each of at most 890 rounds: a parsed spec has no more.
type MrfLedger = Ledger<Gaussian, 2048>;

impl Runs for PrivMrf {
    fn run(&self, run: Run<'_>) -> Result<Made, Error> {
        let (learned, ledger) = run
            .plan
            .with_domain(|domain| self.measure(run, domain).map_err(after_the_charge))?;
        Ok(Made {
            model: Box::new(model(run, &learned).map_err(after_the_charge)?),
            book: Book::of(&run.plan.variables, &ledger),
            rows: Rows::FromModel,
        })
    }
}

impl PrivMrf {
    /// All that is asked of the data.
    fn measure(
        &self,
        run: Run<'_>,
        domain: &Domain<'_>,
    ) -> Result<(Learned, Box<MrfLedger>), CoreError> {
        let borrowed = columns(run.table);
        let counts = Remembered::new(ParallelColumns(Columns::new(domain, &borrowed)?));
        let ledger = MrfLedger::new(self.budget.mechanism);
        let mut curator = Curator::new(counts, run.plan.neighbours, ledger, run.noise.generator())?;
        let rounds = u64::from(self.settings.most_rounds.get());
        let bar = run.watch.stage("measuring and estimating", rounds);
        let learned = learn(
            &mut curator,
            &self.attributes,
            &self.settings,
            // The attributes' own tables take next to no time, and leave all rounds. A round that found only noise
            // leaves fewer of them than it has found.
            &mut |rounds_left| bar.at(rounds.saturating_sub(u64::from(rounds_left))),
        )?;
        Ok((learned, Box::new(curator.close())))
    }
}

/// The model as a network with its tables: a function of what was measured.
fn model(run: Run<'_>, learned: &Learned) -> Result<Model, CoreError> {
    let Run { plan, .. } = run;
    let levels = levels::levels(&learned.levels)?;
    let domain = Domain::new(&levels)?;
    let network = network_of(&learned.tree)?;
    // Tables of much noise may tell of any number of rows. Beyond the reach of the size's own noise they are wrong,
    // and memory and disk were not looked for.
    let most = match learned.size {
        Size::Public(_) => u64::MAX,
        Size::Noisy { noise, .. } => {
            let reach = noise
                .sigma()
                .map_or(0, |sigma| SizeNoise::of_sigma(sigma).reach());
            learned.size.rows().saturating_add(reach)
        }
    };
    let rows = u32::try_from(learned.row_count().min(most)).unwrap_or(u32::MAX);
    let (tables, cells) = fitted_tables(
        &domain,
        &learned.tree,
        &learned.estimate.beliefs,
        &network,
        rows.into(),
        &learned.shrunk_leaves(),
    )?;
    let joined = plan.release.learned().zip(&learned.levels);
    let measured = learned.leaves.iter().chain(&learned.tables);
    let scores = learned.scores.as_ref();
    let Nodes { head, nodes } = Nodes::of(&plan.variables, &network);
    Ok(Model {
        version: VERSION,
        spec: plan.text.clone(),
        files: plan.files(),
        row_seed: seed_text(run.row_seed),
        inside: run.plan.inside.clone(),
        size: SizeFile::of(learned.size)?,
        rows: rows.into(),
        joined: joined
            .map(|(attribute, levels)| JoinedFile::of(attribute.name().to_owned(), levels))
            .collect(),
        scores: scores.map(|scores| scores_file(&plan.release, scores)),
        measured: measured
            .map(|table| measured_file(&plan.variables, table))
            .collect(),
        fit: Some(FitFile::of(learned.estimate.fit)),
        head,
        nodes,
        tables: FittedFile::all(&plan.variables, &tables, &cells)?,
    })
}

/// The pairs that were scored.
fn scores_file(release: &Release, scores: &Scores) -> ScoresFile {
    let names: Vec<&str> = release.learned().map(Attribute::name).collect();
    let mut all = scores.pairs.iter();
    let mut pairs = Vec::new();
    for (place, first) in names.iter().enumerate() {
        for (second, &score) in names.iter().skip(place.saturating_add(1)).zip(&mut all) {
            if score != UNSCORED {
                pairs.push(((*first).to_owned(), (*second).to_owned(), score));
            }
        }
    }
    ScoresFile {
        sigma: scores.sigma.map(Into::into),
        pairs,
    }
}

fn measured_file(variables: &Variables, table: &Measured) -> MeasuredFile {
    MeasuredFile {
        columns: variables.names(&table.variables),
        sigma: table.sigma.into(),
        counts: table.cells.clone(),
    }
}
