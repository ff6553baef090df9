//! Sets of values of an attribute.

use core::ops::RangeInclusive;
use std::collections::BTreeSet;

use crate::schema::{Attribute, Fit};

/// Some values of one attribute. Labels are meant by their codes, numbers and times by themselves and not by the bins that
/// they happen to lie in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    codes: BTreeSet<u16>,
    /// In order, apart from each other, none empty.
    ranges: Vec<RangeInclusive<i64>>,
    null: bool,
}

/// How much of a code is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    None,
    /// These numbers of its bin, in order; not all of them.
    Some(Vec<RangeInclusive<i64>>),
    All,
}

impl Selection {
    /// A missing value.
    pub fn null() -> Self {
        Self {
            null: true,
            ..Self::default()
        }
    }

    /// These numbers, in the unit of the attribute; none where the range is empty.
    pub fn of_numbers(range: RangeInclusive<i64>) -> Self {
        let ranges = if range.is_empty() {
            vec![]
        } else {
            vec![range]
        };
        Self {
            ranges,
            ..Self::default()
        }
    }

    /// Every value, a missing one included if there is such.
    pub fn all(attribute: &Attribute) -> Self {
        Self::default().complement(attribute)
    }

    /// What a text means: a label, a missing token, a group of a declared hierarchy, a number or date as the spec writes
    /// it, or a bin as it is printed, `[20, 25)`. `None` where it means nothing.
    pub fn of_label(attribute: &Attribute, text: &str) -> Option<Self> {
        if !attribute.kind().is_ordered() {
            return match attribute.classify(text) {
                Fit::Inside(code) => Some(Self::of_codes([code])),
                Fit::Missing(_) => Some(Self::null()),
                _ => Self::of_group(attribute, text),
            };
        }
        if attribute.missing().iter().any(|token| token == text) {
            return Some(Self::null());
        }
        let group = || Self::of_group(attribute, text);
        let number = attribute.bound(text).map(|number| number..=number);
        let numbers = number.or_else(|| attribute.interval(text));
        numbers.map(Self::of_numbers).or_else(group)
    }

    /// The values in these codes; the code of a missing value is not among them.
    fn of_codes(codes: impl IntoIterator<Item = u16>) -> Self {
        Self {
            codes: codes.into_iter().collect(),
            ..Self::default()
        }
    }

    /// The values of a group of the finest declared level that has such a name.
    fn of_group(attribute: &Attribute, name: &str) -> Option<Self> {
        attribute.declared_levels().iter().find_map(|level| {
            let null = attribute.null_code();
            let codes = (0_u16..).zip(level.groups());
            let members: Vec<u16> = codes
                .filter(|(code, group)| Some(*code) != null && level.name(**group) == Some(name))
                .map(|(code, _)| code)
                .collect();
            let values = members.iter().map(|code| Self::of_code(attribute, *code));
            values.reduce(|all, one| all.union(&one))
        })
    }

    /// All values of one code.
    pub fn of_code(attribute: &Attribute, code: u16) -> Self {
        if attribute.null_code() == Some(code) {
            return Self::null();
        }
        match attribute.kind().bins() {
            Some(bins) => bins
                .values(code)
                .map_or_else(Self::default, Self::of_numbers),
            None => Self::of_codes([code]),
        }
    }

    /// What one or the other means.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        let mut ranges: Vec<_> = self.ranges.iter().chain(&other.ranges).cloned().collect();
        ranges.sort_by_key(|range| *range.start());
        let mut apart: Vec<RangeInclusive<i64>> = Vec::new();
        for range in ranges {
            match apart.last_mut() {
                Some(last) if *range.start() <= last.end().saturating_add(1) => {
                    *last = *last.start()..=*last.end().max(range.end());
                }
                _ => apart.push(range),
            }
        }
        Self {
            codes: self.codes.union(&other.codes).copied().collect(),
            ranges: apart,
            null: self.null || other.null,
        }
    }

    /// All other values of the attribute.
    #[must_use]
    pub fn complement(&self, attribute: &Attribute) -> Self {
        let null = attribute.is_nullable() && !self.null;
        let Some(domain) = attribute.domain() else {
            // At most 65,536 codes.
            let values = attribute.size() - u32::from(attribute.is_nullable());
            let codes = (0..values).filter_map(|code| u16::try_from(code).ok());
            return Self {
                null,
                ..Self::of_codes(codes.filter(|code| !self.codes.contains(code)))
            };
        };
        let mut ranges = Vec::new();
        let mut next = *domain.start();
        for range in self.within(&domain) {
            if next < *range.start() {
                ranges.push(next..=*range.start() - 1);
            }
            next = range.end().saturating_add(1);
        }
        if next <= *domain.end() {
            ranges.push(next..=*domain.end());
        }
        Self {
            codes: BTreeSet::new(),
            ranges,
            null,
        }
    }

    /// Whether nothing is meant.
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty() && self.ranges.is_empty() && !self.null
    }

    /// Whether a missing value is meant.
    pub fn has_null(&self) -> bool {
        self.null
    }

    /// The numbers that are meant, in order and apart from each other; none for labels.
    pub fn ranges(&self) -> &[RangeInclusive<i64>] {
        &self.ranges
    }

    /// How much of the code of an attribute is meant.
    pub fn holds(&self, attribute: &Attribute, code: u16) -> Part {
        let whole = |meant: bool| if meant { Part::All } else { Part::None };
        if attribute.null_code() == Some(code) {
            return whole(self.null);
        }
        let Some(bins) = attribute.kind().bins() else {
            return whole(self.codes.contains(&code));
        };
        let Some(values) = bins.values(code) else {
            return Part::None;
        };
        let meant = self.within(&values);
        match meant.first() {
            None => Part::None,
            Some(first) if *first == values => Part::All,
            Some(_) => Part::Some(meant),
        }
    }

    /// For each code of the attribute, null included, whether some of it is meant. Where rules have cut the bins at the
    /// ends of what they mean, all of it is.
    pub(crate) fn codes(&self, attribute: &Attribute) -> Vec<bool> {
        let codes = (0..attribute.size()).filter_map(|code| u16::try_from(code).ok());
        codes
            .map(|code| self.holds(attribute, code) != Part::None)
            .collect()
    }

    /// Where bins must begin that hold only what is meant or only what is not.
    pub(crate) fn cuts(&self) -> impl Iterator<Item = i64> {
        let ends = |range: &RangeInclusive<i64>| [*range.start(), range.end().saturating_add(1)];
        self.ranges.iter().flat_map(ends)
    }

    /// The parts of the ranges that lie in another.
    fn within(&self, domain: &RangeInclusive<i64>) -> Vec<RangeInclusive<i64>> {
        let clipped = self
            .ranges
            .iter()
            .map(|range| *range.start().max(domain.start())..=*range.end().min(domain.end()));
        clipped.filter(|range| !range.is_empty()).collect()
    }
}
