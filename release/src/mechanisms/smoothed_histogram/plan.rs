//! What a spec fixes for `SmoothedHistogram`.

use core::num::NonZeroU32;

use privet_core::Error as CoreError;
use privet_core::neighbours::Neighbours;
use privet_core::privacy::{Draws, PureEpsilon};
use privet_spec::{Release, RowCount, SmoothedHistogram as Parameters};

use crate::error::Error;
use crate::mechanisms::mechanism::{Largest, Planned, SizeNoise};
use crate::plan::{Plan, Total, Variables, pure_of};

/// Rows drawn from a smoothed histogram.
pub(crate) struct SmoothedHistogram {
    /// What may be spent.
    pub(super) epsilon: PureEpsilon,
    /// K.
    pub(super) cells: NonZeroU32,
    /// How many rows are drawn: a number from the spec, or the table's own, which is public.
    pub(super) rows: RowCount,
}

impl SmoothedHistogram {
    pub(crate) fn new(release: &Release, parameters: &Parameters) -> Result<Self, Error> {
        Ok(Self {
            epsilon: pure_of(release.budget.guarantee.epsilon())?,
            cells: NonZeroU32::new(parameters.cells)
                .ok_or_else(|| Error::flaw("spec", "a histogram without cells"))?,
            rows: release.output.rows,
        })
    }

    /// n, K and k for a table of so many rows.
    pub(super) fn draws(&self, rows: u32) -> Draws {
        Draws {
            rows,
            cells: self.cells,
            draws: match self.rows {
                RowCount::Exactly(draws) => draws,
                // The number of rows is public, so there is no noisy one.
                RowCount::AsInput | RowCount::Noisy => rows,
            },
        }
    }
}

impl Planned for SmoothedHistogram {
    fn total(&self) -> Total {
        Total::Pure(self.epsilon)
    }

    fn variables(&self, release: &Release) -> Result<Variables, Error> {
        Ok(Variables::leaves(release))
    }

    /// It draws as many rows as the spec or the public table says.
    fn size_noise(&self, _neighbours: Neighbours) -> Result<Option<SizeNoise>, CoreError> {
        Ok(None)
    }

    /// There is none: rows are drawn.
    fn widest_noise(&self, _plan: &Plan) -> Option<f64> {
        Some(0.0)
    }

    /// Its histogram is made before anything is paid, and the model holds no table.
    fn largest(&self, _plan: &Plan, _rows: u64) -> Largest {
        Largest {
            cells: 0,
            scratch: u64::from(self.cells.get()).saturating_mul(8),
        }
    }
}
