//! Which values can have a bin of their own, for whoever reads a spec.

use std::collections::BTreeMap;

use super::bins::{Bins, Cell};
use super::kind::write_scaled;
use super::{Attribute, Kind};
use crate::input::DecimalSign;

impl Attribute {
    /// Which values are cells, and so can have a bin of their own; `None` where the spec declares bins.
    pub fn cells_in_words(&self) -> Option<String> {
        let bins = self.kind.bins().filter(|bins| bins.is_grid())?;
        let widest = bins.cells().map(|cell| cell.step).max()?;
        if widest == 1 {
            return Some("every value".to_owned());
        }
        if matches!(self.kind, Kind::Date { .. } | Kind::DateTime { .. }) {
            let step = self.step_in_words(widest)?;
            return Some(format!("both bounds, the first value of every {step}"));
        }
        let mut parts = Vec::new();
        for (step, sides) in sides_of(bins) {
            parts.push(if step == 1 {
                "every value near zero".to_owned()
            } else {
                let step = self.step_in_words(step)?;
                format!("multiples of {step} {}", self.sides_in_words(&sides)?)
            });
        }
        let more = parts.len().saturating_sub(MOST_STEPS);
        parts.truncate(MOST_STEPS);
        if more > 0 {
            parts.push("and so on".to_owned());
        }
        Some(format!("both bounds, {}", parts.join(", ")))
    }

    /// The width of a step.
    fn step_in_words(&self, step: u64) -> Option<String> {
        match &self.kind {
            Kind::Real { decimals, .. } => {
                let mut written = String::new();
                let step = i64::try_from(step).ok()?;
                write_scaled(step, *decimals, DecimalSign::Point, &mut written)?;
                Some(written)
            }
            Kind::Date { .. } => Some(format!("{step} days")),
            Kind::DateTime { unit, .. } => {
                let minutes = step * unit.seconds().unsigned_abs() / 60;
                Some(match (minutes % 1_440, minutes % 60) {
                    _ if minutes == 0 => format!("{step} seconds"),
                    (0, _) => format!("{} days", minutes / 1_440),
                    (_, 0) => format!("{} hours", minutes / 60),
                    _ => format!("{minutes} minutes"),
                })
            }
            _ => Some(step.to_string()),
        }
    }

    /// Where steps of one width begin.
    fn sides_in_words(&self, sides: &Sides) -> Option<String> {
        let bound = |number: i64| {
            let mut written = String::new();
            self.kind.write_bound(number, &mut written)?;
            Some(written)
        };
        match (sides.below, sides.above) {
            // A domain on both sides of zero is cut alike on both.
            (Some(_), Some(above)) => Some(format!("from ±{} on", bound(above)?)),
            (Some(below), None) => Some(format!("from {} down", bound(below)?)),
            (None, above) => Some(format!("from {} on", bound(above?)?)),
        }
    }
}

/// The number nearest to zero in cells of one width of steps, below zero and above.
#[derive(Default)]
struct Sides {
    below: Option<i64>,
    above: Option<i64>,
}

/// For each width of steps where it begins, from zero outwards.
fn sides_of(bins: &Bins) -> BTreeMap<u64, Sides> {
    let mut all: BTreeMap<u64, Sides> = BTreeMap::new();
    for Cell {
        first,
        numbers,
        step,
    } in bins.cells()
    {
        let sides = all.entry(step).or_default();
        if first >= 0 {
            sides.above = sides.above.or(Some(first));
        } else {
            // Cells are in order, so the last one is the nearest. Zero is a cell by itself.
            sides.below = first.checked_add_unsigned(numbers.saturating_sub(1));
        }
    }
    all
}

/// Widths of steps that are written out.
const MOST_STEPS: usize = 4;

#[cfg(test)]
mod tests {
    use super::super::attribute_of_kind as attribute;

    #[test]
    fn words_for_cells() {
        for (kind, expected) in [
            ("Integer(min: 0, max: 1000)", Some("every value")),
            ("Integer(min: 0, max: 255)", None),
            ("Integer(min: 0, max: 1000, bin: 10)", None),
            (
                "Integer(min: -1000, max: 100000)",
                Some(
                    "both bounds, every value near zero, multiples of 10 from 10000 on, multiples of 100 from 100000 on",
                ),
            ),
            (
                "Integer(min: 2000000, max: 200000000)",
                Some(
                    "both bounds, multiples of 1000 from 2000000 on, multiples of 10000 from 10000000 on, \
                     multiples of 100000 from 100000000 on",
                ),
            ),
            (
                "Integer(min: -200000000, max: -2000000)",
                Some(
                    "both bounds, multiples of 1000 from -2000000 down, multiples of 10000 from -10000000 down, \
                     multiples of 100000 from -100000000 down",
                ),
            ),
            (
                "Integer(min: -200000, max: 50000)",
                Some(
                    "both bounds, every value near zero, multiples of 10 from ±10000 on, multiples of 100 from -100000 down",
                ),
            ),
            (
                "Integer(min: -90000, max: 0)",
                Some("both bounds, every value near zero, multiples of 10 from -10000 down"),
            ),
            (
                "Real(min: \"0\", max: \"100000000\", decimals: 2)",
                Some(
                    "both bounds, every value near zero, multiples of 0.10 from 50.00 on, multiples of 1.00 from 500.00 on, \
                     multiples of 10.00 from 5000.00 on, and so on",
                ),
            ),
            (
                "DateTime(min: \"2020-01-01 00:00\", max: \"2025-12-31 23:59\", format: \"%Y-%m-%d %H:%M\")",
                Some("both bounds, the first value of every 2 hours"),
            ),
        ] {
            let words = attribute(kind).cells_in_words();
            assert_eq!(words.as_deref(), expected, "case `{kind}`");
        }
    }
}
