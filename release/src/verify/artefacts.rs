//! The files beside a record: their digests, and that the model holds nothing that was not paid for.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest as _, Sha256};

use super::findings::Findings;
use crate::error::Error;
use crate::making::{MODEL, SYNTHETIC};
use crate::model::Model;
use crate::record::Record;
use crate::spec::Spec;
use crate::text::hex;

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
    if model.spec_text() != record.spec.text {
        return Some("spec is");
    }
    if model.mechanism() != spec.release().mechanism.name() {
        return Some("mechanism is");
    }
    if record.algorithm.estimator.as_deref() != model.estimator() {
        return Some("estimator is");
    }
    model.unpaid_part(spec.plan(), &record.queries)
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
