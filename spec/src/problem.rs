//! What is wrong with a spec: where, what, and what to write instead.

use core::fmt;
use core::ops::Range;

use crate::line::Line;
use crate::position::Position;

/// One problem of a spec file. Cause, place and remedy are separate fields, so that a terminal, an
/// editor and a test can each take what they need.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// Line, counted from 1.
    pub line: usize,
    /// Column in characters (not bytes), counted from 1.
    pub column: usize,
    /// The line behind the offending text, counted from 1.
    pub end_line: usize,
    /// The column behind the offending text: that of the first character that is no part of it.
    pub end_column: usize,
    /// The offending bytes of the file.
    pub span: Range<usize>,
    /// The offending text, cut to one short line.
    pub found: Line,
    /// What is wrong, as a clause without a full stop.
    pub what: Line,
    /// What to do instead; usually begins with "write".
    pub help: Line,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}:{}: {} — {}",
            self.line, self.column, self.what, self.help
        )
    }
}

/// Every problem of a spec file, in the order of the text. Never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problems {
    list: Vec<Problem>,
}

impl Problems {
    /// The problems in the order of the text.
    pub fn iter(&self) -> core::slice::Iter<'_, Problem> {
        self.list.iter()
    }

    /// How many problems there are.
    pub fn count(&self) -> usize {
        self.list.len()
    }

    /// Finds line and column of each reported place.
    pub(crate) fn locate(text: &str, mut reported: Vec<Reported>) -> Self {
        // Stable: problems at one place stay in the order in which they were found.
        reported.sort_by_key(|problem| (problem.place.start, problem.place.end));
        let starts = Position::of_all(text, reported.iter().map(|problem| problem.place.start));
        let ends = Position::of_all(text, reported.iter().map(|problem| problem.place.end));
        let located = reported.into_iter().zip(starts).zip(ends);
        let list = located
            .map(|((Reported { place, what, help }, start), end)| Problem {
                line: start.line,
                column: start.column,
                end_line: end.line,
                end_column: end.column,
                span: place.start..place.end,
                found: excerpt(text.get(place.start..place.end).unwrap_or_default()),
                what,
                help,
            })
            .collect();
        Self { list }
    }
}

impl<'p> IntoIterator for &'p Problems {
    type Item = &'p Problem;
    type IntoIter = core::slice::Iter<'p, Problem>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Problems {
    type Item = Problem;
    type IntoIter = std::vec::IntoIter<Problem>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for problem in &self.list {
            writeln!(f, "{problem}")?;
        }
        Ok(())
    }
}

impl core::error::Error for Problems {}

/// A stretch of the file, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// A problem before its line and column are known.
#[derive(Debug)]
pub(crate) struct Reported {
    pub(crate) place: Place,
    pub(crate) what: Line,
    pub(crate) help: Line,
}

/// The first line of `text`, cut to [`EXCERPT_CHARACTERS`].
fn excerpt(text: &str) -> Line {
    let first_line = text.lines().next().unwrap_or_default();
    let mut short: String = first_line.chars().take(EXCERPT_CHARACTERS).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short.into()
}

const EXCERPT_CHARACTERS: usize = 60;
