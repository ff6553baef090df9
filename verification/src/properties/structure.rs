//! Structure: whatever the noisy scores say, the learned network is well formed.

use privet_core::bayes::network::{Learner, MOST_NODES, Network};
use privet_core::bayes::tables::Tables;
use privet_core::curator::{UNSCORED, pairs_of};
use privet_core::domain::{Domain, Level};
use privet_core::variables::VariableSet;

use crate::engines::{Bounds, Choices};
use crate::shapes::{Limits, Shape, leaf};
use crate::{cover, engines};

/// Each attribute enters exactly once; parents enter before their child, so there is no cycle; no
/// table holds two levels of an attribute; a table of two attributes or more has at most τ cells;
/// without parents an attribute enters at its leaf; and the same scores give the same network.
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
    let learner = Learner {
        domain,
        scores: &scores,
        most_cells,
        cell_price,
    };
    let network = learner.learn().expect("a network for every score");
    assert_eq!(learner.learn().as_ref(), Ok(&network));
    check(&domain, &network, most_cells);
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
engines!(network_is_well_formed: exhaust_network_is_well_formed (385_888 cases),
         prop_network_is_well_formed, without Kani);

fn check(domain: &Domain<'_>, network: &Network, most_cells: u64) {
    let mut entered: Vec<u8> = Vec::new();
    for &variable in network.head.as_slice() {
        let attribute = domain.attribute(variable).expect("a known variable");
        assert!(!entered.contains(&attribute), "an attribute twice");
        entered.push(attribute);
    }
    fits(domain, &network.head, most_cells);
    for node in &network.nodes {
        for &parent in node.parents.as_slice() {
            let attribute = domain.attribute(parent).expect("a known variable");
            assert!(entered.contains(&attribute), "a parent after its child");
        }
        let attribute = domain.attribute(node.child).expect("a known variable");
        assert!(!entered.contains(&attribute), "an attribute twice");
        entered.push(attribute);
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

/// One step of learning from any state, on two attributes of which the first has a coarser level:
/// the node's attribute has not entered, its parents' attributes have, each at one level; the table
/// has at most τ cells or one attribute; without parents it is the leaf. There is a node exactly
/// while an attribute is left. So by induction a network is well formed, whatever its head.
/// Bound: three scores, three values of τ, two prices (random, Kani: every number).
pub fn nodes_extend_any_state(choose: &mut impl Choices) {
    let scores = [0; 3].map(|_: u8| any_score(choose, Bounds::small_or(2, u128::from(u64::MAX))));
    let domain = Domain::new(&LEVELLED).expect("levels that nest");
    let learner = any_learner(
        choose,
        domain,
        &scores,
        Bounds::small_or(1, u128::from(u64::MAX)),
    );
    let mut placed = [false; MOST_NODES];
    placed[0] = choose.flag();
    placed[1] = choose.flag();
    let node = learner.best_node(&placed).expect("no set is too large");
    assert_eq!(node.is_none(), placed[0] && placed[1]);
    let Some(node) = node else { return };
    let entered = |variable| {
        let attribute = domain.attribute(variable).expect("a known variable");
        placed[usize::from(attribute)]
    };
    assert!(!entered(node.child));
    let parents = node.parents.as_slice();
    assert!(parents.iter().all(|&parent| entered(parent)));
    assert!(parents.len() < 2, "two levels of the other attribute");
    assert!(!parents.is_empty() || domain.is_leaf(node.child));
    let cells = parents
        .iter()
        .fold(domain.size(node.child), |cells, &parent| {
            cells * domain.size(parent)
        });
    assert!(parents.is_empty() || u64::from(cells) <= learner.most_cells);
    cover!(choose, parents.len() == 1, "with a parent");
    cover!(choose, !domain.is_leaf(node.child), "at a coarser level");
    cover!(choose, placed[0] && parents.is_empty(), "no parent pays");
}
engines!(nodes_extend_any_state: exhaust_nodes_extend_any_state (648 cases),
         prop_nodes_extend_any_state, verify_nodes_extend_any_state (minisat, unwind 5));

/// Whatever the scores of two attributes, of which the first has a coarser level, the head has at
/// least one attribute, none twice, and at most τ cells unless it is one attribute.
/// Bound: three scores, three values of τ, two prices (random: every number; Kani: scores and prices
/// of four bits besides no score and the largest, every τ).
pub fn heads_hold_each_attribute_once(choose: &mut impl Choices) {
    let scores = [0; 3].map(|_: u8| {
        any_score(
            choose,
            Bounds::small_or(2, u128::from(u64::MAX)).symbolic(15),
        )
    });
    let domain = Domain::new(&LEVELLED).expect("levels that nest");
    let learner = any_learner(
        choose,
        domain,
        &scores,
        Bounds::small_or(1, u128::from(u64::MAX)).symbolic(15),
    );
    let head = learner.head().expect("no set is too large");
    let variables = head.as_slice();
    assert!(variables.len() == 1 || variables.len() == 2);
    if let [first, second] = *variables {
        assert!(domain.attribute(first) != domain.attribute(second));
        let cells = domain.size(first) * domain.size(second);
        assert!(u64::from(cells) <= learner.most_cells);
        cover!(choose, !domain.is_leaf(first), "a coarser level");
    }
    cover!(choose, variables.len() == 1, "one attribute");
}
engines!(heads_hold_each_attribute_once: exhaust_heads_hold_each_attribute_once (162 cases),
         prop_heads_hold_each_attribute_once,
         verify_heads_hold_each_attribute_once (minisat, unwind 5));

fn any_learner<'a>(
    choose: &mut impl Choices,
    domain: Domain<'a>,
    scores: &'a [i64],
    price: Bounds,
) -> Learner<'a> {
    Learner {
        domain,
        scores,
        // 4, 5 and 6: between them lies whether the pair of leaves fits.
        most_cells: match choose.number64(Bounds::small_or(2, u128::from(u64::MAX))) {
            few @ 0..=2 => 4 + few,
            any => any,
        },
        cell_price: choose.number64(price),
    }
}

/// Three values (0) in two groups (1), and two values (2).
const LEVELLED: [Level; 3] = [
    leaf(0, 3),
    Level {
        attribute: 0,
        size: 2,
        groups: &[0, 1, 0],
        representatives: &[2, 1],
    },
    leaf(1, 2),
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
            };
            check(&domain, &learner.learn().unwrap(), 1);
            // A head of one attribute, the other 39 after it: children with too many parents.
            scores.fill(0);
            scores[..39].fill(1);
        }
    }
}
