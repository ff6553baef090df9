//! A step that nobody checks breaks the build: the inventory has every function of the files that privacy rests on, and
//! what it names exists.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const INVENTORY: &str = include_str!("../INVENTORY.md");
const HARNESSES: &str = include_str!("../harnesses.txt");
/// Below `core/src`.
const SOURCES: &[&str] = &[
    "amount.rs",
    "calibration",
    "counts.rs",
    "curator",
    "ledger",
    "neighbours.rs",
    "noise",
    "parts.rs",
    "privacy",
    "score",
    "wide.rs",
];
const CHECKED: [&str; 5] = ["all values", "in part", "exhausted", "tested", "no step"];

/// One row of the inventory's first part.
struct Row<'a> {
    function: &'a str,
    checked: &'a str,
    by: Vec<&'a str>,
    why: &'a str,
}

/// The rows by file.
fn rows() -> BTreeMap<&'static str, Vec<Row<'static>>> {
    let mut sections = BTreeMap::new();
    let mut file = "";
    for line in INVENTORY.lines() {
        if line.starts_with("## Between") {
            break;
        }
        if let Some(heading) = line.strip_prefix("### `") {
            file = heading.trim_end_matches('`');
            sections.insert(file, Vec::new());
        } else if let Some(row) = line.strip_prefix("| `") {
            let cells: Vec<&str> = row.split(" | ").collect();
            let [function, _, checked, by, why] = cells[..] else {
                panic!("five cells in `{line}`");
            };
            let row = Row {
                function: function.trim_end_matches('`'),
                checked,
                by: by.split('`').skip(1).step_by(2).collect(),
                why: why.trim_end_matches('|').trim(),
            };
            sections.entry(file).or_default().push(row);
        }
    }
    sections
}

#[test]
fn every_function_has_its_row() {
    let rows = rows();
    let files: Vec<PathBuf> = SOURCES
        .iter()
        .flat_map(|source| sources(&root().join("core/src").join(source)))
        .collect();
    let mut found = BTreeSet::new();
    for path in files {
        let name = path.strip_prefix(root()).expect("below the root");
        let name = name.to_str().expect("plain names").replace('\\', "/");
        let functions = functions(&fs::read_to_string(&path).expect("a source"));
        let listed = rows.get(name.as_str());
        let listed = listed.map_or(Vec::new(), |rows| {
            rows.iter().map(|row| row.function.to_owned()).collect()
        });
        assert_eq!(listed, functions, "{name}");
        found.insert(name);
    }
    for file in rows.keys() {
        assert!(found.contains(*file), "{file} is gone");
    }
}

#[test]
fn what_checks_a_function_exists() {
    let proved: BTreeSet<&str> = HARNESSES
        .lines()
        .filter_map(|line| line.split(' ').next()?.rsplit_once("::verify_"))
        .map(|(_, name)| name)
        .collect();
    let tests = test_names();
    for row in rows().into_values().flatten() {
        let is_proved = row.by.iter().any(|name| proved.contains(name));
        match row.checked {
            "all values" | "in part" => assert!(is_proved, "`{}` has no proof", row.function),
            "no step" => assert!(row.by.is_empty(), "`{}`", row.function),
            // A claim may be proved of others, and only tested of this one.
            _ => assert!(!row.by.is_empty(), "`{}`", row.function),
        }
        assert!(
            row.checked == "all values" || !row.why.is_empty() || row.checked == "exhausted",
            "`{}`: why not more?",
            row.function
        );
        for name in &row.by {
            assert!(tests.contains(*name), "`{name}` is neither claim nor test");
        }
    }
    let outside = INVENTORY.split("## Between").nth(1).expect("a second part");
    for line in outside
        .lines()
        .filter(|line| line.starts_with("| "))
        .skip(1)
    {
        let by = line.split(" | ").nth(3).expect("five cells");
        // Files are named beside some of them.
        let names = by.split('`').skip(1).step_by(2);
        let names: Vec<&str> = names.filter(|name| word(name) == *name).collect();
        assert!(!names.is_empty(), "nothing checks `{line}`");
        for name in names {
            assert!(tests.contains(name), "`{name}` is neither claim nor test");
        }
    }
}

#[test]
fn the_counts_are_those_of_the_rows() {
    let rows: Vec<Row<'_>> = rows().into_values().flatten().collect();
    let counted = CHECKED.map(|kind| {
        let those = rows.iter().filter(|row| row.checked == kind);
        format!("{} {kind}", those.count())
    });
    let sentence = format!(
        "Of {} functions of core: {}.",
        rows.len(),
        counted.join(", ")
    );
    assert!(INVENTORY.contains(&sentence), "write: {sentence}");
}

/// The strongest engine of each step between a cell and a count.
#[test]
fn the_counts_are_those_of_the_steps() {
    let (_, steps) = INVENTORY
        .split_once("## Between a cell and a count")
        .expect("the second part");
    let steps: Vec<&str> = steps
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| step "))
        .map(|line| line.rsplit('|').nth(1).expect("a last cell"))
        .collect();
    let exhausted = steps.iter().filter(|by| by.contains("exhausted")).count();
    let by_random = |by: &&&str| by.contains("random") && !by.contains("exhausted");
    let at_random = steps.iter().filter(by_random).count();
    let sentence = format!(
        "Of {} steps: {exhausted} exhausted, {at_random} at random, {} by named cases only.",
        steps.len(),
        steps.len() - exhausted - at_random
    );
    assert!(INVENTORY.contains(&sentence), "write: {sentence}");
}

/// The functions of a source outside of its tests, as the inventory names them: `Type::function`, with the trait where
/// it has a parameter, `function` by itself.
fn functions(source: &str) -> Vec<String> {
    let source = source.split("\n#[cfg(test)]").next().unwrap_or(source);
    let mut owner = String::new();
    let mut found = Vec::new();
    for line in source.lines() {
        let bare = without_visibility(line);
        if let Some(of) = bare.strip_prefix("impl") {
            owner = owner_of(of);
        } else if let Some(of) = bare.strip_prefix("trait ") {
            word(of).clone_into(&mut owner);
        } else if line.starts_with('}') {
            owner.clear();
        }
        let is_inner = line.starts_with(' ');
        let bare = without_visibility(line.trim_start());
        let bare = bare.strip_prefix("const ").unwrap_or(bare);
        if let Some(name) = bare.strip_prefix("fn ") {
            let name = word(name);
            found.push(if is_inner && !owner.is_empty() {
                format!("{owner}::{name}")
            } else {
                name.to_owned()
            });
        }
    }
    found
}

fn without_visibility(line: &str) -> &str {
    let Some(rest) = line.strip_prefix("pub") else {
        return line;
    };
    let rest = match rest.strip_prefix('(') {
        Some(scope) => scope.split_once(')').map_or(rest, |(_, rest)| rest),
        None => rest,
    };
    rest.trim_start()
}

/// Whose functions follow, from what stands behind `impl`.
fn owner_of(text: &str) -> String {
    let text = match text.strip_prefix('<') {
        Some(_) => &text[closing(text)..],
        None => text,
    };
    let text = text.trim();
    let (of_trait, owner) = match text.split_once(" for ") {
        Some((of_trait, owner)) => (of_trait, owner),
        None => ("", text),
    };
    let name = word(owner);
    // A charge is told apart by its law, and a trait by its parameter.
    let parameter = |text: &str| {
        let start = word(text).len();
        let plain = text[start..]
            .starts_with('<')
            .then(|| &text[start..start + closing(&text[start..])]);
        plain
            .filter(|parameter| parameter.len() > 2 && !parameter.contains('\''))
            .map(str::to_owned)
    };
    match parameter(of_trait) {
        Some(of) => format!("{name} as {}{of}", word(of_trait)),
        None if name == "Paid" => format!("{name}{}", parameter(owner).unwrap_or_default()),
        None => name.to_owned(),
    }
}

/// How long the part in angle brackets is that a text begins with.
fn closing(text: &str) -> usize {
    let mut depth = 0_u32;
    for (place, letter) in text.char_indices() {
        match letter {
            '<' => depth += 1,
            '>' if !text[..place].ends_with('-') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return place + 1;
        }
    }
    text.len()
}

fn word(text: &str) -> &str {
    let end = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
    &text[..end.unwrap_or(text.len())]
}

/// The names of all functions of tests and properties.
fn test_names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for part in [
        "core",
        "verification",
        "spec",
        "release",
        "tests",
        "cluster",
    ] {
        for path in sources(&root().join(part)) {
            let source = fs::read_to_string(path).expect("a source");
            for line in source.lines() {
                let bare = without_visibility(line.trim_start());
                names.extend(bare.strip_prefix("fn ").map(|rest| word(rest).to_owned()));
            }
        }
    }
    names
}

/// The Rust files of a folder, or the one file, in order.
fn sources(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(path).expect("a folder") {
        let inner = entry.expect("an entry").path();
        let is_built = inner.file_name().is_some_and(|name| name == "target");
        if inner.is_dir() && !is_built {
            files.extend(sources(&inner));
        } else if inner.extension().is_some_and(|ending| ending == "rs") {
            files.push(inner);
        }
    }
    files.sort();
    files
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the root")
}
