//! `privet report`: the public page of a release, from its record and model alone.

use std::fs;

use crate::common::desk::{ARTEFACTS, Desk, SURVEY, assert_refused, resealed, spec_of, survey_csv};

/// The survey under a mechanism; those without δ have none in their budget.
fn survey_by(mechanism: &str) -> Desk {
    let spec = SURVEY.replace("PrivBayes()", mechanism);
    let spec = if mechanism.starts_with("PrivBayesPure") {
        spec.replace(", delta: \"1e-6\"", "")
    } else {
        spec
    };
    Desk::with(&spec, survey_csv(600))
}

fn page(desk: &Desk) -> String {
    let run = desk.run(&["report", "release", "--out", "page.html"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", run.out);
    assert!(run.out.contains("page.html"), "{}", run.out);
    desk.text("page.html")
}

/// Every number that a table of the page holds, to the last digit.
fn numbers(page: &str) -> Vec<f64> {
    let rest = page.split("data-value=\"").skip(1);
    rest.map(|rest| rest.split('"').next().unwrap().parse().unwrap())
        .collect()
}

#[test]
fn every_mechanism_has_a_page() {
    for (mechanism, says) in [
        ("PrivBayes()", "The Bayesian network"),
        ("PrivMrf()", "The Markov random field"),
        ("PrivBayesPure()", "The Bayesian network"),
        ("PrivBayesPure(encoding: Binary)", "digit 1"),
    ] {
        let desk = survey_by(mechanism);
        desk.release("release", &["--quiet"]);
        let page = page(&desk);
        assert!(page.contains(says), "{mechanism}");
        assert!(page.contains("as public as the release"), "{mechanism}");
        assert!(page.contains("ε = 2"), "{mechanism}");
        assert_eq!(page.contains("δ = 0.000001"), !mechanism.contains("Pure"));
        assert!(!page.contains("NOT differentially"), "{mechanism}");
        for column in ["age", "sex", "region", "smokes", "bmi", "visit", "job"] {
            assert!(
                page.contains(&format!(">{column}")),
                "{mechanism}: {column}"
            );
        }
        let record = desk.json("release/record.json");
        let found = numbers(&page);
        for query in record["queries"].as_array().unwrap() {
            let charge = &query["charge"];
            let charge = [&charge["mu_squared"], &charge["epsilon"]];
            let charge = charge.iter().find_map(|value| value.as_f64()).unwrap();
            assert!(found.contains(&charge), "{mechanism}: {query}");
        }
    }
}

#[test]
fn a_smoothed_histogram_has_no_network() {
    let schema = "(name: \"a\", kind: Categorical([\"x\", \"y\"]))";
    let spec = spec_of(schema)
        .replace("AddRemove", "Replace")
        .replace(", delta: \"1e-6\"", "")
        .replace(
            "PrivBayes(),\n",
            "SmoothedHistogram(),\n    output: (rows: Exactly(5)),\n",
        );
    let desk = Desk::with(&spec, "a\n".to_owned() + &"x\ny\nx\n".repeat(50));
    desk.release("release", &["--quiet"]);
    let page = page(&desk);
    assert!(page.contains("each uniform with probability"), "{page}");
    assert!(page.contains("No table was measured"));
}

/// Half the expected |noise| of all cells over the rows, from the model's own numbers.
#[test]
fn the_expected_error_is_that_of_the_noise() {
    let desk = survey_by("PrivBayes()");
    desk.release("release", &["--quiet"]);
    let found = numbers(&page(&desk));
    let record = desk.json("release/record.json");
    // Of the model's text: the number of rows, and the cells of every table.
    let model = desk.text("release/model.ron");
    let number = |text: &str| text.split([',', ')']).next().unwrap().trim().parse::<f64>();
    let rows = number(
        model
            .split("\n    size: ")
            .nth(1)
            .and_then(|rest| rest.split("rows: ").nth(1))
            .unwrap(),
    )
    .unwrap_or_else(|_| panic!("{model}"));
    let measured = model.split("measured: [").skip(1);
    let cells = measured.map(|rest| rest.split(']').next().unwrap().split(',').count());
    let tables: Vec<_> = record["queries"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|query| query["purpose"] == "table of counts")
        .collect();
    // How many tables there are hangs on the noise, so it is the record that says it.
    let cells: Vec<_> = cells.collect();
    assert_eq!(cells.len(), tables.len());
    assert!(!tables.is_empty());
    for (cells, query) in cells.into_iter().zip(tables) {
        let cells = u32::try_from(cells).unwrap();
        let sigma = query["sigma_value"].as_f64().unwrap();
        let a_cell = sigma * (2.0 / core::f64::consts::PI).sqrt();
        let expected = (f64::from(cells) * a_cell / rows / 2.0).min(1.0);
        let near = |value: &f64| (value / expected - 1.0).abs() < 1e-12;
        assert!(found.iter().any(near), "{expected} of {query}");
    }
}

/// The page is a function of two files: without the table and the rows it is the same.
#[test]
fn nothing_private_is_read() {
    let desk = survey_by("PrivBayes()");
    desk.release("release", &["--quiet"]);
    let first = page(&desk);
    assert_eq!(
        desk.names("release"),
        ARTEFACTS,
        "the release is not touched"
    );
    for file in ["table.csv", "spec.ron", "page.html"] {
        fs::remove_file(desk.path(file)).unwrap();
    }
    assert_eq!(page(&desk), first);
}

#[test]
fn names_are_not_obeyed() {
    let schema = r#"(name: "<script>alert(1)</script>", kind: Categorical(["x", "y"])),
        (name: "\"><img src=x onerror=alert(1)>", kind: Categorical(["x", "y"]))"#;
    let table = "<script>alert(1)</script>,\"\"\"><img src=x onerror=alert(1)>\"\n".to_owned()
        + &"x,y\ny,x\n".repeat(100);
    let desk = Desk::with(&spec_of(schema), table);
    desk.release("release", &["--quiet"]);
    let page = page(&desk);
    assert!(page.contains("&lt;script&gt;alert(1)"));
    assert!(!page.contains("<script>alert") && !page.contains("<img"));
}

#[test]
fn what_is_no_release_is_refused() {
    let desk = survey_by("PrivBayes()");
    desk.release("release", &["--quiet"]);
    let report = |folder: &str| desk.run(&["report", folder, "--out", "page.html"]);
    assert_refused(&report("nowhere"), &["nowhere", "no such folder"], "none");
    assert_refused(&report("table.csv"), &["it seems to be a table"], "a file");
    desk.copy("release", "no-record");
    fs::remove_file(desk.path("no-record/record.json")).unwrap();
    assert_refused(
        &report("no-record"),
        &["record.json", "cannot be read"],
        "no record",
    );
    desk.copy("release", "no-model");
    fs::remove_file(desk.path("no-model/model.ron")).unwrap();
    assert_refused(&report("no-model"), &["model.ron", "missing"], "no model");
    desk.copy("release", "changed");
    let model = desk
        .text("release/model.ron")
        .replacen("tau: ", "tau: 1", 1);
    desk.write("changed/model.ron", model);
    assert_refused(
        &report("changed"),
        &["changed/model.ron", "digest", "privet verify"],
        "changed",
    );
    // An epsilon that was typed over, with all digests in agreement: no page, and no comparison.
    desk.copy("release", "typed-over");
    let record = desk.text("release/record.json");
    let other = record.replacen("\"epsilon\": \"2\"", "\"epsilon\": \"0.01\"", 1);
    assert_ne!(other, record);
    desk.write("typed-over/record.json", resealed(&other));
    for run in [
        report("typed-over"),
        desk.run(&["compare", "release", "typed-over"]),
    ] {
        assert_refused(&run, &["typed-over", "guarantee.epsilon"], "typed over");
    }
    desk.write("page.html", "mine");
    assert_refused(
        &report("release"),
        &["page.html", "exists already"],
        "existing",
    );
    assert_eq!(desk.text("page.html"), "mine");
    let lost = desk.run(&["report", "release", "--out", "no/folder/page.html"]);
    assert_refused(&lost, &["page.html", "create it first"], "no folder");
    let left: Vec<String> = desk
        .names(".")
        .into_iter()
        .filter(|name| name.contains("partial"))
        .collect();
    assert_eq!(left, Vec::<String>::new());
}
