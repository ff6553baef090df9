//! No circles: a module directly below `src` uses no other one that uses it, directly or through others.
//!
//! A use is read from the text: `crate::NAME`, or as many `super::` as lead there; comments and tests do not count.
//! A name that `lib.rs` re-exports belongs to the module it comes from, what `lib.rs` itself defines to none.

use std::collections::{BTreeMap, BTreeSet};

use crate::house::{Files, is_test, packages, without_tests};

type Knot<'a> = BTreeSet<&'a str>;
/// From the module that uses to the module that is used, with the place of one such use.
type Uses<'a> = BTreeMap<(&'a str, &'a str), String>;

/// The circles of today, a line each: the package and its modules in order. This list only shrinks.
const KNOTS: &str = "\
core: answers bayes curator
core: error privacy
release: account beside bins bounds chain counts error file_kind files keys making mark mechanisms \
memory model pending plan promise published reading record spec table verify
spec: mechanism shares
spec: release rules";

#[test]
fn no_modules_use_each_other_in_a_circle() {
    let mut findings = Vec::new();
    for (package, files) in packages() {
        let of_package = format!("{package}: ");
        let lines = KNOTS
            .lines()
            .filter_map(|line| line.strip_prefix(&of_package));
        let listed = lines.map(|names| names.split(' ').collect()).collect();
        findings.extend(compare(&package, &uses(&package, &files), &listed));
    }
    assert!(findings.is_empty(), "\n{}", findings.join("\n"));
}

/// What to say where the knots among these uses are not the listed ones.
fn compare(package: &str, uses: &Uses, listed: &BTreeSet<Knot>) -> Option<String> {
    let found = knots(uses);
    let is_new = |knot: &&Knot| !listed.iter().any(|listed| knot.is_subset(listed));
    let Some(knot) = found.iter().find(is_new) else {
        let fewer = "fewer modules are in circles than KNOTS says; write there what is left";
        return (found != *listed).then(|| format!("{package}: {fewer}: {found:?}"));
    };
    let first = knot.iter().take(1).copied().collect();
    let mut known = listed.iter().filter(|listed| !listed.is_disjoint(knot));
    let old = known.next().unwrap_or(&first);
    // One use into what the list has, or into the first module of a new knot, and one out of it.
    let example = |into: bool| {
        let is = |name: &str, is_old| knot.contains(name) && old.contains(name) == is_old;
        let edge = uses.keys().find(|(a, b)| is(a, !into) && is(b, into))?;
        Some(format!(
            "    {} uses {} in {}\n",
            edge.0, edge.1, uses[edge]
        ))
    };
    let examples: String = [true, false].into_iter().filter_map(example).collect();
    let names = knot.iter().copied().collect::<Vec<_>>().join(" ");
    Some(format!(
        "{package}: these modules use each other in a circle: {names}\n{examples}    Cut one of the two \
         ways: move what both need into a module below them, or hand it over as an argument."
    ))
}

/// The sets of modules that all reach each other: the strongly connected components.
fn knots<'a>(uses: &Uses<'a>) -> BTreeSet<Knot<'a>> {
    let mut reached: BTreeMap<&str, Knot> = BTreeMap::new();
    for (user, used) in uses.keys() {
        reached.entry(user).or_default().insert(used);
    }
    for middle in reached.clone().into_keys() {
        let beyond = reached[middle].clone();
        let through = reached.values_mut().filter(|all| all.contains(middle));
        through.for_each(|all| all.extend(&beyond));
    }
    let knots = reached.iter().map(|(name, all)| {
        let back = |other: &&&str| reached.get(*other).is_some_and(|all| all.contains(name));
        all.iter().filter(back).copied().collect()
    });
    knots.filter(|knot: &Knot| !knot.is_empty()).collect()
}

fn uses<'a>(package: &str, files: &'a Files) -> Uses<'a> {
    let modules: Knot = files.keys().filter_map(|file| words(file).next()).collect();
    // The module that each name in the root belongs to.
    let mut owners = BTreeMap::new();
    let root = files.get("lib.rs").map_or("", String::as_str);
    for (_, import) in root.split(';').filter_map(|text| text.rsplit_once("use ")) {
        let owner = words(import).next().filter(|owner| modules.contains(owner));
        owners.extend(words(import).filter_map(|name| Some((name, owner?))));
    }
    owners.extend(modules.iter().map(|name| (*name, *name)));
    let mut uses = Uses::new();
    for (file, text) in files.iter().filter(|(file, _)| !is_test(file)) {
        let user = words(file).next().unwrap_or_default();
        let lines = without_tests(text);
        let uncommented = |line: &'a str| line.split("//").take(1).chain(["\n"]);
        let code = lines.iter().flat_map(|(_, line)| uncommented(line));
        let above = "super::".repeat(file.trim_end_matches("/mod.rs").split('/').count());
        let code = code.collect::<String>().replace(&above, "crate::");
        for (at, root) in code.match_indices("crate::") {
            let (line, _) = lines[code[..at].matches('\n').count()];
            let place = format!("{package}/src/{file}:{line}");
            for name in names(&code[at + root.len()..]) {
                if let Some(used) = owners.get(name).filter(|used| **used != user) {
                    uses.entry((user, *used)).or_insert(place.clone());
                }
            }
        }
    }
    uses
}

/// The names that follow a `crate::`: one, or those that stand first in a group.
fn names(code: &str) -> Vec<&str> {
    let mut found: Vec<&str> = words(code).take(1).collect();
    let group = code.strip_prefix('{').unwrap_or_default();
    let mut depth = 1;
    for piece in group.split_inclusive(['{', '}', ',']) {
        found.extend(words(piece).next().filter(|_| depth == 1));
        depth += i32::from(piece.ends_with('{')) - i32::from(piece.ends_with('}'));
        if depth == 0 {
            break;
        }
    }
    found
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|mark: char| !mark.is_alphanumeric() && mark != '_');
    words.filter(|word| !word.is_empty())
}

#[test]
fn uses_are_read_from_the_text() {
    for (label, b, expected) in [
        ("a path", "fn b() { crate::a::a() }", "p/src/b.rs:1"),
        ("a group", "\nuse crate::{b::{c, d}, a::e};", "p/src/b.rs:2"),
        ("by super", "\n\nuse super::a::f;", "p/src/b.rs:3"),
        ("a re-export", "use crate::Alpha;", "p/src/b.rs:1"),
        ("deep in a group", "use crate::{b::{a, c}};", ""),
        ("a comment", "// crate::a::a()", ""),
        ("a test", "#[cfg(test)]\nuse crate::a;", ""),
    ] {
        let files = [("lib.rs", "pub use a::Alpha;"), ("a.rs", ""), ("b.rs", b)];
        let files = files.map(|(file, text)| (file.to_owned(), text.to_owned()));
        let found = uses("p", &files.into()).into_values().collect::<String>();
        assert_eq!(found, expected, "case `{label}`");
    }
}
