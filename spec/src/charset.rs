//! How the characters of a table are stored as bytes.
//!
//! UTF-8, or one byte a character with ASCII below 128, so that delimiters, quotes and line ends are the bytes that
//! they are in ASCII and a field is read from its own bytes alone. Names and tables are those of the WHATWG's Encoding
//! Standard, by which browsers read pages; in it `iso-8859-1` is a name of windows-1252.
//!
//! Tested: `bytes_are_characters_and_ascii_is_itself`: in every one of these encodings a field is read from its own
//! bytes, one character a byte, and no two bytes stand for the same one (28 encodings × 256 bytes).

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, X_USER_DEFINED};

use crate::expect::text;
use crate::findings::Findings;
use crate::reader::Node;

/// An encoding of text. Invariant: UTF-8, or one byte a character and compatible with ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charset(&'static Encoding);

impl Charset {
    pub const UTF_8: Self = Self(UTF_8);

    /// The name of the standard, as in `windows-1252`.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// The text that these bytes are; `None` where a byte has no meaning.
    pub fn decode(self, bytes: &[u8]) -> Option<Cow<'_, str>> {
        if self == Self::UTF_8 {
            return core::str::from_utf8(bytes).ok().map(Cow::Borrowed);
        }
        self.0
            .decode_without_bom_handling_and_without_replacement(bytes)
    }

    /// The bytes that are this text; `None` where it has a character that the encoding lacks.
    pub fn encode(self, text: &str) -> Option<Vec<u8>> {
        let (bytes, _, lacking) = self.0.encode(text);
        (!lacking).then(|| bytes.into_owned())
    }

    /// Whether every sequence of bytes is a text.
    pub fn reads_every_byte(self) -> bool {
        self != Self::UTF_8 && (0..=u8::MAX).all(|byte| self.decode(&[byte]).is_some())
    }

    pub(crate) fn read(node: &Node, findings: &mut Findings) -> Option<Self> {
        let label = text(node, findings)?;
        let known = Encoding::for_label(label.as_bytes());
        let Some(encoding) = known.filter(|known| *known != X_USER_DEFINED) else {
            let what = format!("there is no encoding \"{label}\"");
            let help = "write \"utf-8\", \"windows-1252\" or another name of the WHATWG's Encoding Standard";
            findings.add(node.place, what, help);
            return None;
        };
        if encoding != UTF_8 && !encoding.is_single_byte() {
            // As it was written: names of several encodings stand for one that is called "replacement".
            let what = format!("\"{label}\" has characters of several bytes, which are not read");
            let help = "save the table as UTF-8, and write \"utf-8\" or leave `encoding` out";
            findings.add(node.place, what, help);
            return None;
        }
        Some(Self(encoding))
    }
}

impl Default for Charset {
    fn default() -> Self {
        Self::UTF_8
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Those that the standard lists as legacy single-byte encodings (section 9).
    const SINGLE_BYTE: [&str; 28] = [
        "ibm866",
        "iso-8859-2",
        "iso-8859-3",
        "iso-8859-4",
        "iso-8859-5",
        "iso-8859-6",
        "iso-8859-7",
        "iso-8859-8",
        "iso-8859-8-i",
        "iso-8859-10",
        "iso-8859-13",
        "iso-8859-14",
        "iso-8859-15",
        "iso-8859-16",
        "koi8-r",
        "koi8-u",
        "macintosh",
        "windows-874",
        "windows-1250",
        "windows-1251",
        "windows-1252",
        "windows-1253",
        "windows-1254",
        "windows-1255",
        "windows-1256",
        "windows-1257",
        "windows-1258",
        "x-mac-cyrillic",
    ];

    #[test]
    fn bytes_are_characters_and_ascii_is_itself() {
        for label in SINGLE_BYTE {
            let charset = Charset(Encoding::for_label(label.as_bytes()).unwrap());
            let mut seen = HashSet::new();
            for byte in 0..=u8::MAX {
                let Some(text) = charset.decode(&[byte]).map(Cow::into_owned) else {
                    assert!(!charset.reads_every_byte(), "{label}");
                    continue;
                };
                assert_eq!(text.chars().count(), 1, "{label}");
                assert!(!byte.is_ascii() || text.as_bytes() == [byte], "{label}");
                assert_eq!(charset.encode(&text), Some(vec![byte]), "{label}");
                assert!(seen.insert(text), "{label}: two bytes are one character");
            }
        }
    }

    /// WHATWG, index-windows-1252, index-windows-1253 and index-koi8-r.
    #[test]
    fn known_bytes() {
        for (label, bytes, expected) in [
            ("utf-8", b"\xc3\xa4".as_slice(), Some("ä")),
            ("utf-8", b"\xe4", None),
            ("windows-1252", b"\xe4\x80", Some("ä€")),
            ("iso-8859-1", b"\x80", Some("€")),
            ("windows-1253", b"\xe1", Some("α")),
            ("windows-1253", b"a\xd2", None),
            ("koi8-r", b"\xc1", Some("а")),
        ] {
            let charset = Charset(Encoding::for_label(label.as_bytes()).unwrap());
            assert_eq!(charset.decode(bytes).as_deref(), expected, "case `{label}`");
        }
        let windows = Charset(encoding_rs::WINDOWS_1252);
        assert_eq!(
            (windows.encode("é"), windows.encode("й")),
            (Some(vec![0xe9]), None)
        );
        assert!(windows.reads_every_byte() && !Charset::UTF_8.reads_every_byte());
    }
}
