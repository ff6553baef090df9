//! The kind of an attribute.

use super::Kind;
use super::code_list::read_code_list;
use super::distinct::Distinct;
use super::read_dates::{read_date, read_date_time};
use super::read_ordered::{read_integer, read_real};
use crate::expect::{Variant, list, name, text, variant};
use crate::fields::Fields;
use crate::files::{Files, NamedFile};
use crate::findings::Findings;
use crate::reader::{Body, Node};

/// A kind, and the file in which its labels stand, if they do.
pub(super) fn read_kind(
    node: &Node,
    files: &mut Files<'_>,
    findings: &mut Findings,
) -> Option<(Kind, Option<NamedFile>)> {
    let variant = variant(node, "kind", KINDS, findings)?;
    let kind = match variant.name {
        "Categorical" => return read_categorical(&variant, files, findings),
        "Boolean" => read_boolean(&variant, findings),
        "Integer" => read_integer(&variant, findings),
        "Real" => read_real(&variant, findings),
        "Date" => read_date(&variant, findings),
        "DateTime" => read_date_time(&variant, findings),
        _ => read_identifier(&variant, findings),
    };
    Some((kind?, None))
}

fn read_categorical(
    variant: &Variant<'_>,
    files: &mut Files<'_>,
    findings: &mut Findings,
) -> Option<(Kind, Option<NamedFile>)> {
    if let Body::Fields(written) = variant.body
        && !written.is_empty()
    {
        let fields = Fields::of_variant(variant, &["file", "digest"], findings)?;
        let file = files.take(&fields, findings)?;
        let labels = read_code_list(&file, variant.place, findings)?;
        return Some((Kind::Categorical(labels), Some(file)));
    }
    let node = variant.only_item("Categorical([\"a\", \"b\"])", findings)?;
    let items = list(node, findings)?;
    if items.is_empty() {
        findings.add(
            node.place,
            "this domain is empty",
            "write its labels, as in `[\"a\", \"b\"]`",
        );
        return None;
    }
    let mut distinct = Distinct::new("label");
    let labels: Vec<String> = items
        .iter()
        .filter_map(|item| {
            let label = name(item, "label", findings)?;
            distinct.add(label, item.place, findings)?;
            Some(label.to_owned())
        })
        .collect();
    (labels.len() == items.len()).then_some((Kind::Categorical(labels), None))
}

fn read_boolean(variant: &Variant<'_>, findings: &mut Findings) -> Option<Kind> {
    let fields = Fields::of_variant(variant, &["no", "yes"], findings)?;
    let (no, yes) = match (fields.optional("no"), fields.optional("yes")) {
        (None, None) => {
            return Some(Kind::Boolean {
                no: "false".to_owned(),
                yes: "true".to_owned(),
            });
        }
        (None, Some(_)) => (fields.required("no", "\"0\"", findings), None),
        (Some(_), None) => (None, fields.required("yes", "\"1\"", findings)),
        both => both,
    };
    let mut distinct = Distinct::new("label");
    let mut label = |node: &Node| {
        let label = name(node, "label", findings)?;
        distinct.add(label, node.place, findings)?;
        Some(label.to_owned())
    };
    let (no, yes) = (no.and_then(&mut label), yes.and_then(&mut label));
    Some(Kind::Boolean { no: no?, yes: yes? })
}

fn read_identifier(variant: &Variant<'_>, findings: &mut Findings) -> Option<Kind> {
    let fields = Fields::of_variant(variant, &["prefix"], findings)?;
    let prefix = match fields.optional("prefix") {
        Some(node) => text(node, findings)?.to_owned(),
        None => String::new(),
    };
    Some(Kind::Identifier { prefix })
}

const KINDS: &[&str] = &[
    "Categorical",
    "Boolean",
    "Integer",
    "Real",
    "Date",
    "DateTime",
    "Identifier",
];
