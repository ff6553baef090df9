//! What becomes of a row of the table that breaks a rule.

use crate::expect::variant;
use crate::fields::Fields;
use crate::findings::Findings;
use crate::in_full::Written;
use crate::unit::Adjacency;

/// What becomes of a row of the table that breaks a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// It is left out, as if it were not there.
    Drop,
    /// It is counted as it is; the model has no place for it.
    Keep,
}

impl Broken {
    pub(super) fn read(
        fields: &Fields<'_>,
        adjacency: Option<Adjacency>,
        findings: &mut Findings,
    ) -> Option<Self> {
        let Some(node) = fields.optional("broken") else {
            return Some(match adjacency {
                Some(Adjacency::Replace) => Self::Keep,
                Some(Adjacency::AddRemove) | None => Self::Drop,
            });
        };
        let variant = variant(node, "policy for broken rows", &["Drop", "Keep"], findings)?;
        variant.alone(findings)?;
        if variant.name == "Keep" {
            return Some(Self::Keep);
        }
        if adjacency == Some(Adjacency::Replace) {
            let what =
                "under `Replace` the number of rows is public, and how many keep the rules is not";
            findings.add(
                node.place,
                what,
                "write `broken: Keep`, or `adjacency: AddRemove`",
            );
            return None;
        }
        Some(Self::Drop)
    }

    pub(super) fn written(self) -> Written {
        Written::bare(match self {
            Self::Drop => "Drop",
            Self::Keep => "Keep",
        })
    }
}
