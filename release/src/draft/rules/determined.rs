//! Label columns that tell what stands in another.

use super::crossed::{Crossed, Value};

/// A column each value of which has one value of another.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Determining {
    /// Both by their places among the columns that are counted.
    pub(super) by: usize,
    pub(super) column: usize,
    /// For each value of the first, in the order of codes, the one of the second.
    pub(super) pairs: Vec<(Value, Value)>,
    /// Rows that would break it if the values of one column stood in another order.
    pub(super) broken_by_chance: f64,
}

/// All of them that are no accident, the shortest list first; of two columns that tell each other, the earlier one tells.
pub(super) fn determining(crossed: &Crossed) -> Vec<Determining> {
    let mut found: Vec<Determining> = Vec::new();
    for column in 0..crossed.columns() {
        let others = (0..crossed.columns()).filter(|by| *by != column);
        found.extend(others.filter_map(|by| determines(crossed, by, column)));
    }
    found.sort_by_key(|one| (one.pairs.len(), one.by, one.column));
    found
}

fn determines(crossed: &Crossed, by: usize, column: usize) -> Option<Determining> {
    // A list has every value of its first column.
    if !crossed.has_all_values(by) {
        return None;
    }
    let values = crossed.values(column).count();
    let keys = crossed.values(by).count();
    let rows_a_key = crossed.rows / u64::try_from(keys).unwrap_or(u64::MAX).max(1);
    if values < 2 || keys < values || rows_a_key < FEWEST_ROWS_A_KEY {
        return None;
    }
    let the_only_one = |(key, _): (Value, u64)| {
        let mut told = crossed.values(column);
        let told = told.find(|(value, _)| crossed.rows_of_both(key, *value) > 0);
        let (value, _) = told?;
        crossed.implies(key, value).then_some((key, value))
    };
    let pairs = crossed
        .values(by)
        .map(the_only_one)
        .collect::<Option<Vec<_>>>()?;
    // All rows but one of each key could break it, each with the chance that two rows differ in the other column.
    let rows = to_f64(crossed.rows);
    let alike: f64 = crossed
        .values(column)
        .map(|(_, of_value)| (to_f64(of_value) / rows).powi(2))
        .sum();
    let others = crossed
        .rows
        .saturating_sub(u64::try_from(keys).unwrap_or(u64::MAX));
    let broken_by_chance = to_f64(others) * (1.0 - alike);
    (broken_by_chance >= FEWEST_BROKEN).then_some(Determining {
        by,
        column,
        pairs,
        broken_by_chance,
    })
}

/// Counts of rows, for a threshold and a note.
#[expect(
    clippy::cast_precision_loss,
    reason = "counts of rows, to be compared with a threshold"
)]
pub(super) fn to_f64(rows: u64) -> f64 {
    rows as f64
}

const FEWEST_ROWS_A_KEY: u64 = 5;
const FEWEST_BROKEN: f64 = 30.0;
