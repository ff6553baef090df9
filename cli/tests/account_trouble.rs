//! Accounts and everything that can go wrong: two releases at once, a stop, a limit, an older copy, half a line.
#![cfg(unix)]

use std::io::Write as _;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::accounts::{
    ACCOUNT, account, desk, digest, entries, release, spec, try_release,
};
#[cfg(target_os = "linux")]
use crate::common::charges;
use crate::common::desk::{ARTEFACTS, Desk, assert_refused};
use crate::common::kills::{self, send};
use crate::common::{Run, binary, command};
use rustix::process::Signal;

/// A torn last line: the account opens, and nothing is left.
#[test]
fn a_torn_account_opens_and_has_nothing_left() {
    let desk = desk();
    release(&desk, "r1", &[]);
    let good = desk.text(ACCOUNT);
    desk.write(ACCOUNT, &good[..good.len() - 20]);
    let show = account(&desk, &["show", ACCOUNT]);
    assert_eq!(show.code, Some(0), "{}", show.err);
    assert!(
        show.out
            .contains("left        nothing, as long as something is wrong"),
        "{}",
        show.out
    );
    let run = account(&desk, &["verify", ACCOUNT]);
    assert_eq!(run.code, Some(2));
    assert!(
        run.err.contains("the last line is not whole"),
        "{}",
        run.err
    );
}

/// Whatever goes wrong with the table comes after the charge.
#[test]
fn a_table_that_does_not_fit_leaves_the_charge() {
    let desk = desk();
    desk.write("table.csv", "smokes\nperhaps\n");
    let run = try_release(&desk, "r1", &[]);
    assert_refused(
        &run,
        &["table.csv", "stands", "`privet check SPEC --data TABLE`"],
        "data",
    );
    assert_eq!(entries(&desk), (1, 0));
    let run = account(&desk, &["verify", ACCOUNT]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("1 charge without a record"), "{}", run.out);
}

/// Where the charge cannot be written, or only a part of it, there is none, and no release.
#[test]
fn an_account_that_may_not_grow_is_left_as_it_was() {
    let desk = desk();
    let before = desk.bytes(ACCOUNT);
    assert!(before.len() < 512, "a block has room for a part of a line");
    let privet = binary().display();
    let release = "release spec.ron --data table.csv --out r1 --account account.jsonl";
    for blocks in [0, 1] {
        let limit = format!("trap '' XFSZ; ulimit -f {blocks}");
        let output = Command::new("sh")
            .args(["-c", &format!("{limit}; exec '{privet}' {release}")])
            .current_dir(desk.folder())
            .output()
            .expect("a shell");
        let said = ["account.jsonl", "cannot be written"];
        assert_refused(&Run::of(output), &said, &limit);
        assert_eq!(desk.names("."), [ACCOUNT, "spec.ron", "table.csv"]);
        assert_eq!(before, desk.bytes(ACCOUNT), "{limit}");
    }
}

/// A release that has charged, and waits for its table.
fn waiting(desk: &Desk, out: &str) -> Child {
    let before = entries(desk).0;
    let child = command(&[
        "release",
        "spec.ron",
        "--data",
        "-",
        "--quiet",
        "--account",
        ACCOUNT,
    ])
    .args(["--out", out])
    .current_dir(desk.folder())
    .stdin(Stdio::piped())
    .stdout(Stdio::piped())
    .stderr(Stdio::piped())
    .spawn()
    .expect("privet starts");
    let watched = Instant::now();
    while entries(desk).0 == before {
        assert!(watched.elapsed() < Duration::from_secs(60), "no charge");
        sleep(Duration::from_millis(1));
    }
    child
}

#[test]
fn two_releases_at_once_are_one_and_a_refusal() {
    let desk = desk();
    let mut first = waiting(&desk, "r1");
    let run = try_release(&desk, "r2", &[]);
    assert_refused(
        &run,
        &[ACCOUNT, "another release holds this account", "wait"],
        "second",
    );
    assert_eq!(entries(&desk), (1, 0));
    // Looking is always possible.
    assert_eq!(account(&desk, &["show", ACCOUNT]).code, Some(0));
    let mut pipe = first.stdin.take().unwrap();
    pipe.write_all(&desk.bytes("table.csv")).unwrap();
    drop(pipe);
    let run = Run::of(first.wait_with_output().unwrap());
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    release(&desk, "r2", &[]);
    assert_eq!(entries(&desk), (2, 2));
}

/// Who stops a release is told the truth about its charge.
#[test]
fn a_stopped_release_leaves_its_charge_and_says_so() {
    let desk = desk();
    // Not Ctrl-C: a shell's background job ignores it, and so do the programs that it starts.
    for _ in 0..2 {
        let mut child = waiting(&desk, "r1");
        // Held open: an end of the table would be another reason to stop.
        let _pipe = child.stdin.take();
        send(&child, Signal::TERM);
        let run = Run::of(child.wait_with_output().unwrap());
        assert_eq!(run.code, Some(143), "{}", run.err);
        assert!(
            run.err.contains("the charge in the account stands"),
            "{}",
            run.err
        );
        assert!(!run.err.contains("nothing was spent"), "{}", run.err);
    }
    assert_eq!(entries(&desk), (2, 0));
    assert_refused(&try_release(&desk, "r1", &[]), &["does not cover"], "spent");
}

/// An older copy is a good account by itself: records and a noted head tell.
#[test]
fn an_older_copy_shows_against_records_and_a_noted_head() {
    let desk = desk();
    release(&desk, "r1", &[]);
    let older = desk.bytes(ACCOUNT);
    let previous = format!(", previous: [\"{}\"]", digest(&desk, "r1"));
    desk.write("spec.ron", spec(&previous));
    release(&desk, "r2", &["--previous", "r1"]);
    let show = account(&desk, &["show", ACCOUNT, "--json"]).out;
    let show: serde_json::Value = serde_json::from_str(&show).unwrap();
    let head = show["head"].as_str().unwrap();
    assert_eq!(
        account(&desk, &["verify", ACCOUNT, "r1", "r2", "--head", head]).code,
        Some(0)
    );

    desk.write(ACCOUNT, older);
    assert_eq!(account(&desk, &["verify", ACCOUNT, "r1"]).code, Some(0));
    for (args, fault) in [
        (
            ["r1", "r2"],
            "r2/record.json: the account account.jsonl does not know it",
        ),
        (
            ["--head", head],
            "no line has the digest that was noted as its head",
        ),
    ] {
        let run = account(&desk, &[&["verify", ACCOUNT], &args[..]].concat());
        assert_eq!(run.code, Some(2), "{}", run.out);
        assert!(
            run.err.contains(fault) && run.err.contains("older copy"),
            "{}",
            run.err
        );
    }
    let both = format!(
        ", previous: [\"{}\", \"{}\"]",
        digest(&desk, "r1"),
        digest(&desk, "r2")
    );
    desk.write("spec.ron", spec(&both));
    let run = try_release(&desk, "r3", &["--previous", "r1", "--previous", "r2"]);
    assert_refused(
        &run,
        &["r2/record.json is not in the account", "older copy"],
        "release",
    );
}

/// Killed between the rename of its folder and the account's second line.
#[test]
fn a_release_that_the_account_was_not_told_of_is_known_by_its_seed() {
    let desk = desk();
    release(&desk, "r1", &[]);
    let text = desk.text(ACCOUNT);
    let (told, _) = text.trim_end().rsplit_once('\n').unwrap();
    desk.write(ACCOUNT, format!("{told}\n"));
    assert_eq!(entries(&desk), (1, 0));
    let run = account(&desk, &["verify", ACCOUNT, "r1"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(run.out.contains("known by its seed"), "{}", run.out);
    desk.write(
        "spec.ron",
        spec(&format!(", previous: [\"{}\"]", digest(&desk, "r1"))),
    );
    assert_refused(
        &try_release(&desk, "r2", &[]),
        &["does not name", "--previous"],
        "alone",
    );
    release(&desk, "r2", &["--previous", "r1"]);
    assert_eq!(desk.names("r2"), ARTEFACTS);
}

#[test]
fn a_clock_that_went_back_is_noted_and_decides_nothing() {
    let desk = desk();
    release(&desk, "r1", &[]);
    let text = desk.text(ACCOUNT);
    let (before, last) = text.trim_end().rsplit_once('\n').unwrap();
    desk.write(
        ACCOUNT,
        format!(
            "{before}\n{}\n",
            last.replace("\"time\":\"2", "\"time\":\"1")
        ),
    );
    let run = account(&desk, &["verify", ACCOUNT, "r1"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(
        run.out.contains("account.jsonl:3: its time is before"),
        "{}",
        run.out
    );
    release(&desk, "r2", &[]);
}

/// SIGKILL at random moments of releases under one account: never is more left than was drawn for.
#[cfg(target_os = "linux")]
#[test]
fn a_killed_release_leaves_its_charge() {
    println!("{}", charges::study(kills::asked_for(40), 0xacc));
}
