//! The law of some columns of a network's rows, exactly.

use privet_core::Error as CoreError;
use privet_core::bayes::rows::Model;
use privet_core::domain::Domain;
use privet_core::mrf::conditional::{Families, Given};
use privet_spec::Sampling;

use super::drawn_from::{DrawnFrom, UNCHANGED};
use crate::error::Error;
use crate::memory::is_memory_for;
use crate::model::LawWanted;
use crate::plan::Plan;

impl DrawnFrom<'_> {
    /// The probability of every combination of values. Refused: where rows follow no law of their own, or it takes too much
    /// memory.
    pub(crate) fn law(
        &self,
        plan: &Plan,
        domain: &Domain<'_>,
        wanted: LawWanted<'_>,
    ) -> Result<Vec<f64>, Error> {
        if plan.release.output.sampling == Sampling::Inconsistent {
            return Err(wanted.refused(
                "`sampling: Inconsistent` goes back and tries again, so that its rows follow no law",
            ));
        }
        self.with_model(wanted.file, plan, domain, |model| law(model, wanted))
    }
}

fn law(model: &Model<'_>, wanted: LawWanted<'_>) -> Result<Vec<f64>, Error> {
    let bad = |error: CoreError| Error::refused(wanted.file, error.to_string(), UNCHANGED);
    let no_mass = || Error::refused(wanted.file, "its tables have no mass", UNCHANGED);
    let families = Families::new(model).map_err(bad)?;
    // Nothing is known of a row.
    let given = Given::new(&families, &[]).map_err(bad)?;
    let given = given.ok_or_else(no_mass)?;
    let cells = given.cells();
    if cells > wanted.max_cells {
        let most = wanted.max_cells;
        return Err(wanted.refused(&format!(
            "inference takes {cells} cells of memory, and at most {most} are allowed"
        )));
    }
    if !is_memory_for(cells.saturating_mul(BYTES_A_CELL)) {
        return Err(wanted.refused("inference takes more memory than is to be had"));
    }
    let law = given
        .marginal(wanted.attributes, wanted.max_cells)
        .map_err(|error| match error {
            CoreError::BufferTooSmall => wanted.refused(&format!(
                "these columns are so far apart in the model that their law takes more than {} cells of memory",
                wanted.max_cells
            )),
            other => bad(other),
        })?;
    law.ok_or_else(no_mass)
}

/// Beliefs, and what is multiplied into them.
const BYTES_A_CELL: u64 = 48;
