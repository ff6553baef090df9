//! The lines of the file, as they are written.

use privet_core::calibration::CERTIFIED_EPSILON;
use privet_spec::{Adjacency, Decimal, Guarantee, Unit};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::plan::Total;
use crate::record::LossFile;

/// The version of the format.
pub(super) const VERSION: u32 = 1;

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HeaderFile {
    pub(super) privet_account: u32,
    pub(super) unit: UnitFile,
    pub(super) adjacency: AdjacencyFile,
    pub(super) lifetime: GuaranteeFile,
    pub(super) time: String,
}

/// The first field of any version.
#[derive(Deserialize)]
pub(super) struct VersionFile {
    pub(super) privet_account: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) enum UnitFile {
    Row,
    Person {
        id: String,
        rows: u32,
        missing: Vec<String>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum AdjacencyFile {
    AddRemove,
    Replace,
}

/// Exact decimals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GuaranteeFile {
    pub(super) epsilon: String,
    /// `null` where it is 0.
    pub(super) delta: Option<String>,
}

/// Any other line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LineFile {
    /// SHA-256 of the line before, with its line end.
    pub(super) before: String,
    /// For people: no decision hangs on it.
    pub(super) time: String,
    pub(super) entry: EntryFile,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum EntryFile {
    Charge(ChargeFile),
    Published(PublishedFile),
}

/// What a release may spend, written before it reads the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ChargeFile {
    /// Counted from 1.
    pub(super) number: usize,
    pub(super) guarantee: GuaranteeFile,
    /// The exact amount.
    pub(super) total: LossFile,
    pub(super) spec_sha256: String,
    /// As in the record.
    pub(super) seed_commitment: String,
}

/// What a charge has become.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PublishedFile {
    /// The number of the charge.
    pub(super) charge: usize,
    pub(super) record_sha256: String,
}

/// A line's text, with its line end.
pub(super) fn text_of(line: &impl Serialize) -> Result<String, Error> {
    let text = serde_json::to_string(line).map_err(|error| Error::flaw("account", error))?;
    Ok(text + "\n")
}

/// The time in UTC, to the second.
pub(super) fn now() -> String {
    let now = jiff::Timestamp::now();
    let second = jiff::Timestamp::from_second(now.as_second());
    second.unwrap_or(now).to_string()
}

impl From<&Unit> for UnitFile {
    fn from(unit: &Unit) -> Self {
        match unit.clone() {
            Unit::Row => Self::Row,
            Unit::Person { id, rows, missing } => Self::Person { id, rows, missing },
        }
    }
}

impl From<UnitFile> for Unit {
    fn from(unit: UnitFile) -> Self {
        match unit {
            UnitFile::Row => Self::Row,
            UnitFile::Person { id, rows, missing } => Self::Person { id, rows, missing },
        }
    }
}

impl From<Adjacency> for AdjacencyFile {
    fn from(adjacency: Adjacency) -> Self {
        match adjacency {
            Adjacency::AddRemove => Self::AddRemove,
            Adjacency::Replace => Self::Replace,
        }
    }
}

impl From<AdjacencyFile> for Adjacency {
    fn from(adjacency: AdjacencyFile) -> Self {
        match adjacency {
            AdjacencyFile::AddRemove => Self::AddRemove,
            AdjacencyFile::Replace => Self::Replace,
        }
    }
}

impl From<Guarantee> for GuaranteeFile {
    fn from(guarantee: Guarantee) -> Self {
        Self {
            epsilon: guarantee.epsilon().to_string(),
            delta: guarantee.delta().map(|delta| delta.to_string()),
        }
    }
}

impl GuaranteeFile {
    /// What it promises; nothing where that is no guarantee within the range that is certified.
    pub(super) fn guarantee(&self) -> Option<Guarantee> {
        let epsilon: Decimal = self.epsilon.parse().ok()?;
        let guarantee = match &self.delta {
            None => Guarantee::Pure { epsilon },
            Some(delta) => Guarantee::Approximate {
                epsilon,
                delta: delta.parse().ok()?,
            },
        };
        let certified = CERTIFIED_EPSILON.contains(&epsilon.to_f64_down());
        (certified && Total::of(guarantee).is_ok()).then_some(guarantee)
    }
}
