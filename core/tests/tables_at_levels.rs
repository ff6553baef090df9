//! Tables at coarser levels: what a model says of them, and how soon they are fitted.
#![cfg(feature = "alloc")]
// Small whole numbers throughout.
#![allow(clippy::cast_precision_loss)]

use privet_core::domain::Domain;
use privet_core::mrf::coarser::coarser;
use privet_core::mrf::estimate::{Estimate, Estimator, Shape, Stopping};
use privet_core::mrf::graph::Graph;
use privet_core::mrf::joined::{Grouping, Order};
use privet_core::mrf::levels::{Levels, joined, levels};
use privet_core::mrf::marginal::marginal;
use privet_core::mrf::measurement::Measurement;
use privet_core::mrf::reconcile::reconcile;
use privet_core::mrf::tree::JunctionTree;
use privet_core::variables::{Variable, VariableSet};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Three ordered attributes of twelve values, with levels of eight, four and two.
fn attributes() -> [Levels; 3] {
    [0, 1, 2].map(|attribute| {
        let noisy: Vec<i64> = (0..12)
            .map(|value| 50 + 7 * value * (attribute + 1) % 90)
            .collect();
        let joined = Grouping::identity(12).unwrap();
        let coarser = coarser(&joined, &noisy, Order::Ordered, &[]).unwrap();
        Levels { joined, coarser }
    })
}

/// An attribute at its joined values, 0, or at the level of eight, four or two values.
fn at(attribute: u8, level: u16) -> Variable {
    Variable(joined(attribute).0 + level)
}

fn set(variables: &[Variable]) -> VariableSet {
    VariableSet::new(variables).unwrap()
}

/// The own tables, and two of two attributes each, at these levels; and the model of them.
fn estimated(domain: &Domain<'_>, levels: [u16; 4]) -> (JunctionTree, Estimate) {
    let [a, b, c, d] = levels;
    let own = [0, 1, 2].map(|attribute| set(&[joined(attribute)]));
    let pairs = [set(&[at(0, a), at(1, b)]), set(&[at(1, c), at(2, d)])];
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut graph = Graph::new(domain, (0..3).map(joined));
    let tables = own.into_iter().chain(pairs).map(|variables| {
        graph.join(&variables);
        let cells = domain.cells(&variables, 1000).unwrap();
        let mean = 12_000.0 / cells as f64;
        let noisy = |_| mean * (0.5 + (rng.next_u64() % 1000) as f64 / 1000.0);
        Measurement {
            cells: (0..cells).map(noisy).collect(),
            variables,
            variance: 100.0,
            parts: None,
        }
    });
    let mut tables: Vec<Measurement> = tables.collect();
    let total = reconcile(domain, &mut tables, Some((12_000.0, 100.0))).unwrap();
    let tree = JunctionTree::new(domain, &graph.cliques()).unwrap();
    let estimator = Estimator::new(Shape::everything(domain, &tree), &tables, total, 0.02).unwrap();
    let estimate = estimator.solve(&[], Stopping::AT_THE_END).unwrap();
    (tree, estimate)
}

/// Tables that say different things of one attribute at different levels took hundreds of sweeps when they were neither
/// made to agree before nor balanced between.
#[test]
fn a_few_sweeps_fit_tables_at_different_levels() {
    let attributes = attributes();
    let levels = levels(&attributes).unwrap();
    let domain = Domain::new(&levels).unwrap();
    for levels in [[0, 0, 0, 0], [2, 2, 1, 3], [1, 3, 2, 2], [3, 1, 0, 3]] {
        let (_, estimate) = estimated(&domain, levels);
        assert!(
            estimate.fit.misfit <= Stopping::AT_THE_END.misfit,
            "{levels:?}"
        );
        assert!(estimate.fit.sweeps <= 20, "{levels:?}: {:?}", estimate.fit);
    }
}

/// What the model says at coarser levels, within cliques and across them, are sums of what it says of the values.
#[test]
fn coarse_marginals_are_sums_of_fine_ones() {
    let attributes = attributes();
    let levels = levels(&attributes).unwrap();
    let domain = Domain::new(&levels).unwrap();
    let (tree, estimate) = estimated(&domain, [0, 1, 0, 2]);
    for attributes in [&[0][..], &[0, 1], &[0, 2], &[1, 2], &[0, 1, 2]] {
        let fine: Vec<_> = attributes
            .iter()
            .map(|&attribute| joined(attribute))
            .collect();
        let of = |set: &VariableSet| marginal(&domain, &tree, &estimate.beliefs, set, 1 << 20);
        let shares = of(&set(&fine)).unwrap();
        for level in 0..64 {
            let coarse = attributes
                .iter()
                .zip([level & 3, level >> 2 & 3, level >> 4]);
            let coarse: Vec<_> = coarse
                .map(|(&attribute, level)| at(attribute, level))
                .collect();
            let coarse = set(&coarse);
            let mut sums = vec![0.0; domain.cells(&coarse, 2000).unwrap()];
            domain.project(&set(&fine), &coarse, |cell, onto| {
                sums[onto] += shares[cell];
            });
            for (sum, share) in sums.iter().zip(of(&coarse).unwrap()) {
                assert!((sum - share).abs() < 1e-12, "{coarse:?}");
            }
        }
    }
}
