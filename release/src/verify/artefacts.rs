//! The files beside a record: their digests, and that they are what the published answers give.

use std::path::Path;

use super::findings::Findings;
use super::rebuild::Published;
use crate::error::Error;
use crate::names::{MODEL, synthetic_name};
use crate::opening::digest_of;
use crate::public_model::Model;
use crate::reading::{TextFile, read_text};
use crate::record::Record;
use crate::spec::Spec;
use crate::watch::Watch;

/// The files beside the record. Nothing comes of a model that is missing or none.
pub(super) fn check_artefacts(
    name: &str,
    record_path: &Path,
    record: &Record,
    spec: &Spec,
    watch: &dyn Watch,
    findings: &mut Findings,
) -> Result<Option<Model>, Error> {
    let folder = record_path.parent().unwrap_or(Path::new("."));
    let files: Vec<&str> = record.artefacts.iter().map(|of| of.file.as_str()).collect();
    let synthetic = synthetic_name(spec.release());
    if files != [synthetic, MODEL] {
        findings.fault(format!(
            "{name}: artefacts: they are not {synthetic} and {MODEL}, in this order"
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
    let Ok(text) = text else {
        return Ok(None);
    };
    let model = Model::parse(&model_path.display().to_string(), &text)?;
    let published = Published {
        record_path,
        record,
        spec,
        model: &model,
    };
    published.check(watch, findings)?;
    Ok(Some(model))
}
