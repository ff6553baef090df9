//! What a text says exactly, in whatever notation: by this a missing token stands for its other notations.
//!
//! A missing number is mostly one that no value can have, such as `-99.9` among whole numbers or `1e20` beyond all
//! bounds, so it is compared as it is and not by its place in the domain.
//!
//! Tested: `any_field_is_encoded`, `fields_are_classified`.

use super::Kind;
use crate::decimal::Decimal;
use crate::decimal::scan::Scanned;
use crate::input::DecimalSign;

/// A number or a time. Two notations of the same one are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Numeral {
    Number(Decimal),
    /// In the unit of the kind.
    Time(i64),
}

impl Kind {
    /// What a text says exactly, where this kind reads numbers or times. `None` for more digits than can be kept.
    pub(super) fn numeral(&self, text: &str, decimal: DecimalSign) -> Option<Numeral> {
        let number = |text: &str| {
            let scanned = Scanned::with_sign(text, decimal.byte())?;
            Decimal::of(&scanned).ok().map(Numeral::Number)
        };
        match self {
            Self::Integer(_) | Self::Real { .. } => number(text),
            // Labels that are no numbers are compared as bytes alone.
            Self::Boolean { no, yes } => number(no).and(number(yes)).and_then(|_| number(text)),
            Self::Date { .. } | Self::DateTime { .. } => {
                let (time, left_over) = self.number(text, decimal)?;
                (!left_over).then_some(Numeral::Time(time))
            }
            Self::Categorical(_) | Self::Identifier { .. } => None,
        }
    }
}
