//! From noisy tables to consistent, non-negative ones with one total.
//!
//! Consistency makes cells negative and non-negativity disturbs consistency, so the two alternate
//! for [`ROUNDS`] rounds, unless [`Repair::Once`] is asked for; the last word has non-negativity, since rows can be
//! drawn from tables that agree only nearly, but not from negative ones. What is left is reported.

use super::consistency::{self, StepScratch};
use super::simplex::Post;
use super::tables::Tables;
use crate::Error;
use crate::domain::Domain;
use crate::privacy::NoiseScale;
use crate::variables::VariableSet;

/// Rounds of consistency and non-negativity. More change little (measured on four tables).
pub const ROUNDS: u32 = 8;

/// In which order tables become consistent and non-negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repair {
    /// Consistent, then non-negative, [`ROUNDS`] times.
    ByTurns,
    /// As in Bao: non-negative (Alg. 4), then consistent (Alg. 5). What is below zero again, of which the text says
    /// nothing, becomes non-negative at the end.
    Once,
}

/// What is fitted to what.
#[derive(Clone, Copy, Debug)]
pub struct Fitting<'a> {
    /// The variables.
    pub domain: Domain<'a>,
    /// The tables, with their noise.
    pub tables: &'a Tables,
    /// Their common sets ([`consistency::common_sets`]).
    pub sets: &'a [VariableSet],
    /// The total of every table, in rows.
    pub rows: u64,
    /// How cells become non-negative.
    pub post: Post,
    /// In which order.
    pub repair: Repair,
}

impl Fitting<'_> {
    /// Turns counts into units of 2^−20 rows, fits them in place, and returns the largest difference
    /// that is left between two tables on a common set, in these units.
    ///
    /// `cells` holds the noisy tables; `variances` has one place a table. A number of rows below 2^43 fits `i64` in these
    /// units; sums of cells that noise takes beyond are cut off at its ends.
    pub fn fit(
        &self,
        cells: &mut [i64],
        variances: &mut [f64],
        scratch: &mut StepScratch<'_>,
    ) -> Result<u64, Error> {
        let Self {
            domain,
            tables,
            sets,
            ..
        } = self;
        let total = i64::try_from(self.rows)
            .ok()
            .and_then(|rows| rows.checked_mul(1 << consistency::FRACTION_BITS))
            .ok_or(Error::TooManyRows)?;
        for cell in cells.iter_mut() {
            *cell = cell.saturating_mul(1 << consistency::FRACTION_BITS);
        }
        for (table, variance) in tables.as_slice().iter().zip(variances.iter_mut()) {
            *variance = table.noise.map_or(1.0, NoiseScale::variance);
        }
        let turns = match self.repair {
            Repair::ByTurns => ROUNDS,
            Repair::Once => {
                self.cut(cells, total)?;
                1
            }
        };
        for _ in 0..turns {
            consistency::make_consistent(domain, tables, sets, total, cells, variances, scratch)?;
            self.cut(cells, total)?;
        }
        consistency::disagreement(domain, tables, sets, cells, scratch)
    }

    /// No cell below zero.
    fn cut(&self, cells: &mut [i64], total: i64) -> Result<(), Error> {
        for table in self.tables.as_slice() {
            let cells = table.cells_mut(cells)?;
            self.post.apply(cells, total.unsigned_abs());
        }
        Ok(())
    }
}
