//! The tables of a network, side by side in the caller's memory.

use super::network::Network;
use crate::Error;
use crate::domain::{Domain, MOST_ATTRIBUTES, MOST_LEVELS};
use crate::privacy::NoiseScale;
use crate::variables::VariableSet;

/// One table: its variables, its noise, and where its cells stand.
#[derive(Clone, Debug)]
pub struct Table {
    /// What it counts.
    pub variables: VariableSet,
    /// The scale of the noise of each cell, in rows; nothing before it is measured.
    pub noise: Option<NoiseScale>,
    start: usize,
    len: usize,
}

impl Table {
    /// The table's cells in the memory that all tables share.
    pub fn cells<'c, T>(&self, memory: &'c [T]) -> Result<&'c [T], Error> {
        let end = self
            .start
            .checked_add(self.len)
            .ok_or(Error::BufferTooSmall)?;
        memory.get(self.start..end).ok_or(Error::BufferTooSmall)
    }

    /// The table's cells, to be changed.
    pub fn cells_mut<'c, T>(&self, memory: &'c mut [T]) -> Result<&'c mut [T], Error> {
        let end = self
            .start
            .checked_add(self.len)
            .ok_or(Error::BufferTooSmall)?;
        memory.get_mut(self.start..end).ok_or(Error::BufferTooSmall)
    }

    /// Number of cells.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// A table has at least one cell.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// All tables of a network: the head's, one a node, and the one-way table of the leaf of every
/// attribute that enters at a coarser level.
#[derive(Clone, Debug, Default)]
pub struct Tables(heapless::Vec<Table, MOST_TABLES>);

impl Tables {
    /// No table: memory for [`Tables::lay_out`], a static where the stack is small.
    pub const EMPTY: Self = Self(heapless::Vec::new());

    /// Lays the tables out. Refused: a table of more than 2^32 cells.
    pub fn of(domain: &Domain<'_>, network: &Network) -> Result<Self, Error> {
        let mut tables = Self::EMPTY;
        tables.lay_out(domain, network)?;
        Ok(tables)
    }

    /// [`Tables::of`] in place, whatever was there before.
    pub fn lay_out(&mut self, domain: &Domain<'_>, network: &Network) -> Result<(), Error> {
        self.0.clear();
        self.push(domain, network.head.clone())?;
        for node in &network.nodes {
            self.push(domain, node.table()?)?;
        }
        for entry in network.entries() {
            if !domain.is_leaf(entry) {
                self.push(domain, VariableSet::new(&[domain.leaf(entry)])?)?;
            }
        }
        Ok(())
    }

    /// The tables in order: head, nodes, leaves.
    pub fn as_slice(&self) -> &[Table] {
        &self.0
    }

    /// What the tables count, in the same order.
    pub fn variables(&self) -> impl Iterator<Item = &VariableSet> {
        self.0.iter().map(|table| &table.variables)
    }

    /// The tables, to note their noise.
    pub fn as_mut_slice(&mut self) -> &mut [Table] {
        &mut self.0
    }

    /// Cells of all tables together.
    pub fn total_cells(&self) -> usize {
        self.0
            .last()
            .map_or(0, |table| table.start.saturating_add(table.len))
    }

    /// Cells of the largest table.
    pub fn largest(&self) -> usize {
        self.0.iter().map(Table::len).max().unwrap_or(0)
    }

    fn push(&mut self, domain: &Domain<'_>, variables: VariableSet) -> Result<(), Error> {
        let len = domain
            .cells(&variables, u64::from(u32::MAX))
            .ok_or(Error::BufferTooSmall)?;
        let table = Table {
            variables,
            noise: None,
            start: self.total_cells(),
            len,
        };
        self.0.push(table).map_err(|_| Error::BadDomain)
    }
}

/// Head and nodes are at most one an attribute, and a leaf has its own table only where its attribute
/// has a coarser level: never more tables than variables, nor than twice the attributes.
pub(super) const MOST_TABLES: usize = if MOST_LEVELS < 2 * MOST_ATTRIBUTES {
    MOST_LEVELS
} else {
    2 * MOST_ATTRIBUTES
};
