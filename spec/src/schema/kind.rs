//! Kinds of attributes.

use core::fmt::Write as _;

use super::bins::{Bins, Position};
use super::date_times::TimeUnit;
use super::dates;
use super::fit::Fit;
use crate::decimal::scan::Scanned;
use crate::input::DecimalSign;

/// What the values of an attribute are.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// Labels, compared as bytes.
    Categorical(Vec<String>),
    /// Two labels.
    Boolean {
        /// Code 0.
        no: String,
        /// Code 1.
        yes: String,
    },
    /// Whole numbers in bins.
    Integer(Bins),
    /// Decimals in bins.
    Real {
        /// In units of 10^−`decimals`.
        bins: Bins,
        /// Digits behind the point in the output.
        decimals: u8,
    },
    /// Dates in bins.
    Date {
        /// In days since 1970-01-01.
        bins: Bins,
        /// How fields are written, in the manner of `strftime`.
        format: String,
    },
    /// Dates with the time of day, without a zone, in bins.
    DateTime {
        /// In units since 1970-01-01 00:00.
        bins: Bins,
        /// How fields are written, in the manner of `strftime`.
        format: String,
        /// The finest that the format writes.
        unit: TimeUnit,
    },
    /// Never read; generated in the output as the prefix and the number of the row.
    Identifier {
        /// What stands before the number.
        prefix: String,
    },
}

impl Kind {
    /// Its word in a spec.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Categorical(_) => "Categorical",
            Self::Boolean { .. } => "Boolean",
            Self::Integer(_) => "Integer",
            Self::Real { .. } => "Real",
            Self::Date { .. } => "Date",
            Self::DateTime { .. } => "DateTime",
            Self::Identifier { .. } => "Identifier",
        }
    }

    /// Whether values have an order in which they can be clamped.
    pub fn is_ordered(&self) -> bool {
        self.bins().is_some()
    }

    /// The bins of an ordered kind.
    pub fn bins(&self) -> Option<&Bins> {
        match self {
            Self::Integer(bins)
            | Self::Real { bins, .. }
            | Self::Date { bins, .. }
            | Self::DateTime { bins, .. } => Some(bins),
            Self::Categorical(_) | Self::Boolean { .. } | Self::Identifier { .. } => None,
        }
    }

    /// Cuts an ordered kind otherwise; labels have no bins.
    pub(super) fn set_bins(&mut self, new: Bins) {
        match self {
            Self::Integer(bins)
            | Self::Real { bins, .. }
            | Self::Date { bins, .. }
            | Self::DateTime { bins, .. } => *bins = new,
            Self::Categorical(_) | Self::Boolean { .. } | Self::Identifier { .. } => {}
        }
    }

    /// The labels of a kind that has them, in the order of their codes.
    pub(super) fn labels(&self) -> Vec<&str> {
        match self {
            Self::Categorical(labels) => labels.iter().map(String::as_str).collect(),
            Self::Boolean { no, yes } => vec![no, yes],
            _ => Vec::new(),
        }
    }

    /// The label of one code, for a kind that has labels.
    pub(super) fn listed(&self, code: u16) -> Option<&str> {
        match (self, code) {
            (Self::Categorical(labels), _) => labels.get(usize::from(code)).map(String::as_str),
            (Self::Boolean { no, .. }, 0) => Some(no),
            (Self::Boolean { yes, .. }, 1) => Some(yes),
            _ => None,
        }
    }

    /// The number of values, null not counted.
    pub(super) fn values(&self) -> u32 {
        let count = match self {
            Self::Categorical(labels) => labels.len(),
            Self::Boolean { .. } => 2,
            _ => self.bins().map_or(0, Bins::count),
        };
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// Where a field that is no label as it stands, without surrounding spaces, lies by its number.
    pub(super) fn locate(&self, field: &str, decimal: DecimalSign) -> Fit {
        if let Self::Boolean { no, yes } = self {
            let [number, no, yes] = [field, no, yes].map(|text| self.numeral(text, decimal));
            return match number {
                Some(_) if no == yes => Fit::Foreign,
                Some(_) if number == no => Fit::Inside(0),
                Some(_) if number == yes => Fit::Inside(1),
                _ => Fit::Foreign,
            };
        }
        let position = self
            .bins()
            .zip(self.number(field, decimal))
            .map(|(bins, (floor, left_over))| bins.find(floor, left_over));
        match position {
            None => Fit::Foreign,
            Some(Position::Below) => Fit::Below,
            Some(Position::Above) => Fit::Above,
            Some(Position::In(bin)) => Fit::Inside(bin),
        }
    }

    /// The whole number that a field of an ordered kind stands for, rounded down, and whether anything is left over.
    pub(super) fn number(&self, field: &str, decimal: DecimalSign) -> Option<(i64, bool)> {
        match self {
            Self::Integer(_) => whole(field, decimal).map(|number| (number, false)),
            Self::Real { decimals, .. } => {
                let scanned = Scanned::with_sign(field, decimal.byte());
                scanned.map(|scanned| scanned.floor_to_grid(*decimals))
            }
            Self::Date { format, .. } => dates::parse_day(format, field).map(|day| (day, false)),
            Self::DateTime { format, unit, .. } => unit.parse(format, field),
            Self::Categorical(_) | Self::Boolean { .. } | Self::Identifier { .. } => None,
        }
    }

    /// A name for the codes `first..=last`, for reports: a label, `17`, `[20, 25)`, `[80, 99]`.
    pub(super) fn label(&self, first: u16, last: u16) -> Option<String> {
        let Some(bins) = self.bins() else {
            let (left, right) = (self.listed(first)?, self.listed(last)?);
            return Some(if first == last {
                left.to_owned()
            } else {
                format!("{left} … {right}")
            });
        };
        let (start, end) = (*bins.values(first)?.start(), *bins.values(last)?.end());
        let mut label = String::new();
        if start == end && !matches!(self, Self::Real { .. }) {
            self.write_bound(start, &mut label)?;
            return Some(label);
        }
        let closed = end == bins.last();
        label.push('[');
        self.write_bound(start, &mut label)?;
        label.push_str(", ");
        self.write_bound(if closed { end } else { end + 1 }, &mut label)?;
        label.push(if closed { ']' } else { ')' });
        Some(label)
    }

    /// A bound of an ordered kind; dates always as in the spec, whatever the format of the fields.
    pub(super) fn write_bound(&self, number: i64, out: &mut String) -> Option<()> {
        match self {
            Self::Real { decimals, .. } => write_scaled(number, *decimals, DecimalSign::Point, out),
            Self::Date { .. } => dates::write_day(dates::ISO, number, out),
            Self::DateTime { unit, .. } => unit.write(unit.bound_format(), number, out),
            _ => write!(out, "{number}").ok(),
        }
    }
}

/// Appends `number · 10^−decimals`, with exactly that many decimals.
pub(super) fn write_scaled(
    number: i64,
    decimals: u8,
    decimal: DecimalSign,
    out: &mut String,
) -> Option<()> {
    if decimals == 0 {
        return write!(out, "{number}").ok();
    }
    let unit = 10_u64.checked_pow(u32::from(decimals))?;
    let magnitude = number.unsigned_abs();
    let (whole, fraction) = (magnitude.checked_div(unit)?, magnitude.checked_rem(unit)?);
    let sign = if number < 0 { "-" } else { "" };
    let point = char::from(decimal.byte());
    write!(
        out,
        "{sign}{whole}{point}{fraction:0width$}",
        width = usize::from(decimals)
    )
    .ok()
}

/// A whole number in any decimal notation: `60`, `+60`, `60.0`, `6e1`. One too long for `i64` saturates:
/// it is outside of every domain, on the right side.
fn whole(text: &str, decimal: DecimalSign) -> Option<i64> {
    Scanned::with_sign(text, decimal.byte())?.whole()
}
