//! What a spec fixes for `Independent`.

use core::num::NonZeroU32;

use privet_core::Error as CoreError;
use privet_core::neighbours::Neighbours;
use privet_core::privacy::{MuSquared, Sigma};
use privet_spec::Release;

use crate::error::Error;
use crate::mechanisms::mechanism::{Largest, Planned, SizeNoise};
use crate::plan::{GaussianBudget, Plan, Total, Variables};

/// Every column by itself, with Gaussian noise.
pub(crate) struct Independent {
    /// What (ε, δ) allows, in its parts.
    pub(super) budget: GaussianBudget,
    /// The part of each column's table: they share evenly.
    pub(super) table: MuSquared,
}

impl Independent {
    pub(crate) fn new(release: &Release) -> Result<Self, Error> {
        let budget = GaussianBudget::of(release)?;
        let columns = u32::try_from(release.learned().count()).ok();
        let columns = columns.and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MIN);
        Ok(Self {
            table: budget.tables.equal_part_down(columns),
            budget,
        })
    }

    /// σ of each column's table.
    pub(super) fn table_sigma(&self, neighbours: Neighbours) -> Result<Sigma, CoreError> {
        Sigma::smallest_up(neighbours.table(), self.table)
    }
}

impl Planned for Independent {
    fn total(&self) -> Total {
        Total::Gaussian(self.budget.calibration.mu_squared)
    }

    fn variables(&self, release: &Release) -> Result<Variables, Error> {
        Ok(Variables::leaves(release))
    }

    fn size_noise(&self, neighbours: Neighbours) -> Result<Option<SizeNoise>, CoreError> {
        let sigma = self.budget.size_sigma(neighbours)?;
        Ok(sigma.map(SizeNoise::of_sigma))
    }

    fn widest_noise(&self, plan: &Plan) -> Option<f64> {
        self.table_sigma(plan.neighbours).ok().map(Sigma::to_f64)
    }

    fn largest(&self, plan: &Plan, _rows: u64) -> Largest {
        let sizes = plan.release.learned();
        Largest {
            cells: sizes.map(|attribute| u64::from(attribute.size())).sum(),
            scratch: 0,
        }
    }
}
