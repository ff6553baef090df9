//! The files beside a record: their digests, and that the model holds nothing that was not paid for.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use privet_core::curator::histogram_of;
use privet_core::ledger::LawRecord;
use privet_core::score::Score;
use sha2::{Digest as _, Sha256};

use super::estimator::estimator_agrees;
use super::findings::Findings;
use super::mrf::unpaid_part_of_mrf;
use crate::error::CliError;
use crate::keys::hex;
use crate::plan::MechanismPlan;
use crate::release::model::{
    BayesModel, HistogramModel, ModelFile, PureModel, PureSizeFile, SizeFile,
};
use crate::release::record::{Asked, QueryFile, Record};
use crate::release::{MODEL, SYNTHETIC, Spec};

/// The files beside the record.
pub(super) fn check_artefacts(
    name: &str,
    record_path: &Path,
    record: &Record,
    spec: &Spec,
    findings: &mut Findings,
) -> Result<(), CliError> {
    let folder = record_path.parent().unwrap_or(Path::new("."));
    let files: Vec<&str> = record.artefacts.iter().map(|of| of.file.as_str()).collect();
    if files != [SYNTHETIC, MODEL] {
        findings.faults.push(format!(
            "{name}: artefacts: they are not {SYNTHETIC} and {MODEL}, in this order"
        ));
    }
    for artefact in &record.artefacts {
        // A record names files beside it, never a path.
        if artefact.file.contains(['/', '\\']) {
            findings
                .faults
                .push(format!("{name}: `{}` is no file beside it", artefact.file));
            continue;
        }
        let path = folder.join(&artefact.file);
        match digest_of(&path) {
            Ok(digest) => findings.check(
                digest == artefact.sha256,
                format!("{}: has the digest that the record names", path.display()),
                format!(
                    "{}: it was changed: its digest is not the record's",
                    path.display()
                ),
            ),
            Err(error) => findings
                .faults
                .push(format!("{}: missing ({error})", path.display())),
        }
    }
    let model_path = folder.join(MODEL);
    if let Ok(text) = std::fs::read_to_string(&model_path) {
        let model = ModelFile::parse(&model_path.display().to_string(), &text)?;
        let unpaid = unpaid_part(&model, record, spec);
        findings.check(
            unpaid.is_none(),
            format!(
                "{}: its answers are the record's queries",
                model_path.display()
            ),
            format!(
                "{}: its {} not what the record's queries say",
                model_path.display(),
                unpaid.unwrap_or_default()
            ),
        );
    }
    Ok(())
}

/// Every noisy answer of the model was paid for, and the model is of the kind that the spec asks for. Names the first part that was not.
fn unpaid_part(model: &ModelFile, record: &Record, spec: &Spec) -> Option<&'static str> {
    if model.spec() != record.spec.text {
        return Some("spec is");
    }
    if model.mechanism() != spec.plan.mechanism.name() {
        return Some("mechanism is");
    }
    if !estimator_agrees(model, record, spec) {
        return Some("estimator is");
    }
    match model {
        ModelFile::PrivBayes(model) => unpaid_part_of_bayes(model, record, spec),
        ModelFile::PrivBayesPure(model) => unpaid_part_of_pure(model, record, spec),
        ModelFile::PrivMrf(model) => unpaid_part_of_mrf(model, record, spec),
        ModelFile::SmoothedHistogram(model) => unpaid_part_of_histogram(model, record, spec),
    }
}

/// The one query is over all attributes that have values to choose from, and drew as the model says.
fn unpaid_part_of_histogram(
    model: &HistogramModel,
    record: &Record,
    spec: &Spec,
) -> Option<&'static str> {
    let columns = spec.plan.with_domain(|domain| {
        let variables = histogram_of(domain).unwrap_or_default();
        let names = variables.as_slice().iter();
        Ok(names.map(|&each| spec.plan.name(each)).collect::<Vec<_>>())
    });
    let [query] = record.queries.as_slice() else {
        return Some("rows are");
    };
    let agrees = match query.law() {
        Some(LawRecord::SmoothedRows { draws, weight }) => {
            draws.rows == model.rows
                && draws.cells.get() == model.cells
                && draws.draws == model.drawn
                && weight.units() == model.weight_units
        }
        _ => false,
    };
    let paid = agrees && columns.is_ok_and(|columns| columns == query.columns);
    (!paid).then_some("rows are")
}

/// Columns and σ agree with the record's queries, in order.
fn unpaid_part_of_bayes(model: &BayesModel, record: &Record, spec: &Spec) -> Option<&'static str> {
    let asked = |asked: Asked| {
        let queries = record.queries.iter();
        queries.filter(move |query| query.asked() == Some(asked))
    };
    let size = match model.size {
        SizeFile::Noisy { sigma, .. } => Some(sigma),
        SizeFile::Public { .. } => None,
    };
    let scores_sensitivity = spec.plan.neighbours.pair_score().ok().and_then(|each| {
        let squared = u128::from(each.units()).checked_mul(u128::from(each.units()))?;
        squared.checked_mul(model.scores.pairs.len() as u128)
    });
    let scores_paid = asked(Asked::PairScores).all(|query| {
        let sensitivity = match query.law() {
            Some(LawRecord::Gaussian { sensitivity, .. }) => Some(sensitivity.units()),
            _ => None,
        };
        sensitivity == scores_sensitivity && query.sigma() == model.scores.sigma
    });
    let tables = asked(Asked::Table);
    let tables_paid = tables.clone().count() == model.tables.len()
        && tables.zip(&model.tables).all(|(query, table)| {
            query.columns == table.columns && query.sigma() == Some(table.sigma)
        });
    let sizes = asked(Asked::Size).map(QueryFile::sigma);
    if !sizes.eq(size.map(Some)) {
        Some("size is")
    } else if asked(Asked::PairScores).count() != usize::from(model.scores.sigma.is_some())
        || !scores_paid
    {
        Some("scores are")
    } else if !tables_paid {
        Some("tables are")
    } else {
        None
    }
}

/// Columns and scales agree with the record's queries, in order; there is at most one selection for each
/// column but the first; and mutual information has the sensitivity of the public number of rows.
fn unpaid_part_of_pure(model: &PureModel, record: &Record, spec: &Spec) -> Option<&'static str> {
    let asked = |asked: Asked| {
        let queries = record.queries.iter();
        queries.filter(move |query| query.asked() == Some(asked))
    };
    let (size, rows) = match model.size {
        PureSizeFile::Noisy { scale, .. } => (Some(scale), None),
        PureSizeFile::Public { rows } => (None, u64::try_from(rows).ok()),
    };
    let columns = model.head.len().saturating_add(model.nodes.len());
    let by_information = matches!(
        &spec.plan.mechanism,
        MechanismPlan::PrivBayesPure(pure) if pure.settings.score == Score::I
    );
    let right = |query: &QueryFile| {
        let sensitivity = match query.law() {
            Some(
                LawRecord::ExponentialMechanism { sensitivity, .. }
                | LawRecord::PermuteAndFlip { sensitivity, .. },
            ) => Some(sensitivity),
            _ => None,
        };
        let declared = |binary| {
            let sensitivity = spec.plan.neighbours.information_score(rows?, binary);
            sensitivity.ok()
        };
        !by_information
            || sensitivity.is_some()
                && [true, false]
                    .into_iter()
                    .any(|binary| declared(binary) == sensitivity)
    };
    let tables = asked(Asked::Table);
    let tables_paid = tables.clone().count() == model.tables.len()
        && tables.zip(&model.tables).all(|(query, table)| {
            query.columns == table.columns && query.scale() == Some(table.scale)
        });
    let sizes = asked(Asked::Size).map(QueryFile::scale);
    if !sizes.eq(size.map(Some)) {
        Some("size is")
    } else if asked(Asked::Selection).count() >= columns.max(1)
        || !asked(Asked::Selection).all(right)
    {
        Some("structure is")
    } else if !tables_paid {
        Some("tables are")
    } else {
        None
    }
}

fn digest_of(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hex(&hash.finalize())),
            read => hash.update(buffer.get(..read).unwrap_or_default()),
        }
    }
}
