//! What the spec gives to finding bins, and how it is divided: evenly over all tables of all attributes.

use core::num::NonZeroU32;

use privet_core::Error as CoreError;
use privet_core::neighbours::Neighbours;
use privet_core::privacy::{LaplaceScale, NoiseScale, Sigma};
use privet_spec::Release;

use super::levels::levels_of;
use crate::error::Error;
use crate::plan::{Total, bins_part};

/// The part of each table. Nothing where the spec declares all bins.
#[derive(Clone, Copy)]
pub(crate) struct BinsBudget {
    pub(super) table: Total,
    tables: u32,
}

impl BinsBudget {
    /// Of a release, where it finds bins.
    pub(crate) fn of(release: &Release) -> Result<Option<Self>, Error> {
        let tables: usize = release.found().map(|one| levels_of(one).count()).sum();
        let tables = u32::try_from(tables).ok().and_then(NonZeroU32::new);
        let Some(tables) = tables else {
            return Ok(None);
        };
        Ok(Some(Self {
            table: match bins_part(release)? {
                Total::Gaussian(part) => Total::Gaussian(part.equal_part_down(tables)),
                Total::Pure(part) => Total::Pure(part.equal_part_down(tables)),
            },
            tables: tables.get(),
        }))
    }

    /// How many tables are measured.
    pub(crate) fn tables(self) -> u32 {
        self.tables
    }

    /// The noise of each table. Refused: a part that buys none.
    pub(crate) fn noise(self, neighbours: Neighbours) -> Result<NoiseScale, CoreError> {
        match self.table {
            Total::Gaussian(part) => {
                Sigma::smallest_up(neighbours.table(), part).map(NoiseScale::Gaussian)
            }
            Total::Pure(part) => {
                LaplaceScale::for_share(neighbours.table_l1(), part).map(NoiseScale::Laplace)
            }
        }
    }
}
