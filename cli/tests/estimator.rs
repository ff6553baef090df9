//! `estimator: Pgm` through the program: release, verify, replay and sample; what plan, record and model say;
//! the fall-back where the field is too large; tiny tables; forged models.

use crate::common::changed::REPLAY;
use crate::common::desk::{ARTEFACTS, Desk, SURVEY, resealed, spec_of, survey_csv};
use crate::common::tiny::assert_tiny_tables_release;
use serde_json::Value;

const ROWS: usize = 3000;

/// A spec with this mechanism.
fn with(spec: &str, mechanism: &str) -> String {
    spec.replace("PrivBayes()", mechanism)
}

fn pure(mechanism: &str) -> String {
    with(SURVEY, mechanism).replace(", delta: \"1e-6\"", "")
}

fn replace(mechanism: &str) -> String {
    let schema = "(name: \"smokes\", kind: Boolean(no: \"no\", yes: \"yes\")),\n        \
                  (name: \"sex\", kind: Categorical([\"F\", \"M\"]), missing: [\"\"], outside: Null),\n        \
                  (name: \"region\", kind: Categorical([\"N1\", \"N2\", \"S1\"])),";
    with(&spec_of(schema).replace("AddRemove", "Replace"), mechanism)
}

#[test]
fn releases_verify_and_replay_byte_for_byte() {
    for (label, spec) in [
        ("PrivBayes", with(SURVEY, "PrivBayes(estimator: Pgm)")),
        (
            "other post-processing, with replacement",
            with(
                SURVEY,
                "PrivBayes(estimator: Pgm(max_cells: 100_000), post: Normalize)",
            )
            .replace(
                "    mechanism",
                "    output: (sampling: WithReplacement),\n    mechanism",
            ),
        ),
        ("Replace", replace("PrivBayes(estimator: Pgm)")),
        ("PrivBayesPure", pure("PrivBayesPure(estimator: Pgm)")),
        (
            "PrivBayesPure by digits",
            pure("PrivBayesPure(estimator: Pgm, encoding: Binary, score: R)"),
        ),
    ] {
        let desk = Desk::with(&spec, survey_csv(ROWS));
        let run = desk.release("out", &["--quiet", "--keep-seed", "seed"]);
        let said = "rows from a Markov random field of ";
        assert!(run.out.contains(said), "{label}: {}", run.out);
        assert_eq!(desk.names("out"), ARTEFACTS, "{label}");
        desk.assert_verifies("out", &REPLAY);
        let record = desk.json("out/record.json");
        let estimator = record["algorithm"]["estimator"].as_str().unwrap();
        assert!(estimator.starts_with("Pgm: "), "{label}: {estimator}");

        let sample = ["sample", "out/model.ron", "--rows", "50", "--seed", "7"];
        let again = desk.run(&sample);
        assert_eq!(again.code, Some(0), "{label}: {}", again.err);
        assert_eq!(again.out.lines().count(), 51, "{label}");
        assert_eq!(again.out, desk.run(&sample).out, "{label}");
    }
}

/// The same table, spec and budget as `privet demo`, by both estimators: the same kinds of queries at the same
/// prices, and rows that are as close to the table. At ε = 1 the demo's own tables have a mean distance
/// of 0.01 to 0.06; 0.2 would be a model that is wrong.
#[test]
fn the_demo_by_both_estimators() {
    let desk = Desk::new();
    let demo = desk.run(&["demo", "--quiet", "--out", "demo"]);
    assert_eq!(demo.code, Some(0), "{}", demo.err);
    let spec = desk.text("demo/spec.ron");
    assert!(spec.contains("PrivMrf()"));
    // A network keeps no rules.
    let (before, rest) = spec.split_once("    rules: [").unwrap();
    let (_, after) = rest.split_once("\n    ],\n").unwrap();
    let spec = format!("{before}{after}");
    desk.write("table.csv", desk.bytes("demo/people.csv"));
    desk.write("spec.ron", spec.replace("PrivMrf()", "PrivBayes()"));
    desk.release("network", &["--quiet"]);
    desk.write(
        "spec.ron",
        spec.replace("PrivMrf()", "PrivBayes(estimator: Pgm)"),
    );
    desk.release("out", &["--quiet", "--keep-seed", "seed"]);
    desk.assert_verifies("out", &REPLAY);

    let (network, field) = (
        desk.json("network/record.json"),
        desk.json("out/record.json"),
    );
    assert!(network["algorithm"].get("estimator").is_none());
    assert_eq!(network["guarantee"], field["guarantee"]);
    let size_and_scores = |record: &Value| record["queries"].as_array().unwrap()[..2].to_vec();
    assert_eq!(size_and_scores(&network)[0], size_and_scores(&field)[0]);

    let (header, real) = desk.table("table.csv");
    for folder in ["network", "out"] {
        let (columns, rows) = desk.table(&format!("{folder}/synthetic.csv"));
        for name in ["sex", "education", "employment", "smoker"] {
            let place = |header: &[String]| header.iter().position(|of| of == name).unwrap();
            let (of_real, of_rows) = (place(&header), place(&columns));
            let distance = distance(
                real.iter().map(|row| &row[of_real]),
                rows.iter().map(|row| &row[of_rows]),
            );
            assert!(distance < 0.2, "{folder}, {name}: {distance}");
        }
    }
}

/// Total variation distance of two columns; a missing value may be written in several ways.
fn distance<'t>(
    one: impl Iterator<Item = &'t String>,
    other: impl Iterator<Item = &'t String>,
) -> f64 {
    let shares = |column: Vec<&str>| -> std::collections::BTreeMap<String, f64> {
        let mut shares = std::collections::BTreeMap::new();
        let each = 1.0 / f64::from(u32::try_from(column.len()).unwrap());
        for value in column {
            let value = if value == "NA" { "" } else { value };
            *shares.entry(value.to_owned()).or_insert(0.0) += each;
        }
        shares
    };
    let one = shares(one.map(String::as_str).collect());
    let other = shares(other.map(String::as_str).collect());
    let values: std::collections::BTreeSet<_> = one.keys().chain(other.keys()).collect();
    let share = |of: &std::collections::BTreeMap<String, f64>, value: &String| {
        of.get(value).copied().unwrap_or_default()
    };
    let apart = values
        .iter()
        .map(|v| (share(&one, v) - share(&other, v)).abs());
    0.5 * apart.sum::<f64>()
}

/// Two columns of five values that are equal: 10 cells, and 25 once they are tied. Their score is 2400 rows
/// from independence at a noise of a few rows, so that they are.
#[test]
fn a_field_that_is_too_large_is_a_network_and_says_so() {
    let column =
        |name: &str| format!("(name: \"{name}\", kind: Integer(min: 0, max: 4)),\n        ");
    let spec = with(
        &spec_of(&(column("a") + &column("b"))),
        "PrivBayes(estimator: Pgm(max_cells: 10))",
    );
    let mut table = "a,b\n".to_owned();
    for row in 0..ROWS {
        table.push_str(["0,0\n", "1,1\n", "2,2\n", "3,3\n", "4,4\n"][row % 5]);
    }
    let desk = Desk::with(&spec.replace("epsilon: \"1\"", "epsilon: \"8\""), table);
    let run = desk.release("out", &["--quiet", "--keep-seed", "seed"]);
    assert!(
        run.out.contains("rows from the network, since"),
        "{}",
        run.out
    );
    desk.assert_verifies("out", &REPLAY);
    let record = desk.json("out/record.json");
    let estimator = record["algorithm"]["estimator"].as_str().unwrap();
    assert!(estimator.starts_with("Network, though"), "{estimator}");
    assert!(desk.text("out/model.ron").contains("TooLarge("));
    let run = desk.run(&["sample", "out/model.ron", "--rows", "5", "--seed", "1"]);
    assert_eq!(run.out.lines().count(), 6, "{}", run.err);
}

#[test]
fn tiny_tables_release_like_any_other() {
    assert_tiny_tables_release("PrivBayes(estimator: Pgm)");
}

/// Forty attributes of one value, which noise may make parents of each other: they tie nothing.
#[test]
fn many_attributes_of_one_value() {
    let columns: Vec<String> = (0..40).map(|number| format!("a{number}")).collect();
    let schema: Vec<String> = columns
        .iter()
        .map(|name| format!("(name: \"{name}\", kind: Integer(min: 7, max: 7)),\n        "))
        .collect();
    let spec = with(&spec_of(&schema.concat()), "PrivBayes(estimator: Pgm)");
    let mut table = columns.join(",") + "\n";
    for _ in 0..30 {
        table.push_str(&(vec!["7"; 40].join(",") + "\n"));
    }
    let desk = Desk::with(&spec, table);
    let run = desk.release("out", &["--keep-seed", "seed"]);
    assert!(run.out.contains("field of 40 cells"), "{}", run.out);
    desk.assert_verifies("out", &REPLAY);
}

#[test]
fn forged_models_are_found() {
    let desk = Desk::with(&with(SURVEY, "PrivBayes(estimator: Pgm)"), survey_csv(ROWS));
    desk.release("out", &["--quiet"]);
    let (model, record) = (desk.text("out/model.ron"), desk.text("out/record.json"));
    let field = model.find("    estimated: Some(").unwrap();
    let cells = model[field..].split("cells: ").nth(1).unwrap();
    let cells: u64 = cells.split(',').next().unwrap().parse().unwrap();
    let without = format!("{})\n", &model[..field]);
    let too_large = format!(
        "{}    estimated: Some(TooLarge(cells: {cells})),\n)\n",
        &model[..field]
    );
    let larger = format!(
        "{}    estimated: Some(TooLarge(cells: 9999999)),\n)\n",
        &model[..field]
    );
    let other_cells = model.replacen(&format!("cells: {cells},"), "cells: 7,", 1);
    for (case, forged) in [
        ("no field", without),
        ("a field said to be too large", too_large),
        ("a field said to be larger than it is", larger),
        ("other cells", other_cells),
    ] {
        let run = desk.verify_with_model(&forged);
        let said = format!("{}{}", run.out, run.err);
        assert_ne!(run.code, Some(0), "case `{case}`");
        assert!(
            said.contains(
                "model.ron: it is not what the spec and the published answers give: `estimated"
            ),
            "case `{case}`: {said}"
        );
    }
    // A record that names another estimator.
    let other = record.replacen("\"estimator\": \"Pgm: ", "\"estimator\": \"Pgm, ", 1);
    assert_ne!(other, record);
    desk.copy("out", "forged");
    desk.write("forged/record.json", resealed(&other));
    let run = desk.verify("forged", &[]);
    let said = format!("{}{}", run.out, run.err);
    assert_ne!(run.code, Some(0));
    assert!(said.contains("`algorithm.estimator`"), "{said}");
}

#[test]
fn plan_names_the_estimator() {
    for (mechanism, name, max_cells) in [
        ("PrivBayes()", "Network", None),
        ("PrivBayes(estimator: Pgm)", "Pgm", Some(1_000_000)),
        ("PrivBayesPure()", "Network", None),
        (
            "PrivBayesPure(estimator: Pgm(max_cells: 70))",
            "Pgm",
            Some(70),
        ),
    ] {
        let desk = Desk::new();
        let spec = if mechanism.starts_with("PrivBayesPure") {
            pure(mechanism)
        } else {
            with(SURVEY, mechanism)
        };
        desk.write("spec.ron", spec);
        let run = desk.run(&["plan", "spec.ron", "--rows", "30000", "--json"]);
        let plan: Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!(plan["estimator"]["name"], name, "{mechanism}");
        assert_eq!(
            plan["estimator"]["max_cells"].as_u64(),
            max_cells,
            "{mechanism}"
        );
        let text = desk.run(&["plan", "spec.ron", "--rows", "30000"]).out;
        let line = format!("  estimator            {name}");
        assert!(text.contains(&line), "{mechanism}: {text}");
        let warned = text.contains("raise `max_cells` of `Pgm`");
        assert_eq!(warned, max_cells == Some(70), "{mechanism}: {text}");
    }
}
