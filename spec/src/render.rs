//! Problems as text for a terminal, as `rustc` shows those of a program.
//!
//! ```text
//! error: there is no unit `Persn`
//!  --> spec.ron:4:11
//!   |
//! 4 |     unit: Persn(id: "person_id", rows: 1),
//!   |           ^^^^^
//!   |
//!   = help: write `Person` (known: `Row`, `Person`)
//! ```
//!
//! A refused file may hold anything. What a terminal would obey instead of show is replaced, and each
//! problem costs the same time, however long its line is.

use core::fmt::Write as _;
use core::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Padding, Renderer, Snippet};
use unicode_width::UnicodeWidthChar as _;

use crate::counted::counted;
use crate::line::Line;
use crate::problem::{Problem, Problems};
use crate::text::hidden;

/// How problems are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Whether to write the codes that colour a terminal.
    pub colour: bool,
    /// The columns of the terminal: a longer line of the spec is cut around the mistake.
    pub width: usize,
}

impl Style {
    /// For a file, a pipe or a test: no colours, 100 columns.
    pub const fn plain() -> Self {
        Self {
            colour: false,
            width: 100,
        }
    }
}

impl Problems {
    /// For the terminal: what is wrong, `--> file:line:column`, the source line with carets under the
    /// offending text, and what to write instead. `text` is the text that was parsed.
    ///
    /// Of more than 10,000 problems the first are shown, and how many more there are.
    pub fn render(&self, file_name: &str, text: &str, style: Style) -> String {
        let width = style.width.max(LEAST_WIDTH);
        let renderer = if style.colour {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        let renderer = renderer.term_width(width);
        let file_name = Line::from(file_name);
        let lines = lines_of(text);
        let mut out = String::new();
        for problem in self.iter().take(MOST_SHOWN) {
            let line = lines.get(problem.line.saturating_sub(1));
            let piece = Piece::around(problem, line.copied().unwrap_or_default(), width);
            out.push_str(&shown(problem, &piece, &file_name, &renderer));
            out.push('\n');
        }
        let more = self.count().saturating_sub(MOST_SHOWN);
        if more > 0 {
            let more = counted(more, "more problem", "more problems");
            // Writing to a `String` cannot fail.
            let _ = writeln!(out, "\n… and {more}");
        }
        // One empty line between problems, none before the first.
        out.split_off(out.len() - out.trim_start_matches('\n').len())
    }
}

/// One problem, after an empty line.
fn shown(problem: &Problem, piece: &Piece, file_name: &str, renderer: &Renderer) -> String {
    // The renderer would count columns from where the piece begins, so it is told the place.
    let place = Origin::path(file_name)
        .line(problem.line)
        .char_column(problem.column);
    let source = Snippet::source(&piece.text)
        .line_start(problem.line)
        .annotation(AnnotationKind::Primary.span(piece.marked.clone()));
    renderer.render(&[
        // The renderer draws a bar below the first of several groups; there is none below an empty one.
        Group::with_level(Level::ERROR),
        Level::ERROR
            .primary_title(problem.what.as_str())
            .element(place),
        Group::with_level(Level::ERROR)
            .element(source)
            .element(Padding)
            .element(Level::HELP.message(problem.help.as_str())),
    ])
}

/// The part of a line that is handed to the renderer, which cuts it to the terminal's width: a spec may
/// be one line of a megabyte, and the renderer walks through all that it is given.
struct Piece {
    text: String,
    /// The bytes of `text` under which carets stand.
    marked: Range<usize>,
}

impl Piece {
    /// `line` is the problem's first line and the byte at which that starts.
    fn around(problem: &Problem, (line_start, line): (usize, &str), width: usize) -> Self {
        let within = |at: usize| at.saturating_sub(line_start).min(line.len());
        let head = line.get(..within(problem.span.start)).unwrap_or_default();
        let rest = line.get(head.len()..).unwrap_or_default();
        let marked = rest
            .get(..within(problem.span.end).saturating_sub(head.len()))
            .unwrap_or_default();
        // Carets under half of the width leave room for what stands around them.
        let marked = beginning(marked, width / 2);
        let tail = rest.get(marked.len()..).unwrap_or_default();
        let from = head.char_indices().rev().take(width).last();
        let before = visible(head.get(from.map_or(0, |(at, _)| at)..).unwrap_or_default());
        let marked = visible(marked);
        let after: String = tail.chars().take(width).map(seen).collect();
        Self {
            text: format!("{before}{marked}{after}"),
            marked: before.len()..before.len() + marked.len(),
        }
    }
}

/// As much of a text as fits into so many columns.
fn beginning(text: &str, columns: usize) -> &str {
    let mut left = columns;
    let end = text.char_indices().find(|(_, c)| {
        let fits = left.checked_sub(c.width().unwrap_or(1));
        left = fits.unwrap_or(0);
        fits.is_none()
    });
    text.get(..end.map_or(text.len(), |(at, _)| at))
        .unwrap_or_default()
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

fn visible(text: &str) -> String {
    text.chars().map(seen).collect()
}

/// A character, or its replacement where a terminal would obey it or show nothing. The renderer itself
/// replaces tabs by spaces, and knows fewer of the others.
fn seen(character: char) -> char {
    if character != '\t' && hidden(character).is_some() {
        char::REPLACEMENT_CHARACTER
    } else {
        character
    }
}

/// More problems than anybody reads; so many are shown within a second.
const MOST_SHOWN: usize = 10_000;
/// In less, there is no room for the line numbers and a caret.
const LEAST_WIDTH: usize = 40;
