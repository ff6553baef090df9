//! What is told of small releases by every mechanism.

use std::fmt::Write as _;

use privet_spec::{Accounting, MechanismName};

use super::{Facts, Published};
use crate::keys::KeptSeed;
use crate::making::NewRelease;
use crate::model::Structure;
use crate::spec::Spec;
use crate::table::Input;
use crate::watch::Silent;

/// 2000 made-up rows: `b` is `a` nearly always, `z` has nothing to do with either, and `e` is the other way round than `d`.
fn table() -> String {
    let mut text = "a,b,z,d,e\n".to_owned();
    let mut state = 7_u64;
    for _ in 0..2000 {
        let mut below = |bound: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) % bound
        };
        let a = below(2);
        let b = if below(20) == 0 { 1 - a } else { a };
        let (z, d) = (below(2), below(2));
        let word = |value: u64| ["no", "yes"][usize::try_from(value).unwrap()];
        writeln!(
            text,
            "{},{},{},{},{}",
            word(a),
            word(b),
            word(z),
            word(d),
            word(1 - d)
        )
        .unwrap();
    }
    text
}

/// Nothing where the mechanism cannot do it.
fn facts_of(name: MechanismName, mechanism: &str, adjacency: &str, rules: &str) -> Option<Facts> {
    let delta = match name.accounting() {
        Accounting::Gaussian => ", delta: \"1e-6\"",
        Accounting::Pure => "",
    };
    let columns = ["a", "b", "z", "d", "e"]
        .map(|column| format!("(name: \"{column}\", kind: Boolean(no: \"no\", yes: \"yes\"))"));
    let text = format!(
        "Release(privet: 1, reviewed: true, unit: Row, adjacency: {adjacency}, budget: (epsilon: \"3\"{delta}), \
         schema: [{}], mechanism: {mechanism}, output: (rows: Exactly(100)){rules})",
        columns.join(", ")
    );
    let spec = Spec::parse("spec.ron", text).ok()?;
    let folder = tempfile::tempdir().unwrap();
    let table = table();
    let input = Input::from_reader("t.csv", table.as_bytes());
    let out = folder.path().join("out");
    let release = NewRelease::of(&spec, input).with_test_seed(KeptSeed::of_test(3));
    release.into_folder(&out).unwrap();
    let published = Published::read(&out, &Silent).unwrap();
    assert_eq!(published.facts().in_words, spec.promise().in_words);
    Some(published.facts())
}

/// In every mechanism's plain way, without rules.
fn all_facts() -> Vec<(String, Facts)> {
    let names = MechanismName::ALL.iter().flat_map(|&name| {
        let ways = [format!("{name}()"), format!("{name}(encoding: Binary)")];
        ways.map(|way| (name, way))
    });
    let facts = names.filter_map(|(name, way)| {
        let mut adjacencies = ["AddRemove", "Replace"].into_iter();
        let facts = adjacencies.find_map(|adjacency| facts_of(name, &way, adjacency, ""))?;
        Some((way, facts))
    });
    facts.collect()
}

#[test]
fn columns_are_tied_by_their_tables_and_nothing_else() {
    let all = all_facts();
    // Each by itself, and one by binary digits.
    assert_eq!(all.len(), MechanismName::ALL.len() + 1);
    for (way, facts) in all {
        if matches!(facts.structure, Structure::None(_)) {
            assert!(facts.ties.is_empty(), "{way}");
            continue;
        }
        let names: Vec<&str> = facts.ties.iter().map(|ties| ties.column.as_str()).collect();
        assert_eq!(names, ["a", "b", "z", "d", "e"], "{way}");
        let told: Vec<String> = facts.ties.iter().map(ToString::to_string).collect();
        let alone = |column: &str| {
            format!(
                "`{column}` was measured on its own only: in the synthetic table it is independent of every other column."
            )
        };
        if way.starts_with("Independent") {
            let expected: Vec<String> = names.iter().map(|name| alone(name)).collect();
            assert_eq!(told, expected, "{way}");
            continue;
        }
        // What depends so strongly on each other is found by all of them, and stands in one table.
        for (one, other) in [(0, "b"), (1, "a"), (3, "e"), (4, "d")] {
            let ties = &facts.ties[one];
            assert!(
                ties.measured_with.iter().any(|name| name == other),
                "{way}: {told:?}"
            );
            assert!(!ties.is_alone() && ties.ruled_with.is_empty(), "{way}");
        }
        for ties in &facts.ties {
            let is_of = |written: &String| {
                written == &ties.column || written.starts_with(&format!("{}, digit", ties.column))
            };
            let shares = (facts.tables.iter())
                .any(|table| table.columns.iter().any(is_of) && !table.columns.iter().all(is_of));
            assert_eq!(ties.is_alone(), !shares, "{way}: {ties}");
        }
    }
}

/// What is ruled is not independent, measured or not.
#[test]
fn rules_tie_columns_too() {
    let rules = ", rules: [Determines(\"d\", \"e\", {\"no\": \"yes\", \"yes\": \"no\"}), \
                 Impossible({\"z\": [\"yes\"], \"d\": [\"yes\"]})]";
    let mut tried = 0;
    for &name in MechanismName::ALL {
        let way = format!("{name}(rounds: 0)");
        let plain = format!("{name}()");
        for way in [way, plain] {
            let Some(facts) = facts_of(name, &way, "AddRemove", rules) else {
                continue;
            };
            tried += 1;
            let of = |column: &str| {
                let ties = facts.ties.iter().find(|ties| ties.column == column);
                ties.unwrap()
            };
            assert_eq!(
                of("e").to_string(),
                "`e` follows from `d`, by a rule of the spec."
            );
            for (column, other) in [("z", "d"), ("d", "z"), ("d", "e")] {
                let ties = of(column);
                let mut tied = ties.measured_with.iter().chain(&ties.ruled_with);
                assert!(tied.any(|one| one == other), "{way}: {ties}");
                assert!(!ties.to_string().contains("independent"), "{way}: {ties}");
            }
        }
    }
    assert!(tried > 0);
}

/// By the noise that the model states: 1.96 deviations, or ln 20 = 2.9957 scales.
#[test]
fn a_count_is_within_what_its_noise_allows() {
    for (way, facts) in all_facts() {
        assert_eq!(
            facts.tables.is_empty(),
            way.starts_with("Smoothed"),
            "{way}"
        );
        for table in &facts.tables {
            // E|N(0, σ²)| = σ·√(2/π); E|X| of discrete Laplace noise is 1/sinh(1/b).
            let by_gauss = 1.96 * table.noise_per_cell / (2.0 / core::f64::consts::PI).sqrt();
            let by_laplace = 2.9957 / (1.0 / table.noise_per_cell).asinh();
            let expected = match facts.accounting {
                super::Accounting::MuSquared => by_gauss,
                super::Accounting::Epsilon => by_laplace,
            };
            #[allow(clippy::cast_precision_loss)] // a number of rows
            let rows = table.cell.rows as f64;
            assert!(
                (0.0..=1.001).contains(&(rows - expected)),
                "{way}: {rows} {expected}"
            );
            assert!(
                (table.cell.share - rows / 2000.0).abs() < 0.1 * table.cell.share,
                "{way}"
            );
            let words = table.in_words();
            assert!(
                words.contains("a wrong cell") && words.contains("19 times in 20"),
                "{words}"
            );
        }
    }
}
