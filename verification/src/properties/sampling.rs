//! Sampling: rows come only from cells with mass, in the numbers that their tables demand.
//!
//! The properties are about one network that has every kind of draw: a head of a coarser level and
//! another attribute, the coarser level refined to its leaf, and a child given a parent. What must
//! hold of the rows is checked by [`Drawn`] for any model; the fuzz target `rows` uses it on larger
//! ones.

use privet_core::Error;
use privet_core::bayes::network::{Network, Node};
use privet_core::bayes::rows::{Model, Places, Replacement, RowScratch, draw_rows_with_fallback};
use privet_core::bayes::tables::{Table, Tables};
use privet_core::counts::{Column, Columns};
use privet_core::domain::{Domain, Level};
use privet_core::variables::{Variable, VariableSet};

use crate::engines::{Bounds, Choices};
use crate::shapes::{Stream, cells, set};
use crate::{cover, engines, long_engines};

/// Without replacement the rows' histogram is the table's, each count ⌊N·p⌋ or ⌈N·p⌉ over the N rows of
/// what was known: for a variable of the head those before it, for a leaf its group, for a child its
/// parents; whether debts are followed or not. With or without, only cells with mass are drawn where
/// there is any mass, and values are in range. Tables need not agree, and may hold anything; the counts
/// are claimed where their mass is below 2^64.
/// Bound: cells 0 or 1, three rows, debts followed (random: every `i64`, 40 rows, or not).
pub fn rows_follow_their_tables(choose: &mut impl Choices) {
    let drawn_down = choose.flag();
    // Memory for all debts, or for fewer.
    let debts = 24 - choose.number32(Bounds::small_or(0, 24)) as usize;
    let rows = choose.number32(Bounds::small_or(3, 40)) as usize;
    let held = any_cells(choose, 0);
    let mut rng = Stream(choose.number64(Bounds::small_or(0, u128::from(u64::MAX))));
    let (network, tables) = (network(), tables());
    let model = model(&network, &tables, &held);
    let replacement = if drawn_down {
        Replacement::Without
    } else {
        Replacement::With
    };
    let drawn = Drawn::columns(model, replacement, (rows, debts), &mut rng);
    let met = drawn.assert_follows_its_tables(drawn_down);
    cover!(choose, rows > 0 && met.empty_cell, "a cell without mass");
    cover!(choose, rows > 0 && met.nothing, "parents without mass");
    cover!(choose, met.rounded, "a count between two numbers");
}
engines!(rows_follow_their_tables: exhaust_rows_follow_their_tables (65_536 cases),
         prop_rows_follow_their_tables, without Kani);

/// Drawing from tables as they are ends, whatever they hold, with values in range and, where there
/// is any mass to choose from, only cells with mass.
/// Bound: cells −1 or 1, one row (random: every `i64`, three rows).
pub fn fallback_ends(choose: &mut impl Choices) {
    let rows = 1 + choose.number32(Bounds::small_or(0, 2)) as usize;
    let held = any_cells(choose, -1);
    let mut rng = Stream(choose.number64(Bounds::small_or(0, u128::from(u64::MAX))));
    let (network, tables) = (network(), tables());
    let drawn = Drawn::with_fallback(model(&network, &tables, &held), rows, &mut rng);
    let met = drawn.assert_follows_its_tables(false);
    cover!(choose, met.empty_cell, "a cell without mass");
    cover!(choose, met.nothing, "nothing to draw");
    cover!(choose, held.iter().all(|&cell| cell < 0), "all negative");
}
long_engines!(fallback_ends: exhaust_fallback_ends (8192 cases), prop_fallback_ends (200 tapes));

/// Cells of all tables: `low` or one, or anything.
fn any_cells(choose: &mut impl Choices, low: i64) -> Vec<i64> {
    let mut any = || match choose.number64(Bounds::small_or(1, u128::from(u64::MAX))) {
        0 => low,
        number => number.cast_signed(),
    };
    (0..tables().total_cells()).map(|_| any()).collect()
}

/// Drawn rows, and what they were drawn from.
#[derive(Debug)]
pub struct Drawn<'a> {
    model: Model<'a>,
    columns: Vec<Vec<u16>>,
}

/// Situations that were met.
#[derive(Clone, Copy, Debug, Default)]
pub struct Met {
    /// A cell without mass, among others with mass.
    pub empty_cell: bool,
    /// Rows for which there was no mass at all.
    pub nothing: bool,
    /// A count that is not exactly its expectation.
    pub rounded: bool,
}

impl<'a> Drawn<'a> {
    /// So many rows, column by column, with memory for so many debts.
    pub fn columns(
        model: Model<'a>,
        replacement: Replacement,
        (rows, debts): (usize, usize),
        rng: &mut Stream,
    ) -> Self {
        let sizes = model.domain.variables();
        let widest = sizes.map(|variable| model.domain.size(variable)).max();
        let largest = model.tables.largest().max(widest.unwrap_or(0) as usize);
        let mut scratch = RowScratch {
            bases: &mut vec![0; rows],
            order: &mut vec![0; rows],
            starts: &mut vec![0; largest + 1],
            masses: &mut vec![0; largest],
            margin: &mut vec![0; largest],
            places: Places {
                chances: &mut vec![0; largest],
                stock: &mut vec![0; largest],
                shares: &mut vec![0; largest],
                owed: &mut vec![0; largest],
            },
            debts: &mut vec![0; debts],
        };
        Self::from(model, rows, |model, columns| {
            model.draw_columns(replacement, columns, &mut scratch, rng, &mut || {})
        })
    }

    /// Row by row, from tables as they are.
    pub fn with_fallback(model: Model<'a>, rows: usize, rng: &mut Stream) -> Self {
        Self::from(model, rows, |model, columns| {
            draw_rows_with_fallback(model, columns, rng, &mut || {})
        })
    }

    fn from(
        model: Model<'a>,
        rows: usize,
        draw: impl FnOnce(&Model<'_>, &mut [&mut [u16]]) -> Result<(), Error>,
    ) -> Self {
        // Values that no small attribute has, so that a row left out is noticed.
        let mut columns = vec![vec![u16::MAX; rows]; model.domain.attributes().into()];
        let mut borrowed: Vec<&mut [u16]> = columns.iter_mut().map(Vec::as_mut_slice).collect();
        assert_eq!(draw(&model, &mut borrowed), Ok(()));
        Self { model, columns }
    }

    /// What [`rows_follow_their_tables`] says of these rows; of their counts only where they were
    /// `drawn_down`.
    pub fn assert_follows_its_tables(&self, drawn_down: bool) -> Met {
        let mut met = Met::default();
        let domain = &self.model.domain;
        for (variables, given, held) in self.draws() {
            let counts = self.count(&variables);
            let mut groups = vec![(0_u128, 0_u128); cells(domain, &given)];
            let mut group_of = vec![0; held.len()];
            domain.project(&variables, &given, |cell, group| {
                group_of[cell] = group;
                groups[group].0 += u128::from(counts[cell]);
                groups[group].1 += held[cell];
            });
            for (cell, &group) in group_of.iter().enumerate() {
                let (rows, all) = groups[group];
                let (count, mass) = (u128::from(counts[cell]), held[cell]);
                met.nothing |= all == 0 && rows > 0;
                if all == 0 {
                    continue;
                }
                met.empty_cell |= mass == 0;
                assert!(mass > 0 || count == 0, "a cell without mass");
                if drawn_down && all < 1 << 64 {
                    // |count − rows·mass/all| < 1
                    assert!((count * all).abs_diff(rows * mass) < all);
                    met.rounded |= count * all != rows * mass;
                }
            }
        }
        met
    }

    /// Every draw: the variables of its table, those that were known, and the mass of each cell. A variable
    /// of the head is drawn given those before it, a node given its parents, a leaf given its group.
    fn draws(&self) -> Vec<(VariableSet, VariableSet, Vec<u128>)> {
        let Model {
            domain,
            network,
            tables,
            cells: held,
        } = &self.model;
        let mut tables = tables.as_slice().iter();
        let masses = |table: &Table| -> Vec<u128> {
            let held = table.cells(held).expect("room for every table");
            held.iter().map(|&cell| mass(cell)).collect()
        };
        let head = tables.next().expect("a head");
        let mut draws = Vec::new();
        let mut given = VariableSet::EMPTY;
        for &variable in network.head.as_slice() {
            let mut variables = given.clone();
            variables.insert(variable).expect("a variable once");
            let mut sums = vec![0; cells(domain, &variables)];
            let of_head = masses(head);
            domain.project(&head.variables, &variables, |cell, sum| {
                sums[sum] += of_head[cell];
            });
            draws.push((variables.clone(), given, sums));
            given = variables;
        }
        let parents = network.nodes.iter().map(|node| node.parents.clone());
        let coarse = network
            .entries()
            .filter(|&variable| !domain.is_leaf(variable));
        let groups = coarse.map(|variable| VariableSet::new(&[variable]).expect("one variable"));
        for (table, given) in tables.zip(parents.chain(groups)) {
            draws.push((table.variables.clone(), given, masses(table)));
        }
        draws
    }

    /// Counts the rows; the columns are refused where a value is out of range.
    fn count(&self, variables: &VariableSet) -> Vec<u64> {
        let domain = &self.model.domain;
        let columns = self.columns.iter().map(|column| Column::Wide(column));
        let columns: Vec<Column<'_>> = columns.collect();
        let columns = Columns::new(domain, &columns).expect("values in range");
        let mut counts = vec![0; cells(domain, variables)];
        assert_eq!(columns.count(domain, variables, &mut counts), Ok(()));
        counts
    }
}

fn mass(cell: i64) -> u128 {
    u128::from(cell.max(0).unsigned_abs())
}

pub(super) fn model<'a>(network: &'a Network, tables: &'a Tables, cells: &'a [i64]) -> Model<'a> {
    Model {
        domain: domain(),
        network,
        tables,
        cells,
    }
}

fn domain() -> Domain<'static> {
    Domain::new(&LEVELS).expect("levels that nest")
}

/// Head: the groups of the first attribute, and the second. Then the third, given the first.
pub(super) fn network() -> Network {
    let mut network = Network::of_head(set(&[1, 2]));
    let node = Node {
        child: Variable(3),
        parents: set(&[0]),
    };
    assert!(network.nodes.push(node).is_ok());
    network
}

/// Four, six and three cells.
pub(super) fn tables() -> Tables {
    Tables::of(&domain(), &network()).expect("small tables")
}

/// Three values (0) in two groups (1); two values (2); two values (3).
static LEVELS: [Level; 4] = [
    Level::leaf(0, 3),
    Level {
        attribute: 0,
        size: 2,
        groups: &[0, 1, 0],
        representatives: &[2, 1],
    },
    Level::leaf(1, 2),
    Level::leaf(2, 2),
];
