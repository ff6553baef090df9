//! Synthetic rows from fitted tables: post-processing, with a fast seeded generator.
//!
//! Columns are drawn one after the other in the network's order: the head's attributes together,
//! then each child given the values that its parents have in the same row. An attribute that
//! entered at a coarse level is refined afterwards from its leaf's one-way table.
//!
//! - *Without replacement* (Bao 3.3): the rows with the same parent values draw down one integer
//!   histogram: n rows of it get ⌊n·p⌋ or ⌈n·p⌉ of each value, by systematic rounding with a random
//!   start, and a random one of the rows gets each. The head's histogram is that of its table,
//!   rounded, exactly. Deviation: Bao draws down row by row and falls back where a histogram is
//!   empty; column by column none is ever empty too early.
//! - *With replacement*: every row draws for itself.
//! - *Inconsistent* ([`draw_rows_with_fallback`]): row by row from the noisy tables as they are,
//!   negative cells as zero; where nothing is left to draw, go back a step and try again, after ten
//!   failures a step further (Bao 3.3.1).
//!
//! A parent combination without any mass falls back to the child's own distribution.
//!
//! The arithmetic of dealing is proved in [`super::tickets`], the end of a walk in [`super::walk`].
//! Tested: `rows_follow_their_tables` (the histograms are those of the tables, rounded, and only cells
//! with mass are drawn), `fallback_ends`; both also on tables that hold anything.

use core::ops::Range;

use rand_core::Rng;

use super::network::{Network, Node};
use super::tables::{Table, Tables};
use super::tickets::{below, mass, pick, place_in_sums, rows_due, shuffle, sum_up};
use super::walk::Walk;
use crate::Error;
use crate::domain::Domain;
use crate::radix;
use crate::variables::{Variable, VariableSet};

/// Whether a histogram is drawn down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replacement {
    /// Every row draws for itself.
    With,
    /// Rows draw down one histogram.
    Without,
}

/// What rows are drawn from.
#[derive(Clone, Copy, Debug)]
pub struct Model<'a> {
    /// The variables.
    pub domain: Domain<'a>,
    /// In which order, given what.
    pub network: &'a Network,
    /// Where each table's cells stand.
    pub tables: &'a Tables,
    /// The cells; negative ones count as zero.
    pub cells: &'a [i64],
}

/// Memory for drawing: three places a row and cell, see the fields.
pub struct RowScratch<'a> {
    /// One place a row.
    pub bases: &'a mut [u32],
    /// One place a row.
    pub order: &'a mut [u32],
    /// One more place than the largest table has cells.
    pub starts: &'a mut [u32],
    /// As many places as the largest table has cells.
    pub sums: &'a mut [u64],
}

impl Model<'_> {
    /// Fills `columns`, one for each attribute and all of one length, with leaf values.
    ///
    /// `progress` is told of each attribute.
    pub fn draw_columns<R: Rng>(
        &self,
        replacement: Replacement,
        columns: &mut [&mut [u16]],
        scratch: &mut RowScratch<'_>,
        rng: &mut R,
        progress: &mut dyn FnMut(),
    ) -> Result<(), Error> {
        let rows = columns.first().map_or(0, |column| column.len());
        if u32::try_from(rows).is_err() {
            return Err(Error::TooManyRows);
        }
        let bases = scratch.bases.get_mut(..rows).ok_or(Error::BufferTooSmall)?;
        let order = scratch.order.get_mut(..rows).ok_or(Error::BufferTooSmall)?;
        let mut dealer = Dealer {
            replacement,
            order,
            starts: scratch.starts,
            sums: scratch.sums,
            rng,
        };
        let mut tables = self.tables.as_slice().iter();
        let head = tables.next().ok_or(Error::BufferTooSmall)?;
        self.draw_head(head, columns, &mut dealer)?;
        for variable in self.network.head.as_slice() {
            self.refine(*variable, columns, bases, &mut dealer)?;
            progress();
        }
        for (node, table) in self.network.nodes.iter().zip(tables) {
            self.draw_node(node, table, columns, bases, &mut dealer)?;
            self.refine(node.child, columns, bases, &mut dealer)?;
            progress();
        }
        Ok(())
    }

    fn draw_head<R: Rng>(
        &self,
        table: &Table,
        columns: &mut [&mut [u16]],
        dealer: &mut Dealer<'_, R>,
    ) -> Result<(), Error> {
        let cells = table.cells(self.cells)?;
        dealer.one_group();
        let (domain, head) = (self.domain, &self.network.head);
        let everyone = 0..dealer.order.len();
        dealer.deal(
            everyone,
            cells.iter().map(|&cell| mass(cell)),
            |row, cell| {
                put_cell(columns, domain, head, row, cell);
            },
        )
    }

    fn draw_node<R: Rng>(
        &self,
        node: &Node,
        table: &Table,
        columns: &mut [&mut [u16]],
        bases: &mut [u32],
        dealer: &mut Dealer<'_, R>,
    ) -> Result<(), Error> {
        let cells = table.cells(self.cells)?;
        let layout = Layout::new(&self.domain, &table.variables, node.child);
        bases.fill(0);
        for &parent in node.parents.as_slice() {
            let stride = stride(&self.domain, &table.variables, parent);
            let stride = u32::try_from(stride).map_err(|_| Error::BufferTooSmall)?;
            let column = column_of(columns, self.domain, parent)?;
            for (base, &leaf) in bases.iter_mut().zip(column.iter()) {
                let value = u32::from(self.domain.coarse(parent, leaf));
                *base = base.wrapping_add(stride.wrapping_mul(value));
            }
        }
        dealer.group(bases, cells.len())?;
        let column = column_of(columns, self.domain, node.child)?;
        for base in 0..cells.len() {
            let segment = dealer.segment(base);
            if segment.is_empty() {
                continue;
            }
            let weights = layout.values(base).map(|cell| mass_at(cells, cell));
            if weights.clone().any(|weight| weight > 0) {
                dealer.deal(segment, weights, |row, value| put(column, row, value))?;
            } else {
                // No mass for these parents: the child's own distribution.
                let weights = (0..layout.child_size).map(|value| {
                    let same = (0..)
                        .zip(cells)
                        .filter(|(cell, _)| layout.child_value(*cell) == value);
                    sum_up(same.map(|(_, &cell)| mass(cell)))
                });
                dealer.deal(segment, weights, |row, value| put(column, row, value))?;
            }
        }
        Ok(())
    }

    /// Replaces the values of a coarse level by leaf values, drawn from the leaf's one-way table.
    fn refine<R: Rng>(
        &self,
        variable: Variable,
        columns: &mut [&mut [u16]],
        bases: &mut [u32],
        dealer: &mut Dealer<'_, R>,
    ) -> Result<(), Error> {
        if self.domain.is_leaf(variable) {
            return Ok(());
        }
        let leaf = self.domain.leaf(variable);
        let cells = self.one_way(leaf)?.cells(self.cells)?;
        let column = column_of(columns, self.domain, variable)?;
        for (base, &value) in bases.iter_mut().zip(column.iter()) {
            *base = u32::from(value);
        }
        let groups = self.domain.size(variable) as usize;
        dealer.group(bases, groups)?;
        for group in 0..groups {
            let segment = dealer.segment(group);
            if segment.is_empty() {
                continue;
            }
            let members = (0_u16..=u16::MAX)
                .zip(cells)
                .filter(|(value, _)| usize::from(self.domain.coarse(variable, *value)) == group);
            let weights = members.clone().map(|(_, &cell)| mass(cell));
            dealer.deal(segment, weights, |row, place| {
                let value = members.clone().nth(place).map_or(0, |(value, _)| value);
                put(column, row, value.into());
            })?;
        }
        Ok(())
    }

    fn one_way(&self, leaf: Variable) -> Result<&Table, Error> {
        let tables = self.tables.as_slice();
        tables
            .iter()
            .rev()
            .find(|t| t.variables.as_slice() == [leaf])
            .ok_or(Error::BadDomain)
    }
}

/// Rows in groups, and the hand that deals values to them.
struct Dealer<'a, R> {
    replacement: Replacement,
    /// Row numbers, group after group.
    order: &'a mut [u32],
    /// Where each group starts.
    starts: &'a mut [u32],
    /// Cumulative weights, for drawing with replacement.
    sums: &'a mut [u64],
    rng: &'a mut R,
}

impl<R: Rng> Dealer<'_, R> {
    /// All rows in one group.
    fn one_group(&mut self) {
        for (slot, row) in self.order.iter_mut().zip(0..) {
            *slot = row;
        }
    }

    /// Rows grouped by their key, which is below `keys`: a counting sort.
    fn group(&mut self, key_of_row: &[u32], keys: usize) -> Result<(), Error> {
        let starts = self.starts.get_mut(..=keys).ok_or(Error::BufferTooSmall)?;
        starts.fill(0);
        for &key in key_of_row {
            let next = starts
                .get_mut(key as usize + 1)
                .ok_or(Error::BufferTooSmall)?;
            *next = next.wrapping_add(1);
        }
        let mut sum = 0_u32;
        for start in starts.iter_mut() {
            sum = sum.wrapping_add(*start);
            *start = sum;
        }
        for (row, &key) in (0_u32..).zip(key_of_row) {
            let next = starts.get_mut(key as usize).ok_or(Error::BufferTooSmall)?;
            *self
                .order
                .get_mut(*next as usize)
                .ok_or(Error::BufferTooSmall)? = row;
            *next = next.wrapping_add(1);
        }
        // Every start has moved to its group's end, the start of the next: move them back.
        starts.copy_within(..keys, 1);
        if let Some(first) = starts.first_mut() {
            *first = 0;
        }
        Ok(())
    }

    /// The places of a group in the order.
    fn segment(&self, key: usize) -> Range<usize> {
        match (self.starts.get(key), self.starts.get(key + 1)) {
            (Some(&start), Some(&end)) => start as usize..end as usize,
            _ => 0..0,
        }
    }

    /// Gives every row of the segment a place, by the places' weights; all weights zero count as
    /// all equal.
    fn deal(
        &mut self,
        segment: Range<usize>,
        weights: impl Iterator<Item = u64> + Clone,
        give: impl FnMut(usize, usize),
    ) -> Result<(), Error> {
        let total = sum_up(weights.clone());
        if total == 0 {
            let equal = weights.map(|_| 1);
            let count = sum_up(equal.clone());
            return self.deal_weighted(segment, equal, count, give);
        }
        self.deal_weighted(segment, weights, total, give)
    }

    fn deal_weighted(
        &mut self,
        segment: Range<usize>,
        weights: impl Iterator<Item = u64>,
        total: u64,
        mut give: impl FnMut(usize, usize),
    ) -> Result<(), Error> {
        let rows = self.order.get_mut(segment).ok_or(Error::BufferTooSmall)?;
        match self.replacement {
            Replacement::Without => {
                shuffle(rows, self.rng);
                let start = below(total, self.rng);
                let count = rows.len() as u128;
                let mut rows = rows.iter();
                let mut cumulative = 0_u128;
                let mut given = 0_u128;
                for (place, weight) in weights.enumerate() {
                    cumulative = cumulative.saturating_add(u128::from(weight));
                    let due = rows_due(cumulative, count, start, total);
                    let more = usize::try_from(due.saturating_sub(given)).unwrap_or(0);
                    for &row in rows.by_ref().take(more) {
                        give(row as usize, place);
                    }
                    given = due;
                }
            }
            Replacement::With => {
                let mut used = 0_usize;
                let mut sum = 0_u64;
                for (weight, slot) in weights.zip(self.sums.iter_mut()) {
                    sum = sum.saturating_add(weight);
                    *slot = sum;
                    used = used.saturating_add(1);
                }
                let sums = self.sums.get(..used).ok_or(Error::BufferTooSmall)?;
                for &row in rows.iter() {
                    let ticket = below(total, self.rng);
                    give(row as usize, place_in_sums(sums, ticket));
                }
            }
        }
        Ok(())
    }
}

/// Draws one row after the other straight from noisy tables, with the fallback of Bao 3.3.1.
///
/// Columns as in [`Model::draw_columns`]. Ends whatever the tables hold: after 20,000 steps
/// an attribute takes its table's own distribution.
pub fn draw_rows_with_fallback<R: Rng>(
    model: &Model<'_>,
    columns: &mut [&mut [u16]],
    rng: &mut R,
    progress: &mut dyn FnMut(),
) -> Result<(), Error> {
    let rows = columns.first().map_or(0, |column| column.len());
    let tables = model.tables.as_slice();
    let (head, rest) = tables.split_first().ok_or(Error::BufferTooSmall)?;
    let head_cells = head.cells(model.cells)?;
    for row in 0..rows {
        let mut walk = Walk::START;
        while walk.step <= model.network.nodes.len() {
            let drawn = if walk.step == 0 {
                let cell = pick(head_cells.iter().map(|&cell| mass(cell)), rng).unwrap_or(0);
                put_cell(columns, model.domain, &model.network.head, row, cell);
                model
                    .network
                    .head
                    .as_slice()
                    .iter()
                    .try_for_each(|&variable| refine_row(model, variable, columns, row, rng))?;
                true
            } else {
                let place = walk.step.saturating_sub(1);
                let node = model.network.nodes.get(place).ok_or(Error::BadDomain)?;
                let table = rest.get(place).ok_or(Error::BadDomain)?;
                draw_child(model, node, table, columns, row, walk.is_forced(), rng)?
            };
            walk = walk.after(drawn);
        }
        progress();
    }
    Ok(())
}

/// Draws one child for one row; false where its parents have no mass, unless it must do `anyway`.
fn draw_child<R: Rng>(
    model: &Model<'_>,
    node: &Node,
    table: &Table,
    columns: &mut [&mut [u16]],
    row: usize,
    anyway: bool,
    rng: &mut R,
) -> Result<bool, Error> {
    let domain = model.domain;
    let cells = table.cells(model.cells)?;
    let layout = Layout::new(&domain, &table.variables, node.child);
    let mut base = 0_usize;
    for &parent in node.parents.as_slice() {
        let leaf = column_of(columns, domain, parent)?
            .get(row)
            .copied()
            .unwrap_or(0);
        let stride = stride(&domain, &table.variables, parent);
        base = base.saturating_add(stride.saturating_mul(domain.coarse(parent, leaf).into()));
    }
    let mut value = pick(layout.values(base).map(|cell| mass_at(cells, cell)), rng);
    if value.is_none() && anyway {
        let cell = pick(cells.iter().map(|&cell| mass(cell)), rng);
        value = Some(cell.map_or(0, |cell| layout.child_value(cell)));
    }
    let Some(value) = value else { return Ok(false) };
    set(columns, domain, node.child, row, value);
    refine_row(model, node.child, columns, row, rng)?;
    Ok(true)
}

fn refine_row<R: Rng>(
    model: &Model<'_>,
    variable: Variable,
    columns: &mut [&mut [u16]],
    row: usize,
    rng: &mut R,
) -> Result<(), Error> {
    let domain = model.domain;
    if domain.is_leaf(variable) {
        return Ok(());
    }
    let cells = model.one_way(domain.leaf(variable))?.cells(model.cells)?;
    let column = column_of(columns, domain, variable)?;
    let group = column.get(row).copied().unwrap_or(0);
    let members = (0..=u16::MAX)
        .zip(cells)
        .filter(|(value, _)| domain.coarse(variable, *value) == group);
    let chosen = pick(members.clone().map(|(_, &cell)| mass(cell)), rng)
        .or_else(|| pick(members.clone().map(|_| 1), rng));
    if let Some((value, _)) = chosen.and_then(|place| members.clone().nth(place)) {
        put(column, row, value.into());
    }
    Ok(())
}

/// Where a child's values stand in a table.
struct Layout {
    child_stride: usize,
    child_size: usize,
}

impl Layout {
    fn new(domain: &Domain<'_>, variables: &VariableSet, child: Variable) -> Self {
        let child_stride = stride(domain, variables, child);
        Self {
            child_stride,
            child_size: domain.size(child) as usize,
        }
    }

    /// The cells of the child's values for parents whose cell with child 0 is `base`.
    fn values(&self, base: usize) -> impl Iterator<Item = usize> + Clone + use<> {
        let stride = self.child_stride;
        (0..self.child_size).map(move |value| base.wrapping_add(value * stride))
    }

    fn child_value(&self, cell: usize) -> usize {
        let place = cell.checked_div(self.child_stride).unwrap_or(0);
        place.checked_rem(self.child_size).unwrap_or(0)
    }
}

/// Cells between two values of a variable: the product of the sizes behind it.
fn stride(domain: &Domain<'_>, variables: &VariableSet, variable: Variable) -> usize {
    let behind = variables
        .as_slice()
        .iter()
        .filter(|&&other| other > variable);
    behind.fold(1, |stride: usize, &other| {
        stride.saturating_mul(domain.size(other) as usize)
    })
}

fn put_cell(
    columns: &mut [&mut [u16]],
    domain: Domain<'_>,
    variables: &VariableSet,
    row: usize,
    cell: usize,
) {
    let mut rest = cell;
    for &variable in variables.as_slice().iter().rev() {
        let (before, value) = radix::split_digit(rest, domain.size(variable));
        set(columns, domain, variable, row, value);
        rest = before;
    }
}

fn set(
    columns: &mut [&mut [u16]],
    domain: Domain<'_>,
    variable: Variable,
    row: usize,
    value: usize,
) {
    if let Ok(column) = column_of(columns, domain, variable) {
        put(column, row, value);
    }
}

fn column_of<'c>(
    columns: &'c mut [&mut [u16]],
    domain: Domain<'_>,
    variable: Variable,
) -> Result<&'c mut [u16], Error> {
    let attribute = domain.attribute(variable).ok_or(Error::BadColumns)?;
    columns
        .get_mut(usize::from(attribute))
        .map(|column| &mut **column)
        .ok_or(Error::BadColumns)
}

/// Writes one value; values are below 2^16, as sizes are at most that.
fn put(column: &mut [u16], row: usize, value: usize) {
    if let (Some(slot), Ok(value)) = (column.get_mut(row), u16::try_from(value)) {
        *slot = value;
    }
}

fn mass_at(cells: &[i64], cell: usize) -> u64 {
    cells.get(cell).map_or(0, |&cell| mass(cell))
}
