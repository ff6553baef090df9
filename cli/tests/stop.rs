//! Ctrl-C and its kin, and two runs that want the same name.
#![cfg(unix)]

use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::common::desk::{ARTEFACTS, Desk};
use crate::common::kills::{RELEASE, remove, send};
use crate::common::{Run, binary, command};
use rustix::process::Signal;

/// The link that one test lays, in the hope that it is taken for a leftover.
const LINK: &str = "out.partial-aaaaaaaaaaaa";

/// Starts a release and halts it (SIGSTOP) with its private folder in place, whose name is returned, too. A run that
/// was too fast to be halted is started again.
fn halted(desk: &Desk, program: impl Fn() -> Command) -> (Child, String) {
    for _ in 0..20 {
        let mut child = program()
            .current_dir(desk.folder())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("privet starts");
        while child.try_wait().expect("it can be asked").is_none() {
            if begun(desk).is_none() {
                continue;
            }
            send(&child, Signal::STOP);
            // A signal takes a moment; after it, what is there stays there.
            sleep(Duration::from_millis(20));
            if let Some(folder) = begun(desk) {
                return (child, folder);
            }
            send(&child, Signal::CONT);
        }
        remove(desk, &RELEASE);
    }
    panic!("twenty releases were too fast")
}

/// The private folder of a release with a file in it: from then on noise may be drawn. That of its seed is made after it:
/// then the release's own is locked.
fn begun(desk: &Desk) -> Option<String> {
    let names = desk.names(".");
    let of = |start: &str| {
        let mut real = names.iter().filter(|name| *name != LINK);
        real.find(|name| name.starts_with(start)).cloned()
    };
    let folder = of("seed.unfinished-").and_then(|_| of("out.partial-"))?;
    // It may have its name by now, or be gone.
    let files = desk.path(&folder).read_dir().map_or(0, Iterator::count);
    (files > 0).then_some(folder)
}

fn end(child: Child) -> Run {
    Run::of(child.wait_with_output().expect("it ends"))
}

#[test]
fn a_signal_leaves_nothing_and_says_what_counts() {
    let desk = Desk::survey(60_000);
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 129)] {
        let (child, _) = halted(&desk, || command(RELEASE.args));
        send(&child, signal);
        send(&child, Signal::CONT);
        let run = end(child);
        if run.code == Some(0) {
            // It was too fast for us; then all of it is there.
            desk.assert_verifies("out", &[]);
            remove(&desk, &RELEASE);
            continue;
        }
        assert_eq!(run.code, Some(code), "{}", run.err);
        assert!(run.err.contains("nothing was released"), "{}", run.err);
        assert!(
            run.err.contains("the budget is spent all the same"),
            "{}",
            run.err
        );
        assert_eq!(desk.names("."), ["spec.ron", "table.csv"], "{code}");
    }
}

/// Who started it wants it to go on when the terminal goes away.
#[test]
fn under_nohup_a_hangup_is_no_reason_to_stop() {
    let desk = Desk::survey(20_000);
    let (child, _) = halted(&desk, || {
        let mut nohup = Command::new("nohup");
        nohup.arg(binary()).args(RELEASE.args).stdin(Stdio::null());
        nohup
    });
    send(&child, Signal::HUP);
    send(&child, Signal::CONT);
    let run = end(child);
    assert_eq!(run.code, Some(0), "{}", run.err);
    desk.assert_verifies("out", &[]);
}

/// The second run neither removes the first one's folder nor waits for it; whoever comes later is refused.
#[test]
fn a_living_runs_folder_is_left_alone() {
    let desk = Desk::survey(60_000);
    let (first, folder) = halted(&desk, || command(RELEASE.args));
    let run = desk.run(&RELEASE.args[..7]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let record = desk.bytes("out/record.json");
    assert!(desk.path(&folder).exists(), "it was not ours");
    send(&first, Signal::CONT);
    let run = end(first);
    assert_eq!(run.code, Some(2), "{}", run.err);
    assert!(run.err.contains("noise may have been drawn"), "{}", run.err);
    assert_eq!(desk.names("."), ["out", "spec.ron", "table.csv"]);
    assert!(record == desk.bytes("out/record.json"), "it was replaced");
}

#[test]
fn a_killed_runs_folder_is_private_and_the_next_run_removes_it() {
    let desk = Desk::survey(60_000);
    // A link of that name, and what it leads to, are nobody's leftovers.
    desk.write("precious/file", "kept");
    symlink("precious", desk.path(LINK)).unwrap();
    desk.write("other.partial-bbbbbbbbbbbb/file", "another name's");
    let (child, folder) = halted(&desk, || command(RELEASE.args));
    send(&child, Signal::KILL);
    end(child);
    let mode = desk.path(&folder).metadata().unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
    let run = desk.run(RELEASE.args);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.err.contains(&folder), "{}", run.err);
    assert!(run.err.contains("count its budget as spent"), "{}", run.err);
    let left = [
        "other.partial-bbbbbbbbbbbb",
        "out",
        LINK,
        "precious",
        "seed",
        "spec.ron",
        "table.csv",
    ];
    assert_eq!(desk.names("."), left);
    assert_eq!(desk.names("precious"), ["file"]);
    assert_eq!(desk.names("out"), ARTEFACTS);
}
