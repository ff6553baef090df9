//! The network by hand: ties, prices and τ; and that its tables share what they may cost.

use std::num::NonZeroU32;

use chacha20::ChaCha20Rng;
use privet_core::bayes::measure::{MeasuredTables, Settings, measure_tables};
use privet_core::bayes::network::{HeadRule, Learner, Network, cell_price};
use privet_core::bayes::tables::Tables;
use privet_core::counts::{Column, Columns, MostRows};
use privet_core::curator::{Curator, UNSCORED, pairs_of};
use privet_core::domain::{Domain, Level};
use privet_core::ledger::{Gaussian, Ledger};
use privet_core::neighbours::Neighbours;
use privet_core::privacy::{MuSquared, Sigma};
use privet_core::variables::{Number, Variable};
use rand_core::SeedableRng;

/// Attributes of two values.
fn binary(count: u8) -> Vec<Level<'static>> {
    (0..count)
        .map(|attribute| Level::leaf(attribute, 2))
        .collect()
}

fn learned(scores: &[i64], attributes: u8, most_cells: u64, cell_price: u64) -> Network {
    learned_by(
        HeadRule::Worth,
        scores,
        attributes,
        (most_cells, cell_price),
    )
}

fn learned_by(
    head: HeadRule,
    scores: &[i64],
    attributes: u8,
    (most_cells, cell_price): (u64, u64),
) -> Network {
    let levels = binary(attributes);
    assert_eq!(scores.len(), pairs_of(levels.len()));
    let learner = Learner {
        domain: Domain::new(&levels).unwrap(),
        scores,
        most_cells,
        cell_price,
        head,
    };
    learner.learn().unwrap()
}

/// Child and parents in order of drawing.
fn nodes(network: &Network) -> Vec<(Number, Vec<Number>)> {
    let ids = |set: &[Variable]| set.iter().map(|variable| variable.0).collect();
    let nodes = network.nodes.iter();
    nodes
        .map(|node| (node.child.0, ids(node.parents.as_slice())))
        .collect()
}

/// Bao Alg. 2, by hand: attributes of 2, 2, 8 and 2 values, τ = 16.
#[test]
fn a_head_by_scores_a_cell_takes_whatever_fits() {
    let levels: Vec<Level<'_>> = (0..4)
        .zip([2, 2, 8, 2])
        .map(|(attribute, size)| Level::leaf(attribute, size))
        .collect();
    let head = |head, scores: [i64; 6]| {
        let learner = Learner {
            domain: Domain::new(&levels).unwrap(),
            scores: &scores,
            most_cells: 16,
            cell_price: 0,
            head,
        };
        let head = learner.learn().unwrap().head;
        head.as_slice().iter().map(|v| v.0).collect::<Vec<_>>()
    };
    // 0–1, 0–2, 0–3, 1–2, 1–3, 2–3. 60/4 a cell is more than 100/16, and then 20/4 for 3; 2 does not fit any more.
    let scores = [60, 100, 10, 0, 10, 0];
    assert_eq!(head(HeadRule::PerCell, scores), [0, 1, 3]);
    // A score below zero keeps nobody out, only from being first.
    let scores = [60, 100, -10, 0, -10, 0];
    assert_eq!(head(HeadRule::PerCell, scores), [0, 1, 3]);
    assert_eq!(head(HeadRule::Worth, scores), [0, 1]);
    let scores = [-5; 6];
    assert_eq!(head(HeadRule::PerCell, scores), [0, 2]);
    assert_eq!(head(HeadRule::Worth, scores), [0]);
}

#[test]
fn ties_break_by_the_order_of_variables() {
    // All scores alike: the first pair, then the first child that is left with the first parent.
    let network = learned(&[100; 6], 4, 4, 0);
    assert_eq!(network.head.as_slice(), &[Variable(0), Variable(1)]);
    assert_eq!(nodes(&network), [(2, vec![0]), (3, vec![0])]);
}

#[test]
fn a_parent_must_be_worth_the_cells_that_it_brings() {
    // Scores of (0,1), (0,2), (1,2). The head's four cells are no more than the four of two tables of
    // one attribute; a parent of 2 brings two cells more.
    for (label, price, parents) in [
        ("worth more than two cells", 4, vec![0]),
        ("worth exactly two cells", 5, vec![]),
        ("worth less", 6, vec![]),
    ] {
        let network = learned(&[100, 10, 9], 3, 4, price);
        assert_eq!(network.head.as_slice(), &[Variable(0), Variable(1)]);
        assert_eq!(nodes(&network), [(2, parents)], "case `{label}`");
    }
}

#[test]
fn the_better_parent_is_taken_and_tau_is_kept() {
    for (label, scores, most_cells, parents) in [
        ("the first", [100, 10, 9], 4, vec![0]),
        ("the second", [100, 9, 10], 4, vec![1]),
        (
            "the second one is not scored",
            [100, 9, UNSCORED],
            4,
            vec![0],
        ),
        ("no room for a parent", [100, 9, 10], 3, vec![]),
    ] {
        let network = learned(&scores, 3, most_cells, 0);
        assert_eq!(
            nodes(&network).last(),
            Some(&(2, parents)),
            "case `{label}`"
        );
    }
}

/// Three tables and no more than their share: each costs a third of it, rounded down.
#[test]
fn tables_divide_their_share() {
    let levels = binary(3);
    let domain = Domain::new(&levels).unwrap();
    let columns = [[0_u8, 1, 1], [1, 0, 1], [0, 0, 1]];
    let columns = columns.each_ref().map(|column| Column::Narrow(column));
    let source = Columns::new(&domain, &columns).unwrap();
    let share = settings().tables;
    let ledger = Ledger::<Gaussian, 8>::new(share);
    let neighbours = Neighbours::AddRemove {
        rows: NonZeroU32::MIN,
    };
    let rng = ChaCha20Rng::from_seed([3; 32]);
    let mut curator = Curator::new(source, MostRows::LARGEST, neighbours, ledger, rng).unwrap();
    let network = learned(&[0; 3], 3, 4, 1);
    let mut tables = Tables::of(&domain, &network).unwrap();
    assert_eq!(tables.as_slice().len(), 3);
    let (mut noisy, mut scratch) = ([0; 6], [0; 2]);
    measure_tables(
        &mut curator,
        &domain,
        &settings(),
        MeasuredTables {
            tables: &mut tables,
            possible: &[],
            noisy: &mut noisy,
            scratch: &mut scratch,
        },
        &mut || {},
    )
    .unwrap();
    assert_eq!(curator.ledger().entries().len(), 3);
    for entry in curator.ledger().entries() {
        assert!(entry.loss.units() <= share.units() / 3);
    }
}

fn settings() -> Settings {
    let one = MuSquared::from_units(1 << 112);
    Settings {
        structure: one,
        size: one,
        tables: one,
        theta: 0.25,
        caution: 1.0,
        head: HeadRule::Worth,
        most_cells: 1000,
        assumed_rows: None,
    }
}

#[test]
fn tau_is_the_average_count_over_theta_deviations() {
    let noise = Sigma::new(2, 0).unwrap();
    // max(n, 1)/(θ·σ̃) = 2·max(n, 1)
    for (rows, expected) in [(0, 2), (1, 2), (2, 4), (300, 600), (100_000, 1000)] {
        assert_eq!(settings().most_cells(rows, noise), expected, "{rows} rows");
    }
}

#[test]
fn a_cell_costs_half_of_its_expected_noise() {
    // E|N(0, 10²)|/2 = 10/√(2π) = 3.98942… rows, in units of 2^−16.
    assert_eq!(cell_price(10.0, 1.0), 261_450);
    assert_eq!(cell_price(10.0, 2.0), 522_901);
    assert_eq!(cell_price(10.0, 0.0), 0);
}
