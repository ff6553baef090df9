//! JSON on standard output.

use std::fmt::Write as _;
use std::io::{self, Write};

use privet_spec::hidden;

/// Prints one JSON object. What a terminal would obey stands by its numbers in it, which read back as the same text.
pub fn write_json(out: &mut impl Write, value: &impl serde::Serialize) -> io::Result<()> {
    let text = serde_json::to_string_pretty(value)?;
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        let mut units = [0; 2];
        if character == '\n' || hidden(character).is_none() {
            escaped.push(character);
        } else {
            for unit in character.encode_utf16(&mut units) {
                // Writing to a `String` cannot fail.
                let _ = write!(escaped, "\\u{unit:04x}");
            }
        }
    }
    writeln!(out, "{escaped}")
}
