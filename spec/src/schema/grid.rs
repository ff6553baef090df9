//! A public grid of numbers: the cells among which a release finds bins.
//!
//! The grid follows from the bounds alone. Where every number can be a cell, each is one. Otherwise numbers are cut
//! by their first digits: all numbers below m are cells, and from m·10^(k−1) to m·10^k steps of 10^k are, so that a
//! cell is narrow near zero and as wide as its numbers are large further out. A step is two cells, its first number
//! (a round one, such as 20,000) and the others, so that a round number can have a bin of its own. Below zero it is
//! the same, mirrored. Times have no zero: they are cut by equal steps of the clock and the calendar. The smallest and
//! the largest number are cells by themselves: `Clamp` puts all rows there that lie beyond them.
//!
//! Tested: `every_grid_covers_its_bounds_in_order` (9 ranges in up to 4 measures).

/// Cells in order, and the step that each is a part of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    pub(super) starts: Vec<i64>,
    /// The width of the step that the cell is all or a part of.
    pub(super) steps: Vec<u64>,
}

/// What the numbers of a grid are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// Numbers that are read by their first digits.
    Number,
    /// Days since 1970-01-01.
    Days,
    /// Minutes since 1970-01-01 00:00.
    Minutes,
    /// Seconds since then.
    Seconds,
}

impl Grid {
    /// The finest grid of the numbers from `min` to `max` that has at most [`MOST_CELLS`] cells.
    pub(super) fn new(min: i64, max: i64, measure: Measure) -> Option<Self> {
        let every = max.abs_diff(min) < MOST_CELLS as u64;
        if every {
            let starts: Vec<i64> = (min..=max).collect();
            let steps = vec![1; starts.len()];
            return Some(Self { starts, steps });
        }
        match measure {
            Measure::Number => EXACT_BELOW
                .iter()
                .find_map(|exact| by_digits(min, max, *exact)),
            Measure::Days => equal_steps(min, max, DAYS, 1),
            Measure::Minutes => equal_steps(min, max, MINUTES, 1),
            Measure::Seconds => {
                let minutes = || equal_steps(min, max, MINUTES, 60);
                equal_steps(min, max, SECONDS, 1).or_else(minutes)
            }
        }
    }
}

/// Cuts of a range, at most [`MOST_CELLS`] of them.
#[derive(Default)]
struct Cuts {
    /// Start, and the width of the step.
    cells: Vec<(i64, u64)>,
}

impl Cuts {
    /// Adds the part of a step, `first` to `first + width − 1`, that lies in `min..=max`. `None` where that is too much.
    fn add(&mut self, first: i64, width: i64, (min, max): (i64, i64)) -> Option<()> {
        let step = width.unsigned_abs();
        let last = first.saturating_add(width - 1).min(max);
        if first >= min && first <= max {
            self.cells.push((first, step));
        }
        let others = first.saturating_add(1).max(min);
        if others <= last {
            self.cells.push((others, step));
        }
        (self.cells.len() <= MOST_CELLS).then_some(())
    }

    /// Cuts the smallest and the largest number off their cells. `None` where that is too much.
    fn into_grid(mut self, (min, max): (i64, i64)) -> Option<Grid> {
        let after_first = min.checked_add(1)?;
        let next = self.cells.get(1).map(|(start, _)| *start);
        let first = self.cells.first().copied();
        if let Some((_, step)) = first.filter(|_| next != Some(after_first) && min < max) {
            self.cells.insert(1, (after_first, step));
        }
        let last = self.cells.last().copied();
        if let Some((_, step)) = last.filter(|(start, _)| *start < max) {
            self.cells.push((max, step));
        }
        let fits = self.cells.len() <= MOST_CELLS;
        let (starts, steps) = self.cells.into_iter().unzip();
        fits.then_some(Grid { starts, steps })
    }
}

/// The grid in which all numbers below `exact` are cells.
fn by_digits(min: i64, max: i64, exact: i64) -> Option<Grid> {
    let mut above = Cuts::default();
    if max >= 0 {
        cut_magnitudes(&mut above, (min.max(0), max), exact)?;
    }
    let mut below = Cuts::default();
    if min < 0 {
        // Bounds are within ±10^18.
        cut_magnitudes(&mut below, ((-max).max(1), -min), exact)?;
    }
    // A cell of magnitudes from `start` up to before the next one's is, below zero, the cell from `1 − next`.
    let ends = below.cells.iter().skip(1).map(|(start, _)| *start);
    let ends: Vec<i64> = ends.chain([1 - min]).collect();
    let mirrored = below.cells.iter().zip(&ends).rev();
    let mut cells: Vec<(i64, u64)> = mirrored.map(|((_, step), end)| (1 - end, *step)).collect();
    cells.extend(above.cells);
    Cuts { cells }.into_grid((min, max))
}

/// Cuts magnitudes, which are not below zero.
fn cut_magnitudes(cuts: &mut Cuts, range: (i64, i64), exact: i64) -> Option<()> {
    let (least, most) = range;
    let mut width = 1_i64;
    let mut first = 0_i64;
    let mut end = exact;
    while first <= most {
        // The step that holds the least magnitude, or the first one of this width.
        let mut step = first.max(least - least % width);
        while step < end && step <= most {
            cuts.add(step, width, range)?;
            step = step.checked_add(width)?;
        }
        first = end;
        end = end.saturating_mul(10);
        width = width.saturating_mul(10);
    }
    Some(())
}

/// The grid of the first of these widths, in so many numbers each, that is wide enough.
fn equal_steps(min: i64, max: i64, widths: &[i64], numbers: i64) -> Option<Grid> {
    widths.iter().find_map(|width| {
        let width = width.checked_mul(numbers)?;
        let mut cuts = Cuts::default();
        let mut step = min.checked_sub(min.rem_euclid(width))?;
        while step <= max {
            cuts.add(step, width, (min, max))?;
            step = step.checked_add(width)?;
        }
        cuts.into_grid((min, max))
    })
}

/// Codes are `u16`, and one is for a missing value.
pub(super) const MOST_CELLS: usize = 65_535;

/// Numbers below these are cells each; the first that gives few enough cells is taken. The last one does for all
/// numbers within ±10^18: 2 signs, 16 powers of ten, 900 steps each of 2 cells, and the bounds.
const EXACT_BELOW: &[i64] = &[10_000, 5_000, 2_000, 1_000];

/// Weeks, and several: dates span at most a thousand years.
const DAYS: &[i64] = &[7, 14, 28];
/// Parts of an hour, of a day, days, and weeks.
const MINUTES: &[i64] = &[
    1, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1_440, 10_080, 20_160, 40_320,
];
/// Parts of a minute.
const SECONDS: &[i64] = &[1, 5, 10, 15, 30];

#[cfg(test)]
mod tests {
    use super::*;

    const LARGEST: i64 = 1_000_000_000_000_000_000;

    fn of_numbers(min: i64, max: i64) -> Grid {
        Grid::new(min, max, Measure::Number).unwrap()
    }

    /// First and last number of the cell of a number, and its step.
    fn cell_of(grid: &Grid, max: i64, number: i64) -> (i64, i64, u64) {
        let cell = grid.starts.partition_point(|start| *start <= number) - 1;
        let end = grid.starts.get(cell + 1).map_or(max, |next| next - 1);
        (grid.starts[cell], end, grid.steps[cell])
    }

    /// By hand: the grid of 0 to 10^6 has every number below 10,000, then steps of ten and of a hundred.
    #[test]
    fn round_numbers_are_cells() {
        let grid = of_numbers(0, 1_000_000);
        let cell = |number: i64| cell_of(&grid, 1_000_000, number);
        for (number, expected) in [
            (0, (0, 0, 1)),
            (9_999, (9_999, 9_999, 1)),
            (10_000, (10_000, 10_000, 10)),
            (10_007, (10_001, 10_009, 10)),
            (99_999, (99_991, 99_999, 10)),
            (390_000, (390_000, 390_000, 100)),
            (390_050, (390_001, 390_099, 100)),
            (1_000_000, (1_000_000, 1_000_000, 1_000)),
        ] {
            assert_eq!(cell(number), expected, "{number}");
        }
    }

    /// `Clamp` piles rows up there.
    #[test]
    fn bounds_are_cells_by_themselves() {
        for (label, min, max, measure, near) in [
            (
                "in the middle of steps",
                12_345,
                999_999,
                Measure::Number,
                [(12_346, 12_349, 10), (999_901, 999_998, 100)],
            ),
            (
                "below zero",
                -999_999,
                -12_345,
                Measure::Number,
                [(-999_998, -999_901, 100), (-12_349, -12_346, 10)],
            ),
            // A step of which only two numbers are inside.
            (
                "just inside of a step",
                19_998,
                700_001,
                Measure::Number,
                [(19_999, 19_999, 10), (700_000, 700_000, 100)],
            ),
            (
                "days, in weeks",
                3,
                70_003,
                Measure::Days,
                [(4, 6, 7), (70_001, 70_002, 7)],
            ),
            (
                "seconds, in five",
                1,
                70_004,
                Measure::Seconds,
                [(2, 4, 5), (70_001, 70_003, 5)],
            ),
        ] {
            let grid = Grid::new(min, max, measure).unwrap();
            let cell = |number: i64| cell_of(&grid, max, number);
            assert_eq!((cell(min).0, cell(min).1), (min, min), "case `{label}`");
            assert_eq!((cell(max).0, cell(max).1), (max, max), "case `{label}`");
            assert_eq!([cell(min + 1), cell(max - 1)], near, "case `{label}`");
        }
    }

    /// Cells for the bounds are among the cells that there may be: a grid that is full without them is cut wider.
    #[test]
    fn bounds_are_not_too_many() {
        // Of 32,767 weeks from day 0 the first lacks its first day: 65,533 cells, and one more for day 1 by itself.
        let full = 32_767 * 7;
        for (label, max, step) in [
            ("just full", full, 7),
            ("full but for the smallest", full + 1, 14),
        ] {
            let grid = Grid::new(1, max, Measure::Days).unwrap();
            assert_eq!(grid.steps[0], step, "case `{label}`");
            assert!(grid.starts.len() <= MOST_CELLS, "case `{label}`");
        }
    }

    #[test]
    fn below_zero_it_is_mirrored() {
        let above = by_digits(0, LARGEST, 1_000).unwrap();
        let both = of_numbers(-LARGEST, LARGEST);
        let zero = both.starts.iter().position(|start| *start == 0).unwrap();
        assert!(both.starts[zero..] == above.starts);
        let ends = both.starts[1..].iter().map(|next| next - 1);
        let mirrored: Vec<i64> = ends.take(zero).map(|end| -end).rev().collect();
        assert!(mirrored == above.starts[1..]);
    }

    #[test]
    fn every_grid_covers_its_bounds_in_order() {
        for (min, max) in [
            (0, 65_534),
            (0, 65_535),
            (-3, 1_000_000),
            (-1_000_000, -999),
            (-LARGEST, LARGEST),
            (123_456_789, 123_556_789),
            (LARGEST - 70_000, LARGEST),
            (-70_000, 0),
            (-366_000 * 43_200, 366_000 * 43_200),
        ] {
            let thousand_years = |unit: u64| max.abs_diff(min) <= 366_000 * unit;
            for (measure, possible) in [
                (Measure::Number, true),
                (Measure::Days, thousand_years(1)),
                (Measure::Minutes, thousand_years(1_440)),
                (Measure::Seconds, thousand_years(86_400)),
            ] {
                if !possible {
                    continue;
                }
                let grid = Grid::new(min, max, measure).unwrap();
                let label = format!("{min} to {max}, {measure:?}");
                assert_eq!(grid.starts.first(), Some(&min), "{label}");
                assert_eq!(grid.starts.get(1), Some(&(min + 1)), "{label}");
                assert_eq!(grid.starts.last(), Some(&max), "{label}");
                assert!(grid.starts.is_sorted_by(|a, b| a < b), "{label}");
                assert_eq!(grid.starts.len(), grid.steps.len(), "{label}");
                assert!(grid.starts.len() <= MOST_CELLS, "{label}");
            }
        }
    }

    /// Ten years in hours: 87,660, with the full hour and the rest of each 175,320; in two hours still too many.
    #[test]
    fn times_are_cut_by_the_clock() {
        let year = 31_536_000;
        let grid = Grid::new(0, 10 * year, Measure::Seconds).unwrap();
        assert!(grid.steps.iter().all(|step| *step == 3 * 3_600));
        let grid = Grid::new(0, 3_600, Measure::Seconds).unwrap();
        assert!(grid.steps.iter().all(|step| *step == 1));
        let grid = Grid::new(0, 90_000, Measure::Minutes).unwrap();
        assert!(grid.steps.iter().all(|step| *step == 5));
    }

    #[test]
    fn days_are_cut_evenly() {
        let grid = Grid::new(-100_000, 100_000, Measure::Days).unwrap();
        assert!(grid.steps.iter().all(|step| *step == 7));
        assert!(grid.starts.contains(&70) && grid.starts.contains(&71));
    }
}
