//! `privet export`: a model with labels as JSON, and the schemas of the book.

use std::fs;

use crate::common::desk::{Desk, assert_refused, csv_text, sha256, spec_of};
use crate::common::project;
use privet_tests::schema::Schema;
use serde_json::{Value, json};

fn schema(name: &str) -> Schema {
    let path = project().join(format!("docs/src/schemas/{name}.schema.json"));
    Schema::parse(&fs::read_to_string(path).unwrap())
}

/// The model of a release as JSON, which its schema describes, as does that of its record.
fn export(desk: &Desk, folder: &str) -> Value {
    let run = desk.run(&["export", folder, "--json"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{folder}");
    let model: Value = serde_json::from_str(&run.out).unwrap();
    let found = schema("model").findings(&model);
    assert!(found.is_empty(), "{folder}: {found:?}");
    let record = desk.json(&format!("{folder}/record.json"));
    let found = schema("record").findings(&record);
    assert!(found.is_empty(), "{folder}: {found:?}");
    model
}

#[test]
fn a_model_is_written_with_labels() {
    let desk = Desk::survey(500);
    desk.release("out", &["--quiet"]);
    let model = export(&desk, "out");
    let record = desk.json("out/record.json");
    assert_eq!(model["privet_model_json"], 1);
    assert_eq!(model["mechanism"], "PrivBayes");
    assert_eq!(model["spec"]["sha256"], record["spec"]["sha256"]);
    for field in ["epsilon", "delta", "unit", "adjacency"] {
        assert_eq!(model["guarantee"][field], record["guarantee"][field]);
    }
    let sex = &model["columns"][2];
    assert_eq!(sex["labels"], json!(["F", "M", "(missing)"]));
    assert_eq!((&sex["name"], &sex["missing"]), (&json!("sex"), &json!(2)));
    // One for the size and for every table that the record lists, with the noise that it has there.
    let queries = record["queries"].as_array().unwrap().iter();
    let noise = queries.filter(|query| query["purpose"] != "dependence scores of pairs");
    let noise: Vec<&Value> = noise.map(|query| &query["sigma_value"]).collect();
    let measured = model["measurements"].as_array().unwrap().iter();
    let told: Vec<&Value> = measured.map(|one| &one["noise"]["scale"]).collect();
    assert_eq!(told, noise);
    assert_eq!(model["structure"]["kind"], "network");
}

#[test]
fn a_file_is_new_and_has_the_same_content() {
    let desk = Desk::survey(200);
    desk.release("out", &["--quiet"]);
    let model = export(&desk, "out");
    let args = ["export", "out/model.ron", "--json", "--out", "model.json"];
    let run = desk.run(&args);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(run.out.contains("model.json"), "{}", run.out);
    assert_eq!(desk.json("model.json"), model);
    assert_refused(&desk.run(&args), &["model.json", "exists"], "again");
    assert_eq!(desk.json("model.json"), model);
}

#[test]
fn what_cannot_be_exported_is_refused() {
    let desk = Desk::survey(200);
    desk.release("out", &["--quiet"]);
    for (case, args, fragment) in [
        ("no form", &["export", "out"][..], "write --json"),
        ("no file", &["export", "nowhere", "--json"], "nowhere"),
        (
            "no model",
            &["export", "table.csv", "--json"],
            "it seems to be a table",
        ),
    ] {
        assert_refused(&desk.run(args), &[fragment], case);
    }
    let model = desk
        .text("out/model.ron")
        .replacen("measured: [", "measured: [1, ", 1);
    desk.write("out/model.ron", model);
    let run = desk.run(&["export", "out", "--json"]);
    assert_refused(
        &run,
        &["out/model.ron: it was changed"],
        "a table with one count more",
    );
}

/// A second release under a lifetime budget, with labels from a file and bins that are found.
#[test]
fn a_chained_release_with_a_code_list_is_described() {
    let codes = "code\nI10\nI21\nJ45\n";
    let spec = spec_of(&format!(
        "(name: \"code\", kind: Categorical(file: \"codes.csv\", digest: \"sha256:{}\"), hierarchy: Prefix([1])),\n        \
         (name: \"size\", kind: Integer(min: 0, max: 5000)),",
        sha256(codes.as_bytes())
    ));
    let lifetime = "delta: \"1e-6\", lifetime: (epsilon: \"1.5\", delta: \"1e-6\")";
    let first = spec.replace("delta: \"1e-6\"", lifetime);
    let rows = (0..400).map(|row| {
        let size = (row * 37 % 5000).to_string();
        [["I10", "I21", "J45"][row % 3].to_owned(), size]
    });
    let desk = Desk::with(&first, csv_text(&["code", "size"], rows, ','));
    desk.write("codes.csv", codes);
    desk.release("first", &["--quiet"]);
    let digest = sha256(&desk.bytes("first/record.json"));
    let previous = format!("{lifetime}, previous: [\"{digest}\"]");
    desk.write("spec.ron", spec.replace("delta: \"1e-6\"", &previous));
    desk.release("second", &["--quiet", "--previous", "first"]);
    let model = export(&desk, "second");
    assert_eq!(desk.json("second/record.json")["previous"], json!([digest]));
    assert_eq!(model["spec"]["files"][0]["text"], codes);
    assert_eq!(model["measurements"][1]["of"], "grid");
    assert_eq!(model["measurements"][1]["columns"], json!(["size (grid)"]));
}

#[test]
fn releases_that_are_kept_are_described() {
    let desk = Desk::new();
    let kept = fs::read_dir(project().join("release/kept")).unwrap();
    let mut releases = 0;
    for folder in kept.map(|entry| entry.unwrap().path()) {
        for file in ["record.json", "model.ron", "synthetic.csv"] {
            desk.write(
                &format!("kept/{file}"),
                fs::read(folder.join(file)).unwrap(),
            );
        }
        export(&desk, "kept");
        releases += 1;
    }
    assert!(releases >= 7, "{releases}");
}
