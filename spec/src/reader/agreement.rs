//! The reader and the crate `ron` find the same data, so that a spec stays a true RON file.

use ron::value::Map;

use super::{Body, Node, Value, read};
use crate::findings::Findings;

/// What `ron` makes of this tree: it keeps fields, items and values, and drops names.
fn as_ron(node: &Node) -> ron::Value {
    match &node.value {
        Value::Text(text) => ron::Value::String(text.clone()),
        Value::Bool(value) => ron::Value::Bool(*value),
        Value::List(items) => ron::Value::Seq(items.iter().map(as_ron).collect()),
        Value::Map(pairs) => ron::Value::Map(
            pairs
                .iter()
                .map(|(key, value)| (as_ron(key), as_ron(value)))
                .collect(),
        ),
        // The reader keeps the literal; what `ron` makes of it is its own choice of a type.
        Value::Number(literal) => ron::from_str(literal).unwrap(),
        Value::Term { name, body } => {
            let name = name.as_ref().map_or("", |name| name.text.as_str());
            match (name, body) {
                ("None", Body::Bare) => ron::Value::Option(None),
                ("Some", Body::Items(items)) => {
                    ron::Value::Option(Some(Box::new(as_ron(items.first().unwrap()))))
                }
                (_, Body::Items(items)) => ron::Value::Seq(items.iter().map(as_ron).collect()),
                (_, Body::Fields(fields)) if fields.is_empty() => empty(name),
                (_, Body::Fields(fields)) => {
                    let key = |name: &str| ron::Value::String(name.to_owned());
                    let pairs = fields.iter().map(|f| (key(&f.name.text), as_ron(&f.value)));
                    ron::Value::Map(pairs.collect::<Map>())
                }
                (_, Body::Bare) => ron::Value::Unit,
            }
        }
    }
}

/// `ron` takes `()` for a unit and `Name()` for an empty tuple.
fn empty(name: &str) -> ron::Value {
    if name.is_empty() {
        ron::Value::Unit
    } else {
        ron::Value::Seq(Vec::new())
    }
}

fn check(label: &str, text: &str) {
    let mut findings = Findings::new();
    let ours = read(text, &mut findings).map(|node| as_ron(&node));
    let ours = findings.into_result(text, ours).unwrap();
    let theirs: ron::Value = ron::from_str(text).unwrap();
    assert_eq!(ours, theirs, "case `{label}`");
}

#[test]
fn examples_are_true_ron() {
    for (label, text) in [
        ("minimal", include_str!("../../examples/minimal.ron")),
        (
            "health survey",
            include_str!("../../examples/health_survey.ron"),
        ),
        (
            "every feature",
            include_str!("../../examples/every_feature.ron"),
        ),
    ] {
        check(label, text);
    }
}

#[test]
fn snippets_are_true_ron() {
    for text in [
        "Name(a: 1, b: -2, c: 500_000,)",
        "(a: [], b: {}, c: (), d: Name())",
        "[1, /* inner /* nested */ */ 2, // three\n 3]",
        r#"["quote \" backslash \\ tab \t e9 \u{e9} é"]"#,
        "Name(1.5, 2e3, [true, false])",
        "(a: Some(1), b: None, c: Other)",
        "Name (a : Inner ( 1 ) , )",
        r#"{"a": ["b"], "c": []}"#,
    ] {
        check(text, text);
    }
}
