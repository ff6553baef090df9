//! Text inside of a spec.

use core::fmt::Write as _;

use crate::mark::MARK;

/// What stands behind every line that was read off the table.
pub(super) fn loud() -> String {
    format!("// {MARK}: check against a public source")
}

/// A string literal of the language.
pub(super) fn literal(text: &str) -> String {
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

/// Text that is safe in a comment: one line, short, nothing hidden.
pub(super) fn for_comment(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars().take(LONGEST_IN_COMMENT) {
        match character {
            ' '..='~' => out.push(character),
            // Writing to a `String` cannot fail.
            _ => {
                let _ = write!(out, "{}", character.escape_unicode());
            }
        }
    }
    if text.chars().count() > LONGEST_IN_COMMENT {
        out.push_str("...");
    }
    out
}

/// A list of strings, on several lines if it is long; lines but the last end with the loud comment.
pub(super) fn list(texts: &[String], indent: &str) -> String {
    let literals: Vec<String> = texts.iter().map(|text| literal(text)).collect();
    let width: usize = literals.iter().map(|literal| literal.len() + 2).sum();
    if width <= LINE {
        return format!("[{}]", literals.join(", "));
    }
    let loud = loud();
    let mut out = format!("[ {loud}\n");
    let mut line = String::new();
    for (index, literal) in literals.iter().enumerate() {
        line.push_str(literal);
        line.push(',');
        let next = literals.get(index + 1).map_or(0, String::len);
        if next == 0 || line.len() + next > LINE {
            let _ = writeln!(out, "{indent}    {line} {loud}");
            line.clear();
        } else {
            line.push(' ');
        }
    }
    let _ = write!(out, "{indent}]");
    out
}

const LONGEST_IN_COMMENT: usize = 60;
const LINE: usize = 80;
