//! `privet compare`: several releases side by side; and the page that `privet evaluate` makes.

use std::fs;

use crate::common::desk::{Desk, SURVEY, assert_refused, evaluate_args, survey_csv};
use serde_json::Value;

/// Two releases of one table, by two mechanisms.
fn two() -> Desk {
    let desk = Desk::with(SURVEY, survey_csv(600));
    desk.release("bayes", &["--quiet"]);
    let other = SURVEY
        .replace("PrivBayes()", "PrivMrf()")
        .replace("epsilon: \"2\"", "epsilon: \"4\"");
    desk.write("other.ron", other);
    let args = [
        "release",
        "other.ron",
        "--data",
        "table.csv",
        "--out",
        "mrf",
        "--quiet",
    ];
    assert_eq!(desk.run(&args).code, Some(0));
    desk
}

fn compare(desk: &Desk, more: &[&str]) -> String {
    let mut args = vec!["compare", "bayes", "mrf", "--quiet"];
    args.extend(more);
    let run = desk.run(&args);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{args:?}");
    run.out
}

fn evaluate(desk: &Desk, folder: &str, more: &[&str]) -> String {
    let synthetic = format!("{folder}/synthetic.csv");
    desk.evaluate(&synthetic, more)
}

#[test]
fn without_the_real_table_it_is_public() {
    let desk = two();
    let out = compare(&desk, &["--json", "all.json", "--html", "all.html"]);
    for part in [
        "bayes",
        "PrivBayes",
        "mrf",
        "PrivMrf",
        "0.000001",
        "noise a table",
    ] {
        assert!(out.contains(part), "{part} in\n{out}");
    }
    assert!(!out.contains("NOT differentially"), "{out}");
    let all = desk.json("all.json");
    assert_eq!(all["public"], true);
    assert_eq!(all["notice"], Value::Null);
    assert_eq!(all["releases"][0]["epsilon"], "2");
    assert_eq!(all["releases"][1]["epsilon"], "4");
    assert_eq!(all["releases"][1]["mechanism"], "PrivMrf");
    let figures = all["releases"][0]["figures"].as_object().unwrap();
    assert_eq!(figures.keys().collect::<Vec<_>>(), ["expected_error"]);
    assert!(desk.text("all.html").contains("never saw the real data"));
    // The table is not needed.
    fs::remove_file(desk.path("table.csv")).unwrap();
    assert_eq!(
        compare(&desk, &[]),
        out.lines()
            .filter(|line| !line.starts_with("Written"))
            .map(|line| line.to_owned() + "\n")
            .collect::<String>()
    );
}

/// With the real table the figures are those of `evaluate`, whether they are made now or lie in the folders.
#[test]
fn figures_are_those_of_evaluate() {
    let desk = two();
    let real = ["--spec", "spec.ron", "--real", "table.csv"];
    let out = compare(
        &desk,
        &[&real[..], &["--json", "now.json", "--html", "now.html"]].concat(),
    );
    assert!(out.starts_with("NOT differentially private"), "{out}");
    assert!(out.contains("3-way distance"), "{out}");
    let page = desk.text("now.html");
    assert!(page.contains("NOT differentially private: it reads the real data"));
    for folder in ["bayes", "mrf"] {
        evaluate(
            &desk,
            folder,
            &["--json", &format!("{folder}/evaluation.json")],
        );
    }
    compare(&desk, &["--json", "found.json"]);
    let (now, found) = (desk.json("now.json"), desk.json("found.json"));
    assert_eq!(now, found);
    assert_eq!(now["public"], false);
    for (place, folder) in ["bayes", "mrf"].iter().enumerate() {
        let evaluation = desk.json(&format!("{folder}/evaluation.json"));
        let figures = &now["releases"][place]["figures"];
        for ways in [1, 2, 3] {
            assert_eq!(
                figures[format!("mean_distance_{ways}")],
                evaluation["marginals"][ways - 1]["mean"]
            );
        }
        assert_eq!(
            figures["nist_clustering"],
            evaluation["nist"]["clustering"]["score"]
        );
        assert_eq!(
            figures["dependence_difference"],
            evaluation["dependence"]["mean_difference"]
        );
        // The page has the very number.
        let mean = evaluation["marginals"][2]["mean"].as_f64().unwrap();
        assert!(page.contains(&format!("data-value=\"{mean:?}\"")), "{mean}");
    }
}

#[cfg(unix)]
#[test]
fn what_tells_of_the_real_table_is_for_its_owner() {
    use std::os::unix::fs::PermissionsExt as _;
    let desk = two();
    let real = ["--spec", "spec.ron", "--real", "table.csv"];
    compare(
        &desk,
        &[&real[..], &["--json", "c.json", "--html", "c.html"]].concat(),
    );
    evaluate(&desk, "bayes", &["--html", "e.html"]);
    for file in ["c.json", "c.html", "e.html"] {
        let mode = fs::metadata(desk.path(file)).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{file}: {mode:o}");
    }
}

/// The page of `evaluate` has the numbers of its JSON, and what is public of a release that lies beside the rows.
#[test]
fn evaluate_makes_a_page() {
    let desk = two();
    let out = evaluate(&desk, "bayes", &["--json", "e.json", "--html", "e.html"]);
    assert!(out.contains("Written: e.html"), "{out}");
    let (page, found) = (desk.text("e.html"), desk.json("e.json"));
    assert!(page.contains("This report is NOT differentially private: it reads the real data"));
    assert!(page.contains("This proves nothing about privacy"));
    for column in found["columns"].as_array().unwrap() {
        let distance = column["distance"].as_f64().unwrap();
        assert!(
            page.contains(&format!("data-value=\"{distance:?}\"")),
            "{column}"
        );
    }
    assert!(page.contains("What was spent on what"));
    // Rows by themselves: nothing is said of a release.
    desk.write("rows.csv", desk.bytes("bayes/synthetic.csv"));
    desk.evaluate("rows.csv", &["--html", "rows.html"]);
    assert!(!desk.text("rows.html").contains("What was spent on what"));
    // Rows that are not those of the record beside them are no release.
    desk.write("more/record.json", desk.bytes("bayes/record.json"));
    desk.write("more/model.ron", desk.bytes("bayes/model.ron"));
    desk.write("more/synthetic.csv", desk.bytes("mrf/synthetic.csv"));
    let run = desk.run(&evaluate_args(
        "more/synthetic.csv",
        &["--html", "more.html"],
    ));
    assert_refused(&run, &["more/synthetic.csv: it was changed"], "other rows");
}

/// Figures of different targets, sets or bins are shown and not ranked.
#[test]
fn only_like_is_ranked_with_like() {
    let desk = Desk::with(SURVEY, survey_csv(600));
    desk.release("bayes", &["--quiet"]);
    for file in ["model.ron", "record.json", "synthetic.csv"] {
        desk.write(&format!("mrf/{file}"), desk.bytes(&format!("bayes/{file}")));
    }
    let evaluated = |folder: &str, more: &[&str]| {
        let file = format!("{folder}/evaluation.json");
        let _ = fs::remove_file(desk.path(&file));
        evaluate(&desk, folder, &[&["--json", file.as_str()], more].concat());
    };
    let unranked = |file: &str| -> Vec<String> {
        let all = desk.json(file);
        let figures = all["unranked"].as_object().unwrap();
        figures
            .keys()
            .filter(|key| *key != "expected_error")
            .cloned()
            .collect()
    };
    evaluated("bayes", &["--target", "smokes"]);
    evaluated("mrf", &["--target", "smokes"]);
    let out = compare(&desk, &["--json", "same.json"]);
    assert_eq!(unranked("same.json"), Vec::<String>::new(), "{out}");
    assert!(!out.contains("Not ranked"), "{out}");
    evaluated("mrf", &["--target", "sex"]);
    let out = compare(&desk, &["--json", "targets.json"]);
    assert_eq!(unranked("targets.json"), ["accuracy_lost"], "{out}");
    assert!(
        out.contains("note: Not ranked: accuracy lost; the models have different targets"),
        "{out}"
    );
    // Other bins of one column: nothing can be ranked.
    let spec = desk.text("spec.ron");
    desk.write("spec.ron", spec.replace("bin: 5", "bin: 10"));
    evaluated("mrf", &["--target", "smokes"]);
    let out = compare(&desk, &["--json", "bins.json"]);
    assert!(
        unranked("bins.json").len() > 5 && !out.contains('*'),
        "{out}"
    );
    assert!(out.contains("columns cut alike"), "{out}");
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let desk = two();
    let run = |args: &[&str]| desk.run(&[&["compare", "--quiet"], args].concat());
    assert_refused(
        &run(&["bayes", "nowhere"]),
        &["nowhere", "no such folder"],
        "no folder",
    );
    desk.write("bayes/evaluation.json", "{\n  \"privet_evaluation\": oops");
    assert_refused(
        &run(&["bayes", "mrf"]),
        &["evaluation.json:2:", "privet evaluate --json"],
        "broken",
    );
    desk.write("bayes/evaluation.json", "{\"privet_evaluation\": 2}");
    assert_refused(
        &run(&["bayes", "mrf"]),
        &["evaluation.json", "it is of version 2", "make it again"],
        "of another version",
    );
    fs::remove_file(desk.path("bayes/evaluation.json")).unwrap();
    desk.write("all.json", "mine");
    let existing = run(&["bayes", "mrf", "--html", "all.html", "--json", "all.json"]);
    assert_refused(&existing, &["all.json", "exists already"], "existing");
    assert!(!desk.path("all.html").exists(), "all files or none");
    assert_eq!(desk.text("all.json"), "mine");
    let one = run(&["bayes", "mrf", "--html", "one", "--json", "one"]);
    assert_refused(&one, &["--html", "cannot be one file"], "one file");
    for (case, args) in [
        ("one release", &["bayes"][..]),
        ("a spec alone", &["bayes", "mrf", "--spec", "spec.ron"]),
        ("a table alone", &["bayes", "mrf", "--real", "table.csv"]),
    ] {
        assert_eq!(run(args).code, Some(2), "{case}");
    }
    let real = [
        "bayes",
        "mrf",
        "--spec",
        "spec.ron",
        "--real",
        "nothing.csv",
    ];
    assert_refused(&run(&real), &["nothing.csv"], "no table");
}
