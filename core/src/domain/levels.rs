//! The levels of the attributes, checked, and what each variable is.

use crate::Error;
use crate::variables::{Number, Variable};

/// One level of one attribute, in borrowed slices.
#[derive(Clone, Copy, Debug)]
pub struct Level<'a> {
    /// The attribute's place, counted from 0.
    pub attribute: u8,
    /// Number of values at this level.
    pub size: u32,
    /// For a coarse level, the value at this level of every leaf value; empty for the leaf.
    pub groups: &'a [u16],
    /// For a coarse level, one leaf value of every group; empty for the leaf.
    pub representatives: &'a [u16],
}

impl Level<'_> {
    /// The finest level: the attribute's own values.
    pub const fn leaf(attribute: u8, size: u32) -> Self {
        Self {
            attribute,
            size,
            groups: &[],
            representatives: &[],
        }
    }
}

/// All variables: for each attribute in turn its leaf, then its coarser levels, finest first.
#[derive(Clone, Copy, Debug)]
pub struct Domain<'a> {
    levels: &'a [Level<'a>],
    attributes: u16,
}

impl<'a> Domain<'a> {
    /// Checks that the levels are in order, nest, and name only values that exist.
    pub fn new(levels: &'a [Level<'a>]) -> Result<Self, Error> {
        if levels.is_empty() || levels.len() > MOST_LEVELS {
            return Err(Error::BadDomain);
        }
        let mut leaf_size = 0;
        let mut attributes = 0_u16;
        let mut finer: Option<&Level> = None;
        for level in levels {
            let is_leaf = level.groups.is_empty();
            if level.size == 0 || level.size > MOST_VALUES {
                return Err(Error::BadDomain);
            }
            if is_leaf {
                if u16::from(level.attribute) != attributes {
                    return Err(Error::BadDomain);
                }
                // An attribute's number is one byte, so that there are at most 256.
                attributes = attributes.saturating_add(1);
                leaf_size = level.size;
            } else {
                let finer = finer.ok_or(Error::BadDomain)?;
                if level.attribute != finer.attribute || !coarsens(level, finer, leaf_size) {
                    return Err(Error::BadDomain);
                }
            }
            finer = Some(level);
        }
        Ok(Self { levels, attributes })
    }

    /// Number of attributes.
    pub const fn attributes(&self) -> u16 {
        self.attributes
    }

    /// Every variable, in order.
    pub fn variables(&self) -> impl DoubleEndedIterator<Item = Variable> + Clone + use<> {
        (0..=Number::MAX).take(self.levels.len()).map(Variable)
    }

    /// Number of variables, at most [`MOST_LEVELS`].
    pub const fn len(&self) -> usize {
        self.levels.len()
    }

    /// A domain has at least one variable.
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// The attribute that a variable is a level of; an unknown variable belongs to none.
    pub fn attribute(&self, variable: Variable) -> Option<u8> {
        Some(self.level(variable)?.attribute)
    }

    /// Number of values of a variable; an unknown variable has none.
    pub fn size(&self, variable: Variable) -> u32 {
        self.level(variable).map_or(0, |level| level.size)
    }

    /// Whether the variable is the attribute itself.
    pub fn is_leaf(&self, variable: Variable) -> bool {
        self.level(variable)
            .is_some_and(|level| level.groups.is_empty())
    }

    /// The leaf of the variable's attribute.
    pub fn leaf(&self, variable: Variable) -> Variable {
        let attribute = self.attribute(variable);
        let mut leaf = variable;
        while !self.is_leaf(leaf) && self.attribute(leaf) == attribute {
            match leaf.0.checked_sub(1) {
                Some(before) => leaf = Variable(before),
                None => return leaf,
            }
        }
        leaf
    }

    /// The variable's value of every leaf value of its attribute; empty for the leaf.
    pub fn groups(&self, variable: Variable) -> &'a [u16] {
        self.level(variable).map_or(&[], |level| level.groups)
    }

    /// The variable's value for a leaf value of its attribute.
    #[inline]
    pub fn coarse(&self, variable: Variable, leaf_value: u16) -> u16 {
        match self.level(variable) {
            Some(level) if !level.groups.is_empty() => level
                .groups
                .get(usize::from(leaf_value))
                .copied()
                .unwrap_or(0),
            _ => leaf_value,
        }
    }

    /// Whether the variable tells all leaf values of its attribute apart, by their own numbers: coarse(v) = v.
    pub fn keeps_values(&self, variable: Variable) -> bool {
        self.level(variable).is_none_or(|level| {
            let groups = level.groups;
            // Where leaves are joined, the numbers of values tell it at once.
            groups.is_empty()
                || level.size as usize == groups.len()
                    && (0..)
                        .zip(groups)
                        .all(|(value, &group): (u16, _)| group == value)
        })
    }

    /// The value of `to` for a value of `from`, a level of the same attribute at least as fine.
    #[inline]
    pub fn coarsen(&self, from: Variable, to: Variable, value: u16) -> u16 {
        if from == to {
            return value;
        }
        let leaf_value = match self.level(from) {
            Some(level) if !level.representatives.is_empty() => level
                .representatives
                .get(usize::from(value))
                .copied()
                .unwrap_or(0),
            _ => value,
        };
        self.coarse(to, leaf_value)
    }

    fn level(&self, variable: Variable) -> Option<&'a Level<'a>> {
        self.levels.get(usize::from(variable.0))
    }
}

/// Whether the level groups the values of the finer one, all of them and no others.
fn coarsens(level: &Level, finer: &Level, leaf_size: u32) -> bool {
    let lengths = level.groups.len() == leaf_size as usize
        && level.representatives.len() == level.size as usize
        && level.size <= finer.size;
    let known = level
        .groups
        .iter()
        .all(|&group| u32::from(group) < level.size);
    let represented = (0_u16..)
        .zip(level.representatives)
        .all(|(group, &leaf)| level.groups.get(usize::from(leaf)) == Some(&group));
    // Nesting: leaves that the finer level joins are joined here.
    let nests = finer.groups.is_empty()
        || level
            .groups
            .iter()
            .zip(finer.groups)
            .all(|(&group, &fine)| {
                let leaf = finer.representatives.get(usize::from(fine));
                leaf.and_then(|&leaf| level.groups.get(usize::from(leaf))) == Some(&group)
            });
    lengths && known && represented && nests
}

/// Most attributes of a domain: one byte names them.
pub const MOST_ATTRIBUTES: usize = 256;
/// Most variables of a domain; 256 without a heap.
pub const MOST_LEVELS: usize = if cfg!(feature = "alloc") { 1024 } else { 256 };
/// Most values of a variable: two bytes hold them.
pub const MOST_VALUES: u32 = 65_536;
