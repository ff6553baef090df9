//! Evaluations that lie in the folders of releases: which of them a comparison believes.

use std::fs;
use std::path::PathBuf;

use privet_evaluate::Evaluation;
use privet_release::{CustodianKey, Error, Input, NewRelease, Published, Silent, Spec};
use privet_report::compare::gather;
use privet_report::measure::{RealTable, Wanted};
use serde_json::{Value, json};
use tempfile::TempDir;

const SPEC: &str = "Release(privet: 1, reviewed: true, unit: Row, adjacency: AddRemove, \
    budget: (epsilon: \"2\", delta: \"1e-6\"), \
    schema: [(name: \"age\", kind: Integer(min: 0, max: 99, bin: 10)), \
    (name: \"sex\", kind: Categorical([\"F\", \"M\"])), (name: \"region\", kind: Categorical([\"N\", \"S\"]))], \
    mechanism: Independent(), output: (rows: Exactly(50)))";

/// Two releases of one table, and a key.
struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let place = Self { folder };
        let spec = Spec::parse("spec.ron", SPEC).unwrap();
        for name in ["one", "other"] {
            let table = table("F");
            let input = Input::from_reader("table", table.as_bytes());
            let release = NewRelease::of(&spec, input);
            release.into_folder(place.path(name)).unwrap();
        }
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// What `evaluate` says of a release, by this key, of this table.
    fn evaluation(&self, name: &str, key: Option<&str>, table: &str) -> Evaluation {
        let spec = Spec::parse("spec.ron", SPEC).unwrap();
        let wanted = Wanted {
            count: 3,
            ..Wanted::default()
        };
        let key = key.map(|key| CustodianKey::open(self.path(key)).unwrap());
        let input = Input::from_reader("table", table.as_bytes());
        let real = RealTable::read(&spec, input, None, wanted, key.as_ref(), &Silent).unwrap();
        let synthetic = self.path(name).join("synthetic.csv");
        let release = Published::of_table(&synthetic, &Silent).unwrap();
        assert!(release.is_some());
        let compared = real.compare(Input::at(&synthetic), release.as_ref());
        compared.unwrap()
    }

    fn put(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name).join("evaluation.json"), text).unwrap();
    }

    /// Which releases a comparison has an evaluation of.
    fn compared(&self) -> Result<[bool; 2], Error> {
        let folders = ["one", "other"].map(|name| self.path(name));
        let compared = gather(&folders, None, &Silent)?;
        Ok([0, 1].map(|place: usize| compared[place].evaluation.is_some()))
    }

    fn refused(&self, case: &str) -> String {
        self.compared().expect_err(case).to_string()
    }
}

fn table(sex: &str) -> String {
    let row = |row: u32| format!("{},{sex},{}\n", row % 97, ["N", "S"][row as usize % 2]);
    format!("age,sex,region\n{}", (0..60).map(row).collect::<String>())
}

#[test]
fn an_evaluation_of_the_release_is_taken() {
    let place = Place::new();
    assert_eq!(place.compared().unwrap(), [false, false]);
    for (key, expected) in [(None, [true, false]), (Some("key"), [true, true])] {
        let name = if key.is_some() { "other" } else { "one" };
        let evaluation = place.evaluation(name, key, &table("F"));
        place.put(name, serde_json::to_vec(&evaluation).unwrap());
        assert_eq!(place.compared().unwrap(), expected);
    }
    // Both name a table under one key.
    let evaluation = place.evaluation("one", Some("key"), &table("F"));
    place.put("one", serde_json::to_vec(&evaluation).unwrap());
    assert_eq!(place.compared().unwrap(), [true, true]);
}

/// Another table, or the same one under another key: nobody can tell which.
#[test]
fn evaluations_of_two_real_tables_are_refused() {
    let place = Place::new();
    let evaluation = place.evaluation("one", Some("key"), &table("F"));
    place.put("one", serde_json::to_vec(&evaluation).unwrap());
    for (key, sex) in [("key", "M"), ("another", "F")] {
        let evaluation = place.evaluation("other", Some(key), &table(sex));
        place.put("other", serde_json::to_vec(&evaluation).unwrap());
        let told = place.refused(key);
        assert!(
            told.contains("by its fingerprint the real table is not that of"),
            "{told}"
        );
    }
}

/// A digest of the table would tell whether a guess of it is right.
#[test]
fn an_evaluation_has_no_plain_digest_of_the_real_table() {
    let place = Place::new();
    let digest = privet_spec::digest(table("F").as_bytes());
    let without = place.evaluation("one", None, &table("F"));
    assert_eq!(without.run.real_fingerprint, None);
    let with = place.evaluation("one", Some("key"), &table("F"));
    for evaluation in [&without, &with] {
        let text = serde_json::to_string(evaluation).unwrap();
        assert!(!text.contains(&digest));
    }
    let again = place.evaluation("other", Some("key"), &table("F"));
    assert_eq!(with.run.real_fingerprint, again.run.real_fingerprint);
    let other = place.evaluation("other", Some("key"), &table("M"));
    assert_ne!(with.run.real_fingerprint, other.run.real_fingerprint);
}

#[test]
fn what_is_not_of_the_release_is_refused() {
    let place = Place::new();
    let evaluation = place.evaluation("one", None, &table("F"));
    let good = serde_json::to_value(&evaluation).unwrap();
    let digest = "0".repeat(64);
    for (case, pointer, value, fragment) in [
        (
            "no release",
            "/run/release",
            Value::Null,
            "names no release",
        ),
        (
            "another record",
            "/run/release/record_sha256",
            json!(digest),
            "not of this release",
        ),
        (
            "other rows",
            "/run/release/synthetic_sha256",
            json!(digest),
            "not of this release",
        ),
        (
            "no digest",
            "/run/release/record_sha256",
            json!(7),
            "invalid type",
        ),
        (
            "more",
            "/run/release",
            json!({"record_sha256": digest, "synthetic_sha256": digest, "more": 1}),
            "unknown field",
        ),
        (
            "less",
            "/run/release",
            json!({"record_sha256": digest}),
            "missing field",
        ),
        (
            "version",
            "/privet_evaluation",
            json!(2),
            "it is of version 2",
        ),
    ] {
        let mut changed = good.clone();
        *changed.pointer_mut(pointer).expect(case) = value;
        place.put("one", changed.to_string());
        let told = place.refused(case);
        assert!(
            told.contains(fragment) && told.contains("evaluation.json"),
            "case `{case}`: {told}"
        );
    }
    place.put("other", good.to_string());
    place.put("one", good.to_string());
    let told = place.refused("that of another release");
    assert!(told.contains("not of this release"), "{told}");
}

/// Every figure that a comparison shows, and every place that it looks up.
#[test]
fn what_no_evaluation_says_is_refused() {
    let place = Place::new();
    let evaluation = place.evaluation("one", None, &table("F"));
    let good = serde_json::to_value(&evaluation).unwrap();
    #[rustfmt::skip] // one case a line
    let cases = [
        ("/differentially_private", json!(true)),
        ("/notice", json!("may be published")),
        ("/run/real/rows", json!(0)),
        ("/columns/0/faults", json!([])),
        ("/columns/0/faults/0/size", json!(1e300)),
        ("/columns/0/distance", json!(-0.5)),
        ("/columns/0/numbers/kolmogorov_smirnov", json!(2)),
        ("/marginals/0/ways", json!(0)),
        ("/marginals/1/ways", json!(1)),
        ("/marginals/2/ways", json!(9)),
        ("/marginals/2/mean", json!(7)),
        ("/marginals/1/marginals/0/columns", json!([0, 3])),
        ("/marginals/1/marginals/0/columns", json!([0, 1, 2])),
        ("/verdict/weakest_columns/0", json!(3)),
        ("/dependence/mean_difference", json!(-1)),
        ("/nist/clustering/score", json!(1e7)),
        ("/nist/classification/score", json!(-1)),
    ];
    for (pointer, value) in cases {
        let mut changed = good.clone();
        *changed.pointer_mut(pointer).expect(pointer) = value;
        place.put("one", changed.to_string());
        let told = place.refused(pointer);
        assert!(
            told.contains("is not what an evaluation can say"),
            "{pointer}: {told}"
        );
    }
    let mean = format!("\"mean\":{}", good["marginals"][0]["mean"]);
    for huge in ["1e999", "NaN", "null", "\"0.1\""] {
        let text = good
            .to_string()
            .replacen(&mean, &format!("\"mean\":{huge}"), 1);
        assert_ne!(text, good.to_string());
        place.put("one", text);
        let told = place.refused(huge);
        assert!(told.contains("evaluation.json:1:"), "{huge}: {told}");
    }
}

#[test]
fn what_lacks_a_field_is_refused() {
    let place = Place::new();
    let evaluation = place.evaluation("one", None, &table("F"));
    let good = serde_json::to_value(&evaluation).unwrap();
    let of_all: Vec<String> = good
        .as_object()
        .unwrap()
        .keys()
        .map(|key| format!("/{key}"))
        .collect();
    let inner = [
        "/run/release",
        "/run/real_fingerprint",
        "/nist/clustering",
        "/nist/regression",
        "/columns/0/numbers",
    ];
    for pointer in of_all.iter().map(String::as_str).chain(inner) {
        let mut changed = good.clone();
        let (around, field) = pointer.rsplit_once('/').unwrap();
        let around = changed
            .pointer_mut(around)
            .unwrap()
            .as_object_mut()
            .unwrap();
        assert!(around.remove(field).is_some(), "{pointer}");
        place.put("one", changed.to_string());
        let told = place.refused(pointer);
        assert!(told.contains("missing field"), "{pointer}: {told}");
    }
}
