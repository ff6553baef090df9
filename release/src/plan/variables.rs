//! The variables of a release: every attribute at every level that its mechanism knows.
//!
//! Which levels there are is the mechanism's choice: those of the spec's hierarchies
//! ([`Variables::with_levels`]), levels of joined values ([`Variables::with_joined`]), or binary digits
//! ([`Variables::by_digits`]).

use core::fmt;
use std::sync::Arc;

use privet_core::bayes::pure::digits::digits_of;
use privet_core::domain::{Domain, Level};
use privet_core::mrf::levels;
use privet_core::variables::{Variable, VariableSet};
use privet_spec::Release;
use serde::{Deserialize, Serialize};

use crate::error::Error;

/// All variables, in the order in which core numbers them.
pub struct Variables(Vec<OwnedLevel>);

/// One variable: a level of an attribute, with its groups.
struct OwnedLevel {
    name: VariableName,
    attribute: u8,
    size: u32,
    groups: Arc<[u16]>,
    representatives: Arc<[u16]>,
}

/// How files name a variable: the attribute, and the level counted from the leaf, 0; or where a
/// mechanism takes attributes by their binary digits, the digit counted from the most significant, 0; or where
/// it joins rare values, 1 for the level of joined values and more for the coarser ones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VariableName(pub String, pub u8);

impl fmt::Display for VariableName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self(name, 0) => f.write_str(name),
            Self(name, level) => write!(f, "{name} (level {level})"),
        }
    }
}

impl Variables {
    /// Every attribute by itself, without coarser levels.
    pub(crate) fn leaves(release: &Release) -> Self {
        let leaves = release.learned().zip(0..=u8::MAX);
        Self(
            leaves
                .map(|(attribute, number)| {
                    OwnedLevel::leaf(attribute.name(), number, attribute.size())
                })
                .collect(),
        )
    }

    /// Every attribute with the levels of its hierarchy.
    pub(crate) fn with_levels(release: &Release) -> Result<Self, Error> {
        let mut levels = Vec::new();
        for (attribute, number) in release.learned().zip(0..=u8::MAX) {
            levels.push(OwnedLevel::leaf(attribute.name(), number, attribute.size()));
            for (level, depth) in attribute.levels().iter().zip(1_u8..) {
                let groups = level.groups().to_vec();
                let representatives = first_leaves(level.size(), &groups)
                    .ok_or_else(|| Error::flaw("spec", "a level has an empty group"))?;
                levels.push(OwnedLevel {
                    name: VariableName(attribute.name().to_owned(), depth),
                    attribute: number,
                    size: level.size(),
                    groups: groups.into(),
                    representatives: representatives.into(),
                });
            }
        }
        Ok(Self(levels))
    }

    /// For each attribute its leaf, its level of joined values, and the coarser ones; in all of them each value stands for
    /// itself before anything is measured. A parsed spec has at most 128 attributes.
    pub(crate) fn with_joined(release: &Release) -> Self {
        let mut levels = Vec::new();
        for (attribute, number) in release.learned().zip(0..=u8::MAX) {
            // At most 2^16 values.
            let each: Arc<[u16]> = (0..=u16::MAX).take(attribute.size() as usize).collect();
            levels.push(OwnedLevel::leaf(attribute.name(), number, attribute.size()));
            levels.extend((1..levels::LEVELS).map(|level| OwnedLevel {
                name: VariableName(attribute.name().to_owned(), level),
                attribute: number,
                size: attribute.size(),
                representatives: Arc::clone(&each),
                groups: Arc::clone(&each),
            }));
        }
        Self(levels)
    }

    /// One variable for each binary digit of each attribute; a parsed spec has at most 256 of them.
    pub(crate) fn by_digits(release: &Release) -> Self {
        let digits = release.learned().flat_map(|attribute| {
            let places = (0..=u8::MAX).take(digits_in(attribute.size()));
            places.map(|place| VariableName(attribute.name().to_owned(), place))
        });
        let numbered = digits.zip(0..=u8::MAX);
        Self(
            numbered
                .map(|(name, attribute)| OwnedLevel {
                    name,
                    attribute,
                    size: 2,
                    groups: Arc::default(),
                    representatives: Arc::default(),
                })
                .collect(),
        )
    }

    /// Calls `use_it` with the domain, which borrows from the variables.
    pub fn with_domain<T>(
        &self,
        use_it: impl FnOnce(&Domain<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let levels: Vec<Level<'_>> = self
            .0
            .iter()
            .map(|level| Level {
                attribute: level.attribute,
                size: level.size,
                groups: &level.groups,
                representatives: &level.representatives,
            })
            .collect();
        let domain = Domain::new(&levels).map_err(|error| Error::flaw("spec", error))?;
        use_it(&domain)
    }

    /// The variable's name.
    pub fn name(&self, variable: Variable) -> VariableName {
        let level = self.0.get(usize::from(variable.0));
        level.map_or_else(
            || VariableName(String::new(), 0),
            |level| level.name.clone(),
        )
    }

    /// The names of a set's variables.
    pub fn names(&self, set: &VariableSet) -> Vec<VariableName> {
        let variables = set.as_slice().iter();
        variables.map(|&variable| self.name(variable)).collect()
    }

    /// The variable of this name.
    pub fn variable(&self, name: &VariableName) -> Option<Variable> {
        let place = self.0.iter().position(|level| level.name == *name)?;
        u16::try_from(place).ok().map(Variable)
    }

    /// The set of the variables of these names; nothing where one is unknown or there are too many.
    pub fn set(&self, names: &[VariableName]) -> Option<VariableSet> {
        let variables: Option<Vec<Variable>> =
            names.iter().map(|name| self.variable(name)).collect();
        VariableSet::new(&variables?).ok()
    }

    /// The largest number of values of any variable.
    pub fn largest_size(&self) -> usize {
        let sizes = self.0.iter().map(|level| level.size as usize);
        sizes.max().unwrap_or(0)
    }
}

impl OwnedLevel {
    fn leaf(name: &str, attribute: u8, size: u32) -> Self {
        Self {
            name: VariableName(name.to_owned(), 0),
            attribute,
            size,
            groups: Arc::default(),
            representatives: Arc::default(),
        }
    }
}

/// Binary digits of an attribute of so many values.
pub fn digits_in(values: u32) -> usize {
    digits_of(values) as usize
}

/// The first leaf value of each group, in one pass: there may be 2^15 groups of 2^16 values.
fn first_leaves(size: u32, groups: &[u16]) -> Option<Vec<u16>> {
    let mut first = vec![None; usize::try_from(size).ok()?];
    for (leaf, &group) in (0..=u16::MAX).zip(groups) {
        first.get_mut(usize::from(group))?.get_or_insert(leaf);
    }
    first.into_iter().collect()
}
