//! The reader and the crate `ron` find the same data, so that a spec stays a true RON file.
//!
//! What agreement means, for a text that the reader takes without a complaint: `ron`, with no extension
//! switched on, takes it too, and has the same strings, booleans, options, lists, maps and fields, in the
//! same nesting. A number is the same if `ron` makes the same of it in the text and of its literal alone.
//! `ron` drops the names that stand before parentheses or by themselves; so they are not compared.
//!
//! Some things the reader leaves to the field that receives them, which refuses them: a number that is none
//! (`5u7`), a `Some` without exactly one value, and the words that RON has for numbers (`inf`, `NaN`), which
//! are names to us. A text with one of them is not compared; a spec that [`crate::parse`] accepts always is.
//!
//! Tested: every spec in this repository, a list of snippets, and by the fuzz target spec_text any text.

use ron::value::Map;

use super::{Body, Node, Value, read};
use crate::findings::Findings;

/// How the reader and `ron` compare on one text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Both have the same data.
    Same,
    /// The reader refuses the text, or leaves something of it to a field.
    NotCompared,
}

/// Reads a text with both; an error says how they differ.
pub fn compare_with_ron(text: &str) -> Result<Comparison, String> {
    let mut findings = Findings::new();
    let root = read(text, &mut findings);
    let Ok(root) = findings.into_result(text, root) else {
        return Ok(Comparison::NotCompared);
    };
    let Some(ours) = as_ron(&root, text) else {
        return Ok(Comparison::NotCompared);
    };
    match ron::from_str::<ron::Value>(text) {
        Err(error) => Err(format!("`ron` refuses it: {error}")),
        Ok(theirs) if ours != theirs => Err(format!("we read {ours:?}, `ron` reads {theirs:?}")),
        Ok(_) => Ok(Comparison::Same),
    }
}

/// What `ron` should make of a tree; `None` where something is left to a field.
fn as_ron(node: &Node, text: &str) -> Option<ron::Value> {
    Some(match &node.value {
        Value::Text(content) => ron::Value::String(content.clone()),
        Value::Bool(value) => ron::Value::Bool(*value),
        Value::Number(literal) => ron::from_str(literal).ok()?,
        Value::List(items) => sequence(items, text)?,
        Value::Map(pairs) => {
            let pairs = pairs
                .iter()
                .map(|(key, value)| Some((as_ron(key, text)?, as_ron(value, text)?)));
            ron::Value::Map(pairs.collect::<Option<Map>>()?)
        }
        // To `ron` these two characters are nothing, and `( )` is an empty tuple.
        Value::Term { name: None, .. } if written(node, text) == "()" => ron::Value::Unit,
        Value::Term { name, body } => {
            let name = name.as_ref().map(|name| name.text.as_str());
            match (name, body) {
                (Some("None"), Body::Bare) => ron::Value::Option(None),
                (Some("Some"), Body::Items(items)) if items.len() == 1 => {
                    ron::Value::Option(Some(Box::new(as_ron(items.first()?, text)?)))
                }
                (Some("Some"), _) => return None,
                (Some("inf" | "inff32" | "inff64" | "NaN" | "NaNf32" | "NaNf64"), _) => {
                    return None;
                }
                (_, Body::Bare) => ron::Value::Unit,
                (_, Body::Items(items)) => sequence(items, text)?,
                (_, Body::Fields(fields)) if fields.is_empty() => sequence(&[], text)?,
                (_, Body::Fields(fields)) => {
                    let pairs = fields.iter().map(|field| {
                        let key = ron::Value::String(field.name.text.clone());
                        Some((key, as_ron(&field.value, text)?))
                    });
                    ron::Value::Map(pairs.collect::<Option<Map>>()?)
                }
            }
        }
    })
}

fn written<'t>(node: &Node, text: &'t str) -> &'t str {
    text.get(node.place.start..node.place.end)
        .unwrap_or_default()
}

fn sequence(items: &[Node], text: &str) -> Option<ron::Value> {
    let items = items.iter().map(|item| as_ron(item, text));
    Some(ron::Value::Seq(items.collect::<Option<_>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::every_spec::every_spec;

    #[test]
    fn every_spec_of_the_repository_is_true_ron() {
        for (path, text) in every_spec() {
            let compared = compare_with_ron(&text);
            assert_eq!(compared, Ok(Comparison::Same), "{}", path.display());
            crate::parse(&text).unwrap_or_else(|problems| panic!("{}:{problems}", path.display()));
        }
    }

    #[test]
    fn snippets_are_true_ron() {
        for text in [
            "Name(a: 1, b: -2, c: 500_000,)",
            "(a: [], b: {}, c: (), d: Name(), e: ( ), f: Name( ))",
            "[1, /* inner /* nested */ */ 2, // three\n 3]",
            r#"["quote \" backslash \\ tab \t e9 \u{e9} \u{0000e9} é"]"#,
            "Name(1.5, 2e3, [true, false])",
            "[.5, 5., +5, 1E-5, -0, 007, 0x1f, 1e400, -inf, 99999999999999999999]",
            "(a: Some(1), b: None, c: Other)",
            "(true: 1, None: 2, inf: 3, Größe_2: 4)",
            "Name (a : Inner ( 1 ) , )",
            r#"{"a": ["b"], "c": []}"#,
            "{a: 1, a: 2}",
            "(a: 1, a: 2)",
        ] {
            assert_eq!(
                compare_with_ron(text),
                Ok(Comparison::Same),
                "case `{text}`"
            );
        }
    }

    proptest::proptest! {
        /// Pieces of the language in any order, and characters that another idea of names or spaces
        /// would take in.
        #[test]
        fn any_text_is_true_ron_or_refused(
            pieces in proptest::collection::vec(proptest::sample::select(&PIECES[..]), 0..12),
        ) {
            let text = pieces.concat();
            proptest::prop_assert!(compare_with_ron(&text).is_ok(), "{text}");
        }
    }

    #[rustfmt::skip] // a piece is a word
    const PIECES: [&str; 48] = [
        "(", ")", "[", "]", "{", "}", ",", ":", "a", "b", "r", "Name", "Some", "None", "true", "inf",
        "()", "( )", "Name(", "a: ", "Some(1)", "[1]", "(a: 1)", "{\"k\": 2}", "\"x\"", "\")\"", "\"",
        "\\", "'", "#", "1", "-", ".5", "1e5", "1_0", "0x", "u8", "..", "//", "/*", "*/", " ", "\n",
        "\u{a0}", "é", "²", "Ⓐ", "\u{301}",
    ];

    #[test]
    fn what_is_left_to_fields_is_not_compared() {
        for text in [
            "[5u7]",
            "[Some]",
            "[Some(1, 2)]",
            "[Some(a: 1)]",
            "[inf]",
            "[NaN(1)]",
            "[1",
            "",
        ] {
            assert_eq!(
                compare_with_ron(text),
                Ok(Comparison::NotCompared),
                "case `{text}`"
            );
        }
    }
}
