//! `workload` through the program: what is said of it, what is paid for it, and what a forger cannot leave out.

use crate::common::changed::REPLAY;
use crate::common::desk::{Desk, SURVEY, resealed, survey_csv};
use serde_json::Value;

/// Of the survey.
const ROWS_OF_A_PERSON: u32 = 2;

/// The survey's spec by `PrivMrf`, with this workload.
fn weighted(workload: &str) -> String {
    let spec = SURVEY.replace("PrivBayes()", "PrivMrf(rounds: 4)");
    spec.replace(
        "    mechanism",
        &format!("    workload: {workload},\n    mechanism"),
    )
}

#[test]
fn every_choice_is_paid_by_the_largest_weight() {
    for (workload, said, most, rounds) in [
        (
            "(target: \"smokes\")",
            "What matters most: \"smokes\" with each other column (10 times).",
            10,
            Some(2),
        ),
        (
            "(weights: [(columns: [\"age\", \"sex\"], weight: 7), (columns: [\"region\"], weight: 3)])",
            "\"age\", \"sex\" (7 times); \"region\" with each other column (3 times).",
            7,
            None,
        ),
        (
            "(weights: [(columns: [\"age\", \"sex\", \"region\"], weight: 100)])",
            "\"age\", \"sex\", \"region\" (100 times).",
            100,
            Some(4),
        ),
    ] {
        let desk = Desk::with(&weighted(workload), survey_csv(3000));
        let checked = desk.run(&["check", "spec.ron"]).out;
        assert!(checked.contains(said), "{checked}");
        let plan = desk.run(&["plan", "spec.ron"]).out;
        let most = most * ROWS_OF_A_PERSON;
        let moved = format!("a unit moves by at most {most}\n");
        assert!(plan.contains(&moved), "{plan}");
        let several = "names the table, which has the budget of ";
        let told = plan.split(several).nth(1);
        let told = told.and_then(|after| after.split(' ').next()?.parse().ok());
        assert_eq!(told, rounds, "{plan}");
        desk.release("out", &["--quiet", "--keep-seed", "seed"]);
        desk.assert_verifies("out", &REPLAY);
        let record = desk.text("out/record.json");
        let parsed: Value = serde_json::from_str(&record).unwrap();
        let queries = parsed["queries"].as_array().unwrap().iter();
        let choices: Vec<&str> = queries
            .filter_map(|query| query["sensitivity"].as_str())
            .collect();
        assert!(!choices.is_empty());
        let expected = most.to_string();
        assert!(
            choices.iter().all(|&found| found == expected),
            "{choices:?}"
        );
        // As if the weights were less.
        let less = record.replacen(
            &format!("\"sensitivity\": \"{expected}\""),
            "\"sensitivity\": \"4\"",
            1,
        );
        desk.copy("out", "forged");
        desk.write("forged/record.json", resealed(&less));
        let run = desk.verify("forged", &[]);
        assert_eq!(run.code, Some(2), "{workload}: {}", run.out);
    }
}

#[test]
fn a_workload_that_nobody_heeds_is_refused() {
    let desk = Desk::with(
        &weighted("(target: \"smokes\")").replace("PrivMrf(rounds: 4)", "PrivBayes()"),
        survey_csv(10),
    );
    let run = desk.run(&["check", "spec.ron"]);
    assert_eq!(run.code, Some(2));
    assert!(
        run.err.contains("write `mechanism: PrivMrf()`"),
        "{}",
        run.err
    );
}
