//! One thing that is wrong: where, what it is, and what to do about it.
//!
//! Nothing here holds a value of a table.

use core::fmt;

use privet_spec::Line;

/// One thing that is wrong. Each part is one line, whatever names it quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// Where: a file with line and column, a part of the spec, or an option.
    pub place: Line,
    /// What is wrong, as a clause without a full stop.
    pub what: Line,
    /// What to do or write instead.
    pub help: Line,
}

impl Complaint {
    pub(crate) fn new(
        place: impl Into<String>,
        what: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Self {
            place: place.into().into(),
            what: what.into().into(),
            help: help.into().into(),
        }
    }

    /// The operating system has no entropy to give.
    pub(crate) fn no_entropy(error: getrandom::Error) -> Self {
        Self::new(
            "operating system",
            error.to_string(),
            "it has no entropy to give",
        )
    }

    /// What cannot happen with a parsed spec; the message is for the report of a flaw.
    pub(crate) fn flaw(place: &str, what: impl fmt::Display) -> Self {
        Self::new(
            place,
            what.to_string(),
            "this is a flaw in privet: please report it with the spec",
        )
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} — {}", self.place, self.what, self.help)
    }
}
