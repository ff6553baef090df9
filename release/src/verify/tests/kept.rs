//! Releases that were kept, one for each number of each mechanism's algorithm.

use std::collections::BTreeSet;
use std::fs;
use std::iter;
use std::path::PathBuf;

use privet_spec::{MechanismName, OutputFormat};

use super::{Beside, Case, Published};
use crate::mechanisms::list::algorithm_of;
use crate::names::{MODEL, RECORD, SYNTHETIC};
use crate::public_model::Model;
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
        format: OutputFormat::Csv,
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
            format: OutputFormat::Csv,
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

/// Whatever changes a byte of a release raises the number of its algorithm, once a version with that number was published:
/// until the first tag it stays 1, and what is kept is made again. With `PRIVET_KEEP` set, this makes the folders that are
/// missing.
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
                "{name}: {file} is not that of {}: until the first tag remove that folder and run this test \
                 with `PRIVET_KEEP=1`; afterwards raise `ALGORITHM` in the mechanism's `mod.rs` first, and add a line to \
                 docs/src/versions.md",
                kept.display()
            );
        }
    }
}

/// Every kept release is of a number that this program has: what was never published is not kept.
#[test]
fn kept_releases_are_read_and_rebuilt() {
    let (mut kept, mut undrawn) = (BTreeSet::new(), 0);
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let place = path.display();
        let findings = verify(&[path.join(RECORD)], &Silent).unwrap();
        assert!(findings.holds(), "{place}: {:?}", findings.faults);
        assert!(findings.untold.is_empty(), "{place}");
        let model = Model::read(&path, &Silent).unwrap();
        let drawn = model.sample(5, Some(1), &Silent, &mut Vec::new());
        undrawn += usize::from(drawn.is_err());
        kept.insert(path.file_name().unwrap().to_str().unwrap().to_owned());
    }
    let made: BTreeSet<String> = all_made().into_iter().map(|(name, _)| name).collect();
    assert_eq!(kept, made);
    assert_eq!(
        undrawn, 1,
        "the rows of one mechanism are its answers, of which there are no more"
    );
    assert!(
        made.len() > MechanismName::ALL.len() + 1,
        "none has rules or a workload"
    );
}
