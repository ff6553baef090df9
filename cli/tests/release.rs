//! `privet release`: the files, what they say and what they must not say, and what is refused.

use std::collections::BTreeSet;

use crate::common::desk::{ARTEFACTS, Desk, SURVEY, assert_refused, sha256, survey, survey_csv};
use serde_json::Value;

const ROWS: usize = 3000;

#[test]
fn a_release_is_three_files() {
    let desk = Desk::survey(ROWS);
    let run = desk.release("out", &[]);
    assert_eq!(desk.names("out"), ARTEFACTS);
    assert_eq!(desk.names("."), ["out", "spec.ron", "table.csv"]);
    for file in ARTEFACTS {
        assert!(run.out.contains(&format!("out/{file}")), "{}", run.out);
    }
    assert!(run.out.contains("(2, 0.000001)-differential") || run.out.contains("(2, 1e-6)"));
    desk.assert_verifies("out", &[]);
}

#[test]
fn synthetic_rows_are_inside_the_domain_and_in_the_specs_order() {
    let desk = Desk::survey(ROWS);
    desk.release("out", &[]);
    let (header, rows) = desk.table("out/synthetic.csv");
    assert_eq!(
        header,
        [
            "number", "age", "sex", "region", "smokes", "bmi", "visit", "job"
        ]
    );
    let within = |text: &str, low: f64, high: f64| {
        text.parse().is_ok_and(|x: f64| (low..=high).contains(&x))
    };
    let mut seen: Vec<BTreeSet<String>> = vec![BTreeSet::new(); header.len()];
    for (row, number) in rows.iter().zip(1..) {
        let [id, age, sex, region, smokes, bmi, visit, job] = row.as_slice() else {
            panic!("eight fields in {row:?}");
        };
        assert_eq!(*id, format!("P{number}"));
        assert!(age == "NA" || age.parse().is_ok_and(|age: u32| age <= 99));
        // The first missing token is how null is written.
        assert!(["F", "M", ""].contains(&sex.as_str()), "{row:?}");
        assert!(["N1", "N2", "S1"].contains(&region.as_str()), "{row:?}");
        assert!(["yes", "no"].contains(&smokes.as_str()), "{row:?}");
        assert!(bmi == "NA" || within(bmi, 10.0, 60.0), "{row:?}");
        assert!(
            bmi == "NA"
                || bmi
                    .split_once('.')
                    .is_some_and(|(_, decimals)| decimals.len() == 1)
        );
        assert!(visit.len() == 10 && visit.starts_with("2025-"), "{row:?}");
        assert!(within(&visit[5..7], 1.0, 12.0) && within(&visit[8..10], 1.0, 31.0));
        assert!(
            ["none", "office, or shop", "farm", "else"].contains(&job.as_str()),
            "{row:?}"
        );
        for (values, field) in seen.iter_mut().zip(row) {
            values.insert(field.clone());
        }
    }
    // What is common in the data is not lost: each of these has hundreds of rows against a noise of
    // tens, so that a value without any row would be a deviation of over 8 sigma.
    for (column, least) in [(2, 3), (3, 3), (4, 2), (7, 4)] {
        assert!(
            seen[column].len() >= least,
            "{}: {:?}",
            header[column],
            seen[column]
        );
    }

    // The program itself agrees: released again under a spec that refuses whatever does not fit.
    let strict = SURVEY
        .replace("Person(id: \"person\", rows: 2)", "Row")
        .replace("outside: Clamp, ", "")
        .replace(", outside: Null", "")
        .replace("outside: Other(\"else\")", "outside: Fail")
        .replace("\"farm\"]", "\"farm\", \"else\"]");
    desk.write("strict.ron", strict);
    let args = [
        "release",
        "strict.ron",
        "--data",
        "out/synthetic.csv",
        "--out",
        "again",
    ];
    let run = desk.run(&args);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
}

#[test]
fn the_order_of_columns_is_the_specs() {
    let columns = "output: (columns: [\"job\", \"visit\", \"bmi\", \"smokes\", \"region\", \"sex\", \
                   \"age\", \"number\"], null: \"?\", delimiter: \";\"),\n)";
    let spec = SURVEY.trim_end().strip_suffix(')').unwrap().to_owned() + columns;
    let desk = Desk::with(&spec, survey_csv(ROWS));
    desk.release("out", &[]);
    let text = desk.text("out/synthetic.csv");
    let mut lines = text.lines();
    assert_eq!(
        lines.next(),
        Some("job;visit;bmi;smokes;region;sex;age;number")
    );
    // 8 % of the sexes and 5 % of the ages are missing, hundreds of rows: not all of them vanish.
    assert!(lines.any(|line| line.contains(";?;")));
    desk.assert_verifies("out", &[]);
}

/// False alarm: 2e-9, six deviations of the noise that the record names.
#[test]
fn the_number_of_rows_is_the_noisy_one() {
    let desk = Desk::survey(ROWS);
    let run = desk.release("out", &["--json"]);
    let summary: Value = serde_json::from_str(&run.out).expect("one JSON object");
    let (_, rows) = desk.table("out/synthetic.csv");
    assert_eq!(summary["rows"], rows.len());
    let record = desk.json("out/record.json");
    let sigma = record["queries"][0]["sigma_value"].as_f64().unwrap();
    // Persons have one to three rows, of which two are kept; counted here by hand.
    let mut kept = 0;
    let mut of_person = std::collections::HashMap::new();
    for row in survey(ROWS) {
        let rows = of_person.entry(row[0].clone()).or_insert(0);
        *rows += 1;
        kept += i32::from(*rows <= 2);
    }
    assert!(
        usize::try_from(kept).unwrap() < ROWS,
        "some persons have three rows"
    );
    let off = f64::from(i32::try_from(rows.len()).unwrap() - kept);
    assert!(
        off.abs() <= 6.0 * sigma + 1.0,
        "{off} rows at sigma = {sigma}"
    );
}

#[test]
fn the_summary_is_json_where_asked() {
    let desk = Desk::survey(300);
    let run = desk.release("out", &["--json", "--quiet"]);
    assert_eq!(run.err, "");
    let summary: Value = serde_json::from_str(&run.out).expect("one JSON object");
    assert_eq!(summary["folder"], "out");
    assert_eq!(summary["epsilon"], "2");
    let spent = summary["mu_squared_spent"].as_f64().unwrap();
    let total = summary["mu_squared_total"].as_f64().unwrap();
    assert!(0.0 < spent && spent <= total);
    for artefact in summary["artefacts"].as_array().unwrap() {
        let file = artefact["file"].as_str().unwrap();
        let digest = sha256(&desk.bytes(&format!("out/{file}")));
        assert_eq!(artefact["sha256"], digest, "{file}");
    }
}

#[test]
fn the_record_says_what_it_must() {
    let desk = Desk::survey(ROWS);
    desk.release("out", &[]);
    let record = desk.json("out/record.json");
    let guarantee = &record["guarantee"];
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    assert_eq!(
        guarantee["unit"],
        "a person, by `person`, with at most 2 rows"
    );
    assert!(text(&guarantee["adjacency"]).starts_with("AddRemove"));
    assert_eq!(guarantee["epsilon"], "2");
    let delta: f64 = text(&guarantee["delta"]).parse().unwrap();
    assert_eq!(delta.to_bits(), 1e-6_f64.to_bits());
    assert_eq!(record["spec"]["text"], SURVEY);
    assert_eq!(record["spec"]["sha256"], sha256(SURVEY.as_bytes()));
    let in_full = text(&record["spec"]["in_full"]);
    let survey = privet_spec::parse(SURVEY).unwrap();
    assert_eq!(in_full, survey.in_full());
    // What the spec leaves out stands there.
    assert!(in_full.contains("theta: \"4\",\n"), "{in_full}");
    assert_eq!(record["title"], "A survey");
    assert_eq!(record["contact"], "privacy@example.org");
    assert!(text(&record["report_a_flaw"]).contains("privacy@example.org"));

    // `region`, `smokes` and `visit` have the policy `Fail`; nothing can stop at the others.
    let unprotected = record["unprotected"].as_array().unwrap();
    let named = |name: &str| {
        let name = format!("`{name}`");
        unprotected.iter().any(|line| text(line).contains(&name))
    };
    for name in ["region", "smokes", "visit"] {
        assert!(named(name), "{name} in {unprotected:?}");
    }
    for name in ["number", "age", "sex", "bmi", "job"] {
        assert!(!named(name), "{name} in {unprotected:?}");
    }

    // Charges: sensitivity²/sigma², size and scores before tables, all within the total.
    let queries = record["queries"].as_array().unwrap();
    assert_eq!(queries[0]["purpose"], "number of rows");
    assert_eq!(queries[1]["purpose"], "dependence scores of pairs");
    assert!(
        queries[2..]
            .iter()
            .all(|query| query["purpose"] == "table of counts")
    );
    let mut spent = 0.0;
    for query in queries {
        let sensitivity: f64 = text(&query["sensitivity_squared"]).parse().unwrap();
        let sigma = query["sigma_value"].as_f64().unwrap();
        let mantissa = query["sigma"]["mantissa"].as_f64().unwrap();
        let exponent = i32::try_from(query["sigma"]["exponent"].as_i64().unwrap()).unwrap();
        assert_eq!(
            sigma.to_bits(),
            (mantissa * 2.0_f64.powi(exponent)).to_bits()
        );
        let charge = query["charge"]["mu_squared"].as_f64().unwrap();
        let expected = sensitivity / (sigma * sigma);
        assert!((charge / expected - 1.0).abs() < 1e-12, "{query}");
        spent += charge;
    }
    // A person moves the size and every cell of a table by at most 2.
    assert_eq!(queries[0]["sensitivity_squared"], "4");
    assert_eq!(queries[2]["sensitivity_squared"], "4");
    let total = guarantee["total"]["mu_squared"].as_f64().unwrap();
    assert!((record["spent"]["mu_squared"].as_f64().unwrap() / spent - 1.0).abs() < 1e-12);
    assert!(spent <= total && spent > 0.99 * total, "{spent} of {total}");
    assert!(
        text(&record["randomness"]["caveat"]).contains("void for whoever holds the master seed")
    );
    let commit = text(&record["software"]["commit"]);
    assert!(commit == "unknown" || commit.len() == 40, "{commit}");
}

/// Every key that a record may have: whoever adds one decides here that it cannot depend on the
/// data, the machine or the clock.
#[test]
fn the_record_has_these_keys_and_no_others() {
    let desk = Desk::survey(500);
    desk.release("out", &[]);
    let mut keys = BTreeSet::new();
    collect_keys(&desk.json("out/record.json"), &mut keys);
    let expected = [
        "adjacency",
        "algorithm",
        "artefacts",
        "believed",
        "caveat",
        "charge",
        "columns",
        "commit",
        "composition",
        "contact",
        "data_commitment",
        "delta",
        "deviations",
        "epsilon",
        "exponent",
        "features",
        "file",
        "guarantee",
        "in_full",
        "in_short",
        "in_words",
        "law",
        "mantissa",
        "mu_squared",
        "mu_squared_units",
        "name",
        "neighbouring",
        "noise",
        "not_hidden",
        "number",
        "odds",
        "paper",
        "previous",
        "privet_record",
        "protected",
        "purpose",
        "queries",
        "randomness",
        "report_a_flaw",
        "seed_commitment",
        "self_sha256",
        "sensitivity_squared",
        "sha256",
        "sigma",
        "sigma_value",
        "software",
        "spec",
        "spent",
        "target",
        "text",
        "title",
        "total",
        "unit",
        "unit_of_answer",
        "unprotected",
        "version",
    ];
    assert_eq!(
        keys.iter().map(String::as_str).collect::<Vec<_>>(),
        expected
    );
}

fn collect_keys(value: &Value, keys: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                keys.insert(key.clone());
                collect_keys(value, keys);
            }
        }
        Value::Array(list) => list.iter().for_each(|value| collect_keys(value, keys)),
        _ => {}
    }
}

#[test]
fn artefacts_hold_nothing_of_the_machine_the_seed_or_the_persons() {
    let desk = Desk::new();
    desk.write("inputs-marked1/spec-marked2.ron", SURVEY);
    // Ids, and a value that a policy replaces, must not survive. The mark is no number: a noisy cell could
    // be that one.
    let table = survey_csv(ROWS).replace("tailor", "blacksmith-marked4");
    let table = table.replace("\np", "\nperson-marked5-");
    desk.write("inputs-marked1/table-marked3.csv", table);
    let args = [
        "release",
        "inputs-marked1/spec-marked2.ron",
        "--data",
        "inputs-marked1/table-marked3.csv",
        "--out",
        "out",
        "--keep-seed",
        "seed-marked6",
    ];
    assert_eq!(desk.run(&args).code, Some(0));
    let seed = desk.text("seed-marked6").trim().to_owned();
    let folder = desk.folder().display().to_string();
    for file in ARTEFACTS {
        let text = desk.text(&format!("out/{file}"));
        for (what, trace) in [
            ("name of an input, id or replaced value", "-marked"),
            ("folder", folder.as_str()),
            ("temporary folder", std::env::temp_dir().to_str().unwrap()),
            ("checkout", env!("CARGO_MANIFEST_DIR")),
            ("seed", seed.as_str()),
            ("half of the seed", &seed[..32]),
            ("other half of the seed", &seed[32..]),
        ] {
            assert!(!text.contains(trace), "{what} in {file}");
        }
    }
}

#[test]
fn the_seed_is_kept_only_where_asked_and_only_for_its_owner() {
    let desk = Desk::survey(300);
    desk.release("out", &["--keep-seed", "seed"]);
    let seed = desk.text("seed");
    let digits = seed.strip_suffix('\n').expect("a line");
    assert_eq!(digits.len(), 64);
    assert!(digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = desk.path("seed").metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    desk.release("second", &["--keep-seed", "another"]);
    assert_ne!(seed, desk.text("another"), "two releases have two seeds");
    assert_ne!(desk.bytes("out/model.ron"), desk.bytes("second/model.ron"));
}

#[test]
fn what_exists_is_refused_and_stays_as_it_is() {
    let desk = Desk::survey(300);
    desk.release("out", &["--keep-seed", "seed"]);
    let before: Vec<_> = ARTEFACTS
        .map(|file| desk.bytes(&format!("out/{file}")))
        .to_vec();
    desk.write("file", "a file");
    for (case, out, seed, named) in [
        ("a release", "out", "new-seed", "out"),
        ("a release, with a slash", "out/", "new-seed", "out"),
        ("a file", "file", "new-seed", "file"),
        ("a seed", "new", "seed", "seed"),
        ("a folder as the seed", "new", "out", "out"),
        ("the current folder", ".", "new-seed", "."),
    ] {
        let run = desk.run(&[
            "release",
            "spec.ron",
            "--data",
            "table.csv",
            "--out",
            out,
            "--keep-seed",
            seed,
        ]);
        let place = format!("error: {named}");
        assert_refused(&run, &[&place, "it exists already"], case);
        assert_eq!(
            desk.names("."),
            ["file", "out", "seed", "spec.ron", "table.csv"],
            "{case}"
        );
    }
    let after: Vec<_> = ARTEFACTS
        .map(|file| desk.bytes(&format!("out/{file}")))
        .to_vec();
    assert!(before == after);
    desk.assert_verifies("out", &["--data", "table.csv", "--seed-file", "seed"]);
}

#[test]
fn the_seed_and_the_release_cannot_be_one() {
    let desk = Desk::survey(300);
    let args = [
        "release",
        "spec.ron",
        "--data",
        "table.csv",
        "--out",
        "x",
        "--keep-seed",
        "x",
    ];
    assert_refused(
        &desk.run(&args),
        &["--keep-seed", "secret"],
        "one name for both",
    );
    let args = [
        "release",
        "spec.ron",
        "--data",
        "table.csv",
        "--out",
        "x",
        "--keep-seed",
        "x/s",
    ];
    assert_refused(
        &desk.run(&args),
        &["--keep-seed", "secret"],
        "the seed inside of the release",
    );
    assert_eq!(desk.names("."), ["spec.ron", "table.csv"]);
}

#[test]
fn a_spec_that_nobody_reviewed_is_refused() {
    for (case, instead) in [("declared", "reviewed: false"), ("silent", "title: None")] {
        let spec = SURVEY
            .replace("title: \"A survey\",\n", "")
            .replace("reviewed: true", instead);
        let desk = Desk::with(&spec, survey_csv(10));
        let run = desk.run(&["release", "spec.ron", "--data", "table.csv", "--out", "out"]);
        assert_refused(
            &run,
            &["spec.ron", "not reviewed", "`reviewed: true`"],
            case,
        );
        assert_eq!(desk.names("."), ["spec.ron", "table.csv"], "{case}");
    }
}
