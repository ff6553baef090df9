//! Structure: whatever the noisy scores say, the learned network is well formed.

use privet_core::bayes::network::{Learner, Network};
use privet_core::bayes::tables::Tables;
use privet_core::curator::{UNSCORED, pairs_of};
use privet_core::domain::Domain;
use privet_core::variables::VariableSet;

use crate::engines::{Bounds, Choices};
use crate::shapes::{Limits, Shape};
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
        .map(|_| any_score(choose))
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

pub(super) fn check(domain: &Domain<'_>, network: &Network, most_cells: u64) {
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

fn any_score(choose: &mut impl Choices) -> i64 {
    match choose.number64(Bounds::small_or(2, u128::from(u64::MAX))) {
        0 => UNSCORED,
        1 => 3,
        2 => i64::MAX,
        any => any.cast_signed(),
    }
}

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
