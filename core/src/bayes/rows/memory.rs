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
    /// The most that leaning takes beside rows and cells, whatever the model: to be looked for before anything is paid.
    pub const LEANING_BYTES: u64 = (DEBTS * size_of::<i32>()) as u64;

    /// Memory for so many rows of a model whose chances lean, without replacement.
    pub fn leaning(model: &Model<'_>, rows: usize) -> Self {
        let sizes = model.domain.variables();
        let sizes = sizes.map(|variable| model.domain.size(variable) as usize);
        // A column alone, with each of the others and with each two of them has no more cells than this.
        let values = sizes.clone().fold(1, usize::saturating_add);
        let pairs = values.saturating_mul(values);
        let debts = sizes.max().unwrap_or(0).saturating_mul(pairs);
        Self {
            debts: vec![0; debts.min(DEBTS)],
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

#[cfg(test)]
mod tests {
    use rand_core::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::bayes::network::{Network, Node};
    use crate::bayes::rows::Replacement;
    use crate::bayes::tables::Tables;
    use crate::domain::{Domain, Level};
    use crate::variables::{Number, Variable, VariableSet};

    /// What a small model's columns may follow has all its memory: more changes no row. Six columns, each given the one before
    /// it, so that the last follows all pairs and triples that there are.
    #[test]
    fn more_memory_changes_no_row() {
        const ROWS: usize = 500;
        let set = |id: Number| VariableSet::new(&[Variable(id)]).unwrap();
        let levels: Vec<_> = (0..6).map(|id| Level::leaf(id, 7)).collect();
        let mut network = Network::of_head(set(0));
        for child in 1..6_u8 {
            let node = Node {
                child: Variable(child.into()),
                parents: set(Number::from(child) - 1),
            };
            network.nodes.push(node).unwrap();
        }
        let domain = Domain::new(&levels).unwrap();
        let tables = Tables::of(&domain, &network).unwrap();
        let cells: Vec<i64> = (0..5).cycle().take(tables.total_cells()).collect();
        let model = Model {
            domain,
            network: &network,
            tables: &tables,
            cells: &cells,
        };
        let drawn = |memory: &mut RowMemory| {
            let mut columns = vec![vec![0; ROWS]; 6];
            let mut slices: Vec<_> = columns.iter_mut().map(Vec::as_mut_slice).collect();
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
            let how = Replacement::Without;
            let scratch = &mut memory.scratch();
            let drawn = model.draw_columns(how, &mut slices, scratch, &mut rng, &mut || ());
            drawn.unwrap();
            columns
        };
        let rows = drawn(&mut RowMemory::leaning(&model, ROWS));
        let more = &mut RowMemory {
            debts: vec![0; DEBTS],
            ..RowMemory::leaning(&model, ROWS)
        };
        assert!(rows == drawn(more));
        // What is followed shows in the rows.
        let less = &mut RowMemory {
            debts: vec![0; 2000],
            ..RowMemory::leaning(&model, ROWS)
        };
        assert!(rows != drawn(less));
    }
}
