//! Arbitrary small domains, sets of variables and random streams: inputs of the properties.

use core::convert::Infallible;

use privet_core::domain::{Domain, Level};
use privet_core::variables::{Variable, VariableSet};
use rand_core::{TryCryptoRng, TryRng};

use crate::engines::{Bounds, Choices};

/// How large an arbitrary domain may be.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Attributes beyond the first.
    pub attributes: Bounds,
    /// Values of a leaf beyond the first.
    pub values: Bounds,
    /// Coarser levels of an attribute.
    pub levels: Bounds,
}

/// A domain's levels, owned.
#[derive(Clone, Debug, Default)]
pub struct Shape(Vec<OwnedLevel>);

#[derive(Clone, Debug)]
struct OwnedLevel {
    attribute: u8,
    size: u32,
    groups: Vec<u16>,
    representatives: Vec<u16>,
}

impl Shape {
    /// Any attributes with any nested groupings of their values.
    pub fn any(choose: &mut impl Choices, limits: Limits) -> Self {
        let mut shape = Self::default();
        for _ in 0..=choose.number(limits.attributes) {
            let size = 1 + choose.number32(limits.values);
            let levels = choose.number32(limits.levels);
            shape.push_leaf(size);
            for _ in 0..levels {
                shape.push_coarser(choose);
            }
        }
        shape
    }

    /// One more attribute of so many values.
    pub fn push_leaf(&mut self, size: u32) {
        let attribute = self.0.last().map_or(0, |level| level.attribute + 1);
        self.0.push(OwnedLevel {
            attribute,
            size,
            groups: Vec::new(),
            representatives: Vec::new(),
        });
    }

    /// One more level of the last attribute: any partition of the values of the level before.
    pub fn push_coarser(&mut self, choose: &mut impl Choices) {
        let mut groups_of_finer: Vec<u16> = Vec::new();
        let mut size = 0_u16;
        for _ in 0..self.0.last().map_or(0, |finer| finer.size) {
            // A group known already, or the next one.
            let group = u16::try_from(choose.number32(Bounds::all(size.into()))).unwrap_or(0);
            size = size.max(group + 1);
            groups_of_finer.push(group);
        }
        let last_represents = choose.number(Bounds::small_or(0, 1)) == 1;
        self.push_groups(&groups_of_finer, last_represents);
    }

    /// One more level of the last attribute, given the group of every value of the level before.
    pub fn push_groups(&mut self, groups_of_finer: &[u16], last_represents: bool) {
        let Some(finer) = self.0.last() else { return };
        let groups: Vec<u16> = if finer.groups.is_empty() {
            groups_of_finer.to_vec()
        } else {
            let fine = finer.groups.iter();
            fine.map(|&fine| groups_of_finer[usize::from(fine)])
                .collect()
        };
        let size = groups.iter().max().map_or(0, |&largest| largest + 1);
        let representatives = (0..size).map(|group| {
            let member = |&of: &u16| of == group;
            let leaf = if last_represents {
                groups.iter().rposition(member)
            } else {
                groups.iter().position(member)
            };
            u16::try_from(leaf.expect("groups are numbered without gaps")).unwrap_or(0)
        });
        let level = OwnedLevel {
            attribute: finer.attribute,
            size: size.into(),
            representatives: representatives.collect(),
            groups,
        };
        self.0.push(level);
    }

    /// The levels as a domain borrows them.
    pub fn levels(&self) -> Vec<Level<'_>> {
        let levels = self.0.iter().map(|level| Level {
            attribute: level.attribute,
            size: level.size,
            groups: &level.groups,
            representatives: &level.representatives,
        });
        levels.collect()
    }
}

/// Any set of variables, at most one level of an attribute.
pub fn any_set(choose: &mut impl Choices, domain: &Domain<'_>) -> VariableSet {
    let mut set = VariableSet::EMPTY;
    for attribute in (0..=u8::MAX).take(usize::from(domain.attributes())) {
        let levels = levels_of(domain, attribute);
        // Zero leaves the attribute out.
        let choice = choose.number32(Bounds::all(levels.len() as u128)) as usize;
        if let Some(&variable) = choice.checked_sub(1).and_then(|at| levels.get(at)) {
            insert(&mut set, variable);
        }
    }
    set
}

/// Any set within this one: attributes left out, or at coarser levels.
pub fn any_set_within(
    choose: &mut impl Choices,
    domain: &Domain<'_>,
    set: &VariableSet,
) -> VariableSet {
    let mut within = VariableSet::EMPTY;
    for &variable in set.as_slice() {
        let Some(attribute) = domain.attribute(variable) else {
            continue;
        };
        let mut levels = levels_of(domain, attribute);
        levels.retain(|&level| level >= variable);
        let choice = choose.number32(Bounds::all(levels.len() as u128)) as usize;
        if let Some(&level) = choice.checked_sub(1).and_then(|at| levels.get(at)) {
            insert(&mut within, level);
        }
    }
    within
}

/// The set of these variables.
pub fn set(variables: &[u8]) -> VariableSet {
    let mut set = VariableSet::EMPTY;
    for &variable in variables {
        insert(&mut set, Variable(variable.into()));
    }
    set
}

/// Number of cells of a table that is known to be small.
pub fn cells(domain: &Domain<'_>, set: &VariableSet) -> usize {
    domain.cells(set, 1 << 20).expect("a small table")
}

fn levels_of(domain: &Domain<'_>, attribute: u8) -> Vec<Variable> {
    let levels = domain.variables();
    levels
        .filter(|&variable| domain.attribute(variable) == Some(attribute))
        .collect()
}

fn insert(set: &mut VariableSet, variable: Variable) {
    set.insert(variable).expect("few variables, each once");
}

/// SplitMix64 (Steele, Lea and Flood 2014): a stream for properties about what is drawn. It stands
/// in for a cryptographic generator only here.
#[derive(Debug)]
pub struct Stream(pub u64);

impl TryRng for Stream {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.try_next_u64()
            .map(|number| u32::try_from(number >> 32).unwrap_or(0))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Ok(mixed ^ (mixed >> 31))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(8) {
            let word = self.try_next_u64()?.to_le_bytes();
            chunk.copy_from_slice(&word[..chunk.len()]);
        }
        Ok(())
    }
}

impl TryCryptoRng for Stream {}
