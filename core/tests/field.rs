//! A network's tables as measurements of a Markov random field.

#![cfg(feature = "alloc")]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss
)]

use privet_core::bayes::consistency::FRACTION_BITS;
use privet_core::bayes::network::{Network, Node};
use privet_core::bayes::simplex::Post;
use privet_core::bayes::tables::Tables;
use privet_core::curator::Size;
use privet_core::domain::{Domain, Level};
use privet_core::mrf::field::{Estimated, Field, Noisy};
use privet_core::privacy::{NoiseScale, Sigma};
use privet_core::rules::Rules;
use privet_core::variables::{Variable, VariableSet};

const A: Variable = Variable(0);
const B: Variable = Variable(1);
const PAIRS_OF_B: Variable = Variable(2);
const C: Variable = Variable(3);
const ONLY: Variable = Variable(4);
const LEAVES: [Variable; 4] = [A, B, C, ONLY];

/// Three attributes, the second with a level of uneven groups, and one of a single value.
const LEVELS: [Level; 5] = [
    Level::leaf(0, 3),
    Level::leaf(1, 5),
    Level {
        attribute: 1,
        size: 2,
        groups: &[0, 1, 0, 1, 1],
        representatives: &[0, 1],
    },
    Level::leaf(2, 2),
    Level::leaf(3, 1),
];

const ROWS: f64 = 952_000.0;

fn set(variables: &[Variable]) -> VariableSet {
    VariableSet::new(variables).unwrap()
}

fn network(head: &[Variable], nodes: &[(Variable, &[Variable])]) -> Network {
    let mut network = Network::of_head(set(head));
    for &(child, parents) in nodes {
        let parents = set(parents);
        network.nodes.push(Node { child, parents }).unwrap();
    }
    network
}

/// p(a, b, c), in which everything depends on everything, in whole numbers of [`ROWS`].
fn joint(domain: &Domain<'_>) -> Vec<f64> {
    let cells = domain.cells(&set(&LEAVES), 1000).unwrap();
    let weights = |cell| ((cell * 17 + 5) % 31 + 1) as f64;
    let counts: Vec<f64> = (0..cells).map(|cell| weights(cell) * 2000.0).collect();
    assert!((counts.iter().sum::<f64>() - ROWS).abs() < 0.5);
    counts.iter().map(|count| count / ROWS).collect()
}

/// The distribution of a network whose tables are these, over all leaves.
fn distribution(
    domain: &Domain<'_>,
    network: &Network,
    tables: &Tables,
    cells: &[f64],
) -> Vec<f64> {
    let everything = set(&LEAVES);
    let mut product = vec![1.0; domain.cells(&everything, 1000).unwrap()];
    let entries =
        core::iter::once(None).chain(network.nodes.iter().map(|node| Some(&node.parents)));
    let refined = network.entries().filter(|&entry| !domain.is_leaf(entry));
    let mut given: Vec<VariableSet> = entries
        .map(|parents| parents.cloned().unwrap_or_default())
        .collect();
    given.extend(refined.map(|entry| set(&[entry])));
    for (table, given) in tables.as_slice().iter().zip(&given) {
        let values = table.cells(cells).unwrap();
        let mut sums = vec![0.0; domain.cells(given, 1000).unwrap()];
        domain.project(&table.variables, given, |cell, onto| {
            sums[onto] += values[cell];
        });
        domain.project(&everything, &table.variables, |cell, onto| {
            product[cell] *= values[onto];
        });
        domain.project(&everything, given, |cell, onto| product[cell] /= sums[onto]);
    }
    product
}

/// The network's tables of a distribution, in whole rows with this noise's scale.
fn measured(
    domain: &Domain<'_>,
    network: &Network,
    joint: &[f64],
    sigma: Sigma,
) -> (Tables, Vec<i64>) {
    let mut tables = Tables::of(domain, network).unwrap();
    let mut cells = vec![0; tables.total_cells()];
    for table in tables.as_mut_slice() {
        table.noise = Some(NoiseScale::Gaussian(sigma));
        let mut sums = vec![0.0; table.len()];
        domain.project(&set(&LEAVES), &table.variables, |cell, onto| {
            sums[onto] += joint[cell];
        });
        let counts = table.cells_mut(&mut cells).unwrap();
        for (count, sum) in counts.iter_mut().zip(sums) {
            *count = (sum * ROWS).round() as i64;
        }
    }
    (tables, cells)
}

fn estimated(domain: &Domain<'_>, tables: &Tables, cells: &[i64]) -> Estimated {
    let sets = tables.as_slice().iter().map(|table| &table.variables);
    let field = Field::new(domain, Rules::none(), sets, u64::MAX).unwrap();
    let noisy = Noisy {
        tables,
        cells,
        size: Size::Public(ROWS as i64),
    };
    field.estimate(noisy, Post::L2Projection).unwrap()
}

fn in_rows(cells: &[i64]) -> Vec<f64> {
    let one = f64::from(1_u32 << FRACTION_BITS);
    cells.iter().map(|&cell| cell as f64 / one).collect()
}

fn distance(one: &[f64], other: &[f64]) -> f64 {
    assert_eq!(one.len(), other.len());
    let apart = one
        .iter()
        .zip(other)
        .map(|(one, other)| (one - other).abs());
    0.5 * apart.sum::<f64>()
}

/// 2^−10 rows.
fn next_to_nothing() -> Sigma {
    Sigma::new(1, -10).unwrap()
}

/// A name, a head, children with their parents, and the cells of the field.
type Case<'c> = (
    &'c str,
    &'c [Variable],
    &'c [(Variable, &'c [Variable])],
    u64,
);

/// Where a network's graph has no two parents without an edge between them, it and its field are the
/// same family of distributions, so that tables without noise give the same one.
#[test]
fn without_noise_a_field_is_its_network() {
    let domain = Domain::new(&LEVELS).unwrap();
    let truth = joint(&domain);
    let cases: [Case; 6] = [
        ("one table", &[A, B, C], &[(ONLY, &[])], 30 + 1),
        ("a chain", &[A, B], &[(C, &[A]), (ONLY, &[C])], 15 + 6 + 1),
        (
            "a parent at a coarser level",
            &[A, B],
            &[(C, &[PAIRS_OF_B]), (ONLY, &[])],
            // The field has B as it is.
            15 + 10 + 1,
        ),
        (
            "an attribute that enters at a coarser level",
            &[A, PAIRS_OF_B],
            &[(ONLY, &[]), (C, &[PAIRS_OF_B, ONLY])],
            6 + 4 + 1,
        ),
        (
            "a leaf alone and its coarser level as a parent",
            &[B],
            &[(C, &[PAIRS_OF_B]), (A, &[C]), (ONLY, &[])],
            4 + 6 + 1,
        ),
        (
            "no ties",
            &[A],
            &[(B, &[]), (C, &[]), (ONLY, &[])],
            3 + 5 + 2 + 1,
        ),
    ];
    for (label, head, nodes, cells) in cases {
        let network = network(head, nodes);
        let (tables, counts) = measured(&domain, &network, &truth, next_to_nothing());
        let sets = tables.as_slice().iter().map(|table| &table.variables);
        assert_eq!(
            Field::new(&domain, Rules::none(), sets, u64::MAX)
                .unwrap()
                .cells(),
            cells,
            "{label}"
        );
        let of_network = {
            let counts: Vec<f64> = counts.iter().map(|&count| count as f64).collect();
            distribution(&domain, &network, &tables, &counts)
        };
        let field = estimated(&domain, &tables, &counts);
        let of_field = distribution(
            &domain,
            &field.network,
            &field.tables,
            &in_rows(&field.cells),
        );
        let apart = distance(&of_network, &of_field);
        assert!(apart < 2e-5, "case `{label}`: {apart}");
        // The measured tables as the field has them are what was measured.
        let fitted = in_rows(&field.fitted);
        for (fitted, count) in fitted.iter().zip(&counts) {
            assert!(
                (fitted - *count as f64).abs() < 5.0,
                "case `{label}`: {fitted} for {count}"
            );
        }
    }
}

/// Two parents that no table but their child's holds together: the network draws them independently, and
/// the field as the child's table has them.
#[test]
fn a_field_keeps_what_parents_have_to_do_with_each_other() {
    let domain = Domain::new(&LEVELS).unwrap();
    let truth = joint(&domain);
    let network = network(&[A], &[(B, &[]), (C, &[A, B]), (ONLY, &[])]);
    let (tables, counts) = measured(&domain, &network, &truth, next_to_nothing());
    let exact: Vec<f64> = counts.iter().map(|&count| count as f64).collect();
    let of_network = distribution(&domain, &network, &tables, &exact);
    let field = estimated(&domain, &tables, &counts);
    let of_field = distribution(
        &domain,
        &field.network,
        &field.tables,
        &in_rows(&field.cells),
    );
    assert!(distance(&truth, &of_network) > 0.05);
    assert!(distance(&truth, &of_field) < 2e-5);
}

/// Tables that contradict each other: the field's own tables do not.
#[test]
fn fitted_tables_are_marginals_of_what_rows_are_drawn_from() {
    let domain = Domain::new(&LEVELS).unwrap();
    let truth = joint(&domain);
    let network = network(&[A, PAIRS_OF_B], &[(C, &[A, PAIRS_OF_B]), (ONLY, &[C])]);
    let sigma = Sigma::new(1024, 0).unwrap();
    let (tables, mut counts) = measured(&domain, &network, &truth, sigma);
    let mut bits = 1_u64;
    for count in &mut counts {
        bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        // Within four deviations; some counts fall below zero.
        *count += (bits >> 40).cast_signed() % 8192 - 4096;
        if bits >> 63 == 1 {
            *count -= 60_000;
        }
    }
    assert!(counts.iter().any(|&count| count < 0));
    let field = estimated(&domain, &tables, &counts);
    let joint = distribution(
        &domain,
        &field.network,
        &field.tables,
        &in_rows(&field.cells),
    );
    assert!((joint.iter().sum::<f64>() - 1.0).abs() < 1e-6);
    for table in tables.as_slice() {
        let fitted = in_rows(table.cells(&field.fitted).unwrap());
        let mut sums = vec![0.0; table.len()];
        domain.project(&set(&LEAVES), &table.variables, |cell, onto| {
            sums[onto] += joint[cell];
        });
        for (fitted, sum) in fitted.iter().zip(sums) {
            assert!(*fitted >= 0.0);
            assert!(
                (fitted - sum * ROWS).abs() < 1e-2,
                "{fitted} is not {}",
                sum * ROWS
            );
        }
    }
}
