//! Where two values of JSON differ.

use serde_json::Value;

/// The first place at which two values differ, such as `tables[3].fitted[17]`.
pub(super) fn first_difference(one: &Value, other: &Value) -> Option<String> {
    if one == other {
        return None;
    }
    let within = |name: String, one: Option<&Value>, other: Option<&Value>| match (one, other) {
        (Some(one), Some(other)) => {
            let inner = first_difference(one, other)?;
            let joint = if inner.is_empty() || inner.starts_with('[') {
                ""
            } else {
                "."
            };
            Some(format!("{name}{joint}{inner}"))
        }
        _ => Some(name),
    };
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            let mut names = one.keys().chain(other.keys());
            names.find_map(|name| within(name.clone(), one.get(name), other.get(name)))
        }
        (Value::Array(one), Value::Array(other)) => (0..one.len().max(other.len()))
            .find_map(|place| within(format!("[{place}]"), one.get(place), other.get(place))),
        _ => Some(String::new()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_place_of_a_difference_is_named() {
        let value = json!({"a": 1, "tables": [{"fitted": [1, 2]}, {"fitted": [3]}]});
        assert_eq!(first_difference(&value, &value), None);
        for (other, place) in [
            (
                json!({"a": 2, "tables": [{"fitted": [1, 2]}, {"fitted": [3]}]}),
                "a",
            ),
            (
                json!({"a": 1, "tables": [{"fitted": [1, 5]}, {"fitted": [3]}]}),
                "tables[0].fitted[1]",
            ),
            (json!({"a": 1, "tables": [{"fitted": [1, 2]}]}), "tables[1]"),
            (
                json!({"a": 1, "tables": [{"fitted": [1, 2]}, {"fitted": [3]}], "b": 1}),
                "b",
            ),
            (
                json!({"a": 1, "tables": [{"fitted": 7}, {"fitted": [3]}]}),
                "tables[0].fitted",
            ),
            (json!([]), ""),
        ] {
            assert_eq!(first_difference(&value, &other).as_deref(), Some(place));
        }
    }
}
