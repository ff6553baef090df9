//! `privet verify` against a forger who makes all digests agree again: what was changed is named.

use crate::common::changed::{REPLAY, assert_caught, small, verify_changed};
use crate::common::desk::{Dice, resealed, sha256};
use serde_json::Value;

#[test]
fn every_part_of_every_query_is_named() {
    let desk = small();
    let record = desk.text("out/record.json");
    let json: Value = serde_json::from_str(&record).unwrap();
    let queries = json["queries"].as_array().unwrap();
    for (query, number) in queries.iter().zip(1..) {
        let start = nth(&record, "\"purpose\": ", number);
        let purpose = query["purpose"].as_str().unwrap();
        for (key, value, instead) in [
            ("purpose", purpose, "number of cows"),
            (
                "mantissa",
                &query["sigma"]["mantissa"].to_string(),
                "1234567",
            ),
            ("exponent", &query["sigma"]["exponent"].to_string(), "-3"),
            ("sigma_value", &query["sigma_value"].to_string(), "1.5"),
            ("law", query["law"].as_str().unwrap(), "none at all"),
            (
                "unit_of_answer",
                query["unit_of_answer"].as_str().unwrap(),
                "1 cow",
            ),
            (
                "sensitivity_squared",
                query["sensitivity_squared"].as_str().unwrap(),
                "3",
            ),
            (
                "mu_squared_units",
                query["charge"]["mu_squared_units"].as_str().unwrap(),
                "17",
            ),
            (
                "mu_squared",
                &query["charge"]["mu_squared"].to_string(),
                "0.25",
            ),
        ] {
            let (before, after) = record.split_at(start);
            let (from, to) = (line_of(key, value), line_of(key, instead));
            assert!(after.contains(&from), "no `{from}` behind query {number}");
            let changed = resealed(&format!("{before}{}", after.replacen(&from, &to, 1)));
            let run = verify_changed(&desk, "record.json", changed, &[]);
            assert!(
                !run.err.contains("its own digest"),
                "the seal agrees: {}",
                run.err
            );
            let part = format!("query {number} (");
            assert_caught(
                &run,
                &["record.json", &part],
                &format!("query {number}, {key}"),
            );
        }
        // A column of a table: what was paid for is not what the model holds.
        if purpose == "table of counts" {
            let (before, after) = record.split_at(start);
            let column = query["columns"][0][0].as_str().unwrap();
            let other = if column == "sex" { "region" } else { "sex" };
            let after = after.replacen(&format!("\"{column}\""), &format!("\"{other}\""), 1);
            let changed = resealed(&format!("{before}{after}"));
            let run = verify_changed(&desk, "record.json", changed, &[]);
            assert_caught(
                &run,
                &["answers give: `queries[", ".columns["],
                &format!("query {number}"),
            );
        }
    }
}

#[test]
fn queries_in_another_order_or_with_columns_of_their_own_are_named() {
    let desk = small();
    let record = desk.text("out/record.json");
    // The size, the scores, and the first table behind them.
    let query = "    {\n      \"purpose\": ";
    let [size, scores, tables] = [1, 2, 3].map(|number| nth(&record, query, number));
    let swapped = [
        &record[..size],
        &record[scores..tables],
        &record[size..scores],
        &record[tables..],
    ];
    let run = verify_changed(&desk, "record.json", resealed(&swapped.concat()), &[]);
    assert_caught(&run, &["record.json: queries: "], "swapped");

    let columns = "\"columns\": []";
    assert!(record[size..scores].contains(columns));
    let other = "\"columns\": [\n        [\n          \"sex\",\n          0\n        ]\n      ]";
    let changed = resealed(&record.replacen(columns, other, 1));
    let run = verify_changed(&desk, "record.json", changed, &[]);
    assert!(!run.err.contains("its own digest"), "{}", run.err);
    assert_caught(&run, &["query 1 (number of rows): ", "columns"], "columns");
}

#[test]
fn every_part_of_the_claim_is_named() {
    let desk = small();
    let record = desk.text("out/record.json");
    let json: Value = serde_json::from_str(&record).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let total = text(&json["guarantee"]["total"]["mu_squared_units"]);
    let spent = "\"spent\": {\n    \"mu_squared_units\": \"";
    let more_spent = format!("{spent}1");
    let spec_digest = text(&json["spec"]["sha256"]);
    let synthetic = text(&json["artefacts"][0]["sha256"]);
    let model = text(&json["artefacts"][1]["sha256"]);
    let other = "00".repeat(32);
    #[rustfmt::skip] // one case a line
    let cases = [
        ("epsilon", "\"epsilon\": \"1\"", "\"epsilon\": \"0.1\"", "guarantee.epsilon"),
        ("delta", "\"delta\": \"", "\"delta\": \"0", "guarantee.delta"),
        ("unit", "\"unit\": \"a row\"", "\"unit\": \"a village\"", "guarantee.unit"),
        ("adjacency", "AddRemove: one unit", "AddRemove: no unit", "guarantee.adjacency"),
        ("total", &total, "17", "guarantee.total"),
        ("spent", spent, &more_spent, "`spent`"),
        ("unprotected", "`smokes`", "`sex`", "unprotected"),
        ("odds", "is right at most", "is right never, at most", "in_words"),
        ("title", "\"title\": \"Small\"", "\"title\": \"Large\"", "title"),
        ("contact", "\"contact\": \"x", "\"contact\": \"y", "contact"),
        ("whom to tell", "flaws to x@", "flaws to y@", "report_a_flaw"),
        ("spec digest", &spec_digest, &other, "the spec's text"),
        ("spec text", "title: \\\"Small", "title: \\\"Large", "the spec's text"),
        ("spec in full", "\"in_full\": \"Release(", "\"in_full\": \"Relief(", "spec.in_full"),
        ("spec no longer readable", "kind: Boolean", "kind: Bolean", "record.json (spec):"),
        ("digest of the rows", &synthetic, &other, "synthetic.csv: it was changed"),
        ("digest of the model", &model, &other, "model.ron: it was changed"),
        ("a file elsewhere", "\"synthetic.csv\"", "\"../synthetic.csv\"", "artefacts"),
        ("another file", "\"synthetic.csv\"", "\"model.ron\"", "artefacts"),
        ("version", "\"privet_record\": 1", "\"privet_record\": 2", "reads records of version 1"),
        ("unknown field", "\"title\"", "\"titel\"", "unknown field `titel`"),
        ("no number", "\"privet_record\": 1", "\"privet_record\": []", "record.json:2:"),
    ];
    for (case, from, to, part) in cases {
        let run = verify_changed(&desk, "record.json", sealed(&record, from, to), &[]);
        assert!(
            !run.err.contains("its own digest"),
            "case `{case}`: {}",
            run.err
        );
        assert_caught(
            &run,
            &["record.json", part][usize::from(part.contains(": it was"))..],
            case,
        );
    }
}

/// Commitments can be checked only by who holds the seed and the data.
#[test]
fn every_commitment_is_named() {
    let desk = small();
    let record = desk.text("out/record.json");
    let json: Value = serde_json::from_str(&record).unwrap();
    let other = "00".repeat(32);
    for (case, key, parts) in [
        (
            "seed",
            "seed_commitment",
            &[
                "seed: is not the seed that the record commits to",
                "record.json: the replay differs from byte",
            ][..],
        ),
        (
            "data",
            "data_commitment",
            &["table.csv: is not the data that the record commits to"],
        ),
    ] {
        let commitment = json["randomness"][key].as_str().unwrap();
        let changed = sealed(&record, commitment, &other);
        let run = verify_changed(&desk, "record.json", changed, &REPLAY);
        assert_caught(&run, parts, case);
        // Of other data nobody says that every byte agrees.
        let all = run.out.contains("record.json: replayed, every byte agrees");
        assert!(!all, "case `{case}`:\n{}", run.out);
    }
}

/// What a model says must be what was paid for.
#[test]
fn a_model_of_other_answers_is_caught() {
    let desk = small();
    let (model, record) = (desk.text("out/model.ron"), desk.text("out/record.json"));
    let digest = sha256(model.as_bytes());
    let mantissas: Vec<usize> = model
        .match_indices("mantissa: ")
        .map(|(at, _)| at + 10)
        .collect();
    // σ of the size, of the scores, then of the tables.
    for (place, part) in [
        (0, "`size.Noisy.sigma.mantissa`"),
        (1, "`scores.sigma.mantissa`"),
        (2, "`tables[0].sigma.mantissa`"),
    ] {
        let mut changed = model.clone();
        changed.insert(mantissas[place], '1');
        let forged = record.replace(&digest, &sha256(changed.as_bytes()));
        desk.copy("out", "changed");
        desk.write("changed/model.ron", changed);
        desk.write("changed/record.json", resealed(&forged));
        let part =
            format!("model.ron: it is not what the spec and the published answers give: {part}");
        assert_caught(&desk.verify("changed", &[]), &[&part], &part);
    }
    let changed = model.replace("title: \\\"Small", "title: \\\"Large");
    assert_ne!(changed, model);
    let forged = record.replace(&digest, &sha256(changed.as_bytes()));
    desk.write("changed/model.ron", changed);
    desk.write("changed/record.json", resealed(&forged));
    assert_caught(
        &desk.verify("changed", &[]),
        &["record.json: the `spec` in model.ron is not the record's"],
        "spec",
    );
}

/// Any digit or letter, with all digests made to agree again. A noisy answer that was changed so that nothing else follows
/// from it is for a replay to tell; here nearly all else is found without one.
#[test]
fn careful_forgers_are_caught() {
    let desk = small();
    let record = desk.text("out/record.json");
    let mut dice = Dice(2);
    let mut caught = 0;
    for file in ["synthetic.csv", "model.ron"] {
        let bytes = desk.bytes(&format!("out/{file}"));
        let digits: Vec<usize> = (0..bytes.len())
            .filter(|&place| bytes[place].is_ascii_digit())
            .collect();
        let letters: Vec<usize> = (0..bytes.len())
            .filter(|&place| b"FMNS".contains(&bytes[place]))
            .collect();
        for _ in 0..10 {
            let choices = if file == "model.ron" {
                &digits
            } else {
                &letters
            };
            let place = choices[usize::try_from(dice.below(choices.len() as u64)).unwrap()];
            let mut changed = bytes.clone();
            changed[place] ^= 1;
            let forged = record.replace(&sha256(&bytes), &sha256(&changed));
            assert_ne!(forged, record);
            desk.copy("out", "changed");
            desk.write(&format!("changed/{file}"), changed);
            desk.write("changed/record.json", resealed(&forged));
            let case = format!("{file}, byte {place}");
            assert_caught(&desk.verify("changed", &REPLAY), &[file], &case);
            caught += usize::from(desk.verify("changed", &[]).code == Some(2));
        }
    }
    assert!(caught >= 18, "{caught} of 20 without a replay");
}

/// The record with one piece replaced, and its own digest in agreement.
fn sealed(record: &str, from: &str, to: &str) -> String {
    assert!(record.contains(from), "no `{from}`");
    resealed(&record.replacen(from, to, 1))
}

fn line_of(key: &str, value: &str) -> String {
    let number = ["mantissa", "exponent", "sigma_value", "mu_squared"].contains(&key);
    let quote = if number { "" } else { "\"" };
    format!("\"{key}\": {quote}{value}{quote}")
}

/// Where a piece begins for the n-th time, counted from 1.
fn nth(text: &str, piece: &str, n: usize) -> usize {
    text.match_indices(piece)
        .nth(n - 1)
        .expect("so many pieces")
        .0
}
