//! What a spec promises, in sentences.

use core::fmt::Write as _;

use privet_spec::{Adjacency, Release, TARGET_WEIGHT, Unit, shown};

use crate::odds::{percent_up, right_by_guarantee, right_by_mu_squared};
use crate::plan::Total;
use crate::record::{RulesFile, unprotected};

/// What the spec promises to whom, what it does not protect, and how well an attacker can do at
/// best. Of the spec alone: no table is looked at.
pub fn promise(release: &Release) -> String {
    let mut out = String::new();
    // Writing to a `String` cannot fail.
    let _ = writeln!(out, "Protected: {}", protected(release));
    let _ = writeln!(out, "Neighbouring: {}", neighbouring(release));
    let _ = writeln!(out, "Budget: {}", budget(release));
    let _ = writeln!(out, "An attacker's best odds: {}", odds(release));
    let _ = writeln!(out, "Not protected: {}", not_protected(release));
    let _ = writeln!(out, "Mechanism: {}.", mechanism(release));
    if let Some(rules) = RulesFile::of(release) {
        let _ = writeln!(out, "Rules: {}.", rules.assertion);
        for rule in &rules.list {
            let _ = writeln!(out, "  - {rule}");
        }
        let _ = writeln!(out, "Rows that break a rule: {}.", rules.broken);
    }
    if !release.workload.is_empty() {
        let _ = writeln!(out, "What matters most: {}.", workload(release));
    }
    out
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

/// The mechanism by its name, and why it is this one where the spec names none.
pub(crate) fn mechanism(release: &Release) -> String {
    let name = release.mechanism.name();
    if release.mechanism_is_named {
        format!("`{name}`")
    } else {
        format!("`{name}()`: {}", name.why_unnamed())
    }
}

fn protected(release: &Release) -> String {
    let id = match &release.unit {
        Unit::Row => String::new(),
        Unit::Person { id, .. } => shown(id),
    };
    match &release.unit {
        Unit::Row => "each row on its own. A person with several rows is protected less: the \
             guarantee is for one of them."
            .to_owned(),
        Unit::Person { .. } if release.adjacency == Adjacency::Replace => format!(
            "each person, with everything that the table says about them, which is one row. Persons are told apart by the column \
             \"{id}\", which is not released; a table in which an id is missing or stands twice is \
             refused."
        ),
        Unit::Person { rows: 1, .. } => format!(
            "each person, with everything that the table says about them. Persons are told apart by the column \"{id}\", which \
             is not released; one row of each person is used, chosen by a secret key, and rows \
             without an id are dropped."
        ),
        Unit::Person { rows, .. } => format!(
            "each person, with everything that the table says about them. Persons are told apart by the column \"{id}\", which \
             is not released; at most {rows} rows of each person are used, chosen by a secret key, and \
             rows without an id are dropped."
        ),
    }
}

fn neighbouring(release: &Release) -> &'static str {
    match (release.adjacency, &release.unit) {
        (Adjacency::AddRemove, Unit::Row) => {
            "two tables of which one has a row more. The number of rows is private."
        }
        (Adjacency::AddRemove, Unit::Person { .. }) => {
            "two tables of which one has a person more, with all their rows. The number of rows is \
             private."
        }
        (Adjacency::Replace, _) => {
            "two tables that differ in the content of one row. The number of rows is public."
        }
    }
}

fn budget(release: &Release) -> String {
    let guarantee = release.budget.guarantee;
    let epsilon = guarantee.epsilon();
    let up_to = guarantee
        .delta()
        .map_or_else(String::new, |delta| format!(", up to a chance of {delta}"));
    let mut text = format!(
        "{guarantee}-differential privacy. Whatever an attacker looks for in the release, \
         adding or removing one person changes its probability at most by the factor e^{epsilon}{up_to}."
    );
    if release.adjacency == Adjacency::Replace || release.unit == Unit::Row {
        text = text.replace("adding or removing one person", one_unit(release));
    }
    if let Some(lifetime) = release.budget.lifetime {
        let _ = write!(
            text,
            " All releases of this table together may spend {lifetime}."
        );
    }
    text
}

fn one_unit(release: &Release) -> &'static str {
    match release.adjacency {
        Adjacency::AddRemove => "adding or removing one row",
        Adjacency::Replace => "changing one row",
    }
}

/// How often an attacker is right at best, before the release 1 time in 2.
pub(crate) struct Odds {
    /// What is guessed.
    pub(crate) question: &'static str,
    /// What the budget says alone.
    of_budget: f64,
    /// What Gaussian noise makes of it, which is less.
    of_noise: Option<f64>,
}

impl Odds {
    pub(crate) fn of(release: &Release) -> Self {
        let guarantee = release.budget.guarantee;
        Self {
            question: match (release.adjacency, &release.unit) {
                (Adjacency::Replace, _) => "which of two contents a given row has",
                (Adjacency::AddRemove, Unit::Row) => "whether a given row is in the table",
                (Adjacency::AddRemove, Unit::Person { .. }) => {
                    "whether a given person is in the table"
                }
            },
            of_budget: right_by_guarantee(guarantee),
            of_noise: match Total::of(guarantee) {
                Ok(Total::Gaussian(total)) => Some(right_by_mu_squared(total)),
                _ => None,
            },
        }
    }

    /// The truest of the bounds.
    pub(crate) fn lowest(&self) -> f64 {
        self.of_noise.unwrap_or(self.of_budget)
    }

    /// The bounds, as in `73.2 %, with Gaussian noise 53.7 %`.
    pub(crate) fn in_short(&self) -> String {
        let of_noise = self.of_noise.map_or_else(String::new, |accuracy| {
            format!(", with Gaussian noise {}", percent_up(accuracy))
        });
        format!("{}{of_noise}", percent_up(self.of_budget))
    }
}

fn odds(release: &Release) -> String {
    let Odds {
        question,
        of_budget,
        of_noise,
    } = Odds::of(release);
    let guarantee = release.budget.guarantee;
    let epsilon = guarantee.epsilon();
    let numerator = match guarantee.delta() {
        Some(delta) => format!("(e^{epsilon} + {delta})"),
        None => format!("e^{epsilon}"),
    };
    let best = percent_up(of_budget);
    let sharper = of_noise.map_or_else(String::new, |accuracy| {
        let best = percent_up(accuracy);
        format!(" As the noise is Gaussian, the true bound is lower: {best}.")
    });
    format!(
        "somebody who knows everything else and guesses {question}, with odds of 1 in 2 before the \
         release, is right at most {best} of the time after it: {numerator}/(1 + e^{epsilon}).\
         {sharper}"
    )
}

fn not_protected(release: &Release) -> String {
    format!(
        "{}. A release stops where one of these does not hold, and everybody sees that it did not stop. What is \
         true of people in general can be learned from the release, and so about anybody.",
        unprotected(release).join("; ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn promised(unit: &str, adjacency: &str, schema: &str) -> String {
        let text = format!(
            "Release(privet: 1, unit: {unit}, adjacency: {adjacency}, \
             budget: (epsilon: \"1\", delta: \"1e-9\"), schema: [{schema}])"
        );
        promise(&privet_spec::parse(&text).unwrap())
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
                    "that of `a` every value lies in the domain",
                ],
            ),
            (
                "replace",
                promised("Row", "Replace", clamps),
                vec![
                    "number of rows is public",
                    "changing one row changes its probability",
                    "the number of rows, which is public",
                    "that of `a` every field is a number or date",
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
        assert!(!promised("Row", "AddRemove", nulls).contains("of `a`"));
    }
}
