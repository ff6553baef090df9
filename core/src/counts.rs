//! Where counts come from: a trait, and columns in memory.
//!
//! Proved: `tallies_of_neighbours_are_near`, for four rows in four cells. Tested:
//! `counting_is_projecting`.

use crate::Error;
use crate::domain::Domain;
use crate::radix;
use crate::variables::VariableSet;

/// A source of exact counts. Only the curator asks it.
pub trait Counts {
    /// Number of rows, below 2^32.
    fn rows(&self) -> u64;

    /// Overwrites `cells` with the counts of the table over `variables`.
    fn count(
        &self,
        domain: &Domain<'_>,
        variables: &VariableSet,
        cells: &mut [u64],
    ) -> Result<(), Error>;
}

/// The leaf values of one attribute, one or two bytes each.
#[derive(Clone, Copy)]
pub enum Column<'a> {
    /// For at most 256 values.
    Narrow(&'a [u8]),
    /// For more.
    Wide(&'a [u16]),
}

impl Column<'_> {
    /// Number of rows.
    pub const fn len(&self) -> usize {
        match self {
            Self::Narrow(values) => values.len(),
            Self::Wide(values) => values.len(),
        }
    }

    /// Whether there is no row.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Columns in memory, one for each attribute of the domain, all of one length.
#[derive(Clone, Copy)]
pub struct Columns<'a> {
    columns: &'a [Column<'a>],
    rows: usize,
}

impl<'a> Columns<'a> {
    /// Checks lengths and values against the domain, so that counting cannot go astray.
    pub fn new(domain: &Domain<'_>, columns: &'a [Column<'a>]) -> Result<Self, Error> {
        let rows = columns.first().map_or(0, Column::len);
        if columns.len() != usize::from(domain.attributes()) {
            return Err(Error::BadColumns);
        }
        if u32::try_from(rows).is_err() {
            return Err(Error::TooManyRows);
        }
        let leaves = domain
            .variables()
            .filter(|&variable| domain.is_leaf(variable));
        for (column, leaf) in columns.iter().zip(leaves) {
            let size = domain.size(leaf);
            let inside = match column {
                Column::Narrow(values) => values.iter().all(|&value| u32::from(value) < size),
                Column::Wide(values) => values.iter().all(|&value| u32::from(value) < size),
            };
            if column.len() != rows || !inside {
                return Err(Error::BadColumns);
            }
        }
        Ok(Self { columns, rows })
    }

    /// Adds the rows from `first` up to `end` to the counts of the table over `variables`.
    ///
    /// Rows are taken in blocks: for each variable in turn the block's cell numbers grow by one
    /// digit, so that every pass reads one column straight through.
    pub fn add_rows(
        &self,
        domain: &Domain<'_>,
        variables: &VariableSet,
        rows: core::ops::Range<usize>,
        cells: &mut [u64],
    ) -> Result<(), Error> {
        let mut start = rows.start;
        while start < rows.end {
            let end = rows.end.min(start.saturating_add(BLOCK));
            let mut block = [0_u32; BLOCK];
            let block = block
                .get_mut(..end.saturating_sub(start))
                .ok_or(Error::BadColumns)?;
            for &variable in variables.as_slice() {
                let attribute = domain.attribute(variable).ok_or(Error::BadColumns)?;
                let column = self
                    .columns
                    .get(usize::from(attribute))
                    .ok_or(Error::BadColumns)?;
                let size = domain.size(variable);
                match column {
                    Column::Narrow(values) => {
                        let values = values.get(start..end).ok_or(Error::BadColumns)?;
                        append_digits(block, values, size, |v| domain.coarse(variable, v));
                    }
                    Column::Wide(values) => {
                        let values = values.get(start..end).ok_or(Error::BadColumns)?;
                        append_digits(block, values, size, |v| domain.coarse(variable, v));
                    }
                }
            }
            tally(block, cells)?;
            start = end;
        }
        Ok(())
    }
}

/// cell ← cell·size + coarse(value), for every row of a block.
#[inline]
fn append_digits<T: Copy + Into<u16>>(
    block: &mut [u32],
    values: &[T],
    size: u32,
    coarse: impl Fn(u16) -> u16,
) {
    for (cell, &value) in block.iter_mut().zip(values) {
        *cell = radix::append_digit(*cell, size, u32::from(coarse(value.into())));
    }
}

/// Counts rows, given the cell of each, on top of what the cells hold. Refused: a cell that there is
/// not; the rows before it are counted by then.
pub fn tally(cell_of_row: &[u32], cells: &mut [u64]) -> Result<(), Error> {
    for &cell in cell_of_row {
        let cell = cells.get_mut(cell as usize).ok_or(Error::BufferTooSmall)?;
        *cell = cell.saturating_add(1);
    }
    Ok(())
}

impl Counts for Columns<'_> {
    fn rows(&self) -> u64 {
        self.rows as u64
    }

    fn count(
        &self,
        domain: &Domain<'_>,
        variables: &VariableSet,
        cells: &mut [u64],
    ) -> Result<(), Error> {
        if domain.cells(variables, u64::from(u32::MAX)) != Some(cells.len()) {
            return Err(Error::BufferTooSmall);
        }
        cells.fill(0);
        self.add_rows(domain, variables, 0..self.rows, cells)
    }
}

/// Rows of a block: their cell numbers stay in the first-level cache.
const BLOCK: usize = 1024;
