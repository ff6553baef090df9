//! The nested levels at which the cells of a grid are counted.
//!
//! The finest level is the cells themselves; a group of each coarser one is sixteen of the one before. Sums of
//! neighbouring cells have more noise the more they are, so that wide stretches are measured by groups of their own.
//!
//! Tested: `every_cell_is_in_one_group_of_each_level`, a missing value in its own, so that a row is one count of each
//! level (1 to 1,100 cells and 5 larger grids, with and without missing values).

use privet_core::domain::{Domain, Level};
use privet_core::variables::{Variable, VariableSet};
use privet_spec::Attribute;

use crate::error::Error;

/// The levels of one attribute, finest first.
pub(crate) struct Levels {
    cells: usize,
    nullable: bool,
    owned: Vec<OwnedLevel>,
}

/// A level's groups, as core takes them.
struct OwnedLevel {
    size: u32,
    groups: Vec<u16>,
    representatives: Vec<u16>,
}

/// The levels at which an attribute's cells are counted.
pub(crate) fn levels_of(attribute: &Attribute) -> Levels {
    let nullable = attribute.is_nullable();
    let cells = attribute.size() as usize - usize::from(nullable);
    let shifts = shifts(cells);
    let owned = shifts.map(|shift| OwnedLevel::new(cells, nullable, shift));
    Levels {
        cells,
        nullable,
        owned: owned.collect(),
    }
}

impl Levels {
    /// How many there are, at least one and at most [`MOST_LEVELS`].
    pub(crate) fn count(&self) -> usize {
        self.owned.len()
    }

    /// Cells of the finest level, a missing value not counted.
    pub(crate) fn cells(&self) -> usize {
        self.cells
    }

    /// For each level log₂ of the cells of a group, and the number of its values, a missing one not counted.
    pub(crate) fn groups(&self) -> impl Iterator<Item = (u32, usize)> + '_ {
        let sizes = self.owned.iter().map(|level| level.size as usize);
        let values = sizes.map(|size| size - usize::from(self.nullable));
        (0..).step_by(SHIFT).zip(values)
    }

    /// Values of all levels together, missing ones included.
    pub(crate) fn total_cells(&self) -> u64 {
        self.owned.iter().map(|level| u64::from(level.size)).sum()
    }

    /// Calls `use_it` with the domain of this attribute alone, and its variables, finest first.
    pub(crate) fn with_domain<T>(
        &self,
        use_it: impl FnOnce(&Domain<'_>, &[VariableSet]) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let levels: Vec<Level<'_>> = self
            .owned
            .iter()
            .map(|level| Level {
                attribute: 0,
                size: level.size,
                groups: &level.groups,
                representatives: &level.representatives,
            })
            .collect();
        let flaw = |error: privet_core::Error| Error::flaw("grid", error);
        let domain = Domain::new(&levels).map_err(flaw)?;
        let variables = (0..=u16::MAX).take(levels.len()).map(Variable);
        let sets: Result<Vec<_>, _> = variables
            .map(|variable| VariableSet::new(&[variable]))
            .collect();
        use_it(&domain, &sets.map_err(flaw)?)
    }
}

impl OwnedLevel {
    fn new(cells: usize, nullable: bool, shift: u32) -> Self {
        let groups = cells.div_ceil(1 << shift);
        // At most 2^16 values, a missing one included.
        let code = |place: usize| u16::try_from(place).unwrap_or(u16::MAX);
        let size = groups + usize::from(nullable);
        let is_leaf = shift == 0;
        let null = nullable.then_some(());
        let of_cells = (0..cells).map(|cell| code(cell >> shift));
        let of_groups = (0..groups).map(|group| code(group << shift));
        Self {
            size: u32::try_from(size).unwrap_or(u32::MAX),
            groups: if is_leaf {
                Vec::new()
            } else {
                of_cells.chain(null.map(|()| code(groups))).collect()
            },
            representatives: if is_leaf {
                Vec::new()
            } else {
                of_groups.chain(null.map(|()| code(cells))).collect()
            },
        }
    }
}

/// log₂ of the cells of a group, for each level of a grid: no level but the finest has fewer than [`FEWEST_GROUPS`].
fn shifts(cells: usize) -> impl Iterator<Item = u32> {
    let depth = depth_of(cells);
    (0..).step_by(SHIFT).take_while(move |shift| {
        *shift == 0
            || depth
                .checked_sub(*shift)
                .is_some_and(|left| left >= FEWEST_GROUPS.ilog2())
    })
}

/// log₂ of the least power of two that is no less than the number of cells.
pub(super) fn depth_of(cells: usize) -> u32 {
    cells.next_power_of_two().ilog2()
}

/// log₂ of the groups that a coarser group is made of: sixteen.
const SHIFT: usize = 4;
/// Fewer groups tell too little for what they cost.
const FEWEST_GROUPS: u32 = 8;
/// The most levels: 2^16 cells.
pub(crate) const MOST_LEVELS: usize = 4;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_levels() {
        for (cells, expected) in [
            (1, vec![0]),
            (64, vec![0]),
            (65, vec![0, 4]),
            (1_024, vec![0, 4]),
            (1_025, vec![0, 4, 8]),
            (16_384, vec![0, 4, 8]),
            (65_535, vec![0, 4, 8, 12]),
        ] {
            assert_eq!(shifts(cells).collect::<Vec<_>>(), expected, "{cells}");
            assert!(expected.len() <= MOST_LEVELS);
        }
    }

    /// At each level every cell lies in one group, sixteen neighbours of the level before make one, and a missing value has a
    /// group of its own: so a row is one count of each level, and the levels of any counts add up to the same.
    #[test]
    fn every_cell_is_in_one_group_of_each_level() {
        let sizes = (1..=1_100).chain([4_096, 4_097, 16_385, 65_534, 65_535]);
        for (cells, nullable) in sizes.flat_map(|cells| [(cells, false), (cells, true)]) {
            for shift in shifts(cells) {
                let level = OwnedLevel::new(cells, nullable, shift);
                let width = 1 << shift;
                let values = cells + usize::from(nullable);
                let groups: Vec<usize> = match level.groups.as_slice() {
                    [] => (0..values).collect(),
                    groups => groups.iter().copied().map(usize::from).collect(),
                };
                assert_eq!(groups.len(), values, "{cells} cells, {shift}");
                let mut counts = vec![0; level.size as usize];
                for group in &groups {
                    counts[*group] += 1;
                }
                let (of_cells, of_null) =
                    counts.split_at(level.size as usize - usize::from(nullable));
                assert!(
                    of_null.iter().all(|count| *count == 1),
                    "{cells} cells, {shift}"
                );
                let (last, others) = of_cells.split_last().unwrap();
                assert!((1..=width).contains(last) && others.iter().all(|count| *count == width));
                assert!(groups.is_sorted());
                let of_themselves = (level.representatives.iter().enumerate())
                    .all(|(group, cell)| groups[usize::from(*cell)] == group);
                assert!(of_themselves, "{cells} cells, {shift}");
            }
        }
    }
}
