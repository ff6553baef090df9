//! Consistency by hand: weights, variances and the fit.

use privet_core::bayes::consistency::{CommonSets, StepScratch, common_sets, make_consistent};
use privet_core::bayes::fit::{Fitting, Repair};
use privet_core::bayes::network::{Network, Node};
use privet_core::bayes::simplex::Post;
use privet_core::bayes::tables::Tables;
use privet_core::domain::{Domain, Level};
use privet_core::privacy::{NoiseScale, Sigma};
use privet_core::variables::{Number, Variable, VariableSet};

/// Three attributes of two values.
const LEVELS: [Level; 3] = [leaf(0), leaf(1), leaf(2)];

const fn leaf(attribute: u8) -> Level<'static> {
    Level::leaf(attribute, 2)
}

fn set(variables: &[Number]) -> VariableSet {
    let variables: Vec<Variable> = variables.iter().map(|&id| Variable(id)).collect();
    VariableSet::new(&variables).unwrap()
}

/// Tables over these sets: the first is the head, the last variable of the others their child.
fn tables_of(domain: &Domain<'_>, sets: &[&[Number]]) -> (Tables, Vec<VariableSet>) {
    let mut network = Network::of_head(set(sets[0]));
    for table in &sets[1..] {
        let (&child, parents) = table.split_last().unwrap();
        let node = Node {
            child: Variable(child),
            parents: set(parents),
        };
        network.nodes.push(node).unwrap();
    }
    let tables = Tables::of(domain, &network).unwrap();
    let mut common = vec![VariableSet::EMPTY; 64];
    let CommonSets::All(used) = common_sets(domain, &tables, &mut common) else {
        panic!("too little memory");
    };
    common.truncate(used);
    (tables, common)
}

/// One pass of [`make_consistent`].
fn make(
    domain: &Domain<'_>,
    tables: &Tables,
    common: &[VariableSet],
    total: i64,
    fitted: &mut [i64],
    variances: &mut [f64],
) {
    with_room(|scratch| make_consistent(domain, tables, common, total, fitted, variances, scratch))
        .unwrap();
}

fn with_room<T>(use_it: impl FnOnce(&mut StepScratch<'_>) -> T) -> T {
    let mut scratch = StepScratch {
        targets: &mut [0; 16],
        sums: &mut [0; 16],
        shares: &mut [0; 16],
    };
    use_it(&mut scratch)
}

/// A table of (0, 1) with variance 1 and one of 0 with variance 4, of the same total.
///
/// By hand in fractions. On ∅ (q = 4 and 2) the weights are 2/3 and 1/3 and the variances become 11/12
/// and 8/3; on {0} (q = 2 and 1) the weights are 16/27 and 11/27, the variances 25542/34992 and 88/81.
#[test]
fn the_less_noisy_table_counts_more() {
    let domain = Domain::new(&LEVELS).unwrap();
    let (tables, common) = tables_of(&domain, &[&[0, 1], &[0]]);
    assert_eq!(common, [set(&[]), set(&[0])]);
    let unit = 1 << 20;
    let mut fitted = [27 * unit, 0, 0, 0, 0, 27 * unit];
    let mut variances = [1.0, 4.0];
    make(
        &domain,
        &tables,
        &common,
        27 * unit,
        &mut fitted,
        &mut variances,
    );
    // T_B = (16, 11); the first table's two cells of each value move by half of what it lacks. The
    // weights are rounded to 2^−32, so a target is within two units.
    let halves = [2 * 27 - 11, -11, 11, 11, 2 * 16, 2 * 11];
    for (cell, half) in fitted.iter().zip(halves) {
        assert!(cell.abs_diff(half * unit / 2) <= 2, "{fitted:?}");
    }
    for (variance, expected) in variances.iter().zip([25_542.0 / 34_992.0, 88.0 / 81.0]) {
        assert!((variance - expected).abs() < 1e-12, "{variances:?}");
    }
}

/// The common sets of abc, abd and acde meet on a as well, which no two of them do alone.
#[test]
fn common_sets_are_closed_and_coarsest_first() {
    let levels = [0, 1, 2, 3, 4].map(leaf);
    let domain = Domain::new(&levels).unwrap();
    let (_, common) = tables_of(&domain, &[&[0, 1, 2], &[0, 1, 3], &[0, 2, 3, 4]]);
    let expected = [&[][..], &[0], &[0, 1], &[0, 2], &[0, 3]].map(set);
    assert_eq!(common, expected);
}

/// What was paid for is fitted with whatever memory there is: totals and signs hold, agreement suffers.
#[test]
fn a_fit_needs_no_more_sets_than_fit() {
    let levels = [0, 1, 2, 3, 4].map(leaf);
    let domain = Domain::new(&levels).unwrap();
    let (mut tables, all) = tables_of(&domain, &[&[0, 1, 2], &[0, 1, 3], &[0, 2, 3, 4]]);
    for table in tables.as_mut_slice() {
        table.noise = Some(NoiseScale::Gaussian(Sigma::new(3, 0).unwrap()));
    }
    for most in 1..all.len() {
        let mut sets = vec![VariableSet::EMPTY; most];
        assert_eq!(
            common_sets(&domain, &tables, &mut sets),
            CommonSets::Some(most)
        );
        assert!(sets.iter().all(|set| all.contains(set)) && sets.contains(&VariableSet::EMPTY));
        let mut cells: Vec<i64> = (0..32).map(|cell| cell * cell % 17 - 3).collect();
        let fitting = Fitting {
            domain,
            tables: &tables,
            sets: &sets,
            rows: 40,
            post: Post::L2Projection,
            repair: Repair::ByTurns,
        };
        with_room(|scratch| fitting.fit(&mut cells, &mut [0.0; 3], scratch)).unwrap();
        for table in tables.as_slice() {
            let cells = table.cells(&cells).unwrap();
            assert!(cells.iter().all(|&cell| cell >= 0), "{most} sets");
            assert_eq!(cells.iter().sum::<i64>(), 40 << 20, "{most} sets");
        }
    }
    let mut sets = vec![VariableSet::EMPTY; all.len()];
    assert_eq!(
        common_sets(&domain, &tables, &mut sets),
        CommonSets::All(all.len())
    );
}

/// Tables of odd numbers: whatever is divided, every total is the given one to the unit, and
/// on the one attribute that two tables share they agree to the unit.
#[test]
fn rounding_loses_nothing() {
    let domain = Domain::new(&LEVELS).unwrap();
    let (tables, common) = tables_of(&domain, &[&[0, 1], &[1, 2]]);
    let mut fitted = [7, -3, 11, 1, 5, 5, -13, 0];
    make(&domain, &tables, &common, 31, &mut fitted, &mut [1.0, 3.0]);
    let (first, second) = fitted.split_at(4);
    assert_eq!(first.iter().sum::<i64>(), 31, "{fitted:?}");
    assert_eq!(second.iter().sum::<i64>(), 31, "{fitted:?}");
    // Attribute 1 is the column of the first table and the row of the second.
    assert_eq!(first[0] + first[2], second[0] + second[1], "{fitted:?}");
}

/// Bao Alg. 4 and 5, by hand: what is negative is cut before tables are made consistent.
#[test]
fn a_fit_as_in_the_paper_cuts_first() {
    let domain = Domain::new(&LEVELS).unwrap();
    let (mut tables, common) = tables_of(&domain, &[&[0, 1], &[1, 2]]);
    for table in tables.as_mut_slice() {
        table.noise = Some(NoiseScale::Gaussian(Sigma::new(3, 0).unwrap()));
    }
    let mut cells = [-10, 40, 30, 30, 20, 20, 30, 30];
    let fitting = Fitting {
        domain,
        tables: &tables,
        sets: &common,
        rows: 100,
        post: Post::Normalize,
        repair: Repair::Once,
    };
    let left = with_room(|scratch| fitting.fit(&mut cells, &mut [0.0; 2], scratch)).unwrap();
    // Cut, attribute 1 has 30 and 70 in the first table, 40 and 60 in the second: 35 and 65.
    let half_rows = [5, 75, 65, 55, 35, 35, 65, 65];
    assert_eq!((cells, left), (half_rows.map(|half| half << 19), 0));
}

/// Tables that no table of non-negative cells agrees with: the fit ends on non-negative cells with the
/// total, whatever is left between them.
#[test]
fn a_fit_ends_without_negative_cells() {
    let domain = Domain::new(&LEVELS).unwrap();
    let (mut tables, common) = tables_of(&domain, &[&[0, 1], &[1, 2], &[0, 2]]);
    for table in tables.as_mut_slice() {
        table.noise = Some(NoiseScale::Gaussian(Sigma::new(3, 0).unwrap()));
    }
    let (cut, project) = (Post::Normalize, Post::L2Projection);
    let (turns, once) = (Repair::ByTurns, Repair::Once);
    for (post, repair) in [(cut, turns), (project, turns), (cut, once), (project, once)] {
        // 0 and 1 are equal, 1 and 2 are equal, 0 and 2 are opposite.
        let mut cells = [50, -3, -7, 50, 50, -4, -9, 50, -2, 50, 50, -1];
        let fitting = Fitting {
            domain,
            tables: &tables,
            sets: &common,
            rows: 101,
            post,
            repair,
        };
        with_room(|scratch| fitting.fit(&mut cells, &mut [0.0; 3], scratch)).unwrap();
        for table in tables.as_slice() {
            let cells = table.cells(&cells).unwrap();
            assert!(cells.iter().all(|&cell| cell >= 0), "{post:?}: {cells:?}");
            assert_eq!(cells.iter().sum::<i64>(), 101 << 20, "{post:?}");
        }
    }
}
