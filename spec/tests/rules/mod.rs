//! Rules between columns: how they are read, what they make of a schema, and what they say of rows.

mod files;
mod refusals;
mod relations;
mod schema;

use privet_spec::{Release, parse};

/// A spec with these attributes and rules.
fn spec(attributes: &str, rules: &str) -> String {
    format!(
        "Release(privet: 1, unit: Row, adjacency: AddRemove, budget: (epsilon: \"1\", delta: \"1e-9\"), \
         schema: [{attributes}], rules: [{rules}])"
    )
}

fn read(attributes: &str, rules: &str) -> Release {
    let text = spec(attributes, rules);
    parse(&text).unwrap_or_else(|problems| panic!("{problems} in\n{text}"))
}

/// What is written is read as the same release.
fn read_back(release: &Release) {
    let text = release.in_full();
    let mut again = parse(&text).unwrap_or_else(|problems| panic!("{problems} in\n{text}"));
    again.mechanism_is_named = release.mechanism_is_named;
    assert_eq!(again, *release, "{text}");
}
