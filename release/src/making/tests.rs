//! What a release depends on: the table as a multiset of rows, the spec, and the seed.

use super::artefacts::UnderWay;
use super::memory::Files;
use super::needs::Needs;
use crate::bounds::noise::to_f64;
use crate::keys::MasterSeed;
use crate::making::{MODEL, RECORD, SYNTHETIC};
use crate::spec::Spec;
use crate::table::Input;
use crate::watch::Silent;

fn spec(unit: &str, adjacency: &str, mechanism: &str) -> Spec {
    let parsed = Spec::parse("spec.ron", text_of(unit, adjacency, mechanism, ""));
    parsed.unwrap_or_else(|error| panic!("{error}"))
}

fn text_of(unit: &str, adjacency: &str, mechanism: &str, shares: &str) -> String {
    let pure = mechanism.starts_with("PrivBayesPure") || mechanism.starts_with("Smoothed");
    let delta = if pure { "" } else { ", delta: \"1e-6\"" };
    let shares = if shares.is_empty() {
        String::new()
    } else {
        format!(", shares: ({shares})")
    };
    format!(
        "Release(privet: 1, reviewed: true, unit: {unit}, adjacency: {adjacency}, \
         budget: (epsilon: \"3\"{delta}{shares}), schema: [(name: \"a\", kind: Boolean), \
         (name: \"b\", kind: Categorical([\"x\", \"y\", \"z\"])), \
         (name: \"c\", kind: Integer(min: 0, max: 9))], mechanism: {mechanism}, \
         output: (rows: Exactly(5)))"
    )
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

/// A noisy size with nearly the widest noise that there may be, of a table without rows: everything after it is paid
/// for, and nothing may fail. Twelve seeds each.
#[test]
fn any_noisy_size_is_released() {
    let scores = "structure: \"0.3\", ";
    for (mechanism, epsilon, structure, size) in [
        ("PrivBayes()", "0.01", scores, "0.000001"),
        ("PrivBayes(estimator: Pgm)", "0.01", scores, "0.000001"),
        ("PrivBayesPure()", "1", scores, "0.000002"),
        (
            "PrivBayesPure(encoding: Vanilla, score: R)",
            "1",
            scores,
            "0.000002",
        ),
        ("PrivMrf()", "0.01", "", "0.000001"),
        ("PrivMrf(search: Graph)", "0.01", "", "0.000001"),
        ("Independent()", "0.01", "", "0.000001"),
    ] {
        let shares = format!("{structure}size: \"{size}\", tables: \"0.6\"");
        let text = text_of("Row", "AddRemove", mechanism, &shares);
        let text = text.replace("epsilon: \"3\"", &format!("epsilon: \"{epsilon}\""));
        let spec = Spec::parse("spec.ron", text).unwrap_or_else(|error| panic!("{error}"));
        let noise = spec.mechanism().size_noise(spec.plan().neighbours);
        let scale = noise.unwrap().unwrap().scale;
        assert!((50_000.0..1e6).contains(&scale), "{mechanism}: {scale}");
        for seed in 0..12_u8 {
            let seed = MasterSeed::from_hex(&format!("{seed:02x}").repeat(32)).unwrap();
            let under_way = UnderWay::new(&spec, &seed, &Silent);
            let data = under_way
                .read(Input::from_reader("t.csv", &b"who,a,b,c\n"[..]))
                .unwrap();
            let needs = Needs::of(&spec, data.loaded.table.rows);
            let mut files = Files::default();
            let made = under_way.write(data, &mut files);
            let rows = made.map(|made| made.rows);
            assert_eq!(
                rows.unwrap_or_else(|error| panic!("{error}")),
                5,
                "{mechanism}"
            );
            // What was looked for is enough.
            let length = |name| files.file(name).len() as u64;
            assert!(length(SYNTHETIC) <= needs.table(), "{mechanism}");
            assert!(
                length(MODEL) + length(RECORD) <= needs.others(),
                "{mechanism}"
            );
        }
    }
}

/// Whatever buys no noise, or nothing but noise, is refused with the spec.
#[test]
fn hopeless_parts_of_a_budget_are_refused_with_the_spec() {
    for (mechanism, shares, part) in [
        (
            "PrivBayes()",
            "structure: \"1e-18\", size: \"0.1\", tables: \"0.8\"",
            "a deviation above 1000000 rows",
        ),
        (
            "PrivBayes()",
            "structure: \"0.1\", size: \"0.1\", tables: \"1e-18\"",
            "a deviation above 1000000 rows",
        ),
        (
            "PrivBayesPure()",
            "structure: \"1e-18\", size: \"0.1\", tables: \"0.8\"",
            "a deviation above 1000000 rows",
        ),
        (
            "PrivBayesPure()",
            "structure: \"0.1\", size: \"1e-18\", tables: \"0.8\"",
            "the share of `size` is too small",
        ),
        (
            "PrivBayes()",
            "structure: \"0.1\", size: \"1e-18\", tables: \"0.8\"",
            "the number of rows would have noise",
        ),
        (
            "PrivMrf()",
            "size: \"0.1\", tables: \"1e-18\"",
            "a deviation above 1000000 rows",
        ),
        (
            "Independent()",
            "size: \"0.1\", tables: \"1e-18\"",
            "a deviation above 1000000 rows",
        ),
    ] {
        let text = text_of("Row", "AddRemove", mechanism, shares);
        let refused = Spec::parse("spec.ron", text).map(|_| ()).unwrap_err();
        assert!(refused.to_string().contains(part), "{mechanism}: {refused}");
    }
}

/// Noise of any size within its reach is looked for beforehand.
#[test]
fn needs_have_room_for_noise() {
    let text = text_of("Row", "AddRemove", "Independent()", "");
    let spec = |rows: &str| Spec::parse("s", text.replace("Exactly(5)", rows)).unwrap();
    let noise = spec("Noisy")
        .mechanism()
        .size_noise(spec("Noisy").plan().neighbours);
    let sigma = noise.unwrap().unwrap().scale;
    for rows in ["Noisy", "Exactly(5)"] {
        let most = spec(rows).largest_size(1000);
        // Fourteen deviations.
        assert!(
            (to_f64(most) - 1000.0 - 14.0 * sigma).abs() <= 1.0,
            "{most}"
        );
    }
    let needs = |rows: &str, table| Needs::of(&spec(rows), table).table();
    assert!(needs("Noisy", 1000) > needs("Exactly(5)", 1000));
    assert!(needs("Noisy", 2_000_000) > 2_000_000 * 10);
}
