//! Files that use each other in a circle.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::modules::Tree;
use super::package::Files;
use super::uses::{Uses, uses};

/// Files each of which uses all others, directly or through them: a strongly connected component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circle {
    /// The files, by their paths from `src/`.
    pub files: BTreeSet<String>,
    /// The uses between them.
    pub uses: Uses,
}

impl fmt::Display for Circle {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "{} files in a circle:", self.files.len())?;
        for ((from, to), names) in &self.uses {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            writeln!(out, "    {from} → {to}: {}", names.join(", "))?;
        }
        Ok(())
    }
}

/// The circles among these files, for each root that a package may have.
pub fn circles(files: &Files) -> Result<Vec<Circle>, String> {
    let mut found = Vec::new();
    for root in files.keys().filter(|file| is_root(file)) {
        found.extend(components(&uses(&Tree::read(files, root)?)));
    }
    Ok(found)
}

fn is_root(file: &str) -> bool {
    file == "lib.rs" || file == "main.rs"
}

/// Two files are in one circle if each reaches the other. With a hundred files there is no need for a
/// faster way.
fn components(uses: &Uses) -> Vec<Circle> {
    let mut used_by: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (from, to) in uses.keys() {
        used_by.entry(from).or_default().push(to);
    }
    let reached = used_by
        .keys()
        .map(|&file| (file, reached_from(file, &used_by)));
    let reached: BTreeMap<&str, BTreeSet<&str>> = reached.collect();
    let reaches = |from: &str, to: &str| reached.get(from).is_some_and(|files| files.contains(to));
    let in_circles = used_by.keys().copied().filter(|file| reaches(file, file));
    let mut left: BTreeSet<&str> = in_circles.collect();
    let mut circles = Vec::new();
    while let Some(&first) = left.first() {
        let (circle, others): (BTreeSet<&str>, BTreeSet<&str>) = left
            .into_iter()
            .partition(|file| reaches(first, file) && reaches(file, first));
        left = others;
        circles.push(Circle::of(&circle, uses));
    }
    circles
}

impl Circle {
    fn of(files: &BTreeSet<&str>, uses: &Uses) -> Self {
        let inside = uses
            .iter()
            .filter(|((from, to), _)| files.contains(from.as_str()) && files.contains(to.as_str()));
        Self {
            files: files.iter().map(|&file| file.to_owned()).collect(),
            uses: inside
                .map(|(edge, names)| (edge.clone(), names.clone()))
                .collect(),
        }
    }
}

/// The files that a file uses, directly or through others; itself only if it is in a circle.
fn reached_from<'a>(file: &'a str, used_by: &BTreeMap<&'a str, Vec<&'a str>>) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut next = vec![file];
    while let Some(from) = next.pop() {
        for &to in used_by.get(from).into_iter().flatten() {
            if reached.insert(to) {
                next.push(to);
            }
        }
    }
    reached
}
