//! Text inside of a spec.

use core::fmt::Write as _;

use crate::check::shown;
use crate::mark::MARK;

/// Lines of an attribute. Those that hold something of the table end with the mark, and with nothing else: a remark
/// could outlive its mark and be published.
#[derive(Clone, Default)]
pub(super) struct Lines(String);

impl Lines {
    /// What was decided, and not read off the table.
    pub(super) fn plain(mut self, line: &str) -> Self {
        self.push(OUTER, line, false);
        self
    }

    /// What was read off the table.
    pub(super) fn marked(mut self, line: &str) -> Self {
        self.push(OUTER, line, true);
        self
    }

    /// A kind or a list, marked, with each bound or label on a line of its own that is marked too: whoever removes one
    /// mark says of one line that it was looked at.
    pub(super) fn block(mut self, opening: &str, inner: &[String], closing: &str) -> Self {
        self.push(OUTER, opening, true);
        for text in inner {
            self.push(INNER, &format!("{text},"), true);
        }
        self.push(OUTER, closing, false);
        self
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// The line of a kind that begins so, as it stands.
    pub(super) fn find(&self, beginning: &str) -> Option<&str> {
        let mut lines = self.0.split_inclusive('\n');
        lines.find(|line| line.trim_start().starts_with(beginning))
    }

    /// With another line instead of the one that begins so.
    pub(super) fn with_line(&self, beginning: &str, line: &str) -> Option<Self> {
        Some(Self(self.0.replacen(self.find(beginning)?, line, 1)))
    }

    fn push(&mut self, indent: &str, line: &str, marked: bool) {
        let mark = if marked { mark() } else { String::new() };
        // Writing to a `String` cannot fail.
        let _ = writeln!(self.0, "{indent}{line}{mark}");
    }
}

/// A text of the table as a span of code, for the private notes.
pub(super) fn code(text: &str) -> String {
    format!("`{}`", shown(text.as_bytes()).replace('`', "\\u{60}"))
}

/// What stands behind every line that was read off the table.
pub(super) fn mark() -> String {
    format!(" // {MARK}")
}

/// Of an attribute in the schema.
pub(super) const INDENT: &str = "        ";
const OUTER: &str = "            ";
const INNER: &str = "                ";
