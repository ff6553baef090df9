//! Memory for drawing rows, on the heap.

use alloc::vec;
use alloc::vec::Vec;

use super::by_column::RowScratch;
use super::model::Model;
use super::places::Places;

/// Owns what a [`RowScratch`] borrows.
#[derive(Debug)]
pub struct RowMemory {
    bases: Vec<u32>,
    order: Vec<u32>,
    starts: Vec<u32>,
    masses: Vec<u64>,
    margin: Vec<u64>,
    chances: Vec<u64>,
    stock: Vec<u32>,
    shares: Vec<i32>,
    owed: Vec<i32>,
    debts: Vec<i32>,
}

impl RowMemory {
    /// What leaning takes beside rows and cells, whatever the model: to be looked for before anything is paid.
    pub const LEANING_BYTES: u64 = (DEBTS * size_of::<i32>()) as u64;

    /// Memory for so many rows of a model whose chances lean, without replacement.
    pub fn leaning(model: &Model<'_>, rows: usize) -> Self {
        Self {
            debts: vec![0; DEBTS],
            ..Self::new(model, rows)
        }
    }

    /// Memory for so many rows of a model that are dealt at random.
    pub fn new(model: &Model<'_>, rows: usize) -> Self {
        let sizes = model.domain.variables();
        let widest = sizes.map(|variable| model.domain.size(variable) as usize);
        let widest = widest.max().unwrap_or(0);
        let cells = model.tables.largest().max(widest);
        Self {
            bases: vec![0; rows],
            order: vec![0; rows],
            starts: vec![0; cells.saturating_add(1)],
            masses: vec![0; cells],
            margin: vec![0; widest],
            chances: vec![0; widest],
            stock: vec![0; widest],
            shares: vec![0; widest],
            owed: vec![0; widest],
            debts: Vec::new(),
        }
    }

    /// The same, borrowed.
    pub fn scratch(&mut self) -> RowScratch<'_> {
        RowScratch {
            bases: &mut self.bases,
            order: &mut self.order,
            starts: &mut self.starts,
            masses: &mut self.masses,
            margin: &mut self.margin,
            places: Places {
                chances: &mut self.chances,
                stock: &mut self.stock,
                shares: &mut self.shares,
                owed: &mut self.owed,
            },
            debts: &mut self.debts,
        }
    }
}

/// 16 MB: all triples of fifteen columns of 25 values.
const DEBTS: usize = 1 << 22;
