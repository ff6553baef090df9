//! Column after column, with or without replacement.

use rand_core::Rng;

use super::columns::{column_of, put, put_cell};
use super::dealer::{Dealer, Replacement};
use super::layout::{Layout, mass_at, stride};
use super::model::Model;
use crate::Error;
use crate::bayes::network::Node;
use crate::bayes::tables::Table;
use crate::bayes::tickets::mass;
use crate::variables::Variable;

/// Memory for drawing: places for rows, cells and values, see the fields.
pub struct RowScratch<'a> {
    /// One place a row.
    pub bases: &'a mut [u32],
    /// One place a row.
    pub order: &'a mut [u32],
    /// One more place than the largest table has cells.
    pub starts: &'a mut [u32],
    /// As many places as the largest table has cells.
    pub sums: &'a mut [u64],
    /// As many places as the largest variable has values.
    pub margin: &'a mut [u64],
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
            let margin = &mut *scratch.margin;
            self.draw_node(node, table, columns, (bases, margin), &mut dealer)?;
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
        (bases, margin): (&mut [u32], &mut [u64]),
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
        let margin = margin
            .get_mut(..layout.child_size)
            .ok_or(Error::BufferTooSmall)?;
        let mut is_summed = false;
        for base in 0..cells.len() {
            let segment = dealer.segment(base);
            if segment.is_empty() {
                continue;
            }
            let weights = layout.values(base).map(|cell| mass_at(cells, cell));
            if weights.clone().any(|weight| weight > 0) {
                dealer.deal(segment, weights, |row, value| put(column, row, value))?;
            } else {
                // No mass for these parents: the child's own distribution, the same for all of them.
                if !core::mem::replace(&mut is_summed, true) {
                    layout.sum_children(cells, margin);
                }
                let weights = margin.iter().copied();
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
}
