//! `SmoothedHistogram`, end to end: the rows are the mechanism's answer, and the record has one line.

use crate::common::desk::{ARTEFACTS, Desk, assert_refused, resealed};
use serde_json::Value;

/// 4·3 cells, and an attribute that has one value only.
const SPEC: &str = r#"Release(
    privet: 1,
    reviewed: true,
    unit: Row,
    adjacency: Replace,
    budget: (epsilon: "8"),
    schema: [
        (name: "number", kind: Identifier(prefix: "P")),
        (name: "mode", kind: Categorical(["foot", "bicycle", "bus", "car"])),
        (name: "land", kind: Categorical(["only"])),
        (name: "minutes", kind: Integer(min: 0, max: 60, edges: [0, 15, 60]), outside: Clamp, missing: ["NA"]),
    ],
    mechanism: SmoothedHistogram(),
    output: (rows: Exactly(40)),
)
"#;

/// Everybody walks for five minutes.
fn walkers(rows: usize) -> String {
    format!("mode,land,minutes\n{}", "foot,only,5\n".repeat(rows))
}

fn desk(rows: usize) -> Desk {
    Desk::with(SPEC, walkers(rows))
}

#[test]
fn a_release_is_its_rows() {
    let desk = desk(100_000);
    let run = desk.release("out", &["--keep-seed", "seed"]);
    assert!(
        run.out.contains("8-differential privacy for a row"),
        "{}",
        run.out
    );
    assert!(run.out.contains("spent       epsilon = "), "{}", run.out);
    assert_eq!(desk.names("out"), ARTEFACTS);
    desk.assert_verifies("out", &["--data", "table.csv", "--seed-file", "seed"]);

    let (header, rows) = desk.table("out/synthetic.csv");
    assert_eq!(header, ["number", "mode", "land", "minutes"]);
    assert_eq!(rows.len(), 40);
    for (row, number) in rows.iter().zip(1..) {
        assert_eq!(row[0], format!("P{number}"));
        assert!(["foot", "bicycle", "bus", "car"].contains(&row[1].as_str()));
        assert_eq!(row[2], "only");
        let minutes = row[3].parse::<u32>();
        assert!(minutes.map_or(row[3] == "NA", |minutes| minutes <= 60));
    }
    // λ = 12/(12 + 10^5·(e^(8/40) − 1)) = 0.000542: more than four uniform rows of 40 have a
    // probability below 4·10^−11 (binomial, by scipy; the program cannot be seeded), and a uniform row
    // may be a short walk too.
    let walks = rows
        .iter()
        .filter(|row| row[1] == "foot" && row[3].parse::<u32>().is_ok_and(|m| m < 15));
    assert!(walks.count() >= 36);
}

#[test]
fn the_record_has_one_line() {
    let desk = desk(500);
    desk.release("out", &["--quiet"]);
    let record = desk.json("out/record.json");
    let guarantee = &record["guarantee"];
    assert_eq!(
        (&guarantee["epsilon"], &guarantee["delta"]),
        (&"8".into(), &"0".into())
    );
    let queries = record["queries"].as_array().unwrap();
    let [query] = queries.as_slice() else {
        panic!("{queries:?}")
    };
    assert_eq!(query["purpose"], "synthetic rows");
    assert_eq!(
        query["columns"],
        serde_json::json!([["mode", 0], ["minutes", 0]])
    );
    let smoothing = &query["smoothing"];
    for (key, value) in [("rows", 500), ("cells", 12), ("draws", 40)] {
        assert_eq!(smoothing[key], value, "{key}");
    }
    // λ = K/(K + n(e^(ε/k) − 1)) and the charge k·ln(1 + (1−λ)K/(nλ)) = ε, up to rounding.
    let truth = 12.0 / (12.0 + 500.0 * (8.0_f64 / 40.0).exp_m1());
    let weight = query["smoothing"]["weight_value"].as_f64().unwrap();
    assert!((weight / truth - 1.0).abs() < 1e-9, "{weight}, {truth}");
    let charge = query["charge"]["epsilon"].as_f64().unwrap();
    assert!(charge <= 8.0 && charge > 8.0 - 1e-9, "{charge}");
    assert_eq!(
        query["charge"]["epsilon_units"],
        record["spent"]["epsilon_units"]
    );
    // 8·2^40.
    assert_eq!(guarantee["total"]["epsilon_units"], "8796093022208");
    let text = desk.text("out/record.json");
    for part in [
        "2^-4096",
        "the number of rows, which is public",
        "pure differential privacy",
    ] {
        assert!(text.contains(part), "no `{part}`");
    }
    assert!(!text.contains("mu_squared"), "{text}");
}

/// The model holds no table, and there is nothing to draw from.
#[test]
fn sample_refuses() {
    let desk = desk(50);
    desk.release("out", &["--quiet"]);
    let model = desk.text("out/model.ron");
    assert!(
        model.starts_with("SmoothedHistogram(\n    privet_model: 1,"),
        "{model}"
    );
    assert!(model.len() < SPEC.len() + 500, "{model}");
    let run = desk.run(&["sample", "out/model.ron", "--rows", "5"]);
    assert_refused(&run, &["leaves no model", "the synthetic table"], "sample");
}

/// A table without rows, or with one or two: the files are the same ones.
#[test]
fn tiny_tables() {
    for rows in [0, 1, 2] {
        let desk = desk(rows);
        desk.release("out", &["--quiet", "--keep-seed", "seed"]);
        desk.assert_verifies("out", &["--data", "table.csv", "--seed-file", "seed"]);
        assert_eq!(desk.names("out"), ARTEFACTS);
        let (_, drawn) = desk.table("out/synthetic.csv");
        assert_eq!(drawn.len(), 40, "{rows} rows");
        let weight =
            desk.json("out/record.json")["queries"][0]["smoothing"]["weight_value"].clone();
        let weight = weight.as_f64().unwrap();
        if rows == 0 {
            // Nothing is known of no rows: uniform, and free of charge.
            assert!((weight - 1.0).abs() < f64::EPSILON);
            let spent = desk.json("out/record.json")["spent"]["epsilon"].clone();
            assert_eq!(spent.as_f64(), Some(0.0));
        } else {
            assert!(weight < 1.0);
        }
    }
    // As many rows as the table has, which has none.
    let desk = Desk::with(
        &SPEC.replace("rows: Exactly(40)", "rows: AsInput"),
        walkers(0),
    );
    desk.release("out", &["--quiet"]);
    desk.assert_verifies("out", &[]);
    assert_eq!(desk.table("out/synthetic.csv").1.len(), 0);
}

#[test]
fn as_many_rows_as_the_input() {
    let desk = Desk::with(
        &SPEC.replace("    output: (rows: Exactly(40)),\n", ""),
        walkers(30),
    );
    desk.release("out", &["--quiet"]);
    desk.assert_verifies("out", &[]);
    assert_eq!(desk.table("out/synthetic.csv").1.len(), 30);
}

#[test]
fn refused_before_the_data_is_read() {
    let desk = Desk::new();
    #[rustfmt::skip] // one case a line
    let cases = [
        ("too many cells", "SmoothedHistogram()", "SmoothedHistogram(max_cells: 11)", "above `max_cells` = 11"),
        ("hidden number of rows", "Replace", "AddRemove", "write `adjacency: Replace`"),
        ("delta", "epsilon: \"8\"", "epsilon: \"8\", delta: \"1e-9\"", "remove `delta`"),
        ("shares", "epsilon: \"8\"", "epsilon: \"8\", shares: (structure: \"0.5\", tables: \"0.5\")", "remove `shares`"),
        ("noisy", "Exactly(40)", "Noisy", "write `AsInput`"),
    ];
    for (case, piece, instead, part) in cases {
        desk.write("spec.ron", SPEC.replace(piece, instead));
        // There is no such table: the spec is refused first.
        let run = desk.run(&["release", "spec.ron", "--data", "none.csv", "--out", "out"]);
        assert_refused(&run, &[part], case);
        assert!(!run.err.contains("none.csv"), "case `{case}`: {}", run.err);
    }
}

#[test]
fn the_plan_tells_how_much_is_noise() {
    let desk = desk(0);
    let plan = |more: &[&str]| {
        let mut args = vec!["plan", "spec.ron"];
        args.extend(more);
        let run = desk.run(&args);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{args:?}");
        run.out
    };
    let json: Value = serde_json::from_str(&plan(&["--json", "--rows", "500"])).unwrap();
    let truth = 12.0 / (12.0 + 500.0 * (8.0_f64 / 40.0).exp_m1());
    let assumed = &json["assumed"];
    assert_eq!((&json["cells"], &json["draws"]), (&12.into(), &40.into()));
    let number = |key: &str| assumed[key].as_f64().unwrap();
    assert!((number("uniform_weight") / truth - 1.0).abs() < 1e-9);
    assert!((number("expected_uniform_rows") / (40.0 * truth) - 1.0).abs() < 1e-9);
    assert_eq!(assumed["almost_only_noise"], false);
    assert!(!plan(&["--rows", "500"]).contains("almost everything is noise"));
    // 12/(12 + 5·0.2214) = 0.916.
    assert!(plan(&["--rows", "5"]).contains("almost everything is noise"));
    assert!(plan(&[]).contains("With `--rows N`"));
    assert!(plan(&[]).contains("hierarchies are not used"));
    // The same λ as the release's own.
    desk.write("table.csv", walkers(500));
    desk.release("out", &["--quiet"]);
    assert_eq!(
        desk.json("out/record.json")["queries"][0]["smoothing"]["weight_value"],
        assumed["uniform_weight"]
    );
}

/// A forger who makes all digests agree again.
#[test]
fn every_part_of_the_line_is_named() {
    let desk = desk(500);
    desk.release("out", &["--quiet"]);
    let record = desk.text("out/record.json");
    let json = desk.json("out/record.json");
    let query = &json["queries"][0];
    let line = |key: &str, value: &str| format!("\"{key}\": {value}");
    let whole = |key: &str| query["smoothing"][key].to_string();
    for (key, value, instead) in [
        (
            "purpose",
            query["purpose"].to_string(),
            "\"number of cows\"",
        ),
        ("law", query["law"].to_string(), "\"none at all\""),
        ("rows", whole("rows"), "5000"),
        ("cells", whole("cells"), "6"),
        ("draws", whole("draws"), "4"),
        (
            "weight_units",
            whole("weight_units"),
            "\"9223372036854775807\"",
        ),
        (
            "weight_value",
            query["smoothing"]["weight_value"].to_string(),
            "0.5",
        ),
        (
            "unit_of_answer",
            query["unit_of_answer"].to_string(),
            "\"1 cow\"",
        ),
    ] {
        let (from, to) = (line(key, &value), line(key, instead));
        assert!(record.contains(&from), "no `{from}`");
        desk.copy("out", "changed");
        desk.write(
            "changed/record.json",
            resealed(&record.replacen(&from, &to, 1)),
        );
        let run = desk.verify("changed", &[]);
        assert_eq!(run.code, Some(2), "{key}: {}", run.out);
        assert!(run.err.contains("query 1 ("), "{key}: {}", run.err);
    }
    // What the model says must be what was paid for.
    let model = desk.text("out/model.ron");
    for (key, instead) in [
        ("rows: 500", "rows: 501"),
        ("drawn: 40", "drawn: 41"),
        ("cells: 12", "cells: 13"),
    ] {
        let changed = model.replacen(key, instead, 1);
        assert_ne!(changed, model, "{key}");
        let run = desk.verify_with_model(&changed);
        assert!(
            run.err.contains("model.ron: it is not what the spec") || run.err.contains("rebuilt"),
            "{key}: {}",
            run.err
        );
    }
}
