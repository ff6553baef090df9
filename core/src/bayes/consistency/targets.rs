//! What the cells of a common set should become.

use super::scratch::StepScratch;
use super::sets::{Members, table_at};
use super::spread::{narrow, next_part, sum_onto};
use super::weights::Weights;
use crate::Error;
use crate::bayes::tables::Tables;
use crate::domain::Domain;
use crate::variables::VariableSet;

/// Eq. 3.1 into the targets, rounded down.
pub(super) fn average(
    domain: &Domain<'_>,
    tables: &Tables,
    set: &VariableSet,
    members: &Members,
    weights: &Weights,
    fitted: &[i64],
    scratch: &mut StepScratch<'_>,
) -> Result<(), Error> {
    scratch.targets.fill(0);
    for (&member, &weight) in members.iter().zip(&weights.whole) {
        let table = table_at(tables, member)?;
        sum_onto(
            domain,
            &table.variables,
            set,
            table.cells(fitted)?,
            scratch.sums,
        );
        for (target, sum) in scratch.targets.iter_mut().zip(&*scratch.sums) {
            *target = target.saturating_add(i128::from(weight) * i128::from(*sum));
        }
    }
    let whole: i128 = weights.whole.iter().map(|&weight| i128::from(weight)).sum();
    for target in scratch.targets.iter_mut() {
        *target = mean_down(*target, whole);
    }
    Ok(())
}

/// A weighted mean, rounded down, from the weighted sum and the sum of the weights: it lies between
/// the smallest and the largest of what was averaged.
pub fn mean_down(weighted: i128, weights: i128) -> i128 {
    weighted.checked_div_euclid(weights).unwrap_or(0)
}

/// Gives the targets what rounding took: in each cell of the coarser set their sum becomes the
/// value on which the tables agree already, by single units on the first cells of it.
pub(super) fn settle_rest(
    domain: &Domain<'_>,
    tables: &Tables,
    coarser: &VariableSet,
    set: &VariableSet,
    members: &Members,
    fitted: &[i64],
    scratch: &mut StepScratch<'_>,
) -> Result<(), Error> {
    let cells = domain
        .cells(coarser, u64::from(u32::MAX))
        .ok_or(Error::BufferTooSmall)?;
    // The coarser set has no more cells than the set.
    let missing = scratch.sums.get_mut(..cells).ok_or(Error::BufferTooSmall)?;
    let Some(&first) = members.first() else {
        return Ok(());
    };
    let table = table_at(tables, first)?;
    sum_onto(
        domain,
        &table.variables,
        coarser,
        table.cells(fitted)?,
        missing,
    );
    let counts = scratch
        .shares
        .get_mut(..cells)
        .ok_or(Error::BufferTooSmall)?;
    counts.fill(0);
    let targets = &mut *scratch.targets;
    domain.project(set, coarser, |cell, onto| {
        if let (Some(target), Some(missing), Some(count)) = (
            targets.get(cell),
            missing.get_mut(onto),
            counts.get_mut(onto),
        ) {
            *missing = missing.saturating_sub(narrow(*target));
            *count = count.saturating_add(1);
        }
    });
    domain.project(set, coarser, |cell, onto| {
        if let (Some(target), Some(missing), Some(count)) = (
            targets.get_mut(cell),
            missing.get_mut(onto),
            counts.get_mut(onto),
        ) {
            let part = next_part(missing, count);
            *target = target.saturating_add(i128::from(part));
        }
    });
    Ok(())
}
