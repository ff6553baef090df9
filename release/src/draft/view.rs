//! A column as the whole table lets it be read.

use super::dates::{Dates, Reading};
use super::numbers::Numbers;
use super::profile::Profile;

/// What of a column only the other columns can tell.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Together {
    /// Numbers have a decimal comma.
    pub(super) comma: bool,
    /// In dates of numbers the day stands before the month.
    pub(super) day_first: Option<bool>,
    /// Some fields are UTF-8 and others are not.
    pub(super) mixed: bool,
}

/// A column, read as its table is.
#[derive(Clone, Copy)]
pub(super) struct View<'p> {
    pub(super) profile: &'p Profile,
    pub(super) together: Together,
}

impl Together {
    /// Where any column has decimal commas, all have; where any says which of day and month is first, all others are
    /// read so.
    pub(super) fn new(profiles: &[Profile]) -> Self {
        let comma = |profile: &Profile| profile.has_comma && profile.comma_numbers.is_some();
        let mut says = profiles
            .iter()
            .filter_map(|profile| profile.dates.day_first());
        let first = says.next();
        let agree = says.all(|other| Some(other) == first);
        Self {
            comma: profiles.iter().any(comma),
            day_first: first.filter(|_| agree),
            mixed: profiles.iter().any(|profile| profile.beyond_ascii)
                && profiles.iter().any(|profile| profile.not_utf8 > 0),
        }
    }
}

impl<'p> View<'p> {
    /// Its numbers, if every value is one but for a few words.
    pub(super) fn numbers(&self) -> Option<&'p Numbers> {
        let numbers = if self.together.comma {
            self.profile.comma_numbers.as_ref()
        } else {
            self.profile.numbers.as_ref()
        };
        numbers.filter(|numbers| numbers.rows > 0 && self.outweighs_words(numbers.rows))
    }

    /// Its dates, if every value is one but for a few words, and whether day and month could change places.
    pub(super) fn date(&self) -> Option<(&'p Dates, &'p Reading, bool)> {
        let dates = &self.profile.dates;
        let (reading, ambiguous) = dates.best(self.together.day_first)?;
        let outweighs = self.outweighs_words(reading.rows);
        outweighs.then_some((dates, reading, ambiguous))
    }

    /// Words stand among numbers, and not a few numbers among words.
    fn outweighs_words(&self, rows: u64) -> bool {
        let many = self.profile.tally.distinct() > FEW_VALUES;
        self.profile.words.is_empty() || (many && rows.saturating_mul(2) >= self.profile.values)
    }
}

/// Of so few values, words among them included, each is a label.
const FEW_VALUES: u64 = 20;
