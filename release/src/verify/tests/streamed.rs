//! Tables that are not held: how many passes a release takes, and that they change nothing.

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

use privet_spec::MechanismName;
use tempfile::TempDir;

use super::{Case, KeptSeed, NewRelease, Published, table};
use crate::making::InMemory;
use crate::memory::MemoryLimit;
use crate::names::{MODEL, RECORD, synthetic_name};
use crate::record::Asked;
use crate::table::Input;
use crate::watch::{Silent, Stage, Watch};

/// The most passes of each mechanism behind the census: so many, and so many more for each choice, or for each round of
/// several choices by one estimate. Columns by themselves need none.
const MOST_PASSES: [(&str, usize, usize); 5] = [
    // Pair scores, tables.
    ("PrivBayes", 2, 0),
    // Tables, and for each choice its candidates.
    ("PrivBayesPure", 1, 1),
    // Pair scores, first tables; and for each round its candidates and what was chosen.
    ("PrivMrf", 2, 2),
    ("SmoothedHistogram", 1, 0),
    ("Independent", 0, 0),
];

/// Counts passes.
#[derive(Default)]
struct Passes {
    censuses: AtomicUsize,
    counts: AtomicUsize,
}

impl Watch for Passes {
    fn stage(&self, name: &str, _steps: u64) -> Box<dyn Stage + '_> {
        if name == "taking a census" {
            self.censuses.fetch_add(1, Ordering::Relaxed);
        } else if name == "counting tables" {
            self.counts.fetch_add(1, Ordering::Relaxed);
        }
        Box::new(Silent)
    }
}

/// Choices, where several farthest tables in a row are one.
fn rounds(made: &InMemory) -> usize {
    let asked = |asked: Asked| move |purpose: &str| purpose == asked.words();
    let (is_farthest, is_choice) = (asked(Asked::Farthest), asked(Asked::Selection));
    let queries: Vec<&str> = (made.released.record.queries.iter())
        .map(|query| query.purpose.as_str())
        .collect();
    let runs = queries.chunk_by(|one, other| is_farthest(one) && is_farthest(other));
    runs.filter(|run| is_farthest(run[0]) || is_choice(run[0]))
        .count()
}

#[test]
fn whole_releases_take_few_passes_and_are_the_same() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("t.csv");
    fs::write(&path, table()).unwrap();
    let streamed = |case: &Case, bytes: u64| {
        let (spec, passes) = (case.spec().unwrap(), Passes::default());
        let made = NewRelease::of(&spec, Input::at(&path))
            .with_test_seed(KeptSeed::of_test(3))
            .within(MemoryLimit::of_passes(bytes))
            .watched_by(&passes)
            .into_memory()
            .unwrap_or_else(|error| panic!("{}: {error}", case.label()));
        assert_eq!(passes.censuses.into_inner(), 1, "{}", case.label());
        (made, passes.counts.into_inner())
    };
    let mut tried = vec![0; MechanismName::ALL.len()];
    for case in Case::tried() {
        let Some(plain) = Published::release(&case) else {
            continue;
        };
        let label = case.label();
        let (made, passes) = streamed(&case, 1 << 34);
        for file in [synthetic_name(plain.spec.release()), MODEL, RECORD] {
            let same = plain.original.file(file) == made.file(file);
            assert!(same, "{label}: {file}");
        }
        let word = case.mechanism.split('(').next().unwrap();
        let mut bounds = MOST_PASSES.iter().filter(|(name, ..)| *name == word);
        let (_, once, each) = bounds.next().unwrap();
        let most = once + each * rounds(&made);
        assert!(passes <= most, "{label}: {passes} passes of {most}");
        let mut names = MechanismName::ALL.iter();
        tried[names.position(|name| name.to_string() == word).unwrap()] += 1;
    }
    assert!(tried.iter().all(|&tried| tried > 0), "{tried:?}");
}
