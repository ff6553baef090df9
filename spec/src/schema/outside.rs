//! What happens to a value outside of the domain.
//!
//! Tested: `any_field_is_encoded`, `which_fields_are_refused`, `the_number_of_any_field_lies_in_the_bin_of_its_code`
//! under every policy.

use super::Kind;
use super::distinct::Distinct;
use crate::expect::{name, variant};
use crate::findings::Findings;
use crate::problem::Place;
use crate::reader::Node;

/// The declared policy for a value outside of the domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// The nearest value of an ordered domain. Text that is no number or date at all cannot be
    /// clamped: it becomes null if the attribute is nullable and stops the release otherwise.
    Clamp,
    /// Becomes a missing value.
    Null,
    /// Becomes a catch-all label, here by its code.
    Other(u16),
    /// Stops the release before any budget is spent. Whether a table passes is not protected.
    Fail,
}

/// A policy as it is written, before the kind is known.
pub(super) struct OutsideWritten {
    place: Place,
    policy: Policy,
}

enum Policy {
    Clamp,
    Null,
    Other(String),
    Fail,
}

impl OutsideWritten {
    pub(super) fn read(node: &Node, findings: &mut Findings) -> Option<Self> {
        let known = ["Clamp", "Null", "Other", "Fail"];
        let variant = variant(node, "policy for values outside", &known, findings)?;
        let policy = if variant.name == "Other" {
            let label = variant.only_item("Other(\"other\")", findings)?;
            Policy::Other(name(label, "label", findings)?.to_owned())
        } else {
            variant.alone(findings)?;
            match variant.name {
                "Clamp" => Policy::Clamp,
                "Null" => Policy::Null,
                _ => Policy::Fail,
            }
        };
        Some(Self {
            place: node.place,
            policy,
        })
    }

    /// Checks the policy against the kind; a catch-all label becomes a category if it is none yet.
    pub(super) fn resolve(
        self,
        kind: &mut Kind,
        nullable: bool,
        findings: &mut Findings,
    ) -> Option<Outside> {
        let problem = match (self.policy, kind) {
            (Policy::Fail, _) => return Some(Outside::Fail),
            (Policy::Clamp, kind) if kind.is_ordered() => return Some(Outside::Clamp),
            (Policy::Null, _) if nullable => return Some(Outside::Null),
            (Policy::Other(label), Kind::Categorical(labels)) => {
                let listed = labels.iter().position(|known| *known == label);
                if listed.is_none() {
                    let mut distinct = Distinct::new("label");
                    for known in labels.iter() {
                        distinct.assume(known);
                    }
                    distinct.add(&label, self.place, findings)?;
                    labels.push(label);
                }
                let index = listed.unwrap_or(labels.len() - 1);
                // Too many labels are refused by the check of the domain's size.
                return Some(Outside::Other(u16::try_from(index).unwrap_or(u16::MAX)));
            }
            (Policy::Clamp, _) => (
                "labels have no order, so they cannot be clamped",
                "write `Fail`, `Null` (with `missing: […]`), or for a `Categorical` `Other(\"other\")`",
            ),
            (Policy::Null, _) => (
                "`Null` needs a declared missing value",
                "write `missing: [\"\"]` as well, or another policy",
            ),
            (Policy::Other(_), _) => (
                "a catch-all label is only for a `Categorical`",
                "write `Fail`, `Null` (with `missing: […]`), or for numbers and dates `Clamp`",
            ),
        };
        findings.add(self.place, problem.0, problem.1);
        None
    }
}
