//! The files beside a record: their digests, and that the model holds nothing that was not paid for.

use std::path::Path;

use super::findings::Findings;
use crate::bins::{are_paid_for, divided};
use crate::error::Error;
use crate::making::{MODEL, SYNTHETIC};
use crate::model::Model;
use crate::opening::digest_of;
use crate::reading::{TextFile, read_text};
use crate::record::Record;
use crate::spec::{Settled, Spec};

/// The files beside the record.
pub(super) fn check_artefacts(
    name: &str,
    record_path: &Path,
    record: &Record,
    spec: &Spec,
    findings: &mut Findings,
) -> Result<(), Error> {
    let folder = record_path.parent().unwrap_or(Path::new("."));
    let files: Vec<&str> = record.artefacts.iter().map(|of| of.file.as_str()).collect();
    if files != [SYNTHETIC, MODEL] {
        findings.fault(format!(
            "{name}: artefacts: they are not {SYNTHETIC} and {MODEL}, in this order"
        ));
    }
    for artefact in &record.artefacts {
        // A record names files beside it, never a path.
        if artefact.file.contains(['/', '\\']) {
            findings.fault(format!("{name}: `{}` is no file beside it", artefact.file));
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
            Err(error) => findings.fault(format!("{}: missing ({error})", path.display())),
        }
    }
    let model_path = folder.join(MODEL);
    let text = read_text(&model_path, TextFile::Model);
    if let Err(error) = &text
        && model_path.exists()
    {
        findings.fault(error.to_string());
    }
    if let Ok(text) = text {
        let model = Model::parse(&model_path.display().to_string(), &text)?;
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

/// Every noisy answer of the model was paid for, and the model is of the kind that the spec asks for. Names the
/// first part that was not.
fn unpaid_part(model: &Model, record: &Record, spec: &Spec) -> Option<&'static str> {
    if model.spec_text() != record.spec.text || model.files() != record.spec.files {
        return Some("spec is");
    }
    if model.mechanism() != spec.release().mechanism.name() {
        return Some("mechanism is");
    }
    if record.algorithm.estimator != model.estimator() {
        return Some("estimator is");
    }
    let (of_bins, queries) = divided(&record.queries);
    let settled = model.settled(spec).ok();
    let inside = model.inside();
    let derived = |settled: &Settled| settled.plan.inside == *inside;
    let paid = |_: &Settled| are_paid_for(spec, &inside.found, of_bins);
    let Some(settled) = settled.filter(derived).filter(paid) else {
        return Some("bins are");
    };
    model.unpaid_part(&settled.plan, queries)
}
