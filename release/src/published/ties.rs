//! Which columns of a synthetic table hang together, and which on nothing, as far as the model can know.
//!
//! A model knows of two columns together what a table of both told, at whatever level, and what a rule of the spec says of
//! both. A column without either is drawn by itself.
//!
//! Tested: releases of every mechanism, against their own tables and rules.

use core::fmt;

use privet_spec::{Attribute, Release, RuleKind, shown};

/// What a column was measured together with.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ties {
    pub column: String,
    /// Columns that were measured in one table with it, in the order of the spec.
    pub measured_with: Vec<String>,
    /// Columns that a rule of the spec ties to it, but no table.
    pub ruled_with: Vec<String>,
    /// The column that determines it by a rule, so that it was neither read nor measured.
    pub follows_from: Option<String>,
}

impl Ties {
    /// Of every column that is learned or determined. `together` has the columns of each table that was measured.
    pub(super) fn all(release: &Release, together: &[Vec<&str>]) -> Vec<Self> {
        let name = |place: usize| release.schema.get(place).map(Attribute::name);
        let learned: Vec<&str> = release.learned().map(Attribute::name).collect();
        let determined: Vec<[&str; 2]> = (release.rules.list.iter())
            .filter_map(|rule| match &rule.kind {
                RuleKind::Determines(rule) => Some([name(rule.by)?, name(rule.column)?]),
                _ => None,
            })
            .collect();
        let relations = release.relations().into_iter().map(|relation| {
            let places = relation.attributes.into_iter();
            places
                .filter_map(|place| learned.get(place).copied())
                .collect()
        });
        let ruled: Vec<Vec<&str>> = relations
            .chain(determined.iter().map(|pair| pair.to_vec()))
            .collect();
        let columns = release.schema.iter().map(Attribute::name);
        let is_drawn = |column: &&str| {
            learned.contains(column) || determined.iter().any(|[_, follows]| follows == column)
        };
        let columns: Vec<&str> = columns.filter(is_drawn).collect();
        let tied = |column: &str, sets: &[Vec<&str>]| -> Vec<String> {
            let others = columns.iter().filter(|other| {
                **other != column
                    && sets
                        .iter()
                        .any(|set| set.contains(&column) && set.contains(other))
            });
            others.map(|&other| other.to_owned()).collect()
        };
        let ties = columns.iter().map(|&column| {
            let measured_with = tied(column, together);
            let mut ruled_with = tied(column, &ruled);
            ruled_with.retain(|other| !measured_with.contains(other));
            let by = determined.iter().find(|[_, follows]| *follows == column);
            Self {
                column: column.to_owned(),
                measured_with,
                ruled_with,
                follows_from: by.map(|[by, _]| (*by).to_owned()),
            }
        });
        ties.collect()
    }

    /// Whether it is drawn by itself, whatever the other columns are.
    pub fn is_alone(&self) -> bool {
        self.measured_with.is_empty() && self.ruled_with.is_empty()
    }
}

/// In a sentence.
impl fmt::Display for Ties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = shown(&self.column);
        if let Some(by) = &self.follows_from {
            let by = shown(by);
            return write!(f, "`{column}` follows from `{by}`, by a rule of the spec.");
        }
        if self.is_alone() {
            return write!(
                f,
                "`{column}` was measured on its own only: in the synthetic table it is independent of every other column."
            );
        }
        let listed = |names: &[String]| {
            let quoted: Vec<String> = names
                .iter()
                .map(|name| format!("`{}`", shown(name)))
                .collect();
            quoted.join(", ")
        };
        let (measured, ruled) = (listed(&self.measured_with), listed(&self.ruled_with));
        match (measured.as_str(), ruled.as_str()) {
            ("", ruled) => write!(
                f,
                "`{column}` was measured on its own only; rules of the spec tie it to {ruled}."
            ),
            (measured, "") => write!(f, "`{column}` was measured together with {measured}."),
            (measured, ruled) => write!(
                f,
                "`{column}` was measured together with {measured}; rules of the spec tie it to {ruled} as well."
            ),
        }
    }
}
