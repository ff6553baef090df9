//! Whole-program tests: the built `privet`, run as its users run it, the privacy [`audit`], deliberate
//! faults ([`mutations`]), JSON Schemas ([`schema`]), runs that are killed ([`kills`]), and the shape of the sources themselves ([`house`]).

// A helper that fails is a test that fails.
#![allow(clippy::missing_panics_doc)]

pub mod accounts;
pub mod audit;
pub mod changed;
pub mod charges;
pub mod desk;
pub mod house;
pub mod kills;
pub mod mutations;
pub mod schema;
pub mod tiny;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use serde_json::Value;

/// What a run of the program left behind.
#[derive(Debug)]
pub struct Run {
    /// The exit code; `None` where a signal ended it.
    pub code: Option<i32>,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

/// Runs `privet` with these arguments to its end.
pub fn privet(args: &[&str]) -> Run {
    Run::of(command(args).output().expect("privet starts"))
}

impl Run {
    /// What a finished process left behind.
    pub fn of(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).expect("UTF-8 on standard output"),
            err: String::from_utf8(output.stderr).expect("UTF-8 on standard error"),
        }
    }
}

/// `privet` with these arguments, ready to be started.
pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(binary());
    command.args(args).stdin(Stdio::null());
    command
}

/// The program, built from this checkout at the first call.
///
/// Cargo builds a package's programs for the tests of that package only, so these tests ask for it
/// themselves: they never meet a missing or a stale program, whichever tests were selected. The
/// profile is that of the tests, and so are the features: those of the whole workspace with what its tests need, which an
/// example asks for. So most of it is built already.
pub fn binary() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| {
        let built = Command::new(env!("CARGO"))
            .args([
                "build",
                "--workspace",
                "--bin=privet",
                "--example=house",
                "--profile=test",
            ])
            .arg("--message-format=json-render-diagnostics")
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .expect("cargo starts");
        executable(&built, "privet")
    })
}

/// The program of this name among what cargo says it made.
pub fn executable(built: &Output, name: &str) -> PathBuf {
    assert!(
        built.status.success(),
        "{name} does not build:\n{}",
        String::from_utf8_lossy(&built.stderr)
    );
    let messages = String::from_utf8(built.stdout.clone()).expect("UTF-8 from cargo");
    messages
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(|message| message["target"]["name"] == name)
        .find_map(|message| message["executable"].as_str().map(PathBuf::from))
        .expect("cargo names the program")
}
