//! Bins of an ordered domain.
//!
//! Integers, decimals and dates are all whole numbers here: themselves, units of the last decimal,
//! and days. So one exact, integer-only search serves the three.
//!
//! Tested: `finer_decimals_are_binned_exactly` (256 random numbers, by integers), `positions`,
//! `numbers_lie_in_their_bins`.

use core::ops::RangeInclusive;
use std::collections::BTreeSet;

use super::cuts::Cuts;
use super::grid::{Grid, MOST_CELLS, Measure};
use super::heaps::Heaps;
use super::inside::{Inside, Piece, Pieces};
use super::pick::scaled;

/// Neighbouring, non-empty bins that cover a range of whole numbers.
///
/// Invariant: the starts increase strictly, there is at least one, and none is above `last`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bins {
    starts: Box<[i64]>,
    last: i64,
    pub(super) inside: Inside,
    cuts: Cuts,
    /// The bins, of those that are cells of a grid, at which a bin that is found must begin; in order.
    fixed: Box<[u16]>,
}

/// What a release has found of an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// In order.
    pub bins: Vec<FoundBin>,
    /// How round its numbers are where nothing tells cells apart.
    pub heaps: Heaps,
}

/// One of the cells among which a release finds bins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its first number.
    pub first: i64,
    /// How many numbers it has.
    pub numbers: u64,
    /// The width of the step that it is all or a part of: its first number, or the others.
    pub step: u64,
}

/// A bin that a release has found: it begins with a cell and ends before the next bin's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundBin {
    /// Its first cell.
    pub first: u16,
    /// Where its rows lie, in order; at least one.
    pub pieces: Vec<Piece>,
}

/// Where a number lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Position {
    Below,
    In(u16),
    Above,
}

impl Bins {
    /// Bins between edges. `None` if the invariant does not hold or there are too many bins for a code.
    pub(super) fn new(starts: Vec<i64>, last: i64) -> Option<Self> {
        let increasing = starts.is_sorted_by(|left, right| left < right);
        let covers = starts.last().is_some_and(|start| *start <= last);
        let codes = u16::try_from(starts.len().checked_sub(1)?).is_ok();
        (increasing && covers && codes).then(|| Self {
            starts: starts.into(),
            last,
            inside: Inside::Evenly,
            cuts: Cuts::Edges,
            fixed: Box::default(),
        })
    }

    /// The same bins, as a spec declares them.
    #[must_use]
    pub(super) fn declared_by(self, cuts: Cuts) -> Self {
        Self { cuts, ..self }
    }

    /// How a spec declares them.
    pub(super) fn cuts(&self) -> Cuts {
        self.cuts
    }

    /// The cells of a public grid, among which a release finds bins.
    pub(super) fn grid(min: i64, max: i64, measure: Measure) -> Option<Self> {
        let grid = Grid::new(min, max, measure)?;
        let cells = Self::new(grid.starts.clone(), max)?;
        Some(Self {
            inside: Inside::Cells(Box::new(grid)),
            cuts: Cuts::Undeclared,
            ..cells
        })
    }

    /// The same numbers with further bins, which begin at these numbers: what rules between columns tell apart. Cells of
    /// a grid are cut there too, and a bin that is found among them begins there. `None` if there are too many bins for
    /// a code beside one for a missing value.
    pub(super) fn cut_at(&self, cuts: &BTreeSet<i64>) -> Option<Self> {
        let min = *self.starts.first()?;
        let inner = cuts.iter().filter(|cut| **cut > min && **cut <= self.last);
        let inner: BTreeSet<i64> = inner.copied().collect();
        let mut starts: BTreeSet<i64> = self.starts.iter().copied().collect();
        starts.extend(&inner);
        let starts: Vec<i64> = starts.into_iter().collect();
        if starts.len() > MOST_CELLS.max(self.count()) {
            return None;
        }
        let Inside::Cells(grid) = &self.inside else {
            return Some(Self::new(starts, self.last)?.declared_by(self.cuts));
        };
        let before = |start: &i64| grid.starts.partition_point(|known| known <= start);
        let step = |start: &i64| grid.steps.get(before(start).checked_sub(1)?).copied();
        let steps = starts.iter().map(step).collect::<Option<Vec<u64>>>()?;
        let cell = |start: &i64| u16::try_from(starts.binary_search(start).ok()?).ok();
        let fixed = inner.iter().map(cell).collect::<Option<Box<[u16]>>>()?;
        let grid = Grid {
            starts: starts.clone(),
            steps,
        };
        Some(Self {
            inside: Inside::Cells(Box::new(grid)),
            cuts: self.cuts,
            fixed,
            ..Self::new(starts, self.last)?
        })
    }

    /// The cells at which a bin that a release finds must begin, because a rule between columns tells apart what lies
    /// before and behind; in order, never the first. None where these are no cells.
    pub fn fixed(&self) -> &[u16] {
        &self.fixed
    }

    /// Whether these are the cells of a grid, among which a release finds bins.
    pub fn is_grid(&self) -> bool {
        matches!(self.inside, Inside::Cells(_))
    }

    /// The cells of a grid, in order; none where these are no cells.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        let steps = match &self.inside {
            Inside::Cells(grid) => grid.steps.as_slice(),
            Inside::Evenly | Inside::Pieces(_) => &[],
        };
        let ends = self.starts.iter().skip(1).copied();
        let ends = ends.chain([self.last.saturating_add(1)]);
        let cells = self.starts.iter().zip(ends).zip(steps);
        cells.map(|((first, end), step)| Cell {
            first: *first,
            numbers: end.abs_diff(*first),
            step: *step,
        })
    }

    /// The bins that a release has found among the cells. `None` if these are no cells, or the bins do not partition
    /// them or do not begin at all that are [`Bins::fixed`], or a piece is empty or not inside of its bin.
    pub(super) fn found(&self, found: &Found) -> Option<Self> {
        let Found { bins, heaps } = found;
        let Inside::Cells(grid) = &self.inside else {
            return None;
        };
        let cells = u32::try_from(self.count()).ok()?;
        let firsts = || bins.iter().map(|bin| u32::from(bin.first));
        let ends = firsts().skip(1).chain([cells]);
        let fits = bins.iter().zip(ends).all(|(bin, end)| {
            let pieces = bin.pieces.iter();
            let ordered = bin
                .pieces
                .is_sorted_by(|left, right| left.last < right.first);
            let inside = pieces.clone().all(|piece| {
                piece.weight > 0
                    && bin.first <= piece.first
                    && piece.first <= piece.last
                    && u32::from(piece.last) < end
            });
            ordered && inside && !bin.pieces.is_empty()
        });
        let begun: BTreeSet<u16> = bins.iter().map(|bin| bin.first).collect();
        let cut = self.fixed.iter().all(|cell| begun.contains(cell));
        if !fits || !cut || firsts().next() != Some(0) {
            return None;
        }
        let starts: Option<Vec<i64>> = bins
            .iter()
            .map(|bin| self.starts.get(usize::from(bin.first)).copied())
            .collect();
        let pieces = bins.iter().map(|bin| bin.pieces.clone()).collect();
        let pieces = Pieces::new(grid.as_ref().clone(), self.last, pieces, heaps.clone());
        Some(Self {
            inside: Inside::Pieces(Box::new(pieces)),
            cuts: self.cuts,
            ..Self::new(starts?, self.last)?
        })
    }

    /// How many bins there are.
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// The first number of each bin.
    pub fn starts(&self) -> &[i64] {
        &self.starts
    }

    /// The last number of the domain.
    pub fn last(&self) -> i64 {
        self.last
    }

    /// Parts inside of bins that finer counts tell apart; `None` where nothing finer was measured.
    pub fn pieces(&self) -> Option<usize> {
        match &self.inside {
            Inside::Pieces(pieces) => Some(pieces.of_bin.iter().map(|pieces| pieces.len()).sum()),
            Inside::Evenly | Inside::Cells(_) => None,
        }
    }

    /// Whether some bin holds more than one number.
    pub fn hold_several(&self) -> bool {
        let width = self.starts.first().map(|first| self.last.abs_diff(*first));
        width.is_some_and(|width| u64::try_from(self.count()).is_ok_and(|count| count <= width))
    }

    /// The numbers of one bin.
    pub fn values(&self, bin: u16) -> Option<RangeInclusive<i64>> {
        let index = usize::from(bin);
        let start = *self.starts.get(index)?;
        let end = self
            .starts
            .get(index + 1)
            .map_or(self.last, |next| next - 1);
        Some(start..=end)
    }

    /// The bin of a number. `left_over` says that the true value is a little above `floor`, by less
    /// than one.
    pub(super) fn find(&self, floor: i64, left_over: bool) -> Position {
        if floor > self.last || (left_over && floor == self.last) {
            return Position::Above;
        }
        let up_to_here = self.starts.partition_point(|start| *start <= floor);
        up_to_here
            .checked_sub(1)
            .and_then(|bin| u16::try_from(bin).ok())
            .map_or(Position::Below, Position::In)
    }

    /// A number of the bin. For `pick` uniform in `0..2^64` it is uniform, up to 2^−64 a number; in a bin that was
    /// found it lies as the finer counts tell.
    pub(super) fn pick(&self, bin: u16, pick: u64) -> Option<i64> {
        if let Inside::Pieces(pieces) = &self.inside {
            return pieces.pick(bin, pick);
        }
        let values = self.values(bin)?;
        let width = values.end().abs_diff(*values.start()).checked_add(1)?;
        values.start().checked_add_unsigned(scaled(pick, width))
    }
}

/// The most bins that a release finds in an attribute, those not counted that [`Bins::fixed`] adds.
pub const MOST_BINS: usize = 32;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions() {
        let bins = Bins::new(vec![-5, 0, 10], 20).unwrap();
        for (label, floor, left_over, expected) in [
            ("below", -6, true, Position::Below),
            ("first", -5, false, Position::In(0)),
            ("end of the first", -1, true, Position::In(0)),
            ("start of the second", 0, false, Position::In(1)),
            ("last number", 20, false, Position::In(2)),
            ("a little above the last number", 20, true, Position::Above),
            ("above", i64::MAX, false, Position::Above),
        ] {
            assert_eq!(bins.find(floor, left_over), expected, "case `{label}`");
        }
    }

    #[test]
    fn picks_reach_both_ends_evenly() {
        let bins = Bins::new(vec![0, 4], 9).unwrap();
        let quarter = 1_u64 << 62;
        let picked: Vec<_> = (0..4).filter_map(|k| bins.pick(0, k * quarter)).collect();
        assert_eq!(picked, [0, 1, 2, 3]);
        assert_eq!(bins.pick(1, u64::MAX), Some(9));
        assert_eq!(bins.pick(2, 0), None);
    }

    #[test]
    fn several_numbers_in_a_bin() {
        for (starts, last, expected) in [
            (vec![0, 1, 2], 2, false),
            (vec![0, 1, 2], 3, true),
            (vec![-3, -1], 0, true),
            (vec![5], 5, false),
        ] {
            let bins = Bins::new(starts.clone(), last).unwrap();
            assert_eq!(bins.hold_several(), expected, "{starts:?} to {last}");
        }
    }

    #[test]
    fn refused() {
        for (label, starts, last) in [
            ("none", vec![], 3),
            ("not increasing", vec![0, 0], 3),
            ("empty last bin", vec![0, 4], 3),
            ("too many", (0..65_537).collect(), 70_000),
        ] {
            assert_eq!(Bins::new(starts, last), None, "case `{label}`");
        }
    }
}
