//! What a spec may say, and what its reader should know before signing it.

use crate::lookalike::{lookalikes, mixes_scripts};
use crate::output::Output;
use crate::output_format::OutputFormat;
use crate::release::Release;
use crate::schema::{Attribute, Kind};
use crate::spelling::{Spelling, is_formula};
use crate::text::in_ascii;
use crate::unit::Unit;

/// Something that is allowed and perhaps not meant. Of the spec alone: nothing private is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Warning {
    /// The column, or `columns` for their names.
    pub place: String,
    /// What a reader may miss, as a clause without a full stop.
    pub what: String,
    /// What to do about it.
    pub help: String,
}

/// Names and labels that a spreadsheet would compute, or that look like others.
pub fn warnings(release: &Release) -> Vec<Warning> {
    let id = match &release.unit {
        Unit::Person { id, .. } => Some(id.as_str()),
        Unit::Row => None,
    };
    let names = || release.schema.iter().map(Attribute::name);
    let mut found = Vec::new();
    let columns = Texts::new("columns", names().map(str::to_owned).collect());
    found.extend(columns.formulas(&release.output));
    found
        .extend(Texts::new("columns", names().chain(id).map(str::to_owned).collect()).confusions());
    for attribute in &release.schema {
        let place = format!("column \"{}\"", in_ascii(attribute.name()));
        let written = Texts::new(&place, written(attribute));
        found.extend(written.formulas(&release.output));
        let mut read = written;
        let null = attribute.null_spelling();
        let missing = attribute.missing().iter().filter(|token| *token != null);
        read.texts.extend(missing.cloned());
        found.extend(read.confusions());
    }
    found
}

/// Names or labels that stand in one place.
struct Texts<'p> {
    place: &'p str,
    texts: Vec<String>,
}

impl<'p> Texts<'p> {
    fn new(place: &'p str, texts: Vec<String>) -> Self {
        Self { place, texts }
    }

    fn formulas(&self, output: &Output) -> Option<Warning> {
        // Spreadsheets do not compute what has a type.
        if output.format == OutputFormat::Parquet {
            return None;
        }
        let formulas: Vec<&str> = self.iter().filter(|text| is_formula(text)).collect();
        let shown = shown(&formulas)?;
        let (what, help) = match output.spelling {
            Spelling::AsDeclared => (
                format!("a spreadsheet that opens the table takes for formulas: {shown}"),
                "write `output: (spelling: SpreadsheetSafe)`, which puts an apostrophe before them, or spell them \
                 otherwise in spec and table",
            ),
            Spelling::SpreadsheetSafe => (
                format!("written with an apostrophe in front (`SpreadsheetSafe`): {shown}"),
                "tell whoever reads the table by a program; `privet evaluate` and `compare` know it",
            ),
        };
        Some(self.warning(what, help))
    }

    fn confusions(&self) -> Vec<Warning> {
        let mixed: Vec<&str> = self.iter().filter(|text| mixes_scripts(text)).collect();
        let mixed = shown(&mixed).map(|shown| {
            let what = format!("letters of different scripts in one word: {shown}");
            self.warning(what, "write each word in one script, unless this is meant")
        });
        let alike = lookalikes(self.iter()).into_iter().filter_map(|group| {
            let what = format!("a reader cannot tell apart: {}", shown(&group)?);
            Some(self.warning(
                what,
                "spell them alike if they mean the same, and else so that it shows",
            ))
        });
        mixed.into_iter().chain(alike).collect()
    }

    fn iter(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(String::as_str)
    }

    fn warning(&self, what: String, help: &str) -> Warning {
        Warning {
            place: self.place.to_owned(),
            what,
            help: help.to_owned(),
        }
    }
}

/// Texts that the output can hold in a column, but for numbers and dates, of which the first stands for all: their
/// format is one.
fn written(attribute: &Attribute) -> Vec<String> {
    let codes: Vec<u16> = match attribute.kind() {
        Kind::Identifier { .. } => return attribute.identifier(1).into_iter().collect(),
        Kind::Categorical(_) | Kind::Boolean { .. } => (0..attribute.size())
            .filter_map(|code| u16::try_from(code).ok())
            .collect(),
        _ => core::iter::once(0).chain(attribute.null_code()).collect(),
    };
    let texts = codes.into_iter().map(|code| attribute.decode(code, 0));
    texts.filter_map(Result::ok).collect()
}

/// The first of some texts, in quotes; `None` if there are none.
fn shown(texts: &[&str]) -> Option<String> {
    let first: Vec<String> = texts
        .iter()
        .take(MOST_SHOWN)
        .map(|text| format!("\"{}\"", in_ascii(text)))
        .collect();
    let more = match texts.len().saturating_sub(MOST_SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (!first.is_empty()).then(|| first.join(", ") + &more)
}

const MOST_SHOWN: usize = 20;

#[cfg(test)]
mod tests {
    use super::*;

    fn found(unit: &str, schema: &str, output: &str) -> Vec<String> {
        let text = format!(
            "Release(privet: 1, unit: {unit}, adjacency: AddRemove, \
             budget: (epsilon: \"1\", delta: \"1e-9\"), schema: [{schema}], output: ({output}))"
        );
        let release = crate::parse(&text).unwrap_or_else(|problems| panic!("{problems}"));
        let told = warnings(&release);
        told.into_iter()
            .map(|Warning { place, what, .. }| format!("{place}: {what}"))
            .collect()
    }

    #[test]
    fn each_kind_of_warning() {
        let computed = "a spreadsheet that opens the table takes for formulas: ";
        let mixed = "letters of different scripts in one word: ";
        let alike = "a reader cannot tell apart: ";
        for (label, schema, expected) in [
            (
                "labels",
                r#"(name: "a", kind: Categorical(["=1+1", "x", "@y", "-5"]))"#,
                vec![format!(r#"column "a": {computed}"=1+1", "@y""#)],
            ),
            (
                "catch-all",
                r#"(name: "a", kind: Categorical(["x"]), outside: Other("+"))"#,
                vec![format!(r#"column "a": {computed}"+""#)],
            ),
            (
                "null of numbers",
                r#"(name: "a", kind: Integer(min: -9, max: 9), missing: ["-"])"#,
                vec![format!(r#"column "a": {computed}"-""#)],
            ),
            (
                "boolean and name",
                r#"(name: "=a", kind: Boolean(no: "-", yes: "x"))"#,
                vec![
                    format!(r#"columns: {computed}"=a""#),
                    format!(r#"column "=a": {computed}"-""#),
                ],
            ),
            (
                "identifier",
                r#"(name: "a", kind: Boolean), (name: "n", kind: Identifier(prefix: "@"))"#,
                vec![format!(r#"column "n": {computed}"@1""#)],
            ),
            (
                "date",
                r#"(name: "a", kind: Date(min: "2024-01-01", max: "2024-01-02", format: "=%Y-%m-%d"))"#,
                vec![format!(r#"column "a": {computed}"=2024-01-01""#)],
            ),
            (
                "mixed name",
                "(name: \"s\u{435}x\", kind: Boolean)",
                vec![format!(r#"columns: {mixed}"s\u{{435}}x""#)],
            ),
            (
                "names alike",
                "(name: \"\u{435}\", kind: Boolean), (name: \"e\", kind: Boolean)",
                vec![format!(r#"columns: {alike}"\u{{435}}", "e""#)],
            ),
            (
                "label and missing token alike",
                "(name: \"a\", kind: Categorical([\"b\", \"\u{41d}A\"]), missing: [\"HA\"])",
                vec![
                    format!(r#"column "a": {mixed}"\u{{41d}}A""#),
                    format!(r#"column "a": {alike}"\u{{41d}}A", "HA""#),
                ],
            ),
            (
                "nothing",
                r#"(name: "größe", kind: Categorical(["≥ 65", "µg", "A型", "-1", "F"]), missing: ["", "NA"]),
                   (name: "t", kind: Real(min: "-5", max: "5", bins: 2, decimals: 1))"#,
                vec![],
            ),
        ] {
            assert_eq!(found("Row", schema, ""), expected, "case `{label}`");
        }
        let id = found(
            "Person(id: \"n\u{430}me\", rows: 1)",
            r#"(name: "name", kind: Boolean)"#,
            "",
        );
        assert_eq!(id.len(), 2, "{id:?}");
        let safe = found(
            "Row",
            r#"(name: "a", kind: Categorical(["=1", "b"]))"#,
            "spelling: SpreadsheetSafe",
        );
        assert!(safe[0].contains("written with an apostrophe"), "{safe:?}");
        let typed = found(
            "Row",
            r#"(name: "=a", kind: Categorical(["=1", "b"]))"#,
            "format: Parquet",
        );
        assert_eq!(typed, Vec::<String>::new());
    }

    #[test]
    fn long_lists_are_cut() {
        let labels: Vec<String> = (0..30).map(|label| format!("\"=x{label}\"")).collect();
        let schema = format!("(name: \"a\", kind: Categorical([{}]))", labels.join(", "));
        let told = found("Row", &schema, "");
        assert!(told[0].ends_with("\"=x19\" and 10 more"), "{told:?}");
    }
}
