//! Wide columns in few groups: at most 32 for dependence and for indicators, ten for tables that are shown.
//!
//! A column of at most g codes keeps them. Otherwise labels are ranked by their real frequency (the
//! first code first among equals): the first g − 1 keep a group, the rest shares one. Numbers and dates
//! are cut where the real rows are: the group of a code is ⌊g·(real rows of smaller codes)/n⌋, empty
//! groups left out. A missing value is a group of its own, behind the others.

use core::cmp::Reverse;

use crate::columns::{histogram, joined_label};
use crate::input::{Attribute, Column};
use crate::number::count;

/// The group of every code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Groups {
    of_code: Vec<usize>,
    count: usize,
}

impl Groups {
    /// At most [`MOST_GROUPS`].
    pub(crate) fn new(attribute: &Attribute, real: Column<'_>) -> Self {
        Self::at_most(MOST_GROUPS, attribute, real)
    }

    pub(crate) fn at_most(most: usize, attribute: &Attribute, real: Column<'_>) -> Self {
        let size = attribute.size();
        if size <= most {
            return Self {
                of_code: (0..size).collect(),
                count: size,
            };
        }
        let rows = histogram(attribute, real);
        let values = attribute.null().unwrap_or(size);
        let rows = rows.get(..values).unwrap_or_default();
        let mut of_code = if attribute.is_ordered() {
            cut(rows, most)
        } else {
            ranked(rows, most)
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

    /// What each is called: a label, a stretch of values, or how many others it holds.
    pub(crate) fn labels(&self, attribute: &Attribute) -> Vec<String> {
        let label = |group: usize| {
            let codes = self.of_code.iter().enumerate();
            let codes: Vec<usize> = codes
                .filter(|(_, of)| **of == group)
                .map(|(code, _)| code)
                .collect();
            if codes.len() > 1 && !attribute.is_ordered() {
                format!("({} others)", codes.len())
            } else {
                joined_label(attribute, &codes)
            }
        };
        (0..self.count).map(label).collect()
    }

    pub(crate) fn group(&self, code: usize) -> usize {
        self.of_code.get(code).copied().unwrap_or(0)
    }
}

fn ranked(rows: &[u64], most: usize) -> Vec<usize> {
    let mut codes: Vec<usize> = (0..rows.len()).collect();
    codes.sort_by_key(|code| Reverse(rows.get(*code)));
    let mut groups = vec![most - 1; rows.len()];
    for (rank, code) in codes.into_iter().take(most - 1).enumerate() {
        if let Some(group) = groups.get_mut(code) {
            *group = rank;
        }
    }
    groups
}

fn cut(rows: &[u64], most: usize) -> Vec<usize> {
    let total = rows.iter().sum::<u64>().max(1);
    let (mut before, mut group, mut last) = (0_u64, 0_usize, 0_u64);
    let cut = rows.iter().map(|rows| {
        // Below 2^32 rows.
        let place = (before.saturating_mul(count(most)) / total).min(count(most) - 1);
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
    fn groups_have_names() {
        let codes: Vec<u16> = (0..40).chain([39, 39, 38]).collect();
        let table = Owned::new(vec![codes]);
        let column = table.table().columns[0];
        let label = categorical("label", 40);
        let groups = Groups::at_most(3, &label, column);
        assert_eq!(groups.labels(&label), ["39", "38", "(38 others)"]);
        let number = nullable_numbers("number", 40);
        let groups = Groups::at_most(4, &number, column);
        let labels = groups.labels(&number);
        assert_eq!(
            labels,
            ["0 … 10", "11 … 21", "22 … 32", "33 … 39", "(missing)"]
        );
    }

    #[test]
    fn narrow_columns_keep_their_codes() {
        let table = Owned::new(vec![vec![0, 1]]);
        let groups = Groups::new(&categorical("label", 32), table.table().columns[0]);
        assert_eq!((groups.count(), groups.group(31)), (32, 31));
    }
}
