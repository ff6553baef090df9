//! Counting the cells of a marginal in both tables.
//!
//! A cell is a mixed-radix number: code₀·size₁·size₂ + code₁·size₂ + code₂. Small marginals are counted
//! in an array, large ones by sorting the rows' cells, so that memory grows with the rows and not with
//! the product of the sizes.
//!
//! Tested: both ways agree with each other and with counting by hand.

use core::ops::{Add, Mul};

use crate::input::{Codes, Comparison, Table};

/// Calls `visit` with every cell that is not empty in both tables: its number, and its rows in the
/// real and in the synthetic table. Cells come in increasing order.
///
/// Numbers are exact below 2^128; `columns` may be at most eight.
pub(crate) fn visit_cells(
    comparison: &Comparison<'_>,
    columns: &[usize],
    mut visit: impl FnMut(u128, u64, u64),
) {
    let sizes = comparison.sizes(columns);
    let cells = sizes.iter().try_fold(1_usize, |cells, size| {
        cells
            .checked_mul(*size)
            .filter(|cells| *cells <= MOST_DENSE)
    });
    let (real, synthetic) = (comparison.real(), comparison.synthetic());
    let rows = real.rows.saturating_add(synthetic.rows);
    let worth = rows.saturating_mul(CELLS_A_ROW).max(SMALL);
    if let Some(cells) = cells.filter(|cells| *cells <= worth) {
        let left = dense(real, columns, &sizes, cells);
        let right = dense(synthetic, columns, &sizes, cells);
        for (cell, (left, right)) in (0_u128..).zip(left.into_iter().zip(right)) {
            if left | right != 0 {
                visit(cell, u64::from(left), u64::from(right));
            }
        }
        return;
    }
    let fits = sizes.iter().try_fold(1_u64, |cells, size| {
        cells.checked_mul(u64::try_from(*size).ok()?)
    });
    if fits.is_some() {
        let left = sorted::<u64>(real, columns, &sizes);
        merge(&left, &sorted(synthetic, columns, &sizes), visit);
    } else {
        let left = sorted::<u128>(real, columns, &sizes);
        merge(&left, &sorted(synthetic, columns, &sizes), visit);
    }
}

/// Counts in an array.
fn dense(table: &Table<'_>, columns: &[usize], sizes: &[usize], cells: usize) -> Vec<u32> {
    let mut chosen = columns.iter().zip(sizes).filter_map(|(place, size)| {
        let column = table.columns.get(*place)?;
        Some((column.codes, u32::try_from(*size).ok()?))
    });
    let Some((first, _)) = chosen.next() else {
        return vec![0; cells];
    };
    let rest: Vec<(Codes<'_>, u32)> = chosen.collect();
    // Neighbouring rows often have the same cell; several arrays spare them waiting for each other.
    let lanes = if cells <= MOST_IN_LANES { LANES } else { 1 };
    let mut counts = vec![0_u32; cells.saturating_mul(lanes)];
    let mut block = Vec::with_capacity(BLOCK);
    let mut start = 0;
    while start < table.rows {
        let end = start.saturating_add(BLOCK).min(table.rows);
        block.clear();
        match first {
            Codes::Narrow(codes) => {
                block.extend(part(codes, start, end).iter().map(|code| u32::from(*code)));
            }
            Codes::Wide(codes) => {
                block.extend(part(codes, start, end).iter().map(|code| u32::from(*code)));
            }
        }
        for (codes, size) in &rest {
            match codes {
                Codes::Narrow(codes) => append_digit(&mut block, part(codes, start, end), *size),
                Codes::Wide(codes) => append_digit(&mut block, part(codes, start, end), *size),
            }
        }
        count(&mut counts, cells, &block);
        start = end;
    }
    let mut lanes = counts.chunks(cells.max(1));
    let mut total = lanes.next().unwrap_or_default().to_vec();
    for lane in lanes {
        for (sum, more) in total.iter_mut().zip(lane) {
            *sum = sum.saturating_add(*more);
        }
    }
    total
}

/// One more attribute: cell · size + code. Below 2^22 cells nothing overflows.
fn append_digit<C: Copy + Into<u32>>(block: &mut [u32], codes: &[C], size: u32) {
    for (cell, code) in block.iter_mut().zip(codes) {
        *cell = cell.wrapping_mul(size).wrapping_add((*code).into());
    }
}

fn count(counts: &mut [u32], cells: usize, block: &[u32]) {
    let increment = |count: Option<&mut u32>| {
        if let Some(count) = count {
            *count = count.wrapping_add(1); // at most 2^32 − 1 rows
        }
    };
    if counts.len() < cells.saturating_mul(LANES) || cells == 0 {
        for cell in block {
            increment(counts.get_mut(place(*cell)));
        }
        return;
    }
    let mut lanes = counts.chunks_exact_mut(cells);
    let (Some(a), Some(b), Some(c), Some(d)) =
        (lanes.next(), lanes.next(), lanes.next(), lanes.next())
    else {
        return;
    };
    let mut fours = block.chunks_exact(LANES);
    for four in &mut fours {
        if let [first, second, third, fourth] = four {
            increment(a.get_mut(place(*first)));
            increment(b.get_mut(place(*second)));
            increment(c.get_mut(place(*third)));
            increment(d.get_mut(place(*fourth)));
        }
    }
    for cell in fours.remainder() {
        increment(a.get_mut(place(*cell)));
    }
}

/// A cell of an array.
fn place(cell: u32) -> usize {
    usize::try_from(cell).unwrap_or(usize::MAX)
}

fn part<C>(codes: &[C], start: usize, end: usize) -> &[C] {
    codes.get(start..end).unwrap_or_default()
}

/// The cell of every row, in increasing order.
fn sorted<K>(table: &Table<'_>, columns: &[usize], sizes: &[usize]) -> Vec<K>
where
    K: Copy + Ord + Default + Mul<Output = K> + Add<Output = K> + From<u32>,
{
    let mut keys = vec![K::default(); table.rows];
    for (place, size) in columns.iter().zip(sizes) {
        let Some(column) = table.columns.get(*place) else {
            continue;
        };
        // At most 2^16 codes.
        let size = K::from(u32::try_from(*size).unwrap_or(u32::MAX));
        for (key, code) in keys.iter_mut().zip(column.codes.iter()) {
            *key = *key * size + K::from(u32::from(code));
        }
    }
    keys.sort_unstable();
    keys
}

/// Goes through two sorted lists, one cell after the other.
fn merge<K: Copy + Ord + Into<u128>>(
    left: &[K],
    right: &[K],
    mut visit: impl FnMut(u128, u64, u64),
) {
    let (mut left, mut right) = (left.iter().peekable(), right.iter().peekable());
    while let Some(cell) = [left.peek(), right.peek()].into_iter().flatten().min() {
        let cell = **cell;
        let take = |keys: &mut core::iter::Peekable<core::slice::Iter<'_, K>>| {
            let mut count = 0_u64;
            while keys.next_if(|key| **key == cell).is_some() {
                count += 1;
            }
            count
        };
        let (real, synthetic) = (take(&mut left), take(&mut right));
        visit(cell.into(), real, synthetic);
    }
}

/// Cells of an array, 16 MiB.
const MOST_DENSE: usize = 1 << 22;
/// An array with more cells than this for each row is slower than sorting.
const CELLS_A_ROW: usize = 8;
/// An array this small is never slower.
const SMALL: usize = 1 << 12;
/// Cells up to which there are several arrays, which then fit the first-level cache.
const MOST_IN_LANES: usize = 1 << 11;
const LANES: usize = 4;
/// Rows at a time.
const BLOCK: usize = 1 << 12;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{comparison, random_table};
    use std::collections::BTreeMap;

    /// Every row counted by hand.
    fn by_hand(comparison: &Comparison<'_>, columns: &[usize]) -> Vec<(u128, u64, u64)> {
        let mut counts: BTreeMap<u128, (u64, u64)> = BTreeMap::new();
        let sizes = comparison.sizes(columns);
        for (side, table) in [comparison.real(), comparison.synthetic()]
            .into_iter()
            .enumerate()
        {
            for row in 0..table.rows {
                let cell = columns.iter().zip(&sizes).fold(0, |cell, (place, size)| {
                    cell * *size as u128 + u128::from(table.columns[*place].codes.at(row))
                });
                let entry = counts.entry(cell).or_default();
                if side == 0 {
                    entry.0 += 1;
                } else {
                    entry.1 += 1;
                }
            }
        }
        counts
            .into_iter()
            .map(|(cell, (a, b))| (cell, a, b))
            .collect()
    }

    #[test]
    fn agrees_with_counting_by_hand() {
        for (label, sizes, real, synthetic, columns) in [
            ("one column", vec![5], 1003, 17, vec![0]),
            ("in lanes", vec![5, 7, 2], 5001, 4999, vec![0, 1, 2]),
            ("not increasing", vec![5, 7, 2], 100, 100, vec![2, 0]),
            ("one array", vec![60, 70, 3], 9000, 3000, vec![0, 1]),
            ("sorted", vec![300, 400, 500], 2000, 1500, vec![0, 1, 2]),
            (
                "sorted, wide",
                vec![65_536; 5],
                300,
                200,
                vec![0, 1, 2, 3, 4],
            ),
            ("no rows of one value", vec![1, 1], 3, 2, vec![0, 1]),
        ] {
            let (real, synthetic) = (
                random_table(&sizes, real, 1),
                random_table(&sizes, synthetic, 2),
            );
            let attributes = crate::testing::attributes(&sizes);
            let comparison = comparison(&attributes, &real, &synthetic);
            let mut actual = Vec::new();
            visit_cells(&comparison, &columns, |cell, a, b| {
                actual.push((cell, a, b));
            });
            assert_eq!(actual, by_hand(&comparison, &columns), "case `{label}`");
        }
    }
}
