//! Texts of foreign origin, as they may stand on a line that people read.
//!
//! A file name, a header, a record or an error of another library may hold a line end, what a terminal obeys, what turns
//! the text around it, or a million digits. [`shown`] is for one such text inside of a sentence, and a [`Line`] is a
//! whole line: what is made of it cannot begin a line of its own. Our own words hold none of these characters, so that a
//! line loses nothing by being one. Letters of any script stay as they are.
//!
//! Tested: whatever the text, nothing hidden is left, and the length is bounded.

use core::fmt::{self, Write as _};
use core::ops::Deref;

use crate::text::hidden;

/// One line for people: no line end in it, nothing that a terminal obeys or hides, and of a length that can be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line(String);

/// A text that may hold anything, such as a name or a label, for a sentence: hidden characters by their numbers, and the
/// middle of a long one left out.
pub fn shown(text: &str) -> String {
    escaped_but(&cut(text, LONGEST_NAME), &[])
}

/// A text of several lines, whole: hidden characters by their numbers, but for line ends and tabs.
pub fn shown_lines(text: &str) -> String {
    escaped_but(text, &['\n', '\t'])
}

/// Every character of a text, those that a reader cannot see or trust by their numbers, as in `\u{1b}`.
fn escaped_but(text: &str, kept: &[char]) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if hidden(character).is_some() && !kept.contains(&character) {
            out.extend(character.escape_default());
        } else {
            out.push(character);
        }
    }
    out
}

/// The beginning and the end of a text that is longer than so many characters, and how long it is.
fn cut(text: &str, most: usize) -> String {
    let length = text.chars().count();
    if length <= most {
        return text.to_owned();
    }
    let (head, tail) = (most - most / 4, most / 4);
    let mut out: String = text.chars().take(head).collect();
    // Writing to a `String` cannot fail.
    let _ = write!(out, "… ({length} characters) …");
    out.extend(text.chars().skip(length - tail));
    out
}

impl Line {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Line {
    fn from(text: &str) -> Self {
        Self(escaped_but(&cut(text, LONGEST_LINE), &[]))
    }
}

impl From<String> for Line {
    fn from(text: String) -> Self {
        Self::from(text.as_str())
    }
}

impl From<Line> for String {
    fn from(line: Line) -> Self {
        line.0
    }
}

impl Deref for Line {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl PartialEq<str> for Line {
    fn eq(&self, text: &str) -> bool {
        self.0 == text
    }
}

impl PartialEq<&str> for Line {
    fn eq(&self, text: &&str) -> bool {
        self.0 == *text
    }
}

/// Longer than any name that people use.
const LONGEST_NAME: usize = 120;
/// A sentence with a path and a few names in it.
const LONGEST_LINE: usize = 1200;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn hidden_characters_are_told_and_others_stay() {
        for (label, text, expected) in [
            ("line end", "a\nok    all is well", r"a\nok    all is well"),
            ("carriage return", "a\rb", r"a\rb"),
            ("escape sequence", "\u{1b}[2J", r"\u{1b}[2J"),
            ("one of 8 bits", "\u{9b}2J", r"\u{9b}2J"),
            ("turned around", "\u{202e}gpj.x", r"\u{202e}gpj.x"),
            ("isolated", "\u{2066}x\u{2069}", r"\u{2066}x\u{2069}"),
            ("line separator", "a\u{2028}b", r"a\u{2028}b"),
            ("invisible", "a\u{200b}b", r"a\u{200b}b"),
            ("accents", "Zürich, café", "Zürich, café"),
            ("combining accent", "cafe\u{301}", "cafe\u{301}"),
            ("Japanese", "東京都 カタカナ", "東京都 カタカナ"),
            ("Arabic", "العربية", "العربية"),
            ("emoji", "🦊 ok", "🦊 ok"),
            ("tab", "a\tb", r"a\tb"),
            ("a path of Windows", r"C:\new\table", r"C:\new\table"),
        ] {
            assert_eq!(shown(text), expected, "case `{label}`");
            assert_eq!(Line::from(text), expected, "case `{label}`");
        }
    }

    #[test]
    fn several_lines_keep_their_ends() {
        let text = "a\tb\n\u{1b}[2J\r\nc\u{202e}\n";
        assert_eq!(shown_lines(text), "a\tb\n\\u{1b}[2J\\r\nc\\u{202e}\n");
    }

    #[test]
    fn long_texts_lose_their_middle_and_tell_their_length() {
        let long = format!("{}{}", "1".repeat(1_000_000), "2".repeat(100));
        let name = shown(&long);
        assert!(name.starts_with("111") && name.ends_with("222"), "{name}");
        assert!(name.contains("1… (1000100 characters) …2"), "{name}");
        assert!(name.chars().count() < 160, "{name}");
        let line = Line::from(format!("`{long}` is no number"));
        assert!(line.ends_with("2` is no number"), "{line}");
        assert!(line.chars().count() < 1300, "{line}");
        assert_eq!(shown(&"x".repeat(LONGEST_NAME)), "x".repeat(LONGEST_NAME));
    }

    proptest! {
        #[test]
        fn a_line_is_one_line(text in "(.|\n|\r|\u{1b}|\u{202e}|\u{85}){0,3000}") {
            let line = Line::from(text.as_str());
            prop_assert!(!line.chars().any(|character| hidden(character).is_some()));
            prop_assert!(line.chars().count() <= 10 * LONGEST_LINE + 40);
            prop_assert_eq!(Line::from(line.as_str()).lines().count() <= 1, true);
        }
    }
}
