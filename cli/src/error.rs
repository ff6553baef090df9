//! The ways in which the program can fail.

use std::io::{self, IsTerminal as _};

use privet_release::{Complaint, Error};
use privet_spec::{Line, Style};

/// Why a command did not do what it was asked.
#[derive(Debug)]
pub enum CliError {
    /// A library refused: what is wrong, where, and what to do about it.
    Refused(Error),
    /// A release or an account is not what it claims to be.
    Faults { faults: Vec<Line>, help: Vec<Line> },
    /// Of what was given everything holds, but more belongs to it.
    Missing { missing: Vec<Line>, help: Vec<Line> },
    /// Its algorithm is none that this program has: another version can tell, and only `verify` speaks of it.
    Untold { untold: Vec<Line>, help: Vec<Line> },
    /// What was compared is not the same. No failure: the differences are on standard output.
    Differs,
    /// The reader of the standard output went away; nobody is left to be told.
    OutputClosed,
    /// The standard output cannot be written.
    Output(io::Error),
    /// All files are in place; only the standard output, which was to say so, cannot be written. No failure: who took
    /// it for one would try again, and spend twice.
    Unannounced(io::Error),
}

impl CliError {
    /// Something that was given at `place` cannot be used.
    pub fn refused(
        place: impl Into<String>,
        what: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Self::Refused(Error::refused(place, what, help))
    }

    /// Whether what is printed shows lines of a spec.
    pub fn shows_a_spec(&self) -> bool {
        matches!(self, Self::Refused(Error::Spec(_)))
    }

    /// What is printed on standard error.
    pub fn report(&self) -> String {
        match self {
            Self::Refused(Error::Spec(spec)) => {
                let shown = spec.problems.render(&spec.name, &spec.text, style());
                shown.trim_end().to_owned()
            }
            Self::Refused(error) => several(&error.complaints()),
            Self::Faults { faults, help } => labelled("error", faults, help),
            Self::Missing { missing, help } => labelled("incomplete", missing, help),
            Self::Untold { untold, help } => labelled("untold", untold, help),
            Self::Differs => "the two differ".to_owned(),
            Self::OutputClosed => shown(
                "standard output",
                "it was closed by its reader",
                "read it to the end",
            ),
            Self::Output(error) => shown(
                "standard output",
                &format!("it cannot be written ({error})"),
                "check the device or file that it goes to",
            ),
            Self::Unannounced(error) => format!(
                "warning: standard output cannot be written ({error}), but all files are in place"
            ),
        }
    }
}

/// How a spec's problems are shown on standard error. No colours where there is no terminal, or where
/// `NO_COLOR` asks for none (<https://no-color.org>).
fn style() -> Style {
    let stderr = io::stderr();
    let declined = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let width = terminal_size::terminal_size_of(&stderr).map(|(width, _)| usize::from(width.0));
    Style {
        colour: stderr.is_terminal() && !declined,
        width: width.unwrap_or(Style::plain().width),
    }
}

fn labelled(label: &str, lines: &[Line], help: &[Line]) -> String {
    let lines = lines.iter().map(|line| format!("{label}: {line}"));
    let help = help.iter().map(|help| format!("  help: {help}"));
    lines.chain(help).collect::<Vec<_>>().join("\n")
}

fn several(complaints: &[Complaint]) -> String {
    let lines = complaints
        .iter()
        .map(|complaint| shown(&complaint.place, &complaint.what, &complaint.help));
    lines.collect::<Vec<_>>().join("\n")
}

fn shown(place: &str, what: &str, help: &str) -> String {
    format!("error: {place}: {what}\n  help: {help}")
}

impl From<Error> for CliError {
    fn from(error: Error) -> Self {
        match error {
            Error::Output(error) => error.into(),
            other => Self::Refused(other),
        }
    }
}

/// Only the standard output is written through `?`; files name themselves.
impl From<io::Error> for CliError {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::OutputClosed
        } else {
            Self::Output(error)
        }
    }
}
