//! How a program ends: what it says last, and its exit code.

use std::io::{self, Write as _};
use std::mem;
use std::process::ExitCode;

use crate::error::CliError;
use crate::output::{width_of_errors, wrapped};
use crate::stop::ending;

/// Says what went wrong, if anything did.
pub fn finish(done: Result<(), CliError>) -> ExitCode {
    // Never given back: from here on a signal comes too late to change the outcome.
    mem::forget(ending());
    let (error, code) = match done {
        // Whoever reads the output has seen enough, as `head` has: no failure of ours.
        Ok(()) | Err(CliError::OutputClosed) => return ExitCode::SUCCESS,
        Err(CliError::Differs) => return ExitCode::from(EXIT_DIFFERS),
        Err(error @ CliError::Unannounced(_)) => (error, ExitCode::SUCCESS),
        Err(error @ CliError::Missing { .. }) => (error, ExitCode::from(EXIT_MISSING)),
        Err(error @ CliError::Untold { .. }) => (error, ExitCode::from(EXIT_UNTOLD)),
        Err(error) => (error, ExitCode::from(EXIT_FAILURE)),
    };
    // Where standard error is closed too, the exit code has to do.
    let report = error.report();
    let report = match width_of_errors() {
        // What is shown in a spec is laid out already.
        Some(width) if !error.shows_a_spec() => wrapped(&report, width),
        _ => report,
    };
    let _ = writeln!(io::stderr(), "{report}");
    code
}

/// As `diff` and `cmp` of Unix have it.
const EXIT_DIFFERS: u8 = 1;
/// What was given holds, and more belongs to it.
const EXIT_MISSING: u8 = 1;
/// The same code as for a wrong command line.
const EXIT_FAILURE: u8 = 2;
/// Another version of the program could tell.
const EXIT_UNTOLD: u8 = 3;
