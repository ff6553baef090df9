//! A question that goes to another machine.
//!
//! Tested: `an_engine_changes_no_byte`.

use privet_core::domain::{Domain, Level};
use privet_core::variables::{Variable, VariableSet};
use serde::{Deserialize, Serialize};

use super::super::tables::{Derived, Question};

/// [`Question`], with nothing borrowed.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Asked {
    levels: Vec<AskedLevel>,
    columns: Vec<Derived>,
    sets: Vec<Vec<u16>>,
    pub(super) cells: Vec<usize>,
}

#[derive(Clone, Serialize, Deserialize)]
struct AskedLevel {
    attribute: u8,
    size: u32,
    groups: Vec<u16>,
    /// A value of every group, which a domain wants and counting does not.
    representatives: Vec<u16>,
}

impl Asked {
    pub(super) fn new(question: &Question<'_>) -> Self {
        let domain = question.domain;
        let level = |variable| AskedLevel::new(domain, variable);
        let set = |set: &VariableSet| set.as_slice().iter().map(|variable| variable.0).collect();
        Self {
            levels: domain.variables().map(level).collect(),
            columns: question.columns.to_vec(),
            sets: question.sets.iter().map(set).collect(),
            cells: question.cells.to_vec(),
        }
    }

    /// Asks it; nothing where it is none.
    pub(super) fn ask<T>(&self, ask: impl FnOnce(&Question<'_>) -> Option<T>) -> Option<T> {
        let levels: Vec<Level<'_>> = self.levels.iter().map(AskedLevel::borrowed).collect();
        let domain = Domain::new(&levels).ok()?;
        let set = |set: &Vec<u16>| {
            let variables: Vec<Variable> = set.iter().copied().map(Variable).collect();
            VariableSet::new(&variables).ok()
        };
        let sets: Vec<VariableSet> = self.sets.iter().map(set).collect::<Option<_>>()?;
        ask(&Question {
            domain: &domain,
            columns: &self.columns,
            sets: &sets,
            cells: &self.cells,
        })
    }
}

impl AskedLevel {
    fn new(domain: &Domain<'_>, variable: Variable) -> Self {
        let (size, groups) = (domain.size(variable), domain.groups(variable));
        let first_of = |group| groups.iter().position(|one| *one == group);
        let representatives =
            (0..=u16::MAX).take(if groups.is_empty() { 0 } else { size as usize });
        Self {
            attribute: domain.attribute(variable).unwrap_or_default(),
            size,
            groups: groups.to_vec(),
            representatives: representatives
                .filter_map(|group| u16::try_from(first_of(group)?).ok())
                .collect(),
        }
    }

    fn borrowed(&self) -> Level<'_> {
        Level {
            attribute: self.attribute,
            size: self.size,
            groups: &self.groups,
            representatives: &self.representatives,
        }
    }
}
