//! Rows on request: the law of a network's rows, given what is known of them. Enumeration of small models is a property of
//! its own (`conditioning_excludes`); here is what that is too small for.

#![cfg(feature = "alloc")]
#![allow(clippy::cast_precision_loss)]

use privet_core::bayes::network::{Network, Node};
use privet_core::bayes::rows::{Model, Replacement, RowMemory};
use privet_core::bayes::tables::Tables;
use privet_core::domain::{Domain, Level};
use privet_core::mrf::conditional::{Families, Given};
use privet_core::variables::{Variable, VariableSet};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng as _;

/// A chain of four attributes in which a value stays from one to the next by this weight, and changes to another by one.
fn with_chain<T>(stays: i64, work: impl FnOnce(&Model<'_>) -> T) -> T {
    let levels = [
        Level::leaf(0, 3),
        Level::leaf(1, 3),
        Level::leaf(2, 3),
        Level::leaf(3, 4),
    ];
    let domain = Domain::new(&levels).unwrap();
    let mut network = Network::of_head(VariableSet::new(&[Variable(0)]).unwrap());
    for child in 1..4 {
        let parents = VariableSet::new(&[Variable(child - 1)]).unwrap();
        let child = Variable(child);
        network.nodes.push(Node { child, parents }).unwrap();
    }
    let tables = Tables::of(&domain, &network).unwrap();
    let mut cells = vec![0; tables.total_cells()];
    for table in tables.as_slice() {
        let last = *table.variables.as_slice().last().unwrap();
        let size = domain.size(last) as usize;
        let held = table.cells_mut(&mut cells).unwrap();
        for (cell, held) in held.iter_mut().enumerate() {
            *held = match (cell / size, cell % size) {
                _ if last == Variable(0) => 10,
                (before, value) if before == value => stays,
                // The last value of the last attribute follows on the last ones alone, and rarely.
                (before, 3) if before < 2 => 0,
                _ => 1,
            };
        }
    }
    work(&Model {
        domain,
        network: &network,
        tables: &tables,
        cells: &cells,
    })
}

fn weights(known: [&[f64]; 4]) -> Vec<Vec<f64>> {
    known.iter().map(|weights| weights.to_vec()).collect()
}

/// 0, 1, 0, and then 2: three changes of one in ten thousand each.
#[test]
fn a_condition_of_one_in_a_million_millions() {
    with_chain(9_998, |model| {
        let families = Families::new(model).unwrap();
        let first = [1.0, 0.0, 0.0];
        let second = [0.0, 1.0, 0.0];
        let third = [0.0, 0.0, 1.0, 0.0];
        let known = weights([&first, &second, &first, &third]);
        let given = Given::new(&families, &known).unwrap().unwrap();
        assert_eq!(given.cells(), 4, "everything is known");
        let conditional = given.condition().unwrap().unwrap();
        // A third, and three changes.
        let expected = 1e-12 / 3.0;
        let probability = conditional.log_probability().exp();
        assert!((probability / expected - 1.0).abs() < 1e-9, "{probability}");
    });
}

/// Known is the first, and of the last a part of each value: the law of all combinations by hand, with rows that are dealt and
/// rows that draw for themselves.
#[test]
fn rows_follow_the_conditional_law() {
    let last = [0.5, 0.25, 1.0, 1.0];
    let step = |from: usize, to: usize| if from == to { 7.0 } else { 1.0 };
    let mut law = Vec::new();
    for b in 0..3 {
        for c in 0..3 {
            // The last value follows on 2 alone, and the law of the last one is divided by all of its weights.
            let all = if c == 2 { 10.0 } else { 9.0 };
            for (d, weight) in last.iter().enumerate() {
                let possible = if d == 3 && c < 2 { 0.0 } else { 1.0 };
                law.push(step(0, b) * step(b, c) * step(c, d) / all * weight * possible);
            }
        }
    }
    let sum: f64 = law.iter().sum();
    let rows = 1_000_000;
    with_chain(7, |model| {
        let families = Families::new(model).unwrap();
        let known = weights([&[1.0, 0.0, 0.0], &[], &[], &last]);
        let given = Given::new(&families, &known).unwrap().unwrap();
        let conditional = given.condition().unwrap().unwrap();
        // A third, and two steps of nine.
        let probability = conditional.log_probability().exp();
        assert!((probability / (sum / 3.0 / 81.0) - 1.0).abs() < 1e-9);
        for replacement in [Replacement::With, Replacement::Without] {
            let mut columns = vec![vec![0; rows]; 4];
            let mut columns: Vec<&mut [u16]> = columns.iter_mut().map(Vec::as_mut_slice).collect();
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
            conditional
                .with_model(|model| {
                    let mut memory = RowMemory::new(model, rows);
                    let scratch = &mut memory.scratch();
                    model.draw_columns(replacement, &mut columns, scratch, &mut rng, &mut || {})
                })
                .unwrap()
                .unwrap();
            conditional.restore(&mut columns).unwrap();
            assert!(columns[0].iter().all(|&value| value == 0));
            let mut counts = vec![0_u32; law.len()];
            let pairs = columns[1].iter().zip(columns[2].iter());
            for ((&b, &c), &d) in pairs.zip(columns[3].iter()) {
                counts[usize::from((b * 3 + c) * 4 + d)] += 1;
            }
            let mut statistic = 0.0;
            for (&count, mass) in counts.iter().zip(&law) {
                let expected = mass / sum * rows as f64;
                if expected == 0.0 {
                    assert_eq!(count, 0, "an impossible row");
                } else {
                    statistic += (f64::from(count) - expected).powi(2) / expected;
                }
            }
            // χ² with 29 degrees of freedom is above 80.4 once in a million times (scipy.stats.chi2.isf).
            assert!(statistic < 80.4, "{replacement:?}: {statistic}");
        }
    });
}

/// Nothing is known where all of a value's weights are zero, nor where its rows have no mass.
#[test]
fn probability_zero() {
    with_chain(9_998, |model| {
        let families = Families::new(model).unwrap();
        let none = Given::new(&families, &weights([&[0.0; 3], &[], &[], &[]]));
        assert!(none.unwrap().is_none());
        let impossible = weights([&[], &[], &[1.0, 1.0, 0.0], &[0.0, 0.0, 0.0, 1.0]]);
        let given = Given::new(&families, &impossible).unwrap().unwrap();
        assert!(given.condition().unwrap().is_none());
        assert!(Given::new(&families, &weights([&[1.0], &[], &[], &[]])).is_err());
    });
}
