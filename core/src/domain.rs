//! What is public of a table: its attributes, their sizes and their levels.
//!
//! A *variable* is one level of one attribute. Level 0 is the leaf, the attribute as it is; each
//! further level is coarser and nests in the one before. A set of variables holds at most one
//! level of an attribute; its table has one cell for each combination of values, in row-major
//! order of the ascending variables.
//!
//! Tested: `cell_index_is_a_bijection`, `marginalisation_adds_up`, `counting_is_projecting`,
//! `cells_never_overflow` (all on every small domain with levels, and at random on larger ones).

use crate::Error;
use crate::variables::{MAX_VARIABLES, Variable, VariableSet};

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
                // At most 256 levels, so no more attributes than that.
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
        (0..=u8::MAX).take(self.levels.len()).map(Variable)
    }

    /// Number of variables, at most 256.
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

    /// The level of this attribute that the set holds.
    pub fn level_in(&self, set: &VariableSet, attribute: u8) -> Option<Variable> {
        set.as_slice()
            .iter()
            .copied()
            .find(|&v| self.attribute(v) == Some(attribute))
    }

    /// Number of cells of the set's table, or nothing where it passes `most`.
    pub fn cells(&self, set: &VariableSet, most: u64) -> Option<usize> {
        let mut cells = 1_u64;
        for &variable in set.as_slice() {
            cells = cells.checked_mul(u64::from(self.size(variable)))?;
            if cells > most {
                return None;
            }
        }
        usize::try_from(cells).ok()
    }

    /// What two sets have in common: the attributes of both, each at the coarser of its levels.
    pub fn meet(&self, one: &VariableSet, other: &VariableSet) -> VariableSet {
        let mut meet = VariableSet::EMPTY;
        for &variable in one.as_slice() {
            let Some(attribute) = self.attribute(variable) else {
                continue;
            };
            if let Some(counterpart) = self.level_in(other, attribute) {
                // Levels of an attribute stand finest first, so the later one is coarser. The meet
                // is no larger than `one`, so there is room.
                let _ = meet.insert(variable.max(counterpart));
            }
        }
        meet
    }

    /// Whether every variable of `coarse` is a level at least as coarse as one of `fine`.
    pub fn is_within(&self, coarse: &VariableSet, fine: &VariableSet) -> bool {
        coarse.as_slice().iter().all(|&variable| {
            self.attribute(variable)
                .and_then(|attribute| self.level_in(fine, attribute))
                .is_some_and(|finer| finer <= variable)
        })
    }

    /// Calls `each(cell of from, cell of onto)` for every cell of `from`, in order. `onto` must be
    /// within `from`.
    pub fn project(
        &self,
        from: &VariableSet,
        onto: &VariableSet,
        mut each: impl FnMut(usize, usize),
    ) {
        let mut axes: heapless::Vec<Axis, MAX_VARIABLES> = heapless::Vec::new();
        let mut stride = 1_usize;
        let mut strides = [0_usize; MAX_VARIABLES];
        for (&variable, slot) in onto.as_slice().iter().zip(strides.iter_mut()).rev() {
            *slot = stride;
            stride = stride.saturating_mul(self.size(variable) as usize);
        }
        for &variable in from.as_slice() {
            let target = onto
                .as_slice()
                .iter()
                .zip(strides)
                .find(|(candidate, _)| self.attribute(**candidate) == self.attribute(variable));
            let axis = Axis {
                variable,
                size: self.size(variable),
                value: 0,
                target: target.map(|(&variable, stride)| (variable, stride)),
                offset: 0,
            };
            // `from` holds at most MAX_VARIABLES variables, so there is room.
            let _ = axes.push(axis);
        }
        for axis in &mut axes {
            axis.set(self, 0);
        }
        let Some((inner, outer)) = axes.split_last_mut() else {
            each(0, 0);
            return;
        };
        let mut cell = 0_usize;
        loop {
            let base: usize = outer.iter().map(|axis| axis.offset).sum();
            for value in 0..inner.size {
                inner.set(self, value);
                each(cell, base.saturating_add(inner.offset));
                cell = cell.saturating_add(1);
            }
            // The next value of the last outer axis that has one; those behind it start again.
            let Some(turning) = outer.iter().rposition(|axis| axis.value + 1 < axis.size) else {
                return;
            };
            for (place, axis) in outer.iter_mut().enumerate().skip(turning) {
                let value = if place == turning {
                    axis.value.saturating_add(1)
                } else {
                    0
                };
                axis.set(self, value);
            }
        }
    }

    /// Calls `each` with every variable of the set and its value in a cell, last variable first: the
    /// digits of the cell's number.
    pub fn values_of(&self, set: &VariableSet, cell: usize, mut each: impl FnMut(Variable, u16)) {
        let mut left = cell;
        for &variable in set.as_slice().iter().rev() {
            let size = (self.size(variable) as usize).max(1);
            // Sizes are at most 2^16.
            each(variable, u16::try_from(left % size).unwrap_or(u16::MAX));
            left /= size;
        }
    }

    fn level(&self, variable: Variable) -> Option<&'a Level<'a>> {
        self.levels.get(usize::from(variable.0))
    }
}

/// One variable of the table that is walked, and where its values go.
struct Axis {
    variable: Variable,
    size: u32,
    value: u32,
    target: Option<(Variable, usize)>,
    offset: usize,
}

impl Axis {
    #[inline]
    fn set(&mut self, domain: &Domain<'_>, value: u32) {
        self.value = value;
        if let Some((onto, stride)) = self.target {
            // Values are below 2^16, as sizes are at most that.
            let value = u16::try_from(value).unwrap_or(u16::MAX);
            let coarse = domain.coarsen(self.variable, onto, value);
            self.offset = stride.saturating_mul(usize::from(coarse));
        }
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

/// Most variables of a domain: one byte names them.
pub const MOST_LEVELS: usize = 256;
/// Most values of a variable: two bytes hold them.
pub const MOST_VALUES: u32 = 65_536;

#[cfg(test)]
mod tests {
    use super::*;

    const LEAF_A: Level = Level {
        attribute: 0,
        size: 5,
        groups: &[],
        representatives: &[],
    };
    const COARSE_A: Level = Level {
        attribute: 0,
        size: 2,
        groups: &[0, 0, 1, 1, 1],
        representatives: &[0, 2],
    };
    const LEAF_B: Level = Level {
        attribute: 1,
        size: 3,
        groups: &[],
        representatives: &[],
    };

    fn set(ids: &[u8]) -> VariableSet {
        let mut set = VariableSet::EMPTY;
        for &id in ids {
            set.insert(Variable(id)).unwrap();
        }
        set
    }

    #[test]
    fn levels_must_nest() {
        let coarser = Level {
            size: 1,
            groups: &[0; 5],
            representatives: &[4],
            ..COARSE_A
        };
        assert!(Domain::new(&[LEAF_A, COARSE_A, coarser, LEAF_B]).is_ok());
        let crossing = Level {
            size: 2,
            groups: &[0, 1, 0, 0, 0],
            representatives: &[0, 1],
            ..COARSE_A
        };
        for (label, levels) in [
            ("empty", &[][..]),
            ("a coarse level first", &[COARSE_A][..]),
            (
                "a level of another attribute",
                &[
                    LEAF_A,
                    Level {
                        attribute: 1,
                        ..COARSE_A
                    },
                ][..],
            ),
            ("not nested", &[LEAF_A, COARSE_A, crossing][..]),
            (
                "an attribute left out",
                &[
                    LEAF_A,
                    Level {
                        attribute: 2,
                        ..LEAF_B
                    },
                ][..],
            ),
            ("no values", &[Level { size: 0, ..LEAF_A }][..]),
            (
                "a group too many",
                &[
                    LEAF_A,
                    Level {
                        groups: &[0, 0, 1, 1, 2],
                        ..COARSE_A
                    },
                ][..],
            ),
            (
                "too few groups",
                &[
                    LEAF_A,
                    Level {
                        groups: &[0, 0, 1, 1],
                        ..COARSE_A
                    },
                ][..],
            ),
            (
                "a false representative",
                &[
                    LEAF_A,
                    Level {
                        representatives: &[2, 0],
                        ..COARSE_A
                    },
                ][..],
            ),
        ] {
            assert!(
                matches!(Domain::new(levels), Err(Error::BadDomain)),
                "case `{label}`"
            );
        }
    }

    #[test]
    fn projection_visits_every_cell_once_and_coarsens() {
        let levels = [LEAF_A, COARSE_A, LEAF_B];
        let domain = Domain::new(&levels).unwrap();
        let mut seen = [0_u32; 15];
        let mut onto = [0_u32; 2];
        domain.project(&set(&[0, 2]), &set(&[1]), |cell, target| {
            seen[cell] += 1;
            onto[target] += 1;
        });
        assert_eq!(seen, [1; 15]);
        assert_eq!(onto, [6, 9]); // two and three leaves of A, times three of B
        let mut cells = [usize::MAX; 15];
        domain.project(&set(&[0, 2]), &set(&[0, 2]), |cell, target| {
            cells[cell] = target;
        });
        assert!(
            cells
                .iter()
                .enumerate()
                .all(|(cell, &target)| cell == target)
        );
    }

    #[test]
    fn meets_take_the_coarser_level() {
        let levels = [LEAF_A, COARSE_A, LEAF_B];
        let domain = Domain::new(&levels).unwrap();
        assert_eq!(domain.meet(&set(&[0, 2]), &set(&[1])), set(&[1]));
        assert_eq!(domain.meet(&set(&[0]), &set(&[2])), VariableSet::EMPTY);
        assert!(domain.is_within(&set(&[1]), &set(&[0, 2])));
        assert!(!domain.is_within(&set(&[0]), &set(&[1, 2])));
        assert_eq!(domain.leaf(Variable(1)), Variable(0));
    }

    #[test]
    fn as_many_attributes_as_variables() {
        let leaf = |attribute| Level {
            attribute,
            size: 2,
            groups: &[],
            representatives: &[],
        };
        let mut levels = [leaf(0); 256];
        for (level, attribute) in levels.iter_mut().zip(0..=u8::MAX) {
            *level = leaf(attribute);
        }
        let domain = Domain::new(&levels).unwrap();
        assert_eq!(domain.attributes(), 256);
        assert_eq!(domain.variables().last(), Some(Variable(255)));
    }

    #[test]
    fn sizes_whose_product_overflows_are_refused() {
        let wide = |attribute| Level {
            attribute,
            size: 65_536,
            groups: &[],
            representatives: &[],
        };
        let levels: [Level; 5] = [0, 1, 2, 3, 4].map(wide);
        let domain = Domain::new(&levels).unwrap();
        assert_eq!(domain.cells(&set(&[0, 1, 2, 3, 4]), u64::MAX), None);
        assert_eq!(domain.cells(&set(&[0, 1]), u64::MAX), Some(1 << 32));
        assert_eq!(domain.cells(&set(&[0, 1]), 1 << 24), None);
        assert_eq!(domain.cells(&VariableSet::EMPTY, 0), Some(1));
    }
}
