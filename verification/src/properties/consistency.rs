//! Consistency: after a pass totals and chains agree exactly, everything else within a bound that is
//! computed from the shape of the tables alone.
//!
//! **The bound**, in units of 2^−20 rows. Let δ(B) be how far two tables may lie apart on a cell of a
//! common set B that was settled before, and let the pass now settle B'. Its targets are weighted
//! means, floored, plus single units that restore the agreed value on C, the last set before within
//! B'. So a target differs from the mean by at most A = 1 + ⌈δ(C)/c⌉, where c is the least number of
//! cells of B' in a cell of C. Let M be what B and B' have in common, a set settled earlier, m the
//! largest number of cells of B' in a cell of M.
//! - B within B': its tables get the target, δ(B) grows by A·m; by nothing if B is within C.
//! - else a table that contains both moves on a cell of B by at most δ(M) + A·m (without A·m if M is
//!   within C), spread evenly, and less than one unit of rounding for each of its cells there: δ(B)
//!   grows by twice that.
//!
//! In a chain of sets every B is within C, so nothing ever grows: agreement is exact.

use privet_core::bayes::consistency::{
    CommonSets, StepScratch, common_sets, disagreement, make_consistent,
};
use privet_core::bayes::network::{Network, Node};
use privet_core::bayes::tables::Tables;
use privet_core::domain::Domain;
use privet_core::variables::VariableSet;
use rand_core::Rng;

use crate::engines::{Bounds, Choices};
use crate::shapes::{Limits, Shape, Stream, any_set, cells, set};
use crate::{cover, engines};

/// After a pass over arbitrary noisy tables every total is the given one exactly, and tables agree
/// on every common set within the bound above, exactly where the sets form a chain. A second pass
/// moves no cell by more than its bound and keeps all of this.
/// Bound: six networks of at most nine cells from −1 to 1 (random: three or four tables over any
/// domain of three attributes with levels, cells up to 2^52).
pub fn consistency_is_within_its_bound(choose: &mut impl Choices) {
    let (shape, sets) = any_tables(choose);
    let levels = shape.levels();
    let domain = Domain::new(&levels).expect("levels that nest");
    let network = network_of(&sets);
    let tables = Tables::of(&domain, &network).expect("small tables");
    let total = choose.number64(Bounds::small_or(1, 1 << 52)).cast_signed();
    let mut fitted = any_cells(choose, tables.total_cells());
    let variances: Vec<f64> = (1_u32..)
        .zip(tables.as_slice())
        .map(|(place, _)| any_variance(choose, place))
        .collect();
    let common = all_common_sets(&domain, &tables);
    let met = assert_within_bound(&domain, &tables, &common, total, &mut fitted, variances);
    cover!(choose, met.chain && common.len() > 1, "a chain");
    cover!(choose, !met.chain, "no chain");
    cover!(choose, met.left > 0, "a unit is left");
}
engines!(consistency_is_within_its_bound: exhaust_consistency_is_within_its_bound (79_634 cases),
         prop_consistency_is_within_its_bound, without Kani);

/// Situations that were met.
#[derive(Clone, Copy, Debug)]
pub struct Met {
    /// The common sets lie one within the other.
    pub chain: bool,
    /// How far apart tables were after the first pass, in units of 2^−20 rows.
    pub left: u64,
}

/// What [`consistency_is_within_its_bound`] says of tables over these common sets. Sums of cells
/// must fit an `i64`.
pub fn assert_within_bound(
    domain: &Domain<'_>,
    tables: &Tables,
    common: &[VariableSet],
    total: i64,
    fitted: &mut [i64],
    mut variances: Vec<f64>,
) -> Met {
    let mut pass = |fitted: &mut [i64]| {
        let largest = tables.largest();
        let mut scratch = StepScratch {
            targets: &mut vec![0; largest],
            sums: &mut vec![0; largest],
            shares: &mut vec![0; largest],
        };
        let done = make_consistent(
            domain,
            tables,
            common,
            total,
            fitted,
            &mut variances,
            &mut scratch,
        );
        assert_eq!(done, Ok(()));
        for table in tables.as_slice() {
            let cells = table.cells(fitted).expect("room for every table");
            assert_eq!(cells.iter().sum::<i64>(), total);
        }
        disagreement(domain, tables, common, fitted, &mut scratch).expect("the same scratch")
    };
    let mut worst = Worst::new(domain, tables, common);
    let left = pass(fitted);
    worst.pass();
    let bound = worst.disagreement();
    assert!(left <= bound, "{left} units left, {bound} allowed");

    let before = fitted.to_vec();
    let again = pass(fitted);
    let moved = worst.pass();
    assert!(again <= worst.disagreement());
    for (cell, before) in fitted.iter().zip(&before) {
        assert!(cell.abs_diff(*before) <= moved);
    }
    let chain = common
        .windows(2)
        .all(|pair| domain.is_within(&pair[0], &pair[1]));
    assert!(!chain || (bound == 0 && moved == 0));
    Met { chain, left }
}

/// The common sets of the tables; their number is not known beforehand, so the memory doubles.
pub fn all_common_sets(domain: &Domain<'_>, tables: &Tables) -> Vec<VariableSet> {
    let mut common = vec![VariableSet::EMPTY; 256];
    loop {
        if let CommonSets::All(used) = common_sets(domain, tables, &mut common) {
            common.truncate(used);
            return common;
        }
        common.resize(2 * common.len(), VariableSet::EMPTY);
    }
}

/// The bound of the module's page, step by step, for tables whose cells may hold anything.
struct Worst<'a> {
    domain: &'a Domain<'a>,
    tables: &'a Tables,
    sets: &'a [VariableSet],
    /// δ of every set, in the same order; those of no set that the first pass has yet to settle.
    apart: Vec<u64>,
}

impl<'a> Worst<'a> {
    fn new(domain: &'a Domain<'a>, tables: &'a Tables, sets: &'a [VariableSet]) -> Self {
        Self {
            domain,
            tables,
            sets,
            apart: vec![UNSETTLED; sets.len()],
        }
    }

    fn disagreement(&self) -> u64 {
        self.apart.iter().copied().max().unwrap_or(0)
    }

    /// One pass; returns how far it may move a cell of tables that are as far apart as noted.
    fn pass(&mut self) -> u64 {
        let mut moved = 0_u64;
        self.apart[0] = 0; // the totals
        for (at, set) in self.sets.iter().enumerate().skip(1) {
            if self.apart[at] == 0 {
                // All of its tables agree: the mean is what they have, nothing is rounded.
                continue;
            }
            let coarser = (0..at).rev().find(|&c| self.within(c, set));
            let coarser = coarser.expect("the empty set");
            let (least, _) = self.share(set, &self.sets[coarser]);
            let off = self.apart[coarser].div_ceil(least).saturating_add(1);
            moved = moved.saturating_add(self.apart[at]).saturating_add(off);
            let before = self.apart.clone();
            for other in (0..self.sets.len()).filter(|&other| other != at) {
                if before[other] != UNSETTLED {
                    let growth = self.growth(&before, other, at, coarser, off);
                    self.apart[other] = self.apart[other].saturating_add(growth);
                }
            }
            self.apart[at] = 0;
        }
        moved
    }

    /// How much farther apart tables may be on a set once `at` is settled, whose targets are `off`.
    fn growth(&self, apart: &[u64], other: usize, at: usize, coarser: usize, off: u64) -> u64 {
        let (known, set) = (&self.sets[other], &self.sets[at]);
        let meet = self.domain.meet(known, set);
        let meet_at = self.sets.iter().position(|other| *other == meet);
        let meet_at = meet_at.expect("the sets are closed under meet");
        let restored = self.within(meet_at, &self.sets[coarser]);
        let target_off = if restored {
            0
        } else {
            off.saturating_mul(self.share(set, &meet).1)
        };
        if self.within(other, set) {
            return target_off;
        }
        let both = self.tables.as_slice().iter().map(|table| &table.variables);
        let both = both.filter(|table| {
            self.domain.is_within(known, table) && self.domain.is_within(set, table)
        });
        let growth = both.map(|table| {
            // A table with one cell for each cell of the set takes the target as it is.
            let divided = self.share(table, set).1 > 1;
            let rounding = if divided {
                self.share(table, known).1
            } else {
                0
            };
            let each = apart[meet_at].saturating_add(target_off);
            each.saturating_add(rounding).saturating_mul(2)
        });
        growth.max().unwrap_or(0)
    }

    fn within(&self, place: usize, set: &VariableSet) -> bool {
        self.domain.is_within(&self.sets[place], set)
    }

    /// The least and the largest number of cells of the finer set in a cell of the coarser one.
    fn share(&self, fine: &VariableSet, coarse: &VariableSet) -> (u64, u64) {
        let mut counts = vec![0; cells(self.domain, coarse)];
        self.domain
            .project(fine, coarse, |_, cell| counts[cell] += 1);
        let least = counts.iter().copied().min().unwrap_or(1);
        (least.max(1), counts.iter().copied().max().unwrap_or(1))
    }
}

/// Small known networks, or any tables over any domain of three attributes.
fn any_tables(choose: &mut impl Choices) -> (Shape, Vec<VariableSet>) {
    let known = choose.number32(Bounds::small_or(5, 20)) as usize;
    let mut shape = Shape::default();
    if let Some(sets) = BINARY.get(known) {
        for _ in 0..3 {
            shape.push_leaf(2);
        }
        return (shape, sets.iter().map(|ids| set(ids)).collect());
    }
    if let Some(sets) = LEVELLED.get(known - BINARY.len()) {
        shape.push_leaf(3);
        shape.push_groups(&[0, 1, 0], false);
        shape.push_leaf(2);
        return (shape, sets.iter().map(|ids| set(ids)).collect());
    }
    let limits = Limits {
        attributes: Bounds::all(2),
        values: Bounds::all(3),
        levels: Bounds::all(2),
    };
    let shape = Shape::any(choose, limits);
    let levels = shape.levels();
    let domain = Domain::new(&levels).expect("levels that nest");
    let tables = 3 + choose.number(Bounds::all(1));
    let sets = (0..tables).map(|_| any_set(choose, &domain)).collect();
    (shape.clone(), sets)
}

/// A network with these tables: its last variable is the child.
fn network_of(sets: &[VariableSet]) -> Network {
    let mut network = Network::of_head(sets[0].clone());
    for table in &sets[1..] {
        if let Some((&child, parents)) = table.as_slice().split_last() {
            let parents = VariableSet::new(parents).expect("a smaller set");
            let pushed = network.nodes.push(Node { child, parents });
            assert!(pushed.is_ok());
        }
    }
    network
}

/// Few cells one by one, many from a stream of any magnitude.
fn any_cells(choose: &mut impl Choices, count: usize) -> Vec<i64> {
    if count <= 12 {
        // Exhausted: −1 to 1, or 0 and −1 where there are many.
        let small = if count > 9 { 1 } else { 2 };
        let below = if choose.number(Bounds::small_or(0, 1)) == 0 {
            1
        } else {
            1 << 52
        };
        let mut any = || {
            choose
                .number64(Bounds::small_or(small, 1 << 53))
                .cast_signed()
                - below
        };
        return (0..count).map(|_| any()).collect();
    }
    let mut stream = Stream(choose.number64(Bounds::small_or(0, u128::from(u64::MAX))));
    let shift = 10 + choose.number32(Bounds::small_or(0, 53));
    let mut any = || (stream.next_u64().cast_signed()) >> shift;
    (0..count).map(|_| any()).collect()
}

/// Different for different tables, from 2^−10 to 2^10.
fn any_variance(choose: &mut impl Choices, place: u32) -> f64 {
    let exponent = choose.number32(Bounds::small_or(0, 20));
    f64::from(place) * f64::from(1 << exponent) / 1024.0
}

/// Tables over three attributes of two values.
const BINARY: [&[&[u8]]; 4] = [
    &[&[0, 1], &[1, 2]],
    &[&[0, 1], &[0]],
    &[&[0, 1], &[0], &[1]],
    &[&[0, 1], &[1, 2], &[0, 2]],
];
/// Tables over three values (0) in two groups (1), and two values (2). A table whose child is a
/// coarser level brings that of its leaf along.
const LEVELLED: [&[&[u8]]; 2] = [&[&[0], &[1, 2]], &[&[1], &[1, 2]]];
const UNSETTLED: u64 = u64::MAX;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bound_is_below_a_thousandth_of_a_row() {
        // Eight attributes of 4 to 7 values, each with two of those before it as parents.
        let mut shape = Shape::default();
        for size in [4, 5, 6, 7, 4, 5, 6, 7] {
            shape.push_leaf(size);
        }
        let levels = shape.levels();
        let domain = Domain::new(&levels).unwrap();
        let path = [0, 1, 2, 3, 4, 5].map(|first| set(&[first, first + 1, first + 2]));
        let star = [(1, 2), (1, 3), (1, 4), (2, 5), (3, 6), (1, 7)];
        let star = star.map(|(parent, child)| set(&[0, parent, child]));
        for (label, sets) in [("a path", path), ("a star", star)] {
            let tables = Tables::of(&domain, &network_of(&sets)).unwrap();
            let common = all_common_sets(&domain, &tables);
            let mut worst = Worst::new(&domain, &tables, &common);
            worst.pass();
            assert!(worst.disagreement() < 1 << 10, "{label}");
        }
    }
}
