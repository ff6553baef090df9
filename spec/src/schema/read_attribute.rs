//! One attribute of the schema.

use std::collections::HashSet;

use super::context::SchemaContext;
use super::outside::OutsideWritten;
use super::read_hierarchy::HierarchyWritten;
use super::read_kind::read_kind;
use super::{Attribute, Fit, Kind, MOST_CODES, Outside};
use crate::expect::name;
use crate::fields::{Fields, Group};
use crate::files::{Files, NamedFile};
use crate::findings::Findings;
use crate::input::DecimalSign;
use crate::missing::read_missing;
use crate::problem::Place;
use crate::reader::Node;
use crate::text::appearance;

/// An attribute and its name; the name alone may be readable.
pub(super) struct NamedAttribute<'n> {
    pub(super) name: Option<(&'n str, Place)>,
    pub(super) attribute: Option<Attribute>,
}

pub(super) fn read_attribute<'n>(
    node: &'n Node,
    context: &mut SchemaContext<'_, '_>,
    findings: &mut Findings,
) -> NamedAttribute<'n> {
    let Some(fields) = Fields::of_group(node, ATTRIBUTE, findings) else {
        return NamedAttribute {
            name: None,
            attribute: None,
        };
    };
    let name = fields
        .required("name", "\"age\"", findings)
        .and_then(|node| name(node, "attribute name", findings).map(|name| (name, node.place)));
    let parts = Parts::read(&fields, context.files, findings);
    let attribute = parts.and_then(|parts| parts.assemble(name?.0, context.decimal, findings));
    NamedAttribute { name, attribute }
}

/// The parts of an attribute, each readable on its own; now they meet.
struct Parts<'n> {
    kind: Kind,
    file: Option<NamedFile>,
    kind_place: Place,
    missing: Vec<(&'n str, Place)>,
    outside: Option<OutsideWritten>,
    hierarchy: HierarchyWritten<'n>,
}

impl<'n> Parts<'n> {
    /// Reads every part before giving up, so that all their problems are reported.
    fn read(fields: &Fields<'n>, files: &mut Files<'_>, findings: &mut Findings) -> Option<Self> {
        let kind_node = fields.required("kind", "Categorical([\"a\", \"b\"])", findings);
        let kind = kind_node.and_then(|node| read_kind(node, files, findings));
        let missing = match fields.optional("missing") {
            Some(node) => read_missing(node, findings),
            None => Some(Vec::new()),
        };
        let outside = match fields.optional("outside") {
            Some(node) => OutsideWritten::read(node, findings).map(Some),
            None => Some(None),
        };
        let hierarchy = match fields.as_written("hierarchy") {
            Some(node) => HierarchyWritten::read(node, findings),
            None => Some(HierarchyWritten::DEFAULT),
        };
        if let Some((Kind::Identifier { .. }, _)) = kind {
            refuse_for_identifier(fields, findings)?;
        }
        let (kind, file) = kind?;
        Some(Self {
            kind,
            file,
            kind_place: kind_node?.place,
            missing: missing?,
            outside: outside?,
            hierarchy: hierarchy?,
        })
    }

    fn assemble(
        self,
        name: &str,
        decimal: DecimalSign,
        findings: &mut Findings,
    ) -> Option<Attribute> {
        let Self {
            mut kind,
            file,
            kind_place,
            missing,
            outside,
            hierarchy,
        } = self;
        let nullable = !missing.is_empty();
        let outside = match outside {
            Some(written) => written.resolve(&mut kind, nullable, findings),
            None => Some(Outside::Fail),
        };
        let missing = check_missing(&kind, missing, decimal, findings);
        let codes = u64::from(kind.values()) + u64::from(nullable);
        if codes > u64::from(MOST_CODES) {
            let what = format!("\"{name}\" has {codes} values; at most {MOST_CODES} are possible");
            findings.add(kind_place, what, "write fewer labels or wider bins");
            return None;
        }
        let levels = hierarchy.levels(&kind, nullable, findings);
        Some(Attribute::new(
            name.to_owned(),
            (kind, file),
            missing?,
            outside?,
            (levels?, hierarchy.declared()),
            decimal,
        ))
    }
}

/// A missing token must not be a value: a synthetic value could be read as missing.
fn check_missing(
    kind: &Kind,
    missing: Vec<(&str, Place)>,
    decimal: DecimalSign,
    findings: &mut Findings,
) -> Option<Vec<String>> {
    if missing.is_empty() {
        return Some(Vec::new());
    }
    let before = missing.len();
    let labels: HashSet<String> = kind.labels().into_iter().map(appearance).collect();
    let is_value = |token: &str| {
        let inside = || matches!(kind.locate(token.trim(), decimal), Fit::Inside(_));
        labels.contains(&appearance(token)) || inside()
    };
    let tokens: Vec<String> = missing
        .into_iter()
        .filter_map(|(token, place)| {
            if is_value(token) {
                let what = format!("the missing token \"{token}\" is also a value of the domain");
                let help = "write a domain without it, or remove it from `missing`";
                findings.add(place, what, help);
                return None;
            }
            Some(token.to_owned())
        })
        .collect();
    (tokens.len() == before).then_some(tokens)
}

fn refuse_for_identifier(fields: &Fields<'_>, findings: &mut Findings) -> Option<()> {
    let mut allowed = Some(());
    for name in ["missing", "outside", "hierarchy"] {
        if let Some(node) = fields.as_written(name) {
            let what = format!("an `Identifier` is never read, so `{name}` says nothing");
            findings.add(node.place, what, format!("remove `{name}`"));
            allowed = None;
        }
    }
    allowed
}

const ATTRIBUTE: Group = Group {
    owner: "attribute",
    name: "Attribute",
    known: &["name", "kind", "missing", "outside", "hierarchy"],
};
