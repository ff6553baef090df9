//! A promise as a whole, and as `check` prints it.

use core::fmt;

use privet_spec::{Release, TARGET_WEIGHT, shown};
use serde::{Serialize, Serializer};

use super::in_words::InWords;
use super::rules::RulesFile;
use crate::plan::Total;
use crate::table::{Unprotected, unprotected};

/// What a spec promises to whom, what it does not protect, and how well an attacker can do at best. Of the spec alone: no
/// table is looked at. [`Display`](fmt::Display) says all of it, in several lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Promise {
    #[serde(flatten)]
    pub in_words: InWords,
    /// What the guarantee does not cover, one entry a reason.
    #[serde(serialize_with = "in_sentences")]
    pub not_protected: Vec<Unprotected>,
    /// The mechanism by its name, and why it is this one where the spec names none.
    pub mechanism: String,
    /// The rules of the spec, where it has any.
    pub rules: Option<RulesFile>,
    /// What matters most, where the spec says so.
    pub workload: Option<String>,
}

fn in_sentences<S: Serializer>(groups: &[Unprotected], out: S) -> Result<S::Ok, S::Error> {
    out.collect_seq(groups.iter().map(ToString::to_string))
}

impl Promise {
    pub(crate) fn of(release: &Release, total: Total) -> Self {
        Self {
            in_words: InWords::of(release, total),
            not_protected: unprotected(release),
            mechanism: mechanism(release),
            rules: RulesFile::of(release),
            workload: (!release.workload.is_empty()).then(|| workload(release)),
        }
    }

    /// What the guarantee does not cover, a sentence a reason.
    pub fn not_protected_in_words(&self) -> Vec<String> {
        let groups = self.not_protected.iter();
        groups.map(ToString::to_string).collect()
    }
}

impl fmt::Display for Promise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.in_words)?;
        writeln!(f, "Not protected:")?;
        for group in &self.not_protected {
            writeln!(f, "  - {group}")?;
        }
        writeln!(f, "{}", self.in_words.not_hidden)?;
        writeln!(f, "Mechanism: {}.", self.mechanism)?;
        if let Some(rules) = &self.rules {
            writeln!(f, "Rules: {}.", rules.assertion)?;
            for rule in &rules.list {
                writeln!(f, "  - {rule}")?;
            }
            writeln!(f, "Rows that break a rule: {}.", rules.broken)?;
        }
        if let Some(workload) = &self.workload {
            writeln!(f, "What matters most: {workload}.")?;
        }
        Ok(())
    }
}

/// The weights of the spec. They decide where the budget goes, not how much of it there is.
fn workload(release: &Release) -> String {
    let name = |column: &usize| {
        let attribute = release.schema.get(*column);
        attribute.map_or_else(String::new, |attribute| {
            format!("\"{}\"", shown(attribute.name()))
        })
    };
    let target = release.workload.target.iter().map(|column| {
        let target = name(column);
        format!("{target} with each other column ({TARGET_WEIGHT} times)")
    });
    let weights = release.workload.weights.iter().map(|one| {
        let columns: Vec<String> = one.columns.iter().map(name).collect();
        let others = if columns.len() == 1 {
            " with each other column"
        } else {
            ""
        };
        format!("{}{others} ({} times)", columns.join(", "), one.weight)
    });
    let all: Vec<String> = target.chain(weights).collect();
    format!("{}. The guarantee is the same", all.join("; "))
}

fn mechanism(release: &Release) -> String {
    let name = release.mechanism.name();
    if release.mechanism_is_named {
        format!("`{name}`")
    } else {
        format!("`{name}()`: {}", name.why_unnamed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn promised(unit: &str, adjacency: &str, schema: &str) -> String {
        let text = format!(
            "Release(privet: 1, unit: {unit}, adjacency: {adjacency}, \
             budget: (epsilon: \"1\", delta: \"1e-9\"), schema: [{schema}])"
        );
        let release = privet_spec::parse(&text).unwrap();
        let total = Total::of(release.budget.guarantee).unwrap();
        Promise::of(&release, total).to_string()
    }

    /// μ = 0.181974807…, Φ(μ/2) = 0.536248…: δ(μ) = Φ(−ε/μ + μ/2) − e^ε·Φ(−ε/μ − μ/2) solved by
    /// bisection in Python.
    #[test]
    fn gaussian_bound_is_told() {
        let text = promised("Row", "AddRemove", r#"(name: "a", kind: Boolean)"#);
        assert!(text.contains("the true bound is lower: 53.7 %"), "{text}");
    }

    #[test]
    fn who_and_what() {
        let fails = r#"(name: "a", kind: Boolean)"#;
        let nulls = r#"(name: "a", kind: Boolean, missing: [""], outside: Null)"#;
        let clamps = r#"(name: "a", kind: Integer(min: 0, max: 9), outside: Clamp)"#;
        let person = r#"Person(id: "pid", rows: 3)"#;
        for (label, text, parts) in [
            (
                "person",
                promised(person, "AddRemove", nulls),
                vec![
                    "column \"pid\"",
                    "at most 3 rows",
                    "one has a person more",
                    "(1, 1e-9)-differential privacy",
                    "adding or removing one person changes its probability",
                    "right at most 73.2 %",
                    "no row is longer than 16 MiB",
                ],
            ),
            (
                "person, one changed",
                promised(r#"Person(id: "pid", rows: 1)"#, "Replace", nulls),
                vec![
                    "which is one row",
                    "missing or stands twice is refused",
                    "changing one row changes its probability",
                    "every row has an id in `pid`, and no two rows the same",
                ],
            ),
            (
                "row that may fail",
                promised("Row", "AddRemove", fails),
                vec![
                    "each row",
                    "adding or removing one row",
                    "  - that every value lies in its domain (`Fail`): `a`\n",
                ],
            ),
            (
                "replace",
                promised("Row", "Replace", clamps),
                vec![
                    "number of rows is public",
                    "changing one row changes its probability",
                    "the number of rows, which is public",
                    "  - that every field is a number or date (`Clamp` without `missing`): `a`\n",
                ],
            ),
        ] {
            for part in parts {
                assert!(
                    text.contains(part),
                    "case `{label}`: no `{part}` in\n{text}"
                );
            }
        }
        assert!(!promised("Row", "AddRemove", nulls).contains("`a`"));
    }
}
