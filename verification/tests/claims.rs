//! A stale claim breaks the build: what the documents say is proved exists, and what exists is
//! listed.

use std::collections::{BTreeMap, BTreeSet};

use privet_verification::properties::ALL;

use crate::{root, sources};

const HARNESSES: &str = include_str!("../harnesses.txt");
const PROOFS: &str = include_str!("../PROOFS.md");
const README: &str = include_str!("../README.md");

fn names() -> BTreeSet<&'static str> {
    ALL.iter().map(|&(name, _)| name).collect()
}

#[test]
fn every_property_is_listed_once() {
    assert_eq!(names().len(), ALL.len());
    let mut functions = BTreeSet::new();
    for (_, source) in sources(&root().join("verification/src/properties")) {
        for line in source.lines() {
            let declared = line
                .strip_prefix("pub fn ")
                .and_then(|rest| rest.split_once("(choose"));
            functions.extend(declared.map(|(name, _)| name.to_owned()));
        }
    }
    assert_eq!(functions, names().into_iter().map(str::to_owned).collect());
}

/// The README says "none" of those that the other engines check alone, and why.
#[test]
fn every_property_has_its_row_and_its_harness() {
    let rows: BTreeMap<&str, &str> = README
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once("` | "))
        .filter_map(|(name, row)| Some((name, row.splitn(4, " | ").nth(3)?)))
        .collect();
    let listed: BTreeSet<&str> = rows.keys().copied().collect();
    assert_eq!(&listed ^ &names(), BTreeSet::new(), "rows of the README");
    let unproved = rows.iter().filter(|(_, kani)| kani.starts_with("none"));
    let unproved: BTreeSet<&str> = unproved.map(|(name, _)| *name).collect();
    let harnesses_for = &listed - &unproved;
    assert_eq!(&harnesses_for ^ &harnesses(), BTreeSet::new(), "harnesses");
}

/// The properties that Kani proves, wherever they are bounded.
pub fn harnesses() -> BTreeSet<&'static str> {
    let lines = HARNESSES.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split(' ').collect();
            let [name, covers, kind] = fields[..] else {
                panic!("three fields in `{line}`");
            };
            assert!(covers.parse::<u32>().is_ok(), "{line}");
            let name = name.rsplit_once("::verify_").expect("a full name").1;
            let is_wide = name.ends_with("_widely");
            assert_eq!(is_wide, kind == "wide", "{line}");
            assert!(is_wide || ["quick", "full"].contains(&kind), "{line}");
            name.trim_end_matches("_widely")
        })
        .collect()
}

/// A proof that has never been run is none.
#[test]
fn every_proof_was_run_as_it_is_listed() {
    let listed = HARNESSES.lines().filter(|line| !line.starts_with('#'));
    let listed: BTreeSet<String> = listed.map(str::to_owned).collect();
    let run = PROOFS.lines().filter_map(|line| {
        let cells: Vec<&str> = line.strip_prefix("| `")?.split(" | ").collect();
        let [name, set, covers, _, _, digest] = cells[..] else {
            panic!("a row of `kani.sh --write`: {line}");
        };
        // What the proof was run on, for `stale.py`.
        let digest = digest.trim_matches([' ', '|', '`']);
        assert!(
            digest.len() == 12 && u64::from_str_radix(digest, 16).is_ok(),
            "{line}"
        );
        Some(format!("{} {covers} {set}", name.trim_end_matches('`')))
    });
    assert_eq!(run.collect::<BTreeSet<String>>(), listed);
}
