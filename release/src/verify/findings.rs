//! What was found.

use privet_spec::Line;
use serde::{Serialize, Serializer};

/// What was found, good and bad, in order. A record may say anything, but each finding is one line.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Findings {
    /// What holds.
    #[serde(serialize_with = "as_texts")]
    pub passed: Vec<Line>,
    /// What a reader should know.
    #[serde(serialize_with = "as_texts")]
    pub notes: Vec<Line>,
    /// What this program cannot tell, since another one made it: such a release is neither accepted nor refused.
    #[serde(serialize_with = "as_texts")]
    pub untold: Vec<Line>,
    /// What does not hold: a release with any is not what was released.
    #[serde(serialize_with = "as_texts")]
    pub faults: Vec<Line>,
}

impl Findings {
    /// Whether nothing is wrong.
    pub fn holds(&self) -> bool {
        self.faults.is_empty()
    }

    /// Notes the outcome of one check.
    pub(super) fn check(
        &mut self,
        holds: bool,
        claim: impl Into<String>,
        fault: impl Into<String>,
    ) {
        if holds {
            self.passed.push(claim.into().into());
        } else {
            self.fault(fault);
        }
    }

    /// Notes what does not hold.
    pub(super) fn fault(&mut self, fault: impl Into<String>) {
        self.faults.push(fault.into().into());
    }

    /// Notes what this program cannot tell.
    pub(super) fn cannot_tell(&mut self, what: impl Into<String>) {
        self.untold.push(what.into().into());
    }

    /// Notes what a reader should know.
    pub(super) fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into().into());
    }
}

fn as_texts<S: Serializer>(lines: &[Line], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(lines.iter().map(Line::as_str))
}
