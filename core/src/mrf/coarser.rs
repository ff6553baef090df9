//! Coarser levels of an attribute, for tables that would have too many cells at its own values.
//!
//! Two columns of fifty values each have more cells than noise leaves room for, and yet may be tied to each other. At
//! eight values each they are measured well; the model has them at all of their values, and what is between the coarse
//! cells follows their own tables. The levels come from the noisy own table: the two neighbours that have the fewest
//! rows together become one value, until 64, 32, 16, 8, 4 and 2 are left. So a value that many rows have stays by
//! itself as long as any. Ordered values have the neighbours that their order gives them, unordered ones those of
//! similar frequency; values of one group of a declared hierarchy are joined with each other before they are with
//! anything else. All of this is a function of noisy counts and of the spec.

use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::joined::{Grouping, Order};
use crate::Error;

/// Numbers of values of the coarser levels.
const SIZES: [usize; MOST_COARSER as usize] = [64, 32, 16, 8, 4, 2];
/// Most levels of an attribute that are coarser than its joined values.
pub const MOST_COARSER: u8 = 6;

/// The levels that are coarser than the joined values, finest first; at most [`MOST_COARSER`]. `declared` has for each
/// level of a hierarchy the group of every value, finest first.
pub fn coarser(
    joined: &Grouping,
    noisy: &[i64],
    order: Order,
    declared: &[Vec<u16>],
) -> Result<Vec<Grouping>, Error> {
    let mut merging = Merging::new(joined, noisy, order, declared);
    let mut levels = Vec::new();
    for size in SIZES {
        if merging.left > size {
            merging.until(size);
            levels.push(merging.grouping(joined)?);
        }
    }
    Ok(levels)
}

/// Groups in a row, of which neighbours become one.
struct Merging {
    /// The rows of each group with those that came to it.
    rows: Vec<u64>,
    /// Its group of each level of the hierarchy; nothing where its values are of several.
    kin: Vec<Vec<Option<u16>>>,
    /// The group after it in the row; itself at the end.
    next: Vec<usize>,
    before: Vec<Option<usize>>,
    /// The group that it came to; itself where it stands.
    with: Vec<usize>,
    /// What joining a group with the next one costs, cheapest first. Some have changed since.
    prices: BinaryHeap<Reverse<(Price, usize, usize)>>,
    left: usize,
}

/// Levels of the hierarchy at which two groups differ, then their rows together.
type Price = (usize, u64);

impl Merging {
    fn new(joined: &Grouping, noisy: &[i64], order: Order, declared: &[Vec<u16>]) -> Self {
        let groups = joined.size() as usize;
        let mut rows = vec![0_i64; groups];
        for (&group, &count) in joined.groups().iter().zip(noisy) {
            if let Some(rows) = rows.get_mut(usize::from(group)) {
                *rows = rows.saturating_add(count);
            }
        }
        let rows: Vec<u64> = rows
            .into_iter()
            .map(|rows| rows.max(0).unsigned_abs())
            .collect();
        let kin = kin(joined, declared);
        let mut row: Vec<usize> = (0..groups).collect();
        match order {
            // Groups of ordered values are numbered in their order.
            Order::Ordered => {}
            // What is missing is nobody's neighbour.
            Order::OrderedThenMissing => {
                let missing = joined.groups().last().map(|&group| usize::from(group));
                row.retain(|&group| Some(group) != missing);
            }
            Order::Unordered => row.sort_by_key(|&group| {
                let kin = kin.get(group).into_iter().flatten().rev();
                (kin.collect::<Vec<_>>(), rows.get(group))
            }),
        }
        let mut merging = Self {
            rows,
            kin,
            next: (0..groups).collect(),
            before: vec![None; groups],
            with: (0..groups).collect(),
            prices: BinaryHeap::new(),
            left: groups,
        };
        for pair in row.windows(2) {
            if let &[first, second] = pair {
                merging.set_next(first, second);
            }
        }
        for &group in &row {
            merging.offer(group);
        }
        merging
    }

    /// Joins neighbours until so many groups are left, or nobody has a neighbour.
    fn until(&mut self, size: usize) {
        while self.left > size {
            let Some(Reverse((price, first, second))) = self.prices.pop() else {
                return;
            };
            if self.price(first) == Some((price, second)) {
                self.join(first, second);
            }
        }
    }

    fn join(&mut self, first: usize, second: usize) {
        let rows = self.rows.get(second).copied().unwrap_or(0);
        if let Some(sum) = self.rows.get_mut(first) {
            *sum = sum.saturating_add(rows);
        }
        let kin = self.kin.get(second).cloned().unwrap_or_default();
        for (own, other) in self.kin.get_mut(first).into_iter().flatten().zip(kin) {
            *own = own.filter(|own| Some(*own) == other);
        }
        if let Some(with) = self.with.get_mut(second) {
            *with = first;
        }
        match self.next.get(second) {
            Some(&after) if after != second => self.set_next(first, after),
            _ => self.set_next(first, first),
        }
        self.left = self.left.saturating_sub(1);
        self.offer(first);
        if let Some(before) = self.before.get(first).copied().flatten() {
            self.offer(before);
        }
    }

    fn set_next(&mut self, first: usize, second: usize) {
        if let Some(next) = self.next.get_mut(first) {
            *next = second;
        }
        if first != second
            && let Some(before) = self.before.get_mut(second)
        {
            *before = Some(first);
        }
    }

    fn offer(&mut self, group: usize) {
        if let Some((price, next)) = self.price(group) {
            self.prices.push(Reverse((price, group, next)));
        }
    }

    /// What joining the group with the next one costs; nothing where it is gone or the last.
    fn price(&self, group: usize) -> Option<(Price, usize)> {
        let next = *self.next.get(group)?;
        if next == group || self.with.get(group) != Some(&group) {
            return None;
        }
        let (own, other) = (self.kin.get(group)?, self.kin.get(next)?);
        let apart = own.iter().zip(other);
        let apart = apart.filter(|(own, other)| own.is_none() || own != other);
        let rows = self.rows.get(group)?.saturating_add(*self.rows.get(next)?);
        Some(((apart.count(), rows), next))
    }

    /// The groups that are left, numbered by their first value.
    fn grouping(&self, joined: &Grouping) -> Result<Grouping, Error> {
        let mut numbers = vec![None; self.with.len()];
        let mut made = 0_u16;
        let groups = joined.groups().iter().map(|&group| {
            let mut stands = usize::from(group);
            while let Some(&with) = self.with.get(stands)
                && with != stands
            {
                stands = with;
            }
            let number = numbers.get_mut(stands).ok_or(Error::BadDomain)?;
            Ok(*number.get_or_insert_with(|| {
                let number = made;
                made = made.saturating_add(1);
                number
            }))
        });
        Grouping::new(groups.collect::<Result<Vec<u16>, Error>>()?)
    }
}

/// For each group of joined values its group at each declared level; nothing where its values are of several.
fn kin(joined: &Grouping, declared: &[Vec<u16>]) -> Vec<Vec<Option<u16>>> {
    let mut kin = vec![vec![None; declared.len()]; joined.size() as usize];
    let mut seen = kin.clone();
    for (place, level) in declared.iter().enumerate() {
        for (&group, &above) in joined.groups().iter().zip(level) {
            let group = usize::from(group);
            let slots = (kin.get_mut(group), seen.get_mut(group));
            let (Some(kin), Some(seen)) = slots else {
                continue;
            };
            if let (Some(kin), Some(seen)) = (kin.get_mut(place), seen.get_mut(place)) {
                *kin = match *seen {
                    None => Some(above),
                    Some(_) => kin.filter(|kin| *kin == above),
                };
                *seen = Some(above);
            }
        }
    }
    kin
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(levels: &[Grouping]) -> Vec<u32> {
        levels.iter().map(Grouping::size).collect()
    }

    #[test]
    fn neighbours_of_few_rows_become_one() {
        let joined = Grouping::identity(6).unwrap();
        let noisy = [5, 6, 100, 4, 3, 9];
        let levels = coarser(&joined, &noisy, Order::Ordered, &[]).unwrap();
        // 4 + 3, then 5 + 6; then these seven and 9, and then eleven and 100 rather than 100 and sixteen.
        assert_eq!(sizes(&levels), [4, 2]);
        assert_eq!(levels[0].groups(), [0, 0, 1, 2, 2, 3]);
        assert_eq!(levels[1].groups(), [0, 0, 0, 1, 1, 1]);
        // By frequency: 3, 4, 5, 6, 9, 100.
        let levels = coarser(&joined, &noisy, Order::Unordered, &[]).unwrap();
        assert_eq!(levels[0].groups(), [0, 0, 1, 2, 2, 3]);
        assert_eq!(levels[1].groups(), [0, 0, 1, 0, 0, 0]);
    }

    #[test]
    fn a_missing_value_is_joined_with_nothing() {
        let joined = Grouping::identity(5).unwrap();
        let order = Order::OrderedThenMissing;
        let levels = coarser(&joined, &[9, 9, 9, 1, 1], order, &[]).unwrap();
        assert_eq!(levels[0].groups(), [0, 1, 2, 2, 3]);
        assert_eq!(levels[1].groups(), [0, 0, 0, 0, 1]);
    }

    #[test]
    fn the_declared_groups_come_first() {
        // Two groups, of the even and the odd values. The rest of joined values, 4 and 5, is of both.
        let joined = Grouping::new(vec![0, 1, 2, 3, 4, 4]).unwrap();
        let declared = [vec![0, 1, 0, 1, 0, 1]];
        let noisy = [50, 1, 60, 2, 1, 1];
        let levels = coarser(&joined, &noisy, Order::Unordered, &declared).unwrap();
        // 1 and 3 have 3 rows, and are of one group; then 0 and 2 of the other; then the rest, which stands beside these.
        assert_eq!(levels[0].groups(), [0, 1, 2, 1, 3, 3]);
        assert_eq!(levels[1].groups(), [0, 1, 0, 1, 0, 0]);
    }

    #[test]
    fn levels_nest_and_have_their_sizes() {
        let noisy: Vec<i64> = (0..1000).map(|value| 7 * value * value % 1013).collect();
        let joined = Grouping::of_rare(&noisy, 30.0, Order::Ordered).unwrap();
        for order in [Order::Ordered, Order::Unordered, Order::OrderedThenMissing] {
            let levels = coarser(&joined, &noisy, order, &[]).unwrap();
            assert_eq!(sizes(&levels), [64, 32, 16, 8, 4, 2], "{order:?}");
            for (fine, coarse) in core::iter::once(&joined).chain(&levels).zip(&levels) {
                let mut above = vec![None; fine.size() as usize];
                for (&fine, &coarse) in fine.groups().iter().zip(coarse.groups()) {
                    let known = above[usize::from(fine)].get_or_insert(coarse);
                    assert_eq!(*known, coarse, "{order:?}");
                }
            }
        }
        assert!(
            coarser(
                &Grouping::identity(2).unwrap(),
                &[1, 1],
                Order::Ordered,
                &[]
            )
            .unwrap()
            .is_empty()
        );
    }
}
