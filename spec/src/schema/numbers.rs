//! The numbers behind the codes of an ordered attribute: units of the last decimal, days, or minutes or seconds.

use core::ops::RangeInclusive;

use super::kind::write_scaled;
use super::within::{Within, evenly, meet};
use super::{Attribute, Kind, dates};
use crate::input::DecimalSign;

impl Attribute {
    /// The numbers of a code's bin; `None` for a missing value, and where values have no order.
    pub fn numbers_of(&self, code: u16) -> Option<RangeInclusive<i64>> {
        self.kind.bins()?.values(code)
    }

    /// The number that [`Attribute::decode`] writes.
    pub fn pick_number(&self, code: u16, pick: u64) -> Option<i64> {
        self.kind.bins()?.pick(code, pick)
    }

    /// The law of the numbers of a code's bin, restricted to these ranges, which are in order and do not overlap. `None` if
    /// no such number is ever drawn.
    pub fn within(&self, code: u16, ranges: &[RangeInclusive<i64>]) -> Option<Within> {
        self.kind.bins()?.within(code, ranges)
    }

    /// A number of a restricted law, for `pick` uniform in `0..2^64`.
    pub fn pick_within(&self, within: &Within, pick: u64) -> Option<i64> {
        self.kind.bins()?.pick_within(within, pick)
    }

    /// A number of the code's bin between these two, each with the same chance; `None` if there is none.
    pub fn pick_between(&self, code: u16, range: &RangeInclusive<i64>, pick: u64) -> Option<i64> {
        evenly(&meet(&self.numbers_of(code)?, range)?, pick)
    }

    /// Appends the field of a number; `None` where values have no order, or the format cannot write it.
    pub fn write_number(&self, number: i64, out: &mut String) -> Option<()> {
        match &self.kind {
            Kind::Real { decimals, .. } => write_scaled(number, *decimals, self.decimal, out),
            Kind::Date { format, .. } => dates::write_day(format, number, out),
            Kind::DateTime { format, unit, .. } => unit.write(format, number, out),
            Kind::Integer(_) => self.kind.write_bound(number, out),
            Kind::Categorical(_) | Kind::Boolean { .. } | Kind::Identifier { .. } => None,
        }
    }

    /// The number as reports and the spec itself have it.
    pub fn number_in_words(&self, number: i64) -> String {
        let mut text = String::new();
        // What cannot be written is left out.
        let _ = self.kind.write_bound(number, &mut text);
        text
    }

    /// The number that a text stands for, rounded down, and whether anything is left over: written as a field of the table is,
    /// or as a bound in the spec. It may lie outside of the domain.
    pub fn read_number(&self, text: &str) -> Option<(i64, bool)> {
        let as_field = self.kind.number(text, self.decimal);
        as_field.or_else(|| match &self.kind {
            Kind::Integer(_) | Kind::Real { .. } => self.kind.number(text, DecimalSign::Point),
            Kind::Date { .. } => dates::parse_strict(text).map(|day| (day, false)),
            Kind::DateTime { unit, .. } => {
                let (number, is_whole) = unit.parse_bound(text)?;
                Some((number, !is_whole))
            }
            Kind::Categorical(_) | Kind::Boolean { .. } | Kind::Identifier { .. } => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::attribute_of_kind as attribute;

    #[test]
    fn numbers_and_their_text() {
        for (kind, text, expected, written) in [
            (
                "Integer(min: 0, max: 99, bin: 5)",
                "17",
                Some((17, false)),
                "17",
            ),
            (
                "Integer(min: 0, max: 99, bin: 5)",
                "200",
                Some((200, false)),
                "200",
            ),
            ("Integer(min: 0, max: 99, bin: 5)", "1.5", None, ""),
            (
                "Real(min: 0, max: 9, decimals: 1, bins: 3)",
                "1.55",
                Some((15, true)),
                "1.5",
            ),
            (
                "Date(min: \"2020-01-01\", max: \"2020-12-31\", bin: Months(1), format: \"%d.%m.%Y\")",
                "2020-01-02",
                Some((18_263, false)),
                "02.01.2020",
            ),
            (
                "Date(min: \"2020-01-01\", max: \"2020-12-31\", bin: Months(1), format: \"%d.%m.%Y\")",
                "02.01.2020",
                Some((18_263, false)),
                "02.01.2020",
            ),
            ("Boolean", "1", None, ""),
        ] {
            let attribute = attribute(kind);
            let read = attribute.read_number(text);
            assert_eq!(read, expected, "case `{kind}`, `{text}`");
            let mut field = String::new();
            if let Some((number, _)) = read {
                attribute.write_number(number, &mut field).unwrap();
            }
            assert_eq!(field, written, "case `{kind}`, `{text}`");
        }
    }

    #[test]
    fn what_is_decoded_is_the_number_that_is_picked() {
        let attribute = attribute("Integer(min: 0, max: 99, bin: 30)");
        for pick in [0, 1 << 60, u64::MAX] {
            let number = attribute.pick_number(2, pick).unwrap();
            let mut field = String::new();
            attribute.write_number(number, &mut field).unwrap();
            assert_eq!(attribute.decode(2, pick).unwrap(), field);
        }
        assert_eq!(attribute.numbers_of(3), Some(90..=99));
        assert_eq!(attribute.pick_between(3, &(95..=200), u64::MAX), Some(99));
        assert_eq!(attribute.pick_between(3, &(0..=89), 0), None);
    }
}
