//! The release rebuilt from its published answers, and compared.
//!
//! The spec, the answers and the row seed are public. What the mechanism must have asked, given the answers, is derived by
//! the code that asked, with a transcript in the curator's place; so are the charges, the network, joined values, fitted
//! tables, and every row. A release is accepted only if every byte of its files is what came out.

use std::path::Path;

use serde_json::Value;

use super::comparison::{Compared, Comparison};
use super::difference::first_difference;
use super::findings::Findings;
use super::learned::{Learned, learned};
use super::number::not_rebuilt;
use super::rows::check_rows;
use super::tables::check_tables;
use crate::artefacts::{Origin, Publication, Released};
use crate::error::Error;
use crate::mechanisms::mechanism::Rows;
use crate::names::{MODEL, RECORD, synthetic_name};
use crate::public_model::Model;
use crate::record::Record;
use crate::spec::{Settled, Spec};
use crate::table::least_bytes;
use crate::watch::Watch;

/// A release as it was published.
pub(super) struct Published<'a> {
    pub(super) record_path: &'a Path,
    pub(super) record: &'a Record,
    pub(super) spec: &'a Spec,
    pub(super) model: &'a Model,
}

impl Published<'_> {
    /// Rebuilds every file and compares it with what is there. What needs no rebuild is checked whatever the number of the
    /// algorithm is. A machine with too little memory for a rebuild is no fault of the release, and an error.
    pub(super) fn check(&self, watch: &dyn Watch, findings: &mut Findings) -> Result<(), Error> {
        let name = self.record_path.display().to_string();
        if let Some(unlike) = self.unlike() {
            findings.fault(format!("{name}: {unlike}"));
            return Ok(());
        }
        check_tables(&name, self.record, self.model, findings);
        let made_by = self.model.algorithm();
        if let Some(untold) = not_rebuilt(&name, self.model.mechanism(), made_by) {
            findings.cannot_tell(untold);
            return Ok(());
        }
        let mut comparison = Comparison::with(self.record_path);
        match self.rebuilt(&mut comparison, watch) {
            Ok(Rebuilt {
                released,
                only_by_replay,
            }) => {
                for compared in &comparison.files {
                    self.tell(compared, &released, findings);
                }
                if let Some(settled) = only_by_replay {
                    let comparison = Comparison::with(self.record_path);
                    check_rows(comparison, &settled, released.rows, watch, findings);
                }
            }
            Err(Error::NoMemory(complaint)) => return Err(Error::NoMemory(complaint)),
            Err(error) => findings.fault(format!(
                "{name}: it cannot be rebuilt from the answers in {MODEL}: {error}"
            )),
        }
        Ok(())
    }

    /// What shows that record and model are not of one release.
    fn unlike(&self) -> Option<String> {
        let Self {
            record,
            spec,
            model,
            ..
        } = self;
        if model.algorithm() != record.algorithm.number {
            Some(format!("its algorithm.number is not that of {MODEL}"))
        } else if model.spec_text() != record.spec.text {
            Some(format!("the `spec` in {MODEL} is not the record's"))
        } else if model.mechanism() != spec.release().mechanism.name() {
            Some(format!("{MODEL} is of another mechanism than the spec's"))
        } else {
            None
        }
    }

    fn rebuilt(&self, comparison: &mut Comparison, watch: &dyn Watch) -> Result<Rebuilt, Error> {
        let Self { record, spec, .. } = self;
        let Learned {
            settled,
            before,
            made,
            row_seed,
        } = learned(spec, self.model, watch)?;
        // What a file claims is not what it gets.
        let claimed = spec.row_count(made.model.rows()) as u64;
        let synthetic = synthetic_name(spec.release());
        if comparison.length_of(synthetic) < least_bytes(spec.release(), claimed) {
            let what = format!("it tells of more rows than {synthetic} can hold");
            return Err(self.model.unlike_a_release(what));
        }
        let only_by_replay = matches!(made.rows, Rows::OnlyByReplay);
        let publication = Publication {
            spec,
            settled: &settled,
            before,
            made,
            origin: Origin {
                row_seed,
                seed_commitment: record.randomness.seed_commitment.clone(),
                data_commitment: record.randomness.data_commitment.clone(),
                software: record.software.clone(),
            },
        };
        let released = publication.write(comparison, watch)?;
        Ok(Rebuilt {
            released,
            only_by_replay: only_by_replay.then_some(settled),
        })
    }

    /// What came of one file; where it differs, which part of it does.
    fn tell(&self, compared: &Compared, released: &Released, findings: &mut Findings) {
        let path = compared.path.display();
        let Some(byte) = compared.differs_at else {
            findings.check(true, format!("{path}: rebuilt, every byte agrees"), "");
            return;
        };
        let parts = match compared.name.as_str() {
            MODEL => self.model.to_json().ok().zip(released.model.to_json().ok()),
            RECORD => json(self.record).zip(json(&released.record)),
            _ => None,
        };
        let part = parts.and_then(|(there, rebuilt)| first_difference(&there, &rebuilt));
        let place = part.map_or_else(
            || format!("from byte {byte} on"),
            |part| format!("`{part}`"),
        );
        findings.fault(format!(
            "{path}: it is not what the spec and the published answers give: {place}"
        ));
    }
}

/// What was rebuilt.
struct Rebuilt {
    released: Released,
    /// The spec with the bins that were found, where nothing that was published leads to the rows.
    only_by_replay: Option<Settled>,
}

/// A record's content, but for what binds the other files and itself: these differ wherever anything does.
fn json(record: &Record) -> Option<Value> {
    let mut value = serde_json::to_value(record).ok()?;
    let fields = value.as_object_mut()?;
    fields.remove("self_sha256");
    fields.remove("artefacts");
    Some(value)
}
