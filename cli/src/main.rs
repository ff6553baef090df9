//! `privet`: differentially private synthetic data, checked instead of believed.
//!
//! A thin program: [`privet::args`] says what can be asked, [`privet::commands`] does it through the libraries, and
//! [`privet::error`] are the ways in which it can fail.

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::Parser as _;

use privet::args::Args;
use privet::error::CliError;

fn main() -> ExitCode {
    let args = Args::parse();
    let mut out = io::stdout().lock();
    let done = args.command.run(&mut out).and_then(|()| Ok(out.flush()?));
    match done {
        // Whoever reads the output has seen enough, as `head` has: no failure of ours.
        Ok(()) | Err(CliError::OutputClosed) => ExitCode::SUCCESS,
        Err(error) => {
            // Where standard error is closed too, the exit code has to do.
            let _ = writeln!(io::stderr(), "{}", error.report());
            ExitCode::from(EXIT_FAILURE)
        }
    }
}

/// The same code as for a wrong command line.
const EXIT_FAILURE: u8 = 2;
