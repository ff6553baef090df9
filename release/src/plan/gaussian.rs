//! The budget of a mechanism on Gaussian noise, in its parts.

use privet_core::Error as CoreError;
use privet_core::calibration::Calibration;
use privet_core::neighbours::Neighbours;
use privet_core::privacy::{MuSquared, Sigma};
use privet_spec::{Guarantee, Release};

use super::shares::{left_for, part_of, size_sigma};
use super::total::calibration_of;
use crate::error::Error;

/// What (ε, δ) allows, and how the spec divides it. Every part is rounded down.
#[derive(Clone, Copy)]
pub(crate) struct GaussianBudget {
    /// The total μ², fixed in advance.
    pub(crate) calibration: Calibration,
    /// What the mechanism may spend: all but the part for finding bins.
    pub(crate) mechanism: MuSquared,
    /// For what chooses the tables; nothing where a mechanism pays that from `tables`.
    pub(crate) structure: MuSquared,
    /// For the number of rows; nothing where it is public.
    pub(crate) size: MuSquared,
    /// For the tables.
    pub(crate) tables: MuSquared,
}

impl GaussianBudget {
    pub(crate) fn of(release: &Release) -> Result<Self, Error> {
        let (Guarantee::Approximate { epsilon, delta }, Some(shares)) =
            (release.budget.guarantee, &release.budget.shares)
        else {
            let what = "a Gaussian mechanism without delta or shares";
            return Err(Error::flaw("spec", what));
        };
        let calibration = calibration_of(epsilon, delta)?;
        let total = calibration.mu_squared;
        let bins = part_of(total, shares.bins)?;
        let structure = part_of(total, shares.structure)?;
        let size = part_of(total, shares.size)?;
        let tables = part_of(total, Some(shares.tables))?;
        Ok(Self {
            calibration,
            mechanism: left_for(total, bins, [structure, size, tables])?,
            structure,
            size,
            tables,
        })
    }

    /// σ of the noisy number of rows; nothing where it is public.
    pub(crate) fn size_sigma(&self, neighbours: Neighbours) -> Result<Option<Sigma>, CoreError> {
        size_sigma(neighbours, self.size)
    }
}
