//! What a reader of a spec cannot see, or cannot tell apart.
//!
//! A spec is signed by a person who reads it. Characters that reorder, hide or overwrite the text
//! are refused wherever they stand, comments included, and so are two names that differ in bytes
//! but not on paper.

use unicode_normalization::UnicodeNormalization as _;

/// Says what is wrong with a character that a reader cannot see or trust; `None` for an ordinary one.
pub fn hidden(character: char) -> Option<&'static str> {
    match character {
        '\u{061C}'
        | '\u{200E}'
        | '\u{200F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2066}'..='\u{2069}' => {
            Some("a bidirectional control character, which shows text in another order")
        }
        _ if character.is_control() => Some("a control character"),
        '\u{2028}' | '\u{2029}' => Some("a Unicode line separator"),
        '\u{FEFF}' => Some("a byte order mark"),
        '\u{00AD}'
        | '\u{034F}'
        | '\u{115F}'
        | '\u{1160}'
        | '\u{17B4}'
        | '\u{17B5}'
        | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200D}'
        | '\u{2060}'..='\u{2065}'
        | '\u{206A}'..='\u{206F}'
        | '\u{3164}'
        | '\u{FE00}'..='\u{FE0F}'
        | '\u{FFA0}'
        | '\u{FFF0}'..='\u{FFFB}'
        | '\u{1BCA0}'..='\u{1BCA3}'
        | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0000}'..='\u{E0FFF}' => Some("an invisible character"),
        _ => None,
    }
}

/// What two texts have in common when a reader takes them for the same: normal form NFKC, with
/// stretches of white space as one space and none at the ends.
pub(crate) fn appearance(text: &str) -> String {
    let normal: String = text.nfkc().collect();
    normal.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Text for the inside of quotes in a comment or a message: one line, short, and letters beyond ASCII by their numbers,
/// so that a reader sees which of two that look alike it is.
pub fn in_ascii(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars().take(LONGEST_SHOWN) {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            ' '..='~' => out.push(character),
            _ => out.extend(character.escape_unicode()),
        }
    }
    if text.chars().count() > LONGEST_SHOWN {
        out.push_str("...");
    }
    out
}

/// A string of the language, quotes included.
pub fn literal(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        if matches!(character, '"' | '\\') {
            out.push('\\');
        }
        out.push(character);
    }
    out.push('"');
    out
}

const LONGEST_SHOWN: usize = 60;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn appearances() {
        for (label, left, right, same) in [
            (
                "composed and decomposed é",
                "caf\u{e9}",
                "cafe\u{301}",
                true,
            ),
            ("ligature", "\u{fb01}n", "fin", true),
            ("full width", "\u{ff21}", "A", true),
            ("no-break space", "a\u{a0}b", "a b", true),
            ("space at the end", "F ", "F", true),
            ("case is seen", "f", "F", false),
        ] {
            assert_eq!(
                appearance(left) == appearance(right),
                same,
                "case `{label}`"
            );
        }
    }
}
