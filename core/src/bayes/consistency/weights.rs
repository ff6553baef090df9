//! What each table counts for, and how its variance falls.

use super::sets::Members;
use crate::bayes::tables::{MOST_TABLES, Table, Tables};

/// w_i ∝ 1/(q_i·σ_i²), as integers for the average and as floats for the variances. Sums, products
/// and quotients of floats are the same on every platform; all of this is public.
pub(super) struct Weights {
    normal: heapless::Vec<f64, MOST_TABLES>,
    pub(super) whole: heapless::Vec<i64, MOST_TABLES>,
}

impl Weights {
    #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
    pub(super) fn new(cells: usize, tables: &Tables, members: &Members, variances: &[f64]) -> Self {
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
    pub(super) fn update(
        &self,
        cells: usize,
        tables: &Tables,
        members: &Members,
        variances: &mut [f64],
    ) {
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

const WEIGHT_ONE: f64 = 4_294_967_296.0; // 2^32
