//! An attribute of the draft, as text that the language takes.

use core::fmt::Write as _;

use privet_spec::Attribute;

use super::text::{for_comment, literal, loud};
use crate::mark::MARK;

/// An attribute of the draft.
pub(super) struct Written {
    name: String,
    kind: String,
    /// Further fields, each with its comma in front.
    rest: String,
    /// Remarks above it.
    remarks: Vec<String>,
    pub(super) attribute: Attribute,
}

impl Written {
    /// `None` if the language refuses it.
    pub(super) fn new(
        name: &str,
        kind: String,
        rest: String,
        remarks: Vec<String>,
    ) -> Option<Self> {
        let mut release = parse_alone(&format!("(name: {}, kind: {kind}{rest})", literal(name)))?;
        Some(Self {
            name: name.to_owned(),
            kind,
            rest,
            remarks,
            attribute: release.schema.pop()?,
        })
    }

    /// The lines in the schema.
    pub(super) fn text(&self) -> String {
        let mut out = String::new();
        for remark in &self.remarks {
            let _ = writeln!(out, "{INDENT}// {remark}");
        }
        let (name, kind, rest) = (literal(&self.name), &self.kind, &self.rest);
        let _ = writeln!(
            out,
            "{INDENT}(name: {name}, kind: {kind}{rest}), {}",
            loud()
        );
        out
    }

    /// Without coarser levels, to stay within the language's limit.
    pub(super) fn without_levels(&mut self) {
        self.rest.push_str(", hierarchy: None");
    }
}

/// A spec with these attributes, behind one that makes it a schema whatever they are: so the
/// language itself says what it takes.
pub(super) fn parse_alone(attributes: &str) -> Option<privet_spec::Release> {
    let text = format!(
        "Release(privet: 1, unit: Row, adjacency: AddRemove, \
         budget: (epsilon: \"1\", delta: \"1e-9\"), \
         schema: [(name: \"(no name of a column)\", kind: Boolean), {attributes}])"
    );
    privet_spec::parse(&text).ok()
}

/// `, missing: […]` and the policy that needs it.
pub(super) fn missing<'t>(texts: impl IntoIterator<Item = &'t String>, policy: &str) -> String {
    let texts: Vec<String> = texts.into_iter().map(|text| literal(text)).collect();
    if texts.is_empty() {
        return String::new();
    }
    format!(", missing: [{}]{policy}", texts.join(", "))
}

/// A column that is left out, as a comment.
pub(super) fn refused_text(name: &str, why: &str) -> String {
    format!(
        "{INDENT}// \"{}\" is left out: {why}. {MARK}\n",
        for_comment(name)
    )
}

pub(super) const INDENT: &str = "        ";
