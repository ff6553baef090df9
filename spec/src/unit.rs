//! Who is protected, and against what comparison.

use crate::expect::{count, name, variant};
use crate::fields::Fields;
use crate::findings::Findings;
use crate::in_full::Written;
use crate::missing::read_missing;
use crate::reader::Node;

/// The unit of privacy: whose presence the noise hides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Each row on its own.
    Row,
    /// A person with at most `rows` rows, told apart by the column `id`. Further rows are dropped.
    Person {
        /// The column that holds the person's id, which is never released.
        id: String,
        /// At least 1.
        rows: u32,
        /// Texts in that column that name no person, besides the empty one and NaN.
        missing: Vec<String>,
    },
}

/// Which two tables count as neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adjacency {
    /// One unit more or less; the number of rows is private.
    AddRemove,
    /// One row changed; the number of rows is public.
    Replace,
}

impl Unit {
    /// The most rows that one unit can have.
    pub fn rows(&self) -> u32 {
        match self {
            Self::Row => 1,
            Self::Person { rows, .. } => *rows,
        }
    }

    pub(crate) fn read(node: &Node, findings: &mut Findings) -> Option<Self> {
        let variant = variant(node, "unit", &["Row", "Person"], findings)?;
        if variant.name == "Row" {
            return variant.alone(findings).map(|()| Self::Row);
        }
        let fields = Fields::of_variant(&variant, &["id", "rows", "missing"], findings)?;
        let id = fields.required("id", "\"person_id\"", findings);
        let id = id.and_then(|node| name(node, "column name", findings));
        let rows = fields.required("rows", "1", findings);
        let rows = rows.and_then(|node| count(node, 1..=MOST_ROWS, findings));
        let missing = match fields.optional("missing") {
            Some(node) => read_missing(node, findings)?,
            None => Vec::new(),
        };
        Some(Self::Person {
            id: id?.to_owned(),
            rows: rows?,
            missing: missing.into_iter().map(|(token, _)| token.into()).collect(),
        })
    }

    pub(crate) fn written(&self) -> Written {
        match self {
            Self::Row => Written::bare("Row"),
            Self::Person { id, rows, missing } => Written::Group(
                "Person",
                vec![
                    ("id", Written::text(id)),
                    ("rows", Written::bare(rows)),
                    ("missing", Written::missing(missing)),
                ],
            ),
        }
    }
}

impl Adjacency {
    pub(crate) fn read(node: &Node, findings: &mut Findings) -> Option<Self> {
        let variant = variant(node, "adjacency", &["AddRemove", "Replace"], findings)?;
        variant.alone(findings)?;
        Some(if variant.name == "Replace" {
            Self::Replace
        } else {
            Self::AddRemove
        })
    }

    pub(crate) fn written(self) -> Written {
        Written::bare(match self {
            Self::AddRemove => "AddRemove",
            Self::Replace => "Replace",
        })
    }

    /// `Replace` compares tables in which one row differs, so a unit must be one row.
    pub(crate) fn check_with(self, unit: &Unit, node: &Node, findings: &mut Findings) {
        if self == Self::Replace && unit.rows() > 1 {
            let what = "`Replace` needs a unit of one row".to_owned();
            findings.add(
                node.place,
                what,
                "write `AddRemove`, or `rows: 1` in the unit",
            );
        }
    }
}

/// A person with more rows than this would need noise above any table.
const MOST_ROWS: u32 = 1_000_000;
