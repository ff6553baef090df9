//! Where the numbers of a bin lie.

use super::grid::Grid;
use super::heaps::Heaps;
use super::pick::{mixed, scaled};

/// How a number inside of a bin is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Inside {
    /// Each number of a bin with the same chance: bins that the spec declares.
    Evenly,
    /// The bins are the cells of a grid, from which a release finds wider ones.
    Cells(Box<Grid>),
    /// As finer counts tell: bins that a release has found.
    Pieces(Box<Pieces>),
}

/// For each bin, parts of it with their weights. Nothing lies between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pieces {
    /// The cells, their starts and steps.
    pub(super) grid: Grid,
    /// The last number of the domain.
    pub(super) last: i64,
    /// For each cell how much of the steps before it is passed, in 2^−32 of a step; one more than there are cells.
    pub(super) passed: Box<[u64]>,
    /// For each bin its parts, at least one.
    pub(super) of_bin: Box<[Box<[Piece]>]>,
    /// How round numbers are where nothing tells cells apart.
    pub(super) heaps: Heaps,
}

/// Neighbouring cells with their rows, which nothing tells apart: they lie evenly over the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The first cell.
    pub first: u16,
    /// The last cell.
    pub last: u16,
    /// In any unit that is the same for all pieces of a bin.
    pub weight: u32,
}

impl Pieces {
    /// The caller has checked that every piece has cells of the grid, and weight.
    pub(super) fn new(grid: Grid, last: i64, of_bin: Vec<Vec<Piece>>, heaps: Heaps) -> Self {
        let mut passed = vec![0_u64];
        let mut sum = 0_u64;
        for (cell, step) in grid.steps.iter().enumerate() {
            let width = width_of(&grid, last, cell);
            // At least one, so that a round number among very many can be drawn; at most 2^32 a cell.
            let part = (u128::from(width) << 32) / u128::from((*step).max(1));
            sum = sum.saturating_add(u64::try_from(part.max(1)).unwrap_or(u64::MAX));
            passed.push(sum);
        }
        Self {
            grid,
            last,
            passed: passed.into(),
            of_bin: of_bin.into_iter().map(Into::into).collect(),
            heaps,
        }
    }

    /// A number of the bin, for `pick` uniform in `0..2^64`.
    pub(super) fn pick(&self, bin: u16, pick: u64) -> Option<i64> {
        let pieces = self.of_bin.get(usize::from(bin))?;
        let total: u64 = pieces.iter().map(|piece| u64::from(piece.weight)).sum();
        let mut left = scaled(mixed(pick, 0), total);
        let piece = pieces.iter().find(|piece| {
            let weight = u64::from(piece.weight);
            let found = left < weight;
            left = left.saturating_sub(weight);
            found
        })?;
        let (first, last) = (usize::from(piece.first), usize::from(piece.last));
        let (start, end) = (*self.passed.get(first)?, *self.passed.get(last + 1)?);
        let place = start + scaled(mixed(pick, 1), end - start);
        let cell = self.passed.partition_point(|passed| *passed <= place) - 1;
        let offset = scaled(mixed(pick, 2), width_of(&self.grid, self.last, cell));
        let number = self.grid.starts.get(cell)?.checked_add_unsigned(offset)?;
        let start = *self.grid.starts.get(first)?;
        let end = self
            .grid
            .starts
            .get(last + 1)
            .map_or(self.last, |next| next - 1);
        Some(self.heaps.rounded(number, &(start..=end), pick))
    }
}

/// How many numbers a cell has.
fn width_of(grid: &Grid, last: i64, cell: usize) -> u64 {
    let start = grid.starts.get(cell).copied().unwrap_or(last);
    let end = grid.starts.get(cell + 1).map_or(last, |next| next - 1);
    end.abs_diff(start) + 1
}

#[cfg(test)]
mod tests {
    use super::super::grid::Measure;
    use super::*;

    /// Picks that are spread evenly enough for the shares below.
    fn numbers(pieces: &Pieces, bin: u16) -> Vec<i64> {
        let picks = (0..20_000_u64).map(|k| k.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        picks.filter_map(|pick| pieces.pick(bin, pick)).collect()
    }

    #[test]
    fn spikes_and_stretches() {
        let grid = Grid::new(0, 10_000_000, Measure::Number).unwrap();
        let cell = |number: i64| {
            let cell = grid.starts.partition_point(|start| *start <= number) - 1;
            u16::try_from(cell).unwrap()
        };
        let piece = |first, last, weight| Piece {
            first: cell(first),
            last: cell(last),
            weight,
        };
        let bins = vec![
            vec![piece(0, 0, 3), piece(5, 14, 1)],
            vec![piece(1_000_000, 1_999_999, 1)],
            vec![piece(20_000, 20_000, u32::MAX)],
        ];
        let pieces = Pieces::new(grid.clone(), 10_000_000, bins, Heaps::default());
        let first = numbers(&pieces, 0);
        let share = |of: &[i64], test: &dyn Fn(i64) -> bool| {
            let count = of.iter().filter(|number| test(**number)).count();
            f64::from(u32::try_from(count).unwrap()) / f64::from(u32::try_from(of.len()).unwrap())
        };
        assert_eq!(first.len(), 20_000);
        assert!((share(&first, &|n| n == 0) - 0.75).abs() < 0.02);
        assert!(first.iter().all(|n| *n == 0 || (5..=14).contains(n)));
        assert!((share(&first, &|n| n == 9) - 0.025).abs() < 0.01);
        // Evenly over the numbers: a tenth ends in 0, a tenth is below 1,100,000.
        let second = numbers(&pieces, 1);
        assert!((share(&second, &|n| n % 10 == 0) - 0.1).abs() < 0.02);
        assert!((share(&second, &|n| n < 1_100_000) - 0.1).abs() < 0.02);
        assert!(numbers(&pieces, 2).iter().all(|n| *n == 20_000));
        assert_eq!(pieces.pick(3, 0), None);
    }

    #[test]
    fn a_cell_has_all_its_numbers() {
        let grid = Grid::new(0, 10_000_000, Measure::Number).unwrap();
        let of = |number: i64| {
            grid.starts
                .iter()
                .position(|start| *start == number)
                .unwrap()
        };
        assert_eq!(width_of(&grid, 10_000_000, of(5)), 1);
        assert_eq!(width_of(&grid, 10_000_000, of(1_000_001)), 999);
        assert_eq!(width_of(&grid, 10_000_000, of(10_000_000)), 1);
    }
}
