//! Consistency among noisy tables (Bao Alg. 5), on fixed-point integers.
//!
//! Tables that share variables should agree on them. For a set B and the tables T_i that contain it
//! (at a level at least as fine), with q_i cells of T_i for a cell of B:
//! ```text
//! T_B(b) = Σ w_i·T_i(b) / Σ w_i,   w_i ∝ 1/(q_i·σ_i²)                           (Eq. 3.1)
//! T_i   += (T_B(b) − T_i(b)) / q_i   in each of the cells of b                  (Eq. 3.2)
//! σ_i² ← (1 − (1−w_i)/q_i)²σ_i² + (q_i−1)((1−w_i)/q_i)²σ_i² + q_i⁻² Σ_(j≠i) w_j² q_j σ_j²
//! ```
//! Deviations: the text's variance update (Eq. 3.3) is misprinted, the last line is what it means.
//! The sets are the pairwise intersections *closed under intersection*, ∅ included (tables abc, abd,
//! acde never meet on a pairwise). ∅ comes first, and its target is the known size, not the mean.
//! Where groups are uneven q_i is the mean, so that the weights are the same in all cells of B:
//! otherwise a later step would undo an earlier one.
//!
//! **Rounding.** Cells are in units of 2^−20 rows. A target is a floor; what it lacks to the agreed
//! value of the largest set below B is added unit by unit, and a change is spread over the cells of b
//! with the remainder on the first ones. So totals agree exactly, and so does a chain of sets such
//! as the levels of one attribute. In general settling one set leaves a remainder on others that were
//! settled before it, of the order of one unit for each cell that is summed over: the bound, derived
//! from the shape of the tables alone, stands in the property below. [`disagreement`] measures what
//! is left.
//!
//! Proved: `parts_differ_by_at_most_one_unit`, for up to 15 cells, and `means_lie_between`, for two
//! values of three bits. Tested: `consistency_is_within_its_bound` (totals and chains exactly, all
//! common sets within the bound, a second pass too).

use super::tables::{MOST_TABLES, Table, Tables};
use crate::Error;
use crate::domain::Domain;
use crate::variables::VariableSet;

/// Binary digits after the point of a fitted cell.
pub const FRACTION_BITS: u32 = 20;

/// The sets on which tables should agree: all meets of tables, closed under meet, coarsest first.
/// Returns how many of `scratch` were used; refused where it is too small.
pub fn common_sets(
    domain: &Domain<'_>,
    tables: &Tables,
    scratch: &mut [VariableSet],
) -> Result<usize, Error> {
    let mut used = 0;
    add_set(scratch, &mut used, VariableSet::EMPTY)?;
    for (place, table) in tables.as_slice().iter().enumerate() {
        for other in tables.as_slice().iter().skip(place.saturating_add(1)) {
            add_set(
                scratch,
                &mut used,
                domain.meet(&table.variables, &other.variables),
            )?;
        }
    }
    // Every meet of tables is a meet of one of these with one more table.
    let mut done = 0;
    while done < used {
        for table in tables.as_slice() {
            let set = scratch.get(done).ok_or(Error::BufferTooSmall)?;
            let meet = domain.meet(set, &table.variables);
            add_set(scratch, &mut used, meet)?;
        }
        done = done.saturating_add(1);
    }
    let sets = scratch.get_mut(..used).ok_or(Error::BufferTooSmall)?;
    sets.sort_unstable_by(|one, other| {
        fineness(domain, one)
            .cmp(&fineness(domain, other))
            .then_with(|| one.as_slice().cmp(other.as_slice()))
    });
    Ok(used)
}

/// Memory for one step: as many cells as the largest common set's table.
pub struct StepScratch<'a> {
    /// Weighted sums, then targets.
    pub targets: &'a mut [i128],
    /// One table's sums over a common set.
    pub sums: &'a mut [i64],
    /// One table's cells for each cell of a common set.
    pub shares: &'a mut [u32],
}

impl StepScratch<'_> {
    /// The part of the room that a table of so many cells needs.
    fn take(&mut self, cells: usize) -> Result<StepScratch<'_>, Error> {
        Ok(StepScratch {
            targets: self.targets.get_mut(..cells).ok_or(Error::BufferTooSmall)?,
            sums: self.sums.get_mut(..cells).ok_or(Error::BufferTooSmall)?,
            shares: self.shares.get_mut(..cells).ok_or(Error::BufferTooSmall)?,
        })
    }
}

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

type Members = heapless::Vec<usize, MOST_TABLES>;

/// The tables that contain the set.
fn members(domain: &Domain<'_>, tables: &Tables, set: &VariableSet) -> Members {
    let mut members = Members::new();
    for (place, table) in tables.as_slice().iter().enumerate() {
        if domain.is_within(set, &table.variables) {
            // There are at most MOST_TABLES tables.
            let _ = members.push(place);
        }
    }
    members
}

fn table_at(tables: &Tables, place: usize) -> Result<&Table, Error> {
    tables.as_slice().get(place).ok_or(Error::BufferTooSmall)
}

/// w_i ∝ 1/(q_i·σ_i²), as integers for the average and as floats for the variances. Sums, products
/// and quotients of floats are the same on every platform; all of this is public.
struct Weights {
    normal: heapless::Vec<f64, MOST_TABLES>,
    whole: heapless::Vec<i64, MOST_TABLES>,
}

impl Weights {
    #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
    fn new(cells: usize, tables: &Tables, members: &Members, variances: &[f64]) -> Self {
        let mut normal = heapless::Vec::new();
        let mut whole = heapless::Vec::new();
        let mut sum = 0.0;
        for (table, variance) in of_members(tables, members, variances) {
            let weight = cells as f64 / (table.len() as f64 * variance);
            sum += weight;
            let _ = normal.push(weight);
        }
        for weight in &mut normal {
            *weight /= sum;
            // At least one unit of 2^−32; a saturating cast of a number of at most 2^32.
            let _ = whole.push(((*weight * WEIGHT_ONE) as i64).max(1));
        }
        Self { normal, whole }
    }

    /// The corrected Eq. 3.3.
    #[allow(clippy::cast_precision_loss)]
    fn update(&self, cells: usize, tables: &Tables, members: &Members, variances: &mut [f64]) {
        let per_cell = |table: &Table| table.len() as f64 / cells as f64;
        // Σ_j w_j²·q_j·σ_j²
        let all: f64 = of_members(tables, members, variances)
            .zip(&self.normal)
            .map(|((table, variance), weight)| weight * weight * per_cell(table) * variance)
            .sum();
        for (&member, weight) in members.iter().zip(&self.normal) {
            let (Some(table), Some(variance)) =
                (tables.as_slice().get(member), variances.get_mut(member))
            else {
                continue;
            };
            let q = per_cell(table);
            let moved = (1.0 - weight) / q;
            let own = weight * weight * q * *variance;
            *variance = (1.0 - moved) * (1.0 - moved) * *variance
                + (q - 1.0) * moved * moved * *variance
                + (all - own) / (q * q);
        }
    }
}

fn of_members<'a>(
    tables: &'a Tables,
    members: &'a Members,
    variances: &'a [f64],
) -> impl Iterator<Item = (&'a Table, f64)> {
    members
        .iter()
        .filter_map(|&member| Some((tables.as_slice().get(member)?, *variances.get(member)?)))
}

/// Eq. 3.1 into the targets, rounded down.
fn average(
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
fn settle_rest(
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

/// Eq. 3.2: what each cell of the set lacks, in equal parts over the table's cells of it.
fn spread(
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

fn sum_onto(
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

fn add_set(scratch: &mut [VariableSet], used: &mut usize, set: VariableSet) -> Result<(), Error> {
    let known = scratch.get(..*used).ok_or(Error::BufferTooSmall)?;
    if !known.contains(&set) {
        *scratch.get_mut(*used).ok_or(Error::BufferTooSmall)? = set;
        *used = used.saturating_add(1);
    }
    Ok(())
}

/// Grows with every variable and with every finer level: a linear extension of "is within".
fn fineness(domain: &Domain<'_>, set: &VariableSet) -> usize {
    set.as_slice()
        .iter()
        .map(|&variable| {
            let coarser = domain.variables().filter(|&other| {
                other >= variable && domain.attribute(other) == domain.attribute(variable)
            });
            coarser.count()
        })
        .sum()
}

/// A target is a mean of sums of cells, so it fits where they do.
fn narrow(value: i128) -> i64 {
    i64::try_from(value).unwrap_or(if value < 0 { i64::MIN } else { i64::MAX })
}

const WEIGHT_ONE: f64 = 4_294_967_296.0; // 2^32
