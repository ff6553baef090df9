//! Labels from a file beside the spec: a release needs it once, and its record and model never again.

use crate::common::desk::{Desk, assert_refused, csv_text, resealed, sha256, spec_of};

const CODES: &str =
    "code,meaning\nI10,\"blood pressure, high\"\nI21,heart attack\nJ45,asthma\nJ46,bad asthma\n";

/// A spec in which two columns share a list, and its table.
fn desk() -> Desk {
    let kind = format!(
        "kind: Categorical(file: \"codes.csv\", digest: \"sha256:{}\")",
        sha256(CODES.as_bytes())
    );
    let schema = format!(
        "(name: \"first\", {kind}, hierarchy: Prefix([1])),\n        (name: \"second\", {kind}, missing: [\"\"]),"
    );
    let codes = ["I10", "I21", "J45", "J46"];
    let rows = (0..400).map(|row| {
        [
            codes[row % 4],
            if row % 7 == 0 { "" } else { codes[row % 3] },
        ]
    });
    let desk = Desk::with(&spec_of(&schema), csv_text(&["first", "second"], rows, ','));
    desk.write("codes.csv", CODES);
    desk
}

#[test]
fn a_release_carries_its_code_lists() {
    let desk = desk();
    desk.release("out", &["--keep-seed", "seed"]);
    for file in ["out/record.json", "out/model.ron"] {
        assert_eq!(
            desk.text(file).matches("blood pressure, high").count(),
            1,
            "{file}"
        );
    }
    // Nothing of what follows needs the file.
    std::fs::remove_file(desk.path("codes.csv")).unwrap();
    desk.assert_verifies("out", &["--data", "table.csv", "--seed-file", "seed"]);
    for args in [
        &["sample", "out", "--rows", "5"][..],
        &["report", "out", "--out", "report.html"],
        &["compare", "out", "out"],
    ] {
        let run = desk.run(args);
        assert_eq!(run.code, Some(0), "{args:?}:\n{}", run.err);
    }
    let again = [
        "release",
        "spec.ron",
        "--data",
        "table.csv",
        "--out",
        "again",
    ];
    let told = [
        "the spec needs the file \"codes.csv\": it cannot be read",
        "put it beside the spec",
    ];
    assert_refused(&desk.run(&again), &told, "no file");
    desk.write("codes.csv", CODES.replace("asthma", "asthma!"));
    let told = ["\"codes.csv\" has another digest", "fetch the right file"];
    assert_refused(&desk.run(&again), &told, "changed");
}

/// Beside what comes from a pipe there is nothing.
#[test]
fn a_spec_from_a_pipe_has_no_folder() {
    let desk = desk();
    let run = desk.run_with(&["check", "/dev/stdin"], &desk.bytes("spec.ron"));
    let told = "\"codes.csv\": a spec from a pipe has no folder; give the spec by its path";
    assert_refused(&run, &[told], "a pipe");
}

/// A careful forger makes digests agree again; the one in the spec's text, which was signed, he cannot.
#[test]
fn changed_code_lists_are_faults() {
    let desk = desk();
    desk.release("out", &[]);
    let (record, model) = (desk.text("out/record.json"), desk.text("out/model.ron"));
    let of_model = |text: &str| sha256(text.as_bytes());
    let extra_record =
        "\"files\": [\n      {\n        \"file\": \"a.csv\",\n        \"text\": \"\"\n      },";
    for (case, changed_record, changed_model, expected) in [
        ("nothing", record.clone(), model.clone(), None),
        (
            "a description in the record",
            record.replace("heart attack", "heart"),
            model.clone(),
            Some("\"codes.csv\" has another digest"),
        ),
        (
            "a further file in the record",
            record.replace("\"files\": [", extra_record),
            model.clone(),
            Some("spec.files: they are not those that the spec names"),
        ),
        (
            "another name in the model",
            record.clone(),
            model.replace("file: \"codes.csv\",\n", "file: \"other.csv\",\n"),
            Some("answers give: `files[0].file`"),
        ),
        (
            "a description in the model",
            record.clone(),
            model.replace("heart attack", "heart"),
            Some("answers give: `files[0].text`"),
        ),
    ] {
        assert!(
            expected.is_none() || (&changed_record, &changed_model) != (&record, &model),
            "case `{case}` changes nothing:\n{model}"
        );
        desk.copy("out", case);
        let named = changed_record.replace(&of_model(&model), &of_model(&changed_model));
        desk.write(&format!("{case}/record.json"), resealed(&named));
        desk.write(&format!("{case}/model.ron"), changed_model);
        let run = desk.verify(case, &[]);
        match expected {
            None => assert_eq!(run.code, Some(0), "case `{case}`:\n{}", run.err),
            Some(told) => {
                assert_eq!(run.code, Some(2), "case `{case}`:\n{}{}", run.out, run.err);
                assert!(run.err.contains(told), "case `{case}`:\n{}", run.err);
            }
        }
    }
}
