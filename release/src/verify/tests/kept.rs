//! Releases that were kept, one for each number of each mechanism's algorithm.

use std::collections::BTreeMap;
use std::fs;
use std::iter;
use std::path::PathBuf;

use privet_spec::{Line, MechanismName};
use serde_json::json;

use super::{Beside, Case, Published};
use crate::making::{MODEL, RECORD, SYNTHETIC};
use crate::mechanisms::list::algorithm_of;
use crate::model::Model;
use crate::verify::verify;
use crate::watch::Silent;

/// Where they are.
fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("kept")
}

/// The release of a mechanism that is kept.
fn made(name: MechanismName) -> Published {
    let case = |(adjacency, finds_bins)| Case {
        mechanism: format!("{name}()"),
        adjacency,
        finds_bins,
        beside: Beside::Nothing,
    };
    let ways = [("AddRemove", true), ("Replace", false)].map(case);
    let made = ways.iter().find_map(Published::release);
    made.expect("the mechanism can do one of them")
}

/// The same with something beside, where the mechanism heeds it, and what that is called.
fn made_beside(name: MechanismName) -> impl Iterator<Item = (&'static str, Published)> {
    let sorts = [("rules", Beside::Rules), ("workload", Beside::Workload)].into_iter();
    sorts.filter_map(move |(called, beside)| {
        let made = Published::release(&Case {
            mechanism: format!("{name}()"),
            adjacency: "AddRemove",
            finds_bins: true,
            beside,
        });
        Some((called, made?))
    })
}

/// The releases that are kept of today's numbers, each with the name of its folder.
fn all_made() -> Vec<(String, Published)> {
    let made = MechanismName::ALL.iter().flat_map(|&name| {
        let folder = format!("{name}-{}", algorithm_of(name));
        let beside: Vec<_> = made_beside(name)
            .map(|(called, made)| (format!("{folder}-{called}"), made))
            .collect();
        iter::once((folder, made(name))).chain(beside)
    });
    made.collect()
}

/// Whatever changes a byte of a release raises the number of its algorithm. With `PRIVET_KEEP` set, this makes the folders
/// that are missing.
#[test]
fn a_number_stands_for_every_byte() {
    for (name, made) in all_made() {
        let made = &made.original;
        let kept = folder().join(&name);
        if std::env::var_os("PRIVET_KEEP").is_some() && !kept.exists() {
            fs::create_dir_all(&kept).unwrap();
            for (file, bytes) in made.files() {
                fs::write(kept.join(file), bytes).unwrap();
            }
        }
        // The record names the commit that the program was built from.
        for file in [SYNTHETIC, MODEL] {
            let there = fs::read(kept.join(file)).unwrap_or_default();
            assert!(
                there == made.file(file),
                "{name}: {file} is not that of {}: raise `ALGORITHM` in the mechanism's `mod.rs`, run this test with \
                 `PRIVET_KEEP=1`, and add a line to docs/src/versions.md",
                kept.display()
            );
        }
    }
}

/// Older ones are read, drawn from, and have their charges checked; those of today's numbers are rebuilt.
#[test]
fn kept_releases_are_read_and_rebuilt() {
    let mut seen = 0;
    // Whether rows can be drawn from a mechanism's model, of whatever number.
    let mut draws: BTreeMap<String, bool> = BTreeMap::new();
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let findings = verify(&[path.join(RECORD)], &Silent).unwrap();
        assert!(
            findings.holds(),
            "{}: {:?}",
            path.display(),
            findings.faults
        );
        let model = Model::read(&path).unwrap();
        let is_current = model.algorithm() == algorithm_of(model.mechanism());
        assert_eq!(findings.untold.is_empty(), is_current, "{}", path.display());
        let drawn = model.sample(5, Some(1), &Silent, &mut Vec::new());
        let notes = findings.notes.iter();
        let is_all = !notes
            .map(Line::as_str)
            .any(|note| note.contains("rows not checked"));
        assert!(!is_current || drawn.is_ok() == is_all, "{}", path.display());
        let always = draws
            .entry(model.mechanism().to_string())
            .or_insert(drawn.is_ok());
        assert_eq!(*always, drawn.is_ok(), "{}", path.display());
        seen += usize::from(is_current);
    }
    assert_eq!(seen, all_made().len());
    assert!(
        seen > MechanismName::ALL.len() + 1,
        "none has rules or a workload"
    );
}

/// Neither accepted nor refused; but a model and a record of two numbers are no release.
#[test]
fn another_number_is_not_rebuilt() {
    let published = made(MechanismName::ALL[0]);
    for (in_model, in_record, format, told) in [
        (7, 7, 2, Some("not rebuilt: algorithm 7; use Privet ")),
        // As files were before there were numbers.
        (0, 0, 1, Some("not rebuilt: algorithm 0; use Privet ")),
        (7, 1, 2, None),
    ] {
        let mut other = published.clone();
        other.model["algorithm"] = json!(in_model);
        other.model["privet_model"] = json!(format);
        other.record.algorithm.number = in_record;
        other.record.privet_record = format;
        let findings = other.verdict().unwrap();
        assert_eq!(findings.holds(), told.is_some(), "{:?}", findings.faults);
        let untold = findings.untold.first().map(Line::as_str);
        match told {
            Some(told) => assert!(untold.is_some_and(|line| line.contains(told)), "{untold:?}"),
            None => assert_eq!(untold, None),
        }
    }
}
