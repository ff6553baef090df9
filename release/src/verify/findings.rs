//! What was found.

use serde::Serialize;

/// What was found, good and bad, in order.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Findings {
    /// What holds.
    pub passed: Vec<String>,
    /// What a reader should know.
    pub notes: Vec<String>,
    /// What does not hold: a release with any is not what was released.
    pub faults: Vec<String>,
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
            self.passed.push(claim.into());
        } else {
            self.faults.push(fault.into());
        }
    }
}
