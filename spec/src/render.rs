//! Problems as text for a terminal: the place first, so that editors and `grep` find it.
//!
//! ```text
//! spec.ron:4:11: there is no unit `Persn` — write `Person` (known: `Row`, `Person`)
//!    4 |     unit: Persn(id: "person_id", rows: 1),
//!      |           ^^^^^
//! ```

use core::fmt::Write as _;

use unicode_width::UnicodeWidthChar as _;

use crate::problem::Problem;

pub(crate) fn render(problems: &[Problem], file_name: &str, text: &str, colour: bool) -> String {
    let (bold, red, reset) = if colour {
        (BOLD, RED, RESET)
    } else {
        ("", "", "")
    };
    let lines = lines_of(text);
    let mut out = String::new();
    for problem in problems {
        let Problem {
            line,
            column,
            what,
            help,
            ..
        } = problem;
        let window = Window::around(problem, &lines);
        let Window {
            before,
            marked,
            after,
            indent,
            carets,
        } = &window;
        // Writing to a `String` cannot fail.
        let _ = writeln!(
            out,
            "{bold}{file_name}:{line}:{column}:{reset} {red}{what}{reset} — {help}"
        );
        let _ = writeln!(out, "{line:>5} | {before}{red}{marked}{reset}{after}");
        let _ = writeln!(out, "      | {indent}{red}{carets}{reset}");
    }
    out
}

/// The part of the problem's line that is shown; a spec may be one very long line.
struct Window {
    before: String,
    marked: String,
    after: String,
    indent: String,
    carets: String,
}

impl Window {
    fn around(problem: &Problem, lines: &[(usize, &str)]) -> Self {
        let index = problem.line.saturating_sub(1);
        let (line_start, line) = lines.get(index).copied().unwrap_or_default();
        let from = problem
            .span
            .start
            .saturating_sub(line_start)
            .min(line.len());
        let to = problem
            .span
            .end
            .saturating_sub(line_start)
            .clamp(from, line.len());
        let head = line.get(..from).unwrap_or_default();
        let middle = line.get(from..to).unwrap_or_default();
        let tail = line.get(to..).unwrap_or_default();
        // Backwards from the mark, so that a very long line is not walked for each of its problems.
        let shown_from = head
            .char_indices()
            .rev()
            .take(SHOWN_BEFORE)
            .last()
            .map_or(0, |(at, _)| at);
        let mut before = head.get(shown_from..).unwrap_or_default().to_owned();
        if shown_from > 0 {
            before.insert(0, '…');
        }
        let marked: String = middle.chars().take(SHOWN_MARKED).collect();
        let after: String = tail.chars().take(SHOWN_AFTER).collect();
        // Tabs stay tabs, so that the carets stand under the text whatever the tab width.
        let indent = before
            .chars()
            .map(|c| {
                if c == '\t' {
                    "\t".to_owned()
                } else {
                    " ".repeat(c.width().unwrap_or(0))
                }
            })
            .collect();
        let width: usize = marked.chars().map(|c| c.width().unwrap_or(0)).sum();
        let (before, marked, after) = (visible(&before), visible(&marked), visible(&after));
        Self {
            before,
            marked,
            after,
            indent,
            carets: "^".repeat(width.max(1)),
        }
    }
}

/// Each line without its end, and the byte at which it starts.
fn lines_of(text: &str) -> Vec<(usize, &str)> {
    let mut start = 0;
    text.split('\n')
        .map(|line| {
            let here = start;
            start += line.len() + 1;
            (here, line.trim_end_matches('\r'))
        })
        .collect()
}

/// Replaces what a terminal would obey instead of show; a refused file may hold anything.
fn visible(text: &str) -> String {
    let shown = |c: char| {
        if c != '\t' && crate::text::hidden(c).is_some() {
            '\u{FFFD}'
        } else {
            c
        }
    };
    text.chars().map(shown).collect()
}

const BOLD: &str = "\u{1b}[1m";
const RED: &str = "\u{1b}[31m";
const RESET: &str = "\u{1b}[0m";
const SHOWN_BEFORE: usize = 80;
const SHOWN_MARKED: usize = 60;
const SHOWN_AFTER: usize = 40;
