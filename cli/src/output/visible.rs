//! The last place that every text passes on its way to a terminal.
//!
//! Whoever puts a foreign text into a line takes care of its line ends, by [`privet_spec::Line`] or [`privet_spec::shown`]:
//! here they cannot be told from our own. Everything else that a terminal would obey is made visible here, should it
//! have been forgotten.

use std::io::{self, Write};
use std::path::Path;

use privet_spec::{Line, shown_lines};

/// A path as it is told: the one way in which this program shows one.
pub fn name(path: &Path) -> Line {
    Line::from(path.display().to_string())
}

/// Passes text on, with nothing hidden in it but line ends and tabs.
pub struct Visible<W> {
    inner: W,
    /// The first bytes of a character, whose other bytes are still to come.
    begun: Vec<u8>,
}

impl<W: Write> Visible<W> {
    pub fn new(inner: W) -> Self {
        Self {
            inner,
            begun: Vec::new(),
        }
    }
}

impl<W: Write> Write for Visible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let plain = |byte: &u8| matches!(byte, b'\n' | b'\t' | b' '..=b'~');
        if self.begun.is_empty() && bytes.iter().all(plain) {
            return self.inner.write(bytes);
        }
        let mut text = core::mem::take(&mut self.begun);
        text.extend(bytes);
        if let Err(error) = core::str::from_utf8(&text)
            && error.error_len().is_none()
        {
            self.begun = text.split_off(error.valid_up_to());
        }
        let text = String::from_utf8_lossy(&text);
        self.inner.write_all(shown_lines(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_hidden_passes_however_it_is_cut() {
        let text = "é東🦊\tok\n\u{1b}[2J\u{202e}\u{9b}\r\n";
        let expected = "é東🦊\tok\n\\u{1b}[2J\\u{202e}\\u{9b}\\r\n";
        for size in 1..=text.len() {
            let mut out = Visible::new(Vec::new());
            for piece in text.as_bytes().chunks(size) {
                out.write_all(piece).unwrap();
            }
            out.flush().unwrap();
            assert_eq!(String::from_utf8(out.inner).unwrap(), expected, "{size}");
        }
    }
}
