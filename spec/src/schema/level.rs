//! Coarser levels of an attribute (Bao 3.1).

use super::Kind;
use super::bins::MOST_BINS;

/// A coarser view of an attribute: each leaf code belongs to one group.
///
/// The null code, if there is one, is a group of its own, the last, at every level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    names: Vec<String>,
    groups: Vec<u16>,
}

impl Level {
    /// `groups` holds the group of each value; null is added here.
    pub(super) fn new(mut names: Vec<String>, mut groups: Vec<u16>, nullable: bool) -> Self {
        if nullable {
            // A level has fewer groups than its attribute has values, so this fits.
            groups.push(u16::try_from(names.len()).unwrap_or(u16::MAX));
            names.push(NULL_LABEL.to_owned());
        }
        Self { names, groups }
    }

    /// The same groups of finer values: for each of them, null included, the value here that it is a part of.
    pub(super) fn of_finer(&self, values: &[u16]) -> Self {
        let groups = values.iter().filter_map(|value| self.group_of(*value));
        Self {
            names: self.names.clone(),
            groups: groups.collect(),
        }
    }

    /// Whether each group here lies in one group of the other level, which is then coarser or the same.
    pub(super) fn refines(&self, other: &Self) -> bool {
        let mut within = vec![None; self.names.len()];
        let pairs = self.groups.iter().zip(&other.groups);
        pairs.into_iter().all(|(group, coarse)| {
            let slot = within.get_mut(usize::from(*group));
            slot.is_some_and(|slot| *slot.get_or_insert(*coarse) == *coarse)
        })
    }

    /// The number of groups, null included.
    pub fn size(&self) -> u32 {
        u32::try_from(self.names.len()).unwrap_or(u32::MAX)
    }

    /// The group of each leaf code, null included.
    pub fn groups(&self) -> &[u16] {
        &self.groups
    }

    /// The group of one leaf code.
    pub fn group_of(&self, leaf: u16) -> Option<u16> {
        self.groups.get(usize::from(leaf)).copied()
    }

    /// The name of a group, for reports.
    pub fn name(&self, group: u16) -> Option<&str> {
        self.names.get(usize::from(group)).map(String::as_str)
    }
}

/// Levels of `group_size` neighbours each, while a level has more than θ = g² values.
pub(super) fn automatic(kind: &Kind, nullable: bool, group_size: u32) -> Vec<Level> {
    let values = kind.values();
    let mut levels = Vec::new();
    let mut width = group_size;
    for count in level_sizes(values, group_size) {
        // At most 65,536 values, so every code fits.
        let code = |value: u32| u16::try_from(value).unwrap_or(u16::MAX);
        let groups = (0..values)
            .map(|leaf| code(leaf.checked_div(width).unwrap_or(0)))
            .collect();
        let name = |group: u32| {
            let first = group.saturating_mul(width);
            let last = first.saturating_add(width).min(values).saturating_sub(1);
            kind.label(code(first), code(last)).unwrap_or_default()
        };
        levels.push(Level::new((0..count).map(name).collect(), groups, nullable));
        width = width.saturating_mul(group_size);
    }
    levels
}

/// The most such levels of bins that a release finds, where rules cut off so many further ones.
pub(super) fn most_found_levels(group_size: u32, fixed: usize) -> usize {
    let most = u32::try_from(MOST_BINS + fixed).unwrap_or(u32::MAX);
    level_sizes(most, group_size).count()
}

/// The numbers of groups of such levels.
fn level_sizes(values: u32, group_size: u32) -> impl Iterator<Item = u32> {
    let threshold = group_size.saturating_mul(group_size);
    let sizes = core::iter::successors(Some(values), move |count| {
        (*count > threshold).then(|| count.div_ceil(group_size))
    });
    sizes.skip(1)
}

/// What reports call a missing value.
pub(super) const NULL_LABEL: &str = "(missing)";
