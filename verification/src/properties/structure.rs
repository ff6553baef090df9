//! Structure: whatever the noisy scores say, the learned network is well formed.

use std::collections::BTreeMap;

use privet_core::bayes::network::{HeadRule, Learner, Network};
use privet_core::bayes::tables::Tables;
use privet_core::curator::{UNSCORED, pairs_of};
use privet_core::domain::{Domain, Level};
use privet_core::variables::{Variable, VariableSet};

use crate::engines::{Bounds, Choices};
use crate::shapes::{Limits, Shape, set};
use crate::{cover, engines, long_engines};

/// Each attribute enters exactly once; parents enter before their child, so there is no cycle; no
/// table holds two levels of an attribute; a table of two attributes or more has at most τ cells;
/// without parents an attribute enters at its leaf; a parent is not finer than it entered; and the same
/// scores give the same network. So it is by both rules for the head.
///
/// Scores are arbitrary: unscored, extreme, and also a score for a pair whose table passes τ.
/// Bound: two attributes of three values with a level or three of two without; three scores, four
/// values of τ (random: five attributes of up to 65,536 values, levels for small ones, every `i64`).
pub fn network_is_well_formed(choose: &mut impl Choices) {
    let shape = any_shape(choose);
    let levels = shape.levels();
    let domain = Domain::new(&levels).expect("levels that nest");
    let most_cells = match choose.number64(Bounds::small_or(3, u128::from(u64::MAX))) {
        0 => 1,
        small @ 1..=3 => 3 * small,
        any => any,
    };
    let cell_price = choose.number64(Bounds::small_or(1, u128::from(u64::MAX)));
    let scores: Vec<i64> = (0..pairs_of(domain.len()))
        .map(|_| any_score(choose, Bounds::small_or(2, u128::from(u64::MAX))))
        .collect();
    let [network, dense] = [HeadRule::Worth, HeadRule::PerCell].map(|head| {
        let learner = Learner {
            domain,
            scores: &scores,
            most_cells,
            cell_price,
            head,
        };
        let network = learner.learn().expect("a network for every score");
        assert_eq!(learner.learn().as_ref(), Ok(&network));
        assert_well_formed(&domain, &network, most_cells);
        network
    });
    cover!(
        choose,
        dense.head.as_slice().len() > network.head.as_slice().len(),
        "a head of scores that are worth nothing"
    );
    cover!(choose, network.head.as_slice().len() > 1, "a larger head");
    let mut nodes = network.nodes.iter();
    cover!(
        choose,
        nodes.any(|node| !node.parents.as_slice().is_empty()),
        "a child with parents"
    );
    let mut entries = network.entries();
    cover!(
        choose,
        entries.any(|variable| !domain.is_leaf(variable)),
        "enters at a coarser level"
    );
    cover!(
        choose,
        network.head.as_slice().len() == 1 && network.nodes.len() > 1,
        "no pair is worth its noise"
    );
}
long_engines!(network_is_well_formed: exhaust_network_is_well_formed (385_888 cases),
              prop_network_is_well_formed (2000 tapes));

/// What [`network_is_well_formed`] says of one network.
pub fn assert_well_formed(domain: &Domain<'_>, network: &Network, most_cells: u64) {
    let mut entered: BTreeMap<u8, Variable> = BTreeMap::new();
    let enter = |entered: &mut BTreeMap<u8, Variable>, variable: Variable| {
        let attribute = domain.attribute(variable).expect("a known variable");
        let twice = entered.insert(attribute, variable);
        assert!(twice.is_none(), "an attribute twice");
    };
    for &variable in network.head.as_slice() {
        enter(&mut entered, variable);
    }
    fits(domain, &network.head, most_cells);
    for node in &network.nodes {
        for &parent in node.parents.as_slice() {
            let attribute = domain.attribute(parent).expect("a known variable");
            let level = entered.get(&attribute).expect("a parent before its child");
            assert!(parent >= *level, "a parent finer than it was drawn");
        }
        enter(&mut entered, node.child);
        assert!(!node.parents.as_slice().is_empty() || domain.is_leaf(node.child));
        fits(
            domain,
            &node.table().expect("child and parents"),
            most_cells,
        );
    }
    assert_eq!(entered.len(), usize::from(domain.attributes()));
    assert!(most_cells > u64::from(u32::MAX) || Tables::of(domain, network).is_ok());
}

/// One level of an attribute, and at most τ cells unless it is one attribute alone.
fn fits(domain: &Domain<'_>, table: &VariableSet, most_cells: u64) {
    let attributes = table.as_slice().iter().map(|&v| domain.attribute(v));
    let attributes: Vec<_> = attributes.collect();
    // Variables ascend, and with them attributes: two levels would be neighbours.
    assert!(attributes.windows(2).all(|pair| pair[0] != pair[1]));
    assert!(attributes.len() < 2 || domain.cells(table, most_cells).is_some());
}

fn any_shape(choose: &mut impl Choices) -> Shape {
    let with_levels = choose.flag();
    if with_levels {
        let limits = Limits {
            attributes: Bounds::small_or(1, 2),
            values: Bounds::small_or(2, 5),
            levels: Bounds::small_or(1, 2),
        };
        return Shape::any(choose, limits);
    }
    let mut shape = Shape::default();
    for _ in 0..=choose.number(Bounds::small_or(2, 4)) {
        shape.push_leaf(1 + choose.number32(Bounds::small_or(1, 65_535)));
    }
    shape
}

fn any_score(choose: &mut impl Choices, bounds: Bounds) -> i64 {
    match choose.number64(bounds) {
        0 => UNSCORED,
        1 => 3,
        2 => i64::MAX,
        any => any.cast_signed(),
    }
}

/// The step that admits a variable beside another: only one of another attribute whose pair is scored,
/// whose table has at most τ cells, and whose score exceeds the price of the cells that it brings; and
/// every such one. Bound: three scores, three values of τ, two prices, every two variables of two
/// attributes of which one has a coarser level (random: every number; Kani: beside the variable of
/// the other attribute, every score and τ, prices up to 15).
pub fn admitted_parents_fit(choose: &mut impl Choices) {
    let any = Bounds::small_or(2, u128::from(u64::MAX));
    let scores = [0; 3].map(|_: u8| any_score(choose, any));
    let domain = Domain::new(&LEVELLED).expect("levels that nest");
    let learner = Learner {
        domain,
        scores: &scores,
        // 4, 5 and 6: between them lies whether the pair of leaves fits.
        most_cells: match choose.number64(any) {
            few @ 0..=2 => 4 + few,
            any => any,
        },
        cell_price: choose.number64(Bounds::small_or(1, u128::from(u64::MAX)).symbolic(15)),
        head: HeadRule::Worth,
    };
    let mut variable = |bounds| u8::try_from(choose.number16(bounds)).unwrap_or(0);
    let child = 2 - variable(Bounds::all(2).symbolic(0));
    let candidate = variable(Bounds::all(2));
    let [levelled, other] = [[0, 1].contains(&child), [0, 1].contains(&candidate)];
    let worth = learner.worth_adding(
        &set(&[child]),
        Variable(candidate.into()),
        &[Variable(child.into())],
    );

    // By hand: three and two values at the levels of the first attribute, two of the second. Scores
    // stand in the order (0, 1), (0, 2), (1, 2).
    let size = |variable| if variable == 0 { 3_u8 } else { 2 };
    let cells = size(child) * size(candidate);
    let score = scores[usize::from(child.min(candidate)).min(1) + 1];
    let price = i128::from(cells - size(child)) * i128::from(learner.cell_price);
    let allowed = levelled != other && u64::from(cells) <= learner.most_cells;
    let expected = (allowed && score != UNSCORED)
        .then(|| i128::from(score) - price)
        .filter(|&worth| worth > 0);
    assert_eq!(worth, expected);
    cover!(choose, worth.is_some() && candidate == 0, "the leaf");
    cover!(
        choose,
        worth.is_some() && candidate == 1,
        "the coarser level"
    );
    cover!(choose, allowed && worth.is_none(), "does not pay");
}
engines!(admitted_parents_fit: exhaust_admitted_parents_fit (1458 cases),
         prop_admitted_parents_fit, verify_admitted_parents_fit (minisat, unwind 4));

/// Three values (0) in two groups (1), and two values (2).
const LEVELLED: [Level; 3] = [
    Level::leaf(0, 3),
    Level {
        attribute: 0,
        size: 2,
        groups: &[0, 1, 0],
        representatives: &[2, 1],
    },
    Level::leaf(1, 2),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_attributes_than_a_table_can_hold() {
        // Attributes of one value cost nothing, so every table wants all of them.
        let mut shape = Shape::default();
        for _ in 0..40 {
            shape.push_leaf(1);
        }
        let levels = shape.levels();
        let domain = Domain::new(&levels).unwrap();
        let mut scores = vec![1; pairs_of(40)];
        for _ in 0..2 {
            let learner = Learner {
                domain,
                scores: &scores,
                most_cells: 1,
                cell_price: 0,
                head: HeadRule::Worth,
            };
            assert_well_formed(&domain, &learner.learn().unwrap(), 1);
            // A head of one attribute, the other 39 after it: children with too many parents.
            scores.fill(0);
            scores[..39].fill(1);
        }
    }
}
