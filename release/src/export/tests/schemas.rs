//! Records and models are what the schemas of the book say of them, field by field.

use privet_tests::schema::Schema;
use serde_json::{Value, json};

use super::{release_of, releases};

const RECORD: &str = include_str!("../../../../docs/src/schemas/record.schema.json");
const MODEL: &str = include_str!("../../../../docs/src/schemas/model.schema.json");

type Change = fn(&mut Value);

#[test]
fn schemas_are_strict_and_describe_every_field() {
    for (name, text) in [("record", RECORD), ("model", MODEL)] {
        let found = Schema::parse(text).loose_ends();
        assert!(found.is_empty(), "{name}: {found:?}");
    }
}

/// Of every mechanism, with rules and without, with bins that were found and with declared ones.
#[test]
fn every_release_is_as_its_schemas_say() {
    let (record_schema, model_schema) = (Schema::parse(RECORD), Schema::parse(MODEL));
    for (label, made) in releases() {
        let record = serde_json::to_value(&made.released.record).unwrap();
        let found = record_schema.findings(&record);
        assert!(found.is_empty(), "{label}: {found:?}");
        let labelled = made.released.model.labelled().unwrap();
        let text = labelled.to_text().unwrap();
        let model: Value = serde_json::from_str(&text).unwrap();
        let found = model_schema.findings(&model);
        assert!(found.is_empty(), "{label}: {found:?}");
        // What no schema can say: every measurement's variables are listed, with as many labels as its shape has values.
        for measurement in model["measurements"].as_array().unwrap() {
            let names = measurement["columns"].as_array().unwrap().iter();
            let sizes = names.map(|name| {
                let mut variables = model["variables"].as_array().unwrap().iter();
                let variable = variables.find(|variable| variable["name"] == *name);
                variable.unwrap()["labels"].as_array().unwrap().len()
            });
            assert_eq!(
                measurement["shape"],
                json!(sizes.collect::<Vec<_>>()),
                "{label}"
            );
        }
    }
}

#[test]
fn what_is_not_in_a_schema_is_found() {
    let schema = Schema::parse(RECORD);
    let made = release_of("PrivBayes()");
    let record = serde_json::to_value(&made.released.record).unwrap();
    let changes: [(&str, Change, &str); 6] = [
        (
            "a new field",
            |record| record["more"] = 1.into(),
            "$: `additionalProperties`",
        ),
        (
            "a lost field",
            |record| _ = record.as_object_mut().unwrap().remove("spent"),
            "$: `required`",
        ),
        (
            "another type",
            |record| record["title"] = 1.into(),
            "$.title: `type`",
        ),
        (
            "another version",
            |record| record["privet_record"] = 4.into(),
            "$.privet_record: `enum`",
        ),
        (
            "a law of none",
            |record| record["queries"][0]["law"] = "none".into(),
            "$.queries[0]: `oneOf`",
        ),
        (
            "a longer name",
            |record| record["queries"][1]["columns"] = json!([["a", 0, 1]]),
            "$.queries[1]: `oneOf`",
        ),
    ];
    assert!(schema.findings(&record).is_empty());
    for (case, change, expected) in changes {
        let mut changed = record.clone();
        change(&mut changed);
        let found = schema.findings(&changed).join("; ");
        assert!(found.contains(expected), "case `{case}`: {found}");
    }
}
