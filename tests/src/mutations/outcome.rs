//! Building and running suites on a copy, until a test fails.

use std::collections::HashMap;
use std::io::{self, BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::{Copy, Fault, Suite};

/// What became of a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This test failed.
    Caught(Suite, String),
    /// A test did not end in time; its name, if it is known.
    Hung(Suite, String),
    /// The fault does not compile, as the types promise; the compiler's code for it.
    Forbidden(String),
    /// Every test passed.
    Missed,
    /// The fault says nothing: it does not compile where it should, or the types let it through.
    Unusable(String),
}

/// Suites on one copy. Each is first run without a fault, where it must pass.
pub struct Trials<'c> {
    copy: &'c Copy,
    sound: Vec<Suite>,
    /// How long each program of tests takes without a fault.
    usual: HashMap<PathBuf, Duration>,
}

/// How a program of tests ended.
enum End {
    Passed,
    Failed(String),
    Hung(String),
}

impl<'c> Trials<'c> {
    /// Trials on this copy.
    pub fn on(copy: &'c Copy) -> Self {
        Self {
            copy,
            sound: Vec::new(),
            usual: HashMap::new(),
        }
    }

    /// Plants a fault and runs its suites in order until one notices it.
    pub fn of(&mut self, fault: &Fault) -> io::Result<Outcome> {
        for &suite in fault.suites {
            self.expect_sound(suite)?;
            let outcome = self.copy.with(fault, || self.notice(suite))??;
            if outcome != Outcome::Missed {
                return Ok(outcome);
            }
        }
        Ok(Outcome::Missed)
    }

    /// The suite passes without a fault; once is enough.
    fn expect_sound(&mut self, suite: Suite) -> io::Result<()> {
        if self.sound.contains(&suite) {
            return Ok(());
        }
        for program in self.build(suite)?.map_err(io::Error::other)? {
            let begun = Instant::now();
            if let End::Failed(test) | End::Hung(test) = self.run(&program, suite, HOPELESS)? {
                let what = format!("without any fault {test} fails ({suite:?})");
                return Err(io::Error::other(what));
            }
            self.usual.insert(plain_name(&program), begun.elapsed());
        }
        self.sound.push(suite);
        Ok(())
    }

    fn notice(&self, suite: Suite) -> io::Result<Outcome> {
        let programs = match (self.build(suite)?, suite) {
            (Err(error), Suite::Types(code)) if error.starts_with(code) => {
                return Ok(Outcome::Forbidden(error));
            }
            (Err(error), _) => return Ok(Outcome::Unusable(format!("does not compile: {error}"))),
            (Ok(_), Suite::Types(_)) => {
                return Ok(Outcome::Unusable("the types let it through".to_owned()));
            }
            (Ok(programs), _) => programs,
        };
        for program in programs {
            let usual = self.usual.get(&plain_name(&program)).copied();
            let limit = LEAST_LIMIT + 3 * usual.unwrap_or_default();
            match self.run(&program, suite, limit)? {
                End::Passed => {}
                End::Failed(test) => return Ok(Outcome::Caught(suite, test)),
                End::Hung(test) => return Ok(Outcome::Hung(suite, test)),
            }
        }
        Ok(Outcome::Missed)
    }

    /// The suite's programs in the order of the selection, or the compiler's first error.
    fn build(&self, suite: Suite) -> io::Result<Result<Vec<PathBuf>, String>> {
        let command = match suite {
            Suite::Types(_) => &["check"][..],
            _ => &["test", "--no-run"],
        };
        let output = Command::new(env!("CARGO"))
            .args(command)
            .args(suite.selection())
            .args(["--quiet", "--message-format=json"])
            .current_dir(self.copy.files())
            .env("CARGO_TARGET_DIR", self.copy.build())
            .env("CARGO_PROFILE_TEST_OPT_LEVEL", suite.optimisation())
            .stderr(Stdio::null())
            .output()?;
        let messages: Vec<Value> = output
            .stdout
            .split(|byte| *byte == b'\n')
            .filter_map(|line| serde_json::from_slice(line).ok())
            .collect();
        if !output.status.success() {
            let errors = messages.iter().map(|message| &message["message"]);
            let first = errors
                .filter(|error| error["level"] == "error")
                .find_map(|error| {
                    let code = error["code"]["code"].as_str().unwrap_or_default();
                    Some(format!("{code} {}", error["message"].as_str()?))
                });
            return Ok(Err(first.unwrap_or_else(|| "cargo failed".to_owned())));
        }
        let tests = messages
            .iter()
            .filter(|message| message["profile"]["test"] == true);
        let programs = tests.filter_map(|message| message["executable"].as_str());
        Ok(Ok(programs.map(PathBuf::from).collect()))
    }

    /// Runs one program of tests and stops it at the first failure.
    fn run(&self, program: &Path, suite: Suite, limit: Duration) -> io::Result<End> {
        let mut child = Command::new(program)
            .args(suite.arguments())
            .current_dir(self.copy.files())
            // Without optimisation, the ledger of a long release does not fit the usual 2 MiB of a test's thread.
            .env("RUST_MIN_STACK", "8388608")
            // That a case fails is enough: nobody reads a smaller one.
            .env("PROPTEST_MAX_SHRINK_ITERS", "0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let end = watch(&lines(&mut child), limit);
        let _ = child.kill(); // one that has ended already does not mind
        let status = child.wait()?;
        Ok(match end {
            End::Passed if !status.success() => End::Failed("the tests' program died".to_owned()),
            end => end,
        })
    }
}

/// The lines that a program prints, as they come.
fn lines(child: &mut Child) -> Receiver<String> {
    let (send, receive) = mpsc::channel();
    if let Some(out) = child.stdout.take() {
        std::thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    return;
                }
            }
        });
    }
    receive
}

fn watch(lines: &Receiver<String>, limit: Duration) -> End {
    let begun = Instant::now();
    let mut slow = String::from("a test");
    loop {
        match lines.recv_timeout(limit.saturating_sub(begun.elapsed())) {
            Ok(line) => {
                let Some(line) = line.strip_prefix("test ") else {
                    continue;
                };
                if let Some(test) = line.strip_suffix(" ... FAILED") {
                    return End::Failed(test.to_owned());
                }
                if let Some((test, _)) = line.split_once(" has been running") {
                    test.clone_into(&mut slow);
                }
            }
            Err(RecvTimeoutError::Disconnected) => return End::Passed,
            Err(RecvTimeoutError::Timeout) => return End::Hung(slow),
        }
    }
}

/// A program's path without the hash that cargo appends.
fn plain_name(program: &Path) -> PathBuf {
    let stem = program.file_stem().unwrap_or_default().to_string_lossy();
    let plain = stem.rsplit_once('-').map_or(&*stem, |(plain, _)| plain);
    program.with_file_name(plain)
}

/// Tests report themselves as slow after 60 s.
const LEAST_LIMIT: Duration = Duration::from_secs(75);
/// Nothing here takes an hour without a fault.
const HOPELESS: Duration = Duration::from_secs(3600);
