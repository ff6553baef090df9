//! Which values of each attribute some row can have under all relations: by eliminating the other attributes, one after
//! the other, from tables of what is possible.
//!
//! Codes that every relation treats alike are one class, so that the tables are as small as the rules are simple. What
//! would need too large a table is refused: a mechanism needs such tables too.

use std::collections::{BTreeMap, BTreeSet};

use super::elimination::{MOST_EFFORT, Odometer, Table, elimination_order, projected};
use super::relation::Relation;

/// What some attributes that rules tie to each other can be.
pub(super) struct Component {
    /// The rules, by their places in the list.
    pub(super) rules: BTreeSet<usize>,
    /// For each attribute, by its place among those that are learned, whether each code is possible; `None` if that is too
    /// much to find out.
    pub(super) codes: Option<Vec<(usize, Vec<bool>)>>,
}

/// The attributes that relations tie together, with what is possible.
pub(super) fn components(relations: &[Relation]) -> Vec<Component> {
    let mut groups: Vec<Vec<&Relation>> = Vec::new();
    for relation in relations {
        let meets = |group: &Vec<&Relation>| {
            let mut attributes = group.iter().flat_map(|known| &known.attributes);
            attributes.any(|attribute| relation.attributes.contains(attribute))
        };
        let (met, mut others): (Vec<_>, Vec<_>) = groups.into_iter().partition(meets);
        let mut joined: Vec<&Relation> = met.into_iter().flatten().collect();
        joined.push(relation);
        others.push(joined);
        groups = others;
    }
    let mut effort = MOST_EFFORT;
    let component = |group: Vec<&Relation>| Component {
        rules: group
            .iter()
            .flat_map(|relation| relation.rules.iter().copied())
            .collect(),
        codes: Problem::new(&group, &mut effort).and_then(|problem| problem.solve(&mut effort)),
    };
    groups.into_iter().map(component).collect()
}

/// The relations of a component on classes of codes that all of them treat alike.
struct Problem {
    /// Places of the attributes among those that are learned.
    attributes: Vec<usize>,
    /// For each attribute the class of every code.
    classes: Vec<Vec<usize>>,
    /// For each attribute a code of each class.
    codes: Vec<Vec<u16>>,
    tables: Vec<Table>,
}

impl Problem {
    /// `None` if a table is too large.
    fn new(relations: &[&Relation], effort: &mut usize) -> Option<Self> {
        let all = relations
            .iter()
            .flat_map(|relation| relation.attributes.iter().copied());
        let mut problem = Self {
            attributes: all.collect::<BTreeSet<usize>>().into_iter().collect(),
            classes: Vec::new(),
            codes: Vec::new(),
            tables: Vec::new(),
        };
        for attribute in &problem.attributes {
            let told: Vec<&[u16]> = relations
                .iter()
                .filter_map(|one| one.classes_of(*attribute))
                .collect();
            let mut known: BTreeMap<Vec<u16>, usize> = BTreeMap::new();
            let mut codes = Vec::new();
            let mut classes = Vec::new();
            for code in (0..=u16::MAX).take(told.first().map_or(0, |classes| classes.len())) {
                let alike = told
                    .iter()
                    .filter_map(|classes| classes.get(usize::from(code)).copied());
                let class = *known.entry(alike.collect()).or_insert_with(|| {
                    codes.push(code);
                    codes.len() - 1
                });
                classes.push(class);
            }
            problem.codes.push(codes);
            problem.classes.push(classes);
        }
        for relation in relations {
            let table = problem.table_of(relation, effort)?;
            problem.tables.push(table);
        }
        Some(problem)
    }

    fn table_of(&self, relation: &Relation, effort: &mut usize) -> Option<Table> {
        let place = |attribute: &usize| self.attributes.binary_search(attribute).ok();
        let scope = relation
            .attributes
            .iter()
            .map(place)
            .collect::<Option<Vec<usize>>>()?;
        let sizes = self.sizes();
        let of_classes = relation.sizes();
        let mut table = Table {
            scope,
            possible: Vec::new(),
        };
        let mut odometer = Odometer::new(&table.scope, &sizes)?;
        *effort = effort.checked_sub(odometer.combinations())?;
        loop {
            let mut cell = 0;
            let axes = table
                .scope
                .iter()
                .zip(&odometer.values)
                .zip(relation.classes.iter().zip(&of_classes));
            for ((variable, class), (classes, size)) in axes {
                let code = self.codes.get(*variable)?.get(*class)?;
                cell = cell * size + usize::from(*classes.get(usize::from(*code))?);
            }
            table.possible.push(*relation.possible.get(cell)?);
            if !odometer.advance() {
                return Some(table);
            }
        }
    }

    fn sizes(&self) -> Vec<usize> {
        self.codes.iter().map(Vec::len).collect()
    }

    /// For each attribute whether each code is possible; `None` if that is too much to find out.
    fn solve(&self, effort: &mut usize) -> Option<Vec<(usize, Vec<bool>)>> {
        let sizes = self.sizes();
        let order = elimination_order(&self.tables, &sizes);
        let attributes = self.attributes.iter().enumerate().zip(&self.classes);
        let mut solved = Vec::new();
        for ((variable, attribute), classes) in attributes {
            let possible = projected(&self.tables, variable, &order, &sizes, effort)?;
            let of_code = |class: &usize| possible.get(*class).copied().unwrap_or(false);
            solved.push((*attribute, classes.iter().map(of_code).collect()));
        }
        Some(solved)
    }
}
