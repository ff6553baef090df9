//! Which tables a Markov random field may measure next: all within their limits.
#![cfg(feature = "alloc")]

use std::collections::BTreeSet;
use std::num::NonZeroU32;

use privet_core::domain::Domain;
use privet_core::mrf::candidates::{Candidates, Limits, Room, most_looked_at};
use privet_core::mrf::coarser::coarser;
use privet_core::mrf::graph::Graph;
use privet_core::mrf::joined::{Grouping, Order};
use privet_core::mrf::levels::{Levels, joined, levels};
use privet_core::mrf::workload::{Weighted, Workload};
use privet_core::variables::VariableSet;

/// Where nothing is weighed.
fn room<'a>(domain: &'a Domain<'a>, graph: &'a Graph, limits: Limits) -> Room<'a> {
    const NOTHING: &Workload = &Workload::new(Vec::new());
    Room {
        domain,
        graph,
        limits,
        workload: NOTHING,
    }
}

/// Five attributes of 1, 2, 3, 4 and 5 values, of which the third and the fourth are tied already: their
/// cliques have 1 + 2 + 12 + 5 = 20 cells.
fn drawn(limits: Limits) -> Vec<Vec<u64>> {
    let drawn = drawn_with_cells(limits).into_iter();
    drawn.map(|(sizes, _)| sizes).collect()
}

/// The same, each with the cells of the model that would hold it.
fn drawn_with_cells(limits: Limits) -> Vec<(Vec<u64>, u64)> {
    let groupings: Vec<_> = (1..=5)
        .map(|size| Levels::only(Grouping::identity(size).unwrap()))
        .collect();
    let levels = levels(&groupings).unwrap();
    let domain = Domain::new(&levels).unwrap();
    let mut graph = Graph::new(&domain, (0..5).map(joined));
    graph.join(&VariableSet::new(&[joined(2), joined(3)]).unwrap());
    assert_eq!(graph.cliques().cells(), 20);
    let sizes = |set: &VariableSet| {
        let variables = set.as_slice().iter();
        variables.map(|&v| u64::from(domain.size(v))).collect()
    };
    let mut candidates = Candidates::anywhere();
    let sets = candidates.draw(room(&domain, &graph, limits));
    let with_cells = |set| (sizes(set), candidates.cells_with(set));
    sets.iter().map(with_cells).collect()
}

const WIDE: Limits = Limits {
    attributes: 3,
    cells: 1000,
    model_cells: 1000,
    candidates: 100,
};

#[test]
#[cfg_attr(miri, ignore = "hundreds of triangulations; the last test has a few")]
fn all_pairs_and_triples_are_drawn_where_there_is_room() {
    // Of the four attributes that have several values: six pairs, four triples.
    let sets = drawn(WIDE);
    assert_eq!(sets.iter().filter(|sizes| sizes.len() == 2).count(), 6);
    assert_eq!(sets.iter().filter(|sizes| sizes.len() == 3).count(), 4);
    assert_eq!(sets.len(), 10);
}

#[test]
#[cfg_attr(miri, ignore = "hundreds of triangulations; the last test has a few")]
fn a_table_keeps_within_its_cells_and_attributes() {
    let of_twelve = drawn(Limits { cells: 12, ..WIDE });
    let expected = [vec![2, 3], vec![2, 4], vec![2, 5], vec![3, 4]];
    assert_eq!(of_twelve, expected);
    let mut of_two = drawn(Limits {
        attributes: 2,
        ..WIDE
    });
    of_two.retain(|sizes| sizes.len() != 2);
    assert!(of_two.is_empty());
}

#[test]
#[cfg_attr(miri, ignore = "hundreds of triangulations; the last test has a few")]
fn a_model_keeps_within_its_memory() {
    // With (2, 3) the model has cliques of 1, 6, 12 and 5 cells: 24; with (2, 5) of 1, 10 and 12: 23; with
    // (2, 4) of 1, 8, 12 and 5: 26. What is tied already costs nothing more.
    let model_cells = 24;
    let sets = drawn_with_cells(Limits {
        model_cells,
        ..WIDE
    });
    assert_eq!(sets, [(vec![2, 3], 24), (vec![2, 5], 23), (vec![3, 4], 0)]);
}

/// What the model needs with a table is that of the last round: once the table is tied, nothing.
#[test]
#[cfg_attr(miri, ignore = "hundreds of triangulations; the last test has a few")]
fn what_a_model_needs_is_asked_anew_in_every_round() {
    let groupings = [2, 3, 4].map(|size| Levels::only(Grouping::identity(size).unwrap()));
    let levels = levels(&groupings).unwrap();
    let domain = Domain::new(&levels).unwrap();
    let mut graph = Graph::new(&domain, (0..3).map(joined));
    let limits = Limits {
        model_cells: 30,
        ..WIDE
    };
    let [tied, other] = [[0, 1], [1, 2]].map(|pair| VariableSet::new(&pair.map(joined)).unwrap());
    let mut candidates = Candidates::anywhere();
    candidates.draw(room(&domain, &graph, limits));
    assert_eq!(candidates.cells_with(&tied), 6 + 4);
    assert_eq!(candidates.cells_with(&other), 2 + 12);
    graph.join(&tied);
    candidates.draw(room(&domain, &graph, limits));
    assert_eq!(candidates.cells_with(&tied), 0);
    assert_eq!(candidates.cells_with(&other), 6 + 12);
}

#[test]
#[cfg_attr(miri, ignore = "hundreds of triangulations; the last test has a few")]
fn what_is_forgotten_is_not_drawn_again() {
    let groupings = [2, 2, 2].map(|size| Levels::only(Grouping::identity(size).unwrap()));
    let levels = levels(&groupings).unwrap();
    let domain = Domain::new(&levels).unwrap();
    let graph = Graph::new(&domain, (0..3).map(joined));
    let mut anywhere = Candidates::anywhere();
    let all = anywhere.draw(room(&domain, &graph, WIDE));
    assert_eq!(all.len(), 4, "three pairs and a triple");
    let mut among = Candidates::among(all.clone());
    for candidates in [&mut anywhere, &mut among] {
        for (place, set) in all.iter().enumerate() {
            candidates.forget(set);
            assert_eq!(
                candidates.draw(room(&domain, &graph, WIDE)),
                all[place + 1..]
            );
        }
    }
}

#[test]
fn a_round_looks_at_no_more_than_it_may() {
    for candidates in 1..if cfg!(miri) { 3 } else { 10 } {
        let sets = drawn(Limits { candidates, ..WIDE });
        assert!(sets.len() <= candidates, "{candidates}: {sets:?}");
        assert!(!sets.is_empty());
    }
}

/// An ordered attribute of which every value has as many rows, with its coarser levels.
fn ordered(size: u16) -> Levels {
    let noisy = vec![100; usize::from(size)];
    let joined = Grouping::identity(size.into()).unwrap();
    let coarser = coarser(&joined, &noisy, Order::Ordered, &[]).unwrap();
    Levels { joined, coarser }
}

/// Two ordered attributes of 40 and 10 values and one of 2. A table that does not fit, or nearly fills its cells, is
/// looked at by coarser levels; what has few cells is not.
#[test]
fn wide_attributes_are_seen_at_coarser_levels() {
    let attributes = [40, 10, 2].map(ordered);
    let levels = levels(&attributes).unwrap();
    let domain = Domain::new(&levels).unwrap();
    let graph = Graph::new(&domain, (0..3).map(joined));
    for (cells, expected) in [
        // Nothing is near 10,000 cells.
        (10_000, vec![[40, 10], [40, 2], [10, 2]]),
        // 400 are: of 50 cells at most, 4 × 8. 80 are not, but from 320 on they would be.
        (1000, vec![[40, 10], [4, 8], [40, 2], [10, 2]]),
        // 16 × 10 fit 200, and 4 × 4 their eighth of 20; of 80, 4 × 2.
        (200, vec![[16, 10], [4, 4], [40, 2], [4, 2], [10, 2]]),
    ] {
        let limits = Limits {
            attributes: 2,
            cells,
            model_cells: 10_000,
            candidates: 100,
        };
        let mut drawn = Candidates::anywhere().draw(room(&domain, &graph, limits));
        let sizes = |set: &VariableSet| [0, 1].map(|v| domain.size(set.as_slice()[v]));
        assert_eq!(drawn.len(), expected.len(), "{cells} cells");
        drawn.retain(|set| !expected.contains(&sizes(set)));
        assert!(drawn.is_empty(), "{cells} cells: {drawn:?}");
    }
}

/// Two attributes of 50 values each, where 100 cells are useful: 8 × 8 of them, and 4 × 2 where that nearly fills them. Once
/// the model ties the two, also up to four and sixteen times as many, 16 × 16 and 32 × 50; never more than 65,536.
#[test]
fn tied_attributes_are_seen_at_finer_levels() {
    let attributes = [50, 50].map(ordered);
    let levels = levels(&attributes).unwrap();
    let domain = Domain::new(&levels).unwrap();
    let alone = Graph::new(&domain, (0..2).map(joined));
    let mut tied = alone.clone();
    tied.join(&VariableSet::new(&[joined(0), joined(1)]).unwrap());
    let limits = Limits {
        attributes: 2,
        cells: 100,
        model_cells: 10_000,
        candidates: 100,
    };
    let sizes = |graph: &Graph| {
        let drawn = Candidates::anywhere().draw(room(&domain, graph, limits));
        let sizes = drawn
            .iter()
            .map(|set| [0, 1].map(|v| domain.size(set.as_slice()[v])));
        sizes.collect::<BTreeSet<_>>()
    };
    let coarse = [[8, 8], [2, 4]];
    assert_eq!(sizes(&alone), BTreeSet::from(coarse));
    let finer = [[32, 50], [16, 16]];
    assert_eq!(sizes(&tied), coarse.into_iter().chain(finer).collect());
    for (useful, most) in [(0, 0), (100, 1600), (5000, 1 << 16), (1 << 17, 1 << 17)] {
        assert_eq!(most_looked_at(useful), most);
    }
}

/// Eight attributes of three values have 28 pairs; what is wanted beyond them are larger tables. Those of one round are those
/// of the next as far as they fit, and new ones take the place of the others.
#[test]
fn larger_tables_stay_while_they_fit() {
    let groupings = vec![Levels::only(Grouping::identity(3).unwrap()); 8];
    let levels = levels(&groupings).unwrap();
    let domain = Domain::new(&levels).unwrap();
    let graph = Graph::new(&domain, (0..8).map(joined));
    let limits = |cells| Limits {
        attributes: 4,
        cells,
        model_cells: 10_000,
        candidates: 48,
    };
    let mut candidates = Candidates::anywhere();
    let mut larger = |cells| {
        let mut drawn = candidates.draw(room(&domain, &graph, limits(cells)));
        assert_eq!(drawn.len(), 48);
        drawn.retain(|set| set.as_slice().len() > 2);
        drawn
    };
    let first = larger(81);
    assert_eq!(first.len(), 20);
    assert_eq!(larger(81), first);
    // Tables of 81 cells do not fit any more; of the others all stay.
    let second = larger(27);
    let small: Vec<_> = first
        .iter()
        .filter(|set| set.as_slice().len() == 3)
        .collect();
    assert!(!small.is_empty() && small.len() < first.len());
    assert!(small.into_iter().all(|set| second.contains(set)));
    assert!(second.iter().all(|set| set.as_slice().len() == 3));
    assert_eq!(second.len(), 20);
}

/// Attributes of 2 and of 10 values, 12 cells for one of each, none tied. A pair of 2 values adds no cells, one of
/// each 20 − 12 = 8, two of 10 values 80. So of 25 attributes of each, which are too many to try all pairs, 300 + 625
/// of the 1225 pairs fit 320 cells.
#[test]
#[cfg_attr(miri, ignore = "thousands of triangulations")]
fn of_too_many_pairs_a_choice_of_those_that_fit_is_drawn() {
    let sizes = [2, 10].into_iter().cycle().take(50);
    let groupings: Vec<_> = sizes
        .map(|size| Levels::only(Grouping::identity(size).unwrap()))
        .collect();
    let levels = levels(&groupings).unwrap();
    let domain = Domain::new(&levels).unwrap();
    let graph = Graph::new(&domain, (0..50).map(joined));
    let limits = |candidates| Limits {
        attributes: 2,
        model_cells: 320,
        candidates,
        ..WIDE
    };
    let mut candidates = Candidates::anywhere();
    let mut seen: Vec<VariableSet> = Vec::new();
    for _ in 0..300 {
        let mut drawn = candidates.draw(room(&domain, &graph, limits(100)));
        assert_eq!(drawn.len(), 100);
        for pair in &drawn {
            assert!(domain.cells(pair, 20).is_some(), "{pair:?}");
        }
        drawn.dedup();
        assert_eq!(drawn.len(), 100, "a pair is drawn once");
        drawn.retain(|pair| !seen.contains(pair));
        seen.extend(drawn);
    }
    // One is missed with a chance of 925·(1 − 100/925)^300 < 1e-11, for another seed.
    assert_eq!(seen.len(), 925);
    // Fewer fit than are wanted: all of them.
    let all = Candidates::anywhere().draw(room(&domain, &graph, limits(1000)));
    assert_eq!(all.len(), 925);
    // Two of 10 values need 380 cells. What was refused stays so, in larger sets too, until there are as many.
    let drawn_within = |candidates: &mut Candidates, model_cells| {
        let larger = Limits {
            attributes: 3,
            model_cells,
            ..limits(1225)
        };
        candidates.draw(room(&domain, &graph, larger))
    };
    let tens = |set: &VariableSet| {
        let tens = set.as_slice().iter().filter(|&&v| domain.size(v) == 10);
        tens.count()
    };
    let fewer = drawn_within(&mut candidates, 379);
    assert!(fewer.iter().all(|set| tens(set) < 2));
    let enough = drawn_within(&mut candidates, 380);
    let of_tens = |set: &&VariableSet| set.as_slice().len() == 2 && tens(set) == 2;
    assert_eq!(enough.iter().filter(of_tens).count(), 300);
}

/// Weights that name a set twice offer it once; and where not all pairs are looked at, those that are weighed are.
#[test]
fn what_the_workload_names_is_offered_first_and_once() {
    let identities: Vec<_> = [2, 3, 4, 5]
        .map(|size| Levels::only(Grouping::identity(size).unwrap()))
        .into();
    let levels = levels(&identities).unwrap();
    let domain = Domain::new(&levels).unwrap();
    let graph = Graph::new(&domain, (0..4).map(joined));
    let weighted = |attributes: &[u8]| Weighted {
        attributes: attributes.to_vec(),
        weight: NonZeroU32::new(9).unwrap(),
    };
    let workload = Workload::new(vec![
        weighted(&[0, 1, 2]),
        weighted(&[2, 0, 1]),
        weighted(&[2, 3]),
        weighted(&[0, 3]),
    ]);
    let set = |attributes: &[u8]| {
        let variables: Vec<_> = attributes.iter().map(|&a| joined(a)).collect();
        VariableSet::new(&variables).unwrap()
    };
    let limits = |candidates| Limits { candidates, ..WIDE };
    let mut source = Candidates::anywhere();
    for _ in 0..20 {
        let mut drawn = |candidates| {
            source.draw(Room {
                workload: &workload,
                ..room(&domain, &graph, limits(candidates))
            })
        };
        assert_eq!(drawn(1), [set(&[0, 1, 2])]);
        let three = [set(&[0, 1, 2]), set(&[0, 3]), set(&[2, 3])];
        assert_eq!(drawn(3), three);
        let four = drawn(4);
        assert!(three.iter().all(|one| four.contains(one)), "{four:?}");
        let named = drawn(1000).into_iter().filter(|one| *one == three[0]);
        assert_eq!(named.count(), 1);
    }
}
