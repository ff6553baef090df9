//! Whatever a name, a file or an argument holds, no line of the output is of its making, and nothing reaches a terminal
//! that would obey it.

use crate::common::Run;
use crate::common::desk::{Desk, evaluate_args, resealed, spec_of};
use serde_json::Value;

/// A fake line of `verify`, a cleared screen, and text that is shown backwards.
const PAYLOADS: [&str; 4] = [
    "\nok    all is well",
    "\u{1b}[2J",
    "\u{202e}",
    "\r\u{9b}2J\u{2066}\u{200f}\u{61c}",
];
const ALL: &str = "\nok    all is well\u{1b}[2J\u{202e}\u{7f}";

const SCHEMA: &str = r#"(name: "age", kind: Integer(min: 0, max: 9), outside: Clamp, missing: [""]),
        (name: "sex", kind: Categorical(["F", "M"]))"#;

/// With a number of rows of its own: a noisy one may be 0, of which nothing can be evaluated.
fn exact() -> String {
    spec_of(SCHEMA).replace(
        "PrivBayes(),\n",
        "PrivBayes(),\n    output: (rows: Exactly(60)),\n",
    )
}

fn table() -> String {
    let rows = (0..60).map(|row| format!("{},{}\n", row % 10, ["F", "M"][row % 2]));
    format!("age,sex\n{}", rows.collect::<String>())
}

fn assert_plain(run: &Run, case: &str) {
    for text in [&run.out, &run.err] {
        let fake = text.lines().any(|line| line.starts_with("ok    all"));
        assert!(!fake, "case `{case}`: a line of foreign making:\n{text}");
        let hidden = |c: &char| {
            c.is_control() && *c != '\n'
                || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}')
                || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        };
        let found = text.chars().find(hidden);
        assert!(found.is_none(), "case `{case}`: {found:?} in\n{text}");
    }
    assert!(run.code.is_some_and(|code| code != 101), "case `{case}`");
}

#[test]
fn names_of_files() {
    let desk = Desk::with(&exact(), table());
    for payload in PAYLOADS {
        let odd = |name: &str| format!("{name}{payload}");
        let (spec, data, out) = (odd("spec"), odd("table"), odd("out"));
        desk.write(&spec, exact());
        desk.write(&data, table());
        let bad = odd("bad");
        desk.write(&bad, "Release(privet: 2, \u{1b})");
        let synthetic = format!("{out}/synthetic.csv");
        let (model, record) = (format!("{out}/model.ron"), format!("{out}/record.json"));
        let (draft, page, json, seed) = (odd("draft"), odd("page"), odd("json"), odd("seed"));
        let [pages, nowhere, demo, account] = ["pages", "nowhere", "demo", "account"].map(odd);
        let other = odd("other");
        #[rustfmt::skip] // one case a line
        let cases: &[(&[&str], i32)] = &[
            (&["check", &spec, "--data", &data], 0),
            (&["check", &bad], 2),
            (&["check", &nowhere], 2),
            (&["plan", &spec], 0),
            (&["plan", &nowhere], 2),
            (&["draft", "--data", &data, "--out", &draft], 0),
            (&["draft", "--data", &data, "--out", &draft], 2),
            (&["draft", "--data", &nowhere], 2),
            (&["release", &spec, "--data", &data, "--out", &out, "--keep-seed", &seed], 0),
            (&["release", &spec, "--data", &data, "--out", &out], 2),
            (&["release", &spec, "--data", &nowhere, "--out", "new"], 2),
            (&["release", &spec, "--data", &data, "--out", "new", "--keep-seed", &seed], 2),
            (&["verify", &out], 0),
            (&["verify", &record, "--data", &data, "--seed-file", &seed], 0),
            (&["verify", &record, "--data", &data, "--seed-file", &spec], 2),
            (&["verify", &record, &record], 2),
            (&["verify", &out, "--json"], 0),
            (&["verify", &nowhere], 2),
            (&["account", "create", &account, "--spec", &spec, "--epsilon", "3", "--delta", "1e-6"], 0),
            (&["account", "create", &account, "--spec", &spec, "--epsilon", "3", "--delta", "1e-6"], 2),
            (&["release", &spec, "--data", &data, "--out", &other, "--account", &account], 0),
            (&["release", &spec, "--data", &data, "--out", "new", "--account", &nowhere], 2),
            (&["release", &spec, "--data", &data, "--out", "new", "--previous", &out], 2),
            (&["account", "show", &account], 0),
            (&["account", "verify", &account, &other], 0),
            (&["account", "verify", &account, &out], 2),
            (&["account", "show", &nowhere], 2),
            (&["sample", &model, "--rows", "3"], 0),
            (&["sample", &spec, "--rows", "3"], 2),
            (&["sample", &nowhere, "--rows", "3"], 2),
            (&["evaluate", "--spec", &spec, "--real", &data, "--synthetic", &synthetic, "--json", &json, "--html", &page], 0),
            (&["evaluate", "--spec", &spec, "--real", &data, "--synthetic", &nowhere], 2),
            (&["report", &out, "--out", &pages], 0),
            (&["report", &nowhere], 2),
            (&["compare", &out, &out], 0),
            (&["compare", &out, &nowhere], 2),
            (&["diff", &spec, &out], 0),
            (&["diff", &bad, &spec], 2),
            (&["diff", &nowhere, &spec], 2),
            (&["demo", "--out", &demo], 0),
            (&["demo", "--out", &demo], 2),
        ];
        for (args, code) in cases {
            let run = desk.run(args);
            let case = format!("{args:?}");
            assert_plain(&run, &case);
            assert_eq!(run.code, Some(*code), "{case}:\n{}{}", run.out, run.err);
        }
        // For programs the name is the same, in an escape of JSON's own.
        let again = odd("again");
        let run = desk.run(&["release", &spec, "--data", &data, "--out", &again, "--json"]);
        assert_plain(&run, "release --json");
        let said: Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!(said["folder"], again.as_str());
        std::fs::remove_dir_all(desk.path(&demo)).unwrap();
    }
}

#[test]
fn arguments() {
    let desk = Desk::with(&exact(), table());
    desk.release("out", &["--quiet"]);
    for payload in PAYLOADS {
        let option = format!("--{payload}");
        let evaluate = evaluate_args("out/synthetic.csv", &["--target", payload]);
        for args in [
            &[payload][..],
            &["check", "spec.ron", payload],
            &["check", "spec.ron", &option],
            &["draft", "--data", "table.csv", "--delimiter", payload],
            &["plan", "spec.ron", "--rows", payload],
            &["sample", "out/model.ron", "--rows", "1", "--seed", payload],
            &["calibrate", "--epsilon", payload, "--delta", "1e-9"],
            &[
                "calibrate",
                "--epsilon",
                "1",
                "--delta",
                "1e-9",
                "--sensitivity",
                payload,
            ],
            &evaluate,
        ] {
            let run = desk.run(args);
            assert_plain(&run, &format!("{args:?}"));
            assert_eq!(run.code, Some(2), "{args:?}:\n{}", run.out);
        }
    }
}

#[test]
fn headers_and_values() {
    let release = ["release", "spec.ron", "--data", "table.csv", "--out", "out"];
    let check = ["check", "spec.ron", "--data", "table.csv"];
    let draft = ["draft", "--data", "table.csv"];
    let written = ["draft", "--data", "table.csv", "--out", "draft.ron"];
    for (case, table) in [
        ("an ignored column", format!("age,sex,\"x{ALL}\"\n1,F,2\n")),
        ("a missing column", format!("\"age{ALL}\",sex\n1,F\n")),
        (
            "a column twice",
            format!("age,sex,\"x{ALL}\",\"x{ALL}\"\n1,F,2,3\n"),
        ),
        ("one name", format!("\"age;{ALL}\"\n1\n")),
        ("a value", format!("age,sex\n1,\"F{ALL}\"\n\"{ALL}\",F\n")),
    ] {
        let desk = Desk::with(&exact(), table);
        for args in [&release[..], &check, &draft, &written] {
            let run = desk.run(args);
            assert_plain(&run, &format!("{case}: {args:?}"));
        }
    }
}

#[test]
fn texts_of_a_spec() {
    let good = exact();
    for piece in [
        "age",
        "sex",
        "\"F\"",
        "privet: 1",
        "missing: [\"\"]",
        "Clamp",
        "\"1\"",
    ] {
        for payload in [ALL, r"\u{1b}[2J", r"\u{202e}", r"\nok    all is well"] {
            let quoted = piece
                .strip_suffix('"')
                .map(|text| format!("{text}{payload}\""));
            let text = quoted.unwrap_or_else(|| format!("{piece}{payload}"));
            let desk = Desk::with(&good.replacen(piece, &text, 1), table());
            for args in [
                &["check", "spec.ron"][..],
                &["plan", "spec.ron"],
                &["release", "spec.ron", "--data", "table.csv", "--out", "out"],
            ] {
                let run = desk.run(args);
                assert_plain(&run, &format!("{text:?}: {args:?}"));
                assert_eq!(run.code, Some(2), "{text:?}: {args:?}");
            }
        }
    }
}

/// Every text of a record, and a field that no record has.
#[test]
fn texts_of_a_record() {
    let desk = Desk::survey(60);
    desk.release("out", &["--quiet"]);
    desk.copy("out", "odd");
    let record = desk.json("out/record.json");
    let mut places = Vec::new();
    texts(&record, String::new(), &mut places);
    assert!(places.len() > 40, "{places:?}");
    let pretty = |value: &Value| resealed(&(serde_json::to_string_pretty(value).unwrap() + "\n"));
    for place in places {
        let mut changed = record.clone();
        let text = changed.pointer_mut(&place).unwrap();
        *text = format!("{}{ALL}", text.as_str().unwrap()).into();
        if place != "/self_sha256" {
            desk.write("odd/record.json", pretty(&changed));
            look(&desk, &place);
        }
    }
    let mut unknown = record.clone();
    unknown[ALL] = 1.into();
    desk.write("odd/record.json", pretty(&unknown));
    look(&desk, "unknown field");
}

#[test]
fn texts_of_a_model_and_an_evaluation() {
    let desk = Desk::with(&exact(), table());
    desk.release("out", &["--quiet"]);
    let model = desk.text("out/model.ron");
    desk.copy("out", "odd");
    for (piece, text) in [
        ("PrivBayes(", format!("PrivBayes{ALL}(")),
        ("privet_model", ALL.to_string()),
        ("Noisy", format!("No{ALL}")),
        ("\"age\"", format!("\"age{ALL}\"")),
        ("reviewed", format!("reviewed{ALL}")),
        ("Categorical", format!("Cat{ALL}")),
    ] {
        assert!(model.contains(piece), "{piece} in\n{model}");
        desk.write("odd/model.ron", model.replace(piece, &text));
        look(&desk, piece);
    }
    desk.copy("out", "odd");
    desk.evaluate("out/synthetic.csv", &["--json", "out/evaluation.json"]);
    let evaluation = desk.json("out/evaluation.json");
    let mut places = Vec::new();
    texts(&evaluation, String::new(), &mut places);
    for place in places {
        let mut changed = evaluation.clone();
        let text = changed.pointer_mut(&place).unwrap();
        *text = format!("{}{ALL}", text.as_str().unwrap()).into();
        desk.write("odd/evaluation.json", changed.to_string());
        assert_plain(&desk.run(&["compare", "out", "odd"]), &place);
    }
}

/// Runs whatever reads a release on the odd one.
fn look(desk: &Desk, case: &str) {
    let _ = std::fs::remove_file(desk.path("page.html"));
    for args in [
        &["verify", "odd"][..],
        &["verify", "odd", "--json"],
        &["verify", "out", "odd"],
        &["sample", "odd", "--rows", "2"],
        &["report", "odd", "--out", "page.html"],
        &["compare", "out", "odd"],
        &["diff", "out", "odd"],
    ] {
        assert_plain(&desk.run(args), &format!("{case}: {args:?}"));
    }
    if let Ok(page) = std::fs::read_to_string(desk.path("page.html")) {
        let odd = |c: char| c != '\n' && c.is_control() || c == '\u{202e}';
        assert!(!page.contains(odd), "case `{case}`");
    }
}

/// The places of all texts; of a list the first two elements.
fn texts(value: &Value, place: String, places: &mut Vec<String>) {
    match value {
        Value::String(_) => places.push(place),
        Value::Array(list) => {
            for (number, value) in list.iter().take(2).enumerate() {
                texts(value, format!("{place}/{number}"), places);
            }
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                texts(value, format!("{place}/{name}"), places);
            }
        }
        _ => {}
    }
}

/// Letters of any script are shown as they are.
#[test]
fn ordinary_text_stays_readable() {
    let desk = Desk::with("", "");
    for name in ["Zürich", "東京都", "данные", "بيانات", "🦊"] {
        let run = desk.run(&["check", name]);
        assert!(run.err.contains(&format!("error: {name}: ")), "{}", run.err);
    }
    let header = "名前,été\n1,2\n";
    let desk = Desk::with(
        &exact(),
        format!("age,sex,{}", &header.replace("1,2", "1,F,1,2")),
    );
    let run = desk.run(&["release", "spec.ron", "--data", "table.csv", "--out", "out"]);
    assert!(run.err.contains("`名前`, `été`"), "{}", run.err);
}
