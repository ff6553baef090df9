//! `privet`: differentially private synthetic data, checked instead of believed.
//!
//! A thin program: [`privet::args`] says what can be asked, [`privet::commands`] does it through the libraries, and
//! [`privet::error`] are the ways in which it can fail.

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::Parser as _;

use privet::args::Args;
use privet::error::CliError;
use privet::stop::{ending, on_signals};

fn main() -> ExitCode {
    let args = Args::parse();
    on_signals();
    let mut out = io::stdout().lock();
    let done = args.command.run(&mut out).and_then(|()| Ok(out.flush()?));
    // Never given back: from here on a signal comes too late to change the outcome.
    std::mem::forget(ending());
    let (error, code) = match done {
        // Whoever reads the output has seen enough, as `head` has: no failure of ours.
        Ok(()) | Err(CliError::OutputClosed) => return ExitCode::SUCCESS,
        Err(error @ CliError::Unannounced(_)) => (error, ExitCode::SUCCESS),
        Err(error) => (error, ExitCode::from(EXIT_FAILURE)),
    };
    // Where standard error is closed too, the exit code has to do.
    let _ = writeln!(io::stderr(), "{}", error.report());
    code
}

/// The same code as for a wrong command line.
const EXIT_FAILURE: u8 = 2;
