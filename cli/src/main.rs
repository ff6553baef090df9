//! `privet`: differentially private synthetic data, checked instead of believed.
//!
//! A thin program: [`privet::args`] says what can be asked, [`privet::commands`] does it through the libraries, and
//! [`privet::error`] are the ways in which it can fail.

use std::env;
use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::Parser as _;

use privet::args::Args;
use privet::output::{Visible, Wrapped, width_of_output};
use privet::stop::on_signals;
use privet::{finish, instead, threads};
use privet_spec::shown;

fn main() -> ExitCode {
    threads::on_own_stack(run)
}

fn run() -> ExitCode {
    let args = Args::try_parse().unwrap_or_else(|error| {
        // clap quotes what it does not understand, as it is: let it read the arguments as they may be shown.
        let arguments = env::args_os().map(|argument| shown(&argument.to_string_lossy()));
        Args::try_parse_from(arguments)
            .err()
            .unwrap_or(error)
            .exit()
    });
    on_signals();
    let width = args.command.answers_in_prose().then(width_of_output);
    let mut out = Visible::new(Wrapped::new(io::stdout().lock(), width.flatten()));
    let done = threads::start()
        .and_then(|()| args.command.run(&mut out))
        .map_err(|error| instead(&args.command, error))
        .and_then(|()| Ok(out.flush()?));
    finish(done)
}
