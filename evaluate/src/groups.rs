//! Wide columns in at most 32 groups, for dependence and for indicators.
//!
//! A column of at most 32 codes keeps them. Otherwise labels are ranked by their real frequency (the
//! first code first among equals): the first 31 keep a group, the rest shares one. Numbers and dates
//! are cut where the real rows are: the group of a code is ⌊32·(real rows of smaller codes)/n⌋, empty
//! groups left out. A missing value is a group of its own, behind the others.

use core::cmp::Reverse;

use crate::columns::histogram;
use crate::input::{Attribute, Column};
use crate::number::count;

/// The group of every code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Groups {
    of_code: Vec<usize>,
    count: usize,
}

impl Groups {
    pub(crate) fn new(attribute: &Attribute, real: Column<'_>) -> Self {
        let size = attribute.size();
        if size <= MOST_GROUPS {
            return Self {
                of_code: (0..size).collect(),
                count: size,
            };
        }
        let rows = histogram(attribute, real);
        let values = attribute.null().unwrap_or(size);
        let rows = rows.get(..values).unwrap_or_default();
        let mut of_code = if attribute.is_ordered() {
            cut(rows)
        } else {
            ranked(rows)
        };
        let mut count = of_code.iter().max().map_or(0, |last| last + 1);
        if attribute.nullable {
            of_code.push(count);
            count += 1;
        }
        Self { of_code, count }
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    pub(crate) fn group(&self, code: usize) -> usize {
        self.of_code.get(code).copied().unwrap_or(0)
    }
}

fn ranked(rows: &[u64]) -> Vec<usize> {
    let mut codes: Vec<usize> = (0..rows.len()).collect();
    codes.sort_by_key(|code| Reverse(rows.get(*code)));
    let mut groups = vec![MOST_GROUPS - 1; rows.len()];
    for (rank, code) in codes.into_iter().take(MOST_GROUPS - 1).enumerate() {
        if let Some(group) = groups.get_mut(code) {
            *group = rank;
        }
    }
    groups
}

fn cut(rows: &[u64]) -> Vec<usize> {
    let total = rows.iter().sum::<u64>().max(1);
    let (mut before, mut group, mut last) = (0_u64, 0_usize, 0_u64);
    let cut = rows.iter().map(|rows| {
        // Below 2^32 rows.
        let place = (before.saturating_mul(count(MOST_GROUPS)) / total).min(count(MOST_GROUPS) - 1);
        if place > last {
            group += 1;
            last = place;
        }
        before += rows;
        group
    });
    cut.collect()
}

/// Groups of a wide column, that of missing values not counted.
pub(crate) const MOST_GROUPS: usize = 32;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Owned, categorical, nullable_numbers};

    #[test]
    fn labels_by_frequency_numbers_by_rows() {
        let codes: Vec<u16> = (0..40).chain([39, 39, 38]).collect();
        let table = Owned::new(vec![codes]);
        let groups = Groups::new(&categorical("label", 40), table.table().columns[0]);
        assert_eq!(groups.count(), 32);
        assert_eq!(
            [39, 38, 0, 28, 29].map(|code| groups.group(code)),
            [0, 1, 2, 30, 31]
        );

        let codes: Vec<u16> = [0; 50].into_iter().chain(50..100).collect();
        let table = Owned::new(vec![codes]);
        let groups = Groups::new(&nullable_numbers("number", 100), table.table().columns[0]);
        // 0 holds half of the rows, so that 16 of the 32 groups are empty.
        assert_eq!(groups.count(), 18);
        assert_eq!(
            [0, 1, 50, 53, 99, 100].map(|code| groups.group(code)),
            [0, 1, 1, 1, 16, 17]
        );
    }

    #[test]
    fn narrow_columns_keep_their_codes() {
        let table = Owned::new(vec![vec![0, 1]]);
        let groups = Groups::new(&categorical("label", 32), table.table().columns[0]);
        assert_eq!((groups.count(), groups.group(31)), (32, 31));
    }
}
