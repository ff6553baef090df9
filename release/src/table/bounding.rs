//! At most r rows a person.

use std::collections::HashMap;

use privet_spec::{Adjacency, Release, Unit};

use super::error::{IdProblem, TableError};
use super::records::Records;

/// Keeps each unit's first rows in the order of the file.
///
/// Whether a row is kept depends on the rows of the same person alone, so that adding or removing a
/// person's rows moves nobody else's. Ids are compared as bytes, as they stand in the file without
/// the quotes of CSV; they are never released, and forgotten with this value.
pub(crate) enum Bounding {
    EveryRow,
    Persons {
        /// Column of the id.
        column: usize,
        most: u32,
        /// Whether each row must be another person: under `Replace`, where a neighbour is one row changed.
        /// Keeping the first of several rows of a person would let one changed row, its id among it, move two
        /// kept ones: `P,1 / P,2 / Q,3` against `Q,0 / P,2 / Q,3` keeps {P1, Q3} and {Q0, P2}.
        each_once: bool,
        /// Rows kept so far. The map's hash is keyed at random, so that no file can slow it down.
        kept: HashMap<Box<[u8]>, u32>,
    },
}

/// What becomes of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Keep,
    /// The id is empty.
    WithoutId,
    /// The person has as many rows as it may have.
    BeyondBound,
    /// A release stops here: each row must name another person.
    Refused(IdProblem),
}

impl Bounding {
    pub(crate) fn new(release: &Release, records: &Records<'_>) -> Result<Self, TableError> {
        Ok(match &release.unit {
            Unit::Row => Self::EveryRow,
            Unit::Person { id, rows } => Self::Persons {
                column: records.find(id)?,
                most: *rows,
                each_once: release.adjacency == Adjacency::Replace,
                kept: HashMap::new(),
            },
        })
    }

    /// Judges the current row, and counts it if it is kept.
    pub(crate) fn judge(&mut self, records: &Records<'_>) -> Verdict {
        match self {
            Self::EveryRow => Verdict::Keep,
            Self::Persons {
                column,
                most,
                each_once,
                kept,
            } => {
                let id = records.field(*column);
                if id.is_empty() {
                    if *each_once {
                        return Verdict::Refused(IdProblem::Missing);
                    }
                    return Verdict::WithoutId;
                }
                match kept.get_mut(id) {
                    Some(_) if *each_once => return Verdict::Refused(IdProblem::Repeated),
                    Some(count) if *count >= *most => return Verdict::BeyondBound,
                    Some(count) => *count = count.saturating_add(1),
                    None => {
                        kept.insert(id.into(), 1);
                    }
                }
                Verdict::Keep
            }
        }
    }

    /// The column of the id, if there is one.
    pub(crate) fn id_column(&self) -> Option<usize> {
        match self {
            Self::EveryRow => None,
            Self::Persons { column, .. } => Some(*column),
        }
    }
}
