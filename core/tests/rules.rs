//! What rules exclude: in tables at any level, in estimates, and in rows of every model that knows of rules.
#![cfg(feature = "alloc")]
// Small whole numbers throughout.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]

use std::num::NonZeroU32;

use chacha20::ChaCha20Rng;
use privet_core::Error;
use privet_core::answers::{Answers, Recorded, Transcript};
use privet_core::bayes::measure::{
    MeasuredTables, Settings as BayesSettings, measure_size, measure_structure, measure_tables,
};
use privet_core::bayes::network::HeadRule;
use privet_core::bayes::network::Network;
use privet_core::bayes::rows::{Model, Replacement, RowMemory};
use privet_core::bayes::simplex::Post;
use privet_core::bayes::tables::Tables;
use privet_core::counts::{Column, Columns, MostRows};
use privet_core::curator::{AskedTable, Curator, ScoreScratch, pairs_of};
use privet_core::domain::{Domain, Level};
use privet_core::ledger::{Gaussian, Ledger};
use privet_core::mrf::estimate::{Estimator, Shape, Stopping};
use privet_core::mrf::field::{Field, Noisy};
use privet_core::mrf::graph::Graph;
use privet_core::mrf::inference::Beliefs;
use privet_core::mrf::joined::{Grouping, Order};
use privet_core::mrf::learn::{Attribute, Search, Settings, Weights, learn};
use privet_core::mrf::levels::{Levels, levels};
use privet_core::mrf::measurement::Measurement;
use privet_core::mrf::network::{Fitted, network_of};
use privet_core::mrf::reconcile::reconcile;
use privet_core::mrf::tree::JunctionTree;
use privet_core::mrf::workload::Workload;
use privet_core::neighbours::Neighbours;
use privet_core::privacy::{MuSquared, Share};
use privet_core::rules::{Relation, Rules};
use privet_core::variables::{Variable, VariableSet};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Random models a test. Miri sees a few.
const MODELS: u64 = if cfg!(miri) { 2 } else { 60 };
/// Rows of each.
const ROWS: usize = if cfg!(miri) { 200 } else { 20_000 };

const SIZES: [u32; 5] = [2, 4, 3, 6, 3];

fn below(rng: &mut impl Rng, bound: usize) -> usize {
    (rng.next_u64() % bound as u64) as usize
}

fn set(variables: &[Variable]) -> VariableSet {
    VariableSet::new(variables).unwrap()
}

/// A few random relations that leave every value of every attribute possible, and many rows.
fn random_rules(rng: &mut impl Rng) -> Rules {
    loop {
        let relation = |rng: &mut Xoshiro256PlusPlus| {
            let mut attributes: Vec<u8> = (0..5).collect();
            while attributes.len() > 2 + below(rng, 2) {
                attributes.swap_remove(below(rng, attributes.len()));
            }
            attributes.sort_unstable();
            let classes: Vec<Vec<u16>> = attributes
                .iter()
                .map(|&attribute| {
                    // The first two values are of different classes, so that there are two at least.
                    let values = 0..SIZES[usize::from(attribute)];
                    let class = |value| {
                        if value < 2 {
                            value as u16
                        } else {
                            below(rng, 3) as u16
                        }
                    };
                    let classes: Vec<u16> = values.map(class).collect();
                    let most = *classes.iter().max().unwrap();
                    // Without a gap.
                    let used = |class: &u16| classes.contains(class);
                    if (0..=most).all(|class| used(&class)) {
                        classes
                    } else {
                        classes.iter().map(|class| (*class).min(1)).collect()
                    }
                })
                .collect();
            let sizes = classes
                .iter()
                .map(|classes| 1 + *classes.iter().max().unwrap() as usize);
            let cells: usize = sizes.product();
            let possible = (0..cells).map(|_| below(rng, 3) > 0).collect();
            Relation::new(attributes, classes, possible).unwrap()
        };
        let mut seeded = Xoshiro256PlusPlus::seed_from_u64(rng.next_u64());
        let relations = (0..=below(rng, 2)).map(|_| relation(&mut seeded)).collect();
        let rules = Rules::new(relations);
        let possible: Vec<Vec<u16>> = all_rows().filter(|row| rules.allow(row)).collect();
        let every_value = SIZES.iter().enumerate().all(|(attribute, &size)| {
            (0..size).all(|value| {
                possible
                    .iter()
                    .any(|row| u32::from(row[attribute]) == value)
            })
        });
        if every_value {
            return rules;
        }
    }
}

fn all_rows() -> impl Iterator<Item = Vec<u16>> {
    let cells: u32 = SIZES.iter().product();
    (0..cells).map(|cell| {
        let mut left = cell;
        let mut row: Vec<u16> = SIZES
            .iter()
            .rev()
            .map(|&size| {
                let value = (left % size) as u16;
                left /= size;
                value
            })
            .collect();
        row.reverse();
        row
    })
}

/// The attributes as they are, each with a coarser level of two values.
fn domain_levels() -> Vec<(Vec<u16>, Vec<u16>)> {
    let halves = |&size: &u32| {
        let groups: Vec<u16> = (0..size).map(|value| u16::from(value > 0)).collect();
        (groups, vec![0, 1])
    };
    SIZES.iter().map(halves).collect()
}

fn with_domain<T>(use_it: impl FnOnce(&Domain<'_>) -> T) -> T {
    let coarser = domain_levels();
    let mut levels = Vec::new();
    for ((attribute, &size), (groups, representatives)) in (0..).zip(&SIZES).zip(&coarser) {
        levels.push(Level::leaf(attribute, size));
        levels.push(Level {
            attribute,
            size: 2,
            groups,
            representatives,
        });
    }
    use_it(&Domain::new(&levels).unwrap())
}

/// A cell is impossible where each of its rows breaks the same rule about the table's attributes.
#[test]
fn tables_exclude_what_every_row_in_a_cell_breaks() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut excluded, mut at_coarser) = (0, 0);
    for _ in 0..MODELS {
        let rules = random_rules(&mut rng);
        with_domain(|domain| {
            let mut chosen = Vec::new();
            for attribute in 0..5_u16 {
                if below(&mut rng, 3) > 0 {
                    chosen.push(Variable(2 * attribute + below(&mut rng, 2) as u16));
                }
            }
            let table = set(&chosen);
            let cells = domain.cells(&table, 1 << 20).unwrap();
            let possible = rules.possible(domain, &table).unwrap();
            for cell in 0..cells {
                let inside = |row: &Vec<u16>| {
                    let mut fits = true;
                    domain.values_of(&table, cell, |variable, value| {
                        let attribute = usize::from(domain.attribute(variable).unwrap());
                        fits &= domain.coarse(variable, row[attribute]) == value;
                    });
                    fits
                };
                let rows: Vec<_> = all_rows().filter(inside).collect();
                let about_it = rules.relations().iter().filter(|relation| {
                    let mut attributes = relation.attributes().iter();
                    attributes.all(|&one| domain.level_in(&table, one).is_some())
                });
                let mut about_it = about_it;
                let expected = about_it.all(|relation| rows.iter().any(|row| relation.allows(row)));
                let actual = possible.as_ref().is_none_or(|possible| possible[cell]);
                assert_eq!(actual, expected, "{table:?}, cell {cell}");
                excluded += usize::from(!actual);
                at_coarser += usize::from(!actual && chosen.iter().any(|v| v.0 % 2 == 1));
            }
        });
    }
    assert!(
        cfg!(miri) || (excluded > 100 && at_coarser > 20),
        "{excluded}, {at_coarser}"
    );
}

/// A distribution in which one row in twenty breaks a rule.
fn one_in_twenty_breaks(rules: &Rules, rng: &mut impl Rng) -> Vec<f64> {
    let weight = |row: Vec<u16>| {
        let kept = if rules.allow(&row) { 1.0 } else { 0.05 };
        kept * below(rng, 100) as f64
    };
    let mut truth: Vec<f64> = all_rows().map(weight).collect();
    let mass: f64 = truth.iter().sum();
    for share in &mut truth {
        *share /= mass;
    }
    truth
}

/// At the solution the gradient is zero in every possible cell, and nothing else has mass.
#[test]
fn estimates_are_optimal_among_what_is_possible() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    for model in 0..MODELS {
        let rules = random_rules(&mut rng);
        with_domain(|domain| {
            let leaf = |attribute: u8| Variable(2 * u16::from(attribute));
            let everything = set(&(0..5).map(leaf).collect::<Vec<_>>());
            let truth = one_in_twenty_breaks(&rules, &mut rng);
            let mut graph = Graph::new(domain, (0..5).map(leaf));
            let mut measurements = Vec::new();
            for set in rules.sets(leaf).unwrap() {
                graph.join(&set);
            }
            let mut sets: Vec<Vec<Variable>> = (0..5).map(|one| vec![leaf(one)]).collect();
            sets.push(vec![leaf(0), leaf(1)]);
            sets.push(vec![leaf(1), leaf(2), leaf(3)]);
            sets.push(vec![leaf(2), Variable(leaf(4).0 + 1)]);
            for variables in sets {
                let variables = set(&variables);
                graph.join(&variables);
                let cells = domain.cells(&variables, 1 << 20).unwrap();
                let possible = rules.possible(domain, &variables).unwrap();
                let possible = possible.unwrap_or_else(|| vec![true; cells]);
                let mut counts = vec![0.0; cells];
                domain.project(&everything, &variables, |cell, onto| {
                    counts[onto] += 1000.0 * truth[cell];
                });
                for (count, possible) in counts.iter_mut().zip(possible) {
                    *count += (below(&mut rng, 80) as f64 - 39.5) / 10.0;
                    *count *= f64::from(u8::from(possible));
                }
                measurements.push(Measurement {
                    cells: counts,
                    variables,
                    variance: 4.0,
                    parts: None,
                });
            }
            let total = reconcile(domain, &mut measurements, Some((1000.0, 4.0))).unwrap();
            let tree = JunctionTree::new(domain, &graph.cliques()).unwrap();
            let shape = Shape {
                domain,
                tree: &tree,
                rules: &rules,
            };
            let smoothing = 0.2;
            let estimator = Estimator::new(shape, &measurements, total, smoothing).unwrap();
            let stopping = Stopping {
                misfit: 1e-4,
                most_sweeps: 2000,
            };
            let estimate = estimator.solve(&[], stopping).unwrap();
            assert!(
                estimate.fit.misfit <= 1e-4,
                "model {model}: {:?}",
                estimate.fit
            );
            // p(x) ∝ exp(Σ θ) over the possible x, summed by hand.
            let mut joint: Vec<f64> = all_rows()
                .map(|row| f64::from(u8::from(rules.allow(&row))))
                .collect();
            let mut start = 0;
            for table in &measurements {
                domain.project(&everything, &table.variables, |cell, onto| {
                    joint[cell] *= estimate.potentials[start + onto].exp();
                });
                start += table.cells.len();
            }
            let mass: f64 = joint.iter().sum();
            for p in &mut joint {
                *p /= mass;
            }
            let mut start = 0;
            for table in &measurements {
                let mut shares = vec![0.0; table.cells.len()];
                domain.project(&everything, &table.variables, |cell, onto| {
                    shares[onto] += joint[cell];
                });
                let surplus = (table.cells.iter().sum::<f64>() - total) / shares.len() as f64;
                for (cell, share) in shares.iter().enumerate() {
                    let shrunk = smoothing * table.variance * estimate.potentials[start + cell];
                    let slope = total * share - (table.cells[cell] - surplus) + shrunk;
                    assert!(
                        slope.abs() < 1e-2,
                        "model {model}, {:?}, cell {cell}: {slope}",
                        table.variables
                    );
                }
                start += shares.len();
            }
            for (clique, beliefs) in tree.cliques().iter().zip(estimate.beliefs.cliques()) {
                let mut shares = vec![0.0; beliefs.len()];
                domain.project(&everything, &clique.variables, |cell, onto| {
                    shares[onto] += joint[cell];
                });
                for (own, share) in beliefs.iter().zip(shares) {
                    assert!((own - share).abs() < 1e-7);
                    assert_eq!(*own == 0.0, share == 0.0, "{own} {share}");
                }
            }
        });
    }
}

/// Rows of which one in twenty breaks rules, each rule by chance.
fn random_table(rules: &Rules, rows: usize, rng: &mut impl Rng) -> Vec<Vec<u8>> {
    let weights: Vec<usize> = all_rows().map(|_| below(rng, 1000)).collect();
    let mut columns = vec![Vec::new(); SIZES.len()];
    while columns[0].len() < rows {
        let row = below(rng, weights.len());
        let values = all_rows().nth(row).unwrap();
        let kept = rules.allow(&values) || below(rng, 20) == 0;
        if kept && below(rng, 1000) < weights[row] {
            for (column, value) in columns.iter_mut().zip(values) {
                column.push(value as u8);
            }
        }
    }
    columns
}

fn draw(
    domain: &Domain<'_>,
    network: &Network,
    tables: &Tables,
    cells: &[i64],
    seed: u64,
) -> Vec<Vec<u16>> {
    let model = Model {
        domain: *domain,
        network,
        tables,
        cells,
    };
    let mut columns = vec![vec![0; ROWS]; SIZES.len()];
    let mut memory = RowMemory::leaning(&model, ROWS);
    let mut slices: Vec<&mut [u16]> = columns.iter_mut().map(Vec::as_mut_slice).collect();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let replacement = if seed.is_multiple_of(2) {
        Replacement::Without
    } else {
        Replacement::With
    };
    let drawn = model.draw_columns(
        replacement,
        &mut slices,
        &mut memory.scratch(),
        &mut rng,
        &mut || (),
    );
    drawn.unwrap();
    columns
}

fn assert_kept(rules: &Rules, columns: &[Vec<u16>], label: &str) {
    for row in 0..ROWS {
        let values: Vec<u16> = columns.iter().map(|column| column[row]).collect();
        assert!(rules.allow(&values), "{label}: row {row} is {values:?}");
    }
}

const NEIGHBOURS: Neighbours = Neighbours::AddRemove {
    rows: NonZeroU32::MIN,
};

/// From little noise to nothing but noise, in both searches.
#[test]
fn no_row_of_a_markov_random_field_breaks_a_rule() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for model in 0..MODELS {
        let rules = random_rules(&mut rng);
        let table = random_table(&rules, if cfg!(miri) { 50 } else { 1000 }, &mut rng);
        let mu_squared = [0.001, 0.1, 10.0, 1e4][below(&mut rng, 4)];
        let total = MuSquared::from_f64_down(mu_squared).unwrap();
        let part = |percent| total.share_down(Share::new(percent, 100).unwrap());
        let settings = Settings {
            size: part(1),
            tables: part(99),
            one_way_error: 0.01,
            selection: Share::new(1, 10).unwrap(),
            search: match model % 3 {
                0 => Search::Graph {
                    scores: Share::new(1, 10).unwrap(),
                    clique_cells: 1000,
                },
                _ => Search::Anywhere,
            },
            most_rounds: NonZeroU32::new(6).unwrap(),
            anneals: true,
            repeats: true,
            weights: if model.is_multiple_of(2) {
                Weights::ByVariance
            } else {
                Weights::Equal
            },
            theta: 1.25,
            caution: 1.0,
            rare: 3.0,
            smoothing: 0.2,
            most_attributes: 3,
            candidates: 50,
            model_cells: 10_000,
            workload: Workload::default(),
            rules: rules.clone(),
        };
        let attributes: Vec<Attribute> = SIZES
            .iter()
            .map(|&size| Attribute {
                size,
                order: if size > 3 {
                    Order::Ordered
                } else {
                    Order::Unordered
                },
                declared: Vec::new(),
            })
            .collect();
        let identities: Vec<_> = SIZES
            .iter()
            .map(|&size| Levels::only(Grouping::identity(size).unwrap()))
            .collect();
        let leaves = levels(&identities).unwrap();
        let domain = Domain::new(&leaves).unwrap();
        let columns: Vec<_> = table.iter().map(|column| Column::Narrow(column)).collect();
        let counts = Columns::new(&domain, &columns).unwrap();
        let noise = ChaCha20Rng::from_seed([model as u8; 32]);
        let ledger = Ledger::<Gaussian, 64>::new(total);
        let mut curator =
            Curator::new(counts, MostRows::LARGEST, NEIGHBOURS, ledger, noise).unwrap();
        let learned = learn(&mut curator, &attributes, &settings, &mut |_| ()).unwrap();

        let found = levels(&learned.levels).unwrap();
        let domain = Domain::new(&found).unwrap();
        for measured in &learned.tables {
            let possible = rules.possible(&domain, &measured.variables).unwrap();
            let cells = measured.cells.iter().zip(possible.iter().flatten());
            for (cell, possible) in cells {
                assert!(*possible || *cell == 0, "an impossible cell was answered");
            }
        }
        let network = network_of(&learned.tree).unwrap();
        let fitted = Fitted {
            shape: Shape {
                domain: &domain,
                tree: &learned.tree,
                rules: &rules,
            },
            beliefs: &learned.estimate.beliefs,
            rows: learned.row_count(),
            leaves: &learned.shrunk_leaves(),
        };
        let (tables, cells) = fitted.tables(&network).unwrap();
        let drawn = draw(&domain, &network, &tables, &cells, model);
        assert_kept(&rules, &drawn, &format!("model {model}, μ² = {mu_squared}"));
    }
}

/// The tables of a network as measurements, also where the field has no room for most of them.
#[test]
fn no_row_of_a_field_breaks_a_rule() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let mut left_out = 0;
    for model in 0..MODELS {
        let rules = random_rules(&mut rng);
        let table = random_table(&rules, if cfg!(miri) { 50 } else { 1000 }, &mut rng);
        let mu_squared = [0.001, 0.1, 10.0, 1e4][below(&mut rng, 4)];
        let total = MuSquared::from_f64_down(mu_squared).unwrap();
        let part = |percent| total.share_down(Share::new(percent, 100).unwrap());
        let settings = BayesSettings {
            size: part(10),
            structure: part(30),
            tables: part(60),
            theta: 1.0,
            caution: 0.0,
            head: HeadRule::Worth,
            assumed_rows: Some(1000),
            most_cells: 64,
        };
        with_domain(|domain| {
            let columns: Vec<_> = table.iter().map(|column| Column::Narrow(column)).collect();
            let counts = Columns::new(domain, &columns).unwrap();
            let noise = ChaCha20Rng::from_seed([model as u8; 32]);
            let ledger = Ledger::<Gaussian, 64>::new(total);
            let mut curator =
                Curator::new(counts, MostRows::LARGEST, NEIGHBOURS, ledger, noise).unwrap();
            let size = measure_size(&mut curator, domain, &settings).unwrap();
            let scratch = ScoreScratch {
                scores: &mut vec![0; pairs_of(domain.len())],
                leaf_cells: &mut vec![0; 64],
                level_cells: &mut vec![0; 64],
                margins: &mut [0; 12],
            };
            let quiet = &mut || ();
            let structure =
                measure_structure(&mut curator, domain, &settings, size, scratch, quiet).unwrap();
            let mut tables = Tables::of(domain, &structure.network).unwrap();
            let possible: Vec<Vec<bool>> = tables
                .as_slice()
                .iter()
                .map(|table| {
                    rules
                        .possible(domain, &table.variables)
                        .unwrap()
                        .unwrap_or_default()
                })
                .collect();
            let possible: Vec<&[bool]> = possible.iter().map(Vec::as_slice).collect();
            let mut noisy = vec![0; tables.total_cells()];
            let measured = MeasuredTables {
                possible: &possible,
                noisy: &mut noisy,
                scratch: &mut vec![0; tables.largest()],
                tables: &mut tables,
            };
            measure_tables(&mut curator, domain, &settings, measured, quiet).unwrap();
            let rules_alone = Field::new(domain, &rules, [].into_iter(), u64::MAX)
                .unwrap()
                .cells();
            let most = if model.is_multiple_of(2) {
                rules_alone
            } else {
                u64::MAX
            };
            let sets = tables.as_slice().iter().map(|table| &table.variables);
            let field = Field::new(domain, &rules, sets, most).unwrap();
            assert!(field.cells() <= most);
            left_out += field.left_out();
            let measured = Noisy {
                tables: &tables,
                cells: &noisy,
                size: structure.size,
            };
            let estimated = field.estimate(measured, Post::L2Projection).unwrap();
            let drawn = draw(
                domain,
                &estimated.network,
                &estimated.tables,
                &estimated.cells,
                model,
            );
            assert_kept(&rules, &drawn, &format!("model {model}, μ² = {mu_squared}"));
        });
    }
    assert!(cfg!(miri) || left_out > 10, "{left_out}");
}

/// What is impossible is counted with the rest, and never answered: neither its rows nor their noise.
#[test]
fn impossible_cells_are_answered_by_zero() {
    with_domain(|domain| {
        let columns: Vec<Vec<u8>> = (0..5).map(|_| vec![0, 0, 0, 1, 1]).collect();
        let columns: Vec<_> = columns
            .iter()
            .map(|column| Column::Narrow(column))
            .collect();
        let table = set(&[Variable(0), Variable(2)]);
        let possible = [false, true, true, true, true, false, true, true];
        let share = MuSquared::from_f64_down(0.01).unwrap();
        let answer = |possible: &[bool]| {
            let counts = Columns::new(domain, &columns).unwrap();
            let noise = ChaCha20Rng::from_seed([9; 32]);
            let ledger = Ledger::<Gaussian, 4>::new(share);
            let mut curator =
                Curator::new(counts, MostRows::LARGEST, NEIGHBOURS, ledger, noise).unwrap();
            let asked = AskedTable {
                variables: &table,
                possible,
            };
            let (mut scratch, mut noisy) = ([7; 8], [7; 8]);
            let answered = curator.table(domain, asked, share, &mut scratch, &mut noisy);
            assert_eq!(scratch, if answered.is_ok() { [0; 8] } else { [7; 8] });
            (answered.is_ok(), noisy, curator.close().entries().len())
        };
        let (_, whole, _) = answer(&[]);
        let (_, part, paid) = answer(&possible);
        assert_eq!((part[0], part[5], paid), (0, 0, 1));
        // The same noise in the same order, without a draw for what is left out: three rows stood in the first cell.
        let noise = |cells: &[i64; 8], counts: [i64; 8]| -> Vec<i64> {
            cells
                .iter()
                .zip(counts)
                .map(|(cell, count)| cell - count)
                .collect()
        };
        let counts = [3, 0, 0, 0, 0, 2, 0, 0];
        let of_whole = noise(&whole, counts);
        let of_part: Vec<i64> = noise(&part, counts)
            .into_iter()
            .zip(possible)
            .filter_map(|(noise, possible)| possible.then_some(noise))
            .collect();
        assert_eq!(of_part, of_whole[..6]);
        // A mark for another number of cells is refused before anything is paid.
        assert_eq!(answer(&possible[1..]), (false, [7; 8], 0));
    });
}

/// Where the parents of an attribute are so rare that none of its values is left after rounding, those that are possible have
/// mass all the same: a row with such parents would else take any value.
#[test]
fn rare_parents_are_followed_by_what_is_possible() {
    let levels = [Level::leaf(0, 2), Level::leaf(1, 6), Level::leaf(2, 6)];
    let domain = Domain::new(&levels).unwrap();
    // With the second value of the first, the last one of neither other.
    let rule = |other: u8| {
        let classes = vec![vec![0, 1], vec![0, 0, 0, 0, 0, 1]];
        Relation::new(vec![0, other], classes, vec![true, true, true, false]).unwrap()
    };
    let rules = Rules::new(vec![rule(1), rule(2)]);
    let variable = |attribute: u8| Variable(attribute.into());
    let mut graph = Graph::new(&domain, domain.variables());
    for set in rules.sets(variable).unwrap() {
        graph.join(&set);
    }
    let tree = JunctionTree::new(&domain, &graph.cliques()).unwrap();
    // The second value has one and a half units of 2^−20 rows, each of five values that may follow it a third.
    let mut beliefs = Beliefs::new(&tree);
    for (clique, cells) in tree.cliques().iter().zip(beliefs.cliques_mut()) {
        let possible = rules.possible(&domain, &clique.variables).unwrap().unwrap();
        let rare = (1.5 / f64::from(1 << 20) * 6.0 / 5.0_f64).ln() / 2.0;
        for (cell, value) in cells.iter_mut().enumerate() {
            *value = match possible[cell] {
                false => f64::NEG_INFINITY,
                true if cell >= 6 => rare,
                true => 0.0,
            };
        }
    }
    beliefs.infer(&tree).unwrap();
    let network = network_of(&tree).unwrap();
    let fitted = Fitted {
        shape: Shape {
            domain: &domain,
            tree: &tree,
            rules: &rules,
        },
        beliefs: &beliefs,
        rows: 1,
        leaves: &[],
    };
    let (tables, cells) = fitted.tables(&network).unwrap();
    let [_, of_node] = tables.as_slice() else {
        panic!("a head and a node");
    };
    let node = of_node.cells(&cells).unwrap();
    assert!(node[..6].iter().all(|cell| *cell > 100_000), "{node:?}");
    assert_eq!(node[6..], [1, 1, 1, 1, 1, 0]);
}

/// What a curator has answered has zero where no row can be; anything else was not answered by one.
#[test]
fn recorded_answers_have_nothing_where_no_row_can_be() {
    with_domain(|domain| {
        let table = set(&[Variable(0), Variable(2)]);
        let possible = [true, true, true, true, true, false, true, true];
        let share = MuSquared::from_f64_down(0.01).unwrap();
        for (label, cell, expected) in [
            ("zero", 0, Ok(())),
            ("rows", 3, Err(Error::NotAsRecorded)),
            ("less than none", -3, Err(Error::NotAsRecorded)),
        ] {
            let mut cells = vec![9; 8];
            cells[5] = cell;
            let transcript = Transcript {
                tables: vec![cells],
                ..Transcript::default()
            };
            let ledger = Ledger::<Gaussian, 4>::new(share);
            let mut recorded = Recorded::new(transcript, NEIGHBOURS, ledger).unwrap();
            let asked = AskedTable {
                variables: &table,
                possible: &possible,
            };
            let answered = recorded.table(domain, asked, share, &mut [0; 8], &mut [0; 8]);
            assert_eq!(answered.map(drop), expected, "case `{label}`");
        }
    });
}
