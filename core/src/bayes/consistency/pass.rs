//! One pass over all common sets, and what it leaves.

use super::scratch::StepScratch;
use super::sets::{members, table_at};
use super::spread::{spread, sum_onto};
use super::targets::{average, settle_rest};
use super::weights::Weights;
use crate::Error;
use crate::bayes::tables::Tables;
use crate::domain::Domain;
use crate::variables::VariableSet;

/// Binary digits after the point of a fitted cell.
pub const FRACTION_BITS: u32 = 20;

/// One pass over all common sets. `fitted` holds the tables' cells in units of 2^−20 rows, and
/// `variances` one variance a table, which the pass updates. Afterwards all totals are `total`.
pub fn make_consistent(
    domain: &Domain<'_>,
    tables: &Tables,
    sets: &[VariableSet],
    total: i64,
    fitted: &mut [i64],
    variances: &mut [f64],
    scratch: &mut StepScratch<'_>,
) -> Result<(), Error> {
    for (place, set) in sets.iter().enumerate() {
        let cells = domain
            .cells(set, u64::from(u32::MAX))
            .ok_or(Error::BufferTooSmall)?;
        let members = members(domain, tables, set);
        // The largest set below this one, on which all of its tables agree already.
        let coarser = sets
            .iter()
            .take(place)
            .rev()
            .find(|coarser| domain.is_within(coarser, set));
        let weights = Weights::new(cells, tables, &members, variances);
        let mut scratch = scratch.take(cells)?;
        match coarser {
            Some(_) if members.len() < 2 => continue,
            Some(coarser) => {
                average(
                    domain,
                    tables,
                    set,
                    &members,
                    &weights,
                    fitted,
                    &mut scratch,
                )?;
                settle_rest(domain, tables, coarser, set, &members, fitted, &mut scratch)?;
            }
            None => scratch.targets.fill(i128::from(total)),
        }
        for &member in &members {
            let table = table_at(tables, member)?;
            spread(
                domain,
                &table.variables,
                set,
                table.cells_mut(fitted)?,
                &mut scratch,
            );
        }
        weights.update(cells, tables, &members, variances);
    }
    Ok(())
}

/// The largest difference between two tables on a common set, in units of 2^−20 rows.
pub fn disagreement(
    domain: &Domain<'_>,
    tables: &Tables,
    sets: &[VariableSet],
    fitted: &[i64],
    scratch: &mut StepScratch<'_>,
) -> Result<u64, Error> {
    let mut largest = 0;
    for set in sets {
        let cells = domain
            .cells(set, u64::from(u32::MAX))
            .ok_or(Error::BufferTooSmall)?;
        let StepScratch { targets, sums, .. } = scratch.take(cells)?;
        for (order, &member) in members(domain, tables, set).iter().enumerate() {
            let table = table_at(tables, member)?;
            sum_onto(domain, &table.variables, set, table.cells(fitted)?, sums);
            for (sum, first) in sums.iter().zip(targets.iter_mut()) {
                if order == 0 {
                    *first = i128::from(*sum);
                }
                let apart = first.abs_diff(i128::from(*sum));
                largest = largest.max(u64::try_from(apart).unwrap_or(u64::MAX));
            }
        }
    }
    Ok(largest)
}
