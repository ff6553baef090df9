//! `release --rehearse`: the whole way on made-up rows, with nothing read, nothing charged and nothing left.

use crate::common::accounts::create;
use crate::common::desk::{Desk, SURVEY, assert_refused};
use serde_json::Value;

/// A desk with a spec, an account of its table, and no table.
fn with_account() -> Desk {
    let desk = Desk::new();
    desk.write("spec.ron", SURVEY);
    create(&desk, "3");
    desk
}

const REHEARSE: [&str; 5] = ["release", "spec.ron", "--rehearse", "--rows", "2e3"];

fn rehearse<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&REHEARSE, more].concat()
}

#[test]
fn nothing_is_charged_and_nothing_remains() {
    let desk = with_account();
    let (account, names) = (desk.bytes("account.jsonl"), desk.names("."));
    let args = rehearse(&[
        "--out",
        "published",
        "--account",
        "account.jsonl",
        "--keep-seed",
        "seed",
    ]);
    let run = desk.run(&args);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    for part in [
        "all rows were made up",
        "Nothing was charged",
        "2000 made up",
        "published can be made",
        "account.jsonl covers it",
        "synthetic.csv",
        "record.json",
        " s ",
    ] {
        assert!(run.out.contains(part), "`{part}`:\n{}", run.out);
    }
    assert_eq!(desk.bytes("account.jsonl"), account);
    assert_eq!(desk.names("."), names);
    // The release that was rehearsed finds everything as it was.
    desk.write("table.csv", crate::common::desk::survey_csv(100));
    desk.release("published", &["--account", "account.jsonl", "--quiet"]);
}

#[test]
fn the_figures_are_sane() {
    let desk = with_account();
    let run = desk.run(&rehearse(&["--json"]));
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let told: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(told["rows"], 2000);
    // Noise has a deviation of some rows, and persons have as many rows as they may.
    let released = told["synthetic_rows"].as_u64().unwrap();
    assert!((1900..2100).contains(&released), "{told}");
    let seconds = told["seconds"].as_f64().unwrap();
    let stages: f64 = told["stages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["seconds"].as_f64().unwrap())
        .sum();
    assert!(
        0.0 < stages && stages <= seconds * 1.01 && seconds < 600.0,
        "{told}"
    );
    assert!(told["table_bytes"].as_u64().unwrap() > 2000 * 8);
    let files = told["files"].as_array().unwrap();
    let names: Vec<&str> = files
        .iter()
        .map(|file| file["file"].as_str().unwrap())
        .collect();
    assert_eq!(names, crate::common::desk::ARTEFACTS);
    assert!(
        files
            .iter()
            .all(|file| file["bytes"].as_u64().unwrap() > 1000),
        "{told}"
    );
    if cfg!(target_os = "linux") {
        let peak = told["peak_memory"].as_u64().unwrap();
        assert!((1 << 20..1 << 36).contains(&peak), "{told}");
    }
    assert!(told.get("folder").is_none());
    assert_eq!(desk.names("."), ["account.jsonl", "spec.ron"]);
}

/// What a release would refuse on public grounds is refused, and nothing is left of it.
#[test]
fn what_a_release_refuses_is_refused() {
    let desk = with_account();
    desk.write("there/file", "");
    desk.write(
        "unreviewed.ron",
        SURVEY.replace("reviewed: true", "reviewed: false"),
    );
    desk.write("dear.ron", SURVEY.replace("\"2\"", "\"4\""));
    let (account, names) = (desk.bytes("account.jsonl"), desk.names("."));
    #[rustfmt::skip] // one case a line
    let cases: [(&[&str], &str); 7] = [
        (&["release", "unreviewed.ron", "--rehearse", "--rows", "10"], "not reviewed"),
        (&rehearse(&["--out", "there"]), "it exists already"),
        (&rehearse(&["--out", "nowhere/published"]), "nowhere/published"),
        (&["release", "dear.ron", "--rehearse", "--rows", "10", "--account", "account.jsonl"], "account"),
        (&rehearse(&["--account", "no-account.jsonl"]), "no-account.jsonl"),
        (&rehearse(&["--data", "no-table.csv"]), "no-table.csv"),
        (&rehearse(&["--out", "published", "--keep-seed", "published/seed"]), "cannot be part of the release"),
    ];
    for (args, part) in cases {
        let run = desk.run(args);
        assert_refused(&run, &[part], &args.join(" "));
        assert_eq!(desk.names("."), names, "{args:?}");
        assert_eq!(desk.bytes("account.jsonl"), account, "{args:?}");
    }
    // A release takes no number of rows, and a rehearsal needs one.
    assert_eq!(desk.run(&REHEARSE[..3]).code, Some(2));
    assert_eq!(
        desk.run(&[
            "release", "spec.ron", "--data", "t", "--out", "o", "--rows", "5"
        ])
        .code,
        Some(2)
    );
}

/// A table that is given is not opened: one that nobody could read changes nothing.
#[test]
fn nothing_is_read_of_a_table() {
    let desk = with_account();
    desk.write("table.csv", "no,such,columns\n\u{0}");
    let run = desk.run(&rehearse(&["--data", "table.csv", "--out", "published"]));
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
}

/// A rehearsal that fails half-way leaves nothing either.
#[test]
fn a_failure_leaves_nothing() {
    let desk = with_account();
    // So many rows cannot be written.
    let spec = SURVEY.replace(
        "PrivBayes(),\n",
        "PrivBayes(),\n    output: (rows: Exactly(4_000_000_000)),\n",
    );
    desk.write("spec.ron", spec);
    let run = desk.run(&rehearse(&["--out", "published"]));
    if run.code == Some(0) {
        // A machine that has the memory and the disk for it.
        return;
    }
    assert_refused(&run, &[], "too many rows");
    assert!(!run.err.contains(".rehearsal"), "{}", run.err);
    assert!(!run.err.contains("spent"), "{}", run.err);
    assert_eq!(desk.names("."), ["account.jsonl", "spec.ron"]);
}

/// Rows keep the spec's form: rules, encoding, decimal sign, delimiter, found bins, rows of persons.
#[test]
fn rows_fit_the_spec() {
    let spec = r#"Release(
    privet: 1,
    reviewed: true,
    unit: Row,
    adjacency: AddRemove,
    budget: (epsilon: "2", delta: "1e-6"),
    input: (delimiter: ";", decimal: ",", encoding: "windows-1252"),
    schema: [
        (name: "größe", kind: Real(min: "0", max: "9", decimals: 2)),
        (name: "sex", kind: Categorical(["♀", "männlich", "divers"])),
        (name: "job", kind: Categorical(["none", "one; or more"])),
        (name: "from", kind: Date(min: "2020-01-01", max: "2025-12-31", bin: Months(1))),
        (name: "to", kind: Date(min: "2020-01-01", max: "2025-12-31", bin: Months(1))),
    ],
    rules: [AtMost("from", "to"), Impossible({"sex": ["männlich"], "job": ["none"]})],
)
"#;
    let desk = Desk::with(spec, "");
    let run = desk.run(&["check", "spec.ron"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let run = desk.run(&[
        "release",
        "spec.ron",
        "--rehearse",
        "--rows",
        "500",
        "--json",
    ]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let told: Value = serde_json::from_str(&run.out).unwrap();
    // Nearly every made-up row is one that a release uses.
    assert!(told["synthetic_rows"].as_u64().unwrap() > 400, "{told}");
}
