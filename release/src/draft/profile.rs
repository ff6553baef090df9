//! What one column looks like, gathered in one pass.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher as _, RandomState};

use jiff::civil::Date;

use super::number::Number;
use crate::check::looks_missing;

/// A column's fields in summary.
pub(super) struct Profile {
    pub(super) name: String,
    /// Fields that do not look missing.
    pub(super) values: u64,
    /// Texts that look missing, as they stand, with how often.
    pub(super) missing: BTreeMap<String, u64>,
    /// The distinct values with how often each occurs; `None` once there are too many.
    pub(super) labels: Option<HashMap<String, u64>>,
    /// `None` once a value was no number.
    pub(super) numbers: Option<Numbers>,
    /// Formats in which every value is a date.
    pub(super) dates: Vec<Dates>,
    /// Whether the name says that it names somebody.
    pub(super) named_like_id: bool,
    /// Fields that are not UTF-8.
    pub(super) not_utf8: u64,
    /// The most rows that share a value; for a column that is not named like an id, counted up to 2.
    pub(super) most_of_a_value: u64,
    /// How often each value occurs, by its hash, as long as that is asked for.
    seen: HashMap<u64, u64>,
    hash: RandomState,
}

/// The values of a column of numbers.
pub(super) struct Numbers {
    /// The least and the largest, in units of 10^−15, outward.
    pub(super) range: Option<(i128, i128)>,
    pub(super) whole: bool,
    pub(super) padded: bool,
    pub(super) decimals: u32,
    /// How many values have a whole part of so many bits.
    pub(super) by_bits: [u64; 64],
}

/// The values of a column of dates.
pub(super) struct Dates {
    pub(super) format: &'static str,
    pub(super) range: Option<(Date, Date)>,
}

impl Profile {
    pub(super) fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            values: 0,
            missing: BTreeMap::new(),
            labels: Some(HashMap::new()),
            numbers: Some(Numbers {
                range: None,
                whole: true,
                padded: false,
                decimals: 0,
                by_bits: [0; 64],
            }),
            dates: FORMATS
                .map(|format| Dates {
                    format,
                    range: None,
                })
                .into(),
            named_like_id: named_like_id(name),
            not_utf8: 0,
            most_of_a_value: 0,
            seen: HashMap::new(),
            hash: RandomState::new(),
        }
    }

    pub(super) fn look(&mut self, field: &[u8]) {
        let Ok(field) = core::str::from_utf8(field) else {
            self.not_utf8 = self.not_utf8.saturating_add(1);
            return;
        };
        if looks_missing(field) {
            if self.missing.len() < MOST_MISSING || self.missing.contains_key(field) {
                *self.missing.entry(field.to_owned()).or_default() += 1;
            }
            return;
        }
        self.values = self.values.saturating_add(1);
        self.look_for_label(field);
        self.look_for_repeats(field);
        let trimmed = field.trim();
        if let Some(numbers) = &mut self.numbers
            && numbers.look(trimmed).is_none()
        {
            self.numbers = None;
        }
        self.dates.retain_mut(|dates| dates.look(trimmed).is_some());
    }

    fn look_for_label(&mut self, field: &str) {
        let Some(labels) = &mut self.labels else {
            return;
        };
        let full = labels.len() >= MOST_LABELS || field.len() > LONGEST_LABEL;
        match labels.get_mut(field) {
            Some(count) => *count = count.saturating_add(1),
            None if full => self.labels = None,
            None => {
                labels.insert(field.to_owned(), 1);
            }
        }
    }

    fn look_for_repeats(&mut self, field: &str) {
        if self.gave_up_counting() {
            return;
        }
        let count = self.seen.entry(self.hash.hash_one(field)).or_default();
        *count = count.saturating_add(1);
        self.most_of_a_value = self.most_of_a_value.max(*count);
        if self.gave_up_counting() {
            self.seen = HashMap::new();
        }
    }

    /// Of a column that is no id only the first repeat matters.
    fn gave_up_counting(&self) -> bool {
        !self.all_distinct() && !self.named_like_id
    }

    /// No value occurred twice.
    pub(super) fn all_distinct(&self) -> bool {
        self.most_of_a_value <= 1
    }

    /// The number of distinct values; `None` if they were too many to count.
    pub(super) fn distinct(&self) -> Option<usize> {
        let counted = (!self.gave_up_counting()).then_some(self.seen.len());
        counted.or_else(|| self.labels.as_ref().map(HashMap::len))
    }
}

fn named_like_id(name: &str) -> bool {
    let name = name.to_lowercase();
    name == "id"
        || ["_id", " id", "-id", "uuid", "guid", ".id"]
            .iter()
            .any(|end| name.ends_with(end))
        || ["id_", "id "].iter().any(|start| name.starts_with(start))
}

impl Numbers {
    fn look(&mut self, field: &str) -> Option<()> {
        let number = Number::new(field)?;
        let ceiling = number.floor + i128::from(number.inexact);
        let (low, high) = self.range.unwrap_or((number.floor, ceiling));
        self.range = Some((low.min(number.floor), high.max(ceiling)));
        self.whole &= number.whole;
        self.padded |= number.padded;
        self.decimals = self.decimals.max(number.decimals);
        let whole = number.floor.max(0) / UNIT;
        let bits = usize::try_from(128 - whole.leading_zeros()).ok()?;
        let count = self.by_bits.get_mut(bits)?;
        *count = count.saturating_add(1);
        Some(())
    }

    /// Whether at least four fifths of the numbers are below `bound`, which is above 0.
    pub(super) fn mostly_below(&self, bound: i128) -> bool {
        // Numbers of at most ⌊log₂ bound⌋ bits are below it.
        let bits = bound.checked_ilog2().unwrap_or(0);
        let bits = usize::try_from(bits).unwrap_or(0);
        let below: u64 = self.by_bits.iter().take(bits + 1).sum();
        let all: u64 = self.by_bits.iter().sum();
        below.saturating_mul(5) >= all.saturating_mul(4)
    }
}

impl Dates {
    fn look(&mut self, field: &str) -> Option<()> {
        let date = Date::strptime(self.format, field).ok()?;
        let (low, high) = self.range.unwrap_or((date, date));
        self.range = Some((low.min(date), high.max(date)));
        Some(())
    }
}

/// 10^15.
pub(super) const UNIT: i128 = 1_000_000_000_000_000;
pub(super) const ISO: &str = "%Y-%m-%d";
const FORMATS: [&str; 2] = [ISO, "%d.%m.%Y"];
pub(super) const MOST_LABELS: usize = 200;
/// In bytes; longer fields are free text.
pub(super) const LONGEST_LABEL: usize = 300;
const MOST_MISSING: usize = 20;
