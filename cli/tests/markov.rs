//! `PrivMrf` through the program: release, verify, replay and sample; what plan, record and model say;
//! tiny tables; forged models; refusals.

use std::fmt::Write as _;

use crate::common::changed::REPLAY;
use crate::common::desk::{
    ARTEFACTS, Desk, Dice, SURVEY, assert_refused, resealed, spec_of, survey_csv,
};
use crate::common::tiny::assert_tiny_tables_release;
use serde_json::Value;

const ROWS: usize = 3000;
const CHOICE: &str = "choice of the table farthest from the model";

/// A spec with this mechanism.
fn with(spec: &str, mechanism: &str) -> String {
    spec.replace("PrivBayes()", mechanism)
}

/// Three columns of rows, for `Replace`.
fn rows(mechanism: &str) -> String {
    let schema = "(name: \"smokes\", kind: Boolean(no: \"no\", yes: \"yes\")),\n        \
                  (name: \"sex\", kind: Categorical([\"F\", \"M\"]), missing: [\"\"], outside: Null),\n        \
                  (name: \"region\", kind: Categorical([\"N1\", \"N2\", \"S1\"])),";
    with(&spec_of(schema).replace("AddRemove", "Replace"), mechanism)
}

/// A table, or what of it other tables do not tell: noise decides which.
const TABLES: [&str; 2] = ["table of counts", "parts of a table of counts"];

fn purposes(record: &Value) -> Vec<&str> {
    let queries = record["queries"].as_array().unwrap().iter();
    queries
        .map(|query| query["purpose"].as_str().unwrap())
        .collect()
}

#[test]
fn releases_verify_and_replay_byte_for_byte() {
    for (label, spec) in [
        ("defaults", with(SURVEY, "PrivMrf()")),
        (
            "every parameter",
            with(
                SURVEY,
                "PrivMrf(rounds: 3, max_attributes: 2, candidates: 5, theta: \"2\", caution: \"0\", \
                 rare: \"1\", smoothing: \"0.1\", selection: \"0.3\", one_way_error: \"0.05\", \
                 max_cells: 500)",
            ),
        ),
        (
            "with replacement",
            with(SURVEY, "PrivMrf(rounds: 2)").replace(
                "    mechanism",
                "    output: (sampling: WithReplacement),\n    mechanism",
            ),
        ),
        (
            "a graph",
            with(SURVEY, "PrivMrf(search: Graph, theta: \"1\")"),
        ),
        ("Replace", rows("PrivMrf()")),
    ] {
        let desk = Desk::with(&spec, survey_csv(ROWS));
        let run = desk.release("out", &["--quiet", "--keep-seed", "seed"]);
        assert!(
            run.out.contains("of several attributes after"),
            "{label}: {}",
            run.out
        );
        assert_eq!(desk.names("out"), ARTEFACTS, "{label}");
        desk.assert_verifies("out", &REPLAY);

        let sample = ["sample", "out/model.ron", "--rows", "50", "--seed", "7"];
        let again = desk.run(&sample);
        assert_eq!(again.code, Some(0), "{label}: {}", again.err);
        assert_eq!(again.out.lines().count(), 51, "{label}");
        assert_eq!(again.out, desk.run(&sample).out, "{label}");
        // What was made fits the spec that it was made by.
        desk.write("table.csv", &again.out);
        if label == "Replace" {
            desk.release("again", &[]);
        }
    }
}

#[test]
fn the_record_has_a_line_for_each_query() {
    let desk = Desk::with(&with(SURVEY, "PrivMrf(rounds: 4)"), survey_csv(ROWS));
    desk.release("out", &[]);
    let record = desk.json("out/record.json");
    let queries = record["queries"].as_array().unwrap();
    let purposes = purposes(&record);
    // The size, seven attributes, then batches: choices, and as many tables.
    assert_eq!(purposes[0], "number of rows");
    assert!(
        purposes[1..8]
            .iter()
            .all(|purpose| TABLES.contains(purpose))
    );
    let rounds = &purposes[8..];
    assert!((2..=8).contains(&rounds.len()), "{purposes:?}");
    let runs: Vec<_> = rounds
        .chunk_by(|one, next| (*one == CHOICE) == (*next == CHOICE))
        .collect();
    for batch in runs.chunks(2) {
        let &[choices, tables] = batch else {
            panic!("choices without tables: {purposes:?}");
        };
        assert_eq!(choices[0], CHOICE);
        assert!(tables.iter().all(|purpose| TABLES.contains(purpose)));
        // Half of seven attributes, rounded up.
        assert!(
            choices.len() <= 4 && tables.len() == choices.len(),
            "{purposes:?}"
        );
    }
    let choice = &queries[8];
    assert_eq!(choice["law"], "exponential mechanism");
    // A person has at most two rows, so a distance moves by at most 2.
    assert_eq!(choice["sensitivity"], "2");
    assert!(choice["candidates"].as_u64().unwrap() >= 1);
    // (π/8)·ε², rounded up, with ε in units of 2^−40.
    let units: f64 = choice["epsilon_units"].as_str().unwrap().parse().unwrap();
    let epsilon = units / 2_f64.powi(40);
    let charge = choice["charge"]["mu_squared"].as_f64().unwrap();
    let expected = std::f64::consts::PI / 8.0 * epsilon * epsilon;
    assert!(
        (charge / expected - 1.0).abs() < 1e-9,
        "{charge} for {expected}"
    );
    // Choices take a fifth of a round.
    let table = &queries[8 + runs[0].len()];
    let table = table["charge"]["mu_squared"].as_f64().unwrap();
    assert!((charge / (charge + table) - 0.2).abs() < 1e-6);

    assert_eq!(
        record["algorithm"]["name"],
        "PrivMRF: a Markov random field on Gaussian noise"
    );
    assert!(
        record["algorithm"]["paper"]
            .as_str()
            .unwrap()
            .starts_with("Cai")
    );
    // Which there are for which parameters is a matter of the library's tests.
    let deviations = record["algorithm"]["deviations"].as_array().unwrap();
    assert!(deviations.iter().any(|one| {
        let one = one.as_str().unwrap();
        one.starts_with("no pair scores and no fixed graph")
    }));
    let model = desk.text("out/model.ron");
    assert!(model.starts_with("PrivMrf(\n"));
    assert_eq!(model.matches("groups:").count(), 7);
}

/// Two columns that are equal, one that is not tied to them, and at ε = 8 enough budget to see it. The pairs
/// of 3000 rows would agree in half of the rows if they were drawn independently. Their table is 3000 rows
/// from independence, any other one less than 300, and a choice at ε = 0.2 misses it with a chance of
/// e^−250; its noise would have to be 50 deviations large: the false alarm is below 10^−100.
#[test]
fn a_dependence_is_found() {
    let schema = "(name: \"a\", kind: Categorical([\"x\", \"y\"])),\n        \
                  (name: \"b\", kind: Categorical([\"x\", \"y\"])),\n        \
                  (name: \"c\", kind: Integer(min: 0, max: 9)),";
    let spec = spec_of(schema).replace("epsilon: \"1\"", "epsilon: \"8\"");
    let mut dice = Dice(1);
    let mut table = "a,b,c\n".to_owned();
    for _ in 0..ROWS {
        let value = ["x", "y"][usize::from(dice.chance(50))];
        let _ = writeln!(table, "{value},{value},{}", dice.below(10));
    }
    let desk = Desk::with(&with(&spec, "PrivMrf()"), table);
    desk.release("out", &[]);
    let (_, rows) = desk.table("out/synthetic.csv");
    let equal = rows.iter().filter(|row| row[0] == row[1]).count();
    assert!(equal * 100 > rows.len() * 95, "{equal} of {}", rows.len());
}

/// A missing value of an ordered attribute is not joined with its largest value, however rare both are.
#[test]
fn a_missing_value_keeps_its_group() {
    let schema = "(name: \"age\", kind: Integer(min: 0, max: 9), missing: [\"NA\"]),\n        \
                  (name: \"sex\", kind: Categorical([\"F\", \"M\"])),";
    let mut table = "age,sex\n".to_owned();
    for row in 0..ROWS {
        table.push_str(if row % 2 == 0 { "0,F\n" } else { "1,M\n" });
    }
    let desk = Desk::with(&with(&spec_of(schema), "PrivMrf(rare: \"100\")"), table);
    desk.release("out", &[]);
    let model = desk.text("out/model.ron");
    let groups = model.split("groups: [").nth(1).unwrap();
    let groups: Vec<u16> = groups
        .split(']')
        .next()
        .unwrap()
        .split(',')
        .filter_map(|group| group.trim().parse().ok())
        .collect();
    assert_eq!(groups.len(), 11);
    let (missing, values) = groups.split_last().unwrap();
    assert!(values.iter().all(|group| group != missing), "{groups:?}");
}

#[test]
fn tiny_tables_release_like_any_other() {
    assert_tiny_tables_release("PrivMrf()");
}

/// 128 attributes of one value each, or all but empty: no clique outgrows a set of variables.
#[test]
fn many_attributes_that_say_nothing() {
    let columns: Vec<String> = (0..128).map(|number| format!("a{number}")).collect();
    let schema: Vec<String> = columns
        .iter()
        .map(|name| format!("(name: \"{name}\", kind: Integer(min: 0, max: 9)),\n        "))
        .collect();
    let schema = schema.concat();
    let spec = with(
        &spec_of(&schema),
        "PrivMrf(rounds: 60, candidates: 20, theta: \"0.001\")",
    );
    let mut table = columns.join(",") + "\n";
    for _ in 0..40 {
        table.push_str(&(vec!["5"; 128].join(",") + "\n"));
    }
    let desk = Desk::with(&spec, table);
    desk.release("out", &["--keep-seed", "seed"]);
    desk.assert_verifies("out", &REPLAY);
}

/// A choice and its table belong together, in batches: none may be left out, moved or added.
#[test]
fn forged_batches_are_found() {
    let desk = Desk::with(&with(SURVEY, "PrivMrf(rounds: 6)"), survey_csv(ROWS));
    desk.release("out", &["--quiet"]);
    let record = desk.text("out/record.json");
    let starts: Vec<usize> = record
        .match_indices("    {\n      \"purpose\": ")
        .map(|(at, _)| at)
        .collect();
    let pieces = starts.windows(2).map(|pair| &record[pair[0]..pair[1]]);
    let is_choice = |piece: &&str| piece.contains(CHOICE);
    let (choice, table) = {
        let mut from_choice = pieces.skip_while(|piece| !is_choice(piece));
        let choice = from_choice.next().unwrap();
        let table = from_choice.find(|piece| !is_choice(piece));
        (choice, table.unwrap())
    };
    for (case, piece, instead) in [
        ("a choice is left out", choice, String::new()),
        (
            "a table comes before its choice",
            choice,
            format!("{table}{choice}"),
        ),
        ("more choices than a batch has", choice, choice.repeat(6)),
        ("two choices for one table", choice, choice.repeat(3)),
    ] {
        desk.copy("out", "forged");
        let forged = record.replacen(piece, &instead, 1);
        desk.write("forged/record.json", resealed(&forged));
        let run = desk.verify("forged", &[]);
        assert_eq!(run.code, Some(2), "case `{case}`: {}", run.out);
        let part = "not what the spec and the published answers give: `queries[";
        assert!(run.err.contains(part), "case `{case}`: {}", run.err);
    }
}

#[test]
fn forged_models_are_found() {
    let desk = Desk::with(&with(SURVEY, "PrivMrf(rounds: 3)"), survey_csv(ROWS));
    desk.release("out", &["--quiet"]);
    let (model, record) = (desk.text("out/model.ron"), desk.text("out/record.json"));
    let replaced = |piece: &str, instead: &str| {
        assert!(model.contains(piece), "{piece}");
        model.replacen(piece, instead, 1)
    };
    let sigma = &model[model.find("    measured: [").unwrap()..];
    let sigma = &sigma[sigma.find("mantissa: ").unwrap()..];
    let sigma = sigma.split(',').next().unwrap();
    let measured = model.find("    measured: [").unwrap();
    let other_sigma = format!(
        "{}{}",
        &model[..measured],
        model[measured..].replacen(sigma, "mantissa: 12345", 1)
    );
    for (case, forged, part) in [
        (
            "groups",
            replaced("groups: [0, ", "groups: [1, "),
            "`joined[",
        ),
        (
            "a coarser level",
            replaced("coarser: [[0, ", "coarser: [[1, "),
            "`joined[",
        ),
        (
            "a table's sigma",
            other_sigma,
            "`measured[0].sigma.mantissa`",
        ),
        ("mechanism", replaced("PrivMrf(\n", "PrivBayes(\n"), ""),
    ] {
        let run = desk.verify_with_model(&forged);
        assert_ne!(run.code, Some(0), "case `{case}`");
        assert!(
            run.err.contains(part) || run.out.contains(part),
            "case `{case}`: {}{}",
            run.out,
            run.err
        );
    }
    // A choice among more tables than the spec allows.
    let more = record.replacen("\"candidates\": ", "\"candidates\": 999", 1);
    desk.copy("out", "forged");
    desk.write("forged/record.json", resealed(&more));
    let run = desk.verify("forged", &[]);
    assert_ne!(run.code, Some(0));
    assert!(
        format!("{}{}", run.out, run.err).contains(".candidates`"),
        "{}{}",
        run.out,
        run.err
    );
}

#[test]
fn models_that_were_changed_are_not_drawn_from() {
    let desk = Desk::with(&rows("PrivMrf()"), survey_csv(ROWS));
    desk.release("out", &["--quiet"]);
    let model = desk.text("out/model.ron");
    for (case, piece, instead) in [
        ("a group too few", "groups: [0, 1]", "groups: [0]"),
        ("a gap between groups", "groups: [0, 1]", "groups: [0, 2]"),
        (
            "another attribute",
            "attribute: \"smokes\"",
            "attribute: \"drinks\"",
        ),
    ] {
        assert!(model.contains(piece), "case `{case}`:\n{model}");
        desk.write("forged.ron", model.replacen(piece, instead, 1));
        let run = desk.run(&["sample", "forged.ron", "--rows", "3"]);
        assert_refused(&run, &["forged.ron: it "], case);
    }
}

#[test]
fn hopeless_budgets_are_refused_before_the_data_is_read() {
    let schema = "(name: \"sex\", kind: Categorical([\"F\", \"M\"])),\n        \
                  (name: \"smokes\", kind: Boolean),";
    let spec = with(&spec_of(schema), "PrivMrf()").replace(
        "delta: \"1e-6\"",
        "delta: \"1e-6\", shares: (size: \"0.1\", tables: \"1e-14\")",
    );
    // There is no table: it is not looked for.
    let desk = Desk::new();
    desk.write("spec.ron", &spec);
    let run = desk.run(&["release", "spec.ron", "--data", "none.csv", "--out", "out"]);
    assert_refused(
        &run,
        &["budget", "a deviation above 1000000 rows"],
        "tables",
    );
    assert_refused(
        &desk.run(&["plan", "spec.ron"]),
        &["a deviation above 1000000 rows"],
        "plan",
    );
}

#[test]
fn a_graph_is_paid_for_before_its_tables() {
    let mechanism = "PrivMrf(search: Graph, scores: \"0.2\", theta: \"1\", rounds: 2)";
    let desk = Desk::with(&with(SURVEY, mechanism), survey_csv(ROWS));
    desk.release("out", &["--quiet"]);
    let record = desk.json("out/record.json");
    let purposes = purposes(&record);
    assert_eq!(
        purposes[..2],
        ["number of rows", "dependence scores of pairs"]
    );
    // Own tables of seven attributes, then first tables without a choice, then at most two rounds.
    let first = purposes[2..]
        .iter()
        .take_while(|purpose| **purpose != CHOICE);
    assert!((8..=14).contains(&first.count()), "{purposes:?}");
    assert!(
        purposes
            .iter()
            .filter(|purpose| **purpose == CHOICE)
            .count()
            <= 2
    );

    let model = desk.text("out/model.ron");
    let scores = model.find("    scores: ").unwrap();
    let measured = model.find("    measured: [").unwrap();
    let without = format!("{}{}", &model[..scores], &model[measured..]);
    let sigma = model[scores..].split("mantissa: ").nth(1).unwrap();
    let sigma = format!("mantissa: {}", sigma.split(',').next().unwrap());
    let other = format!(
        "{}{}",
        &model[..scores],
        model[scores..].replacen(&sigma, "mantissa: 12345", 1)
    );
    for (case, forged, part) in [
        ("no scores", without, "the recorded answers are not those"),
        ("their sigma", other, "`scores.sigma.mantissa`"),
    ] {
        let run = desk.verify_with_model(&forged);
        assert_ne!(run.code, Some(0), "case `{case}`");
        let said = format!("{}{}", run.out, run.err);
        assert!(said.contains(part), "case `{case}`: {said}");
    }
    let plan = desk.run(&["plan", "spec.ron", "--json"]);
    let plan: Value = serde_json::from_str(&plan.out).unwrap();
    // Size, scores, seven own and seven first tables, and two rounds.
    assert_eq!(plan["most_queries"], 1 + 1 + 14 + 4);
    assert_eq!(plan["graph"], true);
}

#[test]
fn plan_says_what_is_known() {
    let desk = Desk::new();
    desk.write("spec.ron", with(SURVEY, "PrivMrf()"));
    let run = desk.run(&["plan", "spec.ron", "--rows", "15000", "--json"]);
    let plan: Value = serde_json::from_str(&run.out).unwrap();
    // Four attributes of up to four values with four and a half rounds each, three with three; two queries a round, and the size.
    assert_eq!(plan["most_rounds"], 27);
    assert_eq!(plan["most_queries"], 1 + 7 + 54);
    let total = plan["mu_squared"].as_f64().unwrap();
    // A person's two rows: Δ = 2; four fifths of a round's part of what the own tables leave of 0.99.
    let sigma = |own: f64, rounds: f64| 2.0 / (0.8 * total * 0.99 * (1.0 - own) / rounds).sqrt();
    for (place, own, rounds) in [(0, 0.15, 14.0), (1, 0.333, 27.0)] {
        let found = plan["table_sigma"][place].as_f64().unwrap();
        assert!((found / sigma(own, rounds) - 1.0).abs() < 1e-3, "{found}");
    }
    let assumed = &plan["assumed"];
    let own = assumed["one_way_part"].as_f64().unwrap();
    // θ = 1.25 times the mean of absolute noise.
    let most_cells = |sigma: f64| {
        let mean = sigma * (2.0 / std::f64::consts::PI).sqrt();
        (15000.0 / (1.25 * mean)).floor()
    };
    // Half of the rounds below 128 useful cells, an eighth more for every doubling, all of them from 1024 on.
    let doublings = (most_cells(sigma(own, 14.0)) / 64.0).log2().floor();
    assert!((1.0..4.0).contains(&doublings), "{doublings}");
    let rounds = (27.0 * (4.0 + doublings) / 8.0).floor();
    assert!((assumed["rounds"].as_f64().unwrap() - rounds).abs() < 0.5);
    let found = assumed["table_sigma"].as_f64().unwrap();
    assert!((found / sigma(own, rounds) - 1.0).abs() < 1e-6, "{found}");
    let cells = assumed["most_cells"].as_f64().unwrap();
    assert!((cells - most_cells(found)).abs() < 0.5, "{cells}");
    assert_eq!(assumed["own_tables"].as_array().unwrap().len(), 7);

    let text = desk.run(&["plan", "spec.ron", "--rows", "15000"]).out;
    for part in [
        "at most 62",
        "pairs of wide ones are seen at coarser levels",
        "2000000 cells, about 80 MB",
    ] {
        assert!(text.contains(part), "`{part}` is not in\n{text}");
    }
    let hopeless = desk.run(&["plan", "spec.ron", "--rows", "20"]).out;
    assert!(hopeless.contains("hopeless"), "{hopeless}");
}
