//! What one column looks like, gathered in one pass and in bounded memory.

use std::collections::{BTreeMap, HashMap};

use privet_spec::Charset;

use super::dates::Dates;
use super::names::Name;
use super::number::Number;
use super::numbers::Numbers;
use super::tally::Tally;
use super::texts::Texts;
use crate::check::looks_missing;

/// A column's fields in summary.
pub(super) struct Profile {
    pub(super) name: String,
    /// What the name says.
    pub(super) said: Name,
    /// Fields that do not look missing.
    pub(super) values: u64,
    /// Texts that look missing, as they stand, with how often.
    pub(super) missing: BTreeMap<String, u64>,
    /// Words among numbers or dates, with how often: "refused".
    pub(super) words: BTreeMap<String, u64>,
    /// The distinct values with how often each occurs; `None` once there are too many.
    pub(super) labels: Option<HashMap<String, u64>>,
    /// With a decimal point; `None` once a value was no number and no word.
    pub(super) numbers: Option<Numbers>,
    /// With a decimal comma.
    pub(super) comma_numbers: Option<Numbers>,
    /// Some number has a decimal comma.
    pub(super) has_comma: bool,
    pub(super) dates: Dates,
    pub(super) texts: Texts,
    /// How often values repeat.
    pub(super) tally: Tally,
    /// Fields that are not UTF-8, and were read as windows-1252.
    pub(super) not_utf8: u64,
    /// Some field is UTF-8 and not ASCII.
    pub(super) beyond_ascii: bool,
}

impl Profile {
    pub(super) fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            said: Name::new(name),
            values: 0,
            missing: BTreeMap::new(),
            words: BTreeMap::new(),
            labels: Some(HashMap::new()),
            numbers: Some(Numbers::default()),
            comma_numbers: Some(Numbers::default()),
            has_comma: false,
            dates: Dates::new(),
            texts: Texts::default(),
            tally: Tally::default(),
            not_utf8: 0,
            beyond_ascii: false,
        }
    }

    /// Bytes that are kept, roughly.
    pub(super) fn bytes(&self) -> usize {
        let counted = self.missing.keys().chain(self.words.keys());
        let labels = self.labels.iter().flat_map(HashMap::keys);
        let texts = counted.chain(labels).map(|text| text.len() + A_TEXT);
        let suspects = [&self.numbers, &self.comma_numbers].into_iter().flatten();
        let suspects: usize = suspects.map(Numbers::bytes).sum();
        size_of::<Self>()
            + texts.sum::<usize>()
            + suspects
            + self.dates.bytes()
            + self.tally.bytes()
    }

    /// Takes a field that is stored so, or, where it cannot be, in the other way. Of a long one the beginning is looked at:
    /// it is free text.
    pub(super) fn look(&mut self, field: &[u8], stored: Charset, otherwise: Charset) {
        let field = beginning(field);
        let decoded = stored.decode(field);
        let text = decoded.as_deref();
        if let Some(text) = text {
            self.beyond_ascii |= !text.is_ascii();
            self.look_at(text);
        } else {
            self.not_utf8 = self.not_utf8.saturating_add(1);
            if let Some(text) = otherwise.decode(field) {
                self.look_at(&text);
            }
        }
    }

    fn look_at(&mut self, field: &str) {
        if looks_missing(field) {
            if self.missing.len() < MOST_MISSING || self.missing.contains_key(field) {
                *self.missing.entry(field.to_owned()).or_default() += 1;
            }
            return;
        }
        self.values = self.values.saturating_add(1);
        self.look_for_label(field);
        let trimmed = field.trim();
        let number = Number::new(trimmed);
        let whole = number.and_then(Number::whole_number);
        self.tally.look(field, whole);
        self.texts.look(trimmed);
        if number.is_none() && self.is_known_word(trimmed) {
            return;
        }
        let with_comma = number.is_none().then(|| comma_number(trimmed)).flatten();
        self.has_comma |= with_comma.is_some();
        let is_date = self.dates.look(trimmed);
        let is_number = number.is_some() || with_comma.is_some();
        if !is_number && !is_date && self.is_new_word(trimmed) {
            return;
        }
        if !is_date {
            self.dates.give_up();
        }
        look_for_number(&mut self.numbers, number);
        let plain = number.filter(|_| !trimmed.contains('.'));
        look_for_number(&mut self.comma_numbers, with_comma.or(plain));
    }

    fn look_for_label(&mut self, field: &str) {
        let Some(labels) = &mut self.labels else {
            return;
        };
        let full = labels.len() >= MOST_CODES || field.len() > LONGEST_LABEL;
        match labels.get_mut(field) {
            Some(count) => *count = count.saturating_add(1),
            None if full => self.labels = None,
            None => {
                labels.insert(field.to_owned(), 1);
            }
        }
    }

    fn is_known_word(&mut self, field: &str) -> bool {
        let count = self.words.get_mut(field);
        count.is_some_and(|count| {
            *count = count.saturating_add(1);
            true
        })
    }

    /// A text that is no number and no date, and may stand among them: it begins with a letter, and there are few. One
    /// with a digit and no space is a code, as `V57` beside `428`, and so is what looks like a number beside it.
    fn is_new_word(&mut self, field: &str) -> bool {
        let is_word = field.starts_with(|first: char| first.is_alphabetic() || first == '(');
        let is_code = field.contains(|one: char| one.is_ascii_digit()) && !field.contains(' ');
        if !is_word || is_code || self.words.len() >= MOST_WORDS {
            return false;
        }
        self.words.insert(field.to_owned(), 1);
        true
    }
}

fn look_for_number(numbers: &mut Option<Numbers>, number: Option<Number>) {
    match (numbers.as_mut(), number) {
        (Some(numbers), Some(number)) => numbers.look(number),
        (Some(_), None) => *numbers = None,
        (None, _) => {}
    }
}

/// `1,5`, with one comma.
fn comma_number(field: &str) -> Option<Number> {
    let plain = field.contains(',') && !field.contains('.');
    plain.then(|| Number::new(&field.replacen(',', ".", 1)))?
}

/// As much of a field as is looked at, up to the end of a character, where it is UTF-8.
fn beginning(field: &[u8]) -> &[u8] {
    let Some((start, rest)) = field.split_at_checked(LONGEST_LOOKED_AT) else {
        return field;
    };
    let continues = |byte: &u8| byte & 0b1100_0000 == 0b1000_0000;
    if !rest.first().is_some_and(continues) {
        return start;
    }
    // A character has four bytes at most.
    let first = start.iter().rev().take(3).position(|byte| !continues(byte));
    let end = first.map_or(start.len(), |place| start.len() - place - 1);
    start.get(..end).unwrap_or(start)
}

/// Bytes of a field; those behind are not looked at.
const LONGEST_LOOKED_AT: usize = 1 << 16;
/// Bytes of a text in a list beside its letters.
const A_TEXT: usize = 64;
/// Texts that are no codes.
pub(super) const MOST_LABELS: usize = 200;
pub(super) const MOST_CODES: usize = 2000;
/// In bytes; longer fields are free text.
pub(super) const LONGEST_LABEL: usize = 300;
const MOST_MISSING: usize = 20;
const MOST_WORDS: usize = 5;

#[cfg(test)]
mod tests {
    use super::*;

    fn profile(fields: &[&str]) -> Profile {
        let mut profile = Profile::new("x");
        for field in fields {
            profile.look(field.as_bytes(), Charset::UTF_8, Charset::UTF_8);
        }
        profile
    }

    /// A table may have 100,000 columns.
    #[test]
    fn little_is_kept_of_a_column_with_few_values() {
        for fields in [
            &[][..],
            &["17"],
            &["2024"],
            &["2024-01-05"],
            &["words", "more words"],
            &["", "NA"],
        ] {
            let bytes = profile(fields).bytes();
            assert!(bytes < 4_000, "{fields:?}: {bytes}");
        }
    }

    /// The sizes of lists and samples are counted.
    #[test]
    fn what_is_kept_is_weighed() {
        let values: Vec<String> = (0..2_000)
            .map(|k| format!("{k} {}", "x".repeat(250)))
            .collect();
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        assert!(profile(&values).bytes() > 500_000);
    }

    #[test]
    fn of_a_long_field_the_beginning_is_looked_at() {
        let letters = |first: &str, letter: &str| format!("{first}{}", letter.repeat(1 << 16));
        for (label, text, expected) in [
            ("one byte a letter", letters("", "a"), 1 << 16),
            ("two bytes, even", letters("", "é"), 1 << 16),
            ("two bytes, odd", letters("a", "é"), (1 << 16) - 1),
            ("four bytes", letters("ab", "😀"), (1 << 16) - 2),
            ("four bytes, one more", letters("a", "😀"), (1 << 16) - 3),
        ] {
            let start = beginning(text.as_bytes());
            assert_eq!(start.len(), expected, "case `{label}`");
            assert!(core::str::from_utf8(start).is_ok(), "case `{label}`");
            assert_eq!(beginning(b"short"), b"short");
        }
        let binary = vec![0x80; 1 << 17];
        assert_eq!(beginning(&binary).len(), 1 << 16);
    }
}
