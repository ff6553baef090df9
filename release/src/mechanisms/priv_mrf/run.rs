//! `PrivMrf`: what it asks of the curator, and what becomes of the answers.

use privet_core::Error as CoreError;
use privet_core::answers::GaussianAnswers;
use privet_core::counts::MOST_ROWS;
use privet_core::curator::{Size, UNSCORED};
use privet_core::domain::Domain;
use privet_core::mrf::estimate::Shape;
use privet_core::mrf::learn::{Learned, Measured, Scores, learn};
use privet_core::mrf::levels;
use privet_core::mrf::network::{Fitted, network_of};
use privet_spec::{Attribute, Release};

use super::ALGORITHM;
use super::measured::{JoinedFile, MeasuredFile};
use super::model::{Model, ScoresFile};
use super::plan::PrivMrf;
use crate::error::Error;
use crate::mechanisms::learning::{LearnsGaussian, learned};
use crate::mechanisms::mechanism::{Made, Rows, Run, Runs, SizeNoise};
use crate::mechanisms::network::{FittedFile, Nodes};
use crate::model::{FitFile, SizeFile, VERSION, seed_text};
use crate::plan::Variables;
use crate::record::left_out;

/// Memory for the size, scores, own and first tables of at most 128 attributes, and a choice and a table for
/// each of at most 890 rounds: a parsed spec has no more.
const ENTRIES: usize = 2048;

impl Runs for PrivMrf {
    fn run(&self, run: Run<'_>) -> Result<Made, Error> {
        let (model, book) = learned::<_, ENTRIES>(self, run, self.budget.mechanism)?;
        Ok(Made {
            model: Box::new(model),
            book,
            rows: Rows::FromModel,
        })
    }
}

impl LearnsGaussian for PrivMrf {
    type Model = Model;

    fn learn(
        &self,
        run: Run<'_>,
        _domain: &Domain<'_>,
        curator: &mut impl GaussianAnswers,
    ) -> Result<Model, CoreError> {
        let rounds = u64::from(self.settings.most_rounds.get());
        let bar = run.watch.stage("measuring and estimating", rounds);
        let learned = learn(
            curator,
            &self.attributes,
            &self.settings,
            // The attributes' own tables take next to no time, and leave all rounds. A round that found only noise
            // leaves fewer of them than it has found.
            &mut |rounds_left| bar.at(rounds.saturating_sub(u64::from(rounds_left))),
        )?;
        drop(bar);
        model(run, &learned)
    }

    /// It looks at all pairs in every round.
    fn asks_again(&self) -> bool {
        true
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
    let rows = learned.row_count().min(most).min(MOST_ROWS);
    let fitted = Fitted {
        shape: Shape {
            domain: &domain,
            tree: &learned.tree,
            rules: &plan.rules,
        },
        beliefs: &learned.estimate.beliefs,
        rows,
        leaves: &learned.shrunk_leaves(),
    };
    let (tables, cells) = fitted.tables(&network)?;
    let joined = plan.release.learned().zip(&learned.levels);
    let measured = learned.leaves.iter().chain(&learned.tables);
    let scores = learned.scores.as_ref();
    let choices = learned.choices.iter();
    let Nodes { head, nodes } = Nodes::of(&plan.variables, &network);
    Ok(Model {
        version: VERSION,
        algorithm: ALGORITHM,
        spec: plan.text.clone(),
        files: plan.files(),
        row_seed: seed_text(run.row_seed),
        inside: run.inside.clone(),
        size: SizeFile::of(learned.size)?,
        rows: i64::try_from(rows).unwrap_or(i64::MAX),
        joined: joined
            .map(|(attribute, levels)| JoinedFile::of(attribute.name().to_owned(), levels))
            .collect(),
        scores: scores.map(|scores| scores_file(&plan.release, scores)),
        measured: measured
            .map(|table| measured_file(&plan.variables, table))
            .collect(),
        choices: choices.map(|set| plan.variables.names(set)).collect(),
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
    let columns = variables.names(&table.variables);
    let parts = table.parts;
    MeasuredFile {
        left_out: parts.map_or_else(Vec::new, |asked| left_out(&columns, asked)),
        columns,
        sigma: table.sigma.into(),
        counts: table.cells.clone(),
    }
}
