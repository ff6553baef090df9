//! What the model's file says of values that were joined, and of tables that were measured.

use privet_core::mrf::levels::Levels;
use serde::{Deserialize, Serialize};

use crate::noise::SigmaFile;
use crate::plan::VariableName;

/// The group of each value of an attribute, in the order of its codes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JoinedFile {
    pub(super) attribute: String,
    pub(super) groups: Vec<u16>,
    /// The same for the coarser levels that tables were measured at, finest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) coarser: Vec<Vec<u16>>,
}

impl JoinedFile {
    pub(super) fn of(attribute: String, levels: &Levels) -> Self {
        let coarser = levels.coarser.iter();
        Self {
            attribute,
            groups: levels.joined.groups().to_vec(),
            coarser: coarser.map(|level| level.groups().to_vec()).collect(),
        }
    }
}

/// A table as it was measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MeasuredFile {
    pub(super) columns: Vec<VariableName>,
    /// Parts of the table that were not asked for: for each the columns that it is about, none for the total. Where there
    /// are some, counts and sigma are in units of a row divided by the table's cells, and the counts tell the other parts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) left_out: Vec<Vec<VariableName>>,
    pub(super) sigma: SigmaFile,
    pub(super) counts: Vec<i64>,
}
