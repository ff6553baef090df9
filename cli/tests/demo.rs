//! `privet demo`, as the README's reader runs it.

use std::process::Stdio;

use crate::common::{command, privet};
use tempfile::tempdir;

#[test]
fn the_demo_makes_a_release_that_replays() {
    let place = tempdir().unwrap();
    let folder = place.path().join("demo");
    let run = privet(&["demo", "--quiet", "--out", folder.to_str().unwrap()]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("How close it is"), "{}", run.out);
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let replay = privet(&[
        "verify",
        &path("release/record.json"),
        "--data",
        &path("people.csv"),
        "--seed-file",
        &path("seed"),
    ]);
    assert_eq!(replay.code, Some(0), "{}", replay.err);

    let again = privet(&["demo", "--quiet", "--out", folder.to_str().unwrap()]);
    assert_eq!(again.code, Some(2));
    assert!(folder.join("release/record.json").exists());
}

#[test]
fn a_reader_that_goes_away_does_not_undo_the_demo() {
    let place = tempdir().unwrap();
    let folder = place.path().join("demo");
    let mut child = command(&["demo", "--quiet", "--out", folder.to_str().unwrap()])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    child.wait().unwrap();
    assert!(folder.join("release/record.json").exists());
}
