//! From noisy tables to synthetic rows, as `privet release` makes them.

use privet_core::bayes::consistency::{StepScratch, common_sets};
use privet_core::bayes::fit::{Fitting, Repair};
use privet_core::bayes::network::Network;
use privet_core::bayes::rows::{Model, Replacement, RowMemory};
use privet_core::bayes::simplex::Post;
use privet_core::bayes::tables::Tables;
use privet_core::domain::Domain;
use privet_core::variables::VariableSet;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Outcome;

/// What rows are made from: noisy answers and functions of them.
pub struct Synthesis<'a> {
    /// The variables.
    pub domain: Domain<'a>,
    /// Head and nodes.
    pub network: &'a Network,
    /// Where the cells stand.
    pub tables: &'a Tables,
    /// The noisy cells.
    pub cells: &'a [i64],
    /// The noisy or public number of rows.
    pub rows: u64,
}

impl Synthesis<'_> {
    /// One column a variable.
    pub fn draw(&self, rng: &mut Xoshiro256PlusPlus) -> Outcome<Vec<Vec<u16>>> {
        let model = Model {
            domain: self.domain,
            network: self.network,
            tables: self.tables,
            cells: &self.fit()?,
        };
        draw_rows(&model, self.rows, rng)
    }

    fn fit(&self) -> Outcome<Vec<i64>> {
        let tables = self.tables;
        let mut sets = vec![VariableSet::EMPTY; MOST_COMMON_SETS];
        let used = common_sets(&self.domain, tables, &mut sets).used();
        let largest = tables.largest();
        let mut scratch = StepScratch {
            targets: &mut vec![0; largest],
            sums: &mut vec![0; largest],
            shares: &mut vec![0; largest],
        };
        let mut cells = self.cells.to_vec();
        let mut variances = vec![0.0; tables.as_slice().len()];
        let fitting = Fitting {
            domain: self.domain,
            tables,
            sets: &sets[..used],
            rows: self.rows,
            post: Post::L2Projection,
            repair: Repair::ByTurns,
        };
        fitting.fit(&mut cells, &mut variances, &mut scratch)?;
        Ok(cells)
    }
}

/// So many rows from fitted tables, one column an attribute.
pub fn draw_rows(
    model: &Model<'_>,
    rows: u64,
    rng: &mut Xoshiro256PlusPlus,
) -> Outcome<Vec<Vec<u16>>> {
    let rows = usize::try_from(rows)?;
    let mut synthetic = vec![vec![0_u16; rows]; usize::from(model.domain.attributes())];
    let mut columns: Vec<&mut [u16]> = synthetic.iter_mut().map(Vec::as_mut_slice).collect();
    let quiet = &mut || ();
    let mut memory = RowMemory::leaning(model, rows);
    model.draw_columns(
        Replacement::Without,
        &mut columns,
        &mut memory.scratch(),
        rng,
        quiet,
    )?;
    Ok(synthetic)
}

/// The largest number of values of any variable.
pub fn largest_size(domain: &Domain<'_>) -> usize {
    let sizes = domain
        .variables()
        .map(|variable| domain.size(variable) as usize);
    sizes.max().unwrap_or(0)
}

/// Of two to four columns there are at most this many.
const MOST_COMMON_SETS: usize = 64;
