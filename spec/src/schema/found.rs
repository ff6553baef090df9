//! Attributes whose bins a release finds privately, among the cells of a public grid.
//!
//! Such an attribute is read by its cells ([`Attribute::is_found`]); a release learns from it by the bins that it has
//! found ([`Attribute::with_bins`]); what is known before that is known for the most bins that there can be
//! ([`Attribute::with_most_bins`]); and two releases are compared by bins that follow from the spec alone
//! ([`Attribute::publicly_cut`]).
//!
//! Tested: `any_counts_give_bins`: whatever the noise says, `Attribute::codes_of` has one bin for each cell (300 random
//! grids).

use std::collections::BTreeSet;

use super::bins::{Bins, Found, FoundBin, MOST_BINS};
use super::dates::{self, Step};
use super::heaps::Heaps;
use super::inside::Piece;
use super::level::automatic;
use super::{Attribute, Kind};

impl Attribute {
    /// Whether a release finds this attribute's bins. Its codes are then the cells of a grid.
    pub fn is_found(&self) -> bool {
        self.kind.bins().is_some_and(Bins::is_grid)
    }

    /// The attribute with the bins that a release has found, and their levels. `None` if it needs none, or they do not
    /// partition its cells.
    #[must_use]
    pub fn with_bins(&self, found: &Found) -> Option<Self> {
        Some(self.with(self.kind.bins()?.found(found)?))
    }

    /// For each code of this attribute the code of a coarser one, whose bins are made of this one's; a missing value
    /// stays missing.
    pub fn codes_of(&self, coarser: &Self) -> Vec<u16> {
        let starts = self.kind.bins().map_or(&[][..], Bins::starts);
        let coarse = coarser.kind.bins().map_or(&[][..], Bins::starts);
        let bin = |start: &i64| {
            let bin = coarse.partition_point(|known| known <= start);
            u16::try_from(bin.saturating_sub(1)).unwrap_or(u16::MAX)
        };
        starts.iter().map(bin).chain(coarser.null_code()).collect()
    }

    /// The attribute with as many bins as a release can find, those included that rules cut off; itself, if it needs none.
    #[must_use]
    pub fn with_most_bins(&self) -> Self {
        self.with_even_bins(MOST_BINS)
    }

    /// The attribute with the fewest bins that a release can find: one, and those that rules cut off; itself, if it
    /// needs none.
    #[must_use]
    pub fn with_one_bin(&self) -> Self {
        self.with_even_bins(1)
    }

    /// The attribute with bins from one cut of rules to the next, the first and the last cell of each by themselves: no
    /// bin that a release can find lies otherwise to a rule than one of these. Itself, if its bins are declared.
    #[must_use]
    pub(crate) fn with_ends_apart(&self) -> Self {
        let Some(cells) = self.kind.bins().filter(|bins| bins.is_grid()) else {
            return self.clone();
        };
        let last = u16::try_from(cells.count() - 1).unwrap_or(u16::MAX);
        let fixed = cells.fixed().iter();
        let near = fixed.flat_map(|cell| [cell.saturating_sub(1), *cell, cell.saturating_add(1)]);
        let firsts = near.chain([0, 1, last]).filter(|cell| *cell <= last);
        self.with_firsts(&firsts.collect())
    }

    fn with_even_bins(&self, bins: usize) -> Self {
        let Some(cells) = self.kind.bins().filter(|bins| bins.is_grid()) else {
            return self.clone();
        };
        let (cells, fixed) = (cells.count(), cells.fixed());
        let bins = cells.min(bins);
        let cell = |cell: usize| u16::try_from(cell).unwrap_or(u16::MAX);
        let even = (0..bins).map(|bin| cell(cells * bin / bins));
        let firsts: BTreeSet<u16> = even.chain(fixed.iter().copied()).collect();
        self.with_firsts(&firsts)
    }

    /// The attribute with bins that begin at these cells.
    fn with_firsts(&self, firsts: &BTreeSet<u16>) -> Self {
        let cells = self.kind.bins().map_or(0, Bins::count);
        // At most 65,535 cells.
        let cells = u16::try_from(cells).unwrap_or(u16::MAX);
        let ends = firsts.iter().skip(1).copied().chain([cells]);
        let bins: Vec<FoundBin> = (firsts.iter().zip(ends))
            .map(|(first, end)| FoundBin {
                first: *first,
                pieces: vec![Piece {
                    first: *first,
                    last: end.saturating_sub(1),
                    weight: 1,
                }],
            })
            .collect();
        let found = Found {
            bins,
            heaps: Heaps::default(),
        };
        self.with_bins(&found).unwrap_or_else(|| self.clone())
    }

    /// The attribute cut by bins that follow from its bounds alone: 0, 1, 2, 5, 10, 20, 50 and so on, or months or
    /// years. Itself, if its bins are declared.
    #[must_use]
    pub fn publicly_cut(&self) -> Self {
        let Some(cells) = self.kind.bins().filter(|bins| bins.is_grid()) else {
            return self.clone();
        };
        let (min, max) = (cells.starts().first().copied().unwrap_or(0), cells.last());
        let starts = match &self.kind {
            Kind::Date { .. } => calendar(min, max, 1),
            Kind::DateTime { unit, .. } => calendar(min, max, unit.day()),
            _ => round_numbers(min, max),
        };
        let fixed = cells.fixed().iter();
        let fixed = fixed.filter_map(|cell| cells.starts().get(usize::from(*cell)));
        let starts: BTreeSet<i64> = starts.iter().chain(fixed).copied().collect();
        Bins::new(starts.into_iter().collect(), max)
            .map_or_else(|| self.clone(), |bins| self.with(bins))
    }

    fn with(&self, bins: Bins) -> Self {
        let mut attribute = self.clone();
        attribute.kind.set_bins(bins);
        attribute.values = attribute.kind.values();
        attribute.levels = match self.hierarchy.group_size() {
            Some(group_size) => automatic(&attribute.kind, self.is_nullable(), group_size),
            None => Vec::new(),
        };
        // The code of a missing value is the one after the values.
        Self {
            lookup: attribute.look_up(),
            ..attribute
        }
    }
}

/// Where bins begin that are cut at round numbers, whatever the table.
fn round_numbers(min: i64, max: i64) -> Vec<i64> {
    let magnitudes = (0..18).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_i64.pow(power)));
    let magnitudes: Vec<i64> = magnitudes.collect();
    // Below zero a bin ends with the round number.
    let below = magnitudes.iter().rev().map(|magnitude| 1 - magnitude);
    let all = below.chain([0]).chain(magnitudes.iter().copied());
    let mut starts = vec![min];
    starts.extend(all.filter(|start| *start > min && *start <= max));
    starts.dedup();
    starts
}

/// The first days of months, or of years where there are too many; a day has so many numbers.
fn calendar(min: i64, max: i64, day: i64) -> Vec<i64> {
    let (first, last) = (min.div_euclid(day), max.div_euclid(day));
    let steps = [Step::Months(1), Step::Years(1), Step::Years(10)];
    let cut = |step| dates::starts(first, last, step, MOST_PARTS + 1);
    let mut cuts = steps.map(cut).into_iter();
    let days = cuts.find(|starts| starts.len() <= MOST_PARTS);
    let later = days.into_iter().flatten().skip(1);
    core::iter::once(min)
        .chain(later.map(|start| start.saturating_mul(day)))
        .collect()
}

/// Parts of the calendar by which two tables are compared.
const MOST_PARTS: usize = 120;

#[cfg(test)]
mod tests {
    use super::super::attribute_of_kind as attribute;
    use super::*;

    /// Two releases are compared by bins that no release has found.
    #[test]
    fn public_cuts() {
        for (kind, expected) in [
            (
                "Integer(min: 0, max: 400)",
                vec![0, 1, 2, 5, 10, 20, 50, 100, 200],
            ),
            (
                "Integer(min: -7, max: 300)",
                vec![-7, -4, -1, 0, 1, 2, 5, 10, 20, 50, 100, 200],
            ),
            // Days since 1970: the first day, then the first of every month.
            (
                "Date(min: \"1970-01-03\", max: \"1970-12-31\")",
                vec![2, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334],
            ),
        ] {
            let attribute = attribute(kind);
            let cut = attribute.publicly_cut();
            let starts = cut.kind.bins().map_or(&[][..], Bins::starts);
            assert_eq!(starts, expected, "case `{kind}`");
            assert!(attribute.is_found() && !cut.is_found());
        }
    }
}
