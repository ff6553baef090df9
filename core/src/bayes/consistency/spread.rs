//! Sums over the cells of a set, and changes spread over them.

use super::scratch::StepScratch;
use crate::domain::Domain;
use crate::variables::VariableSet;

/// Eq. 3.2: what each cell of the set lacks, in equal parts over the table's cells of it.
pub(super) fn spread(
    domain: &Domain<'_>,
    variables: &VariableSet,
    set: &VariableSet,
    cells: &mut [i64],
    scratch: &mut StepScratch<'_>,
) {
    sum_onto(domain, variables, set, cells, scratch.sums);
    scratch.shares.fill(0);
    let StepScratch {
        targets,
        sums,
        shares,
    } = scratch;
    for (sum, target) in sums.iter_mut().zip(targets.iter()) {
        *sum = narrow(target.saturating_sub(i128::from(*sum)));
    }
    domain.project(variables, set, |_, onto| {
        if let Some(share) = shares.get_mut(onto) {
            *share = share.saturating_add(1);
        }
    });
    domain.project(variables, set, |cell, onto| {
        if let (Some(value), Some(missing), Some(count)) = (
            cells.get_mut(cell),
            sums.get_mut(onto),
            shares.get_mut(onto),
        ) {
            *value = value.saturating_add(next_part(missing, count));
        }
    });
}

/// The next of `count` nearly equal parts of `missing`, which both shrink by it; parts differ by at
/// most one unit, and the last one leaves nothing.
///
/// The part is ⌊missing/count⌋, and what is left over the cells left lies between this and the next
/// whole number again. No loop, so a proof can range over its inputs.
pub fn next_part(missing: &mut i64, count: &mut u32) -> i64 {
    let part = missing.checked_div_euclid(i64::from(*count)).unwrap_or(0);
    *missing = missing.saturating_sub(part);
    *count = count.saturating_sub(1);
    part
}

pub(super) fn sum_onto(
    domain: &Domain<'_>,
    variables: &VariableSet,
    set: &VariableSet,
    cells: &[i64],
    sums: &mut [i64],
) {
    sums.fill(0);
    domain.project(variables, set, |cell, onto| {
        if let (Some(value), Some(sum)) = (cells.get(cell), sums.get_mut(onto)) {
            *sum = sum.saturating_add(*value);
        }
    });
}

/// A target is a mean of sums of cells, so it fits where they do.
pub(super) fn narrow(value: i128) -> i64 {
    i64::try_from(value).unwrap_or(if value < 0 { i64::MIN } else { i64::MAX })
}
