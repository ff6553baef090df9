//! What tables of the drawn rows are owed.
//!
//! A table of the column that is drawn, alone or with one or two columns before it, should hold in each
//! cell the sum of its rows' chances. What a cell lacks of that is its debt. Rows whose chances lean
//! against the debts of their cells (`leaning`) bring the tables as near to the model as whole
//! rows can be, where rows drawn by themselves miss by the square root of each count.

use core::ops::Range;

use crate::Error;
use crate::bayes::network::Node;
use crate::domain::Domain;
use crate::variables::Variable;

/// One row, in the units of debts.
pub(super) const ROW: i32 = 1 << 20;

/// The tables that a column is drawn by, and the debts of their cells.
pub(super) struct Debts<'a> {
    pub(super) domain: Domain<'a>,
    pub(super) child: Variable,
    /// Columns that were drawn before, parents first, each at the level at which it entered.
    before: heapless::Vec<Before, MOST_BEFORE>,
    tables: heapless::Vec<Followed, MOST_TABLES>,
    /// The values of some rows in the columns before, row by row: read ahead column by column, for rows of a group
    /// stand far apart in memory.
    codes: [u16; AHEAD * MOST_BEFORE],
    /// Which rows these are, by their places in the order of dealing.
    ahead: Range<usize>,
    /// Where the cells of the row at hand start, a table each.
    starts: heapless::Vec<u32, MOST_TABLES>,
    /// The cells of one table after the other; the values of the column stand side by side.
    cells: &'a mut [i32],
    /// Values of the column.
    values: usize,
}

#[derive(Clone, Copy, Debug)]
struct Before {
    variable: Variable,
    attribute: u8,
    size: u32,
}

/// A table of the column with up to two of those before: their places, and the cells between their values.
#[derive(Clone, Copy, Debug)]
struct Followed {
    start: u32,
    with: [u8; 2],
    strides: [u32; 2],
}

impl<'a> Debts<'a> {
    /// Follows the column alone, with each of those before, and with each two of them, as far as the memory
    /// and the `steps` of work for a row reach. A first column has nothing to follow.
    pub(super) fn new(
        domain: Domain<'a>,
        node: &Node,
        before: impl Iterator<Item = Variable> + Clone,
        cells: &'a mut [i32],
        steps: usize,
    ) -> Self {
        let is_parent = |other: &Before| {
            let mut parents = node.parents.as_slice().iter();
            parents.any(|&parent| domain.attribute(parent) == Some(other.attribute))
        };
        let before = before.filter_map(|variable| {
            Some(Before {
                variable,
                attribute: domain.attribute(variable)?,
                size: domain.size(variable),
            })
        });
        let others = before.clone().filter(|other| !is_parent(other));
        let parents_first = before.filter(is_parent).chain(others);
        let mut debts = Self {
            domain,
            child: node.child,
            before: parents_first.take(MOST_BEFORE).collect(),
            tables: heapless::Vec::new(),
            codes: [0; AHEAD * MOST_BEFORE],
            ahead: 0..0,
            starts: heapless::Vec::new(),
            cells,
            values: domain.size(node.child) as usize,
        };
        let used = debts.follow(steps);
        if let Some(cells) = debts.cells.get_mut(..used) {
            cells.fill(0);
        }
        debts
    }

    /// Whether no table is followed.
    pub(super) fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// Chooses the tables; returns the cells that they use.
    fn follow(&mut self, steps: usize) -> usize {
        let a_table = self.values.saturating_add(STEPS_OF_A_TABLE);
        let of_three = steps.checked_div(a_table).unwrap_or(0);
        let of_two = of_three.saturating_mul(PAIRS_FIRST);
        let before = || (0_u8..).zip(&self.before);
        let alone = core::iter::once(([0, 0], [0, 0], of_two)).filter(|_| !self.before.is_empty());
        let pairs = before().map(|(one, column)| ([one, 0], [column.size, 0], of_two));
        let triples = before().flat_map(|(one, column)| {
            let earlier = before().take(one.into());
            earlier.map(move |(two, other)| ([one, two], [column.size, other.size], of_three))
        });
        let mut used = 0_usize;
        let mut tables = heapless::Vec::new();
        for (with, sizes, most) in alone.chain(pairs).chain(triples) {
            let size = |size: u32| (size as usize).max(1);
            let [one, two] = sizes.map(size);
            let inner = self.values.saturating_mul(two);
            let cells = inner.saturating_mul(one);
            let end = used.saturating_add(cells);
            let narrow = |stride| u32::try_from(stride).unwrap_or(0);
            let strides = [
                if sizes[0] == 0 { 0 } else { narrow(inner) },
                if sizes[1] == 0 {
                    0
                } else {
                    narrow(self.values)
                },
            ];
            let table = Followed {
                start: narrow(used),
                with,
                strides,
            };
            let fits = cells <= MOST_CELLS && end <= self.cells.len() && tables.len() < most;
            if fits && tables.push(table).is_ok() {
                used = end;
            }
        }
        self.tables = tables;
        // No other column needs to be read.
        let read = self.tables.iter().map(|table| usize::from(table.with[0]));
        self.before
            .truncate(read.max().map_or(0, |last| last.saturating_add(1)));
        used
    }

    /// Turns to the row at this place of the order, and sums up what its cells are owed, for each value.
    pub(super) fn turn_to(
        &mut self,
        place: usize,
        order: &[u32],
        columns: &[&mut [u16]],
        owed: &mut [i32],
    ) -> Result<(), Error> {
        if !self.ahead.contains(&place) {
            self.read_ahead(place, order, columns)?;
        }
        let first = place
            .wrapping_sub(self.ahead.start)
            .wrapping_mul(MOST_BEFORE);
        let codes = self.codes.get(first..).unwrap_or_default();
        owed.fill(0);
        self.starts.clear();
        for table in &self.tables {
            let mut start = table.start;
            for (&with, stride) in table.with.iter().zip(table.strides) {
                let code = codes.get(usize::from(with)).copied().unwrap_or(0);
                start = start.wrapping_add(stride.wrapping_mul(code.into()));
            }
            let cells = cells_at(self.cells, start, self.values)?;
            // At most MOST_TABLES times MOST_OWED, below 2^31.
            for (owed, debt) in owed.iter_mut().zip(cells.iter()) {
                *owed = owed.wrapping_add(*debt);
            }
            self.starts.push(start).map_err(|_| Error::BufferTooSmall)?;
        }
        Ok(())
    }

    fn read_ahead(
        &mut self,
        place: usize,
        order: &[u32],
        columns: &[&mut [u16]],
    ) -> Result<(), Error> {
        let rows = order.get(place..).unwrap_or_default();
        let rows = rows.get(..AHEAD).unwrap_or(rows);
        for (slot, before) in self.before.iter().enumerate() {
            let column = columns
                .get(usize::from(before.attribute))
                .ok_or(Error::BadColumns)?;
            let codes = self.codes.iter_mut().skip(slot).step_by(MOST_BEFORE);
            for (code, &row) in codes.zip(rows) {
                let leaf = column.get(row as usize).ok_or(Error::BadColumns)?;
                *code = self.domain.coarse(before.variable, *leaf);
            }
        }
        self.ahead = place..place.saturating_add(rows.len());
        Ok(())
    }

    /// The row at hand got a value: its cells are owed the row's shares, and this row no longer.
    pub(super) fn settle(&mut self, shares: &[i32], value: usize) -> Result<(), Error> {
        for &start in &self.starts {
            let cells = cells_at(self.cells, start, self.values)?;
            for (debt, share) in cells.iter_mut().zip(shares) {
                *debt = debt.wrapping_add(*share).min(MOST_OWED);
            }
            if let Some(debt) = cells.get_mut(value) {
                *debt = debt.wrapping_sub(ROW).max(-MOST_OWED);
            }
        }
        Ok(())
    }
}

fn cells_at(cells: &mut [i32], start: u32, values: usize) -> Result<&mut [i32], Error> {
    let cells = cells
        .get_mut(start as usize..)
        .ok_or(Error::BufferTooSmall)?;
    cells.get_mut(..values).ok_or(Error::BufferTooSmall)
}

/// Rows that are read at once.
const AHEAD: usize = 16;
/// Columns before that are looked at.
const MOST_BEFORE: usize = 128;
/// Tables that one column follows: their debts add up to less than 2^31.
const MOST_TABLES: usize = 255;
/// No cell asks for more than eight rows at once.
const MOST_OWED: i32 = 8 * ROW;
/// Larger tables have so few rows a cell that following them is worth nothing (measured on the triples of adult).
const MOST_CELLS: usize = 1 << 16;
/// Work for a table beside that for its values: with many rows, reading a value of another column is most of it.
const STEPS_OF_A_TABLE: usize = 4;
/// Pairs are worth more than triples: they may take more steps.
const PAIRS_FIRST: usize = 2;
