//! The fields of a group in parentheses: known names, each at most once.

use crate::expect::{Variant, mismatch};
use crate::findings::Findings;
use crate::problem::Place;
use crate::reader::{Body, Field, Node, Value};

/// The known fields that a group has.
pub(crate) struct Fields<'n> {
    /// What the group describes, as in "budget".
    owner: &'static str,
    /// What to blame for a missing field.
    head: Place,
    present: Vec<&'n Field>,
}

impl<'n> Fields<'n> {
    /// Takes a node for a group, `(…)` or `Name(…)` with the group's own name.
    pub(crate) fn of_group(node: &'n Node, group: Group, findings: &mut Findings) -> Option<Self> {
        let help = format!(
            "write `({}: …)`",
            group.known.first().copied().unwrap_or_default()
        );
        let Value::Term { name, body } = &node.value else {
            return mismatch(
                node,
                &format!("the {} in parentheses", group.owner),
                &help,
                findings,
            );
        };
        if let Some(name) = name.as_ref().filter(|name| name.text != group.name) {
            let what = format!(
                "expected the {}, found the name `{}`",
                group.owner, name.text
            );
            findings.add(
                name.place,
                what,
                format!("write `{}(…)` or `(…)`", group.name),
            );
            return None;
        }
        let Body::Fields(written) = body else {
            findings.add(
                node.head(),
                format!("the {} has named fields", group.owner),
                help,
            );
            return None;
        };
        Some(Self::check(written, node.head(), group, findings))
    }

    /// Takes what follows a variant's name for a group; nothing at all is an empty one.
    pub(crate) fn of_variant(
        variant: &Variant<'n>,
        known: &'static [&'static str],
        findings: &mut Findings,
    ) -> Option<Self> {
        let group = Group {
            owner: variant.name,
            name: variant.name,
            known,
        };
        match variant.body {
            Body::Bare => Some(Self::check(&[], variant.place, group, findings)),
            Body::Fields(written) => Some(Self::check(written, variant.place, group, findings)),
            Body::Items(_) => {
                let what = format!("`{}` has named fields", variant.name);
                let help = format!("write field names: `{}`", known.join("`, `"));
                findings.add(variant.place, what, help);
                None
            }
        }
    }

    /// The value of a field, if it is there. `Some(value)` means the value, `None` means absent.
    pub(crate) fn optional(&self, name: &str) -> Option<&'n Node> {
        let node = self.as_written(name)?;
        match &node.value {
            Value::Term {
                name: Some(name),
                body: Body::Bare,
            } if name.text == "None" => None,
            Value::Term {
                name: Some(name),
                body: Body::Items(items),
            } if name.text == "Some" && items.len() == 1 => items.first(),
            _ => Some(node),
        }
    }

    /// The value of a field, if it is there, for a field in which `None` has a meaning of its own.
    pub(crate) fn as_written(&self, name: &str) -> Option<&'n Node> {
        self.present
            .iter()
            .find(|field| field.name.text == name)
            .map(|field| &field.value)
    }

    /// The value of a field that must be there; `example` shows how it is written.
    pub(crate) fn required(
        &self,
        name: &str,
        example: &str,
        findings: &mut Findings,
    ) -> Option<&'n Node> {
        let node = self.optional(name);
        if node.is_none() {
            let what = format!("`{name}` is missing in the {}", self.owner);
            findings.add(self.head, what, format!("write `{name}: {example}`"));
        }
        node
    }

    /// What to blame for something missing in this group.
    pub(crate) fn head(&self) -> Place {
        self.head
    }

    fn check(written: &'n [Field], head: Place, group: Group, findings: &mut Findings) -> Self {
        let Group { owner, known, .. } = group;
        let mut present: Vec<&Field> = Vec::new();
        for field in written {
            let name = &field.name;
            let is_known = known.contains(&name.text.as_str());
            if !is_known && RESERVED.contains(&name.text.as_str()) {
                let what = format!("`{}` is reserved for a later version", name.text);
                findings.add(name.place, what, "remove it");
            } else if !is_known {
                let what = format!("there is no field `{}` in the {owner}", name.text);
                if known.is_empty() {
                    findings.add(name.place, what, "remove it");
                } else {
                    findings.unknown(name.place, what, &name.text, known);
                }
            } else if present.iter().any(|earlier| earlier.name.text == name.text) {
                let what = format!("the field `{}` is written twice", name.text);
                findings.add(name.place, what, "remove one of them");
            } else {
                present.push(field);
            }
        }
        Self {
            owner,
            head,
            present,
        }
    }
}

/// What a group is called and may hold.
#[derive(Clone, Copy)]
pub(crate) struct Group {
    /// The noun for messages.
    pub(crate) owner: &'static str,
    /// The name that may stand before its parenthesis.
    pub(crate) name: &'static str,
    pub(crate) known: &'static [&'static str],
}

/// Several tables are planned; nobody should take the word before.
const RESERVED: [&str; 1] = ["tables"];
