//! Column after column, with or without replacement.

use rand_core::Rng;

use super::columns::{column_of, put};
use super::dealer::{Dealer, Replacement};
use super::debts::Debts;
use super::layout::{Layout, stride};
use super::model::Model;
use super::places::Places;
use crate::Error;
use crate::bayes::network::Node;
use crate::bayes::tables::Table;
use crate::bayes::tickets::{mass, sum_up};
use crate::variables::{Variable, VariableSet};

/// Memory for drawing: places for rows, cells and values, see the fields.
pub struct RowScratch<'a> {
    /// One place a row.
    pub bases: &'a mut [u32],
    /// One place a row.
    pub order: &'a mut [u32],
    /// One more place than the largest table has cells.
    pub starts: &'a mut [u32],
    /// As many places as the largest table has cells.
    pub masses: &'a mut [u64],
    /// As many places as the largest variable has values.
    pub margin: &'a mut [u64],
    /// The same, several times.
    pub places: Places<'a>,
    /// As many places as can be spared: the more, the nearer tables of the rows come to the model.
    pub debts: &'a mut [i32],
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
            return Err(Error::TooManyToDraw);
        }
        let mut drawing = Drawing {
            model: self,
            bases: scratch.bases.get_mut(..rows).ok_or(Error::BufferTooSmall)?,
            masses: scratch.masses,
            margin: scratch.margin,
            debts: scratch.debts,
            steps: steps_for(rows, columns.len()),
            drawn: 0,
            dealer: Dealer {
                replacement,
                order: scratch.order.get_mut(..rows).ok_or(Error::BufferTooSmall)?,
                starts: scratch.starts,
                places: scratch.places.reborrow(),
                rng,
            },
        };
        let mut tables = self.tables.as_slice().iter();
        let head = tables.next().ok_or(Error::BufferTooSmall)?;
        let mut parents = VariableSet::EMPTY;
        for &child in self.network.head.as_slice() {
            let node = Node {
                child,
                parents: parents.clone(),
            };
            drawing.draw(&node, head, columns)?;
            parents.insert(child)?;
            progress();
        }
        for (node, table) in self.network.nodes.iter().zip(tables) {
            drawing.draw(node, table, columns)?;
            progress();
        }
        Ok(())
    }
}

/// Rows while they are drawn.
struct Drawing<'m, 's, R> {
    model: &'m Model<'m>,
    bases: &'s mut [u32],
    masses: &'s mut [u64],
    margin: &'s mut [u64],
    debts: &'s mut [i32],
    /// Steps of work for a row and column.
    steps: usize,
    /// Columns so far.
    drawn: usize,
    dealer: Dealer<'s, R>,
}

impl<R: Rng> Drawing<'_, '_, R> {
    /// One column, given its parents' values in each row: from a table that holds at least both.
    fn draw(
        &mut self,
        node: &Node,
        table: &Table,
        columns: &mut [&mut [u16]],
    ) -> Result<(), Error> {
        let Model { domain, cells, .. } = *self.model;
        let mut variables = node.parents.clone();
        variables.insert(node.child)?;
        let layout = Layout::new(&domain, &variables, node.child);
        let blocks = domain
            .cells(&variables, table.len() as u64)
            .ok_or(Error::BadDomain)?;
        let masses = sum_blocks(table.cells(cells)?, blocks, self.masses)?;
        self.bases.fill(0);
        for &parent in node.parents.as_slice() {
            let stride = stride(&domain, &variables, parent);
            let stride = u32::try_from(stride).map_err(|_| Error::BufferTooSmall)?;
            let column = column_of(columns, domain, parent)?;
            for (base, &leaf) in self.bases.iter_mut().zip(column.iter()) {
                let value = u32::from(domain.coarse(parent, leaf));
                *base = base.wrapping_add(stride.wrapping_mul(value));
            }
        }
        self.dealer.group(self.bases, masses.len())?;
        let margin = self
            .margin
            .get_mut(..layout.child_size)
            .ok_or(Error::BufferTooSmall)?;
        layout.sum_children(masses, margin);
        let before = self.model.network.entries().take(self.drawn);
        let mut debts = Debts::new(domain, node, before, self.debts, self.steps);
        for base in 0..masses.len() {
            let segment = self.dealer.segment(base);
            if segment.is_empty() {
                continue;
            }
            let of_these = layout
                .values(base)
                .map(|cell| masses.get(cell).copied().unwrap_or(0));
            // No mass for these parents: the child's own distribution, the same for all of them.
            let has_mass = of_these.clone().any(|mass| mass > 0);
            let of_all = margin.iter().copied();
            let weights = of_these
                .zip(of_all)
                .map(|(these, all)| if has_mass { these } else { all });
            self.dealer
                .deal_column(segment, weights, &mut debts, columns)?;
        }
        self.refine(node.child, columns)?;
        self.drawn = self.drawn.saturating_add(1);
        Ok(())
    }

    /// Replaces the values of a coarse level by leaf values, drawn from the leaf's one-way table.
    fn refine(&mut self, variable: Variable, columns: &mut [&mut [u16]]) -> Result<(), Error> {
        let Model { domain, cells, .. } = *self.model;
        if domain.is_leaf(variable) {
            return Ok(());
        }
        let leaf = domain.leaf(variable);
        let cells = self.model.one_way(leaf)?.cells(cells)?;
        let column = column_of(columns, domain, variable)?;
        for (base, &value) in self.bases.iter_mut().zip(column.iter()) {
            *base = u32::from(value);
        }
        let groups = domain.size(variable) as usize;
        self.dealer.group(self.bases, groups)?;
        for group in 0..groups {
            let segment = self.dealer.segment(group);
            if segment.is_empty() {
                continue;
            }
            let members = (0_u16..=u16::MAX)
                .zip(cells)
                .filter(|(value, _)| usize::from(domain.coarse(variable, *value)) == group);
            let weights = members.clone().map(|(_, &cell)| mass(cell));
            self.dealer.deal(segment, weights, |row, place| {
                let value = members.clone().nth(place).map_or(0, |(value, _)| value);
                put(column, row, value.into());
            })?;
        }
        Ok(())
    }
}

/// The masses of the variables that come first in a table: sums over all others.
fn sum_blocks<'s>(cells: &[i64], blocks: usize, sums: &'s mut [u64]) -> Result<&'s [u64], Error> {
    let sums = sums.get_mut(..blocks).ok_or(Error::BufferTooSmall)?;
    let block = cells.len().checked_div(blocks).unwrap_or(0).max(1);
    for (sum, block) in sums.iter_mut().zip(cells.chunks(block)) {
        *sum = sum_up(block.iter().map(|&cell| mass(cell)));
    }
    Ok(sums)
}

/// Steps of work for each row and column that debts may cost; none for tables so large that dealing row by row
/// would take longer than everything else.
fn steps_for(rows: usize, columns: usize) -> usize {
    let each = MOST_STEPS
        .checked_div(rows.saturating_mul(columns))
        .unwrap_or(0);
    if each < LEAST_STEPS { 0 } else { each }
}

/// Steps that debts of triples may cost, some two seconds; those of pairs may cost twice as much.
const MOST_STEPS: usize = 1 << 31;
/// About what dealing one row takes by itself: from 16 million rows times columns on, nothing is followed.
const LEAST_STEPS: usize = 128;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_followed_beyond_sixteen_million_rows_times_columns() {
        for (rows, columns, steps) in [
            (1, 1, MOST_STEPS),
            (1 << 20, 16, 128),
            ((1 << 20) + 1, 16, 0),
            (2_000_000, 22, 0),
            (usize::MAX, 2, 0),
            (0, 3, 0),
        ] {
            assert_eq!(steps_for(rows, columns), steps, "{rows} × {columns}");
        }
    }
}
