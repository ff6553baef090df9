//! Limits that a user or a container sets: what a release cannot be made with is refused before it is charged, and
//! whatever ends it, nothing unfinished is left.
#![cfg(unix)]

use std::fs;
#[cfg(target_os = "linux")]
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::common::accounts::{ACCOUNT, create};
use crate::common::desk::{ARTEFACTS, Desk, assert_refused};
use crate::common::kills::RELEASE;
use crate::common::{Run, binary};

/// Runs `privet` by a shell that has done this before.
fn after(desk: &Desk, limits: &str, args: &[&str]) -> Run {
    let output = Command::new("sh")
        .args(["-c", &format!("{limits}; exec \"$@\""), "sh"])
        .arg(binary())
        .args(args)
        .current_dir(desk.folder())
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    Run::of(output)
}

/// With an account that covers any release.
fn with_account() -> Desk {
    let desk = Desk::survey(2000);
    create(&desk, "100");
    desk
}

/// A charged release; with more arguments behind it.
fn release<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&RELEASE.args[..7], &["--account", ACCOUNT], more].concat()
}

/// Neither a charge nor a file.
fn assert_untouched(desk: &Desk, case: &str) {
    assert_eq!(
        desk.names("."),
        ["account.jsonl", "spec.ron", "table.csv"],
        "{case}"
    );
    assert_eq!(desk.text("account.jsonl").lines().count(), 1, "{case}");
}

#[test]
fn a_stack_however_small_is_enough() {
    let desk = with_account();
    for kilobytes in [64, 256] {
        let limit = format!("ulimit -s {kilobytes}");
        let run = after(&desk, &limit, &release(&[]));
        assert_eq!(run.code, Some(0), "{limit}: {}", run.err);
        desk.assert_verifies("out", &[]);
        fs::remove_dir_all(desk.path("out")).unwrap();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn memory_that_a_limit_does_not_leave_is_refused_before_the_charge() {
    let desk = with_account();
    let one_thread = "export RAYON_NUM_THREADS=1";
    for (limit, memory, fragment) in [
        (
            "ulimit -v 600000",
            "4GB",
            "4000 MB are asked for, and `ulimit -v` leaves",
        ),
        (
            "ulimit -d 600000",
            "4GB",
            "4000 MB are asked for, and `ulimit -d` leaves",
        ),
        (
            "ulimit -v 64000",
            "",
            "at least 64 MB, and `ulimit -v` leaves",
        ),
        (
            "ulimit -d 64000",
            "",
            "at least 64 MB, and `ulimit -d` leaves",
        ),
    ] {
        let memory = ["--memory", memory];
        let args = release(if memory[1].is_empty() { &[] } else { &memory });
        let run = after(&desk, &format!("{one_thread}; {limit}"), &args);
        assert_refused(&run, &[fragment, "nothing was charged"], limit);
        assert_untouched(&desk, limit);
    }
}

/// A group of processes with so much memory; nothing where none can be made.
#[cfg(target_os = "linux")]
struct Group(PathBuf);

#[cfg(target_os = "linux")]
impl Group {
    fn new(bytes: u64) -> Option<Self> {
        let name = format!("privet-test-{}-{bytes}", std::process::id());
        let limits = [
            ("/sys/fs/cgroup/memory", "memory.limit_in_bytes"),
            ("/sys/fs/cgroup", "memory.max"),
        ];
        for (around, limit) in limits {
            let group = Self(PathBuf::from(around).join(&name));
            if fs::create_dir(&group.0).is_ok()
                && fs::write(group.0.join(limit), bytes.to_string()).is_ok()
            {
                return Some(group);
            }
        }
        println!("SKIPPED: a control group with a limit cannot be made here");
        None
    }

    /// What makes a shell one of its processes.
    fn join(&self) -> String {
        format!("echo $$ > '{}/cgroup.procs'", self.0.display())
    }
}

#[cfg(target_os = "linux")]
impl Drop for Group {
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.0);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_limit_of_a_container_is_heeded() {
    let desk = with_account();
    let (Some(small), Some(enough)) = (Group::new(60_000_000), Group::new(300_000_000)) else {
        return;
    };
    let run = after(&desk, &small.join(), &release(&[]));
    let fragments = ["at least 64 MB", "control group", "nothing was charged"];
    assert_refused(&run, &fragments, "too small");
    assert_untouched(&desk, "too small");

    let asked = release(&["--memory", "1GB"]);
    let run = after(&desk, &enough.join(), &asked);
    let fragments = [
        "1000 MB are asked for",
        "control group",
        "nothing was charged",
    ];
    assert_refused(&run, &fragments, "asked for more");
    assert_untouched(&desk, "asked for more");

    let run = after(&desk, &enough.join(), &release(&[]));
    assert_eq!(run.code, Some(0), "{}", run.err);
}

/// Whatever the limit of open files is: a whole release, or a message that names the limit and nothing that is left.
#[test]
fn out_of_handles_nothing_is_left() {
    let desk = Desk::survey(2000);
    let (mut refused, mut made) = (0, 0);
    // Below this the system cannot start a program that loads libraries.
    for handles in 6..32 {
        let case = format!("ulimit -n {handles}");
        let run = after(&desk, &case, RELEASE.args);
        if run.code == Some(0) {
            made += 1;
            assert_eq!(desk.names("out"), ARTEFACTS, "{case}");
            fs::remove_dir_all(desk.path("out")).unwrap();
            fs::remove_file(desk.path("seed")).unwrap();
        } else {
            refused += 1;
            assert_refused(&run, &["ulimit -n"], &case);
            assert!(!run.err.contains("noise may"), "{case}: {}", run.err);
        }
        assert_eq!(desk.names("."), ["spec.ron", "table.csv"], "{case}");
    }
    assert!(refused > 0 && made > 0, "{refused} refused, {made} made");
}
