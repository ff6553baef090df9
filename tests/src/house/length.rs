//! How long the files are.

use super::package::{Files, Package};

/// A file may have this many lines, its tests aside.
pub const MOST_LINES: usize = 400;

/// A file with more than [`MOST_LINES`] lines and no reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongFile {
    /// Its path from `src/`.
    pub file: String,
    /// Its lines, its tests aside.
    pub lines: usize,
}

/// The files that are too long, unless their module docs say "Longer than 400 lines because …".
pub fn long_files(package: &Package) -> Vec<LongFile> {
    let long = sources(&package.files).filter(|(_, text)| !has_reason(text));
    long.map(|(file, text)| LongFile {
        file: file.clone(),
        lines: lines_before_tests(text),
    })
    .filter(|long| long.lines > MOST_LINES)
    .collect()
}

/// The lines of all files together, tests aside.
pub fn lines_without_tests(package: &Package) -> usize {
    sources(&package.files)
        .map(|(_, text)| lines_before_tests(text))
        .sum()
}

/// The files that are no tests by their name or their folder's.
fn sources(files: &Files) -> impl Iterator<Item = (&String, &String)> {
    files.iter().filter(|(file, _)| {
        let file = file.strip_suffix(".rs").unwrap_or(file);
        file.split('/').all(|name| name != "tests")
    })
}

/// The lines of a file before a `mod tests { … }` that ends it.
///
/// The sources are formatted, so that a brace alone at the beginning of a line ends the module.
fn lines_before_tests(text: &str) -> usize {
    let lines: Vec<&str> = text.lines().collect();
    let Some(start) = lines.iter().rposition(|line| *line == "mod tests {") else {
        return lines.len();
    };
    let (before, tests) = lines.split_at(start);
    let is_last = tests.iter().position(|line| *line == "}") == Some(tests.len() - 1);
    let attributes = before
        .iter()
        .rev()
        .take_while(|line| line.starts_with("#["));
    if is_last && attributes.clone().any(|line| *line == "#[cfg(test)]") {
        before.len() - attributes.count()
    } else {
        lines.len()
    }
}

fn has_reason(text: &str) -> bool {
    let docs = text.lines().map_while(|line| line.strip_prefix("//!"));
    let docs: Vec<&str> = docs.map(str::trim).collect();
    docs.join(" ").contains("Longer than 400 lines because")
}
