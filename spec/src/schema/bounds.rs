//! Numbers of an ordered attribute, as a spec writes its bounds.

use core::ops::RangeInclusive;

use super::{Attribute, Kind};
use crate::decimal::Decimal;

impl Attribute {
    /// The numbers of the domain of an ordered attribute, in units of the last decimal, in days, minutes or seconds.
    pub fn domain(&self) -> Option<RangeInclusive<i64>> {
        let bins = self.kind.bins()?;
        Some(*bins.starts().first()?..=bins.last())
    }

    /// The number that a text names as a spec writes bounds: `14`, `0.5`, `2020-01-31`, `2020-01-31 08:30:00`; inside of
    /// the domain or not. `None` for any other text, and for labels.
    pub fn bound(&self, text: &str) -> Option<i64> {
        let text = text.trim();
        match &self.kind {
            Kind::Integer(_) => text.parse::<Decimal>().ok()?.to_grid(0),
            Kind::Real { decimals, .. } => text.parse::<Decimal>().ok()?.to_grid(*decimals),
            Kind::Date { .. } => super::dates::parse_strict(text),
            Kind::DateTime { unit, .. } => match unit.parse_bound(text)? {
                (number, true) => Some(number),
                (_, false) => None,
            },
            Kind::Categorical(_) | Kind::Boolean { .. } | Kind::Identifier { .. } => None,
        }
    }

    /// A number as a spec writes bounds, without quotes.
    pub fn bound_text(&self, number: i64) -> String {
        let mut text = String::new();
        // Every number of the domain was written and read back when the spec was read.
        let _ = self.kind.write_bound(number, &mut text);
        text
    }

    /// The numbers of an interval such as `[20, 25)` or `[80, 99]`, as bins are printed.
    pub(crate) fn interval(&self, text: &str) -> Option<RangeInclusive<i64>> {
        let inner = text.trim().strip_prefix('[')?;
        let (first, last) = inner.split_once(',')?;
        let (last, open) = match last.strip_suffix(')') {
            Some(last) => (last, true),
            None => (last.strip_suffix(']')?, false),
        };
        let (first, last) = (self.bound(first)?, self.bound(last)?);
        let last = if open { last.checked_sub(1)? } else { last };
        (first <= last).then_some(first..=last)
    }

    /// An example of such a number, for messages.
    pub(crate) fn bound_example(&self) -> &'static str {
        match self.kind {
            Kind::Date { .. } => "\"2020-01-31\"",
            Kind::DateTime { .. } => "\"2020-01-31 08:30\"",
            Kind::Real { .. } => "\"0.5\"",
            _ => "14",
        }
    }

    /// Whether the numbers of the two attributes can be compared: they count the same, from the same zero.
    pub fn compares_with(&self, other: &Self) -> bool {
        match (&self.kind, &other.kind) {
            (Kind::Integer(_), Kind::Integer(_)) | (Kind::Date { .. }, Kind::Date { .. }) => true,
            (Kind::Real { decimals: one, .. }, Kind::Real { decimals: two, .. }) => one == two,
            (Kind::DateTime { unit: one, .. }, Kind::DateTime { unit: two, .. }) => one == two,
            _ => false,
        }
    }
}
