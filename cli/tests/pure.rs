//! `PrivBayesPure` through the program: every score and encoding, what the record says, replay, and
//! forged selections.

use crate::common::changed::REPLAY;
use crate::common::desk::{ARTEFACTS, Desk, SURVEY, resealed, spec_of, survey_csv};
use serde_json::Value;

const ROWS: usize = 3000;

/// The survey under a pure mechanism.
fn survey(mechanism: &str) -> String {
    let spec = SURVEY.replace(", delta: \"1e-6\"", "");
    spec.replace("PrivBayes()", mechanism)
}

/// Three columns of rows, for `Replace`.
fn rows(mechanism: &str) -> String {
    let schema = "(name: \"smokes\", kind: Boolean(no: \"no\", yes: \"yes\")),\n        \
                  (name: \"sex\", kind: Categorical([\"F\", \"M\"]), missing: [\"\"], outside: Null),\n        \
                  (name: \"region\", kind: Categorical([\"N1\", \"N2\", \"S1\"])),";
    let spec = spec_of(schema).replace(", delta: \"1e-6\"", "");
    let spec = spec.replace("AddRemove", "Replace");
    spec.replace("PrivBayes()", mechanism)
}

fn queries<'r>(record: &'r Value, purpose: &str) -> Vec<&'r Value> {
    let queries = record["queries"].as_array().unwrap().iter();
    queries
        .filter(|query| query["purpose"] == purpose)
        .collect()
}

#[test]
fn every_score_and_encoding_releases_verifies_and_replays() {
    for (label, spec) in [
        ("digits, F", survey("PrivBayesPure()")),
        (
            "digits, R",
            survey("PrivBayesPure(score: R, selection: Exponential)"),
        ),
        (
            "as they are, R",
            survey("PrivBayesPure(encoding: Vanilla, theta: \"1\")"),
        ),
        (
            "digits, F, Replace",
            rows("PrivBayesPure(encoding: Binary)"),
        ),
        ("as they are, I, Replace", rows("PrivBayesPure(score: I)")),
        (
            "digits, I, Replace",
            rows("PrivBayesPure(score: I, encoding: Binary, degree: 2)"),
        ),
    ] {
        let desk = Desk::with(&spec, survey_csv(ROWS));
        desk.release("out", &["--quiet", "--keep-seed", "seed"]);
        assert_eq!(desk.names("out"), ARTEFACTS, "{label}");
        let run = desk.verify("out", &REPLAY);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{label}");

        let record = desk.json("out/record.json");
        assert_eq!(record["guarantee"]["delta"], "0", "{label}");
        assert!(
            !desk.text("out/record.json").contains("mu_squared"),
            "{label}"
        );
        assert!(!desk.text("out/model.ron").contains("sigma"), "{label}");
        let spent = record["spent"]["epsilon"].as_f64().unwrap();
        let total = record["guarantee"]["total"]["epsilon"].as_f64().unwrap();
        // Nothing but what rounding down takes is left unspent.
        assert!(
            spent <= total && spent > total - 1e-9,
            "{label}: {spent} of {total}"
        );
        assert!(!queries(&record, "selection").is_empty(), "{label}");

        // The survey's own domain is kept, digits or not: the synthetic rows fit the same spec.
        let again = desk.run(&["sample", "out/model.ron", "--rows", "50", "--seed", "7"]);
        assert_eq!(again.code, Some(0), "{label}: {}", again.err);
        assert_eq!(again.out.lines().count(), 51, "{label}");
    }
}

#[test]
fn digits_are_decoded_into_the_domain() {
    let desk = Desk::with(
        &survey("PrivBayesPure(encoding: Binary, degree: 1)"),
        survey_csv(ROWS),
    );
    desk.release("out", &[]);
    let (header, rows) = desk.table("out/synthetic.csv");
    let place = |name: &str| header.iter().position(|column| column == name).unwrap();
    let (age, region, job) = (place("age"), place("region"), place("job"));
    for row in &rows {
        assert!(row[age] == "NA" || row[age].parse().is_ok_and(|age: u32| age <= 99));
        assert!(
            ["N1", "N2", "S1"].contains(&row[region].as_str()),
            "{row:?}"
        );
        assert!(["none", "office, or shop", "farm", "else"].contains(&row[job].as_str()));
    }
    // 21 codes of age in five digits, 3 of region in two, 4 of job in two, …
    let record = desk.json("out/record.json");
    let tables = queries(&record, "table of counts");
    let digits = tables
        .iter()
        .flat_map(|query| query["columns"].as_array().unwrap());
    let largest = digits
        .filter(|column| column[0] == "age")
        .filter_map(|column| column[1].as_u64());
    assert_eq!(largest.max(), Some(4));
}

#[test]
fn without_a_useful_table_nothing_is_selected_and_tables_get_everything() {
    let spec = survey("PrivBayesPure(theta: \"1000\")").replace("\"2\"", "\"0.1\"");
    let desk = Desk::with(&spec, survey_csv(300));
    desk.release("out", &[]);
    desk.assert_verifies("out", &[]);
    let record = desk.json("out/record.json");
    assert!(queries(&record, "selection").is_empty());
    let tables = queries(&record, "table of counts");
    assert!(
        tables
            .iter()
            .all(|table| table["columns"].as_array().unwrap().len() == 1)
    );
    let spent = record["spent"]["epsilon"].as_f64().unwrap();
    assert!((0.1 - 1e-9..=0.1).contains(&spent), "{spent}");
}

#[test]
fn tables_of_a_few_rows_release_like_any_other() {
    for mechanism in [
        "PrivBayesPure()",
        "PrivBayesPure(score: R, theta: \"0.1\", degree: 3)",
    ] {
        for rows in 0..3 {
            let desk = Desk::with(&survey(mechanism), survey_csv(rows));
            desk.release("out", &[]);
            assert_eq!(desk.names("out"), ARTEFACTS, "{mechanism}, {rows} rows");
            desk.assert_verifies("out", &[]);
        }
    }
}

/// A forger who makes all digests agree again is still found: a selection's sensitivity follows from
/// spec and model, its charge from its law.
#[test]
fn a_forged_selection_is_named() {
    for (label, spec) in [
        ("F", survey("PrivBayesPure()")),
        ("I", rows("PrivBayesPure(score: I)")),
    ] {
        let desk = Desk::with(&spec, survey_csv(ROWS));
        desk.release("out", &[]);
        let record = desk.text("out/record.json");
        let json: Value = serde_json::from_str(&record).unwrap();
        let selection = queries(&json, "selection")[0];
        let start = record.find("\"purpose\": \"selection\"").unwrap();
        for (key, value) in [
            ("sensitivity", selection["sensitivity"].as_str().unwrap()),
            (
                "epsilon_units",
                selection["epsilon_units"].as_str().unwrap(),
            ),
            ("law", selection["law"].as_str().unwrap()),
        ] {
            let (before, after) = record.split_at(start);
            let instead = match key {
                "law" => "exponential mechanism",
                _ => "1",
            };
            let from = format!("\"{key}\": \"{value}\"");
            let to = format!("\"{key}\": \"{instead}\"");
            assert!(after.contains(&from), "no `{from}`");
            let forged = resealed(&format!("{before}{}", after.replacen(&from, &to, 1)));
            desk.copy("out", "forged");
            desk.write("forged/record.json", forged);
            let run = desk.verify("forged", &[]);
            assert_eq!(run.code, Some(2), "{label}, {key}: {}", run.out);
            assert!(!run.err.contains("its own digest"), "{}", run.err);
        }
    }
}

#[test]
fn the_plan_says_what_to_expect() {
    let desk = Desk::with(&survey("PrivBayesPure(encoding: Binary)"), "");
    let run = desk.run(&["plan", "spec.ron", "--rows", "30000", "--json"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let plan: Value = serde_json::from_str(&run.out).unwrap();
    // Digits: age 5, sex 2, region 2, smokes 1, bmi 4, visit 4, job 2.
    assert_eq!(plan["columns"], 20);
    assert_eq!(
        (&plan["score"], &plan["encoding"]),
        (&"F".into(), &"Binary".into())
    );
    // ε₂ = 0.7·2: the largest k with 30000/2^(k+1) ≥ 4·2·(20 − k)/1.4; 6: 234 ≥ 80, 7: 117 ≥ 74,
    // 8: 58.6 < 68.6.
    assert_eq!(plan["assumed"]["degree"], 7);
    assert_eq!(plan["assumed"]["most_cells"], 256);
    let text = desk.run(&["plan", "spec.ron", "--rows", "30000"]);
    assert!(text.out.contains("7 parents a column"), "{}", text.out);
    // The survey has a hierarchy, and the binary digits do not know of it; nor do whole values.
    let vanilla = Desk::with(&survey("PrivBayesPure(encoding: Vanilla)"), "");
    for run in [text, vanilla.run(&["plan", "spec.ron"])] {
        assert!(run.out.contains("hierarchies are not used"), "{}", run.out);
    }
    let hopeless = desk.run(&["plan", "spec.ron", "--rows", "20"]);
    assert!(hopeless.out.contains("hopeless"), "{}", hopeless.out);
}

/// Figures by hand: 16 Boolean columns, two parents, one row replaced, ε₂ = 0.4, so 14 tables of 8 cells with
/// b = 2·14/0.4 = 70.
#[test]
fn the_plan_has_the_bounds_that_hold() {
    let columns: Vec<String> = (0..16)
        .map(|place| format!("(name: \"c{place}\", kind: Boolean),"))
        .collect();
    let columns = columns.concat();
    let spec = |adjacency: &str, post: &str| {
        format!(
            "Release(privet: 1, title: \"T\", reviewed: true, unit: Row, adjacency: {adjacency},\n\
             budget: (epsilon: \"0.8\", shares: (structure: \"0.4\", {} tables: \"0.5\")),\n\
             schema: [{columns}], mechanism: PrivBayesPure(degree: 2, post: {post}, most_rows: 4_000_000_000))",
            if adjacency == "Replace" {
                ""
            } else {
                "size: \"0.1\","
            },
        )
    };
    let plan = |spec: &str, rows: &str| -> Value {
        let desk = Desk::with(spec, "");
        let run = desk.run(&["plan", "spec.ron", "--rows", rows, "--json"]);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
        let json: Value = serde_json::from_str(&run.out).unwrap();
        json["assumed"].clone()
    };
    let close = |json: &Value, exact: f64| {
        let actual = json.as_f64().unwrap_or(f64::NAN);
        assert!((actual / exact - 1.0).abs() < 1e-9, "{json} for {exact}");
    };
    let shown = plan(&spec("Replace", "L2Projection"), "21574");
    close(&shown["table_scale"], 70.0);
    // Half of 8 cells of b = 70, a shade less on integers: 1/sinh(1/70) = 69.99762.
    let per_cell = 1.0 / (1.0_f64 / 70.0).sinh();
    close(&shown["bounds"]["expected_table"], 4.0 * per_cell / 21574.0);
    // (2b/n)·(112 + √(2·112·ln 20) + ln 20)
    let l = 20.0_f64.ln();
    let network = 140.0 / 21574.0 * (112.0 + (224.0 * l).sqrt() + l);
    close(&shown["bounds"]["network"], network);
    assert_eq!(shown["bounds"]["li_network"], "vacuous");
    // ⌊ln(2^15)/0.8⌋ = 12 rows of 2·21574; 5.1 itself needs n far below 2^16.
    close(&shown["bounds"]["no_better_than"], 12.0 / 43148.0);
    assert_eq!(shown["bounds"]["li_no_better_than"], Value::Null);
    // 12·16·2^2·3·(70/n)·ln 640, and 2^4 for Theorem 4.1.
    let common = 12.0 * 16.0 * 3.0 * 70.0 / 4e9 * 640.0_f64.ln();
    let projected = plan(&spec("Replace", "L2Projection"), "4000000000");
    close(&projected["bounds"]["li_network"], 4.0 * common);
    let normalised = plan(&spec("Replace", "Normalize"), "4000000000");
    close(&normalised["bounds"]["li_network"], 16.0 * common);
    // One row more or less: half the noise.
    let added = plan(&spec("AddRemove", "Normalize"), "4000000000");
    close(&added["bounds"]["li_network"], 8.0 * common);
}
