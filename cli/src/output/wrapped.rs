//! Long sentences at the width of a terminal. In a pipe every line stays as it is.

use std::io::{self, Write};

use terminal_size::{Height, Width, terminal_size_of};
use textwrap::{Options, WordSeparator, WordSplitter};
use unicode_width::UnicodeWidthStr as _;

/// How wide prose may be on standard output; `None` where that is no terminal.
pub fn width_of_output() -> Option<usize> {
    terminal_size_of(io::stdout()).map(for_prose)
}

/// The same for standard error.
pub fn width_of_errors() -> Option<usize> {
    terminal_size_of(io::stderr()).map(for_prose)
}

fn for_prose((width, _): (Width, Height)) -> usize {
    usize::from(width.0).clamp(LEAST_WIDTH, MOST_WIDTH)
}

/// Passes lines on, and breaks those of prose that are longer than a width.
pub struct Wrapped<W> {
    inner: W,
    width: Option<usize>,
    /// A line whose end is still to come.
    begun: Vec<u8>,
}

impl<W: Write> Wrapped<W> {
    /// Without a width everything passes as it is.
    pub fn new(inner: W, width: Option<usize>) -> Self {
        Self {
            inner,
            width,
            begun: Vec::new(),
        }
    }
}

impl<W: Write> Write for Wrapped<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(width) = self.width else {
            return self.inner.write(bytes);
        };
        self.begun.extend(bytes);
        if let Some(end) = self.begun.iter().rposition(|byte| *byte == b'\n') {
            let rest = self.begun.split_off(end + 1);
            let lines = core::mem::replace(&mut self.begun, rest);
            let lines = String::from_utf8_lossy(&lines);
            self.inner.write_all(wrapped(&lines, width).as_bytes())?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let begun = core::mem::take(&mut self.begun);
        self.inner.write_all(&begun)?;
        self.inner.flush()
    }
}

/// The same lines, with those of prose broken that are wider than `width`.
pub fn wrapped(text: &str, width: usize) -> String {
    text.split_inclusive('\n')
        .map(|line| wrapped_line(line, width))
        .collect()
}

fn wrapped_line(line: &str, width: usize) -> String {
    let (content, end) = match line.strip_suffix('\n') {
        Some(content) => (content, "\n"),
        None => (line, ""),
    };
    let Some(indent) = hanging_indent(content).filter(|_| content.width() > width) else {
        return line.to_owned();
    };
    // More than half of the width for an indent leaves too little for words.
    let indent = " ".repeat(if indent > width / 2 { 0 } else { indent });
    let options = Options::new(width)
        .subsequent_indent(&indent)
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation);
    // Whoever copies a command copies all of it.
    let (prose, command) = match content.find(COMMAND).map(|at| content.split_at(at + 1)) {
        Some((prose, command)) => (prose, Some(command.trim_start())),
        None => (content, None),
    };
    let mut lines: Vec<String> = textwrap::wrap(prose, options)
        .into_iter()
        .map(String::from)
        .collect();
    if let (Some(command), Some(last)) = (command, lines.last_mut()) {
        if last.width() + 1 + command.width() <= width {
            last.push(' ');
            last.push_str(command);
        } else {
            lines.push(format!("{indent}{command}"));
        }
    }
    lines.join("\n") + end
}

/// Where the lines go on that a line of prose is broken into: under its first word, behind the dash of a list, or behind a
/// label and a gap. `None` for the row of a table, which has several gaps.
fn hanging_indent(line: &str) -> Option<usize> {
    let content = line.trim_start_matches(' ');
    let indent = line.len() - content.len();
    if content.starts_with("- ") {
        return Some(indent + 2);
    }
    let Some((label, rest)) = content.split_once("  ") else {
        return Some(indent);
    };
    let rest = rest.trim_start_matches(' ');
    let has_gap = rest.contains("  ") || rest.contains('|');
    (!has_gap).then(|| indent + label.width() + (content.len() - label.len() - rest.len()))
}

/// How commands are shown.
const COMMAND: &str = ": privet ";
const LEAST_WIDTH: usize = 40;
/// Longer lines are hard to read.
const MOST_WIDTH: usize = 100;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_where_they_are_prose() {
        for (label, line, expected) in [
            ("short", "Protected: all", "Protected: all"),
            (
                "plain",
                "one two three four five",
                "one two three\nfour five",
            ),
            (
                "indented",
                "  one two three four",
                "  one two three\n  four",
            ),
            (
                "list",
                "  - one two three four",
                "  - one two\n    three four",
            ),
            ("label", "ok    one two three", "ok    one two\n      three"),
            (
                "table",
                "one  two  three  four  five",
                "one  two  three  four  five",
            ),
            (
                "no room beside the label",
                "a-long-label  one two three",
                "a-long-label\none two three",
            ),
            (
                "a word that does not fit",
                "one aaaaaaaaaaaaaaaaaaaaaa two",
                "one\naaaaaaaaaaaaaaaaaaaaaa\ntwo",
            ),
            (
                "a command stays whole",
                "Check it: privet verify a/b/c/d",
                "Check it:\nprivet verify a/b/c/d",
            ),
            (
                "wide letters",
                "東京 東京 東京 東京",
                "東京 東京 東京\n東京",
            ),
        ] {
            assert_eq!(wrapped(line, 15), expected, "case `{label}`");
            // However often: the lines that come of it fit, or cannot be broken.
            let with_end = format!("{line}\n");
            assert_eq!(
                wrapped(&with_end, 15),
                format!("{expected}\n"),
                "case `{label}`"
            );
        }
    }

    #[test]
    fn a_writer_wraps_whole_lines_however_they_are_cut() {
        let text = "one two three four\n  - one two three four\nno end";
        let expected = "one two three\nfour\n  - one two\n    three four\nno end";
        for size in 1..=text.len() {
            let mut out = Wrapped::new(Vec::new(), Some(15));
            let mut plain = Wrapped::new(Vec::new(), None);
            for piece in text.as_bytes().chunks(size) {
                out.write_all(piece).unwrap();
                plain.write_all(piece).unwrap();
            }
            out.flush().unwrap();
            assert_eq!(String::from_utf8(out.inner).unwrap(), expected, "{size}");
            assert_eq!(plain.inner, text.as_bytes());
        }
    }
}
