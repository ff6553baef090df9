//! `privet plan`: figures against arithmetic done here and against `calibrate`.

use std::fmt::Write as _;

use crate::common::desk::{Desk, SURVEY, assert_refused, spec_of};
use crate::common::privet;
use serde_json::Value;

fn plan(spec: &str, more: &[&str]) -> Value {
    let desk = Desk::new();
    desk.write("spec.ron", spec);
    let mut args = vec!["plan", "spec.ron", "--json"];
    args.extend(more);
    let run = desk.run(&args);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert_eq!(desk.names("."), ["spec.ron"], "it writes nothing");
    serde_json::from_str(&run.out).expect("one JSON object")
}

/// μ² by `calibrate`, which is tested against independent values.
fn mu_squared(epsilon: &str, delta: &str) -> f64 {
    let run = privet(&[
        "calibrate",
        "--epsilon",
        epsilon,
        "--delta",
        delta,
        "--json",
    ]);
    let json: Value = serde_json::from_str(&run.out).expect("one JSON object");
    json["mu_squared"].as_f64().unwrap()
}

fn number(json: &Value, key: &str) -> f64 {
    json[key]
        .as_f64()
        .unwrap_or_else(|| panic!("no number `{key}` in {json}"))
}

/// σ is rounded up to 40 bits, and shares are rounded down: never below, and hardly above.
fn assert_just_above(actual: f64, exact: f64, what: &str) {
    let excess = actual / exact - 1.0;
    assert!(
        (-1e-15..1e-9).contains(&excess),
        "{what}: {actual} for {exact}"
    );
}

#[test]
fn figures_agree_with_calibrate_and_arithmetic() {
    let shares = ", shares: (structure: \"0.3\", size: \"0.1\", tables: \"0.5\")";
    for (case, unit, adjacency, shares, [structure, size, tables]) in [
        ("row", "Row", "AddRemove", "", [0.19, 0.01, 0.8]),
        ("shares", "Row", "AddRemove", shares, [0.3, 0.1, 0.5]),
        (
            "person",
            "Person(id: \"id\", rows: 3)",
            "AddRemove",
            "",
            [0.19, 0.01, 0.8],
        ),
        ("replace", "Row", "Replace", "", [0.2, 0.0, 0.8]),
    ] {
        let spec = spec_of(
            "(name: \"a\", kind: Categorical([\"x\", \"y\", \"z\"])), (name: \"b\", kind: Boolean),\n        \
             (name: \"c\", kind: Integer(min: 0, max: 9), hierarchy: None),\n        \
             (name: \"d\", kind: Integer(min: 0, max: 19), missing: [\"\"]),",
        )
        .replace("unit: Row", &format!("unit: {unit}"))
        .replace("AddRemove", adjacency)
        .replace("\"1e-6\"", &format!("\"1e-6\"{shares}"));
        let rows = if unit == "Row" { 1.0 } else { 3.0 };
        // Design, section 3: Δ² of a table and Δ of a score.
        let (table, score) = if adjacency == "Replace" {
            (2.0, 3.0)
        } else {
            (rows * rows, 2.0 * rows)
        };
        let json = plan(&spec, &["--rows", "50000"]);
        let total = mu_squared("1", "1e-6");
        assert_eq!(
            number(&json, "mu_squared").to_bits(),
            total.to_bits(),
            "{case}"
        );
        assert_eq!(json["epsilon"], "1", "{case}");
        // 20 numbers and null are more than 16 values, so `d` has coarser levels: groups of four, 5
        // and null. Four attributes, and a second table for the one with levels.
        assert_eq!(
            (number(&json, "attributes"), number(&json, "variables")),
            (4.0, 5.0),
            "{case}"
        );
        assert_eq!(json["most_tables"], 5, "{case}");
        if adjacency == "Replace" {
            assert!(json["size_sigma"].is_null(), "{case}");
        } else {
            let sigma = rows / (size * total).sqrt();
            assert_just_above(number(&json, "size_sigma"), sigma, case);
        }
        let sigma = (5.0 * table / (tables * total)).sqrt();
        assert_just_above(number(&json, "table_sigma"), sigma, case);

        let assumed = &json["assumed"];
        let most_cells = (50_000.0 / (4.0 * sigma)).floor();
        assert_eq!(
            number(assumed, "most_cells").to_bits(),
            most_cells.to_bits(),
            "{case}"
        );
        // Sizes: a 3, b 2, c 10, d 21 and 6. All pairs of different attributes fit.
        assert!(most_cells > 210.0, "{case}");
        let pairs = 9.0;
        assert_eq!(
            number(assumed, "scored_pairs").to_bits(),
            f64::to_bits(pairs),
            "{case}"
        );
        let sigma_scores = score * (pairs / (structure * total)).sqrt();
        assert_just_above(number(assumed, "score_sigma_rows"), sigma_scores, case);
        let forecasts = assumed["tables"].as_array().unwrap();
        let expected = [("a", 3.0), ("b", 2.0), ("c", 10.0), ("d", 21.0)];
        assert_eq!(forecasts.len(), expected.len());
        for (forecast, (name, cells)) in forecasts.iter().zip(expected) {
            assert_eq!(forecast["columns"], name, "{case}");
            assert_eq!(
                number(forecast, "cells").to_bits(),
                f64::to_bits(cells),
                "{case}"
            );
            assert_eq!(forecast["fits"], true, "{case}");
            // Half of the mean absolute deviation a cell: σ/√(2π).
            let noise = cells * sigma / std::f64::consts::TAU.sqrt() / 50_000.0;
            assert!(
                (number(forecast, "expected_noise") / noise - 1.0).abs() < 1e-9,
                "{case}"
            );
        }
    }
}

/// What `plan` says of the noise is what `release` then uses, where the number of rows is the same.
#[test]
fn the_release_keeps_to_the_plan() {
    let desk = Desk::survey(3000);
    let spec = SURVEY.replace("PrivBayes()", "PrivBayes(assumed_rows: 3000)");
    desk.write("spec.ron", &spec);
    desk.release("out", &[]);
    let (json, record) = (plan(&spec, &[]), desk.json("out/record.json"));
    let queries = record["queries"].as_array().unwrap();
    assert_eq!(json["size_sigma"], queries[0]["sigma_value"]);
    let score_sigma = queries[1]["sigma_value"].as_f64().unwrap() / 65_536.0;
    assert_eq!(
        number(&json["assumed"], "score_sigma_rows").to_bits(),
        score_sigma.to_bits()
    );
    // There are at most as many tables as planned, so each has at most the planned noise.
    assert!(queries.len() - 2 <= usize::try_from(json["most_tables"].as_u64().unwrap()).unwrap());
    for query in &queries[2..] {
        assert!(number(query, "sigma_value") <= number(&json, "table_sigma"));
    }
    assert_eq!(
        json["mu_squared"],
        record["guarantee"]["total"]["mu_squared"]
    );
}

#[test]
fn text_says_the_same() {
    let desk = Desk::new();
    desk.write("spec.ron", SURVEY);
    let run = desk.run(&["plan", "spec.ron"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let json = plan(SURVEY, &[]);
    assert!(json["assumed"].is_null());
    for piece in [
        format!("{:.9}", number(&json, "mu_squared")),
        format!("sigma = {:.2} rows", number(&json, "size_sigma")),
        format!("sigma = {:.2} rows a cell", number(&json, "table_sigma")),
        "--rows N".to_owned(),
    ] {
        assert!(run.out.contains(&piece), "`{piece}` in\n{}", run.out);
    }
    let run = desk.run(&["plan", "spec.ron", "--rows", "20000"]);
    assert!(
        run.out.contains("Assuming 20000 rows") && !run.out.contains("hopeless"),
        "{}",
        run.out
    );
}

/// 80 columns and 176 rows: nothing can be learned, and nobody should have to find out by trying.
#[test]
fn a_hopeless_spec_is_told_so() {
    let mut schema = String::new();
    for column in 0..80 {
        write!(
            schema,
            "(name: \"c{column}\", kind: Integer(min: 0, max: 9)),\n        "
        )
        .unwrap();
    }
    let spec = spec_of(&schema);
    let desk = Desk::new();
    desk.write("spec.ron", &spec);
    let run = desk.run(&["plan", "spec.ron", "--rows", "176"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(run.out.contains("hopeless"), "{}", run.out);
    assert_eq!(
        run.out.matches("too wide for this size").count(),
        80,
        "{}",
        run.out
    );
    let json = plan(&spec, &["--rows", "176"]);
    assert_eq!(json["assumed"]["scored_pairs"], 0);
    assert!(json["assumed"]["score_sigma_rows"].is_null());
    // The same columns with a hundred thousand rows are no lost cause.
    let json = plan(&spec, &["--rows", "1000000"]);
    assert_eq!(json["assumed"]["scored_pairs"], 80 * 79 / 2);
}

#[test]
fn odd_numbers_of_rows() {
    for rows in ["0", "1", "1099511627775"] {
        let json = plan(SURVEY, &["--rows", rows]);
        assert_eq!(json["assumed"]["rows"].to_string(), rows);
        for table in json["assumed"]["tables"].as_array().unwrap() {
            assert!(
                (0.0..=1.0).contains(&number(table, "expected_noise")),
                "{table}"
            );
        }
    }
    let desk = Desk::new();
    desk.write("spec.ron", SURVEY);
    for rows in ["-1", "1099511627776", "many", "1.5"] {
        let run = desk.run(&["plan", "spec.ron", &format!("--rows={rows}")]);
        assert!(
            run.code == Some(2) && run.err.contains("--rows"),
            "{}",
            run.err
        );
    }
    // A spec is planned before anybody has reviewed it.
    desk.write(
        "spec.ron",
        SURVEY.replace("reviewed: true", "reviewed: false"),
    );
    assert_eq!(desk.run(&["plan", "spec.ron"]).code, Some(0));
    desk.write("spec.ron", SURVEY.replace("privet: 1", "privet: 2"));
    assert_refused(
        &desk.run(&["plan", "spec.ron"]),
        &["spec.ron:2:13", "version 1"],
        "version",
    );
}

/// Expected L1 noise is σ·√(2/π) a cell, summed; the network is moved by twice that over n at most.
#[test]
fn the_noise_of_tables_and_network_is_foretold() {
    let spec = spec_of(
        "(name: \"a\", kind: Categorical([\"x\", \"y\", \"z\"])), (name: \"b\", kind: Boolean),",
    );
    let json = plan(&spec, &["--rows", "50000"]);
    let per_cell = number(&json, "table_sigma") * (2.0 / core::f64::consts::PI).sqrt();
    let assumed = &json["assumed"];
    let cells = number(assumed, "most_cells");
    let tables = number(&json, "most_tables");
    let noise = &assumed["noise_rows"];
    for (key, exact) in [
        ("per_cell", per_cell),
        ("largest_table", cells * per_cell),
        ("least_network", 5.0 * per_cell),
        ("most_network", tables * cells * per_cell),
    ] {
        let actual = number(noise, key);
        assert!((actual / exact - 1.0).abs() < 1e-12, "{key}: {actual}");
    }
    let desk = Desk::new();
    desk.write("spec.ron", &spec);
    let text = desk.run(&["plan", "spec.ron", "--rows", "50000"]).out;
    let moved = 2.0 * 5.0 * per_cell / 50000.0;
    assert!(
        text.contains(&format!("moves it by at most {moved:.4} ")),
        "{text}"
    );
}
