//! The byte between two fields of a row.

use core::fmt;
use core::str::FromStr;

use privet_spec::InputForm;

/// The byte between two fields. Invariant: ASCII, and neither a quote nor an end of line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delimiter(u8);

/// A text that cannot stand between fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadDelimiter;

impl Delimiter {
    pub const COMMA: Self = Self(b',');

    pub fn new(byte: u8) -> Result<Self, BadDelimiter> {
        let usable = byte.is_ascii() && !matches!(byte, b'"' | b'\n' | b'\r');
        usable.then_some(Self(byte)).ok_or(BadDelimiter)
    }

    /// Between the fields of such a table.
    pub fn of(form: InputForm) -> Self {
        // A spec states only delimiters that can be one.
        Self::new(form.delimiter).unwrap_or_default()
    }

    pub fn byte(self) -> u8 {
        self.0
    }
}

impl Default for Delimiter {
    fn default() -> Self {
        Self::COMMA
    }
}

impl FromStr for Delimiter {
    type Err = BadDelimiter;

    /// One character, or `tab` or `\t`, which are hard to type in a shell.
    fn from_str(text: &str) -> Result<Self, BadDelimiter> {
        match text.as_bytes() {
            b"tab" | b"\\t" => Self::new(b'\t'),
            [byte] => Self::new(*byte),
            _ => Err(BadDelimiter),
        }
    }
}

impl fmt::Display for Delimiter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            b'\t' => f.write_str("tab"),
            byte => write!(f, "{}", char::from(byte).escape_debug()),
        }
    }
}

impl fmt::Display for BadDelimiter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "this cannot stand between fields — write one ASCII character that is neither a quote \
             nor the end of a line, or `tab`",
        )
    }
}

impl core::error::Error for BadDelimiter {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings() {
        for (text, expected) in [
            (",", Some(b',')),
            (";", Some(b';')),
            ("tab", Some(b'\t')),
            ("\\t", Some(b'\t')),
            ("\t", Some(b'\t')),
            ("\u{1}", Some(1)),
            ("\"", None),
            ("\n", None),
            ("\r", None),
            ("", None),
            (";;", None),
            ("é", None),
        ] {
            let actual = text.parse::<Delimiter>().ok().map(Delimiter::byte);
            assert_eq!(actual, expected, "case `{text}`");
        }
    }
}
