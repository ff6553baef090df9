//! Inference against enumeration, estimates against their optimality conditions, networks against models.
#![cfg(feature = "alloc")]
// Small whole numbers throughout.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]

use std::num::NonZeroU32;

use chacha20::ChaCha20Rng;
use privet_core::Error;
use privet_core::counts::{Column, Columns, MostRows};
use privet_core::curator::Curator;
use privet_core::domain::{Domain, Level};
use privet_core::ledger::{Gaussian, Ledger};
use privet_core::mrf::estimate::{Estimator, Shape, Stopping};
use privet_core::mrf::graph::Graph;
use privet_core::mrf::inference::Beliefs;
use privet_core::mrf::joined::{Grouping, Order};
use privet_core::mrf::learn::{Attribute, Learned, Measured, Search, Settings, Weights, learn};
use privet_core::mrf::levels::{Levels, joined, leaf, levels};
use privet_core::mrf::marginal::{Marginals, marginal};
use privet_core::mrf::measurement::Measurement;
use privet_core::mrf::network::{Fitted, network_of};
use privet_core::mrf::reconcile::reconcile;
use privet_core::mrf::tree::JunctionTree;
use privet_core::mrf::workload::{Weighted, Workload};
use privet_core::neighbours::Neighbours;
use privet_core::privacy::{MuSquared, Share};
use privet_core::rules::Rules;
use privet_core::variables::{Variable, VariableSet};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Random models a test. Miri sees a few.
const MODELS: u64 = if cfg!(miri) { 3 } else { 200 };

/// A random model: sizes, tables over random sets, and their potentials.
struct Sketch {
    sizes: Vec<u32>,
    tables: Vec<(VariableSet, Vec<f64>)>,
}

impl Sketch {
    fn new(seed: u64) -> Self {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut below = |bound: u64| rng.next_u64() % bound;
        let sizes: Vec<u32> = (0..2 + below(5)).map(|_| 1 + below(3) as u32).collect();
        let tables = (0..=below(6)).map(|_| {
            let set = loop {
                let set = subset(below(1 << sizes.len()), sizes.len());
                if set.as_slice().len() <= 3 {
                    break set;
                }
            };
            let cells = set
                .as_slice()
                .iter()
                .map(|v| sizes[usize::from(v.0)] as usize)
                .product();
            let potentials = (0..cells)
                .map(|_| below(1000) as f64 / 200.0 - 2.5)
                .collect();
            (set, potentials)
        });
        let tables = tables.collect();
        Self { sizes, tables }
    }

    fn levels(&self) -> Vec<Level<'static>> {
        let leaf = |(attribute, &size): (usize, &u32)| Level::leaf(attribute as u8, size);
        self.sizes.iter().enumerate().map(leaf).collect()
    }

    fn tree(&self, domain: &Domain<'_>) -> JunctionTree {
        let mut graph = Graph::new(domain, domain.variables());
        self.tables.iter().for_each(|(set, _)| graph.join(set));
        JunctionTree::new(domain, &graph.cliques()).unwrap()
    }

    /// exp(Σ θ) of every cell of the whole domain, one by one.
    fn enumerate(&self, domain: &Domain<'_>) -> Vec<f64> {
        let everything = subset(u64::MAX, self.sizes.len());
        let mut logs = vec![0.0; domain.cells(&everything, u64::MAX).unwrap()];
        for (set, potentials) in &self.tables {
            domain.project(&everything, set, |cell, onto| {
                logs[cell] += potentials[onto];
            });
        }
        logs.into_iter().map(f64::exp).collect()
    }
}

fn subset(bits: u64, variables: usize) -> VariableSet {
    let members = (0..variables).filter(|v| bits >> v & 1 == 1);
    VariableSet::new(&members.map(|v| Variable(v as u16)).collect::<Vec<_>>()).unwrap()
}

fn sums(domain: &Domain<'_>, from: &VariableSet, cells: &[f64], onto: &VariableSet) -> Vec<f64> {
    let mut sums = vec![0.0; domain.cells(onto, u64::MAX).unwrap()];
    domain.project(from, onto, |cell, target| sums[target] += cells[cell]);
    sums
}

#[test]
fn every_marginal_equals_enumeration() {
    let mut outside_cliques = 0;
    for seed in 0..MODELS {
        let sketch = Sketch::new(seed);
        let levels = sketch.levels();
        let domain = Domain::new(&levels).unwrap();
        let tree = sketch.tree(&domain);
        let mut beliefs = Beliefs::new(&tree);
        for (set, potentials) in &sketch.tables {
            let holder = tree.holder(&domain, set).unwrap();
            let clique = &tree.cliques()[holder].variables;
            domain.project(clique, set, |cell, onto| {
                beliefs.cliques_mut()[holder][cell] += potentials[onto];
            });
        }
        let log_partition = beliefs.infer(&tree).unwrap();
        let weights = sketch.enumerate(&domain);
        let partition: f64 = weights.iter().sum();
        assert!(
            (log_partition - partition.ln()).abs() < 1e-9,
            "model {seed}"
        );
        let everything = subset(u64::MAX, sketch.sizes.len());
        let mut marginals = Marginals::new(&domain, &tree, &beliefs);
        for bits in 0..1 << sketch.sizes.len() {
            let set = subset(bits, sketch.sizes.len());
            outside_cliques += usize::from(tree.holder(&domain, &set).is_none());
            let actual = marginals.of(&set, u64::MAX).unwrap();
            let expected = sums(&domain, &everything, &weights, &set);
            assert_eq!(actual.len(), expected.len());
            for (actual, expected) in actual.iter().zip(expected) {
                assert!(
                    (actual - expected / partition).abs() < 1e-9,
                    "model {seed}, {set:?}"
                );
            }
        }
    }
    assert!(cfg!(miri) || outside_cliques > 1000, "{outside_cliques}");
}

#[test]
fn cliques_hold_every_table_and_intersect_along_the_tree() {
    for seed in 0..MODELS {
        let sketch = Sketch::new(seed);
        let levels = sketch.levels();
        let domain = Domain::new(&levels).unwrap();
        let tree = sketch.tree(&domain);
        assert!(
            sketch
                .tables
                .iter()
                .all(|(set, _)| tree.holder(&domain, set).is_some())
        );
        // Running intersection: what a clique shares with all earlier ones lies in the one it hangs on.
        for (place, clique) in tree.cliques().iter().enumerate() {
            let Some(link) = &clique.link else {
                assert_eq!(place, 0);
                continue;
            };
            let parent = &tree.cliques()[link.parent].variables;
            for &variable in clique.variables.as_slice() {
                let earlier = tree.cliques()[..place].iter();
                if earlier
                    .clone()
                    .any(|earlier| earlier.variables.contains(variable))
                {
                    assert!(parent.contains(variable) && link.separator.contains(variable));
                }
            }
        }
    }
}

/// λσ²θ = y − n·p in every cell, over the whole range of smoothing that a spec may ask for: noisy tables of random
/// models, from noise that drowns them to next to none.
#[test]
#[cfg_attr(miri, ignore = "thousands of sweeps; the projection below takes some")]
fn an_estimate_meets_its_optimality_conditions() {
    for seed in 0..MODELS {
        let sketch = Sketch::new(seed);
        let levels = sketch.levels();
        let domain = Domain::new(&levels).unwrap();
        let tree = sketch.tree(&domain);
        let everything = subset(u64::MAX, sketch.sizes.len());
        let weights = sketch.enumerate(&domain);
        let whole: f64 = weights.iter().sum();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        for deviation in [1.0, 10.0, 100.0, 1000.0] {
            let noisy = |(set, _): &(VariableSet, Vec<f64>)| {
                let exact = sums(&domain, &everything, &weights, set);
                let variance = deviation * deviation * set.as_slice().len().max(1) as f64;
                let noise =
                    |rng: &mut Xoshiro256PlusPlus| (rng.next_u64() % 2001) as f64 / 1000.0 - 1.0;
                Measurement {
                    variables: set.clone(),
                    cells: exact
                        .iter()
                        .map(|cell| {
                            1000.0 * cell / whole + (3.0 * variance).sqrt() * noise(&mut rng)
                        })
                        .collect(),
                    variance,
                    parts: None,
                }
            };
            let mut measurements: Vec<_> = sketch.tables.iter().map(noisy).collect();
            let size = Some((1000.0, deviation * deviation));
            let total = reconcile(&domain, &mut measurements, size)
                .unwrap()
                .max(1.0);
            for shrunk in [0.01, 0.1, 1.0, 1000.0] {
                let label = format!("model {seed}, noise {deviation}, smoothing {shrunk}");
                let smoothing = shrunk / deviation;
                let estimator = Estimator::new(
                    Shape::everything(&domain, &tree),
                    &measurements,
                    total,
                    smoothing,
                )
                .unwrap();
                let estimate = estimator.solve(&[], Stopping::AT_THE_END).unwrap();
                let small_enough = Stopping::AT_THE_END.misfit;
                assert!(
                    estimate.fit.misfit <= small_enough,
                    "{label}: {:?}",
                    estimate.fit
                );
                let mut potentials = estimate.potentials.iter();
                let cells = estimate.potentials.len() as f64;
                for table in &measurements {
                    let set = &table.variables;
                    let p = marginal(&domain, &tree, &estimate.beliefs, set, u64::MAX).unwrap();
                    let surplus = (table.cells.iter().sum::<f64>() - total) / p.len() as f64;
                    for (noisy, p) in table.cells.iter().zip(p) {
                        let shrunk = smoothing * table.variance * potentials.next().unwrap();
                        let apart = (noisy - surplus - total * p - shrunk).abs();
                        let most = small_enough * (cells * table.variance).sqrt();
                        assert!(apart <= 1.001 * most, "{label}: {apart} rows");
                    }
                }
            }
        }
    }
}

#[test]
fn little_smoothing_is_the_projection_onto_the_simplex() {
    // One table (6, 3, −1) of total 8 without smoothing: 4.5·(…): the closest point of the simplex takes
    // 0.5 off each of the first two, (5.5, 2.5, 0).
    let sketch = Sketch {
        sizes: vec![3],
        tables: vec![(subset(1, 1), vec![])],
    };
    let levels = sketch.levels();
    let domain = Domain::new(&levels).unwrap();
    let tree = sketch.tree(&domain);
    let measurements = [Measurement {
        variables: subset(1, 1),
        cells: vec![6.0, 3.0, -1.0],
        variance: 1.0,
        parts: None,
    }];
    let estimator =
        Estimator::new(Shape::everything(&domain, &tree), &measurements, 8.0, 1e-3).unwrap();
    let stopping = Stopping {
        misfit: 1e-4,
        most_sweeps: 1000,
    };
    let estimate = estimator.solve(&[], stopping).unwrap();
    for (p, expected) in estimate.beliefs.cliques()[0].iter().zip([5.5, 2.5, 0.0]) {
        assert!(
            (8.0 * p - expected).abs() < 0.02,
            "{} is not {expected}",
            8.0 * p
        );
    }
}

#[test]
fn the_network_of_a_tree_has_its_distribution() {
    let mut nodes_with_parents = 0;
    for seed in 0..MODELS {
        let sketch = Sketch::new(seed);
        // The same model over joined levels, as the mechanism has it.
        let groupings: Vec<_> = sketch
            .sizes
            .iter()
            .map(|&size| Levels::only(Grouping::identity(size).unwrap()))
            .collect();
        let levels = levels(&groupings).unwrap();
        let domain = Domain::new(&levels).unwrap();
        let entry = |v: &Variable| joined(v.0 as u8);
        let entries = |set: &VariableSet| {
            VariableSet::new(&set.as_slice().iter().map(entry).collect::<Vec<_>>()).unwrap()
        };
        let attributes = sketch.sizes.len() as u8;
        let mut graph = Graph::new(&domain, (0..attributes).map(joined));
        sketch
            .tables
            .iter()
            .for_each(|(set, _)| graph.join(&entries(set)));
        let tree = JunctionTree::new(&domain, &graph.cliques()).unwrap();
        let mut beliefs = Beliefs::new(&tree);
        for (set, potentials) in &sketch.tables {
            let set = entries(set);
            let holder = tree.holder(&domain, &set).unwrap();
            domain.project(&tree.cliques()[holder].variables, &set, |cell, onto| {
                beliefs.cliques_mut()[holder][cell] += potentials[onto];
            });
        }
        beliefs.infer(&tree).unwrap();
        let network = network_of(&tree).unwrap();
        let leaves: Vec<_> = sketch
            .sizes
            .iter()
            .map(|&size| vec![1.0; size as usize])
            .collect();
        let rows = 1000;
        let fitted = Fitted {
            shape: Shape::everything(&domain, &tree),
            beliefs: &beliefs,
            rows,
            leaves: &leaves,
        };
        let (tables, cells) = fitted.tables(&network).unwrap();
        // p(x) = head(x)·Π table(x)/table(parents of x), in the model and in the tables.
        let everything = entries(&subset(u64::MAX, sketch.sizes.len()));
        let mut product = vec![1.0; domain.cells(&everything, u64::MAX).unwrap()];
        let steps = network.nodes.iter().map(|node| Some(&node.parents));
        for (table, parents) in tables
            .as_slice()
            .iter()
            .zip([None].into_iter().chain(steps))
        {
            let own: Vec<f64> = table
                .cells(&cells)
                .unwrap()
                .iter()
                .map(|&c| c as f64)
                .collect();
            let below = parents.map_or_else(VariableSet::default, Clone::clone);
            nodes_with_parents += usize::from(!below.as_slice().is_empty());
            let totals = sums(&domain, &table.variables, &own, &below);
            domain.project(&everything, &table.variables, |cell, onto| {
                product[cell] *= own[onto];
            });
            domain.project(&everything, &below, |cell, onto| {
                product[cell] /= totals[onto].max(1.0);
            });
        }
        let expected = marginal(&domain, &tree, &beliefs, &everything, u64::MAX).unwrap();
        for (product, expected) in product.iter().zip(expected) {
            assert!((product - expected).abs() < 1e-6, "model {seed}");
        }
    }
    assert!(
        cfg!(miri) || nodes_with_parents > 100,
        "{nodes_with_parents}"
    );
}

/// A value of the separator that has next to no mass: e^−700, the least that a clique's cell gets, over
/// 60,000 others is below the smallest normal number, and one over it beyond the largest.
#[test]
#[cfg_attr(miri, ignore = "a hundred thousand cells")]
fn a_separator_without_mass_adds_nothing() {
    let sets = [subset(0b011, 3), subset(0b110, 3)];
    let potentials = |cells, width: usize, of_last: &dyn Fn(usize) -> usize| {
        let none = |cell| {
            if of_last(cell / width) == 59_999 {
                -1e6
            } else {
                0.0
            }
        };
        (0..cells).map(none).collect::<Vec<f64>>()
    };
    let sketch = Sketch {
        sizes: vec![2, 60_000, 2],
        tables: vec![
            (
                sets[0].clone(),
                potentials(120_000, 1, &|cell| cell % 60_000),
            ),
            (sets[1].clone(), potentials(120_000, 2, &|value| value)),
        ],
    };
    let levels = sketch.levels();
    let domain = Domain::new(&levels).unwrap();
    let tree = sketch.tree(&domain);
    let mut beliefs = Beliefs::new(&tree);
    for (set, potentials) in &sketch.tables {
        let place = tree.holder(&domain, set).unwrap();
        let clique = &mut beliefs.cliques_mut()[place];
        for (cell, potential) in clique.iter_mut().zip(potentials) {
            *cell += potential;
        }
    }
    beliefs.infer(&tree).unwrap();
    let least = beliefs
        .cliques()
        .iter()
        .flatten()
        .copied()
        .fold(1.0, f64::min);
    assert!(least < f64::MIN_POSITIVE, "{least}");
    let ends = marginal(&domain, &tree, &beliefs, &subset(0b101, 3), 1 << 20).unwrap();
    for p in ends {
        assert!((p - 0.25).abs() < 1e-9, "{p}");
    }
}

fn settings(total: MuSquared) -> Settings {
    let part = |percent| total.share_down(Share::new(percent, 100).unwrap());
    Settings {
        size: part(1),
        tables: part(99),
        one_way_error: 0.01,
        selection: Share::new(1, 10).unwrap(),
        search: Search::Anywhere,
        most_rounds: NonZeroU32::new(8).unwrap(),
        anneals: true,
        repeats: true,
        weights: Weights::ByVariance,
        theta: 1.25,
        caution: 1.0,
        rare: 3.0,
        smoothing: 0.01,
        most_attributes: 3,
        candidates: 50,
        model_cells: 10_000,
        workload: Workload::default(),
        rules: Rules::none().clone(),
    }
}

fn learned(columns: &[Vec<u8>], sizes: &[u32], mu_squared: f64) -> (Learned, Ledger<Gaussian, 64>) {
    learned_by(|usual| usual, columns, sizes, mu_squared)
}

fn learned_by(
    changed: impl FnOnce(Settings) -> Settings,
    columns: &[Vec<u8>],
    sizes: &[u32],
    mu_squared: f64,
) -> (Learned, Ledger<Gaussian, 64>) {
    let neighbours = Neighbours::AddRemove {
        rows: NonZeroU32::MIN,
    };
    let (learned, ledger) = attempted(changed, neighbours, columns, sizes, mu_squared);
    (learned.unwrap(), ledger)
}

fn attempted(
    changed: impl FnOnce(Settings) -> Settings,
    neighbours: Neighbours,
    columns: &[Vec<u8>],
    sizes: &[u32],
    mu_squared: f64,
) -> (Result<Learned, Error>, Ledger<Gaussian, 64>) {
    let identities: Vec<_> = sizes
        .iter()
        .map(|&size| Levels::only(Grouping::identity(size).unwrap()))
        .collect();
    let levels = levels(&identities).unwrap();
    let domain = Domain::new(&levels).unwrap();
    let columns: Vec<_> = columns
        .iter()
        .map(|column| Column::Narrow(column))
        .collect();
    let counts = Columns::new(&domain, &columns).unwrap();
    let total = MuSquared::from_f64_down(mu_squared).unwrap();
    let rng = ChaCha20Rng::from_seed([5; 32]);
    let mut curator = Curator::new(
        counts,
        MostRows::LARGEST,
        neighbours,
        Ledger::new(total),
        rng,
    )
    .unwrap();
    let attributes: Vec<_> = sizes
        .iter()
        .map(|&size| Attribute {
            size,
            order: Order::Unordered,
            declared: Vec::new(),
        })
        .collect();
    let settings = changed(settings(total));
    let learned = learn(&mut curator, &attributes, &settings, &mut |_| {});
    (learned, curator.close())
}

/// So many rows of a person, so heavy: a distance could move by more than can be paid for. Nothing is asked before that is
/// known.
#[test]
fn a_weight_that_cannot_be_paid_for_is_refused_before_anything_is() {
    let weighted = |weight| Weighted {
        attributes: vec![0, 1],
        weight: NonZeroU32::new(weight).unwrap(),
    };
    let neighbours = Neighbours::AddRemove {
        rows: NonZeroU32::new(1 << 31).unwrap(),
    };
    let with = |weight| {
        let workload = Workload::new(vec![weighted(weight)]);
        let changed = |usual| Settings { workload, ..usual };
        attempted(changed, neighbours, &linked_columns(40), &[2; 4], 50.0)
    };
    let (learned, ledger) = with(u32::MAX);
    assert!(matches!(learned, Err(Error::SensitivityOutOfRange)));
    assert_eq!(ledger.entries().len(), 0);
}

/// With little noise the equal columns come first. With a weight on any other pair that comes first, whatever the noise, and
/// they still have their turn.
#[test]
fn what_is_named_comes_first_and_is_not_alone() {
    let neighbours = Neighbours::AddRemove {
        rows: NonZeroU32::MIN,
    };
    let columns = linked_columns(2000);
    let chosen = |weights: &[(&[u8], u32)]| {
        let weighted = weights.iter().map(|&(attributes, weight)| Weighted {
            attributes: attributes.to_vec(),
            weight: NonZeroU32::new(weight).unwrap(),
        });
        let workload = Workload::new(weighted.collect());
        let changed = |usual| Settings { workload, ..usual };
        let (learned, _) = attempted(changed, neighbours, &columns, &[2; 4], 50.0);
        learned.unwrap().choices
    };
    let set = |attributes: [u8; 2]| VariableSet::new(&attributes.map(joined)).unwrap();
    let holds = |choice: &VariableSet, pair: &VariableSet| {
        let mut members = pair.as_slice().iter();
        members.all(|member| choice.as_slice().contains(member))
    };
    let (equal, other) = (set([0, 1]), set([1, 2]));
    let plain = chosen(&[]);
    assert!(holds(&plain[0], &equal), "{plain:?}");
    assert_eq!(plain, chosen(&[(&[1, 2], 1)]));
    let weighted = chosen(&[(&[2, 1], 2)]);
    assert_eq!(weighted[0], other, "{weighted:?}");
    let has_equal = weighted.iter().any(|choice| holds(choice, &equal));
    assert!(has_equal, "{weighted:?}");
}

/// A table that is named with a weight of 8 has what two rounds have, and counts as two of them; its choice costs what any
/// choice costs.
#[test]
fn a_heavy_table_has_the_budget_of_two_rounds() {
    let charges = |weight: u32| {
        let workload = Workload::new(vec![Weighted {
            attributes: vec![0, 1],
            weight: NonZeroU32::new(weight).unwrap(),
        }]);
        let changed = |usual| Settings {
            workload,
            anneals: false,
            ..usual
        };
        let columns = &linked_columns(2000)[..2];
        let (_, ledger) = learned_by(changed, columns, &[2; 2], 50.0);
        let charges = ledger.entries().iter().map(|entry| entry.loss.to_f64());
        // After the size and two columns: choices, each with its table.
        let charges: Vec<_> = charges.skip(3).collect();
        charges.chunks(2).map(|both| [both[0], both[1]]).collect()
    };
    let (light, heavy): (Vec<_>, Vec<_>) = (charges(7), charges(8));
    let [choice, table] = light[0];
    let rounds = |both: &[f64; 2]| {
        assert!((both[0] / choice - 1.0).abs() < 1e-6, "{both:?}");
        let rounds = (both[0] + both[1]) / (choice + table);
        let mut some = [1, 2].into_iter();
        some.find(|&some| (rounds - f64::from(some)).abs() < 1e-6)
            .unwrap_or_else(|| panic!("{rounds} rounds"))
    };
    assert!(light.iter().map(rounds).eq([1; 8]));
    let heavy: Vec<_> = heavy.iter().map(rounds).collect();
    assert_eq!((heavy[0], heavy.iter().sum()), (2, 8));
}

/// Four columns: two equal ones, their sum modulo 2 with a third, which is independent.
fn linked_columns(rows: u32) -> Vec<Vec<u8>> {
    let a: Vec<u8> = (0..rows).map(|row| (row / 2 % 2) as u8).collect();
    let c: Vec<u8> = (0..rows).map(|row| (row % 2) as u8).collect();
    let d = a.iter().zip(&c).map(|(a, c)| a ^ c).collect();
    vec![a.clone(), a, c, d]
}

/// Sixteen rounds at most. Where eight share the budget, a table has μ² = 0.00675, and 128 cells of it are useful from
/// 1.25·√(2/π)/√0.00675·128 = 1553.9 rows on; then every doubling makes two rounds more, up to 1024 cells.
#[test]
fn little_noise_makes_more_rounds() {
    let neighbours = Neighbours::AddRemove {
        rows: NonZeroU32::MIN,
    };
    let left = MuSquared::from_f64_down(0.06).unwrap();
    let usual = Settings {
        most_rounds: NonZeroU32::new(16).unwrap(),
        selection: Share::new(1, 10).unwrap(),
        ..settings(left)
    };
    let rounds = |settings: &Settings, rows| {
        let rounds = settings.first_rounds(neighbours, rows, left);
        rounds.unwrap().get()
    };
    for (rows, expected) in [
        (0, 8),
        (1_550, 8),
        (1_560, 10),
        (3_100, 10),
        (3_110, 12),
        (6_210, 12),
        (6_220, 14),
        (12_430, 14),
        (12_440, 16),
        (1 << 40, 16),
    ] {
        assert_eq!(rounds(&usual, rows), expected, "{rows}");
    }
    let steady = Settings {
        anneals: false,
        ..usual.clone()
    };
    assert_eq!(rounds(&steady, 0), 16);
    for (most, fewest) in [(1, 1), (2, 1), (3, 2), (9, 5), (50, 25)] {
        let most_rounds = NonZeroU32::new(most).unwrap();
        let settings = Settings {
            most_rounds,
            ..usual.clone()
        };
        assert_eq!(settings.fewest_rounds().get(), fewest);
    }
}

/// The model's memory is given out by and by, but for a graph that was made beforehand, and but for very many pairs.
#[test]
fn memory_is_kept_for_later_rounds() {
    let usual = settings(MuSquared::from_f64_down(0.06).unwrap());
    let rounds = NonZeroU32::new(20).unwrap();
    // Of 10,000 cells the square of made/20.
    for (made, cells) in [
        (0, 0),
        (1, 25),
        (10, 2_500),
        (19, 9_025),
        (20, 10_000),
        (21, 10_000),
    ] {
        assert_eq!(usual.model_cells_after(made, rounds), cells, "{made}");
    }
    let most = Settings {
        model_cells: u64::MAX,
        ..usual.clone()
    };
    assert_eq!(most.model_cells_after(20, rounds), u64::MAX);
    let graph = Settings {
        search: Search::Graph {
            scores: Share::new(1, 10).unwrap(),
            clique_cells: 100,
        },
        ..usual.clone()
    };
    for (attributes, keeps) in [(2, true), (64, true), (65, false)] {
        assert_eq!(usual.keeps_memory(attributes), keeps, "{attributes}");
        assert!(!graph.keeps_memory(attributes));
    }
}

/// Two equal columns of 40 values, 500 rows each, under noise of some 50 rows a cell: 400 cells are useful, 1,600 are too
/// many. At coarser levels the model learns where the rows are, and then asks for the finest.
#[test]
#[cfg_attr(miri, ignore = "20,000 rows")]
fn wide_columns_are_refined_where_their_rows_are() {
    let column: Vec<u8> = (0..20_000_u32).map(|row| (row % 40) as u8).collect();
    let (learned, _) = learned(&[column.clone(), column], &[40, 40], 0.005);
    let cells = |table: &Measured| table.cells.len();
    assert!(
        learned
            .tables
            .first()
            .is_some_and(|first| cells(first) <= 400)
    );
    assert!(learned.tables.iter().any(|table| cells(table) == 1600));
    let levels = levels(&learned.levels).unwrap();
    let domain = Domain::new(&levels).unwrap();
    let pair = VariableSet::new(&[joined(0), joined(1)]).unwrap();
    let beliefs = &learned.estimate.beliefs;
    let p = marginal(&domain, &learned.tree, beliefs, &pair, 1 << 20).unwrap();
    let together: f64 = p.iter().step_by(41).sum();
    assert!(together > 0.9, "{together}");
}

#[test]
#[cfg_attr(miri, ignore = "10,000 rows; the test below learns from fewer")]
fn a_large_budget_finds_what_the_table_holds() {
    let (learned, ledger) = learned(&linked_columns(10_000), &[2, 2, 2, 2], 50.0);
    let levels = levels(&learned.levels).unwrap();
    let domain = Domain::new(&levels).unwrap();
    let beliefs = &learned.estimate.beliefs;
    let pair = VariableSet::new(&[joined(0), joined(1)]).unwrap();
    let p = marginal(&domain, &learned.tree, beliefs, &pair, 1 << 20).unwrap();
    for (p, expected) in p.iter().zip([0.5, 0.0, 0.0, 0.5]) {
        assert!((p - expected).abs() < 0.01, "{p}");
    }
    // The parity of a, c and d shows in no pair: only a table of three can find it.
    let triple = VariableSet::new(&[joined(0), joined(2), joined(3)]).unwrap();
    let p = marginal(&domain, &learned.tree, beliefs, &triple, 1 << 20).unwrap();
    for (p, expected) in p.iter().zip([0.25, 0.0, 0.0, 0.25, 0.0, 0.25, 0.25, 0.0]) {
        assert!((p - expected).abs() < 0.01, "{p}");
    }
    assert!((learned.rows - 10_000.0).abs() < 5.0, "{}", learned.rows);
    let balance = ledger.balance();
    assert!(balance.spent() <= balance.total());
    assert!(balance.left().to_f64() < 0.01 * balance.total().to_f64());
    // Size, four leaves, then a choice and a table a round.
    assert_eq!(ledger.entries().len(), 5 + 2 * learned.tables.len());
    assert_eq!(learned.leaves[2].variables.as_slice(), [leaf(2)]);
}

#[test]
#[cfg_attr(miri, ignore = "10,000 rows; the test below learns from fewer")]
fn a_graph_of_scores_gives_each_attribute_a_first_table() {
    let search = Search::Graph {
        scores: Share::new(1, 10).unwrap(),
        clique_cells: 1 << 20,
    };
    let as_cai = |usual| Settings {
        search,
        anneals: false,
        repeats: false,
        ..usual
    };
    let (learned, ledger) = learned_by(as_cai, &linked_columns(10_000), &[2, 2, 2, 2], 50.0);
    let scores = learned.scores.unwrap();
    let rows: Vec<f64> = scores
        .pairs
        .iter()
        .map(|&pair| pair as f64 / 65_536.0)
        .collect();
    // Pair 0–1 is equal: n/2·(¼ + ¼ + ¼ + ¼) = 5000; all others are independent.
    assert!((rows[0] - 5_000.0).abs() < 50.0, "{}", rows[0]);
    assert!(rows[1..].iter().all(|other| other.abs() < 50.0), "{rows:?}");
    let first = learned.tables[0].variables.as_slice();
    assert!(first.starts_with(&[joined(0), joined(1)]), "{first:?}");
    // Size, scores, four leaves, four first tables, then a choice and a table for each of the others, all
    // different.
    assert_eq!(
        ledger.entries().len(),
        6 + 4 + 2 * (learned.tables.len() - 4)
    );
    assert!(all_differ(&learned.tables));
    let levels = levels(&learned.levels).unwrap();
    let domain = Domain::new(&levels).unwrap();
    let triple = VariableSet::new(&[joined(0), joined(2), joined(3)]).unwrap();
    let beliefs = &learned.estimate.beliefs;
    let p = marginal(&domain, &learned.tree, beliefs, &triple, 1 << 20).unwrap();
    for (p, expected) in p.iter().zip([0.25, 0.0, 0.0, 0.25, 0.0, 0.25, 0.25, 0.0]) {
        assert!((p - expected).abs() < 0.01, "{p}");
    }
}

fn all_differ(tables: &[Measured]) -> bool {
    tables.iter().enumerate().all(|(place, table)| {
        let mut later = tables[place + 1..].iter();
        later.all(|other| other.variables != table.variables)
    })
}

/// Two independent columns have one table besides their own: it is chosen in every round or in one.
#[test]
fn a_table_is_measured_again_only_where_that_is_allowed() {
    let independent = || linked_columns(400).into_iter().skip(1).take(2).collect();
    let tables = |anneals, repeats| {
        let columns: Vec<_> = independent();
        let changed = |usual| Settings {
            anneals,
            repeats,
            ..usual
        };
        learned_by(changed, &columns, &[2, 2], 4.0).0.tables
    };
    assert_eq!(tables(false, true).len(), 8, "as many as there are rounds");
    assert_eq!(tables(false, false).len(), 1);
    // There is nothing but noise to be found: 8 rounds, 4 left of 7, 2 of 3, 1 of 1.
    let annealed = tables(true, true);
    assert!((4..8).contains(&annealed.len()), "{}", annealed.len());
    assert!(!all_differ(&annealed));
    let sigmas: Vec<f64> = annealed.iter().map(|table| table.sigma.to_f64()).collect();
    assert!(sigmas.last() < sigmas.first(), "{sigmas:?}");
}

/// The last table of an annealed run is the most precise: only with weights is the model near it.
#[test]
fn precise_tables_count_for_more() {
    let columns: Vec<_> = linked_columns(400).into_iter().skip(1).take(2).collect();
    let distance = |weights| {
        let changed = |usual| Settings {
            weights,
            smoothing: 1e-6,
            ..usual
        };
        let learned = learned_by(changed, &columns, &[2, 2], 0.05).0;
        let precise = learned.tables.last().unwrap();
        let levels = levels(&learned.levels).unwrap();
        let domain = Domain::new(&levels).unwrap();
        let beliefs = &learned.estimate.beliefs;
        let set = &precise.variables;
        let model = marginal(&domain, &learned.tree, beliefs, set, 1 << 20).unwrap();
        let apart = model.iter().zip(&precise.cells);
        apart
            .map(|(p, &count)| (p * learned.rows - count as f64).abs())
            .sum::<f64>()
    };
    let (weighed, alike) = (distance(Weights::ByVariance), distance(Weights::Equal));
    assert!(weighed < alike, "{weighed} {alike}");
}

#[test]
fn tiny_tables_and_hopeless_budgets_are_learned_too() {
    for (label, columns, sizes) in [
        ("no rows", vec![vec![], vec![]], &[2, 3][..]),
        ("one row", vec![vec![1], vec![2]], &[2, 3]),
        ("one column", vec![vec![0, 1, 1]], &[2]),
        ("a single value", vec![vec![0, 0], vec![0, 0]], &[1, 1]),
    ] {
        for mu_squared in [1e-9, 0.01, 100.0] {
            if cfg!(miri) && (label != "one row" || mu_squared < 1.0) {
                continue;
            }
            let graph = Search::Graph {
                scores: Share::new(1, 10).unwrap(),
                clique_cells: 1 << 20,
            };
            for search in [Search::Anywhere, graph] {
                let changed = |usual| Settings { search, ..usual };
                let (learned, ledger) = learned_by(changed, &columns, sizes, mu_squared);
                let sum: f64 = learned.estimate.beliefs.cliques()[0].iter().sum();
                assert!((sum - 1.0).abs() < 1e-9, "{label}, {mu_squared}");
                assert!(ledger.balance().spent() <= ledger.balance().total());
            }
        }
    }
}

/// Tables that exclude each other: one says that a value of what they share has no rows, the other that it has all of
/// them, again and again with next to no smoothing. There is a model all the same, of numbers that add up to one.
#[test]
fn tables_that_contradict_each_other_have_a_model() {
    for (label, noisy) in [
        ("all or nothing", [[1e6, -1e6], [-1e6, 1e6]]),
        ("far below zero", [[-1e9, -1e9], [-1e9, -1e9]]),
        ("beyond all rows", [[4e9, 4e9], [4e9, -4e9]]),
    ] {
        let sketch = Sketch {
            sizes: vec![2, 2, 2],
            tables: vec![(subset(0b011, 3), vec![]), (subset(0b110, 3), vec![])],
        };
        let levels = sketch.levels();
        let domain = Domain::new(&levels).unwrap();
        let tree = sketch.tree(&domain);
        let [first, second] = noisy;
        // The shared variable is the last of one table and the first of the other.
        let tables = [
            (0b011, [first[0], first[1], first[0], first[1]]),
            (0b110, [second[0], second[0], second[1], second[1]]),
        ];
        let measurements = tables.map(|(bits, cells)| Measurement {
            variables: subset(bits, 3),
            cells: cells.to_vec(),
            variance: 1.0,
            parts: None,
        });
        for smoothing in [1e-9, 0.01, 1.0] {
            let estimator = Estimator::new(
                Shape::everything(&domain, &tree),
                &measurements,
                1000.0,
                smoothing,
            )
            .unwrap();
            let estimate = estimator.solve(&[], Stopping::AT_THE_END).unwrap();
            for clique in estimate.beliefs.cliques() {
                let sum: f64 = clique.iter().sum();
                assert!((sum - 1.0).abs() < 1e-6, "{label}, {smoothing}: {clique:?}");
            }
            assert!(estimate.fit.misfit.is_finite(), "{label}, {smoothing}");
        }
    }
}
