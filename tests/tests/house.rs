//! The shape of the sources: no circles between files, no long files, a thin program, a short front page.
//!
//! `cargo run -p privet-tests --example house -- [FOLDER]` prints the same for one package.

use std::fmt;
use std::fs;

use privet_spec::MechanismName;
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

/// A path may hold line ends and what a terminal obeys: the program has one way of showing it.
#[test]
fn paths_are_shown_in_one_way() {
    let packages = packages();
    let program = packages.iter().find(|package| package.folder == "cli");
    let files = &program.unwrap().files;
    let showing: Vec<&str> = files
        .iter()
        .filter(|(_, text)| text.contains(".display()"))
        .map(|(file, _)| file.as_str())
        .collect();
    assert_eq!(showing, ["output/visible.rs"]);
}

#[test]
fn the_program_is_thin() {
    let packages = packages();
    let program = packages.iter().find(|package| package.folder == "cli");
    let lines = program.map(lines_without_tests).unwrap();
    assert!(lines <= 3000, "cli/src has {lines} lines without its tests");
}

/// Whoever embeds the library is neither talked over nor ended by it.
#[test]
fn the_library_prints_nothing_and_never_exits() {
    let words = [
        "println!",
        "eprintln!",
        "print!(",
        "eprint!(",
        "dbg!",
        "exit(",
        "stdout(",
        "stderr(",
    ];
    // Its tests may print figures.
    let of_tests = |name: &str| name.split('/').any(|part| part == "tests");
    for file in lines_of("release")
        .iter()
        .filter(|file| !of_tests(&file.name))
    {
        for word in words {
            assert!(!file.text.contains(word), "{file}: {word}");
        }
    }
}

/// A new mechanism is a folder and a line in the list; the program and the pages never ask which one it is.
#[test]
fn only_the_list_and_a_mechanisms_own_folder_name_it() {
    let elsewhere = ["release", "report", "cli"].into_iter().flat_map(lines_of);
    for file in elsewhere.filter(|file| !file.name.starts_with("mechanisms/")) {
        for name in MechanismName::ALL {
            let asks = [
                format!("Mechanism::{name}"),
                format!("MechanismName::{name}"),
            ];
            assert!(!asks.iter().any(|ask| file.text.contains(ask)), "{file}");
        }
    }
}

/// A line of a source file that is no comment.
struct Line {
    folder: &'static str,
    name: String,
    number: usize,
    text: String,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            folder,
            name,
            number,
            text,
        } = self;
        write!(f, "{folder}/src/{name}:{number}: {text}")
    }
}

fn lines_of(folder: &'static str) -> Vec<Line> {
    let packages = packages();
    let package = packages.iter().find(|package| package.folder == folder);
    let files = package.unwrap().files.iter();
    files
        .flat_map(|(name, text)| {
            let lines = text.lines().zip(1..);
            lines
                .filter(|(line, _)| !line.trim_start().starts_with("//"))
                .map(move |(line, number)| Line {
                    folder,
                    name: name.clone(),
                    number,
                    text: line.to_owned(),
                })
        })
        .collect()
}

#[test]
fn the_front_page_is_short() {
    let lines = fs::read_to_string(project().join("README.md"))
        .unwrap()
        .lines()
        .count();
    assert!(lines <= 150, "README.md has {lines} lines");
}
