//! Numbers as models write them.

use privet_core::Error;
use privet_core::curator::Size;
use serde::{Deserialize, Serialize};

use crate::noise::{Noise, SigmaFile};
use crate::plan::VariableName;
use crate::text::hex;

/// The version of the format.
pub(crate) const VERSION: u32 = 1;

/// The number of rows, where noise is Gaussian.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) enum SizeFile {
    /// With noise of this σ.
    Noisy { rows: i64, sigma: SigmaFile },
    /// As it is.
    Public { rows: i64 },
}

impl SizeFile {
    /// Refused: a size with noise of another law.
    pub(crate) fn of(size: Size) -> Result<Self, Error> {
        Ok(match size {
            Size::Noisy { rows, noise } => Self::Noisy {
                rows,
                sigma: SigmaFile::of(Some(noise))?,
            },
            Size::Public(rows) => Self::Public { rows },
        })
    }

    pub(crate) fn rows(self) -> i64 {
        let (Self::Noisy { rows, .. } | Self::Public { rows }) = self;
        rows
    }

    pub(crate) fn counted(self) -> CountedRows {
        CountedRows {
            rows: self.rows(),
            noise: match self {
                Self::Noisy { sigma, .. } => Some(sigma.noise()),
                Self::Public { .. } => None,
            },
        }
    }
}

/// The number of rows as it was counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CountedRows {
    /// A noisy one may be below zero.
    pub(crate) rows: i64,
    /// Nothing where it is public.
    pub(crate) noise: Option<Noise>,
}

/// A table of noisy counts, as a model holds it.
pub(crate) struct NoisyTable<'m> {
    pub(crate) columns: &'m [VariableName],
    /// Parts that were not asked for.
    pub(crate) left_out: &'m [Vec<VariableName>],
    /// In rows, or in units of a row divided by the table's cells where parts were left out.
    pub(crate) cells: &'m [i64],
    /// Of each cell, in the same units.
    pub(crate) noise: Noise,
    /// How far noise moves a count of one cell, in rows: where parts were left out also that of the tables that tell them.
    pub(crate) of_a_cell: Noise,
}

impl NoisyTable<'_> {
    /// Units of a row.
    pub(crate) fn units(&self) -> usize {
        if self.left_out.is_empty() {
            1
        } else {
            self.cells.len().max(1)
        }
    }
}

/// The row seed as text.
pub(crate) fn seed_text(seed: [u8; 32]) -> String {
    hex(&seed)
}
