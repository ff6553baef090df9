//! The tables that a graph made from pair scores allows, and each attribute's first one (Cai Alg. 1–3).
//!
//! All public: functions of noisy scores.

use alloc::vec::Vec;

use super::candidates::Limits;
use super::graph::{Bounds, Graph};
use super::levels;
use crate::domain::Domain;
use crate::variables::{Variable, VariableSet};

/// Noisy dependence scores of pairs of attributes, in rows.
pub struct PairScores<'a>(pub &'a dyn Fn(u8, u8) -> f64);

/// The attribute graph (Alg. 1): the pair of the largest score whose cliques stay within bounds enters, then all that
/// are left are looked at again, from the largest score on. For a pair that did not fit may fit later: a greedy
/// triangulation of a larger graph may have smaller cliques.
///
/// `bounds.clique` is the text's τ_c. Deviation: what memory is has a bound too, `bounds.all`.
pub fn attribute_graph(domain: &Domain<'_>, scores: &PairScores<'_>, bounds: Bounds) -> Graph {
    let attributes = told_apart(domain);
    let mut graph = Graph::new(domain, attributes.iter().copied().map(levels::joined));
    let mut pairs = Vec::new();
    for (place, &first) in attributes.iter().enumerate() {
        for &second in attributes.iter().skip(place.saturating_add(1)) {
            pairs.push(((scores.0)(first, second), first, second));
        }
    }
    pairs.sort_by(|one, other| other.0.total_cmp(&one.0));
    let sets = pairs.into_iter().filter_map(|(_, first, second)| {
        let set = VariableSet::new(&[levels::joined(first), levels::joined(second)]).ok()?;
        // What is too large by itself never fits.
        domain.cells(&set, bounds.clique)?;
        Some(set)
    });
    let mut left: Vec<VariableSet> = sets.collect();
    while let Some((place, grown)) = first_that_fits(&graph, &left, bounds) {
        graph = grown;
        left.remove(place);
    }
    graph
}

/// Where the first set stands that the graph can take in, and the graph with it.
fn first_that_fits(graph: &Graph, sets: &[VariableSet], bounds: Bounds) -> Option<(usize, Graph)> {
    sets.iter().enumerate().find_map(|(place, set)| {
        let mut grown = graph.clone();
        grown.join(set);
        grown.keeps_within(bounds).then_some((place, grown))
    })
}

/// The tables within the graph's cliques that are θ-useful (Alg. 2), two attributes or more.
///
/// Deviations: 2^18 at most, the smaller sets first, and none of more attributes than the limits say.
pub fn useful_tables(domain: &Domain<'_>, graph: &Graph, limits: Limits) -> Vec<VariableSet> {
    let cliques = graph.cliques().sets().unwrap_or_default();
    let mut found: Vec<VariableSet> = Vec::new();
    let mut last: Vec<VariableSet> = told_apart(domain)
        .into_iter()
        .filter_map(|attribute| VariableSet::new(&[levels::joined(attribute)]).ok())
        .collect();
    for _ in 1..limits.attributes {
        let mut larger: Vec<VariableSet> = Vec::new();
        for clique in &cliques {
            for set in last.iter().filter(|set| is_within(set, clique)) {
                larger.extend(extensions(domain, set, clique, limits.cells));
            }
        }
        larger.sort_unstable_by(|one, other| one.as_slice().cmp(other.as_slice()));
        larger.dedup();
        if larger.is_empty() || found.len().saturating_add(larger.len()) > MOST_USEFUL {
            break;
        }
        found.extend_from_slice(&larger);
        last = larger;
    }
    found
}

/// For each attribute the table that ties it best to others (Alg. 3); none for an attribute that no useful
/// table holds.
pub fn first_tables(
    domain: &Domain<'_>,
    useful: &[VariableSet],
    scores: &PairScores<'_>,
) -> Vec<VariableSet> {
    let mut first: Vec<VariableSet> = Vec::new();
    for attribute in told_apart(domain) {
        let holds =
            |set: &&VariableSet| set.contains(levels::joined(attribute)) && !first.contains(set);
        let best = useful.iter().filter(holds).max_by(|one, other| {
            correlation(attribute, one, scores).total_cmp(&correlation(attribute, other, scores))
        });
        first.extend(best.cloned());
    }
    first
}

/// ρ(A, M) of equation (8): the scores of A with the others over those of the others among themselves.
/// Deviation: a score below zero is noise and counts as none; the text says nothing of the root of a sum below zero.
#[allow(clippy::cast_precision_loss)]
fn correlation(attribute: u8, set: &VariableSet, scores: &PairScores<'_>) -> f64 {
    let others = || {
        let members = set
            .as_slice()
            .iter()
            .map(|variable| levels::attribute(*variable));
        members.filter(move |&other| other != attribute)
    };
    let score = |one, other| (scores.0)(one, other).max(0.0);
    let ties: f64 = others().map(|other| score(attribute, other)).sum();
    let among: f64 = others()
        .flat_map(|one| others().map(move |other| (one, other)))
        .filter(|(one, other)| one != other)
        .map(|(one, other)| score(one, other))
        .sum();
    ties / libm::sqrt(set.as_slice().len() as f64 + among)
}

/// The set with one more variable of the clique, later than all of its own, within so many cells.
fn extensions(
    domain: &Domain<'_>,
    set: &VariableSet,
    clique: &VariableSet,
    most_cells: u64,
) -> Vec<VariableSet> {
    let last = set.as_slice().last().copied();
    let later = clique.as_slice().iter().filter(|&&one| Some(one) > last);
    let larger = later.filter_map(|&variable: &Variable| {
        let mut larger = set.clone();
        larger.insert(variable).ok()?;
        domain.cells(&larger, most_cells)?;
        Some(larger)
    });
    larger.collect()
}

fn is_within(set: &VariableSet, clique: &VariableSet) -> bool {
    set.as_slice().iter().all(|&one| clique.contains(one))
}

/// Attributes of at least two joined values.
fn told_apart(domain: &Domain<'_>) -> Vec<u8> {
    let attributes = u8::try_from(domain.attributes()).unwrap_or(u8::MAX);
    (0..attributes)
        .filter(|&attribute| domain.size(levels::joined(attribute)) >= 2)
        .collect()
}

/// Enough for all sets of up to seven of twenty-one binary attributes.
const MOST_USEFUL: usize = 1 << 18;

#[cfg(test)]
mod tests {
    use alloc::vec;

    use rand_core::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::super::joined::Grouping;
    use super::super::levels::{Levels, levels};
    use super::*;

    /// Four binary attributes; 0–1 and 2–3 are tied, 1–2 a little.
    fn scores(one: u8, other: u8) -> f64 {
        match (one.min(other), one.max(other)) {
            (0, 1) => 100.0,
            (2, 3) => 90.0,
            (1, 2) => 10.0,
            _ => -5.0,
        }
    }

    fn set(attributes: &[u8]) -> VariableSet {
        let variables: Vec<_> = attributes.iter().map(|&a| levels::joined(a)).collect();
        VariableSet::new(&variables).unwrap()
    }

    #[test]
    fn pairs_enter_by_falling_score_within_memory() {
        let groupings = vec![Levels::only(Grouping::identity(2).unwrap()); 4];
        let levels = levels(&groupings).unwrap();
        let domain = Domain::new(&levels).unwrap();
        let pairs = PairScores(&scores);
        // A triangle and an edge have 8 + 4 cells; two triangles would have 16.
        let small = attribute_graph(&domain, &pairs, Bounds::together(12));
        for (pair, tied) in [
            ([0, 1], true),
            ([2, 3], true),
            ([1, 2], true),
            ([0, 2], true),
            ([0, 3], false),
            ([1, 3], false),
        ] {
            assert_eq!(small.joins(&set(&pair)), tied, "{pair:?}");
        }
        let complete = attribute_graph(&domain, &pairs, Bounds::together(16));
        assert!(complete.joins(&set(&[0, 1, 2, 3])));

        let limits = Limits {
            attributes: 5,
            cells: 8,
            model_cells: 16,
            candidates: 400,
        };
        // All sets of two and three of four.
        let useful = useful_tables(&domain, &complete, limits);
        assert_eq!(useful.len(), 6 + 4);
        assert_eq!(useful_tables(&domain, &small, limits).len(), 4 + 1);
        let pairs_only = Limits { cells: 7, ..limits };
        assert_eq!(useful_tables(&domain, &complete, pairs_only).len(), 6);
    }

    /// Alg. 1 ends where no pair that is left fits. One pass over the pairs does not get there: in some of these graphs
    /// a pair fits at the end that did not fit at its turn.
    #[test]
    fn no_pair_that_is_left_fits_the_graph() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(20);
        for round in 0..if cfg!(miri) { 2 } else { 60 } {
            let sizes = (0..8).map(|_| 2 + rng.next_u32() % 5);
            let only = |size| Levels::only(Grouping::identity(size).unwrap());
            let groupings: Vec<_> = sizes.map(only).collect();
            let levels = levels(&groupings).unwrap();
            let domain = Domain::new(&levels).unwrap();
            let drawn: Vec<u32> = (0..64).map(|_| rng.next_u32()).collect();
            let score = |one: u8, other: u8| f64::from(drawn[usize::from(one * 8 + other)]);
            let bounds = Bounds {
                clique: 60,
                all: 1 << (8 + round % 4),
            };
            let graph = attribute_graph(&domain, &PairScores(&score), bounds);
            assert!(graph.keeps_within(bounds));
            for set in graph.cliques().sets().unwrap() {
                assert!(domain.cells(&set, bounds.clique).is_some());
            }
            for first in 0..8 {
                for second in first + 1..8 {
                    let pair = set(&[first, second]);
                    let mut grown = graph.clone();
                    grown.join(&pair);
                    let fits = grown.keeps_within(bounds);
                    assert!(graph.joins(&pair) || !fits, "graph {round}");
                }
            }
        }
    }

    #[test]
    fn the_first_table_ties_its_attribute_best() {
        let groupings = vec![Levels::only(Grouping::identity(2).unwrap()); 4];
        let levels = levels(&groupings).unwrap();
        let domain = Domain::new(&levels).unwrap();
        let useful = [
            set(&[0, 1]),
            set(&[0, 2]),
            set(&[1, 2]),
            set(&[2, 3]),
            set(&[0, 1, 2]),
        ];
        // ρ(0, 01) = 100/√2; ρ(0, 012) = 100/√(3 + 20). For 1: 01 is taken, 110/√3 by 012 beats 10/√2.
        let first = first_tables(&domain, &useful, &PairScores(&scores));
        let expected = [set(&[0, 1]), set(&[0, 1, 2]), set(&[2, 3])];
        assert_eq!(first, expected);
    }
}
