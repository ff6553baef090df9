//! Rules: public facts about which values may stand together in a row.
//!
//! A rule is a [`Relation`]: a table over the classes of a few attributes' values that says which of them are possible.
//! Rules come from the spec and never from the data, so that nothing here costs anything. They are used three times:
//! the curator leaves impossible cells out before it draws noise ([`crate::curator::AskedTable`]), values are joined only where
//! no rule tells them apart ([`Rules::kinds`]), and impossible cells have no mass in a model
//! ([`Rules::possible`], [`crate::mrf::estimate`]).
//!
//! Tested: `tests/rules.rs` (against rows one by one, at any levels).

mod relation;

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

pub use relation::Relation;

use crate::Error;
use crate::domain::Domain;
use crate::variables::{Variable, VariableSet};

/// All rules of a release.
#[derive(Clone, Debug, Default)]
pub struct Rules(Vec<Relation>);

impl Rules {
    /// No rule: everything is possible.
    pub fn none() -> &'static Self {
        static NONE: Rules = Rules(Vec::new());
        &NONE
    }

    /// These relations, all of which hold.
    pub const fn new(relations: Vec<Relation>) -> Self {
        Self(relations)
    }

    /// Whether everything is possible.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The relations.
    pub fn relations(&self) -> &[Relation] {
        &self.0
    }

    /// Whether a row may be, by its leaf values: one for each attribute.
    pub fn allow(&self, row: &[u16]) -> bool {
        self.0.iter().all(|relation| relation.allows(row))
    }

    /// For each of so many values of an attribute a number, the same where no rule tells two of them apart; nothing where no
    /// rule names the attribute.
    pub fn kinds(&self, attribute: u8, values: usize) -> Option<Vec<u16>> {
        let mut named = self.0.iter().filter_map(|rule| rule.classes_of(attribute));
        let mut kinds = named.next()?.to_vec();
        kinds.resize(values, 0);
        for classes in named {
            let mut numbers = BTreeMap::new();
            for (kind, &class) in kinds.iter_mut().zip(classes) {
                // No more numbers than values, which are at most 2^16.
                let next = u16::try_from(numbers.len()).unwrap_or(u16::MAX);
                *kind = *numbers.entry((*kind, class)).or_insert(next);
            }
        }
        Some(kinds)
    }

    /// The sets that each rule ties together, with the variable of every attribute.
    pub fn sets(&self, variable: impl Fn(u8) -> Variable) -> Result<Vec<VariableSet>, Error> {
        let set = |relation: &Relation| {
            let variables = relation.attributes().iter().copied().map(&variable);
            VariableSet::new(&variables.collect::<Vec<_>>())
        };
        self.0.iter().map(set).collect()
    }

    /// Which cells of a table some row may be in, as far as each rule about its attributes alone tells; nothing where that is all of
    /// them. A cell of coarser levels is impossible only where everything in it is.
    pub fn possible(
        &self,
        domain: &Domain<'_>,
        set: &VariableSet,
    ) -> Result<Option<Vec<bool>>, Error> {
        let mut possible: Option<Vec<bool>> = None;
        for relation in &self.0 {
            let levels = relation.attributes().iter();
            let levels: Option<Vec<Variable>> =
                levels.map(|&one| domain.level_in(set, one)).collect();
            let Some(levels) = levels else {
                continue;
            };
            let part = VariableSet::new(&levels)?;
            let of_part = relation.at_levels(domain, &levels);
            if of_part.iter().all(|possible| *possible) {
                continue;
            }
            let cells = domain.cells(set, u64::from(u32::MAX));
            let all = vec![true; cells.ok_or(Error::BufferTooSmall)?];
            let possible = possible.get_or_insert(all);
            domain.project(set, &part, |cell, target| {
                if of_part.get(target) == Some(&false)
                    && let Some(possible) = possible.get_mut(cell)
                {
                    *possible = false;
                }
            });
        }
        Ok(possible)
    }
}
