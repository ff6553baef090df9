//! An attribute of the draft, as text that the language takes.

use privet_spec::{Attribute, in_ascii, literal};

use super::text::{INDENT, Lines, code, mark};

/// An attribute of the draft.
pub(super) struct Written {
    name: String,
    /// All fields but the name.
    fields: Lines,
    pub(super) attribute: Attribute,
    /// Why it is as it is: for the private notes, since it tells of the table.
    pub(super) reasons: Vec<String>,
}

impl Written {
    /// `None` if the language refuses it.
    pub(super) fn new(name: &str, fields: Lines, reasons: Vec<String>) -> Option<Self> {
        let mut release = parse_alone(&text(name, &fields))?;
        Some(Self {
            name: name.to_owned(),
            fields,
            attribute: release.schema.pop()?,
            reasons,
        })
    }

    /// The lines in the schema.
    pub(super) fn text(&self) -> String {
        text(&self.name, &self.fields)
    }

    /// With a bound, `min` or `max`, that is the other's.
    pub(super) fn with_bound_of(&self, other: &Self, bound: &str) -> Option<Self> {
        let beginning = format!("{bound}: ");
        let line = other.fields.find(&beginning)?;
        let mut reasons = self.reasons.clone();
        let name = code(&other.name);
        reasons.push(format!(
            "its `{bound}` is that of {name}, since the two are compared: see \"Rules between columns\" above"
        ));
        Self::new(
            &self.name,
            self.fields.with_line(&beginning, line)?,
            reasons,
        )
    }

    /// Without coarser levels, to stay within the language's limit.
    pub(super) fn cut_levels(&mut self) {
        self.fields = core::mem::take(&mut self.fields).plain("hierarchy: None,");
        let reason = "it has no coarser levels, since all columns together would have too many";
        self.reasons.push(reason.to_owned());
    }
}

fn text(name: &str, fields: &Lines) -> String {
    let name = Lines::default().marked(&format!("name: {},", literal(name)));
    format!(
        "{INDENT}(\n{}{}{INDENT}),\n",
        name.as_str(),
        fields.as_str()
    )
}

/// A spec with these attributes, behind one that makes it a schema whatever they are: so the
/// language itself says what it takes.
pub(super) fn parse_alone(attributes: &str) -> Option<privet_spec::Release> {
    parse_with("unit: Row", attributes)
}

/// The same with these fields before the schema, the unit among them.
pub(super) fn parse_with(fields: &str, attributes: &str) -> Option<privet_spec::Release> {
    let text = format!(
        "Release(privet: 1, {fields}, adjacency: AddRemove, \
         budget: (epsilon: \"1\", delta: \"1e-9\"), \
         schema: [(name: \"(no name of a column)\", kind: Boolean), {attributes}])"
    );
    privet_spec::parse(&text).ok()
}

/// `missing: […]`, if there is anything to list.
pub(super) fn missing<'p>(fields: Lines, texts: impl Iterator<Item = &'p String>) -> Lines {
    let inner: Vec<String> = texts.map(|text| literal(text)).collect();
    if inner.is_empty() {
        return fields;
    }
    fields.block("missing: [", &inner, "],")
}

/// A column that is left out, as a comment.
pub(super) fn left_out(name: &str) -> String {
    format!("{INDENT}// \"{}\" is left out{}\n", in_ascii(name), mark())
}

/// A label in fewer rows than this may point to a person.
pub(super) const RARE: u64 = 10;
