//! Rows from a smoothed histogram: the one answer that is rows.
//!
//! Proved: in part `smoothed_rows_are_paid_before_they_are_read` (for a changed row only: four cells, two rows, every
//! total and share; every way to an error).
//! Tested: `curator_pays_before_it_draws_rows`, `a_histogram_is_over_the_leaves`,
//! `what_was_not_paid_for_is_refused_and_wiped`.

use core::num::NonZeroU32;

use rand_core::TryCryptoRng;

use super::source::Counts;
use super::state::Curator;
use crate::Error;
use crate::domain::Domain;
use crate::ledger::{Pure, Purpose};
use crate::noise::SmoothedRows;
use crate::privacy::{Draws, PureEpsilon, SmoothingWeight};
use crate::variables::VariableSet;

impl<C: Counts, R: TryCryptoRng, const ENTRIES: usize> Curator<C, R, Pure, ENTRIES> {
    /// Draws as many cells of the histogram over [`histogram_of`] as `drawn` has places, smoothed so
    /// that they cost at most `share`; returns the law that was paid for.
    ///
    /// `scratch` has as many cells as the histogram. Refused where the number of rows is private, or 2^32 and more
    /// ([`Draws`]).
    pub fn smoothed_rows(
        &mut self,
        domain: &Domain<'_>,
        share: PureEpsilon,
        scratch: &mut [u64],
        drawn: &mut [u32],
    ) -> Result<SmoothedRows, Error> {
        let rows = self.public_rows()?;
        let (variables, law) = smoothing(domain, rows, drawn.len(), share)?;
        if law.draws.cells.get() as usize != scratch.len() {
            return Err(Error::BufferTooSmall);
        }
        let paid = self.ledger.charge(Purpose::Rows(variables.clone()), law)?;
        self.announce(domain, &|tell| tell(&variables));
        drawn.fill(0);
        if let Err(error) = self.counted(domain, &variables, scratch) {
            scratch.fill(0);
            return Err(error);
        }
        paid.draw(scratch, drawn, &mut self.rng)?;
        Ok(law)
    }
}

/// The variables of the histogram, and the law by which so many rows are drawn from a table of so many, at a cost of at most
/// `share`.
pub(crate) fn smoothing(
    domain: &Domain<'_>,
    rows: u64,
    draws: usize,
    share: PureEpsilon,
) -> Result<(VariableSet, SmoothedRows), Error> {
    let variables = histogram_of(domain)?;
    let cells = domain.cells(&variables, u64::from(MOST_CELLS));
    let cells = cells.and_then(|cells| NonZeroU32::new(u32::try_from(cells).ok()?));
    let draws = Draws {
        rows: u32::try_from(rows).map_err(|_| Error::TooManyToDraw)?,
        cells: cells.ok_or(Error::BufferTooSmall)?,
        draws: u32::try_from(draws).map_err(|_| Error::TooManyToDraw)?,
    };
    let weight = SmoothingWeight::smallest_up(draws, share)?;
    Ok((variables, SmoothedRows { draws, weight }))
}

/// The variables of the histogram of all attributes: their leaves, without those of a single value,
/// which say nothing. Refused: more than a set can hold, and so more cells than there may be.
pub fn histogram_of(domain: &Domain<'_>) -> Result<VariableSet, Error> {
    let mut set = VariableSet::EMPTY;
    let leaves = domain.variables().filter(|&each| domain.is_leaf(each));
    for leaf in leaves.filter(|&leaf| domain.size(leaf) > 1) {
        set.insert(leaf)?;
    }
    Ok(set)
}

/// The largest histogram: 128 MiB.
const MOST_CELLS: u32 = 1 << 24;
