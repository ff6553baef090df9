//! Counting columns in memory, and the most rows that a table may have.
//!
//! Whoever has the columns has the rows, and may count them. What the curator asks is a trait, and asks for a token:
//! [`crate::curator::Counts`].
//!
//! Proved: in part `tallies_of_neighbours_are_near` (four rows, four cells), `byte_tallies_are_tallies` (five rows,
//! three cells), `digits_come_off_as_they_went_on` (16 cells, 16 values).
//! Tested: `a_row_is_one_count_of_any_table` (32 variables, 2^18 cells; the program reaches 2^24 cells),
//! `counting_is_projecting` (four attributes: counts overwrite, never add), `many_rows_are_counted_like_one_at_a_time`
//! (blocks of 1,024 rows), `few_cells_and_many_are_counted_alike` (by bytes, too),
//! `levels_that_join_nothing_are_counted_by_their_numbers`, `columns_that_do_not_fit_are_refused`,
//! `a_table_of_the_wrong_size_is_refused`, `more_rows_than_there_may_be_are_refused` and `what_is_paid_for_is_answered`
//! for `MostRows`.
//! Assumed: nothing of `Counts::announce`: it is a hint, of which nothing comes back.

use crate::Error;
use crate::domain::Domain;
use crate::radix;
use crate::variables::{Variable, VariableSet};

/// Most rows of a table: 2^40 − 1. Every argument that nothing overflows rests on it: scores ([`crate::score`]), noisy
/// numbers of rows ([`crate::curator::MOST_NOISY_ROWS`]), fitted tables ([`crate::bayes::fit`]). Fewer, below 2^32, are drawn
/// at a time, and smoothed ([`crate::privacy::Draws`]).
pub const MOST_ROWS: u64 = (1 << 40) - 1;

/// The most rows that a table may have: a public number, at most [`MOST_ROWS`].
///
/// Who lends memory by the number of rows lends it by this one. A table with more is refused before anything is paid, so
/// that nothing else that is refused depends on how many rows there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MostRows(u64);

impl MostRows {
    /// As many as there may ever be.
    pub const LARGEST: Self = Self(MOST_ROWS);

    /// Refused: more than [`MOST_ROWS`].
    pub const fn new(rows: u64) -> Result<Self, Error> {
        if rows <= MOST_ROWS {
            Ok(Self(rows))
        } else {
            Err(Error::TooManyRows)
        }
    }

    /// The number.
    pub const fn get(self) -> u64 {
        self.0
    }
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
        if rows as u64 > MOST_ROWS {
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

    /// Number of rows, at most [`MOST_ROWS`].
    pub const fn rows(&self) -> u64 {
        self.rows as u64
    }

    /// Overwrites `cells` with the counts of the table over `variables`.
    pub fn count(
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

    /// Adds these rows to the counts of the table over `variables`.
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
        if domain.cells(variables, CELLS_OF_BYTES as u64) == Some(cells.len()) {
            self.add_blocks::<u8>(domain, variables, rows, cells)
        } else {
            self.add_blocks::<u32>(domain, variables, rows, cells)
        }
    }

    fn add_blocks<N: CellNumber>(
        &self,
        domain: &Domain<'_>,
        variables: &VariableSet,
        rows: core::ops::Range<usize>,
        cells: &mut [u64],
    ) -> Result<(), Error> {
        let mut start = rows.start;
        while start < rows.end {
            let end = rows.end.min(start.saturating_add(BLOCK));
            let mut block = [N::default(); BLOCK];
            let block = block
                .get_mut(..end.saturating_sub(start))
                .ok_or(Error::BadColumns)?;
            for &variable in variables.as_slice() {
                let attribute = domain.attribute(variable).ok_or(Error::BadColumns)?;
                let column = self
                    .columns
                    .get(usize::from(attribute))
                    .ok_or(Error::BadColumns)?;
                match column {
                    Column::Narrow(values) => {
                        let values = values.get(start..end).ok_or(Error::BadColumns)?;
                        append_digits(block, values, domain, variable);
                    }
                    Column::Wide(values) => {
                        let values = values.get(start..end).ok_or(Error::BadColumns)?;
                        append_digits(block, values, domain, variable);
                    }
                }
            }
            N::tally(block, cells)?;
            start = end;
        }
        Ok(())
    }
}

/// cell ← cell·size + coarse(value), for every row of a block. Where that is the value itself, nothing is looked up, and
/// several rows are done at once.
#[inline]
fn append_digits<N: CellNumber, T: Copy + Into<u16>>(
    block: &mut [N],
    values: &[T],
    domain: &Domain<'_>,
    variable: Variable,
) {
    let size = domain.size(variable);
    let rows = block.iter_mut().zip(values);
    if domain.keeps_values(variable) {
        rows.for_each(|(cell, &value)| *cell = cell.with_digit(size, value.into().into()));
    } else {
        rows.for_each(|(cell, &value)| {
            let digit = domain.coarse(variable, value.into());
            *cell = cell.with_digit(size, digit.into());
        });
    }
}

/// A cell's number, in as many bytes as the table needs: most tables have few cells, and their rows
/// are counted several times as fast by bytes.
trait CellNumber: Copy + Default {
    /// cell·size + value, for a number of a table whose cells can be told apart.
    fn with_digit(self, size: u32, value: u32) -> Self;

    /// Counts a block of rows, given the cell of each, on top of what the cells hold.
    fn tally(block: &[Self], cells: &mut [u64]) -> Result<(), Error>;
}

impl CellNumber for u32 {
    #[inline]
    fn with_digit(self, size: u32, value: u32) -> Self {
        radix::append_digit(self, size, value)
    }

    fn tally(block: &[Self], cells: &mut [u64]) -> Result<(), Error> {
        tally(block, cells)
    }
}

impl CellNumber for u8 {
    #[inline]
    fn with_digit(self, size: u32, value: u32) -> Self {
        // Below 256, as the number of cells is at most that.
        let [low, ..] = radix::append_digit(self.into(), size, value).to_le_bytes();
        low
    }

    fn tally(block: &[Self], cells: &mut [u64]) -> Result<(), Error> {
        tally_bytes::<CELLS_OF_BYTES>(block, cells);
        Ok(())
    }
}

/// The same as [`tally`] for numbers of one byte, where the table has at most `CELLS`; a row of a cell beyond them is left out,
/// and the sum of the table tells. Fewer than 2^16 rows.
///
/// In four lanes: rows that follow each other are often in one cell, and a counter that was just
/// stored is slow to load.
pub fn tally_bytes<const CELLS: usize>(cell_of_row: &[u8], cells: &mut [u64]) {
    let mut lanes = [[0_u16; CELLS]; 4];
    let [first, second, third, fourth] = &mut lanes;
    let (fours, rest) = cell_of_row.as_chunks();
    for &[a, b, c, d] in fours {
        bump(first, a);
        bump(second, b);
        bump(third, c);
        bump(fourth, d);
    }
    for &cell in rest {
        bump(first, cell);
    }
    for lane in &lanes {
        for (cell, &count) in cells.iter_mut().zip(lane) {
            *cell = cell.saturating_add(count.into());
        }
    }
}

/// One row more. A block has fewer than 2^16, so nothing wraps.
#[inline]
fn bump<const CELLS: usize>(counts: &mut [u16; CELLS], cell: u8) {
    if let Some(count) = counts.get_mut(usize::from(cell)) {
        *count = count.wrapping_add(1);
    }
}

/// Counts rows, given the cell of each, on top of what the cells hold. Refused: a cell that does
/// not exist; the rows before it have been counted by then.
pub fn tally(cell_of_row: &[u32], cells: &mut [u64]) -> Result<(), Error> {
    for &cell in cell_of_row {
        let cell = cells.get_mut(cell as usize).ok_or(Error::BufferTooSmall)?;
        *cell = cell.saturating_add(1);
    }
    Ok(())
}

/// Cells that one byte tells apart.
const CELLS_OF_BYTES: usize = 1 << 8;
/// Rows of a block: their cell numbers stay in the first-level cache.
const BLOCK: usize = 1024;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Level;
    use crate::variables::Variable;

    /// More rows than two blocks, of attributes whose tables have few cells, just few enough, and more.
    #[test]
    fn few_cells_and_many_are_counted_alike() {
        const ROWS: usize = 2 * BLOCK + 7;
        let levels = [
            Level::leaf(0, 2),
            Level::leaf(1, 16),
            Level::leaf(2, 16),
            Level::leaf(3, 256),
        ];
        let domain = Domain::new(&levels).unwrap();
        let value = |attribute: usize, row: usize| {
            let size = [2, 16, 16, 256][attribute];
            row * (row + 3) / (attribute + 2) % size
        };
        let values: [[u8; ROWS]; 4] = core::array::from_fn(|attribute| {
            core::array::from_fn(|row| u8::try_from(value(attribute, row)).unwrap())
        });
        let columns = values.each_ref().map(|values| Column::Narrow(values));
        let source = Columns::new(&domain, &columns).unwrap();
        for (label, set, cells) in [
            ("two cells", &[0][..], 2),
            ("as many as a byte tells apart", &[1, 2], 256),
            ("one attribute of as many", &[3], 256),
            ("more", &[0, 1, 2], 512),
        ] {
            let mut expected = [0_u64; 512];
            for row in 0..ROWS {
                let size = |attribute: usize| [2, 16, 16, 256][attribute];
                let cell = set
                    .iter()
                    .fold(0, |cell, &a| cell * size(a) + value(a, row));
                expected[cell] += 1;
            }
            let mut variables = VariableSet::default();
            for &attribute in set {
                let variable = Variable(attribute.try_into().unwrap());
                variables.insert(variable).unwrap();
            }
            let mut counts = [9; 512];
            let counted = source.count(&domain, &variables, &mut counts[..cells]);
            assert_eq!(counted, Ok(()), "case `{label}`");
            assert_eq!(counts[..cells], expected[..cells], "case `{label}`");
        }
    }
}
