//! String literals.

use super::cursor::Cursor;
use crate::findings::Findings;
use crate::problem::Place;
use crate::text;

/// Reads a string; the cursor stands on its opening quote. Bad escapes are reported and skipped, so
/// that reading goes on; `None` only if the string has no end.
pub(super) fn string(cursor: &mut Cursor<'_>, findings: &mut Findings) -> Option<String> {
    let start = cursor.position();
    cursor.bump();
    let mut content = String::new();
    loop {
        let at = cursor.position();
        match cursor.bump() {
            Some('"') => return Some(content),
            Some('\\') => {
                if let Some(character) = escape(cursor, at, findings) {
                    content.push(character);
                }
            }
            None | Some('\n' | '\r') => {
                let place = Place { start, end: at };
                findings.add(
                    place,
                    "this string is not closed on its line",
                    "write the closing `\"`",
                );
                return None;
            }
            Some('\t') => {
                let help = "write a space instead";
                findings.add(
                    cursor.place_from(at),
                    "there is a tab inside a string",
                    help,
                );
            }
            // Reported already, by the walk through the whole file.
            Some(character) if text::hidden(character).is_some() => {}
            Some(character) => content.push(character),
        }
    }
}

/// Reads an escape; the cursor stands behind its backslash, which is at `start`.
fn escape(cursor: &mut Cursor<'_>, start: usize, findings: &mut Findings) -> Option<char> {
    let character = match cursor.peek() {
        Some(c @ ('"' | '\\' | '\'')) => Some(c),
        // The only control character with a use in a spec: a delimiter. Its field checks it.
        Some('t') => Some('\t'),
        Some('u') => return unicode_escape(cursor, start, findings),
        _ => None,
    };
    // The end of the line is left for the caller, who reports the string as not closed.
    if cursor.peek().is_some_and(|c| c != '\n' && c != '\r') {
        cursor.bump();
    }
    if character.is_none() {
        let what = "there is no such escape in a spec";
        let help = r#"write `\\` for a backslash, `\"` for a quote, or `\u{…}` for a character"#;
        findings.add(cursor.place_from(start), what, help);
    }
    character
}

fn unicode_escape(cursor: &mut Cursor<'_>, start: usize, findings: &mut Findings) -> Option<char> {
    cursor.bump();
    let digits = if cursor.eat('{') {
        cursor.take_while(|c| c.is_ascii_hexdigit())
    } else {
        ""
    };
    let closed = cursor.eat('}');
    let code = u32::from_str_radix(digits, 16).ok();
    let character = code
        .filter(|_| digits.len() <= LONGEST_ESCAPE)
        .and_then(char::from_u32);
    let place = cursor.place_from(start);
    match character {
        Some(c) if closed => match text::hidden(c) {
            None => Some(c),
            Some(reason) => {
                findings.add(
                    place,
                    format!("this escape stands for {reason}"),
                    "remove it",
                );
                None
            }
        },
        _ => {
            let help = r"write one to six hexadecimal digits, as in `\u{e9}`";
            findings.add(place, "this escape stands for no character", help);
            None
        }
    }
}

/// As in RON, and enough for any character.
const LONGEST_ESCAPE: usize = 6;
