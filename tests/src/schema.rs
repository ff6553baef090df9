//! JSON Schema, as much of it as the schemas of the book need: enough to tell that a file and its schema say the same.
//!
//! What a schema says of numbers and of the signs of a text is left to other validators (`UNCHECKED`); a keyword that is
//! not known here at all is a finding, so that none is forgotten.

use serde_json::{Map, Value};

/// A schema, to compare values with.
pub struct Schema(Value);

impl Schema {
    /// Reads a schema.
    pub fn parse(text: &str) -> Self {
        Self(serde_json::from_str(text).expect("a schema is JSON"))
    }

    /// What is wrong with a value, each with its place; empty where it is as the schema has it.
    pub fn findings(&self, value: &Value) -> Vec<String> {
        let mut findings = Vec::new();
        self.check(&self.0, value, "$", &mut findings);
        findings
    }

    /// Objects that allow unknown fields, and fields that are not described.
    pub fn loose_ends(&self) -> Vec<String> {
        let mut findings = Vec::new();
        loose_ends(&self.0, "$", &mut findings);
        findings
    }

    fn check(&self, schema: &Value, value: &Value, place: &str, findings: &mut Vec<String>) {
        if let Some(allowed) = schema.as_bool() {
            if !allowed {
                findings.push(format!("{place}: nothing may stand here"));
            }
            return;
        }
        let keywords = schema.as_object().expect("a schema is an object");
        for (keyword, wanted) in keywords {
            let held = match keyword.as_str() {
                "type" => is_of_type(wanted, value),
                "const" => wanted == value,
                "enum" => elements(wanted).contains(value),
                "oneOf" => {
                    let fits = |one: &&Value| {
                        let mut within = Vec::new();
                        self.check(one, value, place, &mut within);
                        within.is_empty()
                    };
                    elements(wanted).iter().filter(fits).count() == 1
                }
                "$ref" => {
                    let path = wanted.as_str().and_then(|path| path.strip_prefix('#'));
                    let named = path.and_then(|path| self.0.pointer(path));
                    self.check(named.expect("a definition"), value, place, findings);
                    true
                }
                "required" => {
                    let has = |name: &Value| value.get(name.as_str().unwrap_or_default()).is_some();
                    elements(wanted).iter().all(has)
                }
                "additionalProperties" => {
                    // The schemas of the book write nothing but `false` here.
                    let known = keywords.get("properties").and_then(Value::as_object);
                    let known = known.expect("its properties");
                    fields(value)
                        .is_none_or(|mut fields| fields.all(|name| known.contains_key(name)))
                }
                "properties" => {
                    for (name, schema) in wanted.as_object().into_iter().flatten() {
                        if let Some(value) = value.get(name) {
                            self.check(schema, value, &format!("{place}.{name}"), findings);
                        }
                    }
                    true
                }
                "prefixItems" | "items" => {
                    self.check_items(keywords, keyword, value, place, findings);
                    true
                }
                other => UNCHECKED.contains(&other),
            };
            if !held {
                findings.push(format!("{place}: `{keyword}` does not hold"));
            }
        }
    }

    fn check_items(
        &self,
        keywords: &Map<String, Value>,
        keyword: &str,
        value: &Value,
        place: &str,
        findings: &mut Vec<String>,
    ) {
        let first = keywords.get("prefixItems").map_or(&[][..], elements);
        let values = value.as_array().into_iter().flatten().enumerate();
        for (number, value) in values {
            let schema = match keyword {
                "prefixItems" => first.get(number),
                _ => keywords.get("items").filter(|_| number >= first.len()),
            };
            if let Some(schema) = schema {
                self.check(schema, value, &format!("{place}[{number}]"), findings);
            }
        }
    }
}

fn loose_ends(schema: &Value, place: &str, findings: &mut Vec<String>) {
    let is_open = schema.get("additionalProperties") != Some(&Value::Bool(false));
    if schema.get("properties").is_some() && is_open {
        findings.push(format!("{place}: unknown fields are allowed"));
    }
    for (name, field) in schema
        .get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        if field.get("description").is_none() {
            findings.push(format!("{place}.{name}: it is not described"));
        }
    }
    let within: Vec<(String, &Value)> = match schema {
        Value::Object(all) => all.iter().map(|(name, one)| (name.clone(), one)).collect(),
        Value::Array(all) => all
            .iter()
            .enumerate()
            .map(|(at, one)| (at.to_string(), one))
            .collect(),
        _ => Vec::new(),
    };
    for (name, one) in within {
        loose_ends(one, &format!("{place}.{name}"), findings);
    }
}

fn is_of_type(wanted: &Value, value: &Value) -> bool {
    let one = std::slice::from_ref(wanted);
    let mut names = wanted
        .as_array()
        .map_or(one, Vec::as_slice)
        .iter()
        .filter_map(Value::as_str);
    names.any(|name| match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "null" => value.is_null(),
        _ => false,
    })
}

fn elements(list: &Value) -> &[Value] {
    list.as_array().expect("a list")
}

fn fields(value: &Value) -> Option<impl Iterator<Item = &String>> {
    value.as_object().map(Map::keys)
}

/// What is for readers, or for validators that know all of the standard.
const UNCHECKED: [&str; 11] = [
    "$schema",
    "$defs",
    "title",
    "description",
    "pattern",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "minItems",
    "maxItems",
    "$comment",
];
