//! What tests of the whole program share: how it is run, and a desk with files to run it on.

// A helper that fails is a test that fails.
#![allow(clippy::missing_panics_doc)]

pub(crate) mod accounts;
pub(crate) mod changed;
#[cfg(target_os = "linux")]
pub(crate) mod charges;
pub(crate) mod desk;
#[cfg(unix)]
pub(crate) mod kills;
pub(crate) mod tiny;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// What a run of the program left behind.
#[derive(Debug)]
pub(crate) struct Run {
    /// The exit code; `None` where a signal ended it.
    pub(crate) code: Option<i32>,
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) err: String,
}

/// Runs `privet` with these arguments to its end.
pub(crate) fn privet(args: &[&str]) -> Run {
    Run::of(command(args).output().expect("privet starts"))
}

impl Run {
    /// What a finished process left behind.
    pub(crate) fn of(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).expect("UTF-8 on standard output"),
            err: String::from_utf8(output.stderr).expect("UTF-8 on standard error"),
        }
    }
}

/// `privet` with these arguments, ready to be started.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(binary());
    command.args(args).stdin(Stdio::null());
    command
}

/// The program, which cargo has built for these tests.
pub(crate) fn binary() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_privet"))
}

/// The folder of this checkout.
pub(crate) fn project() -> PathBuf {
    let cli = Path::new(env!("CARGO_MANIFEST_DIR"));
    cli.parent().unwrap_or(cli).to_owned()
}
