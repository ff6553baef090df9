//! Bytes and foreign letters as plain text.

/// Lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    use core::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a `String` cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Text that is safe in a comment or a message: one line, short, other letters than those of ASCII by their numbers.
pub fn in_ascii(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars().take(LONGEST_SHOWN) {
        match character {
            ' '..='~' => out.push(character),
            _ => out.extend(character.escape_unicode()),
        }
    }
    if text.chars().count() > LONGEST_SHOWN {
        out.push_str("...");
    }
    out
}

const LONGEST_SHOWN: usize = 60;
