//! One release of a chain: what it says of the others.

use privet_spec::{Adjacency, Guarantee, Unit};

use crate::plan::Total;
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

    /// The record's digest, where there is a record.
    pub(crate) fn digest(&self) -> Option<&str> {
        self.made.as_ref().map(|made| made.digest.as_str())
    }

    pub(crate) fn seed_commitment(&self) -> Option<&str> {
        self.made.as_ref().map(|made| made.seed_commitment.as_str())
    }
}
