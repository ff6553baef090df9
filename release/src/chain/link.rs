//! One release of a chain: what it says of the others.

use std::path::Path;

use privet_spec::{Adjacency, Guarantee, Unit};

use crate::beside::BesideFile;
use crate::error::Error;
use crate::files::inside;
use crate::making::RECORD;
use crate::plan::Total;
use crate::reading::{TextFile, read_text};
use crate::record::Record;
use crate::spec::Spec;

/// One release of a chain.
pub(crate) struct Link {
    /// The record's path, or the spec's.
    pub(crate) name: String,
    /// `None` of a release that is still to be made.
    pub(crate) made: Option<Made>,
    /// Digests of the records that its spec names, without an order.
    pub(crate) previous: Vec<String>,
    pub(crate) unit: Unit,
    pub(crate) adjacency: Adjacency,
    pub(crate) lifetime: Option<Guarantee>,
    pub(crate) guarantee: Guarantee,
    /// What it may spend.
    pub(crate) total: Total,
    /// Of its spec.
    pub(crate) spec_digest: String,
}

/// What only a release that was made has.
pub(crate) struct Made {
    /// SHA-256 of the record: what `previous` names.
    pub(crate) digest: String,
    pub(crate) seed_commitment: String,
}

impl Link {
    /// A release that is still to be made.
    pub(crate) fn planned(spec: &Spec) -> Self {
        let release = spec.release();
        Self {
            name: spec.name().to_owned(),
            made: None,
            previous: release.budget.previous.clone(),
            unit: release.unit.clone(),
            adjacency: release.adjacency,
            lifetime: release.budget.lifetime,
            guarantee: release.budget.guarantee,
            total: spec.total(),
            spec_digest: spec.digest(),
        }
    }

    /// A release that was made.
    pub(crate) fn made(name: &str, digest: &str, record: &Record, spec: &Spec) -> Self {
        Self {
            name: name.to_owned(),
            made: Some(Made {
                digest: digest.to_owned(),
                seed_commitment: record.randomness.seed_commitment.clone(),
            }),
            ..Self::planned(spec)
        }
    }

    /// Reads a record, or that of a release's folder. The files beside it are not looked at: this is no `verify`.
    pub(crate) fn read(given: &Path) -> Result<Self, Error> {
        let path = inside(given, RECORD);
        let name = path.display().to_string();
        let text = read_text(&path, TextFile::Record)?;
        let record = Record::parse(&name, &text)?;
        if record.to_text()? != text {
            let what = "the record was changed: its own digest (self_sha256) does not agree";
            let help = "give the record as `privet release` wrote it";
            return Err(Error::refused(name, what, help));
        }
        let files = BesideFile::named(&record.spec.files);
        let spec = Spec::parse_with(&format!("{name} (spec)"), record.spec.text.as_str(), &files)?;
        let digest = privet_spec::digest(text.as_bytes());
        Ok(Self::made(&name, &digest, &record, &spec))
    }

    /// The record's digest, where there is a record.
    pub(crate) fn digest(&self) -> Option<&str> {
        self.made.as_ref().map(|made| made.digest.as_str())
    }

    pub(crate) fn seed_commitment(&self) -> Option<&str> {
        self.made.as_ref().map(|made| made.seed_commitment.as_str())
    }
}
