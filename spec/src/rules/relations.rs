//! The relations of a list of rules.

use super::chains::{Chain, chains};
use super::order_relation::order_relation;
use super::relation::{Places, Relation};
use super::rule::{Rule, Rules};
use crate::schema::Attribute;

impl Rules {
    /// The relations of all of them, on the codes of the learned attributes.
    pub(crate) fn relations(&self, schema: &[Attribute]) -> Vec<Relation> {
        let rules: Vec<&Rule> = self.list.iter().collect();
        // A spec whose comparisons have no closure was refused.
        let chains = chains(&rules, schema).unwrap_or_default();
        relations(rules.into_iter(), &chains, schema)
    }
}

/// The relations of all rules, with the bins that the schema has at present.
pub(super) fn relations<'r>(
    rules: impl Iterator<Item = &'r Rule>,
    chains: &[Chain],
    schema: &[Attribute],
) -> Vec<Relation> {
    let place_of = Places::new(schema);
    let forbidden = rules.flat_map(|rule| {
        let forbidden = rule.forbidden(schema).into_iter();
        forbidden.filter_map(|one| of_forbidden(rule.place, &one.columns, &place_of))
    });
    let mut relations: Vec<Relation> = forbidden.collect();
    let orders = chains.iter();
    relations.extend(orders.filter_map(|chain| order_relation(chain, schema, &place_of)));
    relations
}

/// Two classes for each column, of which one combination is impossible. `None` where nothing is forbidden.
fn of_forbidden(
    rule: usize,
    columns: &[(usize, Vec<bool>)],
    place_of: &Places,
) -> Option<Relation> {
    if columns.iter().any(|(_, meant)| !meant.contains(&true)) {
        return None;
    }
    // Where every code is meant, a column makes no difference; the first stays where all are so.
    let differ = |(_, meant): &&(usize, Vec<bool>)| meant.contains(&false);
    let mut told: Vec<&(usize, Vec<bool>)> = columns.iter().filter(differ).collect();
    if told.is_empty() {
        told.extend(columns.first());
    }
    let attributes = told.iter().map(|(column, _)| place_of.place(*column));
    let attributes = attributes.collect::<Option<Vec<usize>>>()?;
    let classes: Vec<Vec<u16>> = told
        .iter()
        .map(|(_, meant)| {
            // A code that is not meant is in class 0; where all are meant, that is the only one.
            let all = !meant.contains(&false);
            meant
                .iter()
                .map(|meant| u16::from(*meant && !all))
                .collect()
        })
        .collect();
    let mut relation = Relation {
        rules: vec![rule],
        attributes,
        classes,
        possible: Vec::new(),
    };
    let cells = relation.sizes().iter().product::<usize>();
    relation.possible = vec![true; cells];
    if let Some(last) = relation.possible.last_mut() {
        *last = false;
    }
    Some(relation)
}
