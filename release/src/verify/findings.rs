//! What was found.

use privet_spec::Line;
use serde::{Serialize, Serializer};

use crate::complaint::Complaint;

/// What was found, good and bad, in order. A record may say anything, but each finding is one line.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Findings {
    /// What holds.
    #[serde(serialize_with = "as_texts")]
    pub passed: Vec<Line>,
    /// What a reader should know.
    #[serde(serialize_with = "as_texts")]
    pub notes: Vec<Line>,
    /// What was not given, so that no verdict covers it.
    #[serde(serialize_with = "as_texts")]
    pub missing: Vec<Line>,
    /// What this program cannot tell, since it has not the algorithm: such a release is neither accepted nor refused, and
    /// nobody but `verify` speaks about it.
    #[serde(serialize_with = "as_texts")]
    pub untold: Vec<Line>,
    /// What does not hold: a release with any is not what was released.
    #[serde(serialize_with = "as_texts")]
    pub faults: Vec<Line>,
    /// What to do about what does not hold or is missing, each remedy once.
    #[serde(serialize_with = "as_texts")]
    pub help: Vec<Line>,
    /// What the next spec of this table names as `previous`: the digests of all records so far. Empty where that is
    /// not known.
    pub previous: Vec<String>,
}

impl Findings {
    /// Whether nothing is wrong, of what was given and can be told.
    pub fn holds(&self) -> bool {
        self.faults.is_empty()
    }

    /// Notes the outcome of one check.
    pub(crate) fn check(
        &mut self,
        holds: bool,
        claim: impl Into<String>,
        fault: impl Into<String>,
    ) {
        if holds {
            self.pass(claim);
        } else {
            self.fault(fault);
        }
    }

    /// Notes what holds.
    pub(crate) fn pass(&mut self, claim: impl Into<String>) {
        self.passed.push(claim.into().into());
    }

    /// Notes a file that is not what was released.
    pub(crate) fn fault(&mut self, fault: impl Into<String>) {
        self.fault_with(fault, "get the files from the publisher again, unchanged");
    }

    /// Notes what does not hold, and what to do about it.
    pub(crate) fn fault_with(&mut self, fault: impl Into<String>, help: impl Into<String>) {
        self.faults.push(fault.into().into());
        self.advise(help.into().into());
    }

    /// Notes what does not fit.
    pub(crate) fn misfit(&mut self, misfit: Complaint) {
        let Complaint { place, what, help } = misfit;
        self.fault_with(format!("{place}: {what}"), String::from(help));
    }

    /// Notes what was not given.
    pub(crate) fn lacks(&mut self, missing: Complaint) {
        let Complaint { place, what, help } = missing;
        self.missing.push(format!("{place}: {what}").into());
        self.advise(help);
    }

    fn advise(&mut self, help: Line) {
        if !self.help.contains(&help) {
            self.help.push(help);
        }
    }

    /// Notes what this program cannot tell.
    pub(super) fn cannot_tell(&mut self, untold: Complaint) {
        let Complaint { place, what, help } = untold;
        self.untold.push(format!("{place}: {what}").into());
        self.advise(help);
    }

    /// Notes what a reader should know.
    pub(crate) fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into().into());
    }
}

fn as_texts<S: Serializer>(lines: &[Line], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(lines.iter().map(Line::as_str))
}
