//! `check --json`: everything that `check` tells, with places that an editor can use.

use crate::common::Run;
use crate::common::desk::{Desk, SURVEY, spec_of, survey_csv};
use serde_json::Value;

fn json(run: &Run) -> Value {
    serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{error}:\n{}", run.out))
}

#[test]
fn a_good_spec() {
    let desk = Desk::survey(10);
    let (run, text) = (
        desk.run(&["check", "spec.ron", "--json"]),
        desk.run(&["check", "spec.ron"]).out,
    );
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let found = json(&run);
    assert_eq!(found["ok"], true);
    assert_eq!(found["reviewed"], true);
    assert_eq!(found["problems"], Value::Array(Vec::new()));
    assert!(text.contains(found["digest"].as_str().unwrap()), "{text}");
    // The promise is the text's, sentence by sentence.
    let promise = &found["promise"];
    for (name, key) in [
        ("Protected", "protected"),
        ("Neighbouring", "neighbouring"),
        ("Guarantee", "guarantee"),
        ("An attacker's best odds", "odds"),
    ] {
        let line = format!("{name}: {}\n", promise[key].as_str().unwrap());
        assert!(text.contains(&line), "{line}");
    }
    let not_protected = promise["not_protected"].as_array().unwrap();
    for one in not_protected {
        let line = format!("  - {}\n", one.as_str().unwrap());
        assert!(text.contains(&line), "{line}");
    }
    assert!(!not_protected.is_empty());
}

/// Line and column, offset and length are two ways to the same text.
#[test]
fn problems_have_places() {
    let wrong = SURVEY
        .replace("A survey", "Étude 東 🦊")
        .replace(
            "title: \"Étude 東 🦊\"",
            "title: \"Étude 東 🦊\", contct: \"é\"",
        )
        .replace("outside: Null", "outside: Nul")
        .replace("AddRemove", "AddRemov");
    let desk = Desk::with(&wrong, "");
    let run = desk.run(&["check", "spec.ron", "--json"]);
    let plain = desk.run(&["check", "spec.ron"]);
    assert_eq!((run.code, plain.code), (Some(2), Some(2)));
    assert_eq!(run.err, plain.err);
    assert_eq!(plain.out, "");
    let found = json(&run);
    assert_eq!(found["ok"], false);
    assert_eq!(found["promise"], Value::Null);
    let problems = found["problems"].as_array().unwrap();
    let number =
        |problem: &Value, key: &str| usize::try_from(problem[key].as_u64().unwrap()).unwrap();
    let texts: Vec<&str> = problems
        .iter()
        .map(|problem| {
            assert_eq!(problem["file"], "spec.ron");
            let offset = number(problem, "offset");
            let span = &wrong[offset..offset + number(problem, "length")];
            // The same by lines and columns, which count characters.
            let at = |line: usize, column: usize| {
                let before: usize = wrong
                    .split_inclusive('\n')
                    .take(line - 1)
                    .map(str::len)
                    .sum();
                let within: usize = wrong[before..]
                    .chars()
                    .take(column - 1)
                    .map(char::len_utf8)
                    .sum();
                before + within
            };
            let start = at(number(problem, "line"), number(problem, "column"));
            let end = at(number(problem, "end_line"), number(problem, "end_column"));
            assert_eq!(&wrong[start..end], span);
            let place = format!("spec.ron:{}:{}", problem["line"], problem["column"]);
            assert_eq!(problem["place"], place.as_str());
            assert!(plain.err.contains(&place), "{place}");
            assert!(plain.err.contains(problem["message"].as_str().unwrap()));
            assert!(!problem["help"].as_str().unwrap().is_empty());
            span
        })
        .collect();
    assert_eq!(texts, ["contct", "AddRemov", "Nul"]);
}

/// What is wrong without a place in the text is told all the same.
#[test]
fn problems_without_a_place() {
    let desk = Desk::with(
        &SURVEY.replace("\"2\", delta: \"1e-6\"", "\"1e-6\", delta: \"1e-300\""),
        "",
    );
    for (file, message) in [("spec.ron", "noise"), ("nowhere.ron", "cannot be read")] {
        let run = desk.run(&["check", file, "--json"]);
        let found = json(&run);
        assert_eq!((run.code, &found["ok"]), (Some(2), &Value::Bool(false)));
        let problem = &found["problems"][0];
        assert!(
            problem["message"].as_str().unwrap().contains(message),
            "{problem}"
        );
        assert!(problem["place"].as_str().unwrap().starts_with(file));
        assert!(problem.get("line").is_none(), "{problem}");
    }
}

#[test]
fn warnings_have_places_where_they_are_known() {
    let mark = "FROM PRIVATE DATA";
    let schema = format!(
        "(name: \"a\", kind: Categorical([\"=1\", \"b\"])), // {mark}\n(name: \"b\", kind: Boolean), // {mark}"
    );
    let spec = spec_of(&schema).replace("reviewed: true", "reviewed: false");
    let desk = Desk::with(&spec, "");
    let run = desk.run(&["check", "spec.ron", "--json"]);
    let found = json(&run);
    assert_eq!(
        (run.code, &found["ok"], &found["reviewed"]),
        (Some(0), &Value::Bool(true), &Value::Bool(false))
    );
    let warnings = found["warnings"].as_array().unwrap();
    assert_eq!(warnings.len(), 3, "{warnings:?}");
    for (warning, at) in warnings
        .iter()
        .zip(spec.match_indices(mark).map(|(at, _)| at))
    {
        assert_eq!(warning["offset"], at);
        assert_eq!(warning["length"], mark.len());
        assert_eq!(warning["line"], spec[..at].matches('\n').count() + 1);
    }
    assert_eq!(warnings[2]["place"], "column \"a\"");
    assert!(warnings[2].get("line").is_none());
}

#[test]
fn a_table() {
    let desk = Desk::survey(300);
    let args = ["check", "spec.ron", "--data", "table.csv", "--json"];
    let run = desk.run(&args);
    let found = json(&run);
    assert_eq!((run.code, &found["ok"]), (Some(0), &Value::Bool(true)));
    let text = desk.run(&args[..4]).out;
    let table = &found["table"];
    assert!(
        table["notice"].as_str().unwrap().starts_with("internal"),
        "{table}"
    );
    assert!(text.contains(&format!("{} rows would be used", table["rows"])));
    for misfit in table["misfits"].as_array().unwrap() {
        let [column, what, consequence] =
            ["column", "what", "consequence"].map(|key| misfit[key].as_str().unwrap());
        let line = format!(
            "column \"{column}\": {} {what}: {consequence}\n",
            misfit["count"]
        );
        assert!(text.contains(&line), "{line}");
        let first = &misfit["first"][0];
        let [place, value] = ["place", "value"].map(|key| first[key].as_str().unwrap());
        assert!(text.contains(&format!("  {place}: {value}\n")), "{first}");
    }
    // A table that stops a release: the code is that of the text, and the report is there.
    desk.write("table.csv", survey_csv(20).replace(",yes,", ",perhaps,"));
    let run = desk.run(&args);
    let found = json(&run);
    assert_eq!((run.code, &found["ok"]), (Some(2), &Value::Bool(false)));
    assert_eq!(found["table"]["stops_a_release"], true);
    assert_eq!(
        found["problems"][0]["message"],
        "a release of this table would stop"
    );
    // One that cannot be read.
    desk.write("table.csv", "age\n1\n");
    let run = desk.run(&args);
    let found = json(&run);
    assert_eq!((run.code, &found["ok"]), (Some(2), &Value::Bool(false)));
    assert!(found.get("table").is_none());
    assert_eq!(found["problems"].as_array().unwrap().len(), 1);
}
