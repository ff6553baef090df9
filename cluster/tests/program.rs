//! The program as its user meets it: the three commands of the book, and mistakes.

mod common;

use std::path::Path;
use std::process::{Command, Output};

use common::{TEXT, write_table};
use tempfile::TempDir;

fn run(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_privet-cluster"));
    command.args(args).current_dir(folder).output().unwrap()
}

fn refused(folder: &Path, args: &[&str]) -> String {
    let output = run(folder, args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn the_three_commands() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    write_table(&at("table"), 3, 50);
    std::fs::write(at("spec.ron"), TEXT).unwrap();
    assert!(run(folder.path(), &["keys", "keys"]).status.success());
    let workers = [(); 3].map(|()| common::Process::start(&at("keys")));
    let urls = workers
        .each_ref()
        .map(|worker| worker.url.to_string())
        .join(",");
    let release = ["release", "spec.ron", "--data", "table", "--keys", "keys"];
    let with = |rest: &[&str]| run(folder.path(), &[&release[..], rest].concat());
    let output = with(&["--workers", &urls, "--out", "published"]);
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{err}");
    let out = String::from_utf8(output.stdout).unwrap();
    assert!(out.contains("synthetic rows of 3 columns"), "{out}");
    assert!(err.contains("the table is read by workers"), "{err}");
    let found = privet_release::verify(&[at("published")], &privet_release::Silent).unwrap();
    assert!(found.holds(), "{:?}", found.faults);
    // In one process.
    assert!(with(&["--out", "alone"]).status.success());
}

#[test]
fn mistakes() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    write_table(&at("table"), 1, 50);
    std::fs::write(at("spec.ron"), TEXT).unwrap();
    assert!(run(folder.path(), &["keys", "keys"]).status.success());
    let error = refused(folder.path(), &["keys", "keys"]);
    assert!(
        error.contains("give a folder that does not exist yet"),
        "{error}"
    );
    let error = refused(folder.path(), &["worker", "--keys", "nowhere"]);
    assert!(
        error.contains("give the folder that `privet-cluster keys` has made"),
        "{error}"
    );
    let release = [
        "release",
        "spec.ron",
        "--data",
        "table",
        "--out",
        "published",
    ];
    for (rest, told) in [
        (&["--workers", "https://localhost:1"][..], "--keys"),
        (
            &["--workers", "http://localhost:1", "--keys", "keys"],
            "is not encrypted",
        ),
        (
            &["--workers", "https://localhost:1", "--keys", "keys"],
            "a worker could not be reached",
        ),
    ] {
        let error = refused(folder.path(), &[&release[..], rest].concat());
        assert!(error.contains(told), "{error}");
        assert!(!at("published").exists());
    }
}
