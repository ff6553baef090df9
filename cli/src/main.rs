//! `privet`: differentially private synthetic data, checked instead of believed.
//!
//! A thin program: [`privet::args`] says what can be asked, [`privet::commands`] does it through the libraries, and
//! [`privet::error`] are the ways in which it can fail.

use std::env;
use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::Parser as _;

use privet::args::Args;
use privet::error::CliError;
use privet::output::Visible;
use privet::stop::{ending, on_signals};
use privet::threads;
use privet_spec::shown;

fn main() -> ExitCode {
    let args = Args::try_parse().unwrap_or_else(|error| {
        // clap quotes what it does not understand, as it is: let it read the arguments as they may be shown.
        let arguments = env::args_os().map(|argument| shown(&argument.to_string_lossy()));
        Args::try_parse_from(arguments)
            .err()
            .unwrap_or(error)
            .exit()
    });
    on_signals();
    let mut out = Visible::new(io::stdout().lock());
    let done = threads::start()
        .and_then(|()| args.command.run(&mut out))
        .and_then(|()| Ok(out.flush()?));
    // Never given back: from here on a signal comes too late to change the outcome.
    std::mem::forget(ending());
    let (error, code) = match done {
        // Whoever reads the output has seen enough, as `head` has: no failure of ours.
        Ok(()) | Err(CliError::OutputClosed) => return ExitCode::SUCCESS,
        Err(CliError::Differs) => return ExitCode::from(EXIT_DIFFERS),
        Err(error @ CliError::Unannounced(_)) => (error, ExitCode::SUCCESS),
        Err(error @ CliError::Missing { .. }) => (error, ExitCode::from(EXIT_MISSING)),
        Err(error @ CliError::Untold(_)) => (error, ExitCode::from(EXIT_UNTOLD)),
        Err(error) => (error, ExitCode::from(EXIT_FAILURE)),
    };
    // Where standard error is closed too, the exit code has to do.
    let _ = writeln!(io::stderr(), "{}", error.report());
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
