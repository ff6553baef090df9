//! Comparisons of columns, closed: from x ≤ y and y ≤ z follows x ≤ z.
//!
//! A relation says of two bins whether some pair of their numbers keeps a comparison. That every pair of bins of a row is
//! possible then means that numbers exist for all of them at once, if what follows from several comparisons has a relation
//! too: give each column, along the order, the smallest number that those before it allow. Each strict step adds one,
//! because values are whole numbers of their last decimal, of days, minutes or seconds. Over a column that can be missing
//! nothing follows where it is, so that such a relation also looks at that.

use std::collections::BTreeSet;

use super::rule::{Order, Rule, RuleKind};
use crate::schema::Attribute;

/// What follows from comparisons along a chain of columns: `first + least ≤ second` where none of `between` is missing.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    pub(super) first: usize,
    pub(super) second: usize,
    pub(super) least: i64,
    /// The columns between the two that can be missing.
    pub(super) between: BTreeSet<usize>,
    pub(super) rules: BTreeSet<usize>,
}

/// Why comparisons have no closure.
pub(super) enum Unclosed {
    /// A column that is compared with itself in the end.
    Cycle(usize),
    TooMany,
}

/// All that follows from the rules of the list that compare, each of them included unless another says more.
pub(super) fn chains(rules: &[&Rule], schema: &[Attribute]) -> Result<Vec<Chain>, Unclosed> {
    let orders: Vec<(usize, Order)> = rules
        .iter()
        .filter_map(|rule| match rule.kind {
            RuleKind::Order(order) => Some((rule.place, order)),
            _ => None,
        })
        .collect();
    let mut all: Vec<Chain> = Vec::new();
    for (rule, order) in &orders {
        add(&mut all, Chain::of(*rule, *order));
    }
    let mut at = 0;
    while let Some(chain) = all.get(at).cloned() {
        at += 1;
        for (rule, order) in orders
            .iter()
            .filter(|(_, order)| order.first == chain.second)
        {
            let longer = chain.then(*rule, *order, schema);
            if longer.first == longer.second {
                return Err(Unclosed::Cycle(longer.first));
            }
            add(&mut all, longer);
        }
        if all.len() > MOST_CHAINS {
            return Err(Unclosed::TooMany);
        }
    }
    let needed = all.iter().enumerate().filter(|(index, chain)| {
        let others = all.iter().enumerate().filter(|(other, _)| other != index);
        let says_more = |(other, stronger): (usize, &Chain)| {
            // Of two that say the same, the first stays.
            stronger.implies(chain) && (!chain.implies(stronger) || other < *index)
        };
        !others.into_iter().any(says_more)
    });
    Ok(needed.map(|(_, chain)| chain.clone()).collect())
}

fn add(all: &mut Vec<Chain>, chain: Chain) {
    if !all.iter().any(|known| known.implies(&chain)) {
        all.push(chain);
    }
}

impl Chain {
    fn of(rule: usize, order: Order) -> Self {
        Self {
            first: order.first,
            second: order.second,
            least: i64::from(order.strict),
            between: BTreeSet::new(),
            rules: [rule].into(),
        }
    }

    fn then(&self, rule: usize, order: Order, schema: &[Attribute]) -> Self {
        let mut longer = self.clone();
        longer.second = order.second;
        longer.least += i64::from(order.strict);
        longer.rules.insert(rule);
        if schema.get(self.second).is_some_and(Attribute::is_nullable) {
            longer.between.insert(self.second);
        }
        longer
    }

    /// The least that the second value can be where the first is this.
    pub(super) fn after(&self, first: i64) -> i64 {
        first.saturating_add(self.least)
    }

    /// Whether the other follows from this one.
    fn implies(&self, other: &Self) -> bool {
        (self.first, self.second) == (other.first, other.second)
            && self.least >= other.least
            && self.between.is_subset(&other.between)
    }
}

/// More than any order of columns that people compare.
const MOST_CHAINS: usize = 1_000;
