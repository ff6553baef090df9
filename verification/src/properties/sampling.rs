//! Sampling: rows come only from cells with mass, in the numbers that their tables demand.
//!
//! All of it on one network that has every kind of draw: a head of a coarser level and another
//! attribute, the coarser level refined to its leaf, and a child given a parent.

use privet_core::bayes::network::{Network, Node};
use privet_core::bayes::rows::{Model, Replacement, RowRoom, draw_rows_with_fallback};
use privet_core::bayes::tables::Tables;
use privet_core::counts::{Column, Columns, Counts};
use privet_core::domain::{Domain, Level};
use privet_core::variables::{Variable, VariableSet};

use crate::engines::{Bounds, Choices};
use crate::shapes::{Stream, cells, leaf, set};
use crate::{cover, engines};

/// Without replacement the rows' histogram is the table's, each count ⌊N·p⌋ or ⌈N·p⌉: for the head
/// over all N rows, for a leaf or a child over the N rows of its group or parents. With or without,
/// only cells with mass are drawn where there is any mass, and values are in range. Tables need not
/// agree, and may hold anything; the counts are claimed where their mass is below 2^64.
/// Bound: cells 0 or 1, three rows (random: every `i64`, 40 rows).
pub fn rows_follow_their_tables(choose: &mut impl Choices) {
    let drawn_down = choose.flag();
    let rows = choose.number32(Bounds::small_or(3, 40)) as usize;
    let held = any_cells(choose, 0);
    let mut rng = Stream(choose.number64(Bounds::small_or(0, u128::from(u64::MAX))));
    let drawn = Drawn::from(&held, rows, |model, columns| {
        let largest = model.tables.largest();
        let mut room = RowRoom {
            bases: &mut vec![0; rows],
            order: &mut vec![0; rows],
            starts: &mut vec![0; largest + 1],
            sums: &mut vec![0; largest],
        };
        let replacement = if drawn_down {
            Replacement::Without
        } else {
            Replacement::With
        };
        let done = model.draw_columns(replacement, columns, &mut room, &mut rng, &mut || {});
        assert_eq!(done, Ok(()));
    });
    let met = drawn.follows_its_tables(drawn_down);
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
    let drawn = Drawn::from(&held, rows, |model, columns| {
        let done = draw_rows_with_fallback(model, columns, &mut rng, &mut || {});
        assert_eq!(done, Ok(()));
    });
    let met = drawn.follows_its_tables(false);
    cover!(choose, met.empty_cell, "a cell without mass");
    cover!(choose, met.nothing, "nothing to draw");
    cover!(choose, held.iter().all(|&cell| cell < 0), "all negative");
}
engines!(fallback_ends: exhaust_fallback_ends (8192 cases), prop_fallback_ends, without Kani);

/// Cells of all tables: `low` or one, or anything.
fn any_cells(choose: &mut impl Choices, low: i64) -> Vec<i64> {
    let mut any = || match choose.number64(Bounds::small_or(1, u128::from(u64::MAX))) {
        0 => low,
        number => number.cast_signed(),
    };
    (0..tables().total_cells()).map(|_| any()).collect()
}

/// Drawn rows, and what they were drawn from.
struct Drawn<'a> {
    held: &'a [i64],
    columns: [Vec<u16>; 3],
}

/// Situations that were met.
#[derive(Default)]
struct Met {
    empty_cell: bool,
    nothing: bool,
    rounded: bool,
}

impl<'a> Drawn<'a> {
    fn from(
        held: &'a [i64],
        rows: usize,
        draw: impl FnOnce(&Model<'_>, &mut [&mut [u16]]),
    ) -> Self {
        // Values that no attribute has, so that a row left out is noticed.
        let mut columns = [0; 3].map(|_: u8| vec![u16::MAX; rows]);
        let model = Model {
            domain: domain(),
            network: &network(),
            tables: &tables(),
            cells: held,
        };
        draw(&model, &mut columns.each_mut().map(Vec::as_mut_slice));
        Self { held, columns }
    }

    fn follows_its_tables(&self, drawn_down: bool) -> Met {
        let mut met = Met::default();
        let tables = tables();
        // Each table with what was known when its rows were drawn: head, child, leaf.
        let given = [set(&[]), set(&[0]), set(&[1])];
        for (table, given) in tables.as_slice().iter().zip(&given) {
            let held = table.cells(self.held).expect("room for every table");
            let counts = self.count(&table.variables);
            let mut groups = vec![(0_u128, 0_u128); cells(&domain(), given)];
            let mut group_of = vec![0; held.len()];
            domain().project(&table.variables, given, |cell, group| {
                group_of[cell] = group;
                groups[group].0 += u128::from(counts[cell]);
                groups[group].1 += mass(held[cell]);
            });
            for (cell, &group) in group_of.iter().enumerate() {
                let (rows, all) = groups[group];
                let (count, mass) = (u128::from(counts[cell]), mass(held[cell]));
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

    /// Counts the rows; the columns are refused where a value is out of range.
    fn count(&self, variables: &VariableSet) -> Vec<u64> {
        let columns = self.columns.each_ref().map(|column| Column::Wide(column));
        let columns = Columns::new(&domain(), &columns).expect("values in range");
        let mut counts = vec![0; cells(&domain(), variables)];
        assert_eq!(columns.count(&domain(), variables, &mut counts), Ok(()));
        counts
    }
}

fn mass(cell: i64) -> u128 {
    u128::from(cell.max(0).unsigned_abs())
}

fn domain() -> Domain<'static> {
    Domain::new(&LEVELS).expect("levels that nest")
}

/// Head: the groups of the first attribute, and the second. Then the third, given the first.
fn network() -> Network {
    let mut network = Network::of_head(set(&[1, 2]));
    let node = Node {
        child: Variable(3),
        parents: set(&[0]),
    };
    assert!(network.nodes.push(node).is_ok());
    network
}

/// Four, six and three cells.
fn tables() -> Tables {
    Tables::of(&domain(), &network()).expect("small tables")
}

/// Three values (0) in two groups (1); two values (2); two values (3).
static LEVELS: [Level; 4] = [
    leaf(0, 3),
    Level {
        attribute: 0,
        size: 2,
        groups: &[0, 1, 0],
        representatives: &[2, 1],
    },
    leaf(1, 2),
    leaf(2, 2),
];
