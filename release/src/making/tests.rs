//! What a release depends on: the table as a multiset of rows, the spec, and the seed.

use super::artefacts::UnderWay;
use super::memory::Files;
use crate::keys::MasterSeed;
use crate::making::{MODEL, RECORD, SYNTHETIC};
use crate::spec::Spec;
use crate::table::Input;
use crate::watch::Silent;

fn spec(unit: &str, adjacency: &str, mechanism: &str) -> Spec {
    let pure = mechanism.starts_with("PrivBayesPure") || mechanism.starts_with("Smoothed");
    let delta = if pure { "" } else { ", delta: \"1e-6\"" };
    let text = format!(
        "Release(privet: 1, reviewed: true, unit: {unit}, adjacency: {adjacency}, \
         budget: (epsilon: \"3\"{delta}), schema: [(name: \"a\", kind: Boolean), \
         (name: \"b\", kind: Categorical([\"x\", \"y\", \"z\"])), \
         (name: \"c\", kind: Integer(min: 0, max: 9))], mechanism: {mechanism})"
    );
    Spec::parse("spec.ron", text).unwrap_or_else(|error| panic!("{error}"))
}

/// Sixty rows of twenty persons; every person has a row twice.
fn lines() -> Vec<String> {
    let line = |row: usize| {
        let (person, kind) = (row % 20, row / 20 % 2);
        let letter = ["x", "y", "z"][(person + kind) % 3];
        format!(
            "p{person},{},{letter},{}\n",
            kind == 0,
            (7 * person + kind) % 10
        )
    };
    (0..60).map(line).collect()
}

/// Every file of a release of these lines from one seed.
fn files(spec: &Spec, lines: &[String]) -> Files {
    let seed = MasterSeed::from_hex(&"5a".repeat(32)).unwrap();
    let table = format!("who,a,b,c\n{}", lines.concat());
    let under_way = UnderWay::new(spec, &seed, &Silent);
    let data = under_way.read(Input::from_reader("t.csv", table.as_bytes()));
    let mut files = Files::default();
    under_way.write(data.unwrap(), &mut files).unwrap();
    files
}

#[test]
fn the_order_of_lines_changes_nothing_but_the_commitment() {
    let person = "Person(id: \"who\", rows: 2)";
    for (unit, adjacency, mechanism) in [
        (person, "AddRemove", "PrivBayes()"),
        (person, "AddRemove", "PrivMrf()"),
        (person, "AddRemove", "PrivBayesPure()"),
        (person, "AddRemove", "Independent()"),
        ("Row", "Replace", "SmoothedHistogram()"),
    ] {
        let spec = spec(unit, adjacency, mechanism);
        let mut lines = lines();
        let first = files(&spec, &lines);
        lines.reverse();
        lines.rotate_left(17);
        let second = files(&spec, &lines);
        for name in [SYNTHETIC, MODEL] {
            assert!(first.file(name) == second.file(name), "{mechanism}: {name}");
        }
        let record = |files: &Files| {
            let mut record: serde_json::Value = serde_json::from_slice(files.file(RECORD)).unwrap();
            assert!(!record["randomness"]["data_commitment"].take().is_null());
            assert!(!record["self_sha256"].take().is_null());
            record
        };
        assert_eq!(record(&first), record(&second), "{mechanism}");
        assert!(first.file(RECORD) != second.file(RECORD), "{mechanism}");
    }
}

/// Else anybody could tell which rows of a person were used.
#[test]
fn rows_of_a_person_are_chosen_by_a_secret_key() {
    let spec = spec("Person(id: \"who\", rows: 1)", "AddRemove", "PrivBayes()");
    let table = format!("who,a,b,c\n{}", lines().concat());
    let kept = |seed: &str| {
        let seed = MasterSeed::from_hex(&seed.repeat(32)).unwrap();
        let input = Input::from_reader("t.csv", table.as_bytes());
        let data = UnderWay::new(&spec, &seed, &Silent).read(input).unwrap();
        data.loaded.table
    };
    assert!(kept("5a") == kept("5a"));
    // Alike by chance with probability below 2^−18: each of 20 persons has a row once and one twice.
    assert!(kept("5a") != kept("5b"));
}
