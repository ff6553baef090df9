//! Tables with next to nothing in them release like any other: the same files, sound and usable.

use crate::common::desk::{ARTEFACTS, Desk, assert_refused, spec_of};

const TWO: &str = "(name: \"age\", kind: Integer(min: 0, max: 99, bin: 5), outside: Clamp, missing: [\"NA\"]),\n        \
                   (name: \"sex\", kind: Categorical([\"F\", \"M\"])),";
const ONE: &str = "(name: \"sex\", kind: Categorical([\"F\", \"M\"])),";
const ONE_VALUE: &str = "(name: \"land\", kind: Categorical([\"here\"])),";
const ONE_VALUE_OF_TWO: &str = "(name: \"land\", kind: Categorical([\"here\"])), (name: \"sex\", kind: Categorical([\"F\", \"M\"])),";
const ONE_NUMBER: &str = "(name: \"year\", kind: Integer(min: 2025, max: 2025)),";
const NULL_ONLY: &str =
    "(name: \"x\", kind: Categorical([\"a\"]), missing: [\"\"]), (name: \"y\", kind: Boolean),";

#[test]
fn tiny_tables_release_like_any_other() {
    let equal = format!("age,sex\n{}", "33,F\n".repeat(500));
    let one_value = format!("land\n{}", "here\n".repeat(50));
    let beside = format!("land,sex\n{}", "here,F\nhere,M\n".repeat(50));
    let years = format!("year\n{}", "2025\n".repeat(50));
    let nulls = format!("x,y\n{}", ",true\n".repeat(50));
    for (case, schema, table) in [
        ("no rows", TWO, "age,sex\n"),
        ("no rows and no end of line", TWO, "age,sex"),
        ("one row", TWO, "age,sex\n33,F\n"),
        ("two rows", TWO, "age,sex\n33,F\nNA,M\n"),
        ("one attribute", ONE, "sex\nF\nM\nM\n"),
        ("one attribute, no rows", ONE, "sex\n"),
        ("all rows equal", TWO, equal.as_str()),
        ("one value", ONE_VALUE, &one_value),
        ("one value, no rows", ONE_VALUE, "land\n"),
        ("one value beside others", ONE_VALUE_OF_TWO, &beside),
        ("one number", ONE_NUMBER, &years),
        ("nothing but null", NULL_ONLY, &nulls),
    ] {
        let usual = spec_of(schema);
        for (variant, spec) in [
            ("as it is", usual.clone()),
            // The noise of the size has a deviation of tens of thousands: half of the sizes are below 1.
            (
                "hardly any budget",
                usual.replace("epsilon: \"1\"", "epsilon: \"0.0001\""),
            ),
            (
                "a large budget",
                usual.replace("epsilon: \"1\"", "epsilon: \"700\""),
            ),
            ("replace", usual.replace("AddRemove", "Replace")),
            (
                "with replacement",
                with_output(&usual, "sampling: WithReplacement"),
            ),
            (
                "inconsistent",
                with_output(&usual, "sampling: Inconsistent"),
            ),
            ("exactly", with_output(&usual, "rows: Exactly(7)")),
        ] {
            // A noisy size of millions is all right, but slow to write.
            let spec = if variant == "hardly any budget" {
                with_output(&spec, "rows: Exactly(7)")
            } else {
                spec
            };
            let case = format!("{case}, {variant}");
            let desk = Desk::with(&spec, table);
            check(&desk, &case);
            let (_, rows) = desk.table("out/synthetic.csv");
            match variant {
                "replace" => assert_eq!(rows.len(), table.lines().count() - 1, "{case}"),
                "exactly" | "hardly any budget" => assert_eq!(rows.len(), 7, "{case}"),
                _ => {}
            }
        }
    }
}

fn with_output(spec: &str, output: &str) -> String {
    spec.replace("\n)\n", &format!("\n    output: ({output}),\n)\n"))
}

/// Releases, replays and samples.
fn check(desk: &Desk, case: &str) {
    let run = desk.run(&[
        "release",
        "spec.ron",
        "--data",
        "table.csv",
        "--out",
        "out",
        "--keep-seed",
        "seed",
    ]);
    assert_eq!(run.code, Some(0), "case `{case}`:\n{}", run.err);
    assert_eq!(desk.names("out"), ARTEFACTS, "case `{case}`");
    let run = desk.verify("out", &["--data", "table.csv", "--seed-file", "seed"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "case `{case}`");
    let run = desk.run(&["sample", "out/model.ron", "--rows", "5", "--seed", "1"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "case `{case}`");
    assert_eq!(run.out.lines().count(), 6, "case `{case}`:\n{}", run.out);
    let header = desk.text("out/synthetic.csv");
    assert_eq!(
        run.out.lines().next(),
        header.lines().next(),
        "case `{case}`"
    );
}

/// With ε = 0.005 the size of an empty table is below 1 in half of the releases, so that all of 24
/// have one row or more with probability 2^-24: 6e-8, the false alarm of the last line. Files and
/// exit code are the same in all of them.
#[test]
fn a_noisy_size_below_one_releases_like_any_other() {
    let spec = spec_of(TWO).replace("epsilon: \"1\"", "epsilon: \"0.005\"");
    let mut empty = 0;
    for _ in 0..24 {
        let desk = Desk::with(&spec, "age,sex\n");
        check(&desk, "empty table");
        empty += u32::from(desk.table("out/synthetic.csv").1.is_empty());
    }
    assert!(empty > 0);
}

/// Persons without an id are dropped; a table of nothing else is an empty one.
#[test]
fn persons_with_no_id_leave_an_empty_table() {
    let spec = spec_of(ONE).replace("unit: Row", "unit: Person(id: \"id\", rows: 3)");
    for (case, table) in [
        ("no id", "id,sex\n,F\n,M\n"),
        (
            "one person with many rows",
            "id,sex\na,F\na,F\na,F\na,F\na,F\n",
        ),
        ("no rows", "id,sex\n"),
    ] {
        check(&Desk::with(&spec, table), case);
    }
}

/// An empty file is not an empty table: even the names of the columns are missing.
#[test]
fn a_file_without_a_header_is_refused() {
    let desk = Desk::with(&spec_of(ONE), "");
    let run = desk.run(&["release", "spec.ron", "--data", "table.csv", "--out", "out"]);
    assert_refused(&run, &["table.csv: the file is empty"], "empty file");
    assert_eq!(desk.names("."), ["spec.ron", "table.csv"]);
}
