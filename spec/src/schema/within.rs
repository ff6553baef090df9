//! The law of a bin's numbers, restricted to some of them.
//!
//! A number of a bin is drawn in steps: a piece, a cell, a number of the cell, and what it is rounded to ([`super::inside`],
//! [`super::heaps`]). Rounding to a given multiple never turns two numbers around, so that the numbers which come to lie in
//! a range are a range again. So each range that is meant is a few ranges of numbers before rounding, one for each piece and
//! way to round; the mass of each is a sum over cells. A number is drawn from the restricted law as it is from the whole: one of
//! these ranges by its mass, a cell, a number of it, and then it is rounded.
//!
//! Tested: the share, and the restricted law, against every pick of small bins; a range of one number among 10^12.

use core::ops::RangeInclusive;

use super::bins::Bins;
use super::heaps::nearest;
use super::inside::{Inside, Pieces};
use super::pick::{mixed, scaled};

/// Some numbers of a bin, with their law.
#[derive(Clone, Debug)]
pub struct Within {
    /// Those with any mass, in no order that matters; at least one.
    parts: Vec<Part>,
    share: f64,
}

/// Neighbouring numbers of one piece that are rounded in one way.
#[derive(Clone, Debug)]
struct Part {
    /// Before they are rounded.
    numbers: RangeInclusive<i64>,
    /// To multiples of this number, inside of the piece; nothing for those that are not.
    rounded: Option<(u64, RangeInclusive<i64>)>,
    /// Of the whole bin's law, this part's and that of those before it.
    up_to_here: f64,
}

impl Within {
    /// Which part of the bin's law it is: above zero, and at most one.
    pub fn share(&self) -> f64 {
        self.share
    }
}

impl Bins {
    /// The law of a bin's numbers, restricted to these ranges, which are in order and do not overlap. `None` if no such number
    /// is ever drawn.
    pub(super) fn within(&self, bin: u16, ranges: &[RangeInclusive<i64>]) -> Option<Within> {
        let all = self.values(bin)?;
        let mut found = Vec::new();
        match &self.inside {
            Inside::Evenly | Inside::Cells(_) => {
                let width = count(&all);
                for numbers in ranges.iter().filter_map(|range| meet(range, &all)) {
                    let mass = count(&numbers) / width;
                    found.push((numbers, None, mass));
                }
            }
            Inside::Pieces(pieces) => {
                for range in ranges {
                    pieces.parts_within(bin, range, &mut found)?;
                }
            }
        }
        let mut share = 0.0;
        let parts = found.into_iter().filter(|(_, _, mass)| *mass > 0.0);
        let parts: Vec<Part> = parts
            .map(|(numbers, rounded, mass)| {
                share += mass;
                Part {
                    numbers,
                    rounded,
                    up_to_here: share,
                }
            })
            .collect();
        (!parts.is_empty()).then_some(Within {
            parts,
            share: share.min(1.0),
        })
    }

    /// A number of the restricted law, for `pick` uniform in `0..2^64`.
    pub(super) fn pick_within(&self, within: &Within, pick: u64) -> Option<i64> {
        let last = within.parts.last()?;
        let place = fraction(mixed(pick, 0)) * last.up_to_here;
        let part = within.parts.iter().find(|part| place < part.up_to_here);
        let part = part.unwrap_or(last);
        let number = match &self.inside {
            Inside::Pieces(pieces) => pieces.pick_between(&part.numbers, pick)?,
            Inside::Evenly | Inside::Cells(_) => evenly(&part.numbers, mixed(pick, 1))?,
        };
        Some(match &part.rounded {
            Some((multiple, piece)) => nearest(number, *multiple, piece).unwrap_or(number),
            None => number,
        })
    }
}

/// Numbers before rounding, how they are rounded, and their mass.
type FoundPart = (RangeInclusive<i64>, Option<(u64, RangeInclusive<i64>)>, f64);

impl Pieces {
    /// The parts of a bin whose numbers come to lie in a range.
    fn parts_within(
        &self,
        bin: u16,
        range: &RangeInclusive<i64>,
        found: &mut Vec<FoundPart>,
    ) -> Option<()> {
        let of_bin = self.of_bin.get(usize::from(bin))?;
        let total: f64 = of_bin.iter().map(|piece| f64::from(piece.weight)).sum();
        for piece in of_bin {
            let (first, last) = (usize::from(piece.first), usize::from(piece.last));
            let all = *self.grid.starts.get(first)?..=self.end_of(last);
            let weight = f64::from(piece.weight) / total / self.mass(&all)?;
            let mut left = 1.0;
            for heap in &self.heaps.0 {
                let share = (f64::from(heap.share) / TWO_32).min(left);
                left -= share;
                if let Some(numbers) = rounded_into(range, heap.multiple, &all) {
                    let mass = self.mass(&numbers)? * weight * share;
                    found.push((numbers, Some((heap.multiple, all.clone())), mass));
                }
            }
            if let Some(numbers) = meet(range, &all) {
                let mass = self.mass(&numbers)? * weight * left;
                found.push((numbers, None, mass));
            }
        }
        Some(())
    }

    /// The mass of neighbouring numbers, in units of [`Pieces::passed`].
    fn mass(&self, numbers: &RangeInclusive<i64>) -> Option<f64> {
        Some(self.masses(numbers)?.iter().sum())
    }

    /// The mass of what is left of the first cell, of the whole cells behind it, and of the last one's beginning.
    #[allow(clippy::cast_precision_loss)]
    fn masses(&self, numbers: &RangeInclusive<i64>) -> Option<[f64; 3]> {
        let (start, end) = (*numbers.start(), *numbers.end());
        let (first, last) = (self.cell_of(start)?, self.cell_of(end)?);
        let part = |cell: usize, from: i64, to: i64| {
            let of_cell = self.passed.get(cell + 1)? - self.passed.get(cell)?;
            let whole = *self.grid.starts.get(cell)?..=self.end_of(cell);
            Some(of_cell as f64 * count(&(from..=to)) / count(&whole))
        };
        if first == last {
            return Some([part(first, start, end)?, 0.0, 0.0]);
        }
        let between = self.passed.get(last)? - self.passed.get(first + 1)?;
        let beginning = part(last, *self.grid.starts.get(last)?, end)?;
        Some([
            part(first, start, self.end_of(first))?,
            between as f64,
            beginning,
        ])
    }

    /// One of these numbers, before it is rounded.
    fn pick_between(&self, numbers: &RangeInclusive<i64>, pick: u64) -> Option<i64> {
        let masses = self.masses(numbers)?;
        let (first, last) = (
            self.cell_of(*numbers.start())?,
            self.cell_of(*numbers.end())?,
        );
        let [in_first, between, _] = masses;
        let place = fraction(mixed(pick, 1)) * masses.iter().sum::<f64>();
        let cell = if place < in_first {
            first
        } else if place < in_first + between {
            // A whole number below 2^49.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let passed = self.passed.get(first + 1)? + (place - in_first) as u64;
            let cell = self.passed.partition_point(|known| *known <= passed);
            cell.saturating_sub(1).min(last)
        } else {
            last
        };
        let of_cell = *self.grid.starts.get(cell)?..=self.end_of(cell);
        evenly(&meet(&of_cell, numbers)?, mixed(pick, 2))
    }

    fn cell_of(&self, number: i64) -> Option<usize> {
        let cells = self.grid.starts.partition_point(|start| *start <= number);
        cells.checked_sub(1)
    }

    fn end_of(&self, cell: usize) -> i64 {
        let next = self.grid.starts.get(cell + 1);
        next.map_or(self.last, |next| next - 1)
    }
}

/// The numbers of a piece that are rounded into a range; `None` where there are none.
fn rounded_into(
    range: &RangeInclusive<i64>,
    multiple: u64,
    piece: &RangeInclusive<i64>,
) -> Option<RangeInclusive<i64>> {
    let rounded = |number: i64| nearest(number, multiple, piece).unwrap_or(number);
    let first = first_where(piece, |number| rounded(number) >= *range.start())?;
    let end = first_where(piece, |number| rounded(number) > *range.end());
    let last = end.map_or(Some(*piece.end()), |end| end.checked_sub(1))?;
    (first <= last).then_some(first..=last)
}

/// The first number of a range of which something is true, given that it is true of all behind it.
fn first_where(range: &RangeInclusive<i64>, is: impl Fn(i64) -> bool) -> Option<i64> {
    let (mut low, mut high) = (*range.start(), *range.end());
    if !is(high) {
        return None;
    }
    while low < high {
        let middle = low.checked_add_unsigned(high.abs_diff(low) / 2)?;
        if is(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Some(low)
}

/// What two ranges have in common.
pub(super) fn meet(
    one: &RangeInclusive<i64>,
    other: &RangeInclusive<i64>,
) -> Option<RangeInclusive<i64>> {
    let meet = *one.start().max(other.start())..=*one.end().min(other.end());
    (!meet.is_empty()).then_some(meet)
}

/// A number of a range, each with the same chance.
pub(super) fn evenly(range: &RangeInclusive<i64>, pick: u64) -> Option<i64> {
    let width = range.end().abs_diff(*range.start()).checked_add(1)?;
    range.start().checked_add_unsigned(scaled(pick, width))
}

#[allow(clippy::cast_precision_loss)]
fn count(range: &RangeInclusive<i64>) -> f64 {
    range.end().abs_diff(*range.start()) as f64 + 1.0
}

/// A number in [0, 1).
#[allow(clippy::cast_precision_loss)]
fn fraction(pick: u64) -> f64 {
    (pick >> 11) as f64 / (1_u64 << 53) as f64
}

const TWO_32: f64 = 4_294_967_296.0;

#[cfg(test)]
mod tests {
    use super::super::bins::{Found, FoundBin};
    use super::super::grid::Measure;
    use super::super::heaps::{Heap, Heaps};
    use super::super::inside::Piece;
    use super::*;

    fn found(max: i64, pieces: &[(i64, i64, u32)]) -> Bins {
        let grid = Bins::grid(0, max, Measure::Number).unwrap();
        let cell = |number: i64| {
            let cell = grid.starts().partition_point(|start| *start <= number) - 1;
            u16::try_from(cell).unwrap()
        };
        let pieces = pieces.iter().map(|&(first, last, weight)| Piece {
            first: cell(first),
            last: cell(last),
            weight,
        });
        let bin = FoundBin {
            first: 0,
            pieces: pieces.collect(),
        };
        let heap = |multiple, share| Heap { multiple, share };
        let heaps = Heaps(vec![heap(100, 1 << 30), heap(5, 1 << 31)]);
        let bins = vec![bin];
        grid.found(&Found { bins, heaps }).unwrap()
    }

    /// Which share of many picks lies in a range.
    fn shares(numbers: impl Iterator<Item = i64>, test: impl Fn(i64) -> bool) -> f64 {
        let mut all = 0.0;
        let mut meant = 0.0;
        for number in numbers {
            all += 1.0;
            meant += if test(number) { 1.0 } else { 0.0 };
        }
        meant / all
    }

    #[test]
    fn the_restricted_law_is_the_whole_one_restricted() {
        let picks = || (0..100_000_u64).map(|k| k.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        for (label, bins, ranges) in [
            (
                "even",
                Bins::new(vec![0], 999).unwrap(),
                vec![3..=120, 500..=700],
            ),
            (
                "pieces and heaps",
                found(1_000_000, &[(0, 40, 3), (300, 999, 2), (20_000, 70_000, 5)]),
                vec![3..=22, 498..=602, 35_555..=40_100],
            ),
            (
                "ends at a multiple",
                found(2_000, &[(0, 2_000, 1)]),
                vec![0..=100, 250..=250, 1_949..=2_000],
            ),
            (
                "no multiple inside",
                found(2_000, &[(101, 104, 1), (150, 199, 1)]),
                vec![102..=103, 199..=199],
            ),
        ] {
            let is_meant = |number: i64| ranges.iter().any(|range| range.contains(&number));
            let whole = || picks().filter_map(|pick| bins.pick(0, pick));
            let within = bins.within(0, &ranges).unwrap();
            // Five deviations of a hundred thousand draws.
            let share = shares(whole(), is_meant);
            assert!(
                (share - within.share()).abs() < 0.008,
                "case `{label}`: {share}, not {}",
                within.share()
            );
            let restricted = || picks().filter_map(|pick| bins.pick_within(&within, pick));
            assert!(restricted().all(is_meant), "case `{label}`");
            let meant = || whole().filter(|number| is_meant(*number));
            for (name, test) in [
                ("of the first", (|n| n <= 104) as fn(i64) -> bool),
                ("of a hundred", |n| n % 100 == 0),
                ("of five", |n| n % 5 == 0),
                ("of the last", |n| n >= 600),
                ("below a half", |n| n % 1_000 < 500),
            ] {
                let (all, some) = (shares(meant(), test), shares(restricted(), test));
                // At least twenty thousand are meant.
                assert!(
                    (all - some).abs() < 0.02,
                    "case `{label}`, {name}: {some}, not {all}"
                );
            }
        }
    }

    #[test]
    fn one_number_among_very_many() {
        let last = 1_000_000_000_000;
        let bins = found(last, &[(0, last, 1)]);
        let number = 123_456_789_013;
        let within = bins.within(0, &[number..=number]).unwrap();
        assert!(within.share() > 0.0 && within.share() < 1e-9);
        assert!((0..100).all(|pick| bins.pick_within(&within, pick << 57) == Some(number)));
        let all = bins.within(0, &[0..=last]).unwrap();
        assert!((all.share() - 1.0).abs() < 1e-12);
        assert!(bins.within(0, &[last + 1..=last + 9]).is_none());
        assert!(bins.within(1, &[0..=9]).is_none());
        let spike = found(1_000_000, &[(20_000, 20_000, 1)]);
        assert!(spike.within(0, &[20_001..=30_000]).is_none());
    }

    /// Cells of more than one number: from the middle of one, over whole ones, to the middle of another.
    #[test]
    fn wide_cells_are_cut_and_crossed() {
        let last = 1_000_000_000_000;
        let bins = found(last, &[(0, last, 1)]);
        let Inside::Pieces(pieces) = &bins.inside else {
            panic!("bins that were found")
        };
        let cells: Vec<i64> = pieces
            .grid
            .starts
            .iter()
            .copied()
            .filter(|start| *start > last / 2)
            .collect();
        // A step is its first number and the others: these are others, their step, and the next others.
        let (first, width) = (cells[0], cells[3] - cells[1]);
        assert!(width > 1_000, "{width}");
        // Half of the first cell weighs half of it.
        let whole = pieces.mass(&(first..=cells[1] - 1)).unwrap();
        let half = pieces
            .mass(&(first..=first + (cells[1] - first) / 2 - 1))
            .unwrap();
        assert!((half / whole - 0.5).abs() < 1e-3, "{half} of {whole}");
        // Numbers of a range fall into its thirds evenly, whichever cells they are in.
        for (start, end) in [
            (first + width / 3, first + width / 2),
            (first + width / 3, first + 4 * width / 3),
            (first + width / 2, first + 9 * width / 2),
            (first, first + 4 * width - 1),
        ] {
            let range = start..=end;
            let picks = (0..30_000_u64).map(|k| k.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let numbers: Vec<i64> = picks
                .filter_map(|pick| pieces.pick_between(&range, pick))
                .collect();
            assert_eq!(numbers.len(), 30_000);
            assert!(numbers.iter().all(|number| range.contains(number)));
            let third = (end - start) / 3;
            for part in 0..3 {
                let within = start + part * third..start + (part + 1) * third;
                let share = shares(numbers.iter().copied(), |number| within.contains(&number));
                assert!(
                    (share - 1.0 / 3.0).abs() < 0.02,
                    "{range:?}, {part}: {share}"
                );
            }
        }
    }

    /// Where all numbers are rounded, a range without a round one has no law.
    #[test]
    fn a_range_that_no_number_is_rounded_into_has_no_law() {
        let grid = Bins::grid(0, 2_000, Measure::Number).unwrap();
        let piece = Piece {
            first: 0,
            last: 2_000,
            weight: 1,
        };
        let bins = vec![FoundBin {
            first: 0,
            pieces: vec![piece],
        }];
        let heap = |multiple| Heap {
            multiple,
            share: 1 << 31,
        };
        let heaps = Heaps(vec![heap(100), heap(50)]);
        let bins = grid.found(&Found { bins, heaps }).unwrap();
        assert!(bins.within(0, &[90..=110]).is_some());
        assert!(bins.within(0, &[101..=149]).is_none());
    }
}
