//! One way up: modules directly below `src` use each other in one direction only.
//!
//! Where `lib.rs` lists floors in its documentation, the code is held to the list: every module has its place, and uses only
//! those that stand before it, on a floor below or earlier in its line. Elsewhere there are no circles.
//!
//! A use is read from the text: `crate::NAME`, or as many `super::` as lead there; comments and tests do not count.
//! A name that `lib.rs` re-exports belongs to the module it comes from, what `lib.rs` itself defines to none.

use std::collections::{BTreeMap, BTreeSet};

use crate::house::{Files, is_test, packages, without_tests};

type Modules<'a> = BTreeSet<&'a str>;
/// From the module that uses to the module that is used, with the place of one such use.
type Uses<'a> = BTreeMap<(&'a str, &'a str), String>;

/// What stands above the floors: each is a line with a number, a question and its modules.
const HEADING: &str = "//! # The floors, from the ground up";
const REMEDY: &str = "move what both need below them, or hand it over as an argument";

#[test]
fn there_is_one_way_up() {
    let (mut findings, mut with_floors) = (Vec::new(), Vec::new());
    for (package, files) in packages() {
        let uses = uses(&package, &files);
        match files.get("lib.rs").filter(|root| root.contains(HEADING)) {
            None => findings.extend(circles(&uses)),
            Some(root) => {
                findings.extend(misplaced(root, &uses));
                with_floors.push(package);
            }
        }
    }
    assert!(findings.is_empty(), "\n{}", findings.join("\n"));
    assert_eq!(with_floors, ["core", "release", "spec"]);
}

/// Modules without a floor, floors without a module, and uses of what does not stand before.
fn misplaced(root: &str, uses: &Uses) -> Vec<String> {
    let (_, list) = root.split_once(HEADING).unwrap();
    let list = list.lines().take_while(|line| !line.contains("# "));
    let floors = list.filter_map(|line| line.strip_prefix("//! "));
    let floors = floors.filter(|line| line.starts_with(char::is_numeric));
    let order = floors.flat_map(|floor| floor.split('`').skip(1).step_by(2));
    let order: Vec<&str> = order.collect();
    let lines = without_tests(root).into_iter().map(|(_, line)| line);
    let modules = lines.filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod "));
    let modules: Modules = modules.map(|name| name.trim_end_matches(';')).collect();
    let listed: Modules = order.iter().copied().collect();
    let unlike = modules.symmetric_difference(&listed);
    let unlike = unlike.map(|name| format!("`{name}` is no module, or has no floor in lib.rs"));
    let mut findings: Vec<String> = unlike.collect();
    let place = |module: &&str| order.iter().position(|one| one == module);
    for ((user, used), at) in uses {
        if place(user).is_some_and(|user| Some(user) < place(used)) {
            let what = format!("{at}: `{user}` uses `{used}`, which stands above it");
            findings.push(format!("{what}: {REMEDY}"));
        }
    }
    findings
}

/// The uses that are left when modules that use nobody are taken away, and those that nobody uses, again and again.
fn circles(uses: &Uses) -> Vec<String> {
    let mut left: Vec<_> = uses.iter().collect();
    let mut before = 0;
    while left.len() != before {
        before = left.len();
        let users: Modules = left.iter().map(|((user, _), _)| *user).collect();
        let used: Modules = left.iter().map(|((_, used), _)| *used).collect();
        left.retain(|((a, b), _)| used.contains(a) && users.contains(b));
    }
    let told = |((user, used), at): (&(&str, &str), &String)| {
        format!("{at}: `{user}` uses `{used}`, in a circle: {REMEDY}")
    };
    left.into_iter().map(told).collect()
}

fn uses<'a>(package: &str, files: &'a Files) -> Uses<'a> {
    let modules: Modules = files.keys().filter_map(|file| words(file).next()).collect();
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

#[test]
fn floors_are_held() {
    let floors = |last| format!("{HEADING}\n//!\n//! 1. What? `a`, `b`\n//! 2. {last}\n");
    let finds = |last, uses: &[(&'static str, &'static str)]| {
        let root = floors(last) + "//!\n//! # More\n//! `e`\nmod a;\npub mod b;\nmod c;";
        let uses = uses.iter().map(|edge| (*edge, String::new()));
        misplaced(&root, &uses.collect()).len()
    };
    for (label, last, uses, expected) in [
        ("down", "`c`", &[("b", "a"), ("c", "b")][..], 0),
        ("up", "`c`", &[("a", "c")], 1),
        ("within a line", "`c`", &[("a", "b")], 1),
        ("a module without a floor", "Why?", &[], 1),
        ("a floor without a module", "`c`, `d`", &[], 1),
    ] {
        assert_eq!(finds(last, uses), expected, "case `{label}`");
    }
    let ring = ["ab", "bc", "cb", "cd"].map(|edge| (edge.split_at(1), edge.to_owned()));
    assert_eq!(circles(&ring.into()).len(), 2);
}
