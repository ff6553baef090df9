//! `Independent`, end to end: every column comes through by itself, and nothing else does.

use crate::common::desk::{ARTEFACTS, Desk, Dice};
use crate::common::tiny::assert_tiny_tables_release;
use serde_json::Value;

/// At ε = 700 the noise of a table is below a row.
fn spec(epsilon: &str, adjacency: &str) -> String {
    format!(
        r#"Release(
    privet: 1,
    reviewed: true,
    unit: Row,
    adjacency: {adjacency},
    budget: (epsilon: "{epsilon}", delta: "1e-9"),
    schema: [
        (name: "a", kind: Categorical(["x", "y", "z"])),
        (name: "b", kind: Categorical(["x", "y", "z"])),
        (name: "c", kind: Integer(min: 0, max: 99, bin: 10), missing: ["NA"]),
    ],
    mechanism: Independent(),
)
"#
    )
}

/// `b` is `a`, and `c` has nothing to do with them.
fn table(rows: usize) -> String {
    let mut dice = Dice(11);
    let rows = (0..rows).map(|_| {
        let letter = ["x", "y", "z"][dice.weighted([60, 30, 10])];
        format!("{letter},{letter},{}\n", dice.below(100))
    });
    ["a,b,c\n".to_owned()].into_iter().chain(rows).collect()
}

const ROWS: usize = 5000;

#[test]
fn columns_come_through_and_their_dependence_does_not() {
    let desk = Desk::with(&spec("700", "AddRemove"), table(ROWS));
    let run = desk.release("out", &["--keep-seed", "seed"]);
    assert!(run.out.contains("3 tables, one a column"), "{}", run.out);
    assert!(run.out.contains("in 4 queries"), "{}", run.out);
    assert_eq!(desk.names("out"), ARTEFACTS);
    desk.assert_verifies("out", &["--data", "table.csv", "--seed-file", "seed"]);

    let (_, real) = desk.table("table.csv");
    let (header, rows) = desk.table("out/synthetic.csv");
    assert_eq!(header, ["a", "b", "c"]);
    let share = |rows: &[Vec<String>], is: &dyn Fn(&[String]) -> bool| {
        let count = rows.iter().filter(|row| is(row)).count();
        f64::from(u32::try_from(count).unwrap()) / f64::from(u32::try_from(rows.len()).unwrap())
    };
    for column in 0..2 {
        for letter in ["x", "y", "z"] {
            let of = |rows: &[Vec<String>]| share(rows, &|row| row[column] == letter);
            // Rows are dealt by the table's own counts: less than two rows in a thousand apart.
            assert!((of(&real) - of(&rows)).abs() < 0.002, "{column}, {letter}");
        }
    }
    // The letters agree in every real row, and in 0.6² + 0.3² + 0.1² = 0.46 of independent ones; ten standard
    // deviations of 5000 coins are 0.07.
    let agree = |rows: &[Vec<String>]| share(rows, &|row| row[0] == row[1]);
    assert!((agree(&real) - 1.0).abs() < f64::EPSILON);
    assert!((agree(&rows) - 0.46).abs() < 0.07, "{}", agree(&rows));
}

#[test]
fn a_public_size_is_not_asked_for() {
    let desk = Desk::with(&spec("2", "Replace"), table(200));
    desk.release("out", &["--quiet"]);
    desk.assert_verifies("out", &[]);
    let record = desk.json("out/record.json");
    let purposes: Vec<&Value> = record["queries"].as_array().unwrap().iter().collect();
    assert_eq!(purposes.len(), 3);
    let (_, rows) = desk.table("out/synthetic.csv");
    assert_eq!(rows.len(), 200);
}

/// The forger makes all digests agree again.
#[test]
fn what_was_not_paid_for_is_named() {
    let desk = Desk::with(&spec("2", "AddRemove"), table(300));
    desk.release("out", &["--quiet"]);
    desk.assert_verifies("out", &[]);
    let model = desk.text("out/model.ron");
    let size = &model[model.find("    size: ").unwrap()..model.find("    tables: ").unwrap()];
    for (label, from, to, part) in [
        (
            "another column",
            r#"VariableName("b", 0)"#,
            r#"VariableName("a", 0)"#,
            "`tables[1].columns[0][0]`",
        ),
        (
            "a level that is none",
            r#"VariableName("c", 0)"#,
            r#"VariableName("c", 1)"#,
            "`tables[2].columns[0][1]`",
        ),
        (
            "a size without noise",
            size,
            "    size: Public(rows: 300),\n",
            "`size.",
        ),
    ] {
        assert!(model.contains(from), "case `{label}`");
        let forged = model.replacen(from, to, 1);
        let run = desk.verify_with_model(&forged);
        assert_eq!(run.code, Some(2), "case `{label}`: {}", run.out);
        assert!(run.err.contains(part), "case `{label}`: {}", run.err);
    }
}

#[test]
fn a_plan_knows_the_noise_of_every_column() {
    let desk = Desk::with(&spec("1", "AddRemove"), table(10));
    let run = desk.run(&["plan", "spec.ron", "--rows", "1000", "--json"]);
    let plan: Value = serde_json::from_str(&run.out).unwrap();
    // mu^2 = 0.033114830 (README), 0.99 of it for three tables: sigma = sqrt(3/(0.99·0.033114830)).
    let sigma = (3.0_f64 / (0.99 * 0.033_114_830)).sqrt();
    let found = plan["table_sigma"].as_f64().unwrap();
    assert!((found / sigma - 1.0).abs() < 1e-6, "{found}, {sigma}");
    let tables = plan["assumed"]["tables"].as_array().unwrap();
    // E|N(0, σ²)|·11 cells, halved, over 1000 rows.
    let expected = sigma * (2.0 / core::f64::consts::PI).sqrt() * 11.0 / 2000.0;
    let found = tables[2]["expected_noise"].as_f64().unwrap();
    assert!((found / expected - 1.0).abs() < 1e-6, "{found}, {expected}");
}

#[test]
fn more_rows_are_drawn_from_the_model() {
    let desk = Desk::with(&spec("2", "AddRemove"), table(300));
    desk.release("out", &["--quiet"]);
    let sample = |seed: &str| {
        let run = desk.run(&["sample", "out/model.ron", "--rows", "50", "--seed", seed]);
        assert_eq!(run.code, Some(0), "{}", run.err);
        run.out
    };
    assert_eq!(sample("1"), sample("1"));
    assert_ne!(sample("1"), sample("2"));
    assert_eq!(sample("1").lines().count(), 51);
    // The folder of the release will do as well, for its model and for its record.
    let run = desk.run(&["sample", "out", "--rows", "50", "--seed", "1"]);
    assert_eq!(run.out, sample("1"));
    assert_eq!(desk.run(&["verify", "out"]).code, Some(0));
}

#[test]
fn tiny_tables_release_like_any_other() {
    assert_tiny_tables_release("Independent()");
}
