//! One record, checked by itself and against the files beside it.

use std::path::{Path, PathBuf};

use super::artefacts::check_artefacts;
use super::claims::check_claims;
use super::composition::check_composition;
use super::findings::Findings;
use super::folder::note_the_rest;
use crate::chain::Link;
use crate::error::Error;
use crate::files::inside;
use crate::names::RECORD;
use crate::public_model::Model;
use crate::reading::{TextFile, read_text};
use crate::record::Record;
use crate::spec::Spec;
use crate::watch::Watch;

/// A record whose own claims were checked.
pub(super) struct Checked {
    pub(super) path: PathBuf,
    pub(super) digest: String,
    pub(super) record: Record,
    pub(super) spec: Spec,
    /// Nothing where there is none, which is a fault.
    pub(super) model: Option<Model>,
}

impl Checked {
    /// `given` is a record, or the folder of a release.
    pub(super) fn new(
        given: &Path,
        watch: &dyn Watch,
        findings: &mut Findings,
    ) -> Result<Self, Error> {
        let path = &inside(given, RECORD);
        let name = path.display().to_string();
        let text = read_text(path, TextFile::Record)?;
        let record = Record::parse(&name, &text)?;
        findings.check(
            record.to_text()? == text,
            format!("{name}: undamaged (its own digest agrees)"),
            format!("{name}: the record was changed: its own digest (self_sha256) does not agree"),
        );
        let digest = privet_spec::digest(record.spec.text.as_bytes());
        findings.check(
            digest == record.spec.sha256,
            format!("{name}: spec has digest {digest}"),
            format!("{name}: the spec's text does not have the digest that stands beside it"),
        );
        let spec = Spec::of_record(&name, &record)?;
        if spec.plan().files() != record.spec.files {
            findings.fault(format!(
                "{name}: spec.files: they are not those that the spec names, each once"
            ));
        }
        check_claims(&name, &record, &spec, findings)?;
        check_composition(&name, &record, &spec, findings);
        let model = check_artefacts(&name, path, &record, &spec, watch, findings)?;
        note_the_rest(path, &spec, findings);
        let digest = privet_spec::digest(text.as_bytes());
        Ok(Self {
            path: path.to_owned(),
            digest,
            record,
            spec,
            model,
        })
    }

    /// What it says of the other releases of its table.
    pub(super) fn link(&self) -> Link {
        let name = self.path.display().to_string();
        Link::made(&name, &self.digest, &self.record, &self.spec)
    }
}
