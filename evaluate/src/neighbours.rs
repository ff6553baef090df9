//! Nearest-record distances and exact matches.
//!
//! The distance of two rows is the share of columns in which their codes differ. Synthetic rows are
//! compared with the real rows that are not held out, and so are the held-out ones, which says what to
//! expect of rows that are no copies. The check finds a release that hands out rows; it cannot show
//! that one protects them.
//!
//! Tested: by hand, and `tests/evaluate/check.py` for the whole table.

use std::collections::HashSet;
use std::hash::Hash;

use rayon::prelude::*;

use crate::dice::Dice;
use crate::findings::{Nearest, Neighbours};
use crate::held_out::{Rows, Split};
use crate::input::{Codes, Comparison};
use crate::number::{count, float, mean, ratio};
use crate::quantiles::quantiles;

/// How many steps [`neighbours`] takes at most: twice [`MOST_ROWS`] in groups of [`GROUP`].
pub(crate) const STEPS: u64 = 100;

pub(crate) fn neighbours(
    comparison: &Comparison<'_>,
    split: &Split<'_, '_>,
    dice: &mut Dice,
    step: &(dyn Fn() + Sync),
) -> Neighbours {
    let synthetic = Rows::all(comparison.synthetic());
    let narrow = [&split.reference, &split.held_out, &synthetic]
        .iter()
        .all(|rows| {
            rows.table
                .columns
                .iter()
                .all(|c| matches!(c.codes, Codes::Narrow(_)))
        });
    // One byte a code where that is enough: twice as many fit a register.
    let found = if narrow {
        let byte = |code: u16| u8::try_from(code).unwrap_or(u8::MAX);
        compare(split, &synthetic, byte, dice, step)
    } else {
        compare(split, &synthetic, |code: u16| code, dice, step)
    };
    let [synthetic, real] = found;
    Neighbours {
        caveat: CAVEAT.to_owned(),
        held_out: split.origin.clone(),
        reference_rows: count(split.reference.places.len()),
        synthetic,
        real,
    }
}

fn compare<T: Copy + Eq + Hash + Sync>(
    split: &Split<'_, '_>,
    synthetic: &Rows<'_, '_>,
    convert: impl Fn(u16) -> T + Copy,
    dice: &mut Dice,
    step: &(dyn Fn() + Sync),
) -> [Option<Nearest>; 2] {
    let reference = Matrix::new(&split.reference, convert);
    let known: HashSet<&[T]> = reference.rows().collect();
    [synthetic, &split.held_out].map(|rows| {
        let all = Matrix::new(rows, convert);
        let matches = all.rows().filter(|row| known.contains(row)).count();
        let sample = Matrix::new(&rows.some(MOST_ROWS, dice), convert);
        let distances = nearest(&sample, &reference, step);
        let looked_up = count(rows.places.len());
        (!distances.is_empty() && !known.is_empty()).then(|| Nearest {
            rows: count(distances.len()),
            mean: mean(distances.iter().copied()),
            quantiles: quantiles(distances.iter().copied()),
            looked_up,
            exact_matches: ratio(count(matches).into(), looked_up.into()),
        })
    })
}

/// For each row of `sample` the distance of the nearest row of `reference`.
fn nearest<T: Copy + Eq + Sync>(
    sample: &Matrix<T>,
    reference: &Matrix<T>,
    step: &(dyn Fn() + Sync),
) -> Vec<f64> {
    let width = sample.width.max(1);
    let groups: Vec<Vec<usize>> = sample
        .codes
        .par_chunks(width * GROUP)
        .map(|group| {
            let mut least = vec![width; group.len() / width];
            // A part of the reference stays in the cache while a group of rows looks at it.
            for part in reference.codes.chunks(width * PART) {
                for (least, row) in least.iter_mut().zip(group.chunks_exact(width)) {
                    for other in part.chunks_exact(width) {
                        *least = (*least).min(differences(row, other));
                    }
                }
            }
            step();
            least
        })
        .collect();
    let share = |different: usize| float(count(different)) / float(count(width));
    groups.into_iter().flatten().map(share).collect()
}

/// In how many places two rows differ.
fn differences<T: Copy + Eq>(left: &[T], right: &[T]) -> usize {
    // Summing bytes in short pieces lets the compiler use wide registers.
    let pieces = left.chunks(255).zip(right.chunks(255));
    let sums = pieces.map(|(left, right)| {
        let both = left.iter().zip(right);
        usize::from(
            both.map(|(left, right)| u8::from(left != right))
                .sum::<u8>(),
        )
    });
    sums.sum()
}

/// Rows one after the other.
struct Matrix<T> {
    codes: Vec<T>,
    width: usize,
}

impl<T: Copy> Matrix<T> {
    fn new(rows: &Rows<'_, '_>, convert: impl Fn(u16) -> T) -> Self {
        let width = rows.table.columns.len();
        let mut codes = Vec::with_capacity(rows.places.len().saturating_mul(width));
        for row in &rows.places {
            let columns = rows.table.columns.iter();
            codes.extend(columns.map(|column| convert(column.codes.at(*row))));
        }
        Self { codes, width }
    }

    fn rows(&self) -> impl Iterator<Item = &[T]> {
        self.codes.chunks_exact(self.width.max(1))
    }
}

/// Rows that distances are taken from.
const MOST_ROWS: usize = 1000;
/// Rows that look at a part of the reference together.
const GROUP: usize = 20;
/// Rows of the reference in a part.
const PART: usize = 128;

const CAVEAT: &str = "A sanity check: it shows whether real rows were copied. Small or large distances \
    prove nothing about privacy; the guarantee stands in the release's record.";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::HeldOut;
    use crate::held_out::HeldOutRows;
    use crate::testing::{Owned, attributes, comparison, random_table};

    #[test]
    fn by_hand() {
        let attributes = attributes(&[3, 3]);
        let real = Owned::new(vec![vec![0, 1], vec![0, 1]]);
        let synthetic = Owned::new(vec![vec![0, 0, 2, 2], vec![0, 1, 1, 2]]);
        let apart = Owned::new(vec![vec![0], vec![2]]);
        let comparison = comparison(&attributes, &real, &synthetic);
        let held_out = HeldOutRows::Table {
            table: apart.table(),
            file: "apart.csv".to_owned(),
        };
        let split = Split::new(&comparison, &held_out, &mut Dice::new(1, 0));
        let found = neighbours(&comparison, &split, &mut Dice::new(1, 0), &|| ());
        let synthetic = found.synthetic.unwrap();
        // Distances 0, ½, ½ and 1.
        assert!((synthetic.mean - 0.5).abs() < 1e-15);
        assert!((synthetic.exact_matches - 0.25).abs() < 1e-15);
        let real = found.real.unwrap();
        assert_eq!((real.rows, real.mean, real.exact_matches), (1, 0.5, 0.0));
        assert_eq!(found.reference_rows, 2);
    }

    /// Wide rows against counting one by one.
    #[test]
    fn wide_rows_agree_with_counting() {
        let sizes = vec![2; 600];
        let (left, right) = (random_table(&sizes, 3, 1), random_table(&sizes, 150, 2));
        let (left, right) = (left.table(), right.table());
        let sample = Matrix::new(&Rows::all(&left), |code| code);
        let reference = Matrix::new(&Rows::all(&right), |code| code);
        let expected: Vec<f64> = sample
            .rows()
            .map(|row| {
                let differ = |other: &[u16]| row.iter().zip(other).filter(|(a, b)| a != b).count();
                float(count(reference.rows().map(differ).min().unwrap())) / 600.0
            })
            .collect();
        assert_eq!(nearest(&sample, &reference, &|| ()), expected);
    }

    #[test]
    fn a_share_is_set_apart() {
        let attributes = attributes(&[4]);
        let table = random_table(&[4], 100, 1);
        let comparison = comparison(&attributes, &table, &table);
        let share = HeldOutRows::Share(0.25);
        let split = Split::new(&comparison, &share, &mut Dice::new(1, 0));
        assert_eq!(split.held_out.places.len(), 25);
        assert_eq!(split.reference.places.len(), 75);
        assert_eq!(split.origin, HeldOut::Share(0.25));
        let none = Split::new(&comparison, &HeldOutRows::Share(0.0), &mut Dice::new(1, 0)).held_out;
        assert!(none.places.is_empty());
    }
}
