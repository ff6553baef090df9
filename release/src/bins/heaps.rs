//! Which part of a column's numbers was rounded, and to what, estimated from the finest noisy counts.
//!
//! Where incomes are rounded to hundreds, no income has many rows and the noise drowns each of them, but not the sum
//! over all multiples of a hundred. The model is a mixture: of all rows that lie in stretches whose cells nothing tells
//! apart, a part π₁ was rounded to multiples of 5, a part π₂ to multiples of 10, then of 50, 100, 500 and so on, and the
//! rest not at all. Each cell of one number belongs to one class, by the largest of these that divides it. The rows of
//! a class are linear in π:
//! ```text
//! E[rows of class j] = Σᵢ πᵢ Aⱼᵢ,    Aⱼᵢ = Σ over stretches of rows · (numbers of class j) / (multiples of mᵢ), i ≤ j
//! ```
//! Parts are taken in one after the other, the one that explains most first, as long as it explains more than
//! [`CLEAR`] deviations of noise; least squares, with no part below zero. Numbers with a cell of their own are left out:
//! where they lie is known already.

use privet_spec::{Attribute, Bins, Cell, Heap, Heaps, Kind};

use super::estimate::{CLEAR, Stretch};

/// The heaps of an attribute, whose finest noisy counts have a deviation of `noise` rows.
pub(super) fn heaps(
    attribute: &Attribute,
    counts: &[i64],
    pieces: &[Stretch],
    noise: f64,
) -> Heaps {
    if !matches!(attribute.kind(), Kind::Integer { .. } | Kind::Real { .. }) {
        return Heaps::default();
    }
    let bins = attribute.kind().bins();
    let cells: Vec<Cell> = bins.into_iter().flat_map(Bins::cells).collect();
    let wide = pieces.iter().filter(|piece| piece.end - piece.first > 1);
    let stretches: Vec<Counted<'_>> = wide
        .filter_map(|piece| Counted::new(*piece, &cells, counts))
        .collect();
    let classes: Vec<Class> = (0..MULTIPLES)
        .map(|place| Class::new(place, &stretches))
        .collect();
    Heaps(Mixture { classes, noise }.heaps())
}

/// Cells that nothing tells apart, with their counts.
struct Counted<'a> {
    cells: &'a [Cell],
    counts: &'a [i64],
    rows: f64,
    low: i64,
    high: i64,
    widest_step: u64,
}

impl<'a> Counted<'a> {
    fn new(piece: Stretch, cells: &'a [Cell], counts: &'a [i64]) -> Option<Self> {
        let cells = cells.get(piece.first..piece.end)?;
        let last = cells.last()?;
        Some(Self {
            cells,
            counts: counts.get(piece.first..piece.end)?,
            rows: piece.rows,
            low: cells.first()?.first,
            high: last.first.checked_add_unsigned(last.numbers - 1)?,
            widest_step: cells.iter().map(|cell| cell.step).max()?,
        })
    }

    /// How many multiples it has.
    fn multiples(&self, of: u64) -> f64 {
        let of = i128::from(of);
        let count =
            i128::from(self.high).div_euclid(of) - (i128::from(self.low) - 1).div_euclid(of);
        // Below 2^63.
        #[allow(clippy::cast_precision_loss)]
        let count = count as f64;
        count
    }
}

/// What was counted of one class, and what each rounding lets expect: all over stretches whose cells tell the class.
struct Class {
    rows: f64,
    cells: f64,
    expected: [f64; MULTIPLES],
}

impl Class {
    fn new(place: usize, stretches: &[Counted<'_>]) -> Self {
        let (of, next) = (multiple(place), multiple(place + 1));
        let mut class = Self {
            rows: 0.0,
            cells: 0.0,
            expected: [0.0; MULTIPLES],
        };
        for stretch in stretches.iter().filter(|one| one.widest_step <= of) {
            for (cell, count) in stretch.cells.iter().zip(stretch.counts) {
                let number = cell.first.unsigned_abs();
                if cell.numbers == 1 && number.is_multiple_of(of) && !number.is_multiple_of(next) {
                    // Noisy numbers of rows are below 2^40.
                    #[allow(clippy::cast_precision_loss)]
                    let count = *count as f64;
                    class.rows += count;
                    class.cells += 1.0;
                }
            }
            let numbers = stretch.multiples(of) - stretch.multiples(next);
            for (rounding, expected) in class.expected.iter_mut().enumerate() {
                let multiples = stretch.multiples(multiple(rounding));
                *expected += stretch.rows
                    * match multiples {
                        // No room for it: such rows are as they were.
                        0.0 => numbers / stretch.multiples(1),
                        _ if rounding <= place => numbers / multiples,
                        _ => 0.0,
                    };
            }
        }
        class
    }
}

/// The parts π of all roundings but none.
type Parts = [f64; MULTIPLES];

/// Classes of numbers, as counted with so much noise a cell.
struct Mixture {
    classes: Vec<Class>,
    noise: f64,
}

impl Mixture {
    /// The parts that stand out, largest multiple first.
    fn heaps(&self) -> Vec<Heap> {
        let mut parts: Parts = [0.0; MULTIPLES];
        let mut taken: Vec<usize> = Vec::new();
        while taken.len() < MOST_HEAPS {
            let misfit = self.misfit(&parts);
            let fits = (1..MULTIPLES)
                .filter(|place| !taken.contains(place))
                .map(|place| {
                    let places: Vec<usize> = taken.iter().copied().chain([place]).collect();
                    let parts = self.fitted(&places);
                    (self.misfit(&parts), place, parts)
                });
            let Some((least, place, fit)) = fits.min_by(|left, right| left.0.total_cmp(&right.0))
            else {
                break;
            };
            if misfit - least <= CLEAR * CLEAR {
                break;
            }
            taken.push(place);
            parts = fit;
        }
        let known = parts.iter().enumerate().rev();
        let known = known.filter(|(_, part)| **part >= LEAST);
        known
            .map(|(place, part)| Heap {
                multiple: multiple(place),
                // A saturating cast of a number from 0 to 2^32.
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
                share: (part * 4_294_967_296.0) as u32,
            })
            .collect()
    }

    /// What is left unexplained, in squared deviations of the noise.
    fn misfit(&self, parts: &Parts) -> f64 {
        let classes = self.classes.iter().filter(|class| class.cells > 0.0);
        let squares = classes.map(|class| {
            let left = class.left(parts);
            left * left / (self.noise * self.noise * class.cells)
        });
        squares.sum()
    }

    /// Least squares over these parts, none below zero and together at most one: one after the other, in turn.
    fn fitted(&self, places: &[usize]) -> Parts {
        let mut parts: Parts = [0.0; MULTIPLES];
        for _ in 0..SWEEPS {
            for place in places {
                let (mut along, mut slope) = (0.0, 0.0);
                for class in self.classes.iter().filter(|class| class.cells > 0.0) {
                    let effect = class.effect(*place);
                    along += effect * class.left(&parts) / class.cells;
                    slope += effect * effect / class.cells;
                }
                let others: f64 = parts.iter().sum::<f64>() - part(&parts, *place);
                if slope > 0.0
                    && let Some(one) = parts.get_mut(*place)
                {
                    *one = (*one + along / slope).clamp(0.0, (1.0 - others).max(0.0));
                }
            }
        }
        parts
    }
}

impl Class {
    /// How many rows more a rounding gives to the class than none does.
    fn effect(&self, place: usize) -> f64 {
        part(&self.expected, place) - part(&self.expected, 0)
    }

    /// Rows that these parts do not explain.
    fn left(&self, parts: &Parts) -> f64 {
        let effects = parts.iter().enumerate();
        let explained: f64 = effects.map(|(place, part)| part * self.effect(place)).sum();
        self.rows - part(&self.expected, 0) - explained
    }
}

fn part(parts: &Parts, place: usize) -> f64 {
    parts.get(place).copied().unwrap_or(0.0)
}

/// 1, 5, 10, 50, 100, 500, …: each divides the next.
fn multiple(place: usize) -> u64 {
    let ten = (0..place / 2).fold(1_u64, |ten, _| ten.saturating_mul(10));
    if place.is_multiple_of(2) {
        ten
    } else {
        ten.saturating_mul(5)
    }
}

/// Roundings up to a billion, none included.
const MULTIPLES: usize = 19;
const MOST_HEAPS: usize = 4;
/// A smaller part is not worth telling.
const LEAST: f64 = 0.01;
/// More change nothing any more.
const SWEEPS: usize = 60;
