//! A whole small PrivBayes release without heap: on a microcontroller and, for comparison, on the
//! host.
//!
//! A fictitious table of 500 rows and five attributes goes through the curator (size, pair scores,
//! tables), the tables are fitted and rows drawn from them. Every noisy answer, fitted cell and
//! synthetic value goes into one SHA-256 digest. The same seeds must give the same digest on every
//! platform: noise is integer arithmetic, and the floats on public values are only added,
//! multiplied, divided, rooted or given to `libm`.
//!
//! All memory that depends on the table is a [`Memory`], a static on the device.

#![no_std]
#![warn(missing_docs)]

mod table;

use core::num::NonZeroU32;

use chacha20::ChaCha20Rng;
use privet_core::Error;
use privet_core::bayes::consistency::{StepScratch, common_sets};
use privet_core::bayes::fit::{Fitting, Repair};
use privet_core::bayes::measure::{
    MeasuredTables, Settings, Structure, measure_size, measure_structure, measure_tables,
};
use privet_core::bayes::network::HeadRule;
use privet_core::bayes::rows::{Model, Places, Replacement, RowScratch};
use privet_core::bayes::simplex::Post;
use privet_core::bayes::tables::Tables;
use privet_core::counts::{Column, Columns, MostRows};
use privet_core::curator::{Curator, ScoreScratch, pairs_of};
use privet_core::domain::Domain;
use privet_core::ledger::{Gaussian, Ledger};
use privet_core::neighbours::Neighbours;
use privet_core::privacy::{Delta, Epsilon, MuSquared, Share};
use privet_core::variables::VariableSet;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use sha2::{Digest, Sha256};

use crate::table::{ATTRIBUTES, LEVELS, Table, WIDEST};

/// Where the randomness starts. A device in the field takes the noise seed from its hardware.
#[derive(Clone, Copy)]
pub struct Seeds {
    /// For the noise: as secret as the data.
    pub noise: [u8; 32],
    /// For the rows: public.
    pub rows: u64,
}

impl Seeds {
    /// The seeds of the comparison between device and host.
    pub const COMPARED: Self = Self {
        noise: *b"the same noise on every platform",
        rows: 2026,
    };
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Release {
    /// SHA-256 of all noisy answers, fitted cells and synthetic values, in order.
    pub digest: [u8; 32],
    /// Number of synthetic rows.
    pub rows: usize,
    /// Number of measured tables.
    pub tables: usize,
    /// Cells of all measured tables.
    pub cells: usize,
}

/// All memory of a release that depends on the table's shape.
pub struct Memory {
    real: Table,
    scores: [i64; pairs_of(LEVELS.len())],
    leaf_cells: [u64; MOST_CELLS],
    level_cells: [u64; MOST_CELLS],
    margins: [u64; 2 * WIDEST],
    tables: Tables,
    cells: [i64; MOST_TABLES * MOST_CELLS],
    variances: [f64; MOST_TABLES],
    sets: [VariableSet; MOST_SETS],
    targets: [i128; MOST_CELLS],
    sums: [i64; MOST_CELLS],
    shares: [u32; MOST_CELLS],
    synthetic: [[u16; MOST_ROWS]; ATTRIBUTES],
    bases: [u32; MOST_ROWS],
    order: [u32; MOST_ROWS],
    starts: [u32; MOST_CELLS + 1],
    masses: [u64; MOST_CELLS],
    chances: [u64; WIDEST],
    stock: [u32; WIDEST],
    values: [[i32; WIDEST]; 2],
    debts: [i32; MOST_DEBTS],
}

impl Memory {
    /// All zero, so that a static of it takes no flash.
    pub const EMPTY: Self = Self {
        real: Table::EMPTY,
        scores: [0; pairs_of(LEVELS.len())],
        leaf_cells: [0; MOST_CELLS],
        level_cells: [0; MOST_CELLS],
        margins: [0; 2 * WIDEST],
        tables: Tables::EMPTY,
        cells: [0; MOST_TABLES * MOST_CELLS],
        variances: [0.0; MOST_TABLES],
        sets: [VariableSet::EMPTY; MOST_SETS],
        targets: [0; MOST_CELLS],
        sums: [0; MOST_CELLS],
        shares: [0; MOST_CELLS],
        synthetic: [[0; MOST_ROWS]; ATTRIBUTES],
        bases: [0; MOST_ROWS],
        order: [0; MOST_ROWS],
        starts: [0; MOST_CELLS + 1],
        masses: [0; MOST_CELLS],
        chances: [0; WIDEST],
        stock: [0; WIDEST],
        values: [[0; WIDEST]; 2],
        debts: [0; MOST_DEBTS],
    };
}

/// Makes the release: size, structure, tables, fit, rows.
pub fn small_release(seeds: &Seeds, memory: &mut Memory) -> Result<Release, Error> {
    let domain = Domain::new(&LEVELS)?;
    let mut digest = Sha256::new();
    let structure = {
        memory.real.fill();
        let columns = memory.real.columns().map(Column::Narrow);
        let mut curator = curator(seeds, &domain, &columns)?;
        let settings = settings(curator.ledger().balance().total())?;
        let size = measure_size(&mut curator, &domain, &settings)?;
        let scratch = ScoreScratch {
            scores: &mut memory.scores,
            leaf_cells: &mut memory.leaf_cells,
            level_cells: &mut memory.level_cells,
            margins: &mut memory.margins,
        };
        let quiet = &mut || ();
        let structure = measure_structure(&mut curator, &domain, &settings, size, scratch, quiet)?;
        let (tables, cells) = (&mut memory.tables, &mut memory.cells);
        tables.lay_out(&domain, &structure.network)?;
        // Scoring no longer needs this room.
        let scratch = &mut memory.level_cells;
        measure_tables(
            &mut curator,
            &domain,
            &settings,
            MeasuredTables {
                tables,
                possible: &[],
                noisy: cells,
                scratch,
            },
            quiet,
        )?;
        digest.update(structure.size.rows().to_le_bytes());
        add(&mut digest, memory.scores.map(i64::to_le_bytes));
        digest.update(curator.close().balance().spent().units().to_le_bytes());
        structure
    };
    for table in memory.tables.as_slice() {
        let cells = table.cells(&memory.cells)?;
        add(
            &mut digest,
            table
                .variables
                .as_slice()
                .iter()
                .map(|v| u32::from(v.0).to_le_bytes()),
        );
        add(&mut digest, cells.iter().map(|cell| cell.to_le_bytes()));
    }
    fit(&domain, &structure, memory, &mut digest)?;
    let rows = draw(seeds, &domain, &structure, memory, &mut digest)?;
    Ok(Release {
        digest: digest.finalize().into(),
        rows,
        tables: memory.tables.as_slice().len(),
        cells: memory.tables.total_cells(),
    })
}

type SmallCurator<'a> = Curator<Columns<'a>, ChaCha20Rng, Gaussian, MOST_ENTRIES>;

fn curator<'a>(
    seeds: &Seeds,
    domain: &Domain<'_>,
    columns: &'a [Column<'a>],
) -> Result<SmallCurator<'a>, Error> {
    let counts = Columns::new(domain, columns)?;
    let neighbours = Neighbours::AddRemove {
        rows: NonZeroU32::MIN,
    };
    let ledger = Ledger::for_guarantee(Epsilon::new(EPSILON)?, Delta::new(DELTA)?)?;
    let rng = ChaCha20Rng::from_seed(seeds.noise);
    Curator::new(counts, MostRows::LARGEST, neighbours, ledger, rng)
}

fn settings(total: MuSquared) -> Result<Settings, Error> {
    Ok(Settings {
        structure: total.share_down(Share::new(19, 100)?),
        size: total.share_down(Share::new(1, 100)?),
        tables: total.share_down(Share::new(80, 100)?),
        theta: 4.0,
        caution: 1.0,
        head: HeadRule::Worth,
        most_cells: MOST_CELLS as u64,
        assumed_rows: None,
    })
}

/// Consistent, non-negative tables. Not inlined, so that its part of the stack is free again.
#[inline(never)]
fn fit(
    domain: &Domain<'_>,
    structure: &Structure,
    memory: &mut Memory,
    digest: &mut Sha256,
) -> Result<(), Error> {
    let tables = &memory.tables;
    let used = common_sets(domain, tables, &mut memory.sets).used();
    let fitting = Fitting {
        domain: *domain,
        tables,
        sets: memory.sets.get(..used).ok_or(Error::BufferTooSmall)?,
        rows: structure.size.rows(),
        post: Post::L2Projection,
        repair: Repair::ByTurns,
    };
    let mut scratch = StepScratch {
        targets: &mut memory.targets,
        sums: &mut memory.sums,
        shares: &mut memory.shares,
    };
    let cells = memory
        .cells
        .get_mut(..tables.total_cells())
        .ok_or(Error::BufferTooSmall)?;
    let left = fitting.fit(cells, &mut memory.variances, &mut scratch)?;
    add(digest, cells.iter().map(|cell| cell.to_le_bytes()));
    add(digest, memory.variances.map(f64::to_le_bytes));
    digest.update(left.to_le_bytes());
    Ok(())
}

/// Synthetic rows, as many as the noisy size says and the memory holds; returns how many.
#[inline(never)]
fn draw(
    seeds: &Seeds,
    domain: &Domain<'_>,
    structure: &Structure,
    memory: &mut Memory,
    digest: &mut Sha256,
) -> Result<usize, Error> {
    let rows = usize::try_from(structure.size.rows()).map_or(MOST_ROWS, |rows| rows.min(MOST_ROWS));
    let model = Model {
        domain: *domain,
        network: &structure.network,
        tables: &memory.tables,
        cells: &memory.cells,
    };
    // Every column has MOST_ROWS places, so none of these is empty.
    let mut columns = memory
        .synthetic
        .each_mut()
        .map(|column| column.get_mut(..rows).unwrap_or_default());
    let [shares, owed] = &mut memory.values;
    let mut scratch = RowScratch {
        bases: &mut memory.bases,
        order: &mut memory.order,
        starts: &mut memory.starts,
        masses: &mut memory.masses,
        margin: &mut memory.margins,
        places: Places {
            chances: &mut memory.chances,
            stock: &mut memory.stock,
            shares,
            owed,
        },
        debts: &mut memory.debts,
    };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seeds.rows);
    for replacement in [Replacement::With, Replacement::Without] {
        model.draw_columns(
            replacement,
            &mut columns,
            &mut scratch,
            &mut rng,
            &mut || (),
        )?;
        for column in &columns {
            add(digest, column.iter().map(|value| value.to_le_bytes()));
        }
    }
    Ok(rows)
}

/// Adds numbers to the digest, little end first.
fn add<const BYTES: usize>(digest: &mut Sha256, numbers: impl IntoIterator<Item = [u8; BYTES]>) {
    for number in numbers {
        digest.update(number);
    }
}

const EPSILON: f64 = 3.0;
const DELTA: f64 = 1e-6;
/// Most cells of a table; those of two wider leaves are not measured.
const MOST_CELLS: usize = 128;
/// One an attribute, and one more for the attribute with a coarser level.
const MOST_TABLES: usize = ATTRIBUTES + 1;
/// Every set of attributes, the wide one at either level: more than there can be.
const MOST_SETS: usize = 48;
/// Noise on the size is far below the 140 rows to spare; a larger size is cut.
const MOST_ROWS: usize = table::ROWS + 140;
/// Some tables of two columns, not all.
const MOST_DEBTS: usize = 512;
/// Size, scores and tables.
const MOST_ENTRIES: usize = 2 + MOST_TABLES;
