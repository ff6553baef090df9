//! `PrivMrf`: memory for core, and what comes out as a model.

use privet_core::Error;
use privet_core::counts::Columns;
use privet_core::curator::{Curator, Size, UNSCORED};
use privet_core::domain::Domain;
use privet_core::ledger::{Gaussian, Ledger};
use privet_core::mrf::joined;
use privet_core::mrf::learn::{Learned, Measured, Scores, learn};
use privet_core::mrf::network::{fitted_tables, network_of};

use privet_spec::Attribute;

use super::fit::names;
use super::{Made, Rows};
use crate::error::CliError;
use crate::keys::MasterSeed;
use crate::plan::{MrfPlan, Plan};
use crate::progress::Reporter;
use crate::release::Spec;
use crate::release::counts::{ParallelColumns, columns};
use crate::release::model::{
    FittedFile, JoinedFile, MeasuredFile, ModelFile, MrfModel, MrfScores, NodeFile, SizeFile,
    VERSION, seed_text,
};
use crate::release::record::Book;
use crate::table::EncodedTable;

/// Room for the size, scores, own and first tables of at most 128 attributes, and a choice and a table for each
/// of at most 890 rounds: a parsed spec has no more.
type MrfLedger = Ledger<Gaussian, 2048>;

/// Measures and estimates.
pub fn run(
    spec: &Spec,
    mrf: &MrfPlan,
    table: &EncodedTable,
    seed: &MasterSeed,
    reporter: Reporter,
) -> Result<Made, CliError> {
    let (learned, ledger) = spec
        .plan
        .with_domain(|domain| measure(spec, mrf, domain, table, seed, reporter).map_err(refusal))?;
    let model = model(spec, seed, &learned).map_err(refusal)?;
    Ok(Made {
        model: ModelFile::PrivMrf(model),
        book: Book::of(&spec.plan, &ledger),
        rows: Rows::FromModel,
    })
}

fn refusal(error: Error) -> CliError {
    CliError::refused("release", error.to_string(), "nothing was written")
}

/// All that is asked of the data.
fn measure(
    spec: &Spec,
    mrf: &MrfPlan,
    domain: &Domain<'_>,
    table: &EncodedTable,
    seed: &MasterSeed,
    reporter: Reporter,
) -> Result<(Learned, Box<MrfLedger>), Error> {
    let borrowed = columns(table);
    let counts = ParallelColumns(Columns::new(domain, &borrowed)?);
    let ledger = MrfLedger::new(mrf.calibration.mu_squared);
    let mut curator = Curator::new(counts, spec.plan.neighbours, ledger, seed.noise())?;
    let rounds = u64::from(mrf.settings.most_rounds.get());
    let bar = reporter.stage("measuring and estimating", rounds + LAST_ESTIMATE);
    let learned = learn(
        &mut curator,
        &mrf.attributes,
        &mrf.settings,
        // The attributes' own tables take next to no time, and leave all rounds. A round that found only noise
        // leaves fewer of them than it has found.
        &mut |rounds_left| bar.at(rounds.saturating_sub(u64::from(rounds_left))),
    )?;
    Ok((learned, Box::new(curator.close())))
}

/// The time of the estimate after the last round, in rounds: it makes 300 steps where they make 25.
const LAST_ESTIMATE: u64 = 12;

/// The model as a network with its tables: a function of what was measured.
fn model(spec: &Spec, seed: &MasterSeed, learned: &Learned) -> Result<MrfModel, Error> {
    let plan = &spec.plan;
    let levels = joined::levels(&learned.groupings)?;
    let domain = Domain::new(&levels)?;
    let network = network_of(&learned.tree)?;
    // A table has fewer than 2^32 rows, whatever its noisy number says.
    let rows = u32::try_from(learned.row_count()).unwrap_or(u32::MAX);
    let (tables, cells) = fitted_tables(
        &domain,
        &learned.tree,
        &learned.estimate.beliefs,
        &network,
        rows.into(),
        &learned.shrunk_leaves(),
    )?;
    let fitted = tables.as_slice().iter().map(|table| {
        Ok(FittedFile {
            columns: names(plan, &table.variables),
            fitted: table.cells(&cells)?.to_vec(),
        })
    });
    let joined = spec.release.learned().zip(&learned.groupings);
    let measured = learned.leaves.iter().chain(&learned.tables);
    Ok(MrfModel {
        privet_model: VERSION,
        spec: spec.text.clone(),
        row_seed: seed_text(seed.row_seed()),
        size: size_file(learned.size)?,
        rows: rows.into(),
        joined: joined
            .map(|(attribute, grouping)| JoinedFile {
                attribute: attribute.name().to_owned(),
                groups: grouping.groups().to_vec(),
            })
            .collect(),
        scores: learned
            .scores
            .as_ref()
            .map(|scores| scores_file(spec, scores)),
        measured: measured.map(|table| measured_file(plan, table)).collect(),
        head: names(plan, &network.head),
        nodes: network
            .nodes
            .iter()
            .map(|node| NodeFile {
                child: plan.name(node.child),
                parents: names(plan, &node.parents),
            })
            .collect(),
        tables: fitted.collect::<Result<_, Error>>()?,
    })
}

/// The pairs that were scored.
fn scores_file(spec: &Spec, scores: &Scores) -> MrfScores {
    let names: Vec<&str> = spec.release.learned().map(Attribute::name).collect();
    let mut all = scores.pairs.iter();
    let mut pairs = Vec::new();
    for (place, first) in names.iter().enumerate() {
        for (second, &score) in names.iter().skip(place.saturating_add(1)).zip(&mut all) {
            if score != UNSCORED {
                pairs.push(((*first).to_owned(), (*second).to_owned(), score));
            }
        }
    }
    MrfScores {
        sigma: scores.sigma.map(Into::into),
        pairs,
    }
}

fn measured_file(plan: &Plan, table: &Measured) -> MeasuredFile {
    MeasuredFile {
        columns: names(plan, &table.variables),
        sigma: table.sigma.into(),
        counts: table.cells.clone(),
    }
}

fn size_file(size: Size) -> Result<SizeFile, Error> {
    Ok(match size {
        Size::Noisy { rows, noise } => SizeFile::Noisy {
            rows,
            sigma: noise.sigma().ok_or(Error::SigmaOutOfRange)?.into(),
        },
        Size::Public(rows) => SizeFile::Public { rows },
    })
}
