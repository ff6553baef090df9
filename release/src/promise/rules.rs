//! What is said of rules between columns.

use privet_spec::{Broken, Release, RuleKind};
use serde::{Deserialize, Serialize};

/// The rules of a release, and what they mean for its guarantee.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulesFile {
    /// Whose word they are.
    pub assertion: String,
    /// What became of rows that break one.
    pub broken: String,
    /// Each in a sentence with its reason, in the order of the spec.
    pub list: Vec<String>,
}

impl RulesFile {
    /// Nothing where the spec has no rules.
    pub(crate) fn of(release: &Release) -> Option<Self> {
        let rules = &release.rules;
        if rules.is_empty() {
            return None;
        }
        let mut assertion = ASSERTION.to_owned();
        let mut kinds = rules.list.iter().map(|rule| &rule.kind);
        if kinds.any(|kind| matches!(kind, RuleKind::Determines(_))) {
            assertion.push_str(DETERMINED);
        }
        Some(Self {
            assertion,
            broken: broken_in_words(rules.broken).to_owned(),
            list: rules.list.iter().map(privet_spec::Rule::in_words).collect(),
        })
    }
}

/// What becomes of rows that break a rule.
pub(crate) fn broken_in_words(broken: Broken) -> &'static str {
    match broken {
        Broken::Drop => {
            "Drop: rows that break a rule are left out, each by what stands in it alone, before the rows of a person are \
             bounded; how many is not published"
        }
        Broken::Keep => {
            "Keep: rows that break a rule are counted as they are, but for cells in which no row can be: these are discarded \
             before noise is drawn. Counts of fewer columns include such rows, so that what stands in them can be more \
             frequent among the synthetic rows, none of which breaks a rule, than among the real rows that break none"
        }
    }
}

const ASSERTION: &str = "rules and lists are the word of whoever wrote the spec, and no part of the guarantee: they are \
public, and if they were taken from the table, what they say of it is not protected";
const DETERMINED: &str = "; a determined column was not read, neither learned nor paid for: its values follow from the list";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_stands_once() {
        let text = r#"(privet: 1, unit: Row, adjacency: AddRemove, budget: (epsilon: 1, delta: 1e-9),
            schema: [(name: "a", kind: Boolean), (name: "b", kind: Boolean)],
            rules: [(rule: Impossible({"a": "true", "b": "true"}), because: "the law says so")])"#;
        let release = privet_spec::parse(text).unwrap();
        let list = RulesFile::of(&release).unwrap().list;
        assert_eq!(list.len(), 1);
        assert_eq!(list[0].matches("the law says so").count(), 1, "{}", list[0]);
    }
}
