//! The shape of the sources: no circles between files, no long files, a thin program, a short front page.
//!
//! `cargo run -p privet-tests --example house -- [FOLDER]` prints the same for one package.

use std::fs;

use privet_tests::house::{Package, circles, lines_without_tests, long_files};
use privet_tests::mutations::project;

fn packages() -> Vec<Package> {
    let packages = Package::all(&project()).unwrap();
    let folders: Vec<&str> = packages
        .iter()
        .map(|package| package.folder.as_str())
        .collect();
    for expected in ["core", "spec", "cli", "tests/small-release", "fuzz"] {
        assert!(
            folders.contains(&expected),
            "{expected} is not among {folders:?}"
        );
    }
    packages
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let mut findings = Vec::new();
    for Package { folder, files } in packages() {
        match circles(&files) {
            Ok(found) => findings.extend(found.iter().map(|circle| format!("{folder}: {circle}"))),
            Err(error) => findings.push(format!("{folder}: {error}")),
        }
    }
    assert!(findings.is_empty(), "\n{}", findings.join("\n"));
}

#[test]
fn no_file_is_long_without_a_reason() {
    let mut findings = Vec::new();
    for package in packages() {
        let folder = &package.folder;
        let long = long_files(&package);
        findings.extend(
            long.iter()
                .map(|long| format!("{folder}/src/{}: {} lines", long.file, long.lines)),
        );
    }
    assert!(findings.is_empty(), "\n{}", findings.join("\n"));
}

#[test]
#[ignore = "until the program is thin"]
fn the_program_is_thin() {
    let packages = packages();
    let program = packages.iter().find(|package| package.folder == "cli");
    let lines = program.map(lines_without_tests).unwrap();
    assert!(lines <= 3000, "cli/src has {lines} lines without its tests");
}

#[test]
#[ignore = "until the front page is short"]
fn the_front_page_is_short() {
    let lines = fs::read_to_string(project().join("README.md"))
        .unwrap()
        .lines()
        .count();
    assert!(lines <= 150, "README.md has {lines} lines");
}
