//! What was found.

use std::io::Write;

use serde::Serialize;

use crate::commands::write_json;
use crate::error::CliError;

/// What was found, good and bad, in order.
#[derive(Default, Serialize)]
pub(super) struct Findings {
    pub(super) passed: Vec<String>,
    pub(super) notes: Vec<String>,
    pub(super) faults: Vec<String>,
}

impl Findings {
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

    pub(super) fn report(self, json: bool, out: &mut impl Write) -> Result<(), CliError> {
        if json {
            write_json(out, &self)?;
        } else {
            for line in &self.passed {
                writeln!(out, "ok    {line}")?;
            }
            for line in &self.notes {
                writeln!(out, "note  {line}")?;
            }
        }
        if self.faults.is_empty() {
            return Ok(());
        }
        let faults: Vec<String> = self
            .faults
            .iter()
            .map(|fault| format!("error: {fault}"))
            .collect();
        let help = "  help: this is not what was released; get the files from the publisher again";
        Err(CliError::Several(format!("{}\n{help}", faults.join("\n"))))
    }
}
