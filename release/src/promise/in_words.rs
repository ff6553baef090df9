//! Who is protected, against what, and how well: the sentences that the record carries.

use core::fmt;

use privet_spec::{Adjacency, Guarantee, Release, Unit, shown};
use serde::{Deserialize, Serialize};

use super::odds::Odds;
use crate::plan::Total;

/// The promise in plain words. What it does not cover is a list beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InWords {
    /// As in "(1, 1e-9)-differential privacy for a row".
    pub in_short: String,
    /// Who is protected.
    pub protected: String,
    /// Which tables nobody can tell apart.
    pub neighbouring: String,
    /// What ε and δ say of whatever an attacker looks for.
    pub guarantee: String,
    /// How often an attacker is right at best.
    pub odds: String,
    /// Why there is a list of what is not protected, and what no release hides.
    pub not_hidden: String,
}

impl InWords {
    pub(crate) fn of(release: &Release, total: Total) -> Self {
        let guarantee = release.budget.guarantee;
        let unit = unit_in_words(&release.unit);
        Self {
            in_short: format!("{guarantee}-differential privacy for {unit}"),
            protected: protected(release),
            neighbouring: neighbouring(release).to_owned(),
            guarantee: guarantee_in_words(release),
            odds: Odds::of(release, total).in_words(release),
            not_hidden: NOT_HIDDEN.to_owned(),
        }
    }
}

/// A line for each of the four that `plan` begins with too.
impl fmt::Display for InWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Protected: {}", self.protected)?;
        writeln!(f, "Neighbouring: {}", self.neighbouring)?;
        writeln!(f, "Guarantee: {}", self.guarantee)?;
        writeln!(f, "An attacker's best odds: {}", self.odds)
    }
}

fn protected(release: &Release) -> String {
    let (id, rows) = match &release.unit {
        Unit::Row => {
            return "each row on its own. A person with several rows is protected less: the guarantee is for one of \
                    them."
                .to_owned();
        }
        Unit::Person { id, rows, .. } => (shown(id), *rows),
    };
    let told_apart =
        format!("Persons are told apart by the column \"{id}\", which is not released");
    let everything = "each person, with everything that the table says about them";
    if release.adjacency == Adjacency::Replace {
        return format!(
            "{everything}, which is one row. {told_apart}; a table in which an id is missing or stands twice is \
             refused."
        );
    }
    let used = match rows {
        1 => "one row of each person is used".to_owned(),
        rows => format!("at most {rows} rows of each person are used"),
    };
    format!(
        "{everything}. {told_apart}; {used}, chosen by a secret key, and rows without an id are dropped."
    )
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

fn guarantee_in_words(release: &Release) -> String {
    let guarantee = release.budget.guarantee;
    let change = match (release.adjacency, &release.unit) {
        (Adjacency::AddRemove, Unit::Row) => "adding or removing one row",
        (Adjacency::AddRemove, Unit::Person { .. }) => "adding or removing one person",
        (Adjacency::Replace, _) => "changing one row",
    };
    let epsilon = guarantee.epsilon();
    let up_to = guarantee
        .delta()
        .map_or_else(String::new, |delta| format!(", up to a chance of {delta}"));
    let lifetime = release
        .budget
        .lifetime
        .map_or_else(String::new, |lifetime| {
            format!(" All releases of this table together may spend {lifetime}.")
        });
    format!(
        "{guarantee}-differential privacy. Whatever an attacker looks for in the release, {change} changes its \
         probability at most by the factor e^{epsilon}{up_to}.{lifetime}"
    )
}

/// δ, which is 0 in a pure release.
pub(crate) fn delta_in_words(guarantee: Guarantee) -> String {
    guarantee
        .delta()
        .map_or_else(|| "0".to_owned(), |delta| delta.to_string())
}

/// What neighbouring means, in a few words.
pub(crate) fn adjacency_in_words(adjacency: Adjacency) -> &'static str {
    match adjacency {
        Adjacency::AddRemove => "AddRemove: one unit more or less",
        Adjacency::Replace => "Replace: one row changed, the number of rows fixed and public",
    }
}

/// Who is protected, in a few words.
pub(crate) fn unit_in_words(unit: &Unit) -> String {
    match unit {
        Unit::Row => "a row".to_owned(),
        Unit::Person { id, rows: 1, .. } => {
            format!("a person, by `{}`, with one row", shown(id))
        }
        Unit::Person { id, rows, .. } => {
            format!("a person, by `{}`, with at most {rows} rows", shown(id))
        }
    }
}

const NOT_HIDDEN: &str = "A release stops where one of the facts that are not protected does not hold, and everybody \
sees that it did not stop. What is true of people in general can be learned from the release, and so about anybody.";
