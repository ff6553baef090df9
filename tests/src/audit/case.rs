//! The tables of an audit, and the bugs that are planted.

use std::num::NonZeroU32;

use privet_core::neighbours::Neighbours;

/// Two neighbouring tables, released by a mechanism with or without a bug.
#[derive(Clone, Debug)]
pub struct Case {
    /// What is released.
    pub name: &'static str,
    /// Which tables are neighbours; the two below are.
    pub neighbours: Neighbours,
    /// Number of values of every column, as declared.
    pub sizes: Vec<u32>,
    /// One table.
    pub left: Table,
    /// The other: one row more, or one row changed.
    pub right: Table,
    /// The number of rows by which τ is set, instead of the noisy or public one.
    pub assumed_rows: Option<u64>,
    /// What is wrong with the mechanism.
    pub bug: Option<Bug>,
}

/// A table of codes, column by column.
#[derive(Clone, Debug)]
pub struct Table {
    /// One column an attribute, all of one length.
    pub columns: Vec<Vec<u8>>,
}

impl Table {
    pub(super) fn of_rows(rows: &[Vec<u8>]) -> Self {
        let width = rows.first().map_or(0, Vec::len);
        Self {
            columns: (0..width)
                .map(|attribute| rows.iter().map(|row| row[attribute]).collect())
                .collect(),
        }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, Vec::len)
    }

    /// How many values each column would have, were the domain read off the data.
    pub fn occurring_sizes(&self) -> Vec<u32> {
        let largest = |column: &Vec<u8>| {
            column
                .iter()
                .copied()
                .max()
                .map_or(1, |code| u32::from(code) + 1)
        };
        self.columns.iter().map(largest).collect()
    }
}

/// A way to break the guarantee. Core's types forbid all of them, so the harness emulates each with
/// means that no release has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bug {
    /// σ/2 where σ was charged. Emulated by a ledger and shares of four times the claim.
    NoiseHalved,
    /// The first table is measured twice and paid once. Emulated by a second curator over the same
    /// data, with a ledger of its own.
    TableUncharged,
    /// A category exists only where it occurs. Emulated by a domain built from the data.
    DomainFromData,
}

impl Case {
    /// n rows of zeros, against the same and a row of ones: it differs everywhere. Every query moves
    /// by its declared sensitivity; only a pair score, which moves by 2n/(n+1), misses 2 by a little.
    pub fn one_row_more(name: &'static str, columns: usize, bug: Option<Bug>) -> Self {
        let left = vec![vec![0; columns]; IDENTICAL_ROWS];
        let mut right = left.clone();
        right.push(vec![1; columns]);
        Self {
            name,
            neighbours: ONE_ROW,
            sizes: vec![2; columns],
            left: Table::of_rows(&left),
            right: Table::of_rows(&right),
            assumed_rows: None,
            bug,
        }
    }

    /// n rows of zeros, one of them replaced by a row of ones. Tables move by their declared
    /// sensitivity, √2. A pair score moves by 2(n−1)/n of the declared 3: two values are too few.
    pub fn one_row_replaced(name: &'static str, bug: Option<Bug>) -> Self {
        let left = vec![vec![0; 2]; IDENTICAL_ROWS];
        let mut right = left.clone();
        right[0] = vec![1; 2];
        Self {
            name,
            neighbours: Neighbours::Replace,
            sizes: vec![2; 2],
            left: Table::of_rows(&left),
            right: Table::of_rows(&right),
            assumed_rows: None,
            bug,
        }
    }

    /// Three binary columns in which the first goes with the third, the second against it, and the first
    /// two have nothing to do with each other. A row `110` more, or instead of a row `000`, weakens the one
    /// dependence and strengthens the other: where a model of independent columns is compared with the
    /// tables of pairs, two are equally far from it, and their distances move by the whole
    /// sensitivity in opposite directions. So a choice between them says as much as it may.
    pub fn opposed(name: &'static str, neighbours: Neighbours, bug: Option<Bug>) -> Self {
        let mut left = Vec::new();
        for (row, count) in [
            ([0, 1, 0], 50),
            ([1, 0, 1], 50),
            ([0, 0, 0], 25),
            ([0, 0, 1], 25),
            ([1, 1, 0], 25),
            ([1, 1, 1], 25),
        ] {
            left.resize(left.len() + count, row.to_vec());
        }
        let mut right = left.clone();
        if neighbours == Neighbours::Replace {
            right.retain(|row| *row != [0, 0, 0]);
            right.resize(left.len() - 1, vec![0, 0, 0]);
        }
        right.push(vec![1, 1, 0]);
        Self {
            name,
            neighbours,
            sizes: vec![2; 3],
            left: Table::of_rows(&left),
            right: Table::of_rows(&right),
            assumed_rows: None,
            bug,
        }
    }

    /// Every pair of `values` values once, one of these rows moved to a fresh row and column: the
    /// family whose pair score comes close to 3 under `Replace`.
    pub fn one_row_moved_out(name: &'static str, values: u8) -> Self {
        let left: Vec<Vec<u8>> = (0..values)
            .flat_map(|first| (0..values).map(move |second| vec![first, second]))
            .collect();
        let mut right = left.clone();
        right[0] = vec![values; 2];
        Self {
            name,
            neighbours: Neighbours::Replace,
            sizes: vec![u32::from(values) + 1; 2],
            left: Table::of_rows(&left),
            right: Table::of_rows(&right),
            // So few rows would not admit a pair.
            assumed_rows: Some(1_000_000),
            bug: None,
        }
    }
}

/// `AddRemove` of one row.
pub const ONE_ROW: Neighbours = Neighbours::AddRemove {
    rows: NonZeroU32::MIN,
};
/// Enough that a score moves by 1.99 of 2, and that the noisy size always admits pairs; few enough
/// that a release takes microseconds.
const IDENTICAL_ROWS: usize = 200;
