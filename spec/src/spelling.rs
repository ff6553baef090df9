//! How texts are spelled in the output.
//!
//! Spreadsheets compute a field of a CSV file that begins with `=`, `+`, `-` or `@`, and some trim what stands before it.
//! The usual remedy is an apostrophe in front (OWASP, "CSV Injection"). A number is no formula: `-5` stays as it is.
//!
//! Tested: whatever the text, what is written is no formula, and is read back as it was.

use crate::decimal::scan::Scanned;
use crate::expect::variant;
use crate::findings::Findings;
use crate::in_full::Written;
use crate::input::DecimalSign;
use crate::reader::Node;

/// How labels, missing values and names of columns are spelled in the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spelling {
    /// As the spec has them.
    #[default]
    AsDeclared,
    /// With an apostrophe before whatever a spreadsheet would take for a formula.
    SpreadsheetSafe,
}

impl Spelling {
    /// Spells a text of the spec for the output.
    pub fn spell(self, text: &mut String) {
        if self == Self::SpreadsheetSafe && needs_apostrophe(text) {
            text.insert(0, APOSTROPHE);
        }
    }

    /// The text of the spec that a field of the output stands for.
    pub fn declared(self, field: &str) -> &str {
        match field.strip_prefix(APOSTROPHE) {
            Some(text) if self == Self::SpreadsheetSafe && needs_apostrophe(text) => text,
            _ => field,
        }
    }

    pub(crate) fn read(node: &Node, findings: &mut Findings) -> Option<Self> {
        let known = ["AsDeclared", "SpreadsheetSafe"];
        let variant = variant(node, "spelling", &known, findings)?;
        variant.alone(findings)?;
        Some(match variant.name {
            "AsDeclared" => Self::AsDeclared,
            _ => Self::SpreadsheetSafe,
        })
    }

    pub(crate) fn written(self) -> Written {
        Written::bare(match self {
            Self::AsDeclared => "AsDeclared",
            Self::SpreadsheetSafe => "SpreadsheetSafe",
        })
    }
}

/// Whether a spreadsheet would take a field for a formula.
pub(crate) fn is_formula(text: &str) -> bool {
    let is_number = |sign: DecimalSign| Scanned::with_sign(text, sign.byte()).is_some();
    text.starts_with(FORMULAS_BEGIN)
        && !is_number(DecimalSign::Point)
        && !is_number(DecimalSign::Comma)
}

/// A formula does, and so does a formula behind apostrophes: else it would be read back as another text.
fn needs_apostrophe(text: &str) -> bool {
    is_formula(text.trim_start_matches(APOSTROPHE))
}

const APOSTROPHE: char = '\'';
/// The list of OWASP, with the wide forms that an input method for Chinese or Japanese writes.
const FORMULAS_BEGIN: [char; 11] = [
    '=', '+', '-', '@', '\t', '\r', '\n', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}',
];

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn safe(text: &str) -> String {
        let mut text = text.to_owned();
        Spelling::SpreadsheetSafe.spell(&mut text);
        text
    }

    #[test]
    fn formulas_get_an_apostrophe() {
        for (text, expected) in [
            ("=1+1", "'=1+1"),
            ("+cmd", "'+cmd"),
            ("-2+3", "'-2+3"),
            ("-", "'-"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\tx", "'\tx"),
            ("\u{ff1d}1", "'\u{ff1d}1"),
            ("'=1", "''=1"),
            ("-5", "-5"),
            ("+5", "+5"),
            ("-5.25", "-5.25"),
            ("-5,25", "-5,25"),
            ("-5,2,5", "'-5,2,5"),
            ("-1e-3", "-1e-3"),
            ("a=1", "a=1"),
            ("'n Sync", "'n Sync"),
            ("", ""),
        ] {
            assert_eq!(safe(text), expected);
            let mut plain = text.to_owned();
            Spelling::AsDeclared.spell(&mut plain);
            assert_eq!(plain, text);
            assert_eq!(Spelling::AsDeclared.declared(expected), expected);
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_safe_and_read_back(text in "('|=|\\+|-|@|[0-9]|\\PC){0,6}") {
            let written = safe(&text);
            prop_assert!(!is_formula(&written));
            prop_assert_eq!(Spelling::SpreadsheetSafe.declared(&written), text);
        }
    }
}
