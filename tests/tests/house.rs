//! The shape of the sources: no long files, a thin program, a quiet library, a short front page.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use privet_spec::MechanismName;
use privet_tests::project;

/// A file may have this many lines, its tests aside.
const MOST_LINES: usize = 400;

/// The texts of Rust files, by their paths from `src`.
pub type Files = BTreeMap<String, String>;

/// The sources of every package that the workspace has as a member or excludes, by the package's
/// folder. An excluded one (the fuzz targets, the device) is our code too.
pub fn packages() -> BTreeMap<String, Files> {
    let manifest = fs::read_to_string(project().join("Cargo.toml")).unwrap();
    let lists = manifest
        .lines()
        .filter(|line| line.starts_with("members = [") || line.starts_with("exclude = ["));
    let mut packages = BTreeMap::new();
    for folder in lists.flat_map(|line| line.split('"').skip(1).step_by(2)) {
        let source = project().join(folder).join("src");
        if source.is_dir() {
            let files: &mut Files = packages.entry(folder.to_owned()).or_default();
            read_below(&source, "", files);
        }
    }
    for expected in ["core", "spec", "cli", "tests/small-release", "fuzz"] {
        assert!(packages.contains_key(expected), "{expected} is missing");
    }
    packages
}

fn read_below(folder: &Path, above: &str, files: &mut Files) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("{above}{}", path.file_name().unwrap().to_string_lossy());
        if path.is_dir() {
            read_below(&path, &format!("{name}/"), files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.insert(name, fs::read_to_string(&path).unwrap());
        }
    }
}

/// The lines of a file with their numbers, without the items below a `#[cfg(test)]`.
///
/// The sources are formatted, so that an item ends on the first line that stands as far to the right
/// as it began and has a mark of an end.
pub fn without_tests(text: &str) -> Vec<(usize, &str)> {
    let mut lines = Vec::new();
    let mut test = None;
    for (number, line) in (1..).zip(text.lines()) {
        let item = line.trim_start();
        let indent = line.len() - item.len();
        match test {
            None if item == "#[cfg(test)]" => test = Some(indent),
            None => lines.push((number, line)),
            Some(start) if start == indent && item.ends_with(['}', ';', ',']) => test = None,
            Some(_) => {}
        }
    }
    lines
}

#[test]
fn tests_are_left_out() {
    let text = "mod a;\n#[cfg(test)]\nmod b {\n    use c;\n}\n    #[cfg(test)]\n    mod d;\nmod e;";
    assert_eq!(without_tests(text), [(1, "mod a;"), (8, "mod e;")]);
}

/// Is this a file of tests, by its name or a folder's?
pub fn is_test(file: &str) -> bool {
    file.split(['/', '.']).any(|name| name == "tests")
}

/// The lines of each file, its tests aside.
fn lengths(files: &Files) -> impl Iterator<Item = (&str, usize)> {
    let sources = files.iter().filter(|(file, _)| !is_test(file));
    sources.map(|(file, text)| (file.as_str(), without_tests(text).len()))
}

#[test]
fn no_file_is_long() {
    for (package, files) in packages() {
        for (file, lines) in lengths(&files) {
            assert!(
                lines <= MOST_LINES,
                "{package}/src/{file} has {lines} lines"
            );
        }
    }
}

#[test]
fn the_program_is_thin() {
    let lines: usize = lengths(&packages()["cli"]).map(|(_, lines)| lines).sum();
    assert!(lines <= 3000, "cli/src has {lines} lines without its tests");
}

/// A path may hold line ends and what a terminal obeys: the program has one way of showing it.
#[test]
fn paths_are_shown_in_one_way() {
    let mut files = packages().remove("cli").unwrap();
    files.retain(|_, text| text.contains(".display()"));
    assert_eq!(files.into_keys().collect::<Vec<_>>(), ["output/visible.rs"]);
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
    let of_tests = |place: &str| place.contains("/tests/");
    for (place, line) in code_of("release") {
        let speaks = words.iter().any(|word| line.contains(word));
        assert!(!speaks || of_tests(&place), "{place}: {line}");
    }
}

/// A new mechanism is a folder and a line in the list; the program and the pages never ask which one
/// it is.
#[test]
fn only_the_list_and_a_mechanisms_own_folder_name_it() {
    for (place, line) in ["release", "report", "cli"].into_iter().flat_map(code_of) {
        for name in MechanismName::ALL {
            let asks = [
                format!("Mechanism::{name}"),
                format!("MechanismName::{name}"),
            ];
            let asks = asks.iter().any(|ask| line.contains(ask));
            assert!(
                !asks || place.contains("/src/mechanisms/"),
                "{place}: {line}"
            );
        }
    }
}

/// The lines of a package that are no comments, each with its place.
fn code_of(package: &str) -> Vec<(String, String)> {
    let mut code = Vec::new();
    for (file, text) in &packages()[package] {
        let lines = (1..).zip(text.lines());
        for (number, line) in lines.filter(|(_, line)| !line.trim_start().starts_with("//")) {
            code.push((format!("{package}/src/{file}:{number}"), line.to_owned()));
        }
    }
    code
}

#[test]
fn the_front_page_is_short() {
    let page = fs::read_to_string(project().join("README.md")).unwrap();
    let lines = page.lines().count();
    assert!(lines <= 150, "README.md has {lines} lines");
}
